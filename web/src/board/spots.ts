// Everything on the board that can be pointed at, and how keys and fingers find it.
import type { Board, Kind } from "$lib/types";
import type { Layout, Point } from "./layout";
import type { Piece } from "./pieces";
import type { Target } from "./types";

/** Something to point at. A colonist on a path belongs to the path's spot. */
export interface Spot {
  key: string;
  what: "city" | "path" | "province" | "colonist";
  id: string; // of the city, path or province; of a colonist the city it is in
  kind?: Kind;
  seat?: number;
  x: number;
  y: number;
  r: number;
}

export const cityKey = (id: string): string => `city:${id}`;
export const pathKey = (kind: Kind, id: string): string => `${kind}:${id}`;
export const provinceKey = (id: string): string => `province:${id}`;
export const pieceKey = (seat: number, kind: Kind, city: string): string =>
  `colonist:${seat}:${kind}:${city}`;

/** The key of the spot where a target lies. */
export function targetKey(target: Target, layout: Layout): string {
  const { what, place, kind = "land", seat = 0 } = target;
  if (what === "city") return cityKey(place);
  if (what === "province") return provinceKey(place);
  if (what === "path" || !layout.cities[place]) return pathKey(kind, place);
  return pieceKey(seat, kind, place);
}

/** Targets by the key of their spot. */
export function grouped(targets: Target[], layout: Layout): Map<string, Target[]> {
  const found = new Map<string, Target[]>();
  for (const target of targets) {
    const key = targetKey(target, layout);
    found.set(key, [...(found.get(key) ?? []), target]);
  }
  return found;
}

/** All spots in the order in which they are read: cities, then paths, provinces, colonists in cities. */
export function spots(board: Board, layout: Layout, pieces: Piece[]): Spot[] {
  const found: Spot[] = [];
  for (const { id } of board.cities) {
    const city = layout.cities[id];
    if (!city) continue;
    const r = id === board.capital ? 18 : 14;
    found.push({ key: cityKey(id), what: "city", id, x: city.x, y: city.y, r });
  }
  for (const { id, kind } of board.paths) {
    const path = layout.paths[kind][id];
    const place = path?.stand ?? path?.sign;
    if (!place) continue;
    found.push({
      key: pathKey(kind, id),
      what: "path",
      id,
      kind,
      x: place[0],
      y: place[1],
      r: 9.5,
    });
  }
  for (const { id } of board.provinces) {
    const marker = layout.provinces[id]?.marker;
    if (!marker) continue;
    found.push({ key: provinceKey(id), what: "province", id, x: marker[0], y: marker[1], r: 12.5 });
  }
  const seen = new Set<string>();
  for (const { at, kind, seat, x, y } of pieces) {
    const key = pieceKey(seat, kind, at);
    if (!layout.cities[at] || seen.has(key)) continue;
    seen.add(key);
    found.push({ key, what: "colonist", id: at, kind, seat, x, y, r: 7.5 });
  }
  return found;
}

/**
 * The nearest spot in a direction: what lies in a cone of 60 degrees to both sides, straight ahead
 * before aside.
 */
export function inDirection(from: Point, direction: Point, all: Spot[]): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of all) {
    const dx = spot.x - from[0];
    const dy = spot.y - from[1];
    const ahead = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1] - dy * direction[0]);
    if (ahead < 1 || aside > ahead * Math.sqrt(3)) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [least, best] = [cost, spot];
  }
  return best;
}

/** Spots whose circle of at least `reach` units holds a point, the nearest first. */
export function around([x, y]: Point, all: Spot[], reach: number, grow = 1): Spot[] {
  return all
    .map((spot) => ({
      spot,
      far: Math.hypot(spot.x - x, spot.y - y),
      r: Math.max(reach, spot.r * grow),
    }))
    .filter(({ far, r }) => far <= r)
    .sort((a, b) => a.far / a.r - b.far / b.r || a.far - b.far)
    .map(({ spot }) => spot);
}
