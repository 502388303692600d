// Words of the action panel: an entry as a button says it, as it is under way, and why one is not possible.
import { t, words } from "$lib/i18n.svelte";
import {
  GOODS,
  type Blocked,
  type Board,
  type Choice,
  type Failure,
  type Game,
  type Table,
} from "$lib/types";
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

/** What is lacking for a price: "lacks 1 cloth". */
export function lacksText(lacks: Readonly<Partial<Record<string, number>>>): string {
  const missing = Object.fromEntries(Object.entries(lacks).map(([good, n]) => [good, n ?? 0]));
  return t("acting.lacks", { what: goodsText(missing) });
}

/** Why something is not possible, in a few words; the rule is linked beside it. */
export function blockedText(one: Blocked, game: Game, seat: number): string {
  const player = game.players[seat];
  if (one.lacks && Object.keys(one.lacks).length) return lacksText(one.lacks);
  if (one.kind === "copy") {
    const other = game.players[one.seat ?? -1];
    if (player?.partner === one.seat && player?.partner != null) return t("acting.blocked.partner");
    if (!other?.top) return t("acting.blocked.pile");
    if (other.copied_by?.includes(player?.partner ?? -1)) return t("acting.blocked.copied");
    return t("acting.blocked.copy");
  }
  if (one.kind === "repeat") return t("acting.blocked.repeat");
  if (one.kind === "settle") {
    if (player && !player.waiting[one.colonist ?? "land"]) return t("acting.blocked.colonist");
    return t("acting.blocked.price");
  }
  if (one.kind === "build" && player && one.city) {
    const city = game.cities[one.city];
    if (player.houses.includes(one.city)) return t("acting.blocked.house");
    if (!player.houses_left) return t("acting.blocked.houses");
    const lacks: Record<string, number> = {};
    for (const good of GOODS) {
      const missing = (city?.goods[good] ?? 0) - (player.goods[good] ?? 0);
      if (missing > 0) lacks[good] = missing;
    }
    if (Object.keys(lacks).length) return lacksText(lacks);
    const coins = (city?.coins ?? 0) - (player.purse ?? player.coins);
    if (coins > 0) return t("acting.lacks", { what: goodsText({}, coins) });
  }
  return t("acting.blocked.other");
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

/** A refusal as a sentence; the server's own, where it speaks the reader's language. */
export function refusalText(failure: Failure): string {
  if (words.language === "en" && failure.code === "illegal") return sentence(failure.message);
  const key = `acting.refused.${failure.code}`;
  return words.has(key) ? t(key) : t("acting.refused.other");
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** The card a decision comes from, if that is another than the decision itself: a copied one. */
export function through(game: Game, kind: string): string | null {
  const last = game.last_card as { seat: number; card: string } | null | undefined;
  if (!last) return null;
  const { role, sides } = cardFace(last.card);
  return role === kind || sides.includes(kind) ? null : last.card;
}
