import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { me } from "$lib/session.svelte";
import { change, Progress } from "./progress.svelte";
import { dayOf, difficultyOf, nextPuzzle, parse, puzzleOfDay, seatsOf, type Puzzle } from "./set";

const puzzle = (id: string, rating = 1500, theme = "architect"): Puzzle =>
  ({ id, rating, themes: [theme], kind: "last-round" }) as unknown as Puzzle;

describe("the file of puzzles", () => {
  it("is read packed and plain, and sorted by id", async () => {
    const text = ["b", "a", "c"].map((id) => JSON.stringify(puzzle(id))).join("\n");
    for (const bytes of [gzipSync(text), Buffer.from(text)]) {
      const found = await parse(new Uint8Array(bytes));
      expect(found.map((one) => one.id)).toEqual(["a", "b", "c"]);
    }
  });
});

describe("whom the player decides for", () => {
  const last = { ...puzzle("a"), players: 6, seat: 4 };

  it("is one seat, in the last turn of a team both partners", () => {
    expect(seatsOf({ ...last, variant: "venus" })).toEqual([4]);
    expect(seatsOf({ ...last, variant: "venus-team" })).toEqual([4, 1]);
    expect(seatsOf({ ...last, variant: "venus-team", kind: "best-turn" })).toEqual([4]);
  });
});

describe("the puzzle of a day", () => {
  const all = Array.from({ length: 1000 }, (_, n) => puzzle(String(n).padStart(4, "0")));

  it("is that of Python: the day's number from the year 1 on", () => {
    expect(puzzleOfDay(all, "1970-01-01").id).toBe("0163"); // 719163
    expect(puzzleOfDay(all, "2030-01-31").id).toBe("0108"); // 741108
    expect(puzzleOfDay(all, "2030-02-01").id).toBe("0109");
  });

  it("begins at midnight UTC", () => {
    expect(dayOf(Date.parse("2030-01-31T23:59:59.999Z"))).toBe("2030-01-31");
    expect(dayOf(Date.parse("2030-02-01T00:00:00Z"))).toBe("2030-02-01");
  });
});

describe("the next puzzle", () => {
  const all = [puzzle("a", 1100), puzzle("b", 1500, "market"), puzzle("c", 1900)];
  const any = { theme: "", difficulty: "" } as const;

  it("is as hard as the player is good, and has not been tried", () => {
    expect(nextPuzzle(all, any, 1850, () => false, "", 0)?.id).toBe("c");
    expect(nextPuzzle(all, any, 1850, (id) => id === "c", "", 0)?.id).toBe("b");
    expect(nextPuzzle(all, any, 1850, () => true, "c", 0)?.id).toBe("b");
  });

  it("fits the filters", () => {
    expect(nextPuzzle(all, { theme: "market", difficulty: "" }, 1000, () => false, "", 0)?.id).toBe(
      "b",
    );
    expect(difficultyOf(all[0]!)).toBe("easy");
    expect(nextPuzzle(all, { theme: "market", difficulty: "easy" }, 1000, () => false)).toBeNull();
  });
});

describe("the rating", () => {
  it("rises by solving, more for harder puzzles, and falls otherwise", () => {
    expect(change(1300, 1300, 100, 20)).toBe(12);
    expect(change(1300, 1700, 100, 20)).toBeGreaterThan(20);
    expect(change(1300, 1300, 0, 20)).toBe(-12);
    expect(change(1300, 1300, 90, 20)).toBeGreaterThan(change(1300, 1300, 20, 20));
    expect(change(1300, 1300, 90, 20)).toBeLessThan(0);
    expect(change(1300, 1300, 100, 3)).toBe(24);
  });
});

describe("an account", () => {
  const told: string[] = [];
  const answers: Record<string, unknown> = {};
  beforeEach(() => {
    told.length = 0;
    vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
      told.push(`${method} ${path} ${typeof body === "string" ? body : ""}`.trim());
      const found = answers[path];
      return Promise.resolve(
        new Response(JSON.stringify(found ?? null), { status: found ? 200 : 503 }),
      );
    });
    localStorage.clear();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    me.person = null;
  });

  it("has its own numbers, and gets the first answer", async () => {
    const progress = new Progress();
    me.person = { id: "p1", name: "Livia", account: true };
    answers["/api/me/puzzles"] = { rating: 1400, streak: 2, best: 5, scores: { b: 100 } };
    await progress.follow();
    expect([progress.rating, progress.streak, progress.inAccount]).toEqual([1400, 2, true]);
    expect(progress.score("a")).toBeUndefined();
    answers["/api/puzzles/a/answer"] = {
      ...{ rating: 1384, streak: 0, best: 5, scores: { a: 0, b: 100 } },
      ...{ first: true, score: 0, puzzle: 1508, change: -16 },
    };
    expect(await progress.answer({ id: "a", rating: 1500 }, ["play x"], 70, null)).toBe(-16);
    expect(told.at(-1)).toBe('POST /api/puzzles/a/answer {"entries":["play x"]}');
    expect([progress.rating, progress.solved, progress.answered]).toEqual([1384, 1, 2]);
    expect(progress.score("a")).toBe(70); // as the engine here graded it
  });

  it("is not asked for a guest, and this browser's numbers count", async () => {
    const progress = new Progress();
    me.person = { id: "p2", name: "Gaius", account: false };
    await progress.follow();
    const gained = await progress.answer({ id: "a", rating: 1300 }, [], 100, "2030-01-31");
    expect(gained).toBe(24);
    expect([progress.rating, progress.streak, progress.inAccount]).toEqual([1324, 1, false]);
    expect(progress.day("2030-01-31", "a")).toBe(100);
    expect(told).toEqual([]);
  });

  it("that cannot be reached says so, and loses nothing", async () => {
    const progress = new Progress();
    me.person = { id: "p1", name: "Livia", account: true };
    answers["/api/me/puzzles"] = { rating: 1400, streak: 2, best: 5, scores: {} };
    await progress.follow();
    delete answers["/api/puzzles/c/answer"];
    await expect(progress.answer({ id: "c", rating: 1300 }, [], 0, null)).rejects.toThrow();
    expect(progress.rating).toBe(1400);
    delete answers["/api/me/puzzles"];
    await progress.follow();
    expect([progress.inAccount, progress.score("c")]).toEqual([false, 0]);
  });
});
