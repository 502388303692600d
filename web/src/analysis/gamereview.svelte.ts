// The review of one game while it gets better: its turns as they are judged, how far it is, stopping and going on.
import { get, Refusal, remove } from "$lib/api";
import {
  engine as usual,
  serverReview,
  type Engine,
  type Review,
  type TurnReview,
  type Updates,
} from "./engine";
import { keepReview, keptReview, keyFor } from "./kept";

/** Simulations of each turn, from quick to deep. */
export const DEPTHS = { quick: 8, standard: 64, deep: 512 } as const;
export type Depth = keyof typeof DEPTHS;

const ENGINE = "2"; // another number forgets the reviews that were kept

export class GameReview {
  /** The last summary: players, critical moments. */
  review = $state.raw<Review | null>(null);
  turns = $state.raw<TurnReview[]>([]);
  phase = $state<"waiting" | "loading" | "working" | "stopped" | "complete" | "failed">("waiting");
  /** From 0 to 1: of the loading, of the work. */
  loaded = $state(0);
  done = $state(0);
  depth = $state<Depth>("standard");
  problem = $state.raw<unknown>(null);

  private stopper: AbortController | null = null;
  private by: "page" | "server" = "page";

  constructor(
    private table: string,
    private engine: Engine = usual,
  ) {}

  readonly busy = $derived.by(() => this.phase === "loading" || this.phase === "working");

  /** `by` the server: for slow devices, and for depth. */
  async start(depth: Depth = "standard", by: "page" | "server" = "page"): Promise<void> {
    this.stop();
    const stopper = new AbortController();
    this.stopper = stopper;
    this.by = by;
    const gone = () => stopper.signal.aborted;
    this.depth = depth;
    this.done = 0;
    this.problem = null;
    this.phase = "loading";
    try {
      const game = await get<object>(`/api/tables/${this.table}/record`);
      const key = await keyFor(game, `${ENGINE} ${DEPTHS[depth]}`);
      const kept = await keptReview(key);
      if (gone()) return;
      if (kept) {
        this.show(kept);
        this.phase = "complete";
        return;
      }
      const wish = {
        signal: stopper.signal,
        onloading: (share: number) => (this.loaded = share),
        onupdate: (update: Updates["review"]) => void (gone() || this.take(update)),
      };
      if (by === "server") {
        const review = await serverReview(this.table, depth, wish);
        this.phase = "complete";
        void keepReview(key, review);
        return;
      }
      const last = await this.engine.run("review", { game, nodes: DEPTHS[depth] }, wish);
      this.phase = "complete";
      if (last.kind === "review") void keepReview(key, last.review);
    } catch (problem) {
      if (gone()) return;
      this.phase = "failed";
      this.problem =
        problem instanceof Refusal ? problem : Refusal.of("failed", "client.no-python");
      if (!(problem instanceof Refusal)) console.error(problem);
    }
  }

  /** Keep what is known, and compute no more; the server neither. */
  halt(): void {
    const asked = this.by === "server" && this.busy;
    this.stop();
    if (asked) void remove(`/api/tables/${this.table}/analysis`).catch(() => undefined);
  }

  /** Leave it: what the server makes goes on for whoever comes back. */
  stop(): void {
    this.stopper?.abort();
    this.stopper = null;
    if (this.busy) this.phase = "stopped";
  }

  private take(update: Updates["review"]): void {
    this.phase = "working";
    this.done = update.done;
    if (update.kind === "review") return this.show(update.review);
    const turns = [...this.turns];
    turns[update.turn.index] = update.turn;
    this.turns = turns;
  }

  private show(review: Review): void {
    this.review = review;
    this.turns = review.turns;
  }

  /** The turn that led to a moment, given by its number of entries. */
  turnAt(at: number): TurnReview | null {
    return this.turns.findLast((turn) => turn.at < at) ?? null;
  }
}
