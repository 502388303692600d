// The lobby's lists, and what can be done with a table besides playing.
import { asGuest, bot, ME, OPEN } from "./kit/api";
import { Driver } from "./kit/driver";
import { choose } from "./kit/policy";
import { expect, QUICK, test } from "./kit/test";

test("the lobby lists one's turns, one's tables, open tables and games to watch", async ({
  page,
  newPerson,
}) => {
  // Tables of other tests are called after roads.
  const other = await newPerson();
  const marcus = await asGuest(other, "Marcus");
  await marcus.newTable([ME, OPEN], { name: "Forum Boarium", visibility: "public" });
  await marcus.newTable([ME, bot("random")], { name: "Circus Maximus", visibility: "public" });

  const api = await asGuest(page, "Livia");
  const mine = await api.newTable([ME, bot("random")], { name: "Ludus Magnus", shuffle: false });
  await page.goto("/");
  const part = (name: string) => page.getByRole("region", { name });
  await expect(part("Your turn")).toContainText("Ludus Magnus");
  await expect(part("Open tables")).toContainText("Forum Boarium");
  await expect(part("Games to watch")).toContainText("Circus Maximus");
  await expect(page).toHaveTitle(/^\(1\)/);

  await part("Open tables").getByLabel("Pace").selectOption("days");
  await expect(part("Open tables")).toContainText("No open table matches.");
  await part("Open tables").getByLabel("Pace").selectOption("");

  await part("Games to watch")
    .getByRole("article")
    .filter({ hasText: "Circus Maximus" })
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Circus Maximus");
  await expect(page.locator(".board .hit").first()).toBeAttached();
  await expect(page.locator('[data-region="hand"]')).toHaveCount(0);
  await page.goBack();

  await part("Open tables")
    .getByRole("button", { name: /Forum Boarium/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forum Boarium");
  await expect(page.getByText("Waiting for Marcus to start the game")).toBeVisible();
  expect(mine.table.status).toBe("running");
});

test.describe("at the table", () => {
  test.use({ wishes: QUICK });

  test("resigning ends a game against bots with a result, and a rematch is set up", async ({
    page,
  }) => {
    const api = await asGuest(page, "Livia");
    const made = await api.newTable([ME, bot("random")], {});
    const driver = new Driver(page);
    await page.goto(`/t/${made.table.id}`);
    await driver.ready();
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    const dialog = page.getByRole("dialog");
    await menu.click();
    await page.getByRole("button", { name: "Resign…" }).click();
    await expect(dialog).toContainText("Only bots will be left, so the game ends at once.");
    await expect(menu).toHaveAttribute("aria-expanded", "false");
    await dialog.getByRole("button", { name: "Play on" }).click();
    await expect(menu).toBeFocused();
    await menu.click();
    await page.getByRole("button", { name: "Resign…" }).click();
    await dialog.getByRole("button", { name: "Resign", exact: true }).click();
    const { table } = await driver.until((view) => view.table.status === "finished");
    expect(table.result).toBeTruthy();
    await page.locator("#main").getByRole("button", { name: "Rematch" }).click();
    await expect(page).not.toHaveURL(new RegExp(made.table.id));
    await expect(page).toHaveURL(/\/t\/\w+$/);
  });

  test("the menu stays open while bots move and a turn begins", async ({ page }) => {
    const api = await asGuest(page, "Livia");
    const made = await api.newTable([ME, bot("random"), bot("random")], { shuffle: false });
    const driver = new Driver(page);
    await page.goto(`/t/${made.table.id}`);
    await driver.ready();
    const { game } = await driver.mine();
    const turn = game!.turn.number;
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    await menu.click();
    await expect(menu).toHaveAttribute("aria-expanded", "true");

    // The turn ends from elsewhere, the bots play theirs, the next one of one's own begins.
    await api.playUntil(
      made.table.id,
      choose,
      (view) => view.you.decides && view.game!.turn.number > turn,
    );
    await driver.shown(({ you, game }) => you.decides && game!.turn.number > turn);
    await expect(driver.panel.getByRole("heading", { name: "Your turn" })).toBeVisible();
    await expect(menu).toHaveAttribute("aria-expanded", "true");
    await page.getByRole("button", { name: "Resign…" }).click();
    await expect(page.getByRole("dialog", { name: /Resign/ })).toBeVisible();
  });
});
