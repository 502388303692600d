// The worker that hosts tables: Python with `viae.local`, and the storage of games.
import type { Places } from "$lib/home";
import { failed, NoPython, startPython } from "./python";
import type { FromHost, ToHost, Unsaved } from "./messages";
import { nameOf, Storage } from "./storage";

const TICK = 1000; // ms; clocks show seconds

/** `viae.local.browser.BrowserHost`. */
interface Host {
  open(): Promise<void>;
  ask(method: string, path: string, body: string): Promise<string>;
  hello(): Promise<void>;
  take(text: string): Promise<void>;
  decided(table: string, number: number, seat: number, codes: string): Promise<void>;
  tick(): Promise<number>;
}

const send = (message: FromHost): void => self.postMessage(message);

let unsaved: Unsaved = "";

/** Tell the page once that nothing can be saved, and once that it is over. */
function saved(why: Unsaved): void {
  if (why !== unsaved) send({ kind: "unsaved", why });
  unsaved = why;
}

/** What the host needs and does not do itself: `viae.local.browser.Page`. */
const surroundings = (storage: Storage) => ({
  tables: async () => JSON.stringify(await storage.tables()),
  facts: async () => JSON.stringify(await storage.facts()),
  game: async (table: string) => JSON.stringify(await storage.game(table)),
  board: async (key: string) => JSON.stringify(await storage.board(key)),
  save: async (changes: string) => {
    const fault = await storage.save(JSON.parse(changes));
    if (fault === "lost") send({ kind: "lost" });
    else saved(fault);
    return fault;
  },
  now: () => Date.now() / 1000,
  token: (size: number) =>
    Array.from(crypto.getRandomValues(new Uint8Array(size)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join(""),
  send: (text: string) => send({ kind: "message", text }),
  think: (text: string) => send({ kind: "think", thought: JSON.parse(text) }),
});

/** Why the games cannot be kept: there is no storage, or no room in it. */
function noStorage(problem: unknown): NoPython {
  const full = problem instanceof DOMException && problem.name === "QuotaExceededError";
  return new NoPython(full ? "full" : "storage", String(problem));
}

async function start(places: Places): Promise<Host> {
  const [python, storage] = await Promise.all([
    startPython(places, send),
    Storage.open(nameOf(places.home)).catch((problem: unknown) => {
      throw noStorage(problem);
    }),
  ]);
  await storage.own().catch((problem: unknown) => {
    throw noStorage(problem);
  });
  python.registerJsModule("viae_page", surroundings(storage));
  const host = python.runPython(`
import viae_page
from viae.local.browser import BrowserHost
BrowserHost(viae_page)
`) as Host;
  await host.open();
  return host;
}

let host: Promise<Host> | null = null;
/** One call ends before the next begins. */
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

function next(work: (host: Host) => Promise<void>): void {
  waiting += 1;
  last = last
    .then(async () => work(await host!))
    .catch((problem: unknown) => console.error(problem))
    .finally(() => (waiting -= 1));
}

function tick(): void {
  if (!waiting) next(async (one) => void (await one.tick()));
}

self.onmessage = ({ data }: MessageEvent<ToHost>): void => {
  switch (data.kind) {
    case "start":
      host = start(data.places);
      host.then(
        () => {
          send({ kind: "ready" });
          setInterval(tick, TICK);
        },
        (problem: unknown) => send(failed(problem)),
      );
      return;
    case "ask":
      return next(async (one) => {
        let text: string;
        try {
          text = await one.ask(data.method, data.path, data.body);
        } catch (problem) {
          console.error(problem);
          text = JSON.stringify([500, null]);
        }
        send({ kind: "answer", id: data.id, text });
      });
    case "hello":
      return next((one) => one.hello());
    case "take":
      return next((one) => one.take(data.text));
    case "decided":
      return next((one) => one.decided(data.table, data.number, data.seat, data.codes));
    case "close":
      next(async () => send({ kind: "closed" }));
  }
};
