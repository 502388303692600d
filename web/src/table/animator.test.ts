import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Room } from "$lib/room.svelte";
import { change } from "$lib/settings.svelte";
import type { Game, Told, View } from "$lib/types";
import { pairs } from "./fixtures/load";
import { Animator } from "./animator.svelte";

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

/** A room, its animator, and a board that draws at the pace of the clock. */
function drawing(seats: number[] = [0]) {
  const room = new Room("t");
  room.view = view(0, seats);
  const animator = new Animator(room, () => away);
  let away = false;
  const drawn: number[] = [];
  const finished: string[] = [];
  animator.ondrawn = (one) => drawn.push(one.number);
  animator.drawing = {
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
  return { room, animator, drawn, finished, news, leave: (yes: boolean) => (away = yes) };
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
    const { room, animator, drawn, news } = drawing();
    news([told(0, "play"), told(1, "move"), told(2)], 3);
    expect(animator.busy).toBe(true);
    expect(animator.shown?.number).toBe(1); // the card lies on the pile at once
    expect(drawn).toEqual([0]);
    await vi.advanceTimersByTimeAsync(700);
    expect(animator.playing?.number).toBe(1);
    expect(animator.shown?.number).toBe(1); // the colonist is still under way
    await vi.advanceTimersByTimeAsync(3000);
    expect(drawn).toEqual([0, 1, 2]);
    expect(animator.busy).toBe(false);
    expect(animator.shown).toBe(room.view?.game);
  });

  it("begin without waiting", () => {
    const { animator, news } = drawing();
    news([told(0, "move")], 1);
    expect(animator.playing?.number).toBe(0);
    expect(animator.shown?.number).toBe(0); // drawn over the state before it
  });

  it("go on with what comes meanwhile, in order", async () => {
    const { animator, drawn, news } = drawing();
    news([told(0), told(1)], 2);
    news([told(2)], 3);
    expect(animator.behind).toBe(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(drawn).toEqual([0, 1, 2]);
    expect(animator.behind).toBe(0);
  });

  it("can be skipped at any moment", async () => {
    const { room, animator, drawn, finished, news } = drawing();
    news([told(0, "move"), told(1), told(2)], 3);
    animator.skip();
    expect(finished).toContain("finish");
    expect(animator.shown).toBe(room.view?.game);
    await vi.advanceTimersByTimeAsync(5000);
    expect(drawn).toEqual([]); // nothing of it comes later
    news([told(3)], 4);
    expect(drawn).toEqual([3]);
  });

  it("hurry when there are many", async () => {
    const { drawn, news } = drawing();
    news(
      Array.from({ length: 60 }, (_, n) => told(n)),
      60,
    );
    await vi.advanceTimersByTimeAsync(30 * 600);
    expect(drawn).toHaveLength(60);
  });

  it("are not drawn at the speed “at once”, nor when nobody looks", () => {
    change({ speed: "none" });
    const quick = drawing();
    quick.news([told(0, "move")], 1);
    expect(quick.animator.shown).toBe(quick.room.view?.game);
    change({ speed: "slow" });
    const hidden = drawing();
    hidden.leave(true);
    hidden.news([told(0, "move"), told(1)], 2);
    expect(hidden.animator.busy).toBe(false);
    expect(hidden.animator.missed.map((one) => one.number)).toEqual([0, 1]);
    hidden.animator.welcome();
    expect(hidden.animator.missed).toEqual([]);
  });

  it("do not travel where motion is not wanted", () => {
    change({ motion: false });
    const { animator, news } = drawing();
    news([told(0, "move"), told(1)], 2);
    expect(animator.shown?.number).toBe(1);
  });

  it("ring where somebody acted, for a while", async () => {
    const { animator, news } = drawing();
    const move = { ...told(0, "move"), colonist: "sea", from: "roma", to: "a~b" } as Told;
    news([move], 1);
    await vi.advanceTimersByTimeAsync(800);
    expect(animator.recent).toEqual([{ seat: 1, place: "a~b", kind: "sea" }]);
    await vi.advanceTimersByTimeAsync(6000);
    expect(animator.recent).toEqual([]);
  });
});

describe("the player's own entries", () => {
  it("are there at once, and end what was being drawn", async () => {
    const { room, animator, drawn, news } = drawing([0]);
    news([told(0, "move"), told(1)], 2);
    news([told(2, "move", 0), told(3, "reveal", "*")], 4);
    expect(animator.shown).toBe(room.view?.game);
    expect(animator.busy).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(drawn).toEqual([]);
  });
});

describe("an undo", () => {
  it("ends what was being drawn and shows where the game stands", async () => {
    const { room, animator, drawn, news } = drawing();
    news([told(0), told(1, "move"), told(2)], 3);
    news([{ number: 3, actor: null, kind: "undo", entry: "undo 0", to: 0 }], 4);
    expect(animator.shown).toBe(room.view?.game);
    await vi.advanceTimersByTimeAsync(3000);
    expect(drawn).toEqual([0]);
    expect(animator.behind).toBe(0);
  });
});

describe("a view that came by another way", () => {
  it("is not drawn a second time", () => {
    const { room, animator, news } = drawing();
    room.take({ type: "watching", table: "t", number: 1, skipped: false, view: view(2) });
    news([told(0), told(1)], 2);
    expect(animator.busy).toBe(false);
  });

  it("waits for the end of what is being drawn", () => {
    const { room, animator, news } = drawing();
    news([told(0), told(1)], 2);
    room.take({ type: "watching", table: "t", number: 9, skipped: false, view: view(5) });
    expect(animator.busy).toBe(true);
    animator.skip();
    expect(animator.shown?.number).toBe(5);
  });
});
