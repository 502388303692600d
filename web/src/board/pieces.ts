// Where the pieces stand: houses in a crown over a city, colonists in cities, on paths and in the
// capital's tray, and the chips with the price of a house.
import type { Board, Game, Kind } from "$lib/types";
import { CITY as DRAWN } from "$pieces/shapes";
import type { Layout, Point } from "./layout";

/** Places of n houses around the middle of a city, from left to right. */
export function crown(n: number): Point[] {
  const [radius, step] = n <= 4 ? [19.8, 36] : [22.6, 33];
  return Array.from({ length: n }, (_, i) => {
    const turn = ((-90 + (i - (n - 1) / 2) * step) * Math.PI) / 180;
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  });
}

export interface Piece {
  key: string;
  seat: number;
  kind: Kind;
  at: string; // city or path
  x: number;
  y: number;
  scale: number;
  count: number; // if more than one, a single piece stands for all of them
}

const ROW = 6;
const TRAY = 2 * ROW;
const CITY = 4;

/** A colonist that is not to be drawn where the game has it, because it is on its way. */
export interface Hidden {
  seat: number;
  kind: Kind;
  at: string;
}

/** Every colonist on the board, and where it is drawn; in cities further out by `grow`. */
export function pieces(
  layout: Layout,
  game: Game,
  grow = 1,
  hidden: Hidden | null = null,
): Piece[] {
  const onPaths: Piece[] = [];
  const inCities = new Map<string, { seat: number; kind: Kind }[]>();
  let missing = hidden;
  for (const { seat, colonists } of game.players) {
    for (const { kind, at } of colonists as { kind: Kind; at: string }[]) {
      if (missing && missing.seat === seat && missing.kind === kind && missing.at === at) {
        missing = null;
        continue;
      }
      if (layout.cities[at]) {
        const list = inCities.get(at) ?? [];
        if (!list.length) inCities.set(at, list);
        list.push({ seat, kind });
        continue;
      }
      const stand = layout.paths[kind][at]?.stand;
      if (!stand) continue;
      const key = `${seat}:${kind}:${at}`;
      onPaths.push({ key, seat, kind, at, x: stand[0], y: stand[1], scale: 1, count: 1 });
    }
  }
  return [...onPaths, ...[...inCities].flatMap(([at, list]) => inCity(layout, at, list, grow))];
}

function inCity(
  layout: Layout,
  at: string,
  list: { seat: number; kind: Kind }[],
  grow: number,
): Piece[] {
  const capital = at === layout.capital.id;
  const counts = new Map<string, { seat: number; kind: Kind; count: number }>();
  for (const { seat, kind } of list) {
    const group = counts.get(`${seat}:${kind}`) ?? { seat, kind, count: 0 };
    group.count++;
    counts.set(`${seat}:${kind}`, group);
  }
  const crowded = list.length > (capital ? TRAY : CITY);
  const shown = crowded ? [...counts.values()] : list.map((one) => ({ ...one, count: 1 }));
  const city = layout.cities[at]!;
  const numbers = new Map<string, number>();
  return shown.map(({ seat, kind, count }, i) => {
    const [dx, dy] = capital ? inTray(layout, i, shown.length) : besideCity(i);
    const name = `${seat}:${kind}:${at}`;
    const nth = numbers.get(name) ?? 0;
    numbers.set(name, nth + 1);
    return {
      key: nth ? `${name}:${nth}` : name,
      seat,
      kind,
      at,
      x: city.x + dx * grow,
      y: city.y + dy * grow,
      scale: capital ? 0.82 : 0.72,
      count,
    };
  });
}

/** The i-th of n pieces in the tray, from the middle of the capital. */
function inTray({ capital, cities }: Layout, i: number, n: number): Point {
  const { tray, id } = capital;
  const city = cities[id]!;
  const rows = Math.max(1, Math.ceil(n / ROW));
  const row = Math.floor(i / ROW);
  const inRow = Math.min(ROW, n);
  const wide = tray.w / ROW;
  // The tray fills from the side where the capital is, so that few pieces stay close to it.
  const side = tray.x < city.x ? 1 : -1;
  const start = tray.x + (side * (tray.w - wide)) / 2 - (side > 0 ? (inRow - 1) * wide : 0);
  const x = start + (i % ROW) * wide;
  const y = tray.y + (row - (rows - 1) / 2) * (tray.h / 2 + 1);
  return [x - city.x, y - city.y];
}

