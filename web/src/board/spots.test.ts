// What can be pointed at, where pieces stand, how they travel, and what things are called.
import { beforeAll, describe, expect, it } from "vitest";
import { words } from "$lib/i18n.svelte";
import { distance, Track } from "./curve";
import { builtIn, game } from "./kit";
import { loadLayout, type Layout } from "./layout";
import { sign, spoken } from "./names";
import { chipPlace, chipWidth, crown, pieces } from "./pieces";
import { route } from "./route";
import { around, inDirection, spots, targetKey, type Spot } from "./spots";
import type { Target } from "./types";

const board = builtIn("imperium");
let layout: Layout;

beforeAll(async () => {
  layout = await loadLayout(board);
});

const at = (key: string, x: number, y: number): Spot => ({
  key,
  what: "city",
  id: key,
  x,
  y,
  r: 13,
});

describe("spots", () => {
  it("has one for each city, path and marker, and for colonists in cities", () => {
    const state = game(
      board,
      [
        ["land", "roma"],
        ["land", "roma"],
        ["sea", "carthago~roma"],
      ],
      [["sea", "roma"]],
    );
    const all = spots(board, layout, pieces(layout, state));
    expect(all).toHaveLength(board.cities.length + board.paths.length + board.provinces.length + 2);
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  });

  it("finds the spot of a target", () => {
    const key = (target: Partial<Target>) => targetKey({ label: "", ...target } as Target, layout);
    expect(key({ what: "city", place: "roma" })).toBe("city:roma");
    expect(key({ what: "path", place: "carthago~roma", kind: "sea" })).toBe("sea:carthago~roma");
    expect(key({ what: "province", place: "gallia" })).toBe("province:gallia");
    expect(key({ what: "colonist", place: "carthago~roma", kind: "sea", seat: 1 })).toBe(
      "sea:carthago~roma",
    );
    expect(key({ what: "colonist", place: "roma", kind: "sea", seat: 1 })).toBe(
      "colonist:1:sea:roma",
    );
  });

  it("goes to the nearest in a direction", () => {
    const all = [at("near", 50, 40), at("ahead", 80, 0), at("behind", -20, 0), at("aside", 10, 90)];
    expect(inDirection([0, 0], [1, 0], all)?.key).toBe("ahead");
    expect(inDirection([0, 0], [-1, 0], all)?.key).toBe("behind");
    expect(inDirection([0, 0], [0, 1], all)?.key).toBe("aside");
    expect(inDirection([0, 0], [0, -1], all)).toBeNull();
  });

  it("reaches every city from every other by arrows", () => {
    const all = spots(board, layout, []).filter(({ what }) => what === "city");
    const seen = new Set<string>();
    const open = [all[0]!];
    for (let spot = open.pop(); spot; spot = open.pop()) {
      if (seen.has(spot.key)) continue;
      seen.add(spot.key);
      const rest = all.filter((one) => one !== spot);
      for (const direction of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const next = inDirection([spot.x, spot.y], [...direction], rest);
        if (next) open.push(next);
      }
    }
    expect(seen.size).toBe(all.length);
  });

  it("takes a finger's circle into account", () => {
    const all = [at("one", 0, 0), at("two", 30, 0)];
    expect(around([2, 0], all, 22).map(({ key }) => key)).toEqual(["one"]);
    expect(around([14, 0], all, 22).map(({ key }) => key)).toEqual(["one", "two"]);
    expect(around([14, 0], all, 5)).toHaveLength(0);
    expect(around([14, 0], all, 5, 1.5)).toHaveLength(2);
  });
});

describe("pieces", () => {
  it("stand in a crown over the city, in order", () => {
    for (let n = 1; n <= 6; n++) {
      const places = crown(n);
      expect(places).toHaveLength(n);
      expect(places.every(([, y]) => y < 8)).toBe(true);
      expect(places.map(([x]) => x)).toEqual(places.map(([x]) => x).sort((a, b) => a - b));
      for (let i = 1; i < n; i++)
        expect(distance(places[i - 1]!, places[i]!)).toBeGreaterThan(11.2);
    }
    expect(crown(1)[0]![1]).toBeCloseTo(-19.8);
  });

  it("stand on their place, in the tray, beside a city", () => {
    const state = game(board, [
      ["land", "roma"],
      ["sea", "roma"],
      ["sea", "carthago~roma"],
      ["land", "massilia"],
    ]);
    const found = pieces(layout, state);
    expect(found).toHaveLength(4);
    const ship = found.find((one) => one.at === "carthago~roma")!;
    expect([ship.x, ship.y]).toEqual(layout.paths.sea["carthago~roma"]!.stand);
    const { tray } = layout.capital;
    for (const one of found.filter(({ at }) => at === "roma")) {
      expect(Math.abs(one.x - tray.x)).toBeLessThanOrEqual(tray.w / 2);
      expect(Math.abs(one.y - tray.y)).toBeLessThanOrEqual(tray.h / 2);
      expect(one.scale).toBe(0.82);
    }
    expect(found.find((one) => one.at === "massilia")!.scale).toBe(0.72);
  });

  it("are counted where they are too many", () => {
    const seat = Array.from({ length: 4 }, () => ["land", "roma"] as ["land", string]);
    const found = pieces(layout, game(board, seat, seat, seat, seat));
    expect(found.map(({ count }) => count)).toEqual([4, 4, 4, 4]);
    expect(new Set(found.map(({ key }) => key)).size).toBe(4);
    const few = pieces(layout, game(board, seat, seat, seat));
    expect(few).toHaveLength(12);
    expect(new Set(few.map(({ key }) => key)).size).toBe(12);
  });

  it("one that travels is left out once", () => {
    const state = game(board, [
      ["land", "roma"],
      ["land", "roma"],
    ]);
    expect(pieces(layout, state, 1, { seat: 0, kind: "land", at: "roma" })).toHaveLength(1);
  });

  it("price chips cover no standing place near their city", () => {
    for (const { id } of board.cities) {
      if (id === board.capital) continue;
      const w = chipWidth(2, 4);
      const { x, y } = chipPlace(layout, id, w, 1, []);
      const covered = Object.values(layout.paths)
        .flatMap((paths) => Object.values(paths))
        .filter(
          ({ stand }) => stand && Math.abs(stand[0] - x) < w / 2 && Math.abs(stand[1] - y) < 8.5,
        );
      expect(covered, id).toHaveLength(0);
    }
  });
});

