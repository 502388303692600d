// A study table that looks like a table at which the player has one seat, for the lesson and for puzzles. In the last
// turn of a team the player has those of both partners.
// What is not asked for now is not sent at all, so there is never anything to repair.
import { Room } from "$lib/room.svelte";
import type { View } from "$lib/types";

export abstract class OneSeatRoom extends Room {
  /** How far the player can take back. */
  earliest = 0;

  constructor(
    table: string,
    readonly seat: number,
  ) {
    super(table);
  }

  /** Whether the player is asked for something when it is the seat's turn. */
  protected abstract get asking(): boolean;

  /** The seats that the player decides for. */
  get seats(): readonly number[] {
    return [this.seat];
  }

  /** The seats that are the player's: others' turns are shown step by step. */
  protected get mine(): readonly number[] {
    return this.seats;
  }

  /** Update what can be done, after what is asked for changed. */
  reshape(): void {
    if (this.view) this.view = this.shape(this.view);
  }

  private whole: View["you"] | null = null;
  private heard = -1;

  protected override shape(view: View): View {
    const game = view.game;
    if (!game) return view;
    if (view.you.seats.length > 1 || game.number !== this.heard) {
      this.whole = view.you; // as it was sent
      this.heard = game.number;
    }
    const you = this.whole ?? view.you;
    const asked = this.asking && this.seats.includes(game.decision.seat ?? -1) && !game.over;
    const own = this.seats.map(String).filter((seat) => you.own[seat]);
    return {
      ...view,
      you: {
        ...you,
        seats: [...this.mine],
        own: Object.fromEntries(own.map((seat) => [seat, you.own[seat]!])),
        decides: asked,
        legal: asked ? you.legal : [],
        blocked: asked ? you.blocked : [],
        undo: asked && game.entries > this.earliest ? this.earliest : null,
        propose: false,
      },
    };
  }
}