function besideCity(i: number): Point {
  const side = i % 2 ? 1 : -1;
  return [side * (15 + 11 * Math.floor(i / 2)), 12];
}

export interface ChipPlace {
  x: number; // the middle
  y: number;
}

/** How large goods are drawn on the board: a good of 24 units is multiplied with this, and with the growth. */
export const GOOD_SCALES = { city: DRAWN.good / 24, marker: 0.66, chip: 0.5, moving: 1.1 } as const;

/** The width of a chip with this number of goods and a coin; its height is 17. */
export function chipWidth(goods: number, coins: number): number {
  return 9 + goods * 13.5 + (coins ? 15 : 0);
}

/**
 * The middle of a price chip: over the crown, or aside where it would cover a standing place, a city,
 * a marker or another chip.
 */
export function chipPlace(
  layout: Layout,
  id: string,
  width: number,
  houses: number,
  taken: { x: number; y: number; w: number }[],
): ChipPlace {
  const city = layout.cities[id]!;
  const top = houses > 4 ? 43 : 40;
  const aside = width / 2 + 17;
  const places: Point[] = [
    [0, -top],
    [width / 2 + 6, -top],
    [-width / 2 - 6, -top],
    [aside + 12, -22],
    [-aside - 12, -22],
    [aside + 4, 0],
    [-aside - 4, 0],
    [0, -top - 12],
    [0, 42],
  ];
  const covers = (x: number, y: number, [px, py]: Point, room: number) =>
    Math.abs(px - x) < width / 2 + room && Math.abs(py - y) < 8.5 + room;
  const stands = Object.values(layout.paths).flatMap((paths) =>
    Object.values(paths).flatMap(({ stand }) => (stand ? [stand] : [])),
  );
  const [vx, vy, vw, vh] = layout.viewBox;
  let best: ChipPlace = { x: city.x, y: city.y - top };
  let least = Infinity;
  for (const [order, [dx, dy]] of places.entries()) {
    const x = city.x + dx;
    const y = city.y + dy;
    let cost = order;
    for (const stand of stands) if (covers(x, y, stand, 7)) cost += 20;
    for (const [other, { x: ox, y: oy }] of Object.entries(layout.cities)) {
      if (other !== id && covers(x, y, [ox, oy - 6], 19)) cost += 30;
    }
    for (const { marker } of Object.values(layout.provinces))
      if (covers(x, y, marker, 11)) cost += 8;
    for (const chip of taken) if (covers(x, y, [chip.x, chip.y], chip.w / 2 + 1)) cost += 40;
    if (x - width / 2 < vx || x + width / 2 > vx + vw || y - 9 < vy || y + 9 > vy + vh) cost += 25;
    if (cost < least) [least, best] = [cost, { x, y }];
  }
  return best;
}

/** The corner where buttons cover least, such as "top right". */
export function freeCorner(layout: Layout, board: Board, w: number, h: number): [number, number] {
  const [x, y, vw, vh] = layout.viewBox;
  const corners: [number, number][] = [
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ];
  const things: [Point, number][] = [
    ...Object.values(layout.cities).map((city): [Point, number] => [[city.x, city.y], 34]),
    ...Object.values(layout.provinces).map(({ marker }): [Point, number] => [marker, 16]),
    ...board.paths.flatMap(({ id, kind }): [Point, number][] => {
      const stand = layout.paths[kind][id]?.stand;
      return stand ? [[stand, 12]] : [];
    }),
    ...Object.values(layout.provinces).flatMap(({ label }): [Point, number][] => [
      [[label.x + 20, label.y], 22],
      [[label.x + 60, label.y], 22],
    ]),
  ];
  let best = corners[0]!;
  let least = Infinity;
  for (const corner of corners) {
    const left = corner[0] ? x + vw - w : x;
    const top = corner[1] ? y + vh - h : y;
    const cost = things.filter(
      ([[px, py], r]) => px > left - r && px < left + w + r && py > top - r && py < top + h + r,
    ).length;
    if (cost < least) [least, best] = [cost, corner];
  }
  return best;
}
