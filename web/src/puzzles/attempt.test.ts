import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { me } from "$lib/session.svelte";
import { Attempt } from "./attempt.svelte";
import type { Puzzle } from "./set";

const PUZZLE = { id: "a", kind: "best-turn", seat: 0, position: { players: [] } };
const told: string[] = [];
let made = 0;

/** The locks of a browser, as far as they are needed here. */
class Locks {
  held = new Set<string>();

  async request<T>(
    name: string,
    { ifAvailable = false }: LockOptions,
    work: (lock: object | null) => Promise<T>,
  ): Promise<T> {
    if (this.held.has(name)) {
      expect(ifAvailable).toBe(true); // nobody waits for a table
      return work(null);
    }
    this.held.add(name);
    return work({}).finally(() => this.held.delete(name));
  }
}

beforeEach(() => {
  told.length = made = 0;
  localStorage.clear();
  Object.defineProperty(navigator, "locks", { value: new Locks(), configurable: true });
  vi.stubGlobal("fetch", (path: string) => {
    told.push(path);
    if (path.endsWith("/resign")) return Promise.resolve(new Response("{}"));
    // Nothing more is told of a table: what happens at it is not looked at here.
    if (path !== "/api/study") return new Promise(() => undefined);
    made += 1;
    return Promise.resolve(new Response(JSON.stringify({ table: { id: `table${made}` } })));
  });
  me.person = { id: "p1", name: "Livia", account: false };
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "locks");
  me.person = null;
});

const given = (table: string) => `/api/tables/${table}/resign`;

async function opened(): Promise<Attempt> {
  const attempt = new Attempt(PUZZLE as unknown as Puzzle, null);
  const table = made + 1;
  void attempt.open();
  const asked = () => expect(told).toContain(`/api/tables/table${table}`);
  await vi.waitFor(asked, { timeout: 120_000 });
  return attempt;
}

it("leaves the table of a puzzle in another tab alone", async () => {
  const one = await opened();
  const other = await opened();
  expect(told).not.toContain(given("table1"));
  other.close();
  await vi.waitFor(() => expect(told).toContain(given("table2")), { timeout: 120_000 });
  expect(told).not.toContain(given("table1"));
  one.close();
  await vi.waitFor(() => expect(told).toContain(given("table1")), { timeout: 120_000 });
});

it("gives up the table of a tab that is gone, and one that an older version left", async () => {
  await opened();
  (navigator.locks as unknown as Locks).held.clear();
  await opened();
  expect(told).toContain(given("table1"));
  localStorage.setItem("viae.puzzles.table", "left");
  await opened();
  expect(told).toContain(given("left"));
});

it("keeps a table that somebody goes on with", async () => {
  const attempt = await opened();
  attempt.close(true);
  await opened();
  expect(told).not.toContain(given("table1"));
});
