// The analysis in words: turns out of the notation, figures, and the reasons why a turn is better.
import { listed, t, words } from "$lib/i18n.svelte";
import type { Setting, Table } from "$lib/types";
import {
  cardName,
  cityName,
  godName,
  goodCount,
  goodsText,
  placeName,
  provinceName,
  roleName,
  seatName,
} from "$pieces/names";
import type { Difference, Why } from "./engine";

export type { Setting };

/** "as SIDE" at the end of an entry. */
function side(given: string[]): { sided: string; side: string } {
  const at = given.indexOf("as");
  const name = at < 0 ? "" : (given[at + 1] ?? "");
  return { sided: name ? "yes" : "no", side: name ? roleName(name) : "" };
}

const NAMED = /^(\d+): /; // whose entry it is, as records have it

/** Whether an entry says whose it is. */
export const isNamed = (entry: string): boolean => NAMED.test(entry);

const bare = (entry: string): string => entry.replace(NAMED, "");

/** An entry of the notation, without its actor, in few words. */
export function entryWords(entry: string, { board, table }: Setting): string {
  const [verb = "", ...rest] = entry.split(" ");
  const [first = "", second = "", third = ""] = rest;
  const say = (values: Record<string, string | number> = {}) => t(`analysis.do.${verb}`, values);
  switch (verb) {
    case "play":
      return say({ card: cardName(first), ...side(rest) });
    case "repeat":
      return say(side(rest));
    case "copy":
      return say({ name: seatName(table, Number(first)), ...side(rest) });
    case "move":
      return say({ kind: first, from: placeName(board, second), to: placeName(board, third) });
    case "settle":
      return say({ kind: first, city: cityName(board, second) });
    case "build":
      return say({ city: cityName(board, first) });
    case "produce":
      return say({ province: provinceName(board, first) });
    case "sell":
    case "buy":
      return say({ goods: goodCount(second, Number(first)) });
    case "keep": {
      const goods: Record<string, number> = {};
      for (let n = 0; n + 1 < rest.length; n += 2) goods[rest[n + 1]!] = Number(rest[n]);
      return say({ goods: goodsText(goods) });
    }
    case "purchase":
    case "suggest":
    case "reveal":
      return say({ card: cardName(first) });
    case "collect":
    case "cash":
    case "done":
      return say();
    default:
      return entry;
  }
}

/** A whole turn: what was done, the card first. `done` is told only where nothing else was done.
 * Entries that name their actors, as those of partners do, say who did it. */
export function turnWords(entries: readonly string[], setting: Setting): string[] {
  const told = entries.filter((one) => bare(one) !== "done");
  const shown = told.length === entries.length || told.length > 1 ? told : entries;
  return shown.map((one) => {
    const seat = NAMED.exec(one)?.[1];
    const deed = entryWords(bare(one), setting);
    return seat ? `${seatName(setting.table, Number(seat))}: ${deed}` : deed;
  });
}

/** The ids of the places a turn is about, to be lit on the board. */
export function turnPlaces(entries: readonly string[]): string[] {
  return entries.flatMap((entry) => {
    const [verb = "", ...rest] = bare(entry).split(" ");
    if (verb === "move") return rest.slice(1, 3);
    if (verb === "settle") return rest.slice(1, 2);
    return verb === "build" || verb === "produce" ? rest.slice(0, 1) : [];
  });
}

// Figures

const formats = new Map<string, Intl.NumberFormat>();

function written(value: number, options: Intl.NumberFormatOptions): string {
  const key = `${words.language} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(words.language, options)));
  return format.format(value);
}

/** A chance: "37 %"; small ones with a digit more. */
export function percent(value: number, digits = 0): string {
  return written(value, { style: "percent", maximumFractionDigits: digits });
}

export function decimal(value: number, digits = 1): string {
  return written(value, { maximumFractionDigits: digits });
}

/** A figure with its spread: "4.2 % ± 1.1". Without one nothing is left to chance. */
export function spread(value: string, error: string): string {
  return t("analysis.spread", { value, error });
}

export function chance(value: number, error: number): string {
  const shown = percent(value, value < 0.095 && value > 0 ? 1 : 0);
  return error > 0.0005 ? spread(shown, decimal(error * 100)) : shown;
}

export function points(value: number, error: number): string {
  return error > 0.05 ? spread(decimal(value), decimal(error)) : decimal(value);
}

/** What a turn lost, in chances and points: only what is there. */
export function lossText(lost: Difference): string {
  const parts: string[] = [];
  if (lost.win >= 0.0005) {
    parts.push(t("analysis.lost.win", { value: chance(lost.win, lost.win_spread) }));
  }
  if (lost.points >= 0.05) {
    parts.push(t("analysis.lost.points", { value: points(lost.points, lost.points_spread) }));
  }
  return parts.length ? listed(parts) : t("analysis.lost.nothing");
}

// Reasons

const SMALLEST = 0.05;

function reason(why: Why, table: Table): string {
  const share = why.code === "end";
  const size = Math.abs(share ? why.value * 100 : why.value);
  const n = size >= 10 || share ? Math.round(size) : Math.round(size * 10) / 10;
  if (n < SMALLEST) return "";
  return t(`analysis.why.${why.code}`, {
    n,
    more: why.value > 0 ? "yes" : "no",
    god: why.god ? godName(why.god) : "",
    name: why.seat === undefined ? "" : seatName(table, why.seat),
  });
}

/** Why a turn is better than another, about a round later: a sentence; empty without a reason. */
export function whyText(
  reasons: readonly Why[],
  table: Table,
  most = 4,
  sentence = "analysis.why",
): string {
  const told = reasons.map((one) => reason(one, table)).filter(Boolean);
  return told.length ? t(sentence, { list: listed(told.slice(0, most)) }) : "";
}
