// The table of a puzzle: the player has one seat and one turn; in the last turn of a team, the seats of both partners.
import { OneSeatRoom } from "../table/oneseat.svelte";
import { begun, seatsOf, type Puzzle } from "./set";

export class PuzzleRoom extends OneSeatRoom {
  /** Whether the player may play; else the table only shows. */
  playing = true;

  constructor(
    table: string,
    private readonly puzzle: Puzzle,
  ) {
    super(table, puzzle.seat);
    this.earliest = begun(puzzle).length;
  }

  override get seats(): readonly number[] {
    return seatsOf(this.puzzle);
  }

  protected override get asking(): boolean {
    return this.playing;
  }

  protected override get mine(): readonly number[] {
    return this.playing ? this.seats : []; // a turn that is shown is drawn like that of another
  }
}
