import { describe, expect, it, vi } from "vitest";
import { Refusal } from "$lib/api";
import { thoughts } from "$lib/thoughts.svelte";
import { Bots } from "./bots";
import type { FromTask, Thought, ToTask } from "./messages";
import { Pool, type Wish } from "./pool";

/** A worker whose answers the test gives. */
class Fake {
  static made: Fake[] = [];
  onmessage: (event: { data: FromTask }) => void = () => undefined;
  onerror: (event: { message: string }) => void = () => undefined;
  got: ToTask[] = [];
  ended = false;
  constructor() {
    Fake.made.push(this);
  }
  postMessage(message: ToTask): void {
    this.got.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  tell(data: FromTask): void {
    this.onmessage({ data });
  }
  get running(): number[] {
    return this.got.flatMap((one) => (one.kind === "run" ? [one.id] : []));
  }
}

const PLACES = {
  home: "https://example.org/viae/",
  pyodide: "https://example.org/viae/assets/pyodide-0/",
  python: "https://example.org/viae/assets/python-0/",
};

function pool(size: number): Pool {
  Fake.made = [];
  return new Pool(
    () => new Fake() as unknown as Worker,
    size,
    () => PLACES,
  );
}

const settled = () => new Promise((wake) => setTimeout(wake));

describe("computations beside the page", () => {
  it("begin in as many workers as there may be, the others wait", async () => {
    const two = pool(2);
    const answers = [1, 2, 3].map((n) => two.run<number>("viae.x:f", { n }));
    expect(Fake.made).toHaveLength(2);
    expect(Fake.made[0]!.got[0]).toEqual({ kind: "start", places: PLACES });
    Fake.made[1]!.tell({ kind: "done", id: 2, text: '{"value": 20}' });
    expect(await answers[1]).toBe(20);
    expect(Fake.made[1]!.running).toEqual([2, 3]);
    Fake.made[0]!.tell({ kind: "done", id: 1, text: '{"value": 10}' });
    Fake.made[1]!.tell({ kind: "done", id: 3, text: '{"value": 30}' });
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
    expect(two.busy).toBe(0);
  });

  it("tell how far they are, and what is refused", async () => {
    const one = pool(1);
    const heard: number[] = [];
    const answer = one.run("viae.x:f", {}, { onprogress: (how) => heard.push(how) });
    const worker = Fake.made[0]!;
    worker.tell({ kind: "progress", id: 1, text: "0.5" });
    worker.tell({ kind: "progress", id: 7, text: "0.9" }); // of one that was stopped
    const error = { kind: "conflict", code: "x", rule: "", values: {}, message: "no" };
    worker.tell({ kind: "done", id: 1, text: JSON.stringify({ error }) });
    await expect(answer).rejects.toBeInstanceOf(Refusal);
    expect(heard).toEqual([0.5]);
  });

  it("are stopped with their worker, and the next one goes on in another", async () => {
    const one = pool(1);
    const stop = new AbortController();
    const first = one.run("viae.x:f", {}, { signal: stop.signal });
    const second = one.run<number>("viae.x:g", {});
    stop.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    expect(Fake.made[0]!.got.at(-1)).toEqual({ kind: "stop", id: 1 });
    await vi.waitFor(() => expect(Fake.made).toHaveLength(2), { timeout: 60_000 });
    expect(Fake.made.map((worker) => worker.ended)).toEqual([true, false]);
    Fake.made[1]!.tell({ kind: "done", id: 2, text: '{"value": 2}' });
    expect(await second).toBe(2);
  });

  it("that stop by themselves leave their worker to the next one", async () => {
    const one = pool(1);
    const stop = new AbortController();
    const heard: number[] = [];
    const wish = { signal: stop.signal, onprogress: (how: number) => heard.push(how) };
    const first = one.run("viae.x:f", {}, wish);
    const second = one.run<number>("viae.x:g", {});
    stop.abort(new Error("enough"));
    const worker = Fake.made[0]!;
    worker.tell({ kind: "progress", id: 1, text: "0.7" }); // nobody listens any more
    worker.tell({ kind: "stopped", id: 1 });
    await expect(first).rejects.toThrow("enough");
    expect(worker.running).toEqual([1, 2]);
    worker.tell({ kind: "done", id: 2, text: '{"value": 2}' });
    expect(await second).toBe(2);
    expect([heard, worker.ended]).toEqual([[], false]);
  });

  it("that wait are stopped without a worker, and those stopped before never begin", async () => {
    const one = pool(1);
    const running = one.run<number>("viae.x:f", {});
    const stop = new AbortController();
    const waiting = one.run("viae.x:g", {}, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(one.run("viae.x:h", {}, { signal: stop.signal })).rejects.toThrow("enough");
    Fake.made[0]!.tell({ kind: "done", id: 1, text: '{"value": 1}' });
    expect(await running).toBe(1);
    expect(Fake.made).toHaveLength(1);
  });

  it("fail where Python cannot be started, and all end with the pool", async () => {
    const one = pool(1);
    const lost = one.run("viae.x:f", {});
    Fake.made[0]!.tell({ kind: "failed", fault: "files", text: "no files" });
    await expect(lost).rejects.toThrow("no files");
    const running = one.run("viae.x:f", {});
    const waiting = one.run("viae.x:f", {});
    one.close();
    await expect(running).rejects.toBeInstanceOf(Refusal);
    await expect(waiting).rejects.toBeInstanceOf(Refusal);
  });
});

describe("bots of this device", () => {
  const thought = (number: number, bot = "search"): Thought => ({
    table: "t1",
    number,
    seat: 2,
    bot,
    seed: 5,
    moment: "…",
  });
  type Asked = { given: { bot: string }; wish: Wish<number>; resolve: (codes: number[]) => void };

  function start() {
    const asked: Asked[] = [];
    const decided: [number, string, string][] = [];
    const run = (_name: string, given: object, wish: Wish<number>) =>
      new Promise((resolve, reject) => {
        wish.signal?.addEventListener("abort", () => reject(new Error("stopped")));
        asked.push({ given: given as { bot: string }, wish, resolve });
      });
    const bots = new Bots({ run: run as Pool["run"] }, (one, codes) =>
      decided.push([one.number, one.bot, codes]),
    );
    return { asked, decided, bots };
  }

  it("think with progress, and their codes are told", async () => {
    const { asked, decided, bots } = start();
    bots.think(thought(3));
    expect(thoughts.get("t1")?.progress).toBeNull();
    asked[0]!.wish.onprogress?.(0.4);
    expect(thoughts.get("t1")?.progress).toBe(0.4);
    asked[0]!.resolve([4, 5]);
    await settled();
    expect(decided).toEqual([[3, "search", "[4,5]"]]);
    expect(thoughts.has("t1")).toBe(false);
  });

  it("can be hurried: a quick one decides instead", async () => {
    const { asked, decided, bots } = start();
    bots.think(thought(3));
    thoughts.get("t1")?.hurry();
    expect(asked.map((one) => one.given.bot)).toEqual(["search", "level-4"]);
    expect(asked[0]!.wish.signal?.aborted).toBe(true);
    thoughts.get("t1")?.hurry(); // it is quick already
    asked[1]!.resolve([1]);
    await settled();
    expect(decided).toEqual([[3, "level-4", "[1]"]]);
  });

  it("forget what they thought about when the table has gone on, and stop with the page", async () => {
    const { asked, decided, bots } = start();
    bots.think(thought(3));
    bots.think(thought(9));
    expect(asked.map((one) => one.wish.signal?.aborted)).toEqual([true, false]);
    bots.close();
    await settled();
    expect(decided).toEqual([]);
    expect(thoughts.size).toBe(0);
  });
});
