import { beforeAll, describe, expect, it, vi } from "vitest";
import { secondsLeft, startNow, steady } from "$lib/clock";
import { words } from "$lib/i18n.svelte";
import type { Game, Good, Result } from "$lib/types";
import { timeText } from "./clock";
import { explain, factor, ranking } from "./final";
import { faces, pairs, useCatalogue } from "./fixtures/load";
import { layoutFor, scaleFor, Viewport } from "./frame/viewport.svelte";

beforeAll(async () => {
  useCatalogue();
  await words.use("en");
});

const result = (scores: number[], winner: number, teams?: number[]): Result => ({
  scores,
  winner,
  gods: [],
  ...(teams ? { teams } : {}),
});

describe("the ranking", () => {
  it("goes by points", () => {
    const ranks = ranking(result([90, 120, 101], 1), 0, 3);
    expect(ranks.map((rank) => [rank.place, rank.side])).toEqual([
      [1, 1],
      [2, 2],
      [3, 0],
    ]);
  });

  it("breaks a tie by the Magnus, then to the right", () => {
    expect(ranking(result([80, 80, 80], 1), 1, 3).map((rank) => rank.side)).toEqual([1, 0, 2]);
    expect(ranking(result([80, 70, 80], 0), 1, 3).map((rank) => rank.side)).toEqual([0, 2, 1]);
  });

  it("is of teams in team play", () => {
    const ranks = ranking(result([40, 50, 30, 35], 1, [70, 85]), 3, 4);
    expect(ranks.map((rank) => [rank.side, rank.points])).toEqual([
      [1, 85],
      [0, 70],
    ]);
  });
});

describe("how points come about", () => {
  it("is a product where each card is worth the same", () => {
    expect(factor("jupiter", 44, 4)).toBe("4 × 11");
    expect(factor("minerva", 12, 2)).toBe("2 cards");
    expect(factor("concordia", 7, 0)).toBe("");
    expect(factor("vesta", 0, 0)).toBe("");
  });

  it("is told specialist by specialist", () => {
    const before = pairs[0]!.before;
    const player = {
      ...before.players[0]!,
      houses: ["a", "b", "c"],
      gods: { minerva: { points: 6, cards: 1 } },
    };
    const city = (good: Good) => ({ good, houses: [0], coins: 1, goods: {} });
    const game: Game = {
      ...before,
      players: [player],
      cities: { a: city("tool"), b: city("tool"), c: city("wine") },
    };
    expect(explain("minerva", game, 0, 6, ["smith-1", "prefect"], faces)).toBe(
      "Smith I: 2 houses × 3 = 6.",
    );
    expect(explain("mars", game, 0, 0, [], faces)).toBe("No card of this god.");
  });
});

describe("the ranking of a game that was resigned", () => {
  it("has the winner first and whoever resigned last", () => {
    const ranks = ranking(result([90, 70, 80], 2), 0, 3, [0]);
    expect(ranks.map((rank) => rank.side)).toEqual([2, 1, 0]);
  });
});

describe("the clock", () => {
  it("counts down from what was left when the view came", () => {
    const clock = { kind: "turn", left: 60, starts: 5 } as const;
    expect(secondsLeft(clock)).toBe(60);
    const now = steady();
    expect(secondsLeft(clock, now + 4)).toBe(60); // it starts in five seconds
    expect(secondsLeft(clock, now + 25)).toBeCloseTo(40, 0);
    expect(secondsLeft(clock, now + 100)).toBe(0);
    expect(secondsLeft({ kind: "none" })).toBeNull();
    expect(secondsLeft({ kind: "turn", left: null })).toBeNull();
  });

  it("starts anew when others' moves have been shown", () => {
    const clock = { kind: "turn", left: 60, starts: 0 } as const;
    expect(secondsLeft(clock, steady() + 30)).toBeCloseTo(30, 0);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 30_000);
    startNow(clock);
    expect(secondsLeft(clock)).toBeCloseTo(60, 0);
    vi.restoreAllMocks();
  });

  it("is read in minutes, hours or days", () => {
    expect(timeText(107.2)).toBe("1:48");
    expect(timeText(3725)).toBe("1:02:05");
    expect(timeText(3 * 86_400 + 7300)).toBe("3\u00a0d 2\u00a0h");
  });
});

describe("the layout", () => {
  it.each([
    [390, 844, "phone"],
    [844, 390, "landscape"],
    [768, 1024, "tablet"],
    [1024, 768, "tablet"],
    [1100, 800, "desktop"],
    [1440, 900, "desktop"],
    [2560, 1440, "wide"],
  ])("of %i × %i is for a %s", (width, height, layout) => {
    expect(layoutFor(width, height)).toBe(layout);
  });

  it.each([
    [390, 844, "pages"],
    [844, 390, "pages-beside"],
    [768, 1024, "stack"],
    [1024, 768, "beside"],
    [1280, 720, "columns"],
  ])("of %i × %i is arranged as %s", (width, height, arrangement) => {
    const viewport = new Viewport();
    viewport.width = width;
    viewport.height = height;
    expect(viewport.arrangement).toBe(arrangement);
    expect(viewport.paged).toBe(arrangement.startsWith("pages"));
  });

  it("gives larger text the room it needs", () => {
    expect(layoutFor(1440, 900, 1.5)).toBe("tablet");
    expect(layoutFor(900, 1200, 1.5)).toBe("phone");
  });

  it("grows on wide screens as far as they are high", () => {
    expect(scaleFor(1440, 900)).toBe(1);
    expect(scaleFor(2560, 1440)).toBe(1.38);
    expect(scaleFor(1920, 1080)).toBeCloseTo(1.2);
    expect(scaleFor(2560, 800)).toBe(1);
  });
});
