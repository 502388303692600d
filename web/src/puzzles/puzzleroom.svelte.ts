// The table of a puzzle: a study table at which the player has one seat and one turn.
import { Room } from "$lib/room.svelte";
import type { View } from "$lib/types";

export class PuzzleRoom extends Room {
  /** Whether the player may play; else the table only shows. */
  playing = true;

  constructor(
    table: string,
    readonly seat: number,
  ) {
    super(table);
  }

  /** Update what can be done, after `playing` changed. */
  reshape(): void {
    if (this.view) this.view = this.shape(this.view);
  }

  private whole: View["you"] | null = null;
  private heard = -1;

  protected override shape(view: View): View {
    const game = view.game;
    if (!game) return view;
    if (view.you.seats.length > 1 || game.number !== this.heard) {
      this.whole = view.you; // as it was told
      this.heard = game.number;
    }
    const you = this.whole ?? view.you;
    const asked = this.playing && game.decision.seat === this.seat && !game.over;
    const own = you.own[String(this.seat)];
    return {
      ...view,
      you: {
        ...you,
        seats: this.playing ? [this.seat] : [], // a turn that is shown is drawn like that of another
        own: own ? { [String(this.seat)]: own } : {},
        decides: asked,
        legal: asked ? you.legal : [],
        blocked: asked ? you.blocked : [],
        undo: asked && game.entries > 0 ? 0 : null,
        propose: false,
      },
    };
  }
}
