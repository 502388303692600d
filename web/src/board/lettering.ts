// Which names the board shows and where: never smaller than can be read, never one over the other. Where there is no
// room for all, those that matter now come first, and the others are a hover or a tap away.
import type { Board, Game } from "$lib/types";
import type { Box, Label, Layout } from "./layout";
import { cityKey, provinceKey } from "./spots";

export const LEAST = 11; // px of the smallest letters
const CITY = 11; // board units, where the board is large enough
const CAPITAL = 14;
const PROVINCE = 12;
/** Estimated widths of a capital letter, in its size. */
const WIDE = { city: 0.74, capital: 0.82, province: 0.9 };

/** A name as it is drawn: its baseline, and its size in board units. */
export interface Lettered extends Label {
  size: number;
}

export interface Lettering {
  cities: Map<string, Lettered>;
  provinces: Map<string, Lettered>;
}

interface Wish {
  key: string;
  letters: number;
  wide: number; // of a letter, in its size
  size: number;
  labels: Label[];
  must: boolean; // it is shown even where it covers something
  rank: number;
}

/** A size in board units that is at least the smallest one in px. */
export function legible(units: number, scale: number): number {
  return Math.max(units, (LEAST + 0.1) / scale);
}

function boxOf(label: Label, wish: Wish): Box {
  const wide = wish.letters * wish.wide * wish.size;
  const before = label.anchor === "start" ? 0 : label.anchor === "middle" ? wide / 2 : wide;
  const left = label.x - before;
  return [left, label.y - wish.size * 0.8, left + wide, label.y + wish.size * 0.2];
}

const overlap = (a: Box, b: Box): boolean =>
  a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** Where the names around a thing may stand: below, right, left, above. */
function aroundIt(x: number, y: number, r: number, size: number, above: number): Label[] {
  return [
    { x, y: y + r + size * 0.85, anchor: "middle" },
    { x: x + r + 2, y: y + size * 0.35, anchor: "start" },
    { x: x - r - 2, y: y + size * 0.35, anchor: "end" },
    { x: x + r * 0.6, y: y + r + size * 0.6, anchor: "start" },
    { x: x - r * 0.6, y: y + r + size * 0.6, anchor: "end" },
    { x, y: y - above, anchor: "middle" },
  ];
}

interface Scene {
  board: Board;
  layout: Layout;
  game: Game;
  scale: number; // px per board unit
  grow: number; // how much larger pieces are drawn
  text: number; // how much larger the player wants the text
  window: Box; // x, y, width, height of what can be seen at most
  wanted: ReadonlySet<string>; // keys of places whose name is needed now
}

export function lettering(scene: Scene): Lettering {
  const { board, layout, game, scale, grow, text, window, wanted } = scene;
  const taken: Box[] = [];
  const wishes: Wish[] = [];
  for (const { id, inscription } of board.cities) {
    const city = layout.cities[id];
    if (!city) continue;
    const capital = id === board.capital;
    const r = (capital ? 18 : 13) * grow;
    taken.push([city.x - r, city.y - r, city.x + r, city.y + r]);
    const size = legible((capital ? CAPITAL : CITY) * text * grow, scale);
    const houses = game.cities[id]?.houses.length ?? 0;
    const own: Label = {
      x: city.x + (city.label.x - city.x) * grow,
      y: city.y + (city.label.y - city.y) * grow,
      anchor: city.label.anchor,
    };
    const key = cityKey(id);
    wishes.push({
      key,
      letters: [...inscription].length,
      wide: capital ? WIDE.capital : WIDE.city,
      size,
      labels: [own, ...aroundIt(city.x, city.y, r, size, (houses ? 30 : 15) * grow)],
      must: capital || wanted.has(key),
      rank: wanted.has(key) ? 0 : capital ? 1 : 3,
    });
  }
  for (const { id, name } of board.provinces) {
    const drawn = layout.provinces[id];
    if (!drawn) continue;
    const [x, y] = drawn.marker;
    const [w, h] = [13 * grow, 11.5 * grow];
    taken.push([x - w, y - h, x + w, y + h]);
    const size = legible(PROVINCE * text * (grow > 1 ? 0.85 : 1) * grow, scale);
    const key = provinceKey(id);
    const own: Label = {
      x: x + (drawn.label.x - x) * grow,
      y: y + (drawn.label.y - y) * grow,
      anchor: drawn.label.anchor,
    };
    wishes.push({
      key,
      letters: [...name].length,
      wide: WIDE.province,
      size,
      labels: [own, ...aroundIt(x, y, w, size, h + 2)],
      must: wanted.has(key),
      rank: wanted.has(key) ? 0.5 : 2,
    });
  }
  for (const paths of Object.values(layout.paths)) {
    for (const { stand } of Object.values(paths)) {
      if (stand) taken.push([stand[0] - 4, stand[1] - 4, stand[0] + 4, stand[1] + 4]);
    }
  }
  return chosen(wishes, taken, window);
}

function chosen(wishes: Wish[], taken: Box[], window: Box): Lettering {
  const found: Lettering = { cities: new Map(), provinces: new Map() };
  const [x, y, w, h] = window;
  const inside = (box: Box) =>
    box[0] >= x + 2 && box[1] >= y + 2 && box[2] <= x + w - 2 && box[3] <= y + h - 2;
  for (const wish of wishes.sort((a, b) => a.rank - b.rank)) {
    const free = wish.labels.find((label, order) => {
      const box = boxOf(label, wish);
      // Where the drawing has it, it may cover what it was drawn beside.
      const others = order ? taken : taken.filter((one) => !touches(one, box, wish.size));
      return inside(box) && !others.some((one) => overlap(one, box));
    });
    const label = free ?? (wish.must ? held(wish, window) : null);
    if (!label) continue;
    taken.push(boxOf(label, wish));
    const kind = wish.key.startsWith("city:") ? found.cities : found.provinces;
    kind.set(wish.key.slice(wish.key.indexOf(":") + 1), { ...label, size: wish.size });
  }
  return found;
}

/** A small thing that a name was drawn close to. */
function touches(thing: Box, name: Box, size: number): boolean {
  const across = Math.min(thing[2], name[2]) - Math.max(thing[0], name[0]);
  const down = Math.min(thing[3], name[3]) - Math.max(thing[1], name[1]);
  return Math.min(across, down) < size * 0.35;
}

/** The first place, pushed into the window. */
function held(wish: Wish, [x, y, w, h]: Box): Label {
  const label = wish.labels[0]!;
  const box = boxOf(label, wish);
  const right = Math.max(0, x + 3 - box[0]) - Math.max(0, box[2] - x - w + 3);
  const down = Math.max(0, y + 3 - box[1]) - Math.max(0, box[3] - y - h + 3);
  return { ...label, x: label.x + right, y: label.y + down };
}
