// The land under a computed drawing: which of the world is near, and where it is.
import { Delaunay } from "d3-delaunay";
import type { Position } from "geojson";
import type { GeometryCollection, Topology } from "topojson-specification";
import { projectionOf } from "../coast.js";
import { distance } from "../curve";
import type { Box, Layout, Point } from "../layout";
import { inside } from "./geometry";

type Land = import("../coast.js").Land;

/** Natural Earth's land, coarser where a board is large, and where the finer one cannot be had. */
export async function naturalEarth(spread: number): Promise<Land> {
  const { feature } = await import("topojson-client");
  const coarse = () => import("world-atlas/land-50m.json?url").then(read);
  const fine = () => import("world-atlas/land-10m.json?url").then(read);
  const atlas = await (spread > 30 ? coarse() : fine().catch(coarse));
  return feature(atlas, atlas.objects.land) as Land;
}

async function read(file: { default: string }): Promise<Topology<{ land: GeometryCollection }>> {
  const answer = await fetch(file.default);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as Topology<{ land: GeometryCollection }>;
}

/** An outline that keeps so far away from all points: their hull, rounded. */
export function around(all: Point[], far: number): Point[] {
  const cloud = all.flatMap(([x, y]) =>
    Array.from({ length: 24 }, (_, i): Point => {
      const turn = (i * Math.PI) / 12;
      return [x + far * Math.cos(turn), y + far * Math.sin(turn)];
    }),
  );
  return [...Delaunay.from(cloud).hull].map((i) => cloud[i]!);
}

/** The land that may touch a box; the rest of the world is not worth projecting. */
export function near(
  land: Position[][][],
  projection: Layout["projection"],
  box: Box,
): Position[][][] {
  const back = projectionOf(projection);
  const middle = -(projection.rotate[0] ?? 0);
  const turned = (lon: number) => ((((lon - middle + 180) % 360) + 360) % 360) - 180;
  const corner = (x: number, y: number) => back.invert?.([x, y]) ?? [middle, 0];
  const half = Math.min(180, ((box[2] - box[0]) / projection.scale) * (90 / Math.PI) + 1);
  const mid = turned(corner((box[0] + box[2]) / 2, 0)[0]);
  const [top, bottom] = [corner(0, box[1])[1], corner(0, box[3])[1]];
  const touches = (polygon: Position[][]): boolean => {
    let [w, e, s, n] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [lon = 0, lat = 0] of polygon[0] ?? []) {
      const x = turned(lon);
      if (x < w) w = x;
      if (x > e) e = x;
      if (lat < s) s = lat;
      if (lat > n) n = lat;
    }
    return e - w > 180 || (w < mid + half && e > mid - half && s < top && n > bottom);
  };
  return land.filter(touches);
}

/** Whether a city lies on land or just off it. */
export function shore(rings: Point[][], city: Point): boolean {
  const odd = rings.filter((ring) => inside(ring, city)).length % 2 === 1;
  return odd || rings.some((ring) => ring.some((point) => distance(point, city) < 30));
}

/** A quick answer to "is that land?", from a grid over the core. */
export function mask(rings: Point[][], [, , w, h]: Box): (x: number, y: number) => boolean {
  const CELL = 4;
  const wide = Math.ceil(w / CELL);
  const high = Math.ceil(h / CELL);
  const cells = new Uint8Array(wide * high);
  for (let row = 0; row < high; row++) {
    const y = (row + 0.5) * CELL;
    const cuts: number[] = [];
    for (const ring of rings) {
      let [px, py] = ring.at(-1)!;
      for (const [qx, qy] of ring) {
        if (qy > y !== py > y) cuts.push(((px - qx) * (y - qy)) / (py - qy) + qx);
        [px, py] = [qx, qy];
      }
    }
    cuts.sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const from = Math.max(0, Math.round(cuts[i]! / CELL));
      const to = Math.min(wide, Math.round(cuts[i + 1]! / CELL));
      if (to > from) cells.fill(1, row * wide + from, row * wide + to);
    }
  }
  return (x, y) => {
    const column = Math.floor(x / CELL);
    const row = Math.floor(y / CELL);
    return (
      column >= 0 && row >= 0 && column < wide && row < high && cells[row * wide + column] === 1
    );
  };
}
