// What every test has: a server, a page that must say nothing bad to its console, and further people.
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { FIGURE } from "./figures";
import { Server } from "./server";

export { expect } from "@playwright/test";

/** The wishes of a quick player, as the page keeps them. */
export const QUICK = { speed: "none", confirm: false, skipEmpty: true, motion: false };
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

export type Settings = Record<string, string | number | boolean>;

// What the interpreter says when a page is left while it is still loading, as when a test ends. Where it fails to load
// for another reason, there is no table.
const LEFT = /wasm instantiation failed|Response body loading was aborted/;

/** What the consoles of all pages said that nobody wants to see. */
export class Complaints {
  private said: string[] = [];
  private allowed: RegExp[] = [LEFT];

  /** Words that belong to what a test does, for instance a server that is gone. */
  allow(...words: RegExp[]): void {
    this.allowed.push(...words);
  }

  follow(page: Page): void {
    page.on("console", (message) => {
      if (!["error", "warning"].includes(message.type())) return;
      this.said.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) =>
      this.said.push(`exception: ${error.stack || `${error.name}: ${error.message}`}`),
    );
  }

  get found(): string[] {
    return this.said.filter((one) => !this.allowed.some((words) => words.test(one)));
  }
}

export type NewPerson = (
  settings?: Settings,
  options?: BrowserContextOptions,
) => Promise<Page & { person?: string }>;

interface Fixtures {
  complaints: Complaints;
  /** Another browser with a page of its own. */
  newPerson: NewPerson;
  /** Wishes that are stored before the page comes. */
  wishes: Settings;
  figure: (name: string, values: Record<string, unknown>) => void;
}

interface WorkerFixtures {
  server: Server;
}

export async function wish(context: BrowserContext, settings: Settings): Promise<void> {
  await context.addInitScript((value) => {
    if (location.protocol === "about:") return; // a page that keeps nothing
    if (!localStorage.getItem("viae.settings")) localStorage.setItem("viae.settings", value);
  }, JSON.stringify(settings));
}

/** As in a private window: the service worker is refused, in silence. Playwright's own way to block it warns. */
async function refuseWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register = () => Promise.reject(new Error("no service worker here"));
  });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await new Server().start();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  wishes: [{}, { option: true }],

  complaints: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const complaints = new Complaints();
      await use(complaints);
      expect(complaints.found, "the console is silent").toEqual([]);
    },
    { auto: true },
  ],

  context: async ({ context, wishes, complaints, serviceWorkers }, use) => {
    await wish(context, wishes);
    if (serviceWorkers === "block") await refuseWorker(context);
    context.on("page", (page) => complaints.follow(page));
    await use(context);
  },

  newPerson: async ({ browser, server, complaints, wishes, viewport, serviceWorkers }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (settings, options) => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport,
        locale: "en-GB",
        timezoneId: "UTC",
        ...options,
      });
      contexts.push(context);
      await wish(context, { ...wishes, ...settings });
      if (serviceWorkers === "block") await refuseWorker(context);
      context.on("page", (page) => complaints.follow(page));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  // eslint-disable-next-line no-empty-pattern
  figure: async ({}, use, testInfo) => {
    await use((name, values) => {
      const description = JSON.stringify({ figure: name, ...values });
      testInfo.annotations.push({ type: FIGURE, description });
    });
  },
});
