// The table of a puzzle: the player has one seat and one turn.
import { OneSeatRoom } from "../table/oneseat.svelte";

export class PuzzleRoom extends OneSeatRoom {
  /** Whether the player may play; else the table only shows. */
  playing = true;

  protected override get asking(): boolean {
    return this.playing;
  }

  protected override get mine(): number[] {
    return this.playing ? [this.seat] : []; // a turn that is shown is drawn like that of another
  }
}
