// Every decision fits: on six screens and in three languages, all of its controls are in sight and large enough, all
// text can be read, and nothing scrolls sideways. Measured in the page, at the moments of recorded games that have
// the most to choose from, before and after something is picked.
//
// Usually three screens are measured, each kind of decision in a language that changes from screen to screen.
// VIAE_E2E_LAYOUT=full measures all screens in all languages, and with text of 150 %; there axe looks, too.
import AxeBuilder from "@axe-core/playwright";
import type { CDPSession, Page } from "@playwright/test";
import { asGuest } from "./kit/api";
import { faultsOf } from "./kit/fits";
import { LANGUAGES } from "./kit/languages";
import { asGames, MOMENTS, momentTable, type Moment } from "./kit/moments";
import { tableIsReady } from "./kit/scenes";
import { expect, test } from "./kit/test";

const FULL = process.env.VIAE_E2E_LAYOUT === "full";
interface Size {
  width: number;
  height: number;
  touch: boolean;
  short?: boolean; // among those that are always measured
  text?: number; // percent
}
const SIZES: Size[] = [
  { width: 1280, height: 720, touch: false, short: true },
  { width: 1366, height: 768, touch: false },
  { width: 1440, height: 900, touch: false },
  { width: 1024, height: 768, touch: true },
  { width: 768, height: 1024, touch: true, short: true },
  { width: 390, height: 844, touch: true, short: true },
  { width: 1280, height: 720, touch: false, text: 150 },
  { width: 390, height: 844, touch: true, text: 150 },
];
const WANTED = { text: 11, target: 24 };

/** The same page on another screen, in another language; one that is touched has a coarse pointer. */
async function turn(page: Page, session: CDPSession, size: Size, language: string): Promise<void> {
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: size.touch });
  await page.setViewportSize({ width: size.width, height: size.height });
  await page.evaluate(
    (wishes) => {
      const key = "viae.settings";
      const now = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
      localStorage.setItem(key, JSON.stringify({ ...now, ...wishes }));
      dispatchEvent(new StorageEvent("storage", { key }));
    },
    { language, textSize: size.text ?? 100 },
  );
  await expect(page.locator(`html[lang=${language}]`)).toBeAttached();
  await drawn(page);
}

/** Until everything has its place: panes watch their sizes, and the board is drawn once more after that. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const outline = () =>
      [...document.querySelectorAll("[data-region], .hit, .world svg, .choice")]
        .map((node) => JSON.stringify(node.getBoundingClientRect()))
        .join();
    let [before, same] = ["", 0];
    while (same < 3) {
      await new Promise((next) => requestAnimationFrame(next));
      const now = outline();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

async function measure(page: Page, { text }: Size, where: string): Promise<void> {
  expect
    .soft(await page.evaluate(faultsOf, { ...WANTED, scrolls: text !== undefined }), where)
    .toEqual([]);
}

async function askAxe(page: Page, where: string): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await new AxeBuilder({ page })
    .withTags(tags)
    .setLegacyMode(true)
    .analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map((one) => `${id}: ${one.target}`));
  expect.soft(found, `axe: ${where}`).toEqual([]);
}

/** Neither pointer nor focus is on anything that explains itself. */
async function leave(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect(page.locator(".bubble:popover-open")).toHaveCount(0);
}

async function pick(page: Page, { picks }: Moment): Promise<void> {
  await page.locator(picks).first().click();
  await leave(page);
  await drawn(page);
}

test.use({ wishes: { speed: "none", motion: false } });

const sizes = SIZES.filter(({ short }) => FULL || short);
const parts = FULL
  ? MOMENTS.map((one) => [one])
  : [0, 1].map((n) => MOMENTS.filter((_, order) => order % 2 === n));

for (const moments of parts) {
  const kinds = moments.map(({ kind, game }) => `${kind} of game ${game}`).join(", ");
  test(kinds, async ({ newPerson }) => {
    const page = await newPerson({}, { reducedMotion: "reduce" });
    await asGames(page);
    const session = await page.context().newCDPSession(page);
    const api = await asGuest(page, "Livia");
    for (const moment of moments) {
      const { table } = await momentTable(api, moment);
      const { width, height } = sizes[0]!;
      await page.setViewportSize({ width, height });
      await page.goto(`/t/${table.id}`);
      await tableIsReady(page);
      await expect(page.locator(`[data-decision=${moment.kind}]`)).toBeVisible();
      for (const [n, size] of sizes.entries()) {
        const order = MOMENTS.indexOf(moment) + n;
        for (const language of FULL ? LANGUAGES : [LANGUAGES[order % LANGUAGES.length]!]) {
          const text = size.text ? `, text of ${size.text} %` : "";
          const where = `${moment.kind}, ${size.width} × ${size.height}${text}, ${language}`;
          await page.keyboard.press("Escape");
          await leave(page);
          await turn(page, session, size, language);
          await measure(page, size, where);
          if (FULL) await askAxe(page, where);
          await pick(page, moment);
          await measure(page, size, `${where}, picked`);
        }
      }
    }
  });
}
