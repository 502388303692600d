// The lesson's table as the learner sees it: a table of two players that takes only what the lesson wants.
import { Refusal } from "$lib/api";
import { OneSeatRoom } from "../table/oneseat.svelte";
import { LEARNER } from "./lesson";

/** The kind of a refusal that comes from the lesson and not from the server. */
export const OTHERWISE = "lesson";

export class LessonRoom extends OneSeatRoom {
  /** The entry that is wanted from the learner; null while there is none. */
  wanted: string | null = null;
  /** Called when the learner chose something else. */
  onother: ((entry: string) => void) | null = null;

  constructor(table: string) {
    super(table, LEARNER);
  }

  protected override get asking(): boolean {
    return this.wanted !== null;
  }

  override async play(entry: string): Promise<void> {
    if (entry === this.wanted) {
      await this.act(entry);
      return;
    }
    this.onother?.(entry);
    throw Refusal.of(OTHERWISE, "client.otherwise");
  }

  override async undo(to?: number): Promise<void> {
    const entries = this.view?.game?.entries ?? 0;
    await super.undo(Math.max(this.earliest, to ?? entries - 1));
    this.reshape();
  }

  /** Play an entry of the script, whoever it belongs to. */
  async act(entry: string): Promise<void> {
    await super.play(entry);
    this.reshape();
  }

  /** Go back, across all seats. */
  async back(to: number): Promise<void> {
    await super.undo(to);
    this.reshape();
  }
}
