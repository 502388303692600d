// The paths of a computed drawing: gentle curves around cities, and where colonists stand on them.
import type { Board, Kind } from "$lib/types";
import { distance, points, Track } from "../curve";
import type { Box, Layout, PathDrawing, Point } from "../layout";
import { tenth } from "./geometry";

const CLEAR = 34; // between a path and a city that is not its end
const BENDS = [0, 0.07, -0.07, 0.14, -0.14, 0.23, -0.23, 0.34, -0.34, 0.48, -0.48, 0.66, -0.66];
const SHARES = [0.5, 0.46, 0.54, 0.42, 0.58, 0.37, 0.63, 0.32, 0.68, 0.27, 0.73];

interface Laid {
  id: string;
  kind: Kind;
  ends: [string, string];
  track: Track;
  box: Box;
}

function bent([ax, ay]: Point, [bx, by]: Point, first: number, second: number): string {
  const [dx, dy] = [bx - ax, by - ay];
  // Across the line, by a share of its length; long lines bend less.
  const most = Math.min(1, 260 / Math.hypot(dx, dy));
  const at = (share: number, bend: number) =>
    `${tenth(ax + share * dx - bend * most * dy)} ${tenth(ay + share * dy + bend * most * dx)}`;
  return `M${tenth(ax)} ${tenth(ay)}C${at(0.3, first)} ${at(0.7, second)} ${tenth(bx)} ${tenth(by)}`;
}

function boxOf(all: Point[]): Box {
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** All paths as gentle curves: around other cities, apart from each other, lanes over water. */
export function ways(
  board: Board,
  cities: Map<string, Point>,
  isLand: (x: number, y: number) => boolean,
): Layout["paths"] {
  const found: Layout["paths"] = { land: {}, sea: {} };
  const laid: Laid[] = [];
  const stands: Point[] = [];
  const pair = (ends: readonly string[]) => [...ends].sort().join("~");
  const twins = new Map<string, number>();
  for (const { ends } of board.paths) twins.set(pair(ends), (twins.get(pair(ends)) ?? 0) + 1);
  const order = board.paths
    .map((path) => ({
      ...path,
      long: distance(cities.get(path.ends[0])!, cities.get(path.ends[1])!),
    }))
    .sort((a, b) => Number(a.kind === "sea") - Number(b.kind === "sea") || a.long - b.long);

  for (const { id, kind, ends, can_stop } of order) {
    const [a, b] = [cities.get(ends[0])!, cities.get(ends[1])!];
    const others = [...cities].filter(([city]) => !ends.includes(city)).map(([, at]) => at);
    const alone = twins.get(pair(ends)) === 1;
    let best: { d: string; track: Track; cost: number } | null = null;
    const look = (first: number, second: number) => {
      const d = bent(a, b, first, second);
      const track = new Track(points(d));
      let cost = 26 * (Math.abs(first) + Math.abs(second)) + 22 * Math.abs(first - second);
      for (const point of track.points) {
        for (const city of others) {
          const far = distance(point, city);
          if (far < CLEAR) cost += (CLEAR - far) * 3;
        }
        const ashore = isLand(point[0], point[1]);
        const off = distance(point, a) > 18 && distance(point, b) > 18;
        if (off && ashore !== (kind === "land")) cost += kind === "land" ? 2.5 : 4.5;
      }
      if (best && cost >= best.cost) return;
      const box = boxOf(track.points);
      for (const other of laid) {
        if (box[0] > other.box[2] + 8 || box[2] < other.box[0] - 8) continue;
        if (box[1] > other.box[3] + 8 || box[3] < other.box[1] - 8) continue;
        cost += clash(track, other, ends);
        if (best && cost >= best.cost) return;
      }
      if (!alone && can_stop) {
        const middle = track.at(track.length / 2);
        for (const stand of stands) cost += Math.max(0, 26 - distance(stand, middle)) * 5;
      }
      if (!best || cost < best.cost) best = { d, track, cost };
    };
    for (const bend of BENDS) look(bend, bend);
    for (const first of BENDS.slice(0, 7)) {
      for (const second of BENDS.slice(0, 7)) if (first !== second) look(first, second);
    }
    const { d, track } = best!;
    laid.push({ id, kind, ends, track, box: boxOf(track.points) });
    const at = standingShare(track, stands, [...cities.values()]);
    const place = track.at(at * track.length).map(tenth) as Point;
    const drawing: PathDrawing = { d, length: Math.round(track.length), stand: null, at };
    if (can_stop) {
      drawing.stand = place;
      stands.push(place);
    } else drawing.sign = place;
    found[kind][id] = drawing;
  }
  spread(laid, found, [...cities.values()]);
  return found;
}

/** With all paths known, each place is chosen again, to be apart from all others. */
function spread(laid: Laid[], found: Layout["paths"], cities: Point[]): void {
  for (let sweep = 0; sweep < 3; sweep++) {
    for (const { id, kind, track } of laid) {
      const drawing = found[kind][id]!;
      const others = laid.flatMap((other) => {
        const { stand, sign } = found[other.kind][other.id]!;
        const place = other.id === id && other.kind === kind ? null : (stand ?? sign);
        return place ? [place] : [];
      });
      drawing.at = standingShare(track, others, cities);
      const place = track.at(drawing.at * track.length).map(tenth) as Point;
      if (drawing.stand) drawing.stand = place;
      else drawing.sign = place;
    }
  }
}

/** What it costs two paths to cross or to run on top of each other. */
function clash(track: Track, other: Laid, ends: readonly string[]): number {
  const shared = other.ends.filter((end) => ends.includes(end)).length;
  let cost = 0;
  const [p, q] = [track.points, other.track.points];
  for (let i = 1; i < p.length; i++) {
    for (let j = 1; j < q.length; j++) if (cross(p[i - 1]!, p[i]!, q[j - 1]!, q[j]!)) cost += 30;
  }
  const inner = track.points.slice(3, -3);
  for (const point of inner) {
    const far = Math.min(...q.map((one) => distance(one, point)));
    if (far < 9) cost += (9 - far) * (shared === 2 ? 2.5 : shared === 1 ? 0.7 : 1.2);
  }
  return cost;
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function standingShare(track: Track, stands: Point[], cities: Point[]): number {
  let best = 0.5;
  let least = Infinity;
  for (const [order, share] of SHARES.entries()) {
    const point = track.at(share * track.length);
    let cost = order;
    for (const stand of stands) cost += Math.max(0, 25 - distance(stand, point)) * 3;
    for (const city of cities) cost += Math.max(0, 33 - distance(city, point)) * 3;
    if (cost < least) [least, best] = [cost, share];
  }
  return best;
}
