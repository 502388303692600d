import { beforeAll, describe, expect, it } from "vitest";
import { needPart, words } from "$lib/i18n.svelte";
import type { Board, Table } from "$lib/types";
import { tables, useCatalogue } from "../table/fixtures/load";
import { courseOf, momentsOf } from "./course";
import type { Review, Updates, Why } from "./engine";
import recorded from "./fixtures/review.json";
import { GameReview } from "./gamereview.svelte";
import { seatName } from "$pieces/names";
import { entryWords, lossText, turnPlaces, turnWords, whyText } from "./words";

const review = recorded as unknown as Review;
const table = tables.venus as unknown as Table;
const board: Board = tables.venus!.board;
const setting = { board, table };

beforeAll(async () => {
  useCatalogue();
  await words.use("en");
  await needPart("analysis");
});

describe("turns in words", () => {
  it("know every verb of the notation", () => {
    const entries = [
      "play architect",
      "play prefect-3 as architect",
      "move land roma genua~roma",
      "build genua",
      "produce latium",
      "collect",
      "sell 2 wine",
      "buy 1 brick",
      "cash",
      "settle sea roma",
      "purchase consul-2 with wine",
      "copy 1",
      "repeat",
      "suggest tribune",
      "keep 1 brick 2 wine",
      "reveal consul-2",
      "done",
    ];
    for (const entry of entries) {
      const text = entryWords(entry, setting);
      expect(text, entry).not.toBe(entry);
      expect(text, entry).not.toMatch(/analysis\.|undefined|\{/);
    }
    expect(entryWords("build genua", setting)).toBe("House in Genua");
  });

  it("tell that nothing was done only where nothing was", () => {
    expect(turnWords(["play tribune", "done"], setting)).toHaveLength(2);
    const [one, other, ...more] = turnWords(["0: cash", "1: build genua", "1: done"], setting);
    expect(one).toBe(`${seatName(table, 0)}: Take coins`);
    expect(other).toMatch(/: House in Genua$/);
    expect(more).toEqual([]);
    expect(turnWords(["play mercator", "sell 2 wine", "done"], setting)).toHaveLength(2);
  });

  it("name the places to light", () => {
    expect(turnPlaces(["0: build a", "2: build b", "2: done"])).toEqual(["a", "b"]);
    expect(turnPlaces(["play architect", "move land a b~c", "build d", "done"])).toEqual([
      "a",
      "b~c",
      "d",
    ]);
  });
});

describe("figures in words", () => {
  it("say what was lost with its spread, and leave out what was not", () => {
    const lost = { win: 0.042, points: 0, win_spread: 0.011, points_spread: 0.4 };
    expect(lossText(lost)).toBe("4.2% ± 1.1 chance of winning");
    expect(lossText({ ...lost, win: 0 })).toBe("next to nothing");
    expect(lossText({ ...lost, points: 2 })).toContain("2 ± 0.4 points");
  });

  it("give a reason for every code", () => {
    const codes: Why["code"][] = [
      "god",
      "houses",
      "colonists",
      "cards",
      "coins",
      "goods",
      "tempo",
      "opponents",
      "end",
    ];
    for (const code of codes) {
      for (const value of [1, -2.34]) {
        const text = whyText([{ code, value, god: "mars", seat: 1 } as Why], table);
        expect(text, code).not.toMatch(/analysis\.|undefined|\{/);
        expect(text, code).toMatch(value > 0 ? /more|higher/ : /fewer|less|lower/);
      }
    }
    expect(whyText([], table)).toBe("");
  });
});

describe("a review", () => {
  it("has a line for every side, with one moment more than turns", () => {
    expect(momentsOf(review.turns)).toHaveLength(review.turns.length + 1);
    const { lines } = courseOf(review.turns, review.sides, "win");
    expect(lines).toHaveLength(review.sides.length);
    for (const n of lines[0]!.values.keys()) {
      expect(lines.reduce((sum, line) => sum + line.values[n]!, 0)).toBeCloseTo(1, 2);
    }
    expect(courseOf([], [], "points").lines).toEqual([]);
  });

  it("shows turns as they come, and keeps them when it is stopped", async () => {
    let stopped = false;
    let tell: (update: Updates["review"]) => void = () => undefined;
    const engine = {
      run: (
        _job: string,
        _given: object,
        wish: { signal?: AbortSignal; onupdate?: unknown } = {},
      ) =>
        new Promise<never>((_done, reject) => {
          tell = wish.onupdate as typeof tell;
          wish.signal?.addEventListener("abort", () => {
            stopped = true;
            reject(new Error("stopped"));
          });
        }),
    };
    const asked: string[] = [];
    const real = globalThis.fetch;
    globalThis.fetch = ((path: string) => {
      asked.push(path);
      return Promise.resolve(new Response(JSON.stringify({ viae: 1 })));
    }) as typeof fetch;
    try {
      const found = new GameReview("abc", engine as never);
      void found.start();
      await expect.poll(() => tell.length).toBe(1);
      expect(asked[0]).toContain("/api/tables/abc/record");
      for (const turn of review.turns) tell({ kind: "turn", done: 0.1, turn });
      expect(found.turns).toHaveLength(review.turns.length);
      expect(found.review).toBeNull();
      tell({ kind: "review", done: 0.2, review });
      expect(found.phase).toBe("working");
      expect(found.turnAt(review.turns[1]!.end)?.index).toBe(1);
      found.stop();
      expect(stopped).toBe(true);
      expect(found.phase).toBe("stopped");
      expect(found.turns).toHaveLength(review.turns.length);
    } finally {
      globalThis.fetch = real;
    }
  });
});
