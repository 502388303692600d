// Review, study, hints and statistics in each language, on a laptop and on a phone: every text is there, and axe finds
// nothing. One of them always; VIAE_E2E_ANALYSIS=all, as in `make nightly`, takes all.
import { join } from "node:path";
import { asGuest } from "./kit/api";
import { clean } from "./kit/clean";
import { LANGUAGES } from "./kit/languages";
import { duel, example, tableIsReady } from "./kit/scenes";
import { ROOT } from "./kit/server";
import { speaks } from "./kit/speaks";
import { DESKTOP, expect, PHONE, QUICK, test } from "./kit/test";

for (const language of LANGUAGES)
  for (const [size, viewport] of [["laptop", DESKTOP] as const, ["phone", PHONE] as const]) {
    test.describe(`${language} on a ${size}`, () => {
      test.use({ viewport, wishes: { ...QUICK, language } });

      test(`analysis in ${language} on a ${size}`, async ({ page }) => {
        test.skip(
          process.env.VIAE_E2E_ANALYSIS !== "all" && !(language === "ru" && size === "phone"),
          "VIAE_E2E_ANALYSIS=all takes all",
        );
        const looked = async (where: string): Promise<void> => {
          await speaks(page, language, where);
          await clean(page);
        };
        /** On a phone the pages of a table are tabs: the one with this sign. */
        const tab = async (number: number): Promise<void> => {
          if (size === "phone") await page.locator("nav button").nth(number).click();
        };

        const api = await asGuest(page, "Livia");
        const { table } = await api.analysis(example("opening.json"));
        await page.goto(`/t/${table.id}`);
        await tableIsReady(page);
        await tab(4);
        const study = page.locator('[data-region="study"]');
        await expect(study.locator('button[data-option="0"]')).toBeEnabled();
        await study.locator('button[aria-pressed="true"]').first().click(); // it is enough
        await looked("study");

        await page.goto(`/t/${table.id}/review`);
        await expect(page.getByRole("slider")).toBeVisible();
        await expect(page.locator('[data-phase="complete"], [data-phase="working"]')).toBeVisible();
        await page.getByRole("slider").press("Home");
        await page.getByRole("slider").press("ArrowRight");
        await looked("review");

        const { id } = await duel(page);
        await page.goto(`/t/${id}`);
        await tableIsReady(page);
        await tab(0);
        const hints = page.locator('[data-region="hints"]');
        await hints.locator("button.ask").first().click();
        await expect(hints.locator('[data-step="look"]')).toBeVisible();
        await looked("hint");

        await page.goto("/statistics");
        const file = join(ROOT, "tests", "records", "games.jsonl");
        await page.locator('input[type="file"]').setInputFiles(file);
        await expect(page.locator("dl.heads")).toBeVisible();
        await looked("statistics");
      });
    });
  }
