// The bots of the tables that this page hosts: they think in workers of their own.
import { thoughts } from "$lib/thoughts.svelte";
import type { Thought } from "./messages";
import type { Pool } from "./pool";

const SECONDS = 2; // for a turn; Python in a browser takes twice as long as on a server
const QUICK = "level-4"; // who decides when somebody does not want to wait
const TASK = "viae.local.tasks:bot_turn";

/** Whoever is told what a bot decided: its codes as JSON, or nothing if it failed. */
export type Decided = (thought: Thought, codes: string) => void;

export class Bots {
  readonly #underway = new Map<string, AbortController>();

  constructor(
    private pool: Pick<Pool, "run">,
    private decided: Decided,
  ) {}

  /** Let a bot think. What was thought about at the same table before does not count any more. */
  think(thought: Thought): void {
    const { table } = thought;
    this.#underway.get(table)?.abort();
    const stop = new AbortController();
    this.#underway.set(table, stop);
    const tell = (progress: number | null) =>
      thoughts.set(table, {
        progress,
        hurry: () => thought.bot !== QUICK && this.think({ ...thought, bot: QUICK }),
      });
    tell(null);
    const given = {
      moment: thought.moment,
      bot: thought.bot,
      seed: thought.seed,
      seconds: SECONDS,
    };
    this.pool
      .run<number[]>(TASK, given, { signal: stop.signal, onprogress: tell })
      .then(
        (codes) => JSON.stringify(codes),
        (problem: unknown) => {
          if (!stop.signal.aborted) console.error(problem);
          return "";
        },
      )
      .then((codes) => {
        if (stop.signal.aborted) return;
        this.#end(table);
        this.decided(thought, codes);
      });
  }

  #end(table: string): void {
    this.#underway.delete(table);
    thoughts.delete(table);
  }

  /** Nobody thinks any more. */
  close(): void {
    for (const [table, stop] of this.#underway) {
      stop.abort();
      this.#end(table);
    }
  }
}
