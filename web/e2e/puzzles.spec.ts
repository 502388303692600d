// Puzzles: one is solved, one partly, and that of the day with a moved clock; each in another language.
// With VIAE_E2E_PUZZLES=ten, as in `make nightly`, ten more are solved, and one in the page without a server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import type { components } from "../src/lib/schema";
import { asAccount } from "./kit/api";
import { clean } from "./kit/clean";
import { Driver } from "./kit/driver";
import { ROOT } from "./kit/server";
import { Files, followWorker, makeSite } from "./kit/site";
import { expect, PHONE, QUICK, test } from "./kit/test";

type Puzzle = components["schemas"]["Puzzle"];

const FILE = join(ROOT, "src/viae/analysis/puzzles/puzzles.jsonl.gz");
const ALL = gunzipSync(readFileSync(FILE))
  .toString()
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Puzzle)
  .sort((one, other) => (one.id < other.id ? -1 : 1));
/** A last round whose best answer, or whose second best, is a single entry: one card is played. */
const withOneEntry = (answer: number) =>
  ALL.find((one) => one.kind === "last-round" && one.answers[answer]?.entries.length === 1)!;
const EASY = withOneEntry(0);
const OTHER = withOneEntry(1);
/** A last turn of a team: the whole one for both partners, or what is left of one that was begun. */
const ofTeam = (begun: boolean) =>
  ALL.find(
    ({ kind, variant, position, answers }) =>
      kind === "last-round" &&
      variant === "venus-team" &&
      "entries" in position === begun &&
      (begun || new Set(answers[0]!.entries.map((entry) => entry.split(":")[0])).size === 2),
  )!;
const HANG = 300_000; // ms; the engine is loaded before the first turn is graded

const lead = (page: Page) => page.locator('[data-region="puzzle"]');

/** Play a turn by clicks, until it is graded. */
async function play(page: Page, driver: Driver, entries: readonly string[]): Promise<void> {
  await driver.ready();
  const begun = driver.view!.table.id;
  if (page.viewportSize()!.width < 700) await page.locator("nav button").nth(1).click(); // the hand
  for (const [at, named] of entries.entries()) {
    const entry = named.replace(/^\d+: /, "");
    const view = await driver.mine();
    const { legal } = view.you;
    const last = at === entries.length - 1;
    if (last && entry === "done" && !legal.some((one) => one.entry === entry)) break; // the page has sent it
    if (legal.length === 1 && legal[0]?.kind === "done") {
      if (last) break; // the page sends it by itself
      await driver.until((now) => now.game!.number > view.game!.number);
      continue;
    }
    const choice = legal.find((one) => one.entry === entry);
    expect(choice, `${begun}: ${entry}`).toBeDefined();
    await driver.enter(choice!, view);
  }
  await expect(lead(page)).toHaveAttribute("data-phase", "graded", { timeout: HANG });
}

test.use({ wishes: QUICK });

test("from the lobby a puzzle is found and solved", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Puzzles" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Puzzles" })).toBeVisible();
  await expect(page.locator("ul.list a").first()).toBeVisible();
  await clean(page);
  await page.getByRole("combobox", { name: "Theme", exact: true }).selectOption(EASY.themes[0]!);
  const alike = ALL.filter((one) => one.themes.includes(EASY.themes[0]!));
  await expect(page.getByText(`${alike.length} puzzles`, { exact: true })).toBeVisible();

  const driver = new Driver(page);
  await page.goto(`/puzzles/${EASY.id}`);
  await play(page, driver, EASY.answers[0]!.entries);
  await expect(lead(page).getByRole("heading", { name: "Solved" })).toBeVisible();
  await clean(page);
  await page.locator('[data-act="next"]').click();
  await expect(lead(page)).not.toHaveAttribute("data-puzzle", EASY.id);
  await page.goto("/puzzles");
  await expect(page.locator(".own dd").nth(1)).toHaveText("1 / 1");
});

test("an account keeps its answers, and they move the puzzle's rating", async ({
  page,
  newPerson,
}) => {
  await asAccount(page, "Drusilla");
  await page.goto(`/puzzles/${EASY.id}`);
  const before = `${EASY.rating}`;
  await expect(lead(page)).toContainText(before);
  const kept = page.waitForResponse((answer) => answer.url().endsWith(`${EASY.id}/answer`));
  await page.locator('[data-act="solution"]').click();
  const { puzzle, rating } = (await (await kept).json()) as { puzzle: number; rating: number };
  expect(puzzle).toBeGreaterThan(EASY.rating); // harder than the bots found it
  await expect(lead(page)).toContainText(`rating ${rating}`);

  // On every device of the account, and for everybody: harder than before.
  await page.evaluate(() => localStorage.removeItem("viae.puzzles"));
  await page.goto("/puzzles");
  await expect(page.getByText("Saved in your account.")).toBeVisible();
  await expect(page.locator(".own dd").nth(0)).toHaveText(`${rating}`);
  await expect(page.locator(".own dd").nth(1)).toHaveText("0 / 1");
  const other = await newPerson();
  await other.goto(`/puzzles/${EASY.id}`);
  await expect(lead(other)).toContainText(`${puzzle}`);
  await other.goto("/puzzles");
  await expect(other.getByText("Saved in this browser.")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, wishes: { ...QUICK, language: "de" } });

  test("a turn that is not the best gets a part, and the best one is shown", async ({ page }) => {
    const driver = new Driver(page);
    await page.goto(`/puzzles/${OTHER.id}`);
    await play(page, driver, OTHER.answers[1]!.entries);
    const heading = lead(page).getByRole("heading", { name: `${OTHER.answers[1]!.score} von 100` });
    await expect(heading).toBeVisible();
    await clean(page);
    await page.locator('[data-act="best"]').click();
    await expect(page.locator('[data-act="yours"]')).toBeVisible();
    await driver.until((view) => view.game!.entries >= OTHER.answers[0]!.entries.length);
    await page.locator('[data-act="again"]').click();
    await expect(lead(page)).toHaveAttribute("data-phase", "playing");
    await expect(lead(page)).toContainText("nur die erste Antwort zählt");
  });
});

