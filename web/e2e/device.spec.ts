// Games of a device, from a folder of static files: what is kept, moved and told. offline.spec.ts plays whole games,
// site.spec.ts looks at a first visit.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { clean } from "./kit/clean";
import { Driver } from "./kit/driver";
import { boardIsThere, EXAMPLES, tableIsReady } from "./kit/scenes";
import { ROOT } from "./kit/server";
import { Files, followWorker, makeSite, untilKept } from "./kit/site";
import { expect, PHONE, QUICK, test as base, wish } from "./kit/test";

const test = base.extend<{ files: Files; device: () => Promise<Page> }>({
  // eslint-disable-next-line no-empty-pattern
  files: async ({}, use) => {
    const files = await new Files(makeSite()).start();
    await use(files);
    await files.stop();
    files.remove();
  },
  baseURL: async ({ files }, use) => use(files.url),
  /** Another device, which has never been here. */
  device: async ({ browser, files, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({
        baseURL: files.url,
        locale: "en-GB",
        timezoneId: "UTC",
      });
      contexts.push(context);
      await wish(context, QUICK);
      context.on("page", (page) => complaints.follow(page));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

test.use({ wishes: QUICK, serviceWorkers: "allow" });

async function newDriver(page: Page): Promise<Driver> {
  const driver = new Driver(page);
  await followWorker(page, (view) => driver.take(view));
  return driver;
}

/** Play against bots by one click. */
async function playNow(page: Page, driver: Driver): Promise<void> {
  await page.getByRole("button", { name: "Play now" }).click();
  await driver.ready();
}

test("on a first visit the page says what has come, and everything without a table can be used", async ({
  page,
  files,
}) => {
  await page.setViewportSize(PHONE);
  const release = files.hold(/\/pyodide\.asm\.wasm$/);
  await page.goto("");
  const bar = page.getByRole("progressbar", { name: /^Getting .* \d+\.\d of 1\d\.\d MB$/ });
  await expect(bar).toHaveAttribute("max", /^1\d{7}$/); // bytes
  await clean(page);

  await page.goto("#/rules/architect");
  await expect(page.locator("article h1")).toHaveText("Architect");
  await page.goto("#/learn");
  const title = page.locator("section.coach").getByRole("heading", { level: 1 });
  const first = (await title.textContent())!;
  await page.locator('[data-act="next"]').click();
  await expect(title).not.toHaveText(first);
  await page.locator('[data-act="next"]').click();
  const third = (await title.textContent())!;
  await clean(page);
  await page.goto("#/");
  await page.getByRole("button", { name: "Play now" }).click();

  // Whoever reads or waits when the rest has come has the table, and one only.
  release();
  await tableIsReady(page);
  await page.goto("#/learn");
  await boardIsThere(page);
  await expect(title).toHaveText(third);
});

test("all games of a device go to another one in a file", async ({ page, device }, testInfo) => {
  const driver = await newDriver(page);
  await page.goto("");
  await playNow(page, driver);
  await driver.play(3);
  const { number } = (await driver.choosing()).game!;
  const address = new URL(page.url()).hash;
  await page.goto("#/");
  await playNow(page, driver);

  const file = testInfo.outputPath("games.json");
  await page.goto("#/settings");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save all games" }).click();
  await (await coming).saveAs(file);
  await expect(page.getByText("2 games were saved.")).toBeVisible();

  const other = await device();
  const there = await newDriver(other);
  await other.goto("#/settings");
  const input = other.getByLabel("Import games from a file");
  const alarm = other.getByRole("alert").filter({ hasText: /\S/ });
  const bring = (name: string, text: string) =>
    input.setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await bring("notes.txt", "no games at all");
  await expect(alarm).toContainText("damaged or contains no games");
  const saved = readFileSync(file, "utf8");
  await bring("games.json", saved.replace(": play ", ": steal "));
  await expect(alarm).toContainText("damaged");
  await input.setInputFiles(file);
  await expect(other.getByText("2 games were imported.")).toBeVisible();
  await expect(alarm).toBeHidden();
  await input.setInputFiles(file);
  await expect(other.getByText("All of these games were here already.")).toBeVisible();

  // The same person goes on with the same game.
  await other.goto(address);
  await there.ready();
  expect((await there.choosing()).game!.number).toBe(number);
  await there.play(1);
});

test("a game is copied to a server, and from there to this device", async ({
  page,
  context,
  server,
}) => {
  const driver = await newDriver(page);
  await page.goto("#/settings");
  await page.getByLabel("Your server").fill(server.url);
  await page.getByLabel("Your server").blur();
  await page.goto("#/new");
  await page.getByRole("switch", { name: "Open hands" }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  await driver.ready();
  await driver.play(4);
  const { entries } = (await driver.choosing()).game!;

  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Copy to the server" }).click();
  const there = await opening;
  const study = new Driver(there);
  await there.getByLabel("Your name").fill("Livia");
  await there.getByRole("button", { name: "Open", exact: true }).click();
  await study.ready();
  expect(there.url().startsWith(`${server.url}/t/`)).toBe(true);
  expect(study.view!.table.kind).toBe("study");
  expect(study.view!.game!.entries).toBe(entries);

  const back = await newDriver(there);
  await there.getByRole("button", { name: "Menu", exact: true }).click();
  await there.getByRole("button", { name: "Open on this device" }).click();
  await there.getByRole("button", { name: "Open", exact: true }).click();
  await expect(there).toHaveURL(/\/local\.html#\/t\/\w+$/);
  await back.until((view) => view.game!.entries === entries);
  await tableIsReady(there);
});

test("a bot's thinking is shown, holds up nothing, and can be cut short", async ({ page }) => {
  const driver = await newDriver(page);
  // Bots would think for ten minutes, and the device has cores.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message: { kind: string; arguments?: string }) {
      const longer = message.arguments
        ?.replace('"bot":"level-8"', '"bot":"search:nodes=1000000"')
        .replace(/"seconds":2\b/, '"seconds":600');
      post.call(this, longer ? { ...message, arguments: longer } : message);
    };
  });
  await page.goto("");
  await page.getByLabel("Opponents").selectOption("level-8");
  await playNow(page, driver);
  const own = driver.view!.you.seats[0];
  while (driver.view!.game!.turn.seat === own) await driver.play(1);
  const progress = driver.panel.getByRole("progressbar");
  const value = async () => Number(await progress.getAttribute("value"));
  await expect(progress).toBeVisible();
  const before = await value();
  await expect.poll(value).toBeGreaterThan(before);
  const table = driver.view!.table.id;

  // Another table is played while it thinks, by a worker of its own.
  const address = new URL(page.url()).hash;
  await page.goto("#/");
  await page.getByLabel("Opponents").selectOption("level-2");
  await playNow(page, driver);
  await driver.play(4);
  const thinkers = () => page.workers().filter((one) => one.url().includes("task.worker"));
  expect(thinkers().length).toBe(2);

  await page.goto(address);
  await driver.until((view) => view.table.id === table);
  await expect(progress).toBeVisible();
  const hurry = driver.panel.locator('[data-act="hurry"]');
  const { seat } = driver.view!.game!.decision;
  await hurry.click();
  await driver.until((view) => view.game!.decision.seat !== seat);
});

/** Another version comes to the same place: another page, and another Python. */
function deploy(folder: string, edition: string): void {
  const index = join(folder, "index.html");
  const assets = join(folder, "assets");
  const python = readdirSync(assets).find((name) => /^python-[0-9a-f]{8}$/.test(name))!;
  const named = `python-${edition.repeat(8)}`;
  renameSync(join(assets, python), join(assets, named));
  const page = readFileSync(index, "utf8").replaceAll(python, named);
  writeFileSync(index, page.replace("<html ", `<html data-edition="${edition}" `));
  const tool = join(ROOT, "web", "tools", "precache.mjs");
  const make =
    "const [, tool, to] = process.argv; await (await import(tool)).serviceWorker(to, false);";
  execFileSync("node", ["--input-type=module", "--eval", make, tool, folder], { stdio: "pipe" });
}

test("a new version is told, and comes as a whole when one wants", async ({
  page,
  context,
  files,
}) => {
  const edition = (of: Page) =>
    of.evaluate(() => document.documentElement.dataset.edition ?? "first");
  const pythons = (of: Page) =>
    of.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()));
      const found = all.flat().map(({ url }) => /\/(python-\w+)\//.exec(url)?.[1] ?? "");
      return [...new Set(found)].filter(Boolean).sort();
    });
  const driver = await newDriver(page);
  await page.goto("");
  await untilKept(page, files);
  await playNow(page, driver);
  await driver.play(2);
  const { number } = (await driver.choosing()).game!;
  const [first] = await pythons(page);

  deploy(files.folder, "2");
  const news = page.getByRole("status").filter({ hasText: "A new version of Viae is ready." });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(news).toBeVisible();
  expect(await pythons(page)).toEqual([first, "python-22222222"].sort()); // it has come as a whole
  await clean(page);

  // Until then everything is the first version, though it is gone from the server.
  driver.view = null;
  await page.reload();
  await driver.ready();
  expect(await edition(page)).toBe("first");
  expect((await driver.choosing()).game!.number).toBe(number);
  await driver.play(1);
  const second = await context.newPage();
  await second.goto(files.url);
  expect(await edition(second)).toBe("first");

  await page.bringToFront();
  page.once("framenavigated", () => (driver.view = null)); // the new page sends one of its own
  await news.getByRole("button").click();
  await expect.poll(() => edition(page).catch(() => "")).toBe("2");
  await expect.poll(() => edition(second).catch(() => "")).toBe("2");
  // Both tabs start again, and either may come first to the games.
  const here = page.getByRole("button", { name: "Play here instead" });
  await expect.poll(async () => driver.view !== null || (await here.isVisible())).toBe(true);
  if (driver.view === null) await here.click();
  await driver.until((view) => view.game!.number > number);
  await driver.ready();
  await expect(news).toBeHidden();
  await driver.play(1);
  expect(await pythons(page)).toEqual(["python-22222222"]);
});

