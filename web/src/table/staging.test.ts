import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Room } from "$lib/room.svelte";
import { change } from "$lib/settings.svelte";
import type { Game, Told, View } from "$lib/types";
import { pairs } from "./fixtures/load";
import { Staging } from "./staging.svelte";

const base = pairs.find(({ told }) => told.kind === "move")!.before;

function game(number: number): Game {
  return { ...base, number, entries: number };
}

function view(number: number, seats: number[] = [0]): View {
  return { table: {}, game: game(number), you: { seats } } as unknown as View;
}

const told = (number: number, kind = "done", actor: number | "*" = 1): Told =>
  ({ number, actor, kind, entry: kind, changes: [] }) as Told;

let clock = 0;

/** A room, its staging, and a board that draws at the pace of the clock. */
function stage(seats: number[] = [0]) {
  const room = new Room("t");
  room.view = view(0, seats);
  const staging = new Staging(room, () => away);
  let away = false;
  const drawn: number[] = [];
  const finished: string[] = [];
  staging.ondrawn = (one) => drawn.push(one.number);
  staging.stage = {
    animate: (_told, millis) => new Promise((done) => setTimeout(done, millis)),
    finish: () => finished.push("finish"),
  };
  const news = (entries: Told[], after: number) =>
    room.take({
      type: "news",
      table: "t",
      number: ++clock,
      news: { kind: "entries", at: 0, entries },
      view: view(after, seats),
    });
  return { room, staging, drawn, finished, news, leave: (yes: boolean) => (away = yes) };
}

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.useFakeTimers();
  change({ speed: "normal", motion: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  change({ speed: "normal", motion: true });
});

describe("others' turns", () => {
  it("are drawn one by one and end in the server's view", async () => {
    const { room, staging, drawn, news } = stage();
    news([told(0, "play"), told(1, "move"), told(2)], 3);
    expect(staging.busy).toBe(true);
    expect(staging.shown?.number).toBe(1); // the card lies on the pile at once
    expect(drawn).toEqual([0]);
    await vi.advanceTimersByTimeAsync(700);
    expect(staging.playing?.number).toBe(1);
    expect(staging.shown?.number).toBe(1); // the colonist is still under way
    await vi.advanceTimersByTimeAsync(3000);
    expect(drawn).toEqual([0, 1, 2]);
    expect(staging.busy).toBe(false);
    expect(staging.shown).toBe(room.view?.game);
  });

  it("begin without waiting", () => {
    const { staging, news } = stage();
    news([told(0, "move")], 1);
    expect(staging.playing?.number).toBe(0);
    expect(staging.shown?.number).toBe(0); // drawn over the state before it
  });

  it("go on with what comes meanwhile, in order", async () => {
    const { staging, drawn, news } = stage();
    news([told(0), told(1)], 2);
    news([told(2)], 3);
    expect(staging.behind).toBe(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(drawn).toEqual([0, 1, 2]);
    expect(staging.behind).toBe(0);
  });

  it("can be skipped at any moment", async () => {
    const { room, staging, drawn, finished, news } = stage();
    news([told(0, "move"), told(1), told(2)], 3);
    staging.skip();
    expect(finished).toContain("finish");
    expect(staging.shown).toBe(room.view?.game);
    await vi.advanceTimersByTimeAsync(5000);
    expect(drawn).toEqual([]); // nothing of it comes later
    news([told(3)], 4);
    expect(drawn).toEqual([3]);
  });

  it("hurry when there are many", async () => {
    const { drawn, news } = stage();
    news(
      Array.from({ length: 60 }, (_, n) => told(n)),
      60,
    );
    await vi.advanceTimersByTimeAsync(30 * 600);
    expect(drawn).toHaveLength(60);
  });

  it("are not drawn at the speed “at once”, nor when nobody looks", () => {
    change({ speed: "none" });
    const quick = stage();
    quick.news([told(0, "move")], 1);
    expect(quick.staging.shown).toBe(quick.room.view?.game);
    change({ speed: "slow" });
    const hidden = stage();
    hidden.leave(true);
    hidden.news([told(0, "move"), told(1)], 2);
    expect(hidden.staging.busy).toBe(false);
    expect(hidden.staging.missed.map((one) => one.number)).toEqual([0, 1]);
    hidden.staging.welcome();
    expect(hidden.staging.missed).toEqual([]);
  });

  it("do not travel where motion is not wanted", () => {
    change({ motion: false });
    const { staging, news } = stage();
    news([told(0, "move"), told(1)], 2);
    expect(staging.shown?.number).toBe(1);
  });

  it("ring where somebody acted, for a while", async () => {
    const { staging, news } = stage();
    const move = { ...told(0, "move"), colonist: "sea", from: "roma", to: "a~b" } as Told;
    news([move], 1);
    await vi.advanceTimersByTimeAsync(800);
    expect(staging.recent).toEqual([{ seat: 1, place: "a~b", kind: "sea" }]);
    await vi.advanceTimersByTimeAsync(6000);
    expect(staging.recent).toEqual([]);
  });
});

describe("the player's own entries", () => {
  it("are there at once, and end what was being drawn", async () => {
    const { room, staging, drawn, news } = stage([0]);
    news([told(0, "move"), told(1)], 2);
    news([told(2, "move", 0), told(3, "reveal", "*")], 4);
    expect(staging.shown).toBe(room.view?.game);
    expect(staging.busy).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(drawn).toEqual([]);
  });
});

describe("an undo", () => {
  it("ends what was being drawn and shows where the game stands", async () => {
    const { room, staging, drawn, news } = stage();
    news([told(0), told(1, "move"), told(2)], 3);
    news([{ number: 3, actor: null, kind: "undo", entry: "undo 0", to: 0 }], 4);
    expect(staging.shown).toBe(room.view?.game);
    await vi.advanceTimersByTimeAsync(3000);
    expect(drawn).toEqual([0]);
    expect(staging.behind).toBe(0);
  });
});

describe("a view that came by another way", () => {
  it("is not drawn a second time", () => {
    const { room, staging, news } = stage();
    room.take({ type: "watching", table: "t", number: 1, skipped: false, view: view(2) });
    news([told(0), told(1)], 2);
    expect(staging.busy).toBe(false);
  });

  it("waits for the end of what is being drawn", () => {
    const { room, staging, news } = stage();
    news([told(0), told(1)], 2);
    room.take({ type: "watching", table: "t", number: 9, skipped: false, view: view(5) });
    expect(staging.busy).toBe(true);
    staging.skip();
    expect(staging.shown?.number).toBe(5);
  });
});
