// The replay: slider, keys, playing by itself, a link to a moment, the record.
import type { View } from "../src/lib/types";
import { Api, asGuest, bot, ME } from "./kit/api";
import { choose } from "./kit/policy";
import { expect, PHONE, QUICK, test } from "./kit/test";

test.use({ wishes: QUICK });

/** A game with some turns behind it. */
async function begun(api: Api, entries: number): Promise<View> {
  const made = await api.newTable([ME, bot("greedy")], {
    board: "italia",
    visibility: "link",
    shuffle: false,
  });
  return api.playUntil(made.table.id, choose, (view) => view.game!.entries >= entries);
}

test("a game moment by moment", async ({ page, context, newPerson }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const api = await asGuest(page, "Livia");
  const view = await begun(api, 40);
  const id = view.table.id;
  await page.clock.install(); // so that a minute can pass at once
  await page.goto(`/t/${id}/replay?at=0`);
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await expect(slider).toHaveValue("0");
  const label = page.locator(".controls .where");

  await page.getByRole("button", { name: "One action forward" }).click();
  await expect(slider).toHaveValue("1");
  await expect(label).toContainText("Livia");
  await slider.fill("20");
  await expect(label).toContainText("20 of");
  await expect(page).toHaveURL(/at=20$/);
  await page.getByRole("button", { name: "Previous turn" }).click();
  await expect.poll(async () => Number(await slider.inputValue())).toBeLessThan(20);
  await page.locator("body").press("End");
  await expect(page.getByRole("button", { name: "To the end" })).toBeDisabled();
  await page.getByRole("button", { name: "To the beginning" }).click();
  await expect(slider).toHaveValue("0");

  // By itself, and it stops when asked.
  await page.getByRole("combobox", { name: "Speed" }).selectOption("10");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(5);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const stopped = await slider.inputValue();
  await page.clock.fastForward(60_000);
  await expect(slider).toHaveValue(stopped);

  // A link to this moment of a private table, for somebody without a name.
  await slider.fill("13");
  await expect(label).toContainText("13 of");
  await page.getByRole("button", { name: "Copy link to this moment" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await newPerson();
  await other.goto(link);
  await expect(other.getByRole("slider", { name: "Moment of the game" })).toHaveValue("13");
  const told = (await label.textContent())!.replace(/13 of.*/, "").trim();
  await expect(other.locator(".controls .where")).toContainText(told.slice(0, 20));

  // Neither the moment nor the table itself asks who looks.
  const { key } = Object.fromEntries(new URL(link).searchParams);
  await other.goto(`/t/${id}?key=${key}`);
  await expect(other.locator(".board .hit").first()).toBeAttached();
  await expect(other.locator("[data-region=hand]")).toHaveCount(0);
  await expect(other.getByLabel("Your name")).toHaveCount(0);
  expect((await new Api(other.request).same()).id).toBe("");

  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download record" }).click();
  expect((await coming).suggestedFilename()).toMatch(/\.json$/);

  // A line of the log leads to its moment.
  const line = page.locator(".log button.line").first();
  const at = Number(await line.getAttribute("data-entry"));
  await line.click();
  await expect(slider).toHaveValue(String(at + 1));
});

test("a replay on a phone", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const api = await asGuest(page, "Livia");
  const view = await begun(api, 12);
  await page.goto(`/t/${view.table.id}/replay?at=3`);
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await expect(slider).toHaveValue("3");
  await page.getByRole("button", { name: "One action forward" }).click();
  await expect(slider).toHaveValue("4");
  for (const name of ["Display", "Players", "Log", "Board"]) {
    await page
      .getByRole("navigation", { name: "Parts of the table" })
      .getByRole("button", { name })
      .click();
  }
  await expect(page.locator(".board .hit").first()).toBeAttached();
});
