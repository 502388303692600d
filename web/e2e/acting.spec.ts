// One's own turn: by board, by keys alone, with undo and with a question before its end.
import type { View } from "../src/lib/types";
import { asGuest, bot, ME } from "./kit/api";
import { Driver } from "./kit/driver";
import { expect, test } from "./kit/test";

const SLOW = { speed: "none", motion: false }; // asks before the end of a turn

test.use({ wishes: SLOW });

async function begin(driver: Driver): Promise<View> {
  const { page } = driver;
  const api = await asGuest(page, "Livia");
  const made = await api.newTable([ME, bot("greedy")], { board: "italia", shuffle: false });
  await page.goto(`/t/${made.table.id}`);
  await driver.ready();
  return driver.mine();
}

test("an architect's turn on the board, with undo", async ({ page }) => {
  const driver = new Driver(page);
  await begin(driver);
  await driver.hand.locator('[data-card="architect"]').click({ position: { x: 10, y: 40 } });
  await driver.send("play architect");
  const view = await driver.until((now) => now.game!.decision.kind === "architect");
  const { panel } = driver;

  // Pick a colonist on the board, then a place where a house could be built.
  const legal = view.you.legal;
  const move = legal.find((one) => one.kind === "move" && one.steps === 1)!;
  await driver.spot(`colonist:0:${move.colonist}:${move.from}`).click();
  await driver.spot(`${move.colonist}:${move.to}`).click();
  const moved = await driver.until((now) => now.game!.number > view.game!.number);
  expect(moved.game!.players[0]!.colonists).toContainEqual({ kind: move.colonist, at: move.to });
  await expect(driver.spot(`${move.colonist}:${move.to}`)).toHaveAttribute("aria-label", /Livia/);

  // Back, and once more back: the card is in the hand again.
  await panel.locator('[data-act="undo"]').click();
  await driver.until((now) => now.game!.entries === view.game!.entries);
  await page.keyboard.press("u");
  await driver.until((now) => now.game!.entries === 0);
  await expect(driver.hand.locator('[data-card="architect"]')).toBeVisible();
  await expect(panel.getByRole("heading")).toHaveText("Your turn");
});

test("the end of a turn is asked for, and what it costs is said before", async ({ page }) => {
  const driver = new Driver(page);
  await begin(driver);
  await driver.hand.locator('[data-card="mercator"]').click({ position: { x: 10, y: 40 } });
  await expect(driver.panel.locator('[data-act="send"]')).toHaveAttribute(
    "data-entry",
    "play mercator",
  );
  await driver.send("play mercator");
  const view = await driver.until((now) => now.game!.decision.kind === "mercator");
  const coins = view.game!.players[0]!.coins;
  const row = driver.panel.locator("li.trade").nth(4);
  await row.locator(".stepper button").first().click();
  await expect(row.getByRole("spinbutton")).toHaveAttribute("aria-valuenow", "-1");
  await expect(driver.panel.locator(".sum")).toContainText(`${coins} → ${coins + 7}`);
  await driver.send("sell 1 cloth");
  await driver.until((now) => now.game!.players[0]!.coins === coins + 7);
  await driver.panel.locator('[data-act="done"]').click();
  await expect(driver.panel.locator('[data-act="send"][data-entry="done"]')).toBeVisible();
  await driver.panel.locator('[data-act="back"]').click();
  await expect(driver.panel.locator('[data-act="send"]')).toHaveCount(0);
  await driver.panel.locator('[data-act="done"]').click();
  await driver.send("done");
  await driver.until((now) => now.game!.turn.number > view.game!.turn.number);
});

test("a turn by keys alone", async ({ page }) => {
  const driver = new Driver(page);
  const view = await begin(driver);
  const keys = page.keyboard;
  // No pointer: it rests in a corner.
  const cards = [...new Set(view.you.legal.map((one) => one.card))];
  await expect(driver.panel.getByRole("heading", { level: 2 })).toBeFocused();

  // A digit picks the card of that number, Enter plays it.
  await keys.press(String(cards.indexOf("architect") + 1));
  await expect(driver.panel.locator('[data-act="send"]')).toHaveAttribute(
    "data-entry",
    "play architect",
  );
  for (let press = 0; press < 20; press++) {
    if (driver.view!.game!.decision.kind === "architect") break;
    await keys.press("Tab");
    const entry = await page.evaluate(() => document.activeElement?.getAttribute("data-act"));
    if (entry === "send") {
      await keys.press("Enter");
      break;
    }
  }
  await driver.until((now) => now.game!.decision.kind === "architect");

  // B leads to the board, N through what can be done there, Enter picks it.
  await expect(driver.panel.getByRole("heading", { level: 2 })).toBeFocused();
  await keys.press("b");
  const here = () => page.evaluate(() => document.activeElement?.getAttribute("data-key") ?? "");
  await expect.poll(here).not.toBe("");
  for (let press = 0; press < 8 && !(await here()).startsWith("colonist:0"); press++) {
    await keys.press("n");
  }
  expect(await here()).toMatch(/^colonist:0/);
  await keys.press("Enter");
  await keys.press("n");
  for (let press = 0; press < 60 && !/^(land|sea):/.test(await here()); press++) {
    await keys.press("n");
  }
  expect(await here()).toMatch(/^(land|sea):/);
  await keys.press("Enter");
  await driver.until((now) => now.game!.entries === 2);

  // U takes back, D ends, Enter confirms.
  await keys.press("u");
  await driver.until((now) => now.game!.entries === 1);
  await keys.press("d");
  await expect(driver.panel.locator('[data-act="send"][data-entry="done"]')).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await keys.press("Enter");
  await driver.until((now) => now.game!.turn.number > 1);

  // F6 walks through the parts of the page, ? explains the keys.
  await driver.mine();
  const region = () =>
    page.evaluate(
      () => document.activeElement?.closest("[data-region]")?.getAttribute("data-region") ?? "",
    );
  const seen = new Set<string>();
  for (let press = 0; press < 9; press++) {
    await keys.press("F6");
    seen.add(await region());
  }
  for (const part of ["panel", "board", "hand", "display", "players", "log"]) {
    expect([...seen]).toContain(part);
  }
  await keys.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await keys.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
