// A lost line in the middle of a turn: nothing is lost, nothing is played twice.
import { Api, asGuest, bot, ME } from "./kit/api";
import { Driver } from "./kit/driver";
import { choose } from "./kit/policy";
import { Server } from "./kit/server";
import { expect, QUICK, test } from "./kit/test";

const GONE = /WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION/;

test.describe("a server that goes and comes back", () => {
  let own: Server;
  test.beforeAll(async () => {
    own = await new Server().start();
  });
  test.afterAll(() => own.stop());
  test.use({ wishes: { ...QUICK, skipEmpty: false } });

  test("killed in mid-turn", async ({ page, complaints }) => {
    complaints.allow(GONE);
    const api = await new Api(page.request, own.url).guest("Livia");
    const made = await api.newTable([ME, bot("greedy")], { shuffle: false, board: "italia" });
    const driver = new Driver(page);
    await page.goto(`${own.url}/t/${made.table.id}`);
    await driver.ready();
    const view = await driver.mine();
    await driver.enter(view.you.legal.find((one) => one.entry === "play architect")!);
    await driver.until((now) => now.game!.decision.kind === "architect");
    const before = driver.view!.game!;

    await own.kill();
    await expect(page.getByText("offline")).toBeVisible();
    await expect(page.getByText(/Reconnecting, attempt \d/)).toBeVisible();
    // What is chosen while the server is away is sent when it is back, once.
    await driver.panel.locator("button.choice[aria-expanded]").first().click();
    const chip = driver.panel.locator('button.choice[data-entry^="move "]').first();
    const entry = (await chip.getAttribute("data-entry"))!;
    await chip.click();
    await own.start();
    await expect(page.getByText("live", { exact: true })).toBeVisible();
    await driver.until((now) => now.game!.entries === before.entries + 1);

    const told = await api.get<{ entries: { entry: string }[] }>(
      `/api/tables/${made.table.id}/history`,
    );
    expect(told.entries.map((one) => one.entry)).toEqual(["play architect", entry]);
    await driver.panel.locator('[data-act="done"]').click();
    await driver.until((now) => now.game!.entries >= before.entries + 2);
  });
});

test.describe("a browser without a line", () => {
  test.use({ wishes: QUICK });

  test("loads what was missing", async ({ page, complaints }) => {
    complaints.allow(/ERR_FAILED/);
    const api = await asGuest(page, "Livia");
    const made = await api.newTable([ME, bot("greedy")], { shuffle: false, board: "italia" });
    let refused = 0;
    const hints = "**/assets/HintBox-*.js";
    await page.route(hints, (route) => ((refused += 1), route.abort()));
    await page.goto(`/t/${made.table.id}`);
    await expect.poll(() => refused).toBeGreaterThan(2); // announced, imported, and imported again
    await page.unroute(hints);
    await expect(page.getByRole("button", { name: "Hint" })).toBeVisible();
  });

  test("goes on where it was", async ({ page, context, complaints }) => {
    complaints.allow(GONE);
    const api = await asGuest(page, "Livia");
    const made = await api.newTable([ME, bot("greedy")], { shuffle: false, board: "italia" });
    const driver = new Driver(page);
    await page.goto(`/t/${made.table.id}`);
    await driver.ready();
    const view = await driver.mine();
    await driver.enter(view.you.legal.find((one) => one.entry === "play prefect")!);
    const { game } = await driver.until((now) => now.game!.decision.kind === "prefect");
    const choice = choose(driver.view!);
    await context.setOffline(true);
    await expect(page.getByText("offline")).toBeVisible();
    await driver.panel.locator(`button.choice[data-entry="${choice.entry}"]`).click();
    await driver.send(choice.entry);
    await context.setOffline(false);
    await expect(page.getByText("live", { exact: true })).toBeVisible();
    await driver.until((now) => now.game!.number > game!.number);
    await driver.play(8);
    const told = await api.get<{ entries: { actor: number; entry: string }[] }>(
      `/api/tables/${made.table.id}/history`,
    );
    expect(told.entries.slice(0, 3).map(({ actor, entry }) => `${actor}: ${entry}`)).toEqual([
      "0: play prefect",
      `0: ${choice.entry}`,
      expect.stringMatching(/^1: play /),
    ]);
  });
});
