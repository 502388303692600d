// The provinces of a computed drawing: their areas and tints.
import { Delaunay } from "d3-delaunay";
import type { Board } from "$lib/types";
import { areaOf } from "../coast.js";
import type { Box, Point } from "../layout";

const TINTS = 6;

/** Each province's share of the plane: the cells of its cities joined, and a tint its neighbours lack. */
export function provinceAreas(
  board: Board,
  cities: Map<string, Point>,
  bleed: Box,
): { areas: Map<string, Point[][]>; tints: Map<string, number> } {
  const home = board.cities.map(({ province }) => province);
  const cells = Delaunay.from(board.cities.map(({ id }) => cities.get(id)!)).voronoi(bleed);
  const name = ([x, y]: readonly number[]) => `${(x ?? 0).toFixed(1)} ${(y ?? 0).toFixed(1)}`;
  // Every edge of a cell; edges between two cells of one province cancel out.
  const edges = new Map<string, { province: string; from: Point; to: Point }>();
  const owners = new Map<string, string>();
  const beside = new Map<string, Set<string>>(board.provinces.map(({ id }) => [id, new Set()]));
  for (const [i, province] of home.entries()) {
    const ring = (cells.cellPolygon(i) ?? []) as Point[];
    for (let j = 1; j < ring.length; j++) {
      const [from, to] = [ring[j - 1]!, ring[j]!];
      const there = `${name(from)}>${name(to)}`;
      const back = `${name(to)}>${name(from)}`;
      const other = owners.get(back);
      owners.set(there, province);
      if (other === province) edges.delete(`${province} ${back}`);
      else {
        edges.set(`${province} ${there}`, { province, from, to });
        if (other) {
          beside.get(other)?.add(province);
          beside.get(province)?.add(other);
        }
      }
    }
  }
  const areas = new Map<string, Point[][]>();
  for (const { id } of board.provinces) {
    const open = new Map<string, Point[][]>();
    for (const { province, from, to } of edges.values()) {
      if (province !== id) continue;
      const list = open.get(name(from)) ?? [];
      list.push([from, to]);
      open.set(name(from), list);
    }
    areas.set(id, chained(open, name));
  }
  const tints = new Map<string, number>();
  for (const [i, { id }] of board.provinces.entries()) {
    const used = new Set([...(beside.get(id) ?? [])].map((other) => tints.get(other)));
    const order = Array.from({ length: TINTS }, (_, step) => (i + step) % TINTS);
    tints.set(id, order.find((tint) => !used.has(tint)) ?? i % TINTS);
  }
  return { areas, tints };
}

function chained(open: Map<string, Point[][]>, name: (point: Point) => string): Point[][] {
  const rings: Point[][] = [];
  for (let start = open.entries().next(); !start.done; start = open.entries().next()) {
    let [key] = start.value;
    const ring: Point[] = [];
    for (let edges = open.get(key); edges?.length; edges = open.get(key)) {
      const [from, to] = edges.pop()!;
      if (!edges.length) open.delete(key);
      ring.push(from!);
      key = name(to!);
    }
    open.delete(key);
    if (ring.length > 2 && areaOf(ring) > 1) rings.push(ring);
  }
  return rings;
}
