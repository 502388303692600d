// The client in other engines: the tutorial's first steps, a short game and its replay, with pictures.
// `make e2e-engines`; ARGS may name an engine and a size, as in ARGS="firefox phone".
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { firefox } from "./firefox.mjs";
import { webkit } from "./webkit.mjs";

/**
 * @typedef {object} Page
 * @property {string} name
 * @property {string[]} said
 * @property {(url: string) => Promise<unknown>} goto
 * @property {(script: string) => Promise<any>} run
 * @property {(key: string) => Promise<unknown>} press
 * @property {(selector: string) => Promise<void>} click
 * @property {(file: string) => Promise<void>} shot
 * @property {() => Promise<void>} close
 */

const ROOT = resolve(import.meta.dirname, "../../..");
const SHOTS = join(ROOT, "build", "engines");
/** @type {Record<string, { width: number; height: number }>} */
const SIZES = { laptop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
/** @type {Record<string, (size: { width: number; height: number }) => Promise<Page>>} */
const ENGINES = { firefox, webkit };
const HANG = 240_000; // ms; only what hangs takes that long
const DECISIONS = 12; // of one's own, in the short game
const STEPS = 7; // of the tutorial

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** @returns {Promise<{ url: string; stop: () => string }>} */
function serve() {
  const folder = mkdtempSync(join(tmpdir(), "viae-engines-"));
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("VIAE_"));
  const child = spawn(
    process.env.VIAE_COMMAND || join(ROOT, ".venv", "bin", "viae"),
    ["serve", "--port", "0", "--no-browser", "--data", folder],
    {
      cwd: ROOT,
      env: {
        ...Object.fromEntries(kept),
        VIAE_RATE_LIMITS: "0",
        VIAE_BOT_SECONDS: "0.2",
        VIAE_LOG_LEVEL: "warning",
      },
    },
  );
  let said = "";
  return new Promise((ready, failed) => {
    /** @param {Buffer} words */
    const hear = (words) => {
      said += words;
      const found = /Viae is at (\S+)/.exec(said);
      if (found?.[1])
        ready({ url: found[1].replace(/\/$/, ""), stop: () => (child.kill(), folder) });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}:\n${said}`)));
  });
}

class Trial {
  /** @type {string[]} */
  faults = [];

  /**
   * @param {Page} page
   * @param {string} url
   * @param {string} size
   */
  constructor(page, url, size) {
    this.page = page;
    this.url = url;
    this.size = size;
  }

  /**
   * @param {string} script
   * @param {string} what
   */
  async until(script, what) {
    const end = Date.now() + HANG;
    for (;;) {
      const found = await this.page.run(`
        const found = (() => { ${script} })();
        return found instanceof Element ? true : (found ?? null);`);
      if (found) return found;
      if (Date.now() > end) {
        await this.shot(`hangs-${what.replaceAll(/\W+/g, "-")}`);
        throw new Error(`${this.page.name} ${this.size}: it never came to that: ${what}`);
      }
      await pause(200);
    }
  }

  /** @param {string} name */
  async shot(name) {
    console.log(`  ${this.page.name}, ${this.size}: ${name}`);
    await this.page.shot(join(SHOTS, `${this.page.name}-${this.size}-${name}.png`));
    // What would show in a picture, measured: stripes beside panes, and a page that scrolls sideways.
    const wrong = await this.page.run(`
      const found = [];
      const page = document.scrollingElement;
      if (page.scrollWidth > innerWidth + 1) found.push("the page is " + page.scrollWidth + " wide");
      for (const one of document.querySelectorAll("*")) {
        const style = getComputedStyle(one);
        if (!/auto|scroll/.test(style.overflowY) || !one.clientHeight) continue;
        const bar = one.offsetWidth - one.clientWidth
          - parseFloat(style.borderLeftWidth) - parseFloat(style.borderRightWidth);
        if (bar > 1 && one.scrollHeight <= one.clientHeight)
          found.push("a bar of " + bar + " px beside what does not scroll: " + one.className);
      }
      return found;`);
    for (const one of wrong) this.faults.push(`${name}: ${one}`);
  }

  /** The tutorial: reading steps by "Next", doing steps as the coach shows them. */
  async tutorial() {
    await this.page.goto(`${this.url}/learn`);
    for (let step = 1; step <= STEPS; step++) {
      await this.until("return document.querySelector('[data-step]')", "a step of the tutorial");
      const id = await this.page.run("return document.querySelector('[data-step]').dataset.step");
      await this.shot(`tutorial-${step}-${id}`);
      await this.page.click(".coach [data-act=next], .coach [data-act=show]");
      await this.until(
        `return document.querySelector('[data-step]')?.dataset.step !== ${JSON.stringify(id)}`,
        `the step after ${id}`,
      );
    }
  }

  /** A game against bots by keys and clicks, resigned after some decisions. */
  async game() {
    await this.page.goto(`${this.url}/`);
    await this.page.click("form button.primary.big");
    await this.until("return location.pathname.startsWith('/t/')", "the table");
    const table = await this.page.run("return location.pathname.split('/')[2]");
    for (let count = 0; count < DECISIONS; count++) {
      const number = await this.mine(table);
      if (count === 0) await this.shot("table");
      if (number === null) break;
      await this.decide(table, number);
    }
    await this.shot("game");
    await this.page.run(`
      const csrf = fetch("/api/session").then((answer) => answer.json());
      window.resigned = csrf.then(({ csrf }) => fetch("/api/tables/${table}/resign", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Viae-Csrf": csrf },
        body: "{}",
      })).then((answer) => answer.status);`);
    await this.until("return document.querySelector('.final')", "the final score");
    await this.until("return !document.querySelector('.final .skip')", "the end of the count");
    await this.shot("final");
    return table;
  }

  /**
   * The number of the decision to make; null when the game is over.
   *
   * @param {string} table
   */
  async mine(table) {
    const found = await this.until(
      `if (!window.asked || window.asked.done) {
         window.asked = { done: false, view: window.asked?.view };
         fetch("/api/tables/${table}").then((answer) => answer.json()).then((view) => {
           window.asked = { done: true, view };
         });
       }
       const view = window.asked.view;
       if (!view) return null;
       if (view.table.status === "finished") return "over";
       const panel = document.querySelector("[data-region=panel]");
       const number = String(view.game.number);
       return view.you.decides && panel?.dataset.number === number ? number : null;`,
      "an own decision",
    );
    return found === "over" ? null : found;
  }

  /**
   * @param {string} table
   * @param {string} number
   */
  async decide(table, number) {
    const waits = `const panel = document.querySelector("[data-region=panel]");
      return panel?.dataset.number !== "${number}"`;
    // Ways through any decision: the first choice, what can be done on the board, or Done.
    const ways = [
      ["1", "Enter"],
      ["2", "Enter"],
      ["1", "n", "Enter", "Enter"],
      ["d"],
      ["d", "Enter"],
    ];
    for (const keys of ways) {
      for (const key of keys) {
        await this.page.press(key);
        await pause(250);
      }
      for (let tries = 0; tries < 20; tries++) {
        if (await this.page.run(waits)) return;
        await pause(100);
      }
    }
    await this.shot(`stuck-${number}`);
    throw new Error(`${this.page.name} ${this.size}: no way through decision ${number}`);
  }

  /** @param {string} table */
  async replay(table) {
    await this.page.goto(`${this.url}/t/${table}/replay`);
    await this.until("return document.querySelector('[data-region=board] svg')", "the replay");
    await pause(1500);
    await this.shot("replay");
    for (let count = 0; count < 3; count++) await this.page.press("ArrowLeft");
    await pause(1000);
    await this.shot("replay-back");
  }

  async pages() {
    for (const name of ["lobby", "new", "leaderboard", "rules", "settings"]) {
      await this.page.goto(`${this.url}/${name === "lobby" ? "" : name}`);
      await this.until("return document.querySelector('h1')", name);
      await pause(1000);
      await this.shot(name);
    }
  }
}

const asked = process.argv.slice(2);
const engines = Object.entries(ENGINES).filter(
  ([name]) => !asked.some((one) => one in ENGINES) || asked.includes(name),
);
const sizes = Object.entries(SIZES).filter(
  ([name]) => !asked.some((one) => one in SIZES) || asked.includes(name),
);
mkdirSync(SHOTS, { recursive: true });
const server = await serve();
let failed = false;
try {
  for (const [engine, open] of engines) {
    for (const [size, look] of sizes) {
      const page = await open(look);
      const trial = new Trial(page, server.url, size);
      try {
        await trial.tutorial();
        const table = await trial.game();
        await trial.replay(table);
        await trial.pages();
        trial.faults.push(...page.said);
      } catch (problem) {
        trial.faults.push(problem instanceof Error ? String(problem.stack) : String(problem));
        await trial.shot("failed").catch(() => {});
      } finally {
        await page.close();
      }
      const verdict = trial.faults.length ? "has faults" : "is fine";
      console.log(`  ${engine}, ${size}: ${verdict}`);
      for (const fault of trial.faults) console.log(`    ${fault}`);
      failed ||= trial.faults.length > 0;
    }
  }
} finally {
  rmSync(server.stop(), { recursive: true, force: true });
}
console.log(`  Pictures: ${SHOTS}`);
process.exit(failed ? 1 : 0);