for (const begun of [false, true])
  test(`the last turn of a team, ${begun ? "begun by the partner" : "whole"}`, async ({ page }) => {
    const one = ofTeam(begun);
    const driver = new Driver(page);
    await page.goto(`/puzzles/${one.id}`);
    await driver.ready();
    await expect(lead(page)).toContainText(begun ? "you finish it" : "You decide for");
    await clean(page);
    await play(page, driver, one.answers[0]!.entries);
    await expect(lead(page).getByRole("heading", { name: "Solved" })).toBeVisible();
    await clean(page);
    await page.locator('[data-act="best"]').click();
    const started = (one.position as { entries?: string[] }).entries?.length ?? 0;
    const whole = started + one.answers[0]!.entries.length;
    await driver.until((view) => view.game!.entries >= whole); // cards may be revealed at the end
    await page.locator('[data-act="again"]').click();
    await expect(lead(page)).toHaveAttribute("data-phase", "playing");
    await driver.until((view) => view.game!.entries === started);
  });

test.describe("the puzzle of the day", () => {
  test.use({ wishes: { ...QUICK, language: "ru" } });

  test("changes at midnight", async ({ page }) => {
    const number = Date.parse("2030-01-31T00:00:00Z") / 86_400_000 + 719_163;
    const [one, next] = [ALL[number % ALL.length]!, ALL[(number + 1) % ALL.length]!];
    await page.clock.setFixedTime("2030-01-31T23:59:59Z");
    await page.goto("/puzzles/today");
    await expect(lead(page)).toHaveAttribute("data-puzzle", one.id);
    await expect(lead(page).getByRole("heading", { name: "Задача дня" })).toBeVisible();
    await page.locator('[data-act="solution"]').click();
    await expect(lead(page).getByRole("heading", { name: "Решение" })).toBeVisible();
    await clean(page);
    await page.goto("/puzzles");
    await expect(page.getByRole("link", { name: "Посмотреть ещё раз" })).toBeVisible();
    await page.clock.setFixedTime("2030-02-01T00:00:01Z");
    await page.goto("/puzzles/today");
    await expect(lead(page)).toHaveAttribute("data-puzzle", next.id);
  });
});

test("ten puzzles", async ({ page }) => {
  test.skip(process.env.VIAE_E2E_PUZZLES !== "ten", "VIAE_E2E_PUZZLES=ten solves them");
  const driver = new Driver(page);
  const some = (kind: Puzzle["kind"]) => {
    const found = ALL.filter((one) => one.kind === kind);
    const step = Math.max(1, Math.floor(found.length / 5));
    return found.filter((_, at) => at % step === 0).slice(0, 5);
  };
  const chosen = [...some("last-round"), ...some("best-turn")];
  for (const one of chosen) {
    driver.view = null;
    await page.goto(`/puzzles/${one.id}`);
    await play(page, driver, one.answers[0]!.entries);
    await expect(lead(page).getByRole("heading", { name: "Solved" })).toBeVisible();
    await page.locator('[data-act="best"]').click();
    const shown = one.answers[0]!.entries.length + one.line.length;
    await driver.until((view) => view.game!.entries >= shown);
  }
  await page.goto("/puzzles");
  await expect(page.locator(".own dd").nth(1)).toHaveText(`${chosen.length} / ${chosen.length}`);
});

test("without a server", async ({ page }) => {
  test.skip(process.env.VIAE_E2E_PUZZLES !== "ten", "VIAE_E2E_PUZZLES=ten solves it");
  const files = await new Files(makeSite()).start();
  try {
    const driver = new Driver(page);
    await followWorker(page, (view) => driver.take(view));
    await page.goto(`${files.url}#/puzzles/${EASY.id}`);
    await play(page, driver, EASY.answers[0]!.entries);
    await expect(lead(page).getByRole("heading", { name: "Solved" })).toBeVisible();
    await page.locator('[data-act="best"]').click();
    await page.locator('[data-act="again"]').click();
    await expect(lead(page)).toHaveAttribute("data-phase", "playing");
  } finally {
    await files.stop();
    files.remove();
  }
});