describe("travel", () => {
  it("leads along the paths to the new place", () => {
    const line = route(board, layout, "sea", "massilia~valentia", "carthago~roma")!;
    const from = layout.paths.sea["massilia~valentia"]!.stand!;
    const to = layout.paths.sea["carthago~roma"]!.stand!;
    expect(distance(line[0]!, from)).toBeLessThan(4);
    expect(distance(line.at(-1)!, to)).toBeLessThan(4);
    for (let i = 1; i < line.length; i++) expect(distance(line[i - 1]!, line[i]!)).toBeLessThan(40);
  });

  it("starts at the rim of a city", () => {
    const line = route(board, layout, "sea", "roma", "carthago~roma")!;
    const { x, y } = layout.cities["roma"]!;
    expect(distance(line[0]!, [x, y])).toBeGreaterThanOrEqual(18);
    expect(new Track(line).length).toBeLessThan(80);
  });

  it("knows where there is no way", () => {
    expect(route(board, layout, "land", "roma", "nowhere~roma")).toBeNull();
    expect(route(board, layout, "land", "carthago~roma", "nowhere~roma")).toBeNull();
  });
});

describe("names", () => {
  const state = game(
    board,
    [
      ["sea", "massilia~valentia"],
      ["land", "roma"],
    ],
    [["sea", "roma"]],
  );
  state.cities["carthago"]!.houses = [1];
  state.markers["hispania"] = { good: "tool", coins: 1, side: "coins" };
  const known = { board, game: state, names: ["Livia", "Marcus"] };
  const spot = (key: string) =>
    spots(board, layout, pieces(layout, state)).find((one) => one.key === key)!;

  it("say what is there and what can be done", () => {
    expect(
      spoken(known, spot("city:carthago"), [
        { what: "city", place: "carthago", label: "build for 1 brick, 1 food, 4 coins" },
      ]),
    ).toBe(
      "Carthago, Mauretania, food, one house: Marcus. You can build for 1 brick, 1 food, 4 coins.",
    );
    expect(
      spoken(known, spot("sea:carthago~roma"), [
        { what: "path", place: "carthago~roma", kind: "sea", label: "", steps: 2 },
      ]),
    ).toBe("Lane Carthago–Roma, free, 2 steps.");
    expect(spoken(known, spot("province:hispania"))).toBe("Marker of Hispania, coin side, 1 coin.");
    expect(spoken(known, spot("province:gallia"))).toBe("Marker of Gallia, goods side, food.");
    expect(spoken(known, spot("city:roma"))).toBe("Roma, capital, Italia.");
  });

  it("tell the player's own colonist from others'", () => {
    const own: Target = {
      what: "colonist",
      place: "massilia~valentia",
      kind: "sea",
      seat: 0,
      label: "",
    };
    expect(spoken(known, spot("sea:massilia~valentia"), [own], true)).toBe(
      "Your ship on Massilia–Valentia, selected.",
    );
    expect(spoken(known, spot("sea:massilia~valentia"))).toBe(
      "Lane Massilia–Valentia, Livia’s ship.",
    );
    expect(spoken(known, spot("colonist:1:sea:roma"))).toBe("Marcus’s ship in Roma.");
  });

  it("say where nobody may stop", async () => {
    const other = builtIn("ionium");
    const drawing = await loadLayout(other);
    const strip = spots(other, drawing, []).find(
      ({ id }) => id === "apollonia~brundisium" && true,
    )!;
    const text = spoken(
      { board: other, game: game(other, []), names: ["A"] },
      { ...strip, kind: "land" },
    );
    expect(text).toBe("Road Apollonia–Brundisium, no stopping here.");
  });

  it("explain the next house on the sign", () => {
    const { title, lines } = sign(known, spot("city:carthago"));
    expect(title).toBe("Carthago");
    expect(lines).toEqual([
      "Mauretania · food",
      "One house: Marcus",
      "Next house: 1 brick, 1 food, 2 coins",
    ]);
  });

  it("are there in every language, with the right plurals", async () => {
    await words.use("ru");
    expect(
      spoken(known, spot("sea:carthago~roma"), [
        { what: "path", place: "carthago~roma", kind: "sea", label: "", steps: 3 },
      ]),
    ).toBe("Морской путь Carthago–Roma, свободно, 3 шага.");
    await words.use("de");
    expect(spoken(known, spot("province:hispania"))).toBe(
      "Marker von Hispania, Münzseite, 1 Münze.",
    );
    await words.use("en");
  });
});
