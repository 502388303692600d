// The lesson's table as the learner sees it: a study table that looks like a table of two players.
// What is not asked for now is not sent at all, so there is never anything to repair.
import { Refusal } from "$lib/api";
import { Room } from "$lib/room.svelte";
import type { View } from "$lib/types";
import { LEARNER } from "./lesson";

/** The kind of a refusal that comes from the lesson and not from the server. */
export const OTHERWISE = "lesson";

export class LessonRoom extends Room {
  /** The entry that is wanted from the learner; null while there is none. */
  wanted: string | null = null;
  /** How far the learner can take back. */
  earliest = 0;
  /** Told when the learner chose something else. */
  onother: ((entry: string) => void) | null = null;

  /** Update what can be done, after `wanted` or `earliest` changed. */
  reshape(): void {
    if (this.view) this.view = this.shape(this.view);
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

  private whole: View["you"] | null = null;
  private heard = -1;

  protected override shape(view: View): View {
    const game = view.game;
    if (!game) return view;
    if (view.you.seats.length > 1 || game.number !== this.heard) {
      this.whole = view.you; // as the server sent it
      this.heard = game.number;
    }
    const you = this.whole ?? view.you;
    const asked = this.wanted !== null && game.decision.seat === LEARNER && !game.over;
    const own = you.own[String(LEARNER)];
    return {
      ...view,
      you: {
        ...you,
        seats: [LEARNER],
        own: own ? { [String(LEARNER)]: own } : {},
        decides: asked,
        legal: asked ? you.legal : [],
        blocked: asked ? you.blocked : [],
        undo: asked && game.entries > this.earliest ? this.earliest : null,
        propose: false,
      },
    };
  }
}
