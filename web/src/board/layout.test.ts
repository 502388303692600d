// The drawings: of the built-in boards as they are, and computed for custom boards.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Board, Kind } from "$lib/types";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { Land } from "./coast.js";
import { computeLayout as compute } from "./compute";
import { distance, points, Track } from "./curve";
import { fits, loadLayout, loadMini, within, type Layout, type Point } from "./layout";

const FOLDER = "../src/viae/data/boards/";
const KINDS: Kind[] = ["land", "sea"];

function read(path: string): Board {
  const board = JSON.parse(readFileSync(path, "utf8")) as Board;
  board.paths = board.paths.map((path) => ({ ...path, can_stop: path.can_stop ?? true }));
  return board;
}

const builtIn = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => read(FOLDER + name));
const sicilia = read("../docs/examples/sicilia.json");

// The page fetches its atlas; here it is read.
function atlas(name: string): Land {
  const text = readFileSync(`node_modules/world-atlas/${name}.json`, "utf8");
  const topology = JSON.parse(text) as Topology<{ land: GeometryCollection }>;
  return feature(topology, topology.objects.land) as Land;
}

const coarse = atlas("land-50m");
const computeLayout = (board: Board, land = coarse) => compute(board, () => Promise.resolve(land));

const ids = (things: { id: string }[]) => things.map(({ id }) => id).sort();

/** What every layout must keep to. */
function sound(board: Board, layout: Layout) {
  expect(Object.keys(layout.cities).sort()).toEqual(ids(board.cities));
  expect(Object.keys(layout.provinces).sort()).toEqual(ids(board.provinces));
  for (const kind of KINDS) {
    const paths = board.paths.filter((path) => path.kind === kind);
    expect(Object.keys(layout.paths[kind]).sort()).toEqual(ids(paths));
  }
  expect(layout.capital.id).toBe(board.capital);
  expect(layout.land.length).toBeGreaterThan(20);
  for (const { id, kind, ends, can_stop } of board.paths) {
    const { d, stand, sign } = layout.paths[kind][id]!;
    const line = points(d);
    for (const [end, point] of [
      [ends[0], line[0]!],
      [ends[1], line.at(-1)!],
    ] as [string, Point][]) {
      const { x, y } = layout.cities[end]!;
      expect(distance([x, y], point), `${id} at ${end}`).toBeLessThan(0.3);
    }
    expect(stand === null, id).toBe(!can_stop);
    if (!can_stop) expect(sign).toBeDefined();
    const place = stand ?? sign!;
    const track = new Track(line);
    const way = Array.from({ length: 201 }, (_, i) => track.at((i / 200) * track.length));
    const near = Math.min(...way.map((point) => distance(point, place)));
    expect(near, `${kind} ${id} off its line`).toBeLessThan(3);
  }
  const [, , w, h] = layout.viewBox;
  for (const [id, { x, y, label }] of Object.entries(layout.cities)) {
    expect(x > 15 && x < w - 15 && y > 15 && y < h - 15, id).toBe(true);
    expect(label.x > 0 && label.x < w && label.y > 5 && label.y < h, `label of ${id}`).toBe(true);
  }
  expect(fits(layout, board)).toBe(true);
}

const nearest = (layout: Layout) => {
  const cities = Object.values(layout.cities);
  return Math.min(
    ...cities.flatMap((one, i) =>
      cities.slice(0, i).map((other) => distance([one.x, one.y], [other.x, other.y])),
    ),
  );
};

const letters = (board: Board, id: string) => {
  const city = board.cities.find((one) => one.id === id)!;
  return (city.inscription || city.name).length * (id === board.capital ? 11 : 7.8);
};

