// The folder of static files as browsers see it on a first visit: how much is sent, whether it can be installed,
// and what it says where something is missing. offline.spec.ts plays whole games in it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { CDPSession, Page } from "@playwright/test";
import { Driver } from "./kit/driver";
import { LANGUAGES, textIn } from "./kit/languages";
import { tableIsReady } from "./kit/scenes";
import { ROOT } from "./kit/server";
import { Files, followWorker, makeSite, untilKept } from "./kit/site";
import { DESKTOP, expect, PHONE, QUICK, test as base } from "./kit/test";

const FIRST_VISIT = 8_000_000; // bytes, as they are sent

const test = base.extend<object, { files: Files }>({
  files: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const files = await new Files(makeSite(), true).start();
      await use(files);
      await files.stop();
      files.remove();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  baseURL: async ({ files }, use) => use(files.url),
});

test.use({ wishes: QUICK, serviceWorkers: "allow" });
test.describe.configure({ mode: "serial" }); // one of them stops the server of files

interface AppManifest {
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; purpose: string }[];
  screenshots: { src: string; sizes: string; form_factor: string; label: string }[];
}

/** The real size of a picture, as in a manifest. */
const sizeOf = (page: Page, address: string) =>
  page.evaluate(async (url) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return `${picture.naturalWidth}x${picture.naturalHeight}`;
  }, address);

