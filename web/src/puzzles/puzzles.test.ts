import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { change } from "./progress.svelte";
import { dayOf, difficultyOf, nextPuzzle, parse, puzzleOfDay, type Puzzle } from "./set";

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
