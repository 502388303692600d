// The server of the pictures with its prepared people and games, and how a picture is taken.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ROOT, Server } from "../kit/server";
import { expect, test as base, type Settings } from "../kit/test";

const PORT = 8640;
const SECRET = "the pictures need no secret but one";

interface World {
  now: number;
  people: Record<string, { id: string; cookie: string }>;
  tables: Record<string, { id: string; key: string; entries?: number }>;
}

export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
  wide: { width: 2560, height: 1440 },
} as const;
export type Size = keyof typeof SIZES;

/** Where the pictures are put before they are made small. */
export const RAW = join(tmpdir(), "viae-shots-raw");

interface WorkerFixtures {
  server: Server;
  world: World;
  /** The others are there: somebody watches each of the tables for them. */
  company: null;
}

export interface Wanted {
  size: Size;
  themes?: ("light" | "dark")[];
  language?: "en" | "de" | "ru";
  /** The role of the person who looks; nobody if left out. */
  as?: string;
}

type Look = (wanted: Wanted, name: string, prepare: (page: Page) => Promise<void>) => Promise<void>;

export const test = base.extend<{ look: Look }, WorkerFixtures>({
  world: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "viae-shots-"));
      const python = join(ROOT, ".venv", "bin", "python");
      const script = join(import.meta.dirname, "prepare.py");
      const said = execFileSync(python, [script, folder, SECRET], { encoding: "utf-8" });
      const world = JSON.parse(said) as World;
      await use({ ...world, folder } as World & { folder: string });
    },
    { scope: "worker", timeout: 600_000 },
  ],

  server: [
    async ({ world }, use) => {
      const { folder } = world as World & { folder: string };
      // no bot thinks: every game stays where it is
      const server = new Server(folder, { VIAE_SECRET: SECRET, VIAE_BOTS: "0" });
      server.url = `http://127.0.0.1:${PORT}`;
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],

  company: [
    async ({ browser, world, server }, use) => {
      const context = await browser.newContext({ baseURL: server.url });
      for (const role of ["marcus", "marcus-scenes"]) {
        const value = world.people[role]!.cookie;
        await context.addCookies([{ name: "viae", value, url: server.url }]);
        const page = await context.newPage();
        await page.goto("/healthz");
        const tables = Object.values(world.tables).map((one) => one.id);
        await page.evaluate(async (ids) => {
          const socket = new WebSocket(`ws://${location.host}/api/live`);
          await new Promise((open) => socket.addEventListener("open", open));
          for (const table of ids) socket.send(JSON.stringify({ type: "watch", table }));
        }, tables);
      }
      await use(null);
      await context.close();
    },
    { scope: "worker" },
  ],

  look: async ({ newPerson, company, world, server }, use) => {
    void company;
    await use(async (wanted, name, prepare) => {
      const language = wanted.language ?? "en";
      const settings: Settings = { theme: "system", language, motion: false, speed: "none" };
      const page = await newPerson(settings, {
        viewport: SIZES[wanted.size],
        hasTouch: wanted.size === "phone",
        isMobile: wanted.size === "phone",
        locale: { en: "en-GB", de: "de-DE", ru: "ru-RU" }[language],
        reducedMotion: "reduce",
      });
      await page.clock.setFixedTime(world.now * 1000);
      if (wanted.as) {
        const { cookie } = world.people[wanted.as]!;
        await page.context().addCookies([{ name: "viae", value: cookie, url: server.url }]);
      }
      await prepare(page);
      await page.mouse.move(0, 0);
      for (const theme of wanted.themes ?? (["light", "dark"] as const)) {
        await page.emulateMedia({ colorScheme: theme });
        await settled(page);
        mkdirSync(RAW, { recursive: true });
        const tongue = wanted.language ? `-${wanted.language}` : "";
        const path = join(RAW, `${name}${tongue}-${wanted.size}-${theme}.png`);
        await page.screenshot({ path, animations: "disabled", caret: "hide" });
      }
      await page.context().close();
    });
  },
});

/** Fonts are there, nothing is being fetched, and what was drawn stays as it is. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** A table is there with its board. */
export async function atTable(page: Page): Promise<void> {
  await expect(page.locator(".board .hit, [data-region=panel]").first()).toBeAttached();
  await settled(page);
}
