// One's own turn on the board, with undo, and with a question before its end.
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

  // A build beside what the turn has cost so far says more than one line; the choice stays where it is.
  const build = moved.you.legal.find((one) => one.kind === "build")!;
  await driver.board.hover({ position: { x: 5, y: 5 } });
  const choice = panel.locator(`button.choice[data-entry="${build.entry}"]`);
  const place = await choice.boundingBox();
  await choice.hover();
  await expect(panel.locator(".turn.over")).toBeVisible();
  expect(await choice.boundingBox()).toEqual(place);

  // Back, and once more back: the card is in the hand again.
  await panel.locator('[data-act="undo"]').click();
  await driver.until((now) => now.game!.entries === view.game!.entries);
  await expect(panel.locator('[data-act="undo"]')).toBeEnabled();
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
