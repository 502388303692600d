// Several people at one screen: who sits at it, whose hand is visible, and when it passes to the next player.
import type { View } from "$lib/types";

export class HotSeat {
  /** The seat of whoever said to be here. */
  private present = $state<number | null>(null);

  constructor(private view: () => View) {}

  /** Several people share this screen and have hands to hide from each other. */
  readonly shared = $derived.by((): boolean => {
    const { table, you } = this.view();
    const own = you.seats.filter((seat) => !table.seats.find((one) => one.seat === seat)?.left);
    return (
      own.length > 1 && table.kind === "play" && !table.open_hands && table.status === "running"
    );
  });

  private readonly deciding = $derived.by((): number | null => {
    const { you, game } = this.view();
    return you.decides ? (game?.decision.seat ?? null) : null;
  });

  /** The seat the screen is to be handed to before anything is shown. */
  readonly handOver = $derived.by((): number | null =>
    this.shared && this.deciding !== null && this.deciding !== this.present ? this.deciding : null,
  );

  /** The seat whose hand is shown; null if none is. */
  readonly viewer = $derived.by((): number | null => {
    const { you, game } = this.view();
    if (this.shared) return this.handOver === null ? this.present : null;
    if (you.seats.length < 2) return you.seats[0] ?? null;
    const seat = this.deciding ?? game?.turn.seat ?? 0;
    return you.seats.includes(seat) ? seat : (you.seats[0] ?? null);
  });

  /** Whoever is to decide has the screen now. */
  sit(): void {
    this.present = this.handOver;
  }
}
