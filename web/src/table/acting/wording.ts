// Words of the action panel: an entry on a button, an entry being sent, and why one is not possible.
import { t, words } from "$lib/i18n.svelte";
import { buys, type Blocked, type Choice, type Game, type Setting } from "$lib/types";
import {
  capital,
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
import type { Acting } from "./acting.svelte";
import { reasonText, refusalText } from "$pieces/refusals";

export type { Setting };

/** Everything a text about an entry may speak of; texts take what they need. */
function values(choice: Choice, { board, table }: Setting): Record<string, string | number> {
  const card = choice.card ?? "";
  const found: Record<string, string | number> = {
    kind: choice.colonist ?? "land",
    steps: choice.steps ?? 0,
    coins: choice.kind === "buy" ? choice.cost.coins + choice.cost.lent : choice.gain.coins,
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

const ends = (choice: Choice): string => (choice.ends_turn ? "yes" : "no");

/** What Done does where nothing is selected: it says what is left undone. */
export function doneText(acting: Acting): string {
  const { done, decision, seat } = acting;
  if (!done) return "";
  const kind = decision?.kind ?? "";
  if (kind === "legatus") return t("acting.do.no_suggestion");
  const topic = buys(kind) ? "buy" : kind;
  const acted = acting.story.some((told) => told.actor === seat && DEEDS[topic] === told.kind);
  const some = acted || decision?.building || decision?.bought || decision?.traded?.length;
  const key = `acting.do.without.${topic}`;
  if (some || acting.legal.length === 1 || !words.has(key)) {
    return t(done.ends_turn ? "acting.do.end" : "acting.do.done");
  }
  return t(key, { ends: ends(done) });
}

/** The entry that shows that something was done in a decision. */
const DEEDS: Record<string, string> = { architect: "build", buy: "purchase" };

/** What is selected, and after it the end. */
export function thenText(choice: Choice, done: Choice, setting: Setting): string {
  const goods = choice.good ? goodCount(choice.good, choice.count ?? 1) : "";
  const what =
    choice.kind === "sell" || choice.kind === "buy"
      ? capital(t(`acting.mercator.${choice.kind}_goods`, { goods }))
      : entryText(choice, setting);
  return t("acting.do.then", { what, ends: ends(done) });
}

/** What has to be chosen before anything can be sent. */
export function missingText(acting: Acting): string {
  const { group, decision } = acting;
  const kind = decision?.kind ?? "";
  if (group?.startsWith("move ")) return t("acting.missing.place");
  if (group?.startsWith("settle ")) return t("acting.missing.city");
  if (group && !group.startsWith("trade ")) return t("acting.missing.side");
  if (kind === "prefect") return t("acting.missing.province");
  if (kind === "diplomat") return t("acting.missing.seat");
  if (kind === "colonist") return t("acting.missing.settle");
  if (kind === "keep") return t("acting.missing.goods");
  const cards = kind === "play" || kind === "reveal" || kind === "legatus" || buys(kind);
  return t(cards ? "acting.missing.card" : "acting.missing.other");
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

/** Where the rules reference speaks of a rule. */
export function rulePath(rule: string | null | undefined): string {
  return rule ? `/rules/${rule}` : "/rules";
}

/** The card a decision comes from, if that is another than the decision itself: a copied one. */
export function through(game: Game, kind: string): string | null {
  const last = game.last_card as { seat: number; card: string } | null | undefined;
  if (!last) return null;
  const { role, sides } = cardFace(last.card);
  return role === kind || sides.includes(kind) ? null : last.card;
}
