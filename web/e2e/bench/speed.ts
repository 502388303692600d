// How long the page takes: figures beside their bars, measured alone by `make bench`. A bar that is missed is an
// error only with VIAE_BENCH_CHECK=1 (`make bench ARGS=--check`).
import type { CDPSession } from "@playwright/test";
import { bot, ME } from "../kit/api";
import { asked, duel, tableIsReady } from "../kit/scenes";
import { expect, test, type Settings } from "../kit/test";

const INTERACTIVE = 1500; // ms from the load event until a click on the board is answered
const SLOWER = 4; // times the processor is slowed down
const DRAWN = 100; // ms from an opponent's entry until it is seen to happen
const TIMES = 3;
const CHECK = process.env.VIAE_BENCH_CHECK === "1";

/** What is told of a load by the page itself. */
interface Timed {
  load: number; // end of the load event, ms after the navigation began
  ready: number; // something legal can be clicked
  reacted: number; // and the click was drawn
}

interface Window {
  viae: { timed?: Timed; sockets: Drawn[] };
}

interface Drawn {
  entry: string;
  part: string; // of the page, where it was seen first
  millis: number;
}

declare const window: Window & typeof globalThis;

const middle = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
/** Holds a figure to its bar, where that is asked for. */
function held(value: number, bar: number): void {
  if (CHECK) expect(value).toBeLessThanOrEqual(bar);
}
const rounded = (values: number[]): number[] => values.map((value) => Math.round(value));

/** Clicks the first legal place of the board as soon as there is one, and waits for what it does. */
function clickFirst(): void {
  window.viae = { sockets: [] };
  const timed: Timed = { load: 0, ready: 0, reacted: 0 };
  addEventListener("load", () => setTimeout(() => (timed.load = performance.now())));
  const look = () => {
    const place = document.querySelector<SVGElement>(".board .hit.can");
    const panel = document.querySelector('[data-region="panel"]');
    if (!place || !panel) {
      requestAnimationFrame(look);
      return;
    }
    timed.ready = performance.now();
    const seen = new MutationObserver(() => {
      if (!document.querySelector('.board .hit[aria-pressed="true"]')) return;
      seen.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          timed.reacted = performance.now();
          window.viae.timed = timed;
        }),
      );
    });
    seen.observe(document.body, { subtree: true, childList: true, attributes: true });
    const { left, top, width, height } = place.getBoundingClientRect();
    place.dispatchEvent(
      new MouseEvent("click", {
        bubbles: true,
        cancelable: true,
        clientX: left + width / 2,
        clientY: top + height / 2,
      }),
    );
  };
  if (location.protocol !== "about:") requestAnimationFrame(look);
}

test("a table can be used soon after it was loaded, on a slow machine", async ({
  newPerson,
  figure,
}) => {
  const first = await newPerson();
  const { api, id } = await duel(first, "Livia", { board: "imperium" });
  await api.play(id, 0, "play architect");
  const cookies = await first.context().cookies();
  const found: Timed[] = [];
  for (let time = 0; time < TIMES; time++) {
    const page = await newPerson(); // with nothing in its cache
    await page.context().addCookies(cookies);
    await page.addInitScript(clickFirst);
    const slow: CDPSession = await page.context().newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.goto(`/t/${id}`);
    const timed = await page.waitForFunction(() => window.viae.timed);
    found.push((await timed.jsonValue())!);
    await page.close();
  }
  const after = found.map(({ load, reacted }) => reacted - load);
  figure("a table's board answers a click, ms, processor slowed 4 times", {
    middle: Math.round(middle(after)),
    after_load: rounded(after),
    after_navigation: rounded(found.map(({ reacted }) => reacted)),
    load: rounded(found.map(({ load }) => load)),
    shown_after_navigation: rounded(found.map(({ ready }) => ready)),
    bar: INTERACTIVE,
  });
  held(middle(after), INTERACTIVE);
});

/** Stamps messages that tell of others' entries, and the first thing on the page that changes then. */
function watchMessages(): void {
  window.viae = { sockets: [] };
  const PARTS = '[data-region="board"], [data-region="log"], [data-region="players"]';
  let waiting: { entry: string; at: number } | null = null;
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      // The first listener: before the page's own.
      this.addEventListener("message", (event) => {
        const at = performance.now();
        const message = JSON.parse(String(event.data)) as {
          type: string;
          news?: { kind: string; entries?: { actor: unknown; entry: string }[] };
        };
        const other = message.news?.entries?.find(({ actor }) => actor !== 0 && actor !== null);
        if (message.type === "news" && other && !waiting) waiting = { entry: other.entry, at };
      });
    }
  };
  const watcher = new MutationObserver((changes) => {
    if (!waiting) return;
    for (const { target } of changes) {
      const node = target instanceof Element ? target : target.parentElement;
      const part = node?.closest(PARTS)?.getAttribute("data-region");
      if (!part) continue;
      const { entry, at } = waiting;
      waiting = null;
      // What changed is on the screen after the next frame.
      requestAnimationFrame(() =>
        setTimeout(() => {
          window.viae.sockets.push({ entry, part, millis: performance.now() - at });
        }),
      );
      return;
    }
  });
  const begin = () =>
    watcher.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  if (document.body) begin();
  else addEventListener("DOMContentLoaded", begin);
}

test("what an opponent does is drawn at once", async ({ newPerson, figure }) => {
  const wishes: Settings = { speed: "normal", motion: true };
  const page = await newPerson(wishes);
  const { api } = await duel(page);
  const { table } = await api.newTable([ME, bot("greedy"), bot("greedy")], {
    board: "imperium",
    shuffle: false,
  });
  await page.addInitScript(watchMessages);
  await page.goto(`/t/${table.id}`);
  await tableIsReady(page);
  const cards = ["prefect", "architect", "mercator", "diplomat", "prefect", "senator"];
  for (const card of cards) {
    await asked(page, "play");
    const skip = page.locator("button.skip");
    await expect(skip).toHaveCount(0);
    const before = await page.evaluate(() => window.viae.sockets.length);
    await api.playUntil(
      table.id,
      ({ you }) =>
        you.legal.find(({ entry }) => entry === `play ${card}`) ??
        you.legal.find(({ kind }) => kind === "done") ??
        you.legal[0]!,
      ({ game }) => game!.turn.seat !== 0,
    );
    await expect
      .poll(() => page.evaluate(() => window.viae.sockets.length))
      .toBeGreaterThan(before);
    await api.playUntil(
      table.id,
      ({ you }) => you.legal[0]!,
      ({ game, you }) => {
        return game!.turn.seat === 0 && you.decides;
      },
    );
    if (await skip.isVisible()) await skip.click().catch(() => {}); // it may go away by itself
  }
  const drawn = await page.evaluate(() => window.viae.sockets);
  const millis = drawn.map((one) => one.millis);
  figure("an opponent's entry is drawn, ms after its message", {
    middle: Math.round(middle(millis)),
    most: Math.round(Math.max(...millis)),
    samples: millis.length,
    bar: DRAWN,
  });
  expect(drawn.length).toBeGreaterThanOrEqual(cards.length);
  held(middle(millis), DRAWN);
});