test("a page never gets the Python of another version", async ({ page, files, complaints }) => {
  complaints.allow(/404|Failed to load/);
  // The page comes from a cache, and everything else is newer.
  const index = readFileSync(join(files.folder, "index.html"), "utf8");
  deploy(files.folder, "2");
  await page.route(files.url, (route) => route.fulfill({ body: index, contentType: "text/html" }));
  await page.goto("");
  const said = page
    .getByRole("status")
    .filter({ hasText: "A part of the game could not be loaded" });
  await expect(said).toBeVisible();
  await page.unroute(files.url);
  await said.getByRole("button").click();
  await expect(said).toBeHidden();
  await page.getByRole("button", { name: "Play now" }).click();
  await tableIsReady(page);
});

test("a server's page for games without it starts whatever has become of the server", async ({
  page,
  files,
  complaints,
}) => {
  complaints.allow(/502/);
  rmSync(files.folder, { recursive: true });
  cpSync(join(ROOT, "src", "viae", "server", "web"), files.folder, { recursive: true });
  const driver = await newDriver(page);
  await page.goto("local.html");
  await untilKept(page, files);
  await playNow(page, driver);
  files.status = 502; // as a proxy says whose server is gone
  driver.view = null;
  await page.reload();
  await driver.ready();
  await driver.play(1);
});

