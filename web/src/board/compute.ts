// The drawing of a board of one's own: everything a ready-made layout has, worked out from where the
// cities lie. It need not be as fine as one made by hand, but it must work for any board.
import { Delaunay } from "d3-delaunay";
import type { Position } from "geojson";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { Board, Kind } from "$lib/types";
import {
  areaOf,
  coarser,
  landRings,
  pathOf,
  polygonsOf,
  projectionOf,
  whole,
  zonesOf,
} from "./coast.js";
import { distance, points, Track } from "./curve";
import type {
  Box,
  CityDrawing,
  Label,
  Layout,
  PathDrawing,
  Point,
  ProvinceDrawing,
} from "./layout";

type Land = import("./coast.js").Land;

const WIDE = 944;
const HIGH = 660;
const MARGIN = { x: 74, top: 74, bottom: 62 };
const APART = 68; // between two cities, at least
const CLEAR = 34; // between a path and a city that is not its end
const TINTS = 6;

/** Works out a layout. `world` brings the land; without it there is an island around the cities. */
export async function computeLayout(board: Board, world = naturalEarth): Promise<Layout> {
  const { projection, core, spread } = chart(board);
  const project = projectionOf(projection);
  const exact = new Map(
    board.cities.map(({ id, lat, lon }) => [id, (project([lon, gentle(lat)]) ?? [0, 0]) as Point]),
  );
  const cities = spaced(board, exact, core);
  const bleed: Box = [-420, -300, core[2] + 420, core[3] + 300];
  const { box, zones } = zonesOf(core, bleed);
  const frontier = around(
    [...cities.values()],
    Math.max(95, Math.min(150, Math.hypot(core[2], core[3]) / 7)),
  );
  const rings = await world(spread)
    .then((land) =>
      coarser(landRings(whole(near(polygonsOf(land), projection, box)), projection, box), zones),
    )
    .catch(() => []);
  const ashore = [...cities.values()].filter((city) => shore(rings, city));
  const land = ashore.length * 3 >= cities.size ? rings : [frontier];
  const isLand = mask(land, core);

  const paths = ways(board, cities, isLand);
  const { areas, tints } = provinceAreas(board, cities, bleed);
  const busy = new Busy(core);
  for (const [id, [x, y]] of cities) {
    const r = id === board.capital ? 20 : 15;
    busy.add([x - r, y - r, x + r, y + r], 6);
    if (id !== board.capital) busy.add([x - 24, y - 29, x + 24, y - r], 2); // its houses
  }
  for (const kind of KINDS) {
    for (const path of Object.values(paths[kind])) {
      const place = path.stand ?? path.sign;
      if (place) busy.add(square(place, 10), 5);
      busy.line(points(path.d));
    }
  }
  const tray = placeTray(board, cities, busy);
  const labels = placeLabels(board, cities, busy);
  const marks = placeMarkers(board, cities, areas, busy);

  const provinces: Record<string, ProvinceDrawing> = {};
  for (const { id } of board.provinces) {
    const { marker, label } = marks.get(id)!;
    provinces[id] = { tint: tints.get(id) ?? 0, label, marker, area: pathOf(areas.get(id) ?? []) };
  }
  const drawn: Record<string, CityDrawing> = {};
  for (const [id, [x, y]] of cities) {
    drawn[id] = { x: tenth(x), y: tenth(y), true: exact.get(id)!, label: labels.get(id)! };
  }
  return {
    board: board.id,
    viewBox: core,
    bleed,
    projection,
    capital: { id: board.capital, tray },
    cities: drawn,
    paths,
    provinces,
    frontier: pathOf([frontier]),
    land: pathOf(land),
  };
}

const KINDS: readonly Kind[] = ["land", "sea"];
const tenth = (value: number): number => Math.round(value * 10) / 10;
const square = ([x, y]: Point, r: number): Box => [x - r, y - r, x + r, y + r];
const gentle = (lat: number): number => Math.max(-82, Math.min(82, lat));

