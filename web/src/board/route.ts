// The way of a colonist from where it stands to the path it moves to, as a line on the board. What
// moves are legal is the server's matter: this only finds the shortest way to draw.
import type { Board, Kind } from "$lib/types";
import { points, Track, distance } from "./curve";
import type { Layout, Point } from "./layout";

interface Step {
  city: string;
  path: string | null; // by which it was reached
  before: Step | null;
  cost: number;
}

/** The line to draw, or null if there is none. `taken` paths are avoided where another way is as short. */
export function route(
  board: Board,
  layout: Layout,
  kind: Kind,
  from: string,
  to: string,
  taken: readonly string[] = [],
): Point[] | null {
  const ways = board.paths.filter((path) => path.kind === kind);
  const target = ways.find(({ id }) => id === to);
  const source = ways.find(({ id }) => id === from);
  if (!target || (!source && !layout.cities[from])) return null;

  const reached = new Map<string, Step>();
  const open: Step[] = (source ? source.ends : [from]).map((city) => {
    return {
      city,
      path: null,
      before: null,
      cost: source ? halfway(layout, kind, source.id, city, source.ends) : 0,
    };
  });
  while (open.length) {
    open.sort((a, b) => b.cost - a.cost);
    const step = open.pop()!;
    if (reached.has(step.city)) continue;
    reached.set(step.city, step);
    for (const { id, ends } of ways) {
      if (id === from || id === to || !ends.includes(step.city)) continue;
      const city = ends[0] === step.city ? ends[1] : ends[0];
      open.push({
        city,
        path: id,
        before: step,
        cost: step.cost + 1000 + (taken.includes(id) ? 1 : 0),
      });
    }
  }
  const last = target.ends
    .flatMap((city) => {
      const step = reached.get(city);
      return step ? [{ step, cost: step.cost + halfway(layout, kind, to, city, target.ends) }] : [];
    })
    .sort((a, b) => a.cost - b.cost)[0]?.step;
  if (!last) return null;

  const steps: Step[] = [];
  for (let step: Step | null = last; step; step = step.before) steps.unshift(step);
  const line: Point[] = [];
  const first = steps[0]!.city;
  if (source) line.push(...half(layout, kind, source.id, first, source.ends).reverse());
  for (const { city, path } of steps.slice(1)) {
    const way = ways.find(({ id }) => id === path)!;
    const whole = points(layout.paths[kind][way.id]?.d ?? "");
    line.push(...(way.ends[1] === city ? whole : whole.reverse()));
  }
  line.push(...half(layout, kind, to, last.city, target.ends));
  return source ? line : fromRim(line, layout, from);
}

/** From an end of a path to its standing place. */
function half(
  layout: Layout,
  kind: Kind,
  id: string,
  city: string,
  ends: readonly string[],
): Point[] {
  const path = layout.paths[kind][id];
  if (!path) return [];
  const track = new Track(points(path.d));
  const stand = track.length * path.at;
  return ends[0] === city ? track.part(0, stand) : track.part(track.length, stand);
}

// The rank is by paths; the length only decides between equals, so it stays far below 1000.
function halfway(
  layout: Layout,
  kind: Kind,
  id: string,
  city: string,
  ends: readonly string[],
): number {
  return new Track(half(layout, kind, id, city, ends)).length / 100;
}

/** Without the part that lies on the disc of the city where it begins. */
function fromRim(line: Point[], layout: Layout, city: string): Point[] {
  const { x, y } = layout.cities[city]!;
  const rim = city === layout.capital.id ? 18 : 13;
  const first = line.findIndex((point) => distance(point, [x, y]) >= rim);
  return first > 0 ? line.slice(first) : line;
}