/** How many inscriptions lie on each other. */
function collisions(board: Board, layout: Layout): string[] {
  const boxes = Object.entries(layout.cities).map(([id, { label }]) => {
    const wide = letters(board, id);
    const left =
      label.x - (label.anchor === "start" ? 0 : label.anchor === "middle" ? wide / 2 : wide);
    return { id, left, right: left + wide, top: label.y - 8.5, bottom: label.y };
  });
  return boxes.flatMap((a, i) =>
    boxes
      .slice(0, i)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.id} ${b.id}`),
  );
}

describe("ready-made layouts", () => {
  it("each board of the game has one; `make layouts` writes a first one", () =>
    expect(readdirSync("layouts").sort()).toEqual(readdirSync(FOLDER).sort()));

  for (const board of builtIn) {
    it(`${board.id} fits its board`, async () => {
      const layout = await loadLayout(board);
      expect(layout.board).toBe(board.id);
      sound(board, layout);
      expect(nearest(layout)).toBeGreaterThan(60);
      const mini = await loadMini(board.id);
      expect(mini?.cities).toHaveLength(board.cities.length - 1);
      expect(mini?.areas).toHaveLength(board.provinces.length);
    });
  }

  it("a custom board with the name of a built-in one gets its own drawing", async () => {
    const borrowed = { ...sicilia, id: "imperium" };
    const layout = await loadLayout(borrowed);
    sound(borrowed, layout);
  });

  it("does not take a layout with another path", () => {
    const board = builtIn[0]!;
    return loadLayout(board).then((layout) => {
      const other = { ...board, paths: board.paths.map((path) => ({ ...path, can_stop: false })) };
      expect(fits(layout, board)).toBe(true);
      expect(fits(layout, other)).toBe(false);
    });
  });
});

describe("layouts worked out at run time", () => {
  for (const board of [sicilia, ...builtIn]) {
    it(`${board.id}: nothing on top of each other`, async () => {
      const layout = await computeLayout(board, board === sicilia ? atlas("land-10m") : coarse);
      sound(board, layout);
      expect(nearest(layout)).toBeGreaterThanOrEqual(60);
      expect(
        collisions(board, layout).length,
        collisions(board, layout).join(", "),
      ).toBeLessThanOrEqual(2);
      const [, , w, h] = layout.viewBox;
      for (const [id, { label }] of Object.entries(layout.cities)) {
        const wide = letters(board, id);
        const left =
          label.x - (label.anchor === "start" ? 0 : label.anchor === "middle" ? wide / 2 : wide);
        expect(left, id).toBeGreaterThan(-4);
        expect(left + wide, id).toBeLessThan(w + 4);
      }
      for (const { marker, area, label } of Object.values(layout.provinces)) {
        expect(marker[0] > 0 && marker[0] < w && marker[1] > 0 && marker[1] < h).toBe(true);
        expect(label.x > -4 && label.y > 0 && label.y < h).toBe(true);
        expect(area.startsWith("M")).toBe(true);
      }
      const places = KINDS.flatMap((kind) =>
        Object.entries(layout.paths[kind]).flatMap(([id, { stand }]) =>
          stand ? [{ name: `${kind} ${id}`, stand }] : [],
        ),
      );
      const close = places.flatMap((one, i) =>
        places
          .slice(0, i)
          .filter((other) => distance(one.stand, other.stand) <= 14)
          .map((other) => `${one.name}, ${other.name}`),
      );
      expect(close).toEqual([]);
      // Paths keep away from cities that are not their ends.
      for (const { id, kind, ends } of board.paths) {
        const line = points(layout.paths[kind][id]!.d);
        for (const [city, { x, y }] of Object.entries(layout.cities)) {
          if (ends.includes(city)) continue;
          const far = Math.min(...line.map((point) => distance(point, [x, y])));
          expect(far, `${id} runs through ${city}`).toBeGreaterThan(14);
        }
      }
    });
  }

  const moved = (lat: (lat: number) => number, lon: (lon: number) => number): Board => ({
    ...sicilia,
    cities: sicilia.cities.map((city) => ({ ...city, lat: lat(city.lat), lon: lon(city.lon) })),
  });

  it("in the middle of an ocean there is an island", async () => {
    const layout = await computeLayout(
      moved(
        (lat) => lat - 67,
        (lon) => lon - 160,
      ),
    );
    sound(sicilia, layout);
    expect(layout.land).toBe(layout.frontier);
  });

  it("across the date line the cities stay together", async () => {
    const board = moved(
      (lat) => lat,
      (lon) => ((lon + 166 + 180) % 360) - 180,
    );
    const layout = await computeLayout(board);
    sound(board, layout);
    const far = distance(layout.cities["messana"]!.true, layout.cities["catana"]!.true);
    expect(far).toBeLessThan(400);
  });

  it("with all cities on one spot, or in one line, or at the pole", async () => {
    for (const board of [
      moved(
        () => 40,
        () => 10,
      ),
      moved(
        () => 40,
        (lon) => lon,
      ),
      moved(
        (lat) => lat + 50,
        (lon) => lon * 9,
      ),
    ]) {
      const layout = await computeLayout(board);
      sound(board, layout);
      expect(nearest(layout)).toBeGreaterThanOrEqual(50);
    }
  });

  it("without any atlas there is still a board", async () => {
    const layout = await compute(sicilia, () => Promise.reject(new Error("offline")));
    sound(sicilia, layout);
  });

  it("doubled lanes are apart", async () => {
    const board: Board = {
      ...sicilia,
      paths: [
        ...sicilia.paths,
        { id: "drepanum~panormus~2", kind: "sea", ends: ["drepanum", "panormus"], can_stop: true },
      ],
    };
    const { paths } = await computeLayout(board);
    const [one, two] = [paths.sea["drepanum~panormus"]!, paths.sea["drepanum~panormus~2"]!];
    expect(distance(one.stand!, two.stand!)).toBeGreaterThan(16);
    expect(one.d).not.toBe(two.d);
  });
});

describe("inscriptions at the edge", () => {
  it("are pushed inside", () => {
    expect(within(10, 100, "start", 50, 1, [0, 0, 400, 300])).toBe(10);
    expect(within(10, 100, "start", 350, 1, [0, 0, 400, 300])).toBe(-53);
    expect(within(0, 100, "middle", 20, 1, [0, 0, 400, 300])).toBe(33);
  });
});