test("a board in the documentation is loaded by a click only", async ({ page, files }) => {
  // As `make docs` puts it: the board's folder beside the pages.
  const inside = readdirSync(files.folder);
  mkdirSync(join(files.folder, "viae"));
  for (const name of inside) {
    renameSync(join(files.folder, name), join(files.folder, "viae", name));
  }
  const docs = join(ROOT, "docs");
  for (const name of ["javascripts", "stylesheets", "examples"]) {
    cpSync(join(docs, name), join(files.folder, name), { recursive: true });
  }
  const text = readFileSync(join(docs, "rules", "turn.md"), "utf8");
  const place = /<div class="live-board".*<\/div>/.exec(text)![0];
  mkdirSync(join(files.folder, "rules"));
  writeFileSync(
    join(files.folder, "rules", "index.html"),
    `<!doctype html><meta charset="utf-8" /><title>Rules</title><link rel="icon" href="data:," />
    <link rel="stylesheet" href="../stylesheets/viae.css" />${place}
    <script src="../javascripts/live-board.js"></script>`,
  );
  await page.goto("rules/index.html");
  const button = page.getByRole("button", { name: "See Livia’s turn on a board" });
  await expect(button).toBeVisible();
  const ofBoard = () => files.asked.filter((path) => path.startsWith("/games/viae/viae/"));
  expect(ofBoard()).toEqual([]);
  await button.click();
  const board = page.frameLocator("iframe");
  const record = readFileSync(join(EXAMPLES, "opening.json"), "utf8");
  const { entries } = JSON.parse(record) as { entries: string[] };
  await expect(board.locator("code")).toHaveText(entries[3]!);
  await board.getByRole("button", { name: "One action forward" }).click();
  await expect(board.locator("code")).toHaveText(entries[4]!);
  await expect(board.locator(".board .hit").first()).toBeAttached();
  expect(ofBoard()).not.toEqual([]);
});
