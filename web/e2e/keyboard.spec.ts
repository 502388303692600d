// A whole turn with the keyboard alone.
import type { Page } from "@playwright/test";
import type { View } from "../src/lib/types";
import { Driver } from "./kit/driver";
import { choose } from "./kit/policy";
import { asked, duel } from "./kit/scenes";
import { expect, test } from "./kit/test";

test.use({ wishes: { speed: "none", motion: false } });

const focused = (page: Page, attribute: string) =>
  page.evaluate((name) => document.activeElement?.getAttribute(name), attribute);

const region = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest("[data-region]")?.getAttribute("data-region") ?? "",
  );

/** Press the letter of a region, and be there. */
async function go(page: Page, key: string, name: string): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => region(page)).toBe(name);
}

/** Press a key until the focus is where it is wanted. */
async function until(page: Page, key: string, attribute: string, wanted: string): Promise<void> {
  const seen: (string | null | undefined)[] = [];
  for (let times = 0; times < 60; times++) {
    const here = await focused(page, attribute);
    if (here === wanted) return;
    seen.push(here);
    await page.keyboard.press(key);
    await expect.poll(() => focused(page, attribute)).not.toBe(here);
  }
  throw new Error(`${key} never led to ${wanted}, but to ${[...new Set(seen)].join(", ")}`);
}

test("an architect is played, moves, builds and ends the turn", async ({ page }) => {
  const { api, id } = await duel(page);
  const driver = new Driver(page);
  const press = (key: string) => page.keyboard.press(key);
  const told = (when: (view: View) => boolean) => driver.shown(when);
  await page.goto(`/t/${id}`);
  await driver.ready();

  // What is asked is read first.
  await expect(driver.panel.getByRole("heading", { name: "Your turn" })).toBeFocused();

  // A card: to the hand, along it, select, play.
  await go(page, "h", "hand");
  expect(await focused(page, "data-card")).toBeTruthy();
  if ((await focused(page, "data-card")) !== "architect") {
    await until(page, "ArrowRight", "data-card", "architect");
  }
  await press("Enter");
  await expect(driver.panel.locator('[data-act="send"]')).toHaveAttribute(
    "data-entry",
    "play architect",
  );
  await press("Escape"); // the explanation of the card
  await press("Escape"); // the card itself
  await expect(driver.panel.locator('[data-act="send"]')).toHaveCount(0);
  await press("Enter");
  await expect(driver.panel.locator('[data-act="send"]')).toBeVisible();
  await press("Enter");
  let view = await told(({ game }) => game!.decision.kind === "architect");

  // A colonist by its digit, its way on the board, and back again.
  const move = choose(view);
  expect(move.kind).toBe("move");
  const colonists = [
    ...new Set(view.you.legal.filter((one) => one.kind === "move").map((one) => one.colonist)),
  ];
  const pick = async () => {
    await asked(page, "architect");
    await press(String(colonists.indexOf(move.colonist!) + 1));
    await expect(driver.panel.locator('[aria-expanded="true"]')).toBeFocused();
    // N leads to the board from the panel, too.
    await until(page, "n", "data-key", `${move.colonist}:${move.to}`);
    expect(await region(page)).toBe("board");
    await press("Enter");
  };
  const { number } = view.game!;
  await pick();
  view = await told(({ game }) => game!.number > number);
  expect(view.game!.decision.steps).toBe(move.steps_left);
  await expect(driver.panel.locator('[data-act="undo"]')).toBeEnabled();
  await press("u");
  view = await told(({ game }) => game!.number > number + 1);
  expect(view.game!.players[0]!.colonists.map(({ at }) => at)).not.toContain(move.to);
  await pick();
  view = await told(({ game }) => game!.number > number + 2);

  // A house in a city that is reached with arrows.
  const house = choose(view);
  expect(house.kind).toBe("build");
  await asked(page, "architect");
  await go(page, "b", "board");
  await until(page, "n", "data-key", `city:${house.city}`);
  await press("Space");
  view = await told(({ game }) => game!.players[0]!.houses.includes(house.city!));

  // The end of the turn is asked once more where something else could be done.
  await asked(page, "architect");
  await press("d");
  if (view.you.legal.length > 1) {
    await expect(driver.panel.locator('[data-act="send"][data-entry="done"]')).toBeFocused();
    await press("Enter");
  }
  await driver.until(({ game }) => game!.turn.number > 1);
  const log = await api.get<{ entries: { actor: number; entry: string }[] }>(
    `/api/tables/${id}/history`,
  );
  expect(log.entries.filter(({ actor }) => actor === 0).map(({ entry }) => entry)).toEqual([
    "play architect",
    move.entry,
    house.entry,
    "done",
  ]);
});

test("the first stop of a page leads past the bar", async ({ page }) => {
  await page.goto("/leaderboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("main a").first()).toBeFocused();
});

test("the keys are listed, lead to every region, and letters can be switched off", async ({
  page,
}) => {
  const { id } = await duel(page);
  const driver = new Driver(page);
  await page.goto(`/t/${id}`);
  await driver.ready();
  await expect(driver.panel.getByRole("heading", { name: "Your turn" })).toBeFocused();
  const press = (key: string) => page.keyboard.press(key);

  for (const [key, name] of Object.entries({
    b: "board",
    h: "hand",
    m: "display",
    l: "log",
    s: "scores",
  })) {
    await go(page, key, name);
  }
  // F6 goes round all that is shown; points and log are tabs of one place.
  for (const [key, tab] of Object.entries({ s: "scores", l: "log" })) {
    await go(page, key, tab);
    const seen = new Set<string>();
    for (let times = 0; times < 8; times++) {
      await press("F6");
      seen.add(await region(page));
    }
    for (const name of ["panel", "board", "hand", "display", "players", tab]) {
      expect(seen).toContain(name);
    }
  }

  await press("?");
  const dialog = page.getByRole("dialog", { name: /shortcuts/i });
  await expect(dialog).toBeVisible();
  for (const key of ["Enter", "Esc", "U", "D", "N", "P", "F6", "?"]) {
    await expect(dialog.locator("kbd").getByText(key, { exact: true })).toBeVisible();
  }
  await press("h");
  await expect(dialog).toBeVisible();
  const letters = dialog.getByRole("checkbox");
  for (
    let times = 0;
    times < 5 && !(await letters.evaluate((node) => node.matches(":focus")));
    times++
  )
    await press("Tab");
  await expect(letters).toBeFocused();
  await press("Space");
  await expect(letters).not.toBeChecked();
  await press("Escape");
  await expect(dialog).toBeHidden();
  const before = await region(page);
  await press("h");
  await press("m");
  expect(await region(page)).toBe(before);
  await press("F6");
  expect(await region(page)).not.toBe("");
});
