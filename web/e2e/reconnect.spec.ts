// A lost line in the middle of a turn: nothing is lost, nothing is played twice.
import { asGuest, bot, ME } from "./kit/api";
import { Driver } from "./kit/driver";
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
    test.setTimeout(120_000);
    await page.goto(own.url);
    const { newKey, Api } = await import("./kit/api");
    const api = new Api({
      fetch: (path: string, options: object) => page.request.fetch(own.url + path, options),
    } as never);
    await api.guest("Livia");
    expect(newKey()).toMatch(/^[0-9a-f]{24}$/);
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
    await expect(page.getByText("live", { exact: true })).toBeVisible({ timeout: 30_000 });
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

  test("goes on where it was", async ({ page, context, complaints }) => {
    complaints.allow(GONE);
    const api = await asGuest(page, "Livia");
    const made = await api.newTable([ME, bot("greedy")], { shuffle: false, board: "italia" });
    const driver = new Driver(page);
    await page.goto(`/t/${made.table.id}`);
    await driver.ready();
    const view = await driver.mine();
    await driver.enter(view.you.legal.find((one) => one.entry === "play prefect")!);
    await context.setOffline(true);
    await page.waitForTimeout(1500);
    await context.setOffline(false);
    await driver.play(12);
    const { game } = await api.view(made.table.id);
    await driver.until((now) => now.game!.number >= game!.number);
  });
});
