// Small geometry that the parts of a computed drawing share.
import type { Kind } from "$lib/types";
import type { Box, Point } from "../layout";

export const KINDS: readonly Kind[] = ["land", "sea"];
export const tenth = (value: number): number => Math.round(value * 10) / 10;
export const square = ([x, y]: Point, r: number): Box => [x - r, y - r, x + r, y + r];
export const gentle = (lat: number): number => Math.max(-82, Math.min(82, lat));

/** Whether a point lies inside a ring. */
export function inside(ring: Point[], [x, y]: Point): boolean {
  let odd = false;
  let [px, py] = ring.at(-1)!;
  for (const [qx, qy] of ring) {
    if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) odd = !odd;
    [px, py] = [qx, qy];
  }
  return odd;
}
