// The time that is left, in words.
import { t } from "$lib/i18n.svelte";
import type { Table } from "$lib/types";

/** Seconds until the time of whoever decides is up; null without a clock. */
export function secondsLeft(clock: Table["clock"], now: number): number | null {
  if (clock.kind === "none" || clock.deadline === undefined || clock.deadline === null) return null;
  return Math.max(0, clock.deadline - now);
}

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
