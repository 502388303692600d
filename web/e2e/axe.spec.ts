// WCAG A and AA by axe: every page and every kind of decision, light and dark, on a desk and on a phone.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Rating } from "../src/lib/types";
import { asGuest, bot, ME, OPEN } from "./kit/api";
import { ask, boardIsThere, duel, example, played, tableIsReady, takeBack } from "./kit/scenes";
import { DESKTOP, expect, PHONE, test } from "./kit/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

test.use({ wishes: { speed: "none", motion: false }, colorScheme: "light" });

/** Where the page breaks a rule, in a form that can be read. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(TAGS)
    .setLegacyMode(true) // everything is in one frame
    .analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary?.split("\n").slice(1, 2).join(" ").trim();
      return `${id}: ${target.join(" ")}: ${why}`;
    }),
  );
}

/** The page as it is, in both colour schemes. */
async function clean(page: Page, where: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    expect.soft(await violations(page), `${where}, ${colorScheme}`).toEqual([]);
  }
}

/** The page on a desk and on a phone, in both colour schemes. */
async function cleanEverywhere(page: Page, where: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await clean(page, `${where}, ${viewport.width} px`);
  }
}

test("arriving, people and wishes", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Open tables" })).toBeVisible();
  await cleanEverywhere(page, "lobby of a newcomer");
  await page.goto("/account");
  await expect(page.locator("form").first()).toBeVisible();
  await cleanEverywhere(page, "account of nobody");

  const api = await asGuest(page, "Livia");
  await api.newTable([ME, OPEN], { visibility: "public" });
  await duel(page);
  await page.goto("/");
  await expect(page.locator("article.card").first()).toBeVisible();
  await cleanEverywhere(page, "lobby");
  await page.goto(`/people/${api.id}`);
  await expect(page.getByRole("heading", { name: "Games" })).toBeVisible();
  await cleanEverywhere(page, "profile");
  await page.goto("/settings");
  await expect(page.getByRole("switch").first()).toBeVisible();
  await cleanEverywhere(page, "settings");
});

test("making and bringing tables", async ({ page, complaints }) => {
  complaints.allow(/status of 422/);
  const api = await asGuest(page, "Livia");
  await page.goto("/new");
  await expect(page.locator("form .foot")).toBeVisible();
  await cleanEverywhere(page, "new table");
  await page.setViewportSize(DESKTOP);
  await page.getByRole("radio", { name: /^Your own board/ }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page.getByText("Choose a file, or one of the boards above.")).toBeVisible();
  await cleanEverywhere(page, "new table with a fault");

  const { table } = await api.newTable([ME, OPEN, bot("level-1")], {});
  await page.goto(`/t/${table.id}`);
  await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  await cleanEverywhere(page, "waiting room");

  await page.goto("/import");
  await expect(page.locator("textarea")).toBeVisible();
  await page.getByText("More options").click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await cleanEverywhere(page, "import");

  const ratings: Rating[] = [
    { kind: "person", id: api.id, name: "Livia", variant: "concordia", rating: 1562, games: 9 },
    { kind: "bot", id: "level-3", variant: "concordia", rating: 1624, games: 0, fixed: true },
  ] as Rating[];
  await page.route("**/api/leaderboard*", (route) => route.fulfill({ json: { ratings } }));
  await page.goto("/leaderboard");
  await expect(page.getByRole("row")).toHaveCount(3);
  await cleanEverywhere(page, "leaderboard");
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await cleanEverywhere(page, "no page");
});

test("rules and tutorial", async ({ page }) => {
  for (const path of ["/rules", "/rules/architect", "/rules/vesta", "/rules/brick"]) {
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    await expect(page.locator("article h1")).toBeVisible();
    if (path === "/rules") await cleanEverywhere(page, path);
    else await clean(page, path);
  }
  await page.getByRole("combobox", { name: "Search the rules" }).fill("house");
  await expect(page.getByRole("listbox")).toBeVisible();
  await cleanEverywhere(page, "search of the rules");
  await page.goto("/learn");
  await boardIsThere(page);
  await cleanEverywhere(page, "tutorial");
});

for (const [size, viewport] of Object.entries({ desk: DESKTOP, phone: PHONE })) {
  test(`a table on a ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const { api, id } = await duel(page, "Livia", { live_score: true });
    await page.goto(`/t/${id}`);
    await tableIsReady(page);
    await expect(page.locator('[data-card="architect"]').first()).toBeVisible();
    await clean(page, "play");
    for (const card of ["architect", "senator", "mercator", "prefect"]) {
      await ask(page, api, id, `play ${card}`);
      await clean(page, card);
      await takeBack(page, api, id);
    }
    if (viewport === PHONE) {
      for (const tab of ["Players", "Log"]) {
        await page.getByRole("navigation").getByRole("button", { name: tab }).click();
        await clean(page, tab);
      }
    } else {
      for (const tab of ["Chat", "Pantheon"]) {
        await page.getByRole("tab", { name: tab }).click();
        await clean(page, tab);
      }
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
      await clean(page, "the list of keys");
    }
  });
}

test("a replay and the final score", async ({ page }) => {
  const { api, id } = await played(page, 14);
  await page.goto(`/t/${id}/replay?at=9`);
  await boardIsThere(page);
  await cleanEverywhere(page, "replay");
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await cleanEverywhere(page, "menu");
  const end = await api.analysis(example("final.json"));
  await page.goto(`/t/${end.table.id}`);
  await expect(page.locator("tfoot")).toBeVisible();
  await cleanEverywhere(page, "final score");
});
