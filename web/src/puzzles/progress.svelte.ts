// How the player does: rating, streak, and the first answer to each puzzle. Whoever is signed in with an account has
// them there, all others in this browser.
import { get, post } from "$lib/api";
import { end } from "$lib/end";
import type { components } from "$lib/schema";
import { me } from "$lib/session.svelte";
import type { Puzzle } from "./set";

type Account = components["schemas"]["PuzzleProgress"];
type Result = components["schemas"]["PuzzleResult"];

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

export class Progress {
  #kept = $state.raw<Kept>(kept());
  #account = $state.raw<Account | null>(null);

  readonly #now = $derived.by<Account>(() => this.#account ?? this.#kept);

  /** The numbers are those of an account. */
  get inAccount(): boolean {
    return this.#account !== null;
  }

  get rating(): number {
    return this.#now.rating;
  }

  get streak(): number {
    return this.#now.streak;
  }

  get best(): number {
    return this.#now.best;
  }

  get answered(): number {
    return Object.keys(this.#now.scores).length;
  }

  get solved(): number {
    return Object.values(this.#now.scores).filter((score) => score === 100).length;
  }

  /** Of the first answer. The engine here grades more finely than a server, which does not search. */
  score(id: string): number | undefined {
    const score = this.#now.scores[id];
    if (score === undefined || score === 100) return score;
    return Math.min(this.#kept.scores[id] ?? score, 99);
  }

  /** Of the puzzle of a day. */
  day(day: string, id: string): number | undefined {
    return this.#account ? this.score(id) : this.#kept.days[day];
  }

  /** Ask the account of whoever is signed in; without one, or without a connection, this browser's numbers count. */
  async follow(): Promise<void> {
    const asks = !end.alone && me.person?.account;
    this.#account = asks ? await get<Account>("/api/me/puzzles").catch(() => null) : null;
  }

  /**
   * An answer; without entries the player gave up. Gives how the rating changed, null if it was not the first. A
   * Refusal if the account cannot take it.
   */
  async answer(
    puzzle: Pick<Puzzle, "id" | "rating">,
    entries: readonly string[],
    score: number,
    day: string | null,
  ): Promise<number | null> {
    const gained = this.take(puzzle, score, day);
    if (!this.#account) return gained;
    const said = await post<Result>(`/api/puzzles/${puzzle.id}/answer`, { entries });
    const { rating, streak, best, scores } = said;
    this.#account = { rating, streak, best, scores };
    return said.first ? said.change : null;
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
