// The time that is left, in words; and telling the server how long others' moves are still shown.
import { startNow } from "$lib/clock";
import { t } from "$lib/i18n.svelte";
import type { Room } from "$lib/room.svelte";
import type { Animator } from "./animator.svelte";

/** "1:48", "1:02:05", "2 d 5 h" */
export function timeText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 2 * 86_400) {
    return t("table.clock.days", {
      days: Math.floor(whole / 86_400),
      hours: Math.floor((whole % 86_400) / 3600),
    });
  }
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Your time starts when the moves before your turn have been shown. The server is told once how long that may
 * take, and once that it is over.
 */
export class ShownFirst {
  private told = -1; // the number of the decision that the server was told of

  constructor(
    private room: Room,
    private animator: Animator,
  ) {}

  /** To be called whenever the view or what is drawn changes. */
  follow(): void {
    const view = this.room.view;
    const busy = this.animator.busy;
    const clock = view?.table.clock;
    if (!view?.game || !clock || clock.kind === "none" || clock.kind === "days") return;
    const number = view.game.number;
    if (busy && view.you.decides && this.told !== number) {
      this.told = number;
      void this.room.showing(number, this.animator.seconds());
    } else if (!busy && this.told === number) {
      this.told = -1;
      startNow(clock);
      void this.room.showing(number, 0);
    }
  }
}
