// How much time is left on the clock of a table. The server says it as of the moment of the view; from then
// on the page counts, by a clock that does not jump.
import type { Table } from "./types";

type Clock = Table["clock"];

/** When each clock began to run here, in seconds. */
const began = new WeakMap<Clock, number>();

/** Seconds on a clock that never jumps. */
export function steady(): number {
  return performance.now() / 1000;
}

/** The clock starts now: what was shown before it is over. */
export function startNow(clock: Clock): void {
  began.set(clock, steady());
}

/** Seconds until the time of whoever is timed is up; null without a clock. `now` is a moment of `steady`. */
export function secondsLeft(clock: Clock, now: number = steady()): number | null {
  if (clock.kind === "none" || clock.left == null) return null;
  let start = began.get(clock);
  if (start === undefined) began.set(clock, (start = steady() + (clock.starts ?? 0)));
  return Math.max(0, clock.left - Math.max(0, now - start));
}
