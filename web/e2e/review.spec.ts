// The review of a game: the chart, the turns, the players; stopping; on a phone; and that it is clean.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { asGuest } from "./kit/api";
import { clean } from "./kit/clean";
import { ROOT } from "./kit/server";
import { expect, PHONE, QUICK, test } from "./kit/test";

test.use({ wishes: QUICK });

/** A short game of two that is over. */
function finished(): Record<string, unknown> {
  const lines = readFileSync(join(ROOT, "tests", "records", "games.jsonl"), "utf-8").split("\n");
  return JSON.parse(lines[14]!) as Record<string, unknown>;
}

async function opened(page: Page): Promise<string> {
  const api = await asGuest(page, "Livia");
  const { table } = await api.analysis(finished());
  await page.goto(`/t/${table.id}/review`);
  return table.id;
}

test("a game is reviewed in the page", async ({ page }) => {
  await opened(page);
  const chart = page.getByRole("slider", { name: "Course of the game" });
  const review = page.locator('[data-region="review"]');
  // The players come with the first whole look; then it is enough.
  await review.getByRole("tab", { name: "Players" }).click();
  await expect(review.getByText("accuracy").first()).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator('[data-phase="stopped"]')).toBeVisible();
  await clean(page);

  // The keyboard goes from turn to turn, and what was played and lost is told.
  await chart.focus();
  await chart.press("Home");
  await expect(chart).toHaveAttribute("aria-valuenow", "0");
  await chart.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuetext", /Turn 1/);
  await expect(page).toHaveURL(/at=\d+$/);
  await review.getByRole("tab", { name: "All turns" }).click();
  await review.getByLabel("Which turns").selectOption("lost");
  await review.locator("button.row").first().click();
  await expect(review.getByText("Best found")).toBeVisible();
  await expect(review.locator('[data-part="lost"]')).toContainText("Lost:");

  // A click on the chart leads to its turn.
  const box = (await chart.boundingBox())!;
  await chart.click({ position: { x: box.width - 14, y: 40 } });
  await expect(chart).toHaveAttribute(
    "aria-valuenow",
    (await chart.getAttribute("aria-valuemax"))!,
  );

  // What would have been better can be tried out.
  await review.getByRole("tab", { name: "All turns" }).click();
  await review.locator("button.row").first().click();
  await review.getByRole("button", { name: "Try it out" }).click();
  await expect(page).toHaveURL(/\/t\/[a-z0-9]+$/);
  await expect(page.locator('[data-region="panel"]')).toBeVisible();
});

test("a review on a phone, in German", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.addInitScript(() =>
    localStorage.setItem("viae.settings", JSON.stringify({ language: "de", speed: "none" })),
  );
  await opened(page);
  const pages = page.getByRole("navigation");
  await pages.getByRole("button", { name: "Spieler" }).click();
  await expect(page.getByText("Genauigkeit").first()).toBeVisible();
  await page.getByRole("button", { name: "Anhalten" }).click();
  await clean(page);
  await page.getByRole("slider", { name: "Verlauf der Partie" }).press("End");
  await pages.getByRole("button", { name: "Zug", exact: true }).click();
  await expect(page.getByText("Gespielt")).toBeVisible();
});