/** Natural Earth's land, coarser where a board is large. */
async function naturalEarth(spread: number): Promise<Land> {
  const [{ feature }, { default: url }] = await Promise.all([
    import("topojson-client"),
    spread > 30 ? import("world-atlas/land-50m.json?url") : import("world-atlas/land-10m.json?url"),
  ]);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  const atlas = (await answer.json()) as Topology<{ land: GeometryCollection }>;
  return feature(atlas, atlas.objects.land) as Land;
}

/** A projection that shows all cities, and the size of the core. */
function chart(board: Board): { projection: Layout["projection"]; core: Box; spread: number } {
  // The middle of the longitudes is that of directions, so the date line is no edge.
  let [east, north] = [0, 0];
  for (const { lon } of board.cities) {
    east += Math.sin((lon * Math.PI) / 180);
    north += Math.cos((lon * Math.PI) / 180);
  }
  const middle = (Math.atan2(east, north) * 180) / Math.PI;
  const unit = projectionOf({ rotate: [-middle, 0], angle: 0, scale: 1, translate: [0, 0] });
  const raw = board.cities.map(({ lat, lon }) => (unit([lon, gentle(lat)]) ?? [0, 0]) as Point);
  const xs = raw.map(([x]) => x);
  const ys = raw.map(([, y]) => y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const least = 0.002; // about a tenth of a degree: cities on one spot are spread out there
  const [w, h] = [Math.max(x1 - x0, least), Math.max(y1 - y0, least)];
  const scale = Math.min((WIDE - 2 * MARGIN.x) / w, (HIGH - MARGIN.top - MARGIN.bottom) / h);
  // A long and narrow board still gets some width, for cities that must make room.
  const wide = Math.min(WIDE, Math.max(520, w * scale + 2 * MARGIN.x));
  const high = Math.min(HIGH, Math.max(420, h * scale + MARGIN.top + MARGIN.bottom));
  const core: Box = [0, 0, Math.round(wide), Math.round(high)];
  const translate = [
    core[2] / 2 - (scale * (x0 + x1)) / 2,
    (core[3] + MARGIN.top - MARGIN.bottom) / 2 - (scale * (y0 + y1)) / 2,
  ];
  const spread = (Math.max(w, h) * 180) / Math.PI;
  return { projection: { rotate: [-middle, 0], angle: 0, scale, translate }, core, spread };
}

/** Cities pushed apart until none is closer to another than allowed, each staying near where it lies. */
function spaced(board: Board, exact: Map<string, Point>, core: Box): Map<string, Point> {
  const ids = board.cities.map(({ id }) => id);
  const room = (i: number) => (ids[i] === board.capital ? 8 : 0);
  const apart = Math.min(APART, 0.8 * Math.sqrt((core[2] * core[3]) / ids.length));
  const now = ids.map((id): Point => [...exact.get(id)!]);
  const ROUNDS = 600;
  for (let round = 0; round < ROUNDS; round++) {
    const pull = round < 450 ? 0.03 : 0;
    for (const [i, id] of ids.entries()) {
      const [x, y] = exact.get(id)!;
      now[i]![0] += pull * (x - now[i]![0]);
      now[i]![1] += pull * (y - now[i]![1]);
    }
    for (let i = 0; i < ids.length; i++) {
      for (let j = 0; j < i; j++) {
        const wanted = apart + 1 + room(i) + room(j);
        let dx = now[i]![0] - now[j]![0];
        let dy = now[i]![1] - now[j]![1];
        let far = Math.hypot(dx, dy);
        if (far >= wanted) continue;
        if (far < 0.01) {
          [dx, dy, far] = [Math.cos(i * 2.4), Math.sin(i * 2.4), 1];
        }
        const push = (wanted - Math.min(far, wanted)) / 2 / far;
        now[i]![0] += dx * push;
        now[i]![1] += dy * push;
        now[j]![0] -= dx * push;
        now[j]![1] -= dy * push;
      }
    }
    for (const city of now) {
      city[0] = Math.max(48, Math.min(core[2] - 48, city[0]));
      city[1] = Math.max(54, Math.min(core[3] - 44, city[1]));
    }
  }
  return new Map(ids.map((id, i) => [id, now[i]!]));
}

/** An outline that keeps so far away from all points: their hull, rounded. */
function around(all: Point[], far: number): Point[] {
  const cloud = all.flatMap(([x, y]) =>
    Array.from({ length: 24 }, (_, i): Point => {
      const turn = (i * Math.PI) / 12;
      return [x + far * Math.cos(turn), y + far * Math.sin(turn)];
    }),
  );
  return [...Delaunay.from(cloud).hull].map((i) => cloud[i]!);
}

/** The land that may touch a box; the rest of the world is not worth projecting. */
function near(land: Position[][][], projection: Layout["projection"], box: Box): Position[][][] {
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

function inside(ring: Point[], [x, y]: Point): boolean {
  let odd = false;
  let [px, py] = ring.at(-1)!;
  for (const [qx, qy] of ring) {
    if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) odd = !odd;
    [px, py] = [qx, qy];
  }
  return odd;
}

/** Whether a city lies on land or just off it. */
function shore(rings: Point[][], city: Point): boolean {
  const odd = rings.filter((ring) => inside(ring, city)).length % 2 === 1;
  return odd || rings.some((ring) => ring.some((point) => distance(point, city) < 30));
}

/** A quick answer to "is that land?", from a grid over the core. */
function mask(rings: Point[][], [, , w, h]: Box): (x: number, y: number) => boolean {
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

// Paths

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
function ways(
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

// Provinces

/** Each province's share of the plane: the cells of its cities joined, and a tint its neighbours lack. */
function provinceAreas(
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

// Inscriptions, markers, the tray

/** What is taken already, and what it would cost to cover it. */
class Busy {
  private boxes: { box: Box; weight: number }[] = [];
  private dots: Point[] = [];

  constructor(private core: Box) {}

  add(box: Box, weight: number): void {
    this.boxes.push({ box, weight });
  }

  line(all: Point[]): void {
    this.dots.push(...all);
  }

  cost(box: Box, skip?: Box): number {
    const [, , w, h] = this.core;
    let sum = 0;
    const off = Math.max(3 - box[0], box[2] - w + 3, 0) + Math.max(3 - box[1], box[3] - h + 3, 0);
    sum += off * 50;
    for (const { box: other, weight } of this.boxes) {
      if (other === skip) continue;
      const across = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
      const down = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
      if (across > 0 && down > 0) sum += weight * (4 + across * down * 0.08);
    }
    for (const [x, y] of this.dots) {
      if (x > box[0] && x < box[2] && y > box[1] && y < box[3]) sum += 0.5;
    }
    return sum;
  }
}

function placeTray(
  board: Board,
  cities: Map<string, Point>,
  busy: Busy,
): Layout["capital"]["tray"] {
  const [x, y] = cities.get(board.capital)!;
  const [w, h] = [92, 34];
  let best = { x: x + 70, y, w, h };
  let least = Infinity;
  for (let far = 0; far < 3; far++) {
    for (let turn = 0; turn < 24; turn++) {
      const angle = (turn * Math.PI) / 12;
      const cx = x + Math.cos(angle) * (70 + far * 14);
      const cy = y + Math.sin(angle) * (40 + far * 12);
      const cost = far * 4 + busy.cost([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2]);
      if (cost < least) [least, best] = [cost, { x: tenth(cx), y: tenth(cy), w, h }];
    }
  }
  busy.add([best.x - w / 2, best.y - h / 2, best.x + w / 2, best.y + h / 2], 3);
  return best;
}

function placeLabels(board: Board, cities: Map<string, Point>, busy: Busy): Map<string, Label> {
  const found = new Map<string, Label>();
  const taken = new Map<string, Box>();
  const options = board.cities.map(({ id, inscription, name }) => {
    const [x, y] = cities.get(id)!;
    const capital = id === board.capital;
    const letters = [...(inscription || name)].length;
    const wide = letters * (capital ? 11.5 : 8.1) + 2;
    const tall = capital ? 12 : 9.5;
    const r = capital ? 18 : 13;
    const labels: [Label, number][] = [
      [{ x, y: y + r + tall + 1, anchor: "middle" }, 0],
      [{ x: x + wide / 4, y: y + r + tall + 1, anchor: "middle" }, 1],
      [{ x: x - wide / 4, y: y + r + tall + 1, anchor: "middle" }, 1],
      [{ x: x + r + 3, y: y + tall / 2 + 3, anchor: "start" }, 2],
      [{ x: x - r - 3, y: y + tall / 2 + 3, anchor: "end" }, 2],
      [{ x: x + r - 1, y: y + r + tall - 3, anchor: "start" }, 1.5],
      [{ x: x - r + 1, y: y + r + tall - 3, anchor: "end" }, 1.5],
      [{ x, y: y + r + tall + 9, anchor: "middle" }, 3],
      [{ x: x + r + 3, y: y - 1, anchor: "start" }, 3],
      [{ x: x - r - 3, y: y - 1, anchor: "end" }, 3],
      [{ x, y: y - r - 18, anchor: "middle" }, 6],
    ];
    return {
      id,
      labels: labels.map(([label, cost]) => {
        const left =
          label.x - (label.anchor === "middle" ? wide / 2 : label.anchor === "end" ? wide : 0);
        const box: Box = [left, label.y - tall, left + wide, label.y + 2.5];
        return { label: { ...label, x: tenth(label.x), y: tenth(label.y) }, cost, box };
      }),
    };
  });
  // Each chooses its best place in turn, three times over, knowing where the others are.
  for (let sweep = 0; sweep < 3; sweep++) {
    for (const { id, labels } of options) {
      let least = Infinity;
      for (const { label, cost, box } of labels) {
        let sum = cost + busy.cost(box);
        for (const [other, there] of taken) {
          if (other === id) continue;
          const across = Math.min(box[2], there[2]) - Math.max(box[0], there[0]);
          const down = Math.min(box[3], there[3]) - Math.max(box[1], there[1]);
          if (across > -2 && down > -1) sum += 40 + across;
        }
        if (sum < least) {
          least = sum;
          found.set(id, label);
          taken.set(id, box);
        }
      }
    }
  }
  for (const box of taken.values()) busy.add(box, 5);
  return found;
}

function placeMarkers(
  board: Board,
  cities: Map<string, Point>,
  areas: Map<string, Point[][]>,
  busy: Busy,
): Map<string, { marker: Point; label: Label }> {
  const found = new Map<string, { marker: Point; label: Label }>();
  for (const { id, name } of board.provinces) {
    const own = board.cities
      .filter(({ province }) => province === id)
      .map(({ id: city }) => cities.get(city)!);
    const heart: Point = [
      own.reduce((sum, [x]) => sum + x, 0) / (own.length || 1),
      own.reduce((sum, [, y]) => sum + y, 0) / (own.length || 1),
    ];
    const rings = areas.get(id) ?? [];
    const wide = [...name].length * 10.6 + 4;
    let best: { marker: Point; label: Label; boxes: Box[] } | null = null;
    let least = Infinity;
    for (let dy = -210; dy <= 210; dy += 15) {
      for (let dx = -210; dx <= 210; dx += 15) {
        const marker: Point = [tenth(heart[0] + dx), tenth(heart[1] + dy)];
        const [x, y] = marker;
        let plain = Math.min(...own.map((city) => distance(city, marker))) * 0.06;
        plain += distance(marker, heart) * 0.05;
        if (!rings.some((ring) => inside(ring, marker))) plain += 25;
        if (plain >= least) continue;
        const disc: Box = [x - 15, y - 13, x + 15, y + 13];
        plain += busy.cost(disc);
        if (plain >= least) continue;
        const labels: [Point, number][] = [
          [[x + 18, y + 4.6], 0],
          [[x - wide / 2, y + 26], 1],
          [[x - 18 - wide, y + 4.6], 1],
        ];
        for (const [[lx, ly], cost] of labels) {
          const box: Box = [lx - 2, ly - 10, lx + wide, ly + 3];
          const sum = plain + cost + busy.cost(box);
          if (sum < least) {
            least = sum;
            const label: Label = { x: tenth(lx), y: tenth(ly), anchor: "start" };
            best = { marker, label, boxes: [disc, box] };
          }
        }
      }
    }
    const { marker, label, boxes } = best!;
    for (const box of boxes) busy.add(box, 5);
    found.set(id, { marker, label });
  }
  return found;
}