/** Axe on a desk and on a phone, light and dark. */
async function clean(page: Page, where: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        .setLegacyMode(true) // everything is in one frame
        .analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${id}: ${target.join(" ")}`),
      );
      expect.soft(found, `${where}, ${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

test("a first visit sends little, and then the page can be installed and starts without a network", async ({
  page,
  files,
  figure,
}) => {
  await page.goto("");
  await untilKept(page, files);
  const sent = [...files.sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  figure("a first visit without a server, bytes in gzip", { sent, bar: FIRST_VISIT });
  const interpreter = [...files.sent.keys()].find((path) => path.endsWith("/pyodide.asm.wasm"))!;
  expect(files.sent.get(interpreter)).toBeGreaterThan(3_000_000); // Python was counted
  expect(sent).toBeLessThanOrEqual(FIRST_VISIT);

  // What browsers ask for before they offer to install a page.
  const browser = await page.context().newCDPSession(page);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  const missing = installabilityErrors.map((one) => one.errorId);
  expect(missing.filter((one) => one !== "in-incognito")).toEqual([]); // as this very test is
  const { url, errors } = await browser.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const app = await page.evaluate(async (address) => (await fetch(address)).json(), url);
  const { name, start_url, scope, display, icons, screenshots } = app as AppManifest;
  expect(name).toBe("Viae");
  expect(display).toBe("standalone");
  expect(new URL(start_url, url).href).toBe(files.url);
  expect(new URL(scope, url).href).toBe(files.url);
  const sizes = icons.map((icon) => `${icon.purpose} ${icon.sizes}`);
  expect(sizes).toEqual(expect.arrayContaining(["any 192x192", "any 512x512", "maskable 512x512"]));
  for (const { src, sizes } of [...icons, ...screenshots]) {
    if (sizes !== "any") expect(await sizeOf(page, new URL(src, url).href), src).toBe(sizes);
  }
  expect(screenshots.map((one) => one.form_factor).sort()).toEqual(["narrow", "wide"]);

  await page.context().setOffline(true);
  await files.stop();
  try {
    const started = await page.goto(new URL(start_url, url).href);
    expect(started?.fromServiceWorker()).toBe(true);
    await expect(page.getByRole("button", { name: "Play now" })).toBeVisible();
    await clean(page, "lobby without a network");
  } finally {
    await files.start();
    await page.context().setOffline(false);
  }
});

const MISSING = {
  wasm: () => void Reflect.deleteProperty(globalThis, "WebAssembly"),
  storage: () => void Object.defineProperty(globalThis, "indexedDB", { value: null }),
};

for (const [what, take] of Object.entries(MISSING)) {
  test(`without ${what} the page says so in every language, and the rules can be read`, async ({
    page,
  }) => {
    await page.addInitScript(take);
    for (const language of LANGUAGES) {
      await page.addInitScript(
        (wishes) => localStorage.setItem("viae.settings", JSON.stringify(wishes)),
        { ...QUICK, language },
      );
      await page.goto("./");
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const said = textIn(language, `frame.local.fault.${what}`);
      await expect(page.getByRole("status").filter({ hasText: said })).toBeVisible();
      if (language === "en") {
        await clean(page, `without ${what}`);
        await page.getByRole("button", { name: "Play now" }).click();
        const alarm = page.getByRole("alert").filter({ hasText: "This browser" });
        await expect(alarm.first()).toBeVisible();
      }
      await page.goto("#/rules");
      await page.setViewportSize(PHONE);
      await expect(
        page.getByRole("heading", { level: 1, name: textIn(language, "frame.rules") }),
      ).toBeVisible();
      await page.getByRole("navigation").getByRole("link").first().click();
      await expect(page.locator("article h1")).toBeVisible();
    }
  });
}

test("links lead where they say: by pointer, by key, and opened in another tab", async ({
  page,
}) => {
  await page.goto("./");
  const links = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
  for (const [name, path] of [
    ["Rules", "/rules"],
    ["Learn", "/learn"],
    ["Rules", "/rules"],
    ["Play", "/"],
  ] as const) {
    const link = links.getByText(name, { exact: true });
    await link.hover();
    await link.click();
    await expect(page).toHaveURL((url) => url.hash === `#${path}`);
    await expect(link).toHaveAttribute("aria-current", "page");
  }
  const rules = links.getByText("Rules", { exact: true });
  await rules.hover();
  await rules.focus();
  await rules.press("Enter");
  await expect(page.locator("article h1")).toBeVisible();
  const copied = await rules.evaluate((link: HTMLAnchorElement) => link.href);
  const other = await page.context().newPage();
  await other.goto(copied);
  await expect(other.locator("article h1")).toBeVisible();
});

test("a record runs in a frame: steps, entries, and why one is refused", async ({
  page,
  files,
}) => {
  const record = readFileSync(join(ROOT, "docs", "examples", "opening.json"), "utf8");
  const { entries } = JSON.parse(record) as { entries: string[] };
  await page.goto(`${files.url}#/embed?${new URLSearchParams({ document: record, at: "4" })}`);
  const entry = page.locator("code");
  await expect(entry).toHaveText(entries[3]!);
  await page.getByRole("button", { name: "One action back" }).click();
  await expect(entry).toHaveText(entries[2]!);
  await page.getByRole("button", { name: "One action forward" }).click();

  const field = page.getByLabel("An entry in the notation");
  await field.fill("1: build roma");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(entry).toHaveText(entries[3]!);
  await field.fill("play tribune");
  await field.press("Enter");
  await expect(entry).toHaveText("1: play tribune");
  await expect(page.getByRole("alert")).toBeHidden();
  await clean(page, "a board in a frame");
  // It hosts nothing: other frames and tabs have the games.
  expect(await page.evaluate(async () => (await navigator.locks.query()).held)).toEqual([]);
});

/** Let the browser have this much room for the page; without a number, as much as there is. */
async function room(session: CDPSession, files: Files, quotaSize?: number): Promise<void> {
  const { origin } = new URL(files.url);
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
}

test("a device without room refuses the entry, loses nothing, and goes on once there is room", async ({
  page,
  files,
  complaints,
}) => {
  // Browsers look for room only now and then: it takes them half a minute to notice that there is none.
  test.skip(process.env.VIAE_E2E_OFFLINE !== "all", "VIAE_E2E_OFFLINE=all waits for it");
  complaints.allow(/QuotaExceeded/);
  const driver = new Driver(page);
  await followWorker(page, (view) => driver.take(view));
  await page.goto("");
  await untilKept(page, files);
  await page.getByRole("button", { name: "Play now" }).click();
  await driver.ready();
  await driver.play(2);

  const session = await page.context().newCDPSession(page);
  await room(session, files, 1);
  const status = page.getByRole("status").filter({ hasText: "This device has no space left" });
  const noticed = status.waitFor({ timeout: 180_000 }).then(() => "noticed");
  let entered = driver.play(1);
  while ((await Promise.race([entered, noticed])) !== "noticed") {
    await page.waitForTimeout(1000); // so that the game is not over before the browser looks
    entered = driver.play(1);
  }
  await expect(status).toContainText("nothing new can be saved");
  const { number } = driver.view!.game!;
  await clean(page, "a table on a full device");
  await page.setViewportSize(DESKTOP);
  expect(driver.view!.game!.number).toBe(number);
  await page.reload();
  await expect(status).toContainText("the game cannot start");

  await room(session, files);
  driver.view = null;
  await status.getByRole("button").click();
  await driver.until((view) => view.game!.number === number);
  await tableIsReady(page);
  await driver.play(1);
  await entered; // it has waited all the time
  await expect(status).toBeHidden();
});
