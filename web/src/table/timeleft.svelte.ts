// The seconds that are left at a table, as they run.
import { secondsLeft, steady } from "$lib/clock";
import type { Room } from "$lib/room.svelte";
import { ShownFirst } from "./clock";
import type { Animator } from "./animator.svelte";

export class TimeLeft {
  private now = $state(steady());

  constructor(
    private room: Room,
    private animator: Animator,
  ) {
    const shownFirst = new ShownFirst(room, animator);
    $effect(() => shownFirst.follow());
    $effect(() => {
      if (!this.clock || this.clock.kind === "none") return;
      const timer = setInterval(() => (this.now = steady()), 500);
      return () => clearInterval(timer);
    });
  }

  private get clock() {
    return this.room.view?.table.clock;
  }

  /** Null where no time runs. It stands still while moves of others are shown before your turn. */
  get seconds(): number | null {
    if (!this.clock) return null;
    if (this.animator.busy && this.room.view?.you.decides) return this.clock.left ?? null;
    return secondsLeft(this.clock, this.now);
  }
}
