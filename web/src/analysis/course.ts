// The lines of the chart: what everybody could expect before the first turn and after each one.
import type { Expectation, TurnReview } from "./engine";

export const MEASURES = ["win", "points"] as const;
export type Measure = (typeof MEASURES)[number];

export interface Line {
  seat: number; // whose colour it has: of a side, its first seat
  values: number[];
  errors: number[];
}

export interface Course {
  lines: Line[];
  low: number;
  range: number;
}

/** The moments of a chart: before the first turn, then after each. */
export function momentsOf(turns: readonly TurnReview[]): Expectation[] {
  const first = turns[0];
  return first ? [first.before, ...turns.map((turn) => turn.after)] : [];
}

export function courseOf(
  turns: readonly TurnReview[],
  sides: readonly number[][],
  measure: Measure,
): Course {
  const moments = momentsOf(turns);
  const count = moments[0]?.[measure].length ?? 0;
  const lines = Array.from({ length: count }, (_, n) => ({
    seat: measure === "win" ? (sides[n]?.[0] ?? n) : n,
    values: moments.map((one) => one[measure][n] ?? 0),
    errors: moments.map((one) => one[`${measure}_spread`][n] ?? 0),
  }));
  if (measure === "win") return { lines, low: 0, range: 1 };
  const all = lines.flatMap((one) => one.values);
  const low = Math.floor(Math.min(0, ...all) / 10) * 10;
  const high = Math.ceil(Math.max(10, ...all) / 10) * 10;
  return { lines, low, range: high - low };
}
