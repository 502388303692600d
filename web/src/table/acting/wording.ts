// Words of the action panel: an entry on a button, an entry being sent, and why one is not possible.
import { t, words } from "$lib/i18n.svelte";
import type { Blocked, Board, Choice, Game, Table } from "$lib/types";
import {
  cardFace,
  cardName,
  cityName,
  goodCount,
  goodsText,
  placeName,
  provinceName,
  roleName,
  seatName,
} from "$pieces/names";
import { reasonText, refusalText } from "$pieces/refusals";

/** What the texts need to know of the table. */
export interface Setting {
  board: Board;
  table: Table;
}

/** Everything a text about an entry may speak of; texts take what they need. */
function values(choice: Choice, { board, table }: Setting): Record<string, string | number> {
  const card = choice.card ?? "";
  const found: Record<string, string | number> = {
    kind: choice.colonist ?? "land",
    steps: choice.steps ?? 0,
    coins: choice.gain.coins,
    goods: "",
    sided: choice.side ? "yes" : "no",
    side: choice.side ? roleName(choice.side) : "",
  };
  if (card) found.card = cardName(card);
  if (choice.to !== undefined) found.place = placeName(board, String(choice.to));
  if (choice.city) found.place = cityName(board, choice.city);
  if (choice.province) found.place = provinceName(board, choice.province);
  if (choice.good) found.goods = goodCount(choice.good, choice.count ?? 1);
  if (choice.goods) found.goods = goodsText(choice.goods);
  if (choice.seat !== undefined) found.name = seatName(table, choice.seat);
  return found;
}

/** An entry in full, as the primary button names it. */
export function entryText(choice: Choice, setting: Setting): string {
  if (choice.kind === "done") return t(choice.ends_turn ? "acting.do.end" : "acting.do.done");
  const key = `acting.do.${choice.kind}`;
  return words.has(key) ? t(key, values(choice, setting)) : choice.entry;
}

/** An entry that was sent and not answered yet. */
export function pendingText(choice: Choice, setting: Setting): string {
  const key = `acting.doing.${choice.kind}`;
  return words.has(key) ? t(key, values(choice, setting)) : t("acting.doing.other");
}

/** Why something is not possible, in a few words; the rule is linked beside it. */
export function blockedText(one: Blocked, setting: Partial<Setting> = {}): string {
  return reasonText("acting.blocked", one, setting) ?? refusalText(one, setting);
}

const TOPICS: Record<string, string> = {
  "R5.1": "tribune",
  "R5.2": "architect",
  "R5.3": "prefect",
  "R5.4": "mercator",
  "R5.5": "colonist",
  "R5.6": "senator",
  "R5.7": "consul",
  "R5.9": "diplomat",
  "R5.10": "magister",
  "R10.6": "praetor",
  "R10.7": "proconsul",
  "R10.8": "legatus",
  "R10.9": "diplomat",
};

/** Where the rules reference speaks of a rule. */
export function rulePath(rule: string | null | undefined): string {
  if (!rule) return "/rules";
  const topic = TOPICS[rule] ?? (rule.startsWith("R3") ? "store" : "");
  return topic ? `/rules/${topic}` : "/rules";
}

/** The card a decision comes from, if that is another than the decision itself: a copied one. */
export function through(game: Game, kind: string): string | null {
  const last = game.last_card as { seat: number; card: string } | null | undefined;
  if (!last) return null;
  const { role, sides } = cardFace(last.card);
  return role === kind || sides.includes(kind) ? null : last.card;
}
