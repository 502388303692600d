// The pages around the table on a phone, with text of 100 % and 150 %, in each language: nothing scrolls sideways, no
// word is broken, no text is too small. Measured in the page.
import { Api, ME, OPEN } from "./kit/api";
import { faultsOf } from "./kit/fits";
import { LANGUAGES } from "./kit/languages";
import { played } from "./kit/scenes";
import { expect, PHONE, test } from "./kit/test";

/** Pages may be as long as they like; with large text, wide tables of the rules may scroll in their own place. */
const MATTERS = /^(the page scrolls sideways|broken word|text of|cut by)/;
const USUALLY = /^scrolls sideways/;

for (const language of LANGUAGES) {
  for (const textSize of [100, 150]) {
    test(`the pages fit a phone in ${language}, text of ${textSize} %`, async ({ newPerson }) => {
      const page = await newPerson(
        { language, textSize },
        { viewport: PHONE, hasTouch: true, isMobile: true },
      );
      const { api } = await played(page, 4);
      const { table } = await new Api(page.request)
        .same()
        .then((known) => known.newTable([ME, OPEN], { name: "Via Appia" }));
      const pages = ["/", "/new", "/new?seats=open", "/account", "/leaderboard", "/settings"];
      pages.push("/puzzles", "/statistics", "/rules", "/rules/mercator", "/rules/gods", "/import");
      pages.push("/notifications", `/people/${api.id}`, `/t/${table.id}`, "/nowhere");
      for (const path of pages) {
        await page.goto(path);
        await expect(page.locator("h1").first()).toBeAttached();
        await page.waitForLoadState("networkidle");
        await page.evaluate(() => document.fonts.ready);
        const found = await page.evaluate(faultsOf, { text: 11, target: 24 });
        const faults = found.filter(
          (fault) => MATTERS.test(fault) || (textSize === 100 && USUALLY.test(fault)),
        );
        expect.soft(faults, path).toEqual([]);
      }
    });
  }
}
