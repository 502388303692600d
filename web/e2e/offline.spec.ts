// The whole game from a folder of static files: after the first visit without a network and without a server.
// With VIAE_E2E_OFFLINE=all, as in `make nightly`, every variant is played to its end by four, on a phone too.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { Driver } from "./kit/driver";
import { VIAE } from "./kit/server";
import { Files, followWorker, makeSite, untilKept } from "./kit/site";
import { DESKTOP, expect, PHONE, QUICK, test as base, wish } from "./kit/test";

const test = base.extend<object, { files: Files }>({
  files: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const files = await new Files(makeSite()).start();
      await use(files);
      await files.stop();
      files.remove();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  baseURL: async ({ files }, use) => use(files.url),
});

test.use({ wishes: QUICK, serviceWorkers: "allow" });
test.describe.configure({ mode: "serial" }); // the server of files is stopped in between

const SENATOR = "bot:level-4";

/** A page that plays, and hears what its host tells it. */
async function newDriver(page: Page): Promise<Driver> {
  const driver = new Driver(page);
  await followWorker(page, (view) => driver.take(view));
  return driver;
}

/** First visit; then the line is cut and the server is gone. */
async function visitThenOffline(page: Page, files: Files): Promise<void> {
  await page.goto("");
  await untilKept(page, files);
  await page.context().setOffline(true);
  await files.stop();
  await page.reload();
}

async function online(context: BrowserContext, files: Files): Promise<void> {
  await files.start();
  await context.setOffline(false);
}

interface Wanted {
  board?: string;
  variant: string;
  players: 2 | 4;
}

/** A table against bots of level 4, by the form. */
async function newTable(page: Page, { board, variant, players }: Wanted): Promise<void> {
  const pick = async (group: string, name: string | RegExp) => {
    const choices = page.getByRole("group", { name: group, exact: true });
    await choices.getByRole("radio", { name, exact: true }).check();
  };
  await page.goto("#/new");
  if (board) await pick("Board", new RegExp(`^${board}`));
  await pick("Game", variant);
  await pick("Number of players", String(players));
  for (let seat = 2; seat <= players; seat++) {
    await page.getByLabel(`Who sits at seat ${seat}`).selectOption(SENATOR);
  }
  await page.getByRole("button", { name: "Start the game" }).click();
}

interface GameRecord {
  variant: string;
  players: string[];
  entries: unknown[];
  result: { scores: number[] };
}

/** Download the record by the page's menu and let `viae replay` check it. */
async function replayed(page: Page, file: string): Promise<{ record: GameRecord; said: string }> {
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download record" }).click();
  await (await coming).saveAs(file);
  const said = execFileSync(VIAE, ["replay", file], { encoding: "utf-8", stdio: "pipe" });
  return { record: JSON.parse(readFileSync(file, "utf-8")) as GameRecord, said };
}

const SMALL: Wanted = { board: "Ionium .small.", variant: "Concordia", players: 2 };
const VARIANTS = ["Concordia", "Venus", "Venus in teams"];
const GAMES = [
  { wanted: SMALL, name: "of two", viewport: DESKTOP, always: true },
  ...VARIANTS.flatMap((variant) => {
    const wanted: Wanted = { variant, players: 4 };
    return [
      { wanted, name: `of ${variant}`, viewport: DESKTOP, always: false },
      { wanted, name: `of ${variant} on a phone`, viewport: PHONE, always: false },
    ];
  }),
];

for (const { wanted, name, viewport, always } of GAMES) {
  test(`a whole game ${name} without a network`, async ({ page, files }, testInfo) => {
    test.skip(!always && process.env.VIAE_E2E_OFFLINE !== "all", "VIAE_E2E_OFFLINE=all plays it");
    await page.setViewportSize(viewport);
    const driver = await newDriver(page);
    await visitThenOffline(page, files);
    try {
      await newTable(page, wanted);
      await driver.ready();

      // In the middle of a turn the page is loaded again: everything is as it was.
      await driver.play(3);
      const before = await driver.choosing();
      driver.view = null;
      await page.reload();
      await driver.ready();
      expect((await driver.choosing()).game!.number).toBe(before.game!.number);

      const end = await driver.play();
      expect(end.table.status).toBe("finished");
      const { scores } = end.table.result!;
      await expect(page.getByRole("heading", { level: 1, name: /wins? with/ })).toBeVisible();
      const sums = page.locator("tfoot tr").first().locator("td");
      await expect(sums).toHaveText(scores.map(String));
      const { record, said } = await replayed(page, testInfo.outputPath("record.json"));
      expect(record.result.scores).toEqual(scores);
      expect(record.players.filter((player) => player === SENATOR)).toHaveLength(
        wanted.players - 1,
      );
      expect(said.trim()).toBe(`1 games, ${record.entries.length} entries, 0 failures`);
    } finally {
      await online(page.context(), files);
    }
  });
}

test("two tabs: one hosts the games, the other is told and can take over", async ({
  context,
  files,
}) => {
  const first = await context.newPage();
  const driver = await newDriver(first);
  await first.goto(files.url);
  await first.getByRole("button", { name: "Play now" }).click();
  await driver.ready();
  await driver.play(2);
  const { number } = (await driver.choosing()).game!;

  const second = await context.newPage();
  const other = await newDriver(second);
  await second.goto(first.url());
  await expect(second.getByText("Your games are open in another tab.")).toBeVisible();
  await second.getByRole("button", { name: "Play here instead" }).click();
  await expect(first.getByText("Your games are open in another tab.")).toBeVisible();
  await other.ready();
  expect((await other.choosing()).game!.number).toBe(number);
  await other.play(1);

  // Once the second one is closed, the first goes on by itself.
  const after = (await other.mine()).game!.number;
  driver.view = null;
  await second.close();
  await driver.until((view) => view.game!.number >= after);
});

test("a browser that is killed loses nothing", async ({ files }, testInfo) => {
  const folder = testInfo.outputPath("profile");
  const { launchOptions } = testInfo.project.use;
  const open = async () => {
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      locale: "en-GB",
    });
    await wish(context, QUICK);
    const page = context.pages()[0] ?? (await context.newPage());
    return { page, driver: await newDriver(page) };
  };
  const one = await open();
  await one.page.goto(files.url);
  await one.page.getByRole("button", { name: "Play now" }).click();
  await one.driver.ready();
  await one.driver.play(4);
  const { number } = (await one.driver.choosing()).game!;
  const address = one.page.url();
  process.kill(browserOf(folder), "SIGKILL");

  rmSync(join(folder, "SingletonLock"), { force: true });
  const two = await open();
  await two.page.goto(address);
  await two.driver.ready();
  expect((await two.driver.choosing()).game!.number).toBe(number);
  await two.driver.play(1);
  await two.page.context().close();
});

/** The process of the browser with this profile. */
function browserOf(folder: string): number {
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    let words: string[];
    try {
      words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
    } catch {
      continue; // it has ended
    }
    const ours = words.includes(`--user-data-dir=${folder}`);
    if (ours && !words.some((word) => word.startsWith("--type="))) return Number(name);
  }
  throw new Error("there is no such browser");
}
