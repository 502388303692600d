// Short texts about tables: clock, time left, who is awaited, who won.
import { secondsLeft } from "$lib/clock";
import { t } from "$lib/i18n.svelte";
import { router } from "$lib/router.svelte";
import type { Table } from "$lib/types";
import { boardName, seatName, variantName } from "$pieces/names";
import { sideSeats, winnerName } from "../../table/log";

/** "120 s a turn", "30 min + 15 s", "3 days a turn", "no clock". */
export function clockText(clock: Pick<Table["clock"], "kind" | "seconds" | "increment">): string {
  const seconds = clock.seconds ?? 0;
  if (clock.kind === "turn") return t("lobby.clockTurn", { seconds });
  if (clock.kind === "player")
    return t("lobby.clockPlayer", {
      minutes: Math.round(seconds / 60),
      increment: clock.increment ?? 0,
    });
  if (clock.kind === "days") return t("lobby.clockDays", { days: Math.round(seconds / 86_400) });
  return t("lobby.clockNone");
}

/** "2 days left", "21 h left", "3 min left"; null without a clock. */
export function timeLeft(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds >= 172_800) return t("lobby.leftDays", { n: Math.floor(seconds / 86_400) });
  if (seconds >= 5_400) return t("lobby.leftHours", { n: Math.round(seconds / 3600) });
  if (seconds >= 60) return t("lobby.leftMinutes", { n: Math.floor(seconds / 60) });
  return t("lobby.leftSeconds", { n: Math.floor(seconds) });
}

/** Whether little time is left: less than an hour over days, less than half a minute live. */
export function urgent(table: Table, now: number): boolean {
  const left = secondsLeft(table.clock, now);
  return left !== null && left < (table.clock.kind === "days" ? 3600 : 30);
}

/** "Imperium · Venus · 4 players · 120 s a turn" */
export function detailText(table: Table): string {
  return [
    boardName(table.board),
    ...(table.variant === "concordia" ? [] : [variantName(table.variant)]),
    t("lobby.players", { n: table.players }),
    clockText(table.clock),
  ].join(" · ");
}

export const seated = (table: Table): number =>
  table.seats.filter((seat) => seat.kind === "person" || seat.kind === "bot").length;

export const sits = (table: Table, person: string | undefined): boolean =>
  person !== undefined &&
  table.seats.some((seat) => seat.person === person && seat.kind === "person");

/** Whether somebody may take a seat: an open one, or one that is kept for them. */
export const canSit = (table: Table, person: string | undefined): boolean =>
  table.status === "open" &&
  !sits(table, person) &&
  table.seats.some(
    (seat) => seat.kind === "open" || (seat.kind === "invited" && seat.person === person),
  );

/** "Livia won with 137 points", or both names of a team. */
export function resultText(table: Table): string {
  const result = table.result;
  if (table.status === "abandoned") return t("lobby.abandoned");
  if (!result) return "";
  const winners = sideSeats(table, result.winner).length;
  const points = (result.teams ?? result.scores)[result.winner] ?? 0;
  return t("lobby.won", { name: winnerName(table, result.winner), n: winners, points });
}

/** What somebody who did not play to the end is told of a game; empty for all others. */
export function goneText(table: Table, person: string | undefined): string {
  const own = table.seats.filter((seat) => seat.kind === "person" && seat.person === person);
  if (table.status !== "finished" || !person || !own.length) return "";
  if (own.every((seat) => seat.left === "resigned")) return t("lobby.outcome.resigned");
  return own.every((seat) => seat.left) ? t("lobby.outcome.bot") : "";
}

/** What a table waits for. */
export function stateText(table: Table, person: string | undefined): string {
  if (table.status === "open") return t("lobby.seated", { n: seated(table), all: table.players });
  if (table.status !== "running") return resultText(table);
  if (table.actor == null) return t("lobby.running");
  const seat = table.seats[table.actor];
  if (person && seat?.person === person && !seat.stand_in) return t("lobby.yourTurn");
  return t("lobby.thinks", { name: seatName(table, table.actor) });
}

/** Where an invitation leads: the address inside the page, or null if the text is none. */
export function linkTarget(text: string): string | null {
  const given = text.trim();
  if (/^[a-z0-9]{16}$/.test(given)) return `/t/${given}`;
  try {
    const url = new URL(given, location.origin);
    const found = /^\/t\/([a-z0-9]{8,32})(?:\/(?:replay|review))?\/?$/.exec(url.pathname);
    if (!found) return null;
    return url.pathname.replace(/\/$/, "") + url.search + url.hash;
  } catch {
    return null;
  }
}

/** The link that brings others to a table; a private one needs its key. */
export function inviteLink(table: Table): string {
  const key =
    table.visibility === "link" && table.key ? `?key=${encodeURIComponent(table.key)}` : "";
  return router.address(`/t/${table.id}${key}`);
}

/** A game as a list of games shows it. */
export interface Line {
  id: string;
  name: string;
  about: string;
  result: string;
  time: number;
  over: boolean;
}

/** The line of a table: what is played there, and who won. */
export const lineOf = (table: Table, person?: string): Line => ({
  id: table.id,
  name: table.name,
  about: [
    boardName(table.board),
    variantName(table.variant),
    t("lobby.players", { n: table.players }),
  ].join(" · "),
  result: [resultText(table), goneText(table, person)].filter(Boolean).join(" · "),
  time: table.finished ?? table.created,
  over: table.status === "finished",
});
