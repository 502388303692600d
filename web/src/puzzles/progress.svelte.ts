// What this browser knows of its player's puzzles: rating, streak, and the first answer to each.
import type { Puzzle } from "./set";

const PLACE = "viae.puzzles";
const START = 1300;
const SCALE = 400; // points of rating that make ten to one
const FIRST = 10; // answers that count twice, until the rating is about right
const STEP = 24;

interface Kept {
  rating: number;
  streak: number; // solved in a row
  best: number; // the longest streak
  scores: Record<string, number>; // of the first answer, by puzzle
  days: Record<string, number>; // of the puzzle of the day, by day
}

const NONE: Kept = { rating: START, streak: 0, best: 0, scores: {}, days: {} };

function kept(): Kept {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...NONE };
  }
}

/** How much a rating changes: half of a partial score counts, so that only solving gains much. */
export function change(rating: number, puzzle: number, score: number, answers: number): number {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / SCALE));
  const got = score === 100 ? 1 : score / 200;
  return Math.round((answers < FIRST ? 2 * STEP : STEP) * (got - expected));
}

class Progress {
  #kept = $state.raw<Kept>(kept());

  get rating(): number {
    return this.#kept.rating;
  }

  get streak(): number {
    return this.#kept.streak;
  }

  get best(): number {
    return this.#kept.best;
  }

  get answered(): number {
    return Object.keys(this.#kept.scores).length;
  }

  get solved(): number {
    return Object.values(this.#kept.scores).filter((score) => score === 100).length;
  }

  score(id: string): number | undefined {
    return this.#kept.scores[id];
  }

  day(day: string): number | undefined {
    return this.#kept.days[day];
  }

  /** The first answer counts; gives how the rating changed, null if it was not the first. */
  take(puzzle: Pick<Puzzle, "id" | "rating">, score: number, day: string | null): number | null {
    const before = kept(); // another tab may have been at it
    const days = day && !(day in before.days) ? { ...before.days, [day]: score } : before.days;
    const first = !(puzzle.id in before.scores);
    const answers = Object.keys(before.scores).length;
    const gained = first ? change(before.rating, puzzle.rating, score, answers) : null;
    const streak = !first ? before.streak : score === 100 ? before.streak + 1 : 0;
    this.#kept = {
      rating: before.rating + (gained ?? 0),
      streak,
      best: Math.max(before.best, streak),
      scores: first ? { ...before.scores, [puzzle.id]: score } : before.scores,
      days,
    };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing: it lasts until the page is left.
    }
    return gained;
  }
}

export const progress = new Progress();
