// Every page in every language: no text is missing, and none is left in English.
import type { Page } from "@playwright/test";
import { LANGUAGES } from "./kit/languages";
import {
  ask,
  asking,
  boardIsThere,
  duel,
  example,
  played,
  tableIsReady,
  takeBack,
} from "./kit/scenes";
import { speaks } from "./kit/speaks";
import { expect, QUICK, test } from "./kit/test";

const PLACES: [string, (page: Page) => Promise<void>][] = [
  ["/", async (page) => expect(page.locator("article.card").first()).toBeVisible()],
  ["/new", async (page) => expect(page.locator("form .foot")).toBeVisible()],
  ["/new?seats=open", async (page) => expect(page.locator("form .foot")).toBeVisible()],
  ["/account", async (page) => expect(page.locator("form").first()).toBeVisible()],
  ["/leaderboard", async (page) => expect(page.locator("main nav a").first()).toBeVisible()],
  ["/import", async (page) => expect(page.locator("textarea")).toBeVisible()],
  ["/statistics", async (page) => expect(page.locator("main h1")).toBeVisible()],
  ["/settings", async (page) => expect(page.getByRole("switch").first()).toBeVisible()],
  ["/rules", async (page) => expect(page.locator("article h1")).toBeVisible()],
  ["/rules/architect", async (page) => expect(page.locator("article h1")).toBeVisible()],
  ["/rules/gods", async (page) => expect(page.locator("h1").first()).toBeVisible()],
  ["/nowhere", async (page) => expect(page.locator("h1")).toBeVisible()],
  ["/puzzles", async (page) => expect(page.locator("ul.list a").first()).toBeVisible()],
  ["/puzzles/today", boardIsThere],
  ["/learn", boardIsThere],
];

for (const language of LANGUAGES) {
  test.describe(language, () => {
    test.use({ wishes: { ...QUICK, language, skipEmpty: false } });

    test(`the pages speak ${language}`, async ({ page }) => {
      await page.goto("/"); // as a newcomer
      await expect(page.locator("h1")).toBeVisible();
      await speaks(page, language, "/ of a newcomer");
      await duel(page, "Livia", { name: "Via Appia" });
      for (const [path, ready] of PLACES) {
        await page.goto(path);
        await ready(page);
        await speaks(page, language, path);
      }
    });

    test(`faults of a record are told in ${language}`, async ({ page, complaints }) => {
      complaints.allow(/status of 422/);
      const { api, id } = await played(page, 2);
      const record = await api.get<object>(`/api/tables/${id}/record`);
      const options = { moon: "full" };
      await page.goto("/import");
      await page
        .locator("textarea")
        .fill(JSON.stringify({ ...record, viae: 9, variant: "chess", options }));
      await page.locator("form button.primary").click();
      const faults = page.getByRole("alert").getByRole("listitem");
      await expect(faults.filter({ hasText: "chess" })).toHaveCount(1);
      await expect(faults.filter({ hasText: "moon" })).toHaveCount(1);
      await page.locator("textarea").fill("");
      await speaks(page, language, "faults of a record");
    });

    test(`the table speaks ${language}`, async ({ page }) => {
      const { api, id, view } = await played(page, 14, "Livia", {
        name: "Via Appia",
        live_score: true,
      });
      await page.goto(`/t/${id}`);
      await tableIsReady(page);
      await speaks(page, language, "play");
      for (const entry of await asking(api, view)) {
        await ask(page, api, id, entry);
        await speaks(page, language, entry);
        await takeBack(page, api, id);
      }

      await page.goto(`/t/${id}/replay?at=6`);
      await boardIsThere(page);
      await speaks(page, language, "replay");

      const end = await api.analysis(example("final.json"));
      await page.goto(`/t/${end.table.id}`);
      await expect(page.locator("tfoot")).toBeVisible();
      await speaks(page, language, "final score");
    });
  });
}
