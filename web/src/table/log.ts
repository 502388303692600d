// Entries in words, in the reader's language; where they happened; and turns out of entries.
import { listed, t } from "$lib/i18n.svelte";
import type { Board, Change, Goods, Table, Told } from "$lib/types";
import {
  botName,
  cardName,
  cityName,
  goodsText,
  placeName,
  provinceName,
  roleName,
  seatName,
} from "$pieces/names";

type Names = Pick<Table, "seats" | "players" | "variant">;

function part(goods: Record<string, number>, sign: 1 | -1): Goods {
  return Object.fromEntries(
    Object.entries(goods)
      .filter(([, count]) => count * sign > 0)
      .map(([good, count]) => [good, count * sign]),
  );
}

/** What a purse and a store got, in words; empty if nothing. */
function gained(change: Change | undefined): string {
  if (!change) return "";
  const goods = part(change.goods, 1);
  const coins = Math.max(0, change.coins);
  return coins || Object.keys(goods).length ? goodsText(goods, coins || undefined) : "";
}

/** What was paid, in words; empty if nothing. */
function paid(change: Change | undefined): string {
  if (!change) return "";
  const goods = part(change.goods, -1);
  const coins = Math.max(0, -change.coins);
  return coins || Object.keys(goods).length ? goodsText(goods, coins || undefined) : "";
}

function changeOf(told: Told, seat: Told["actor"]): Change | undefined {
  return told.changes?.find((one) => one.seat === seat);
}

/** What everybody but the actor got: "Marcus: 2 wine". */
function others(told: Told, table: Names): string {
  const found = (told.changes ?? [])
    .filter((one) => one.seat !== told.actor && gained(one))
    .map((one) =>
      t("table.log.other", { name: seatName(table as Table, one.seat), gain: gained(one) }),
    );
  return found.length ? found.join("; ") : "";
}

/** Coins the partner had to lend. */
function lent(told: Told, table: Names): string {
  const lender = (told.changes ?? []).find((one) => one.seat !== told.actor && one.coins < 0);
  if (!lender) return "";
  return t("table.log.lent", { name: seatName(table as Table, lender.seat), coins: -lender.coins });
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join("; ");
}

function cardOf(told: Told): string {
  return told.card ? cardName(told.card) : "";
}

function what(told: Told, board: Board, table: Names): string {
  const own = changeOf(told, told.actor);
  const gain = gained(own);
  const cost = paid(own);
  const with_ = (key: string, values: Record<string, string | number> = {}) =>
    t(`table.log.${key}`, { gain, cost, has: gain ? "yes" : "no", ...values });
  switch (told.kind) {
    case "play":
    case "repeat":
      return joined(
        with_(told.side ? `${told.kind}Side` : told.kind, {
          card: cardOf(told),
          side: told.side ? roleName(told.side) : "",
        }),
        others(told, table),
      );
    case "move":
      return with_("move", {
        kind: told.colonist ?? "land",
        from: placeName(board, told.from ?? ""),
        to: placeName(board, String(told.to ?? "")),
        steps: told.steps ?? 1,
      });
    case "build":
      return joined(
        with_("build", { city: cityName(board, told.city ?? ""), houses: told.houses ?? 1 }),
        lent(told, table),
      );
    case "produce":
      return joined(
        with_("produce", { province: provinceName(board, told.province ?? "") }),
        others(told, table),
      );
    case "collect":
      return with_("collect");
    case "cash":
      return with_("cash");
    case "sell":
    case "buy":
      return joined(
        with_(told.kind, {
          goods: goodsText(told.good ? { [told.good]: told.count ?? 1 } : {}),
          coins: (told.count ?? 1) * (typeof told.price === "number" ? told.price : 0),
        }),
        told.kind === "buy" ? lent(told, table) : "",
      );
    case "settle":
      return with_("settle", {
        kind: told.colonist ?? "land",
        city: cityName(board, told.city ?? ""),
      });
    case "purchase":
      return with_("purchase", { card: cardOf(told) });
    case "copy":
      return joined(
        with_(told.side ? "copySide" : "copy", {
          card: cardOf(told),
          side: told.side ? roleName(told.side) : "",
          name: seatName(table as Table, told.seat ?? 0),
        }),
        others(told, table),
      );
    case "suggest":
      return with_("suggest", { card: cardOf(told) });
    case "keep":
      return with_("keep", { goods: goodsText(told.goods ?? {}) });
    case "reveal":
      return with_("reveal", { card: cardOf(told) });
    case "undo":
      return with_("undo", { to: Number(told.to ?? 0) });
    default:
      return with_("done");
  }
}

