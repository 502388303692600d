// Analysis by name: a review, an evaluation, a verdict, a hint. Updates come, better and better, until the last
// one or until it is stopped. Workers of this page compute them, or the server as a job; the figures are the same.
import { get, post, Refusal } from "$lib/api";
import type { components } from "$lib/schema";

type Schemas = components["schemas"];

export type Review = Schemas["Review"];
export type TurnReview = Schemas["TurnReview"];
export type PlayerReview = Schemas["PlayerReview"];
export type TurnOption = Schemas["TurnOption"];
export type Expectation = Schemas["Expectation"];
export type Difference = Schemas["Difference"];
export type Why = Schemas["Reason"];
export type Evaluation = Schemas["Evaluation"];
export type Hint = Schemas["Hint"];
export type Grade = TurnReview["grade"];
export type Puzzle = Schemas["Puzzle"];
export type PuzzleGrade = Schemas["PuzzleGrade"];

/** The updates of each kind of work. */
export interface Updates {
  review: Schemas["ReviewTurnUpdate"] | Schemas["ReviewUpdate"];
  evaluate: Schemas["EvaluationUpdate"];
  verdict: Schemas["VerdictUpdate"];
  hint: Schemas["HintUpdate"];
}
export type Job = keyof Updates;

/** A record or a position, and how thoroughly to look at it. */
export interface Given {
  game: object;
  nodes?: number;
  seed?: number;
  at?: number;
}

export interface Wish<U> {
  /** Told each time there is something better, the last time included. */
  onupdate?: (update: U) => void;
  /** Told while what computes is being loaded: from 0 to 1. */
  onloading?: (share: number) => void;
  /** Stops it: the promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
}

export interface Engine {
  /** The last update of a job. A Refusal if the game cannot be read. */
  run<J extends Job>(job: J, given: Given, wish?: Wish<Updates[J]>): Promise<Updates[J]>;
}

const TASK = "viae.analysis.jobs:task";

/** The engine in workers of this page. Their code comes when it is wanted. */
class TabEngine implements Engine {
  async run<J extends Job>(job: J, given: Given, wish: Wish<Updates[J]> = {}): Promise<Updates[J]> {
    const { pool } = await import("../local/pool");
    const last = await pool.run<Updates[J], Updates[J]>(
      TASK,
      { name: job, arguments: given },
      {
        signal: wish.signal,
        onprogress: wish.onupdate,
        onloading: ({ loaded, total }) =>
          wish.onloading?.(total > 0 ? Math.min(1, loaded / total) : 0),
      },
    );
    wish.onupdate?.(last);
    return last;
  }
}

export const engine: Engine = new TabEngine();

/** What a turn is worth as an answer to a puzzle. A Refusal if it cannot be played so. */
export async function gradeAnswer(
  puzzle: Puzzle,
  entries: readonly string[],
  onloading: (share: number) => void,
): Promise<PuzzleGrade> {
  const { pool } = await import("../local/pool");
  const given = { name: "grade", arguments: { puzzle, entries } };
  const { grade } = await pool.run<Schemas["GradeUpdate"], never>(TASK, given, {
    onloading: ({ loaded, total }) => onloading(total > 0 ? Math.min(1, loaded / total) : 0),
  });
  return grade;
}

/** Reviews that the server makes: once for each game, for all who look. */
interface ServerReview {
  status: "waiting" | "done" | "failed";
  nodes: number;
  review: Review | null;
}
const POLL = 2000; // ms

/** The review of a finished game by the server; the same figures as in the page, for the same simulations. */
export async function serverReview(
  table: string,
  depth: string,
  wish: Wish<Updates["review"]> = {},
): Promise<Review> {
  const path = `/api/tables/${table}/analysis`;
  let found = await post<ServerReview>(path, { depth });
  for (;;) {
    wish.signal?.throwIfAborted();
    const { status, nodes, review } = found;
    if (status === "failed") throw Refusal.of("failed", "server.failed");
    if (review) {
      const done = status === "done" ? 1 : Math.min(0.99, (1 + review.nodes) / (1 + nodes));
      wish.onupdate?.({ kind: "review", done, review });
      if (status === "done") return review;
    }
    await new Promise((wake) => setTimeout(wake, POLL));
    wish.signal?.throwIfAborted();
    found = await get<ServerReview>(path);
  }
}
