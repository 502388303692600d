// Curves of the board as points: their length, and the point at a share of it.
import type { Point } from "./layout";

const STEPS = 12; // points on each cubic curve

/** The points of path data made of one M and any number of C. */
export function points(d: string): Point[] {
  const [start = "", ...curves] = d.slice(1).split("C");
  const figures = (text: string) => (text.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
  let [x = 0, y = 0] = figures(start);
  const found: Point[] = [[x, y]];
  for (const curve of curves) {
    const [ax = x, ay = y, bx = x, by = y, ex = x, ey = y] = figures(curve);
    for (let i = 1; i <= STEPS; i++) {
      const t = i / STEPS;
      const u = 1 - t;
      found.push([
        u * u * u * x + 3 * u * u * t * ax + 3 * u * t * t * bx + t * t * t * ex,
        u * u * u * y + 3 * u * u * t * ay + 3 * u * t * t * by + t * t * t * ey,
      ]);
    }
    [x, y] = [ex, ey];
  }
  return found;
}

/** A line of points that knows its length. */
export class Track {
  readonly length: number;
  private readonly sums: number[] = [0];

  constructor(readonly points: Point[]) {
    let sum = 0;
    for (let i = 1; i < points.length; i++) {
      sum += distance(points[i - 1]!, points[i]!);
      this.sums.push(sum);
    }
    this.length = sum;
  }

  /** The point after so much of the way, from 0 to `length`. */
  at(way: number): Point {
    const { points, sums } = this;
    if (way <= 0 || points.length < 2) return points[0] ?? [0, 0];
    if (way >= this.length) return points.at(-1)!;
    let low = 0;
    let high = sums.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (sums[middle]! <= way) low = middle;
      else high = middle;
    }
    const [ax, ay] = points[low]!;
    const [bx, by] = points[high]!;
    const step = sums[high]! - sums[low]! || 1;
    const share = (way - sums[low]!) / step;
    return [ax + share * (bx - ax), ay + share * (by - ay)];
  }

  /** The direction of the way there, in degrees. */
  angle(way: number): number {
    const [ax, ay] = this.at(way - 1.5);
    const [bx, by] = this.at(way + 1.5);
    return (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  }

  /** The part between two ways, backwards if the first is the greater. */
  part(from: number, to: number): Point[] {
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    const inner = this.points.filter((_, i) => this.sums[i]! > low && this.sums[i]! < high);
    const found = [this.at(low), ...inner, this.at(high)];
    return from <= to ? found : found.reverse();
  }
}

/**
 * The outline of rings (path data of M, L and Z) in short pieces. A browser that paints a part of the
 * board can skip the pieces that lie elsewhere, which it cannot with one long line.
 */
export function pieces(rings: string, most = 90): string[] {
  const found: string[] = [];
  for (const ring of rings.split("M").slice(1)) {
    const corners = ring.replace("Z", "").split("L");
    corners.push(corners[0]!);
    for (let i = 0; i < corners.length - 1; i += most) {
      found.push(`M${corners.slice(i, i + most + 1).join("L")}`);
    }
  }
  return found;
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay);
}