/** An entry in words, without the name of the seat. */
export function logText(told: Told, board: Board, table: Names): string {
  const text = what(told, board, table);
  if (told.concordia === undefined) return text;
  return joined(text, t("table.log.concordia", { name: seatName(table as Table, told.concordia) }));
}

/** The same with the name of who did it, as it is read aloud. */
export function logSentence(told: Told, board: Board, table: Names): string {
  const text = logText(told, board, table);
  if (typeof told.actor !== "number") return text;
  return t("table.log.said", { name: seatName(table as Table, told.actor), text });
}

/** Ids of the places an entry is about. */
export function logPlaces(told: Told): string[] {
  const places = [told.city, told.province, told.from, told.kind === "move" ? told.to : undefined];
  return places.filter((place): place is string => typeof place === "string" && place !== "");
}

/** A turn of the log: whose it was and its entries. */
export interface Turn {
  number: number;
  seat: number | null;
  start: number; // number of its first entry
  entries: Told[];
}

interface TurnTerms {
  players: number;
  team: boolean;
  /** The number of the turn that is open or comes next, when the beginning is not there. */
  latest?: number;
}

/** Entries, the first of them number `first`, turn by turn. */
export function turnsOf(entries: readonly Told[], first: number, terms: TurnTerms): Turn[] {
  const turns: Turn[] = [];
  const { players, team } = terms;
  for (const [index, told] of entries.entries()) {
    const open = turns.at(-1);
    const same =
      team && open && open.seat !== null
        ? told.actor === open.seat || told.actor === (open.seat + players / 2) % players
        : false;
    const begins = told.turn_begins ?? (told.kind === "play" && !same);
    if (open && !begins) open.entries.push(told);
    else {
      const seat = typeof told.actor === "number" ? told.actor : null;
      turns.push({ number: 0, seat, start: first + index, entries: [told] });
    }
  }
  const before = first === 0 || terms.latest === undefined ? 0 : terms.latest - turns.length;
  turns.forEach((turn, index) => (turn.number = before + index + 1));
  return turns;
}

/** The entries of a turn that are worth a line: `done` only where nothing else was done. */
export function worthTelling(turn: Turn): Told[] {
  const told = turn.entries.filter((one) => one.kind !== "done");
  const idle = told.every((one) => one.kind === "play" && !one.changes?.length);
  const done = turn.entries.find((one) => one.kind === "done");
  return idle && done ? [...told, done] : told;
}

/** Names in words. */
export function namesOf(table: Table, seats: readonly number[]): string {
  return listed(seats.map((seat) => seatName(table, seat)));
}

/** Who won, in words: a player, or both partners of a team; and whether a bot finished for them. */
export function winnerName(table: Table, winner: number): string {
  const names = sideSeats(table, winner).map((seat) => {
    const sitting = table.seats.find((one) => one.seat === seat);
    const name = seatName(table, seat);
    if (sitting?.left !== "resigned" && sitting?.left !== "time") return name;
    return t(`table.final.gone.${sitting.left}`, { name, bot: botName(sitting.stand_in ?? "") });
  });
  return listed(names);
}

/** The seats of a side: of one player, or of the partners of a team. */
export function sideSeats(table: Pick<Table, "variant" | "players">, side: number): number[] {
  return table.variant === "venus-team" ? [side, side + table.players / 2] : [side];
}
