// Names of the game's things in the reader's language, and what they do in a line.
import { t, words } from "$lib/i18n.svelte";
import { me } from "$lib/session.svelte";
import { settings } from "$lib/settings.svelte";
import {
  GOODS,
  type Board,
  type CardFace,
  type God,
  type Good,
  type Goods,
  type Table,
} from "$lib/types";
import { playing } from "./playing.svelte";
import { SPECIALISTS } from "./shapes";

export const GODS: readonly God[] = [
  "vesta",
  "jupiter",
  "saturnus",
  "mercurius",
  "mars",
  "minerva",
  "venus",
  "concordia",
];

const NUMERALS = ["", "I", "II", "III", "IV", "V"];

/** The text for a key, or a fallback if there is none (a custom bot or board). */
function known(key: string, otherwise: string): string {
  return words.has(key) ? t(key) : otherwise;
}

/** A made-up name for an id: "ionium-small" → "Ionium small". */
function fromId(id: string): string {
  const plain = id.replaceAll("-", " ").replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

// Goods

export function goodName(good: string): string {
  return t(`game.good.${good}`);
}

/** The letter on a good, or its price; unique in each language. */
export function goodLetter(good: string): string {
  if (good === "any") return "?";
  if (settings.letters) return t(`game.letter.${good}`);
  return String(goodPrice(good) ?? t(`game.letter.${good}`));
}

export function goodPrice(good: string): number | undefined {
  return me.catalogue?.goods.find((one) => one.id === good)?.price;
}

/** So many of a good in words: "2 brick". */
export function goodCount(good: string, n: number): string {
  return t(`game.goods.${good}`, { n });
}

export function coinsText(n: number): string {
  return t("game.coins", { n });
}

export type SomeGoods = Goods | Readonly<Record<string, number>> | readonly string[];

/** Goods as pairs: those of a table in the order of their prices, those of a list in its order. */
export function goodsList(goods: SomeGoods | null | undefined): [Good | "any", number][] {
  if (!goods) return [];
  const counts = new Map<string, number>();
  if (Array.isArray(goods)) {
    for (const good of goods as readonly string[]) counts.set(good, (counts.get(good) ?? 0) + 1);
  } else {
    const figures = goods as Readonly<Record<string, number | undefined>>;
    for (const good of [...GOODS, "any"]) counts.set(good, figures[good] ?? 0);
  }
  return [...counts].filter(([, n]) => n > 0) as [Good | "any", number][];
}

/** Goods and coins in words: "2 brick, 4 coins"; "nothing" if there is neither. */
export function goodsText(goods: SomeGoods | null | undefined, coins = 0): string {
  const parts = goodsList(goods).map(([good, n]) => goodCount(good, n));
  if (coins) parts.push(coinsText(coins));
  return parts.join(", ") || t("game.nothing");
}

/** A figure with its sign: "+3", "−2", "0". */
export function signed(n: number): string {
  if (n > 0) return `+${n}`;
  return n < 0 ? `−${-n}` : "0";
}

// Gods, roles, cards

export function godName(god: string): string {
  return t(`game.god.${god}`);
}

/** How a god scores for each card, in a line. */
export function godText(god: string, team: boolean = playing.team): string {
  return t(team && god === "venus" ? "game.god-text.venus-team" : `game.god-text.${god}`);
}

/** What is printed of a card; of one that no catalogue has, what its id says. */
export function cardFace(id: string): CardFace {
  const face = me.catalogue?.cards[id];
  if (face) return face;
  const [, role = id, deck = "0"] = /^(.*?)(?:-(\d))?$/.exec(id) ?? [];
  return {
    id,
    role,
    deck: Number(deck),
    gods: [],
    cost: [],
    income: 0,
    good: SPECIALISTS[role] ?? null,
    points: 0,
    sides: role.includes("/") ? role.split("/") : [],
  };
}

/** The numeral of a card's deck; empty for a starting card. */
export function deckNumeral(deck: number): string {
  return NUMERALS[deck] ?? String(deck);
}

/** A role, or both of a double card: "Prefect / Architect". */
export function roleName(role: string): string {
  return role
    .split("/")
    .map((side) => known(`game.role.${side}`, fromId(side)))
    .join(" / ");
}

/** A card with the numeral of its deck: "Prefect III". */
export function cardName(id: string): string {
  const face = cardFace(id);
  const numeral = deckNumeral(face.deck);
  return numeral ? `${roleName(face.role)} ${numeral}` : roleName(face.role);
}

/** What a card does, in a line. */
export function cardText(id: string): string {
  const face = cardFace(id);
  if (face.sides.length === 2) {
    const [first, second] = face.sides.map((side) => sideText(side, face.income));
    return t("game.card.double", { first, second });
  }
  if (face.good) return t("game.card.specialist", { good: face.good });
  return roleText(face.role, face.income);
}

/** What a role does, in a line; a mercator's income where it is known. */
export function roleText(role: string, income = 0): string {
  const good = SPECIALISTS[role];
  if (good) return t("game.card.specialist", { good });
  if (role === "mercator") return t("game.card.mercator", { income: income || 3 });
  return known(`game.card.${role}`, "");
}

function sideText(side: string, income: number): string {
  return t("game.card.side", { role: roleName(side), income: side === "mercator" ? income : 0 });
}

/** What a card scores, as briefly as its foot has room for. */
export function cardScore(id: string, team: boolean = playing.team): string {
  const face = cardFace(id);
  const [god, second] = face.gods;
  if (!god) return "";
  if (second) return t("game.score.several", { n: face.gods.length });
  if (god === "minerva")
    return t("game.score.minerva", { points: face.points, good: face.good ?? "" });
  return t(team && god === "venus" ? "game.score.venus-team" : `game.score.${god}`);
}

/** How a god scores for a card; a specialist's own points and good instead of the rule for all of them. */
export function cardScoring(id: string, god: string): string {
  return god === "minerva" && cardFace(id).gods.length === 1 ? cardScore(id) : godText(god);
}

/** What a card scores, in full where its foot has to be brief. */
function scoreSpoken(id: string): string {
  const brief = cardScore(id);
  const gods = cardFace(id).gods;
  if (gods.length !== 1 || (gods[0] === "venus" && playing.team)) return brief;
  return known(`game.spoken-score.${gods[0]}`, brief);
}

/** A card as it is read aloud: name, gods, what it does, what it scores. */
export function cardSpoken(id: string, points?: number): string {
  const face = cardFace(id);
  const values = {
    name: cardName(id),
    gods: face.gods.map(godName).join(", "),
    does: cardText(id),
    scores: scoreSpoken(id),
  };
  if (!face.gods.length) return values.name;
  return points === undefined
    ? t("game.spoken.card", values)
    : t("game.spoken.card-now", { ...values, n: points });
}

// Boards, variants, options, bots, people

export function boardName(id: string): string {
  const listed = me.catalogue?.boards.find((board) => board.id === id)?.name;
  return known(`game.board.${id}`, listed ?? fromId(id));
}

export function variantName(variant: string): string {
  return known(`game.variant.${variant}`, fromId(variant));
}

export function variantText(variant: string): string {
  return known(`game.variant-text.${variant}`, "");
}

export function optionName(option: string): string {
  return known(`game.option.${option}`, fromId(option));
}

export function optionText(option: string): string {
  return known(`game.option-text.${option}`, "");
}

/** The name of what an option is set to: true, "5+1", "wine". */
export function optionValue(option: string, value: boolean | string): string {
  if (typeof value === "boolean") return t(value ? "game.yes" : "game.no");
  return known(`game.option-value.${option}.${value}`, value);
}

/** A bot by its name; settings behind a colon stay visible. */
export function botName(name: string): string {
  const [head = name, ...rest] = name.split(":");
  const title = me.catalogue?.bots.find((bot) => bot.name === head)?.title;
  const shown = known(`game.bot.${head}`, title ?? fromId(head));
  return rest.length ? `${shown} (${rest.join(":")})` : shown;
}

/** How a bot plays, in a line; empty for a bot we do not know. */
export function botText(name: string): string {
  return known(`game.bot-text.${name.split(":")[0]}`, "");
}

/** The fixed rating of a bot; null for a bot that was not measured. */
export function botRating(name: string): number | null {
  return me.catalogue?.bots.find((bot) => bot.name === name)?.rating ?? null;
}

/** A bot to choose, with its rating where it has one: "Felix · 1145". */
export function botChoice(name: string): string {
  const rating = botRating(name);
  return rating === null ? botName(name) : `${botName(name)} · ${rating}`;
}

/** A rating; one of few games with a question mark. */
export function ratingText(rating: number, provisional = false): string {
  return provisional ? `${rating}?` : String(rating);
}

/** The bot at a seat; at a study table the one that sat there in the record. */
function botAt(table: Table, { kind, bot, name }: Table["seats"][number]): string | null {
  if (kind === "bot") return bot ?? "";
  return table.kind === "study" && name?.startsWith("bot:") ? name.slice(4) : null;
}

/** Who sits at a seat: a person, a bot (numbered if there are several alike), or nobody yet. */
export function seatName(table: Table, seat: number): string {
  const sitting = table.seats.find((one) => one.seat === seat);
  if (!sitting) return t("game.seat.number", { n: seat + 1 });
  const bot = botAt(table, sitting);
  if (bot !== null) {
    const alike = table.seats.filter((one) => botAt(table, one) === bot);
    const name = botName(bot);
    return alike.length > 1 ? `${name} ${alike.indexOf(sitting) + 1}` : name;
  }
  if (sitting.name) return sitting.name;
  if (sitting.kind === "person") return t("game.seat.deleted");
  return t(sitting.kind === "invited" ? "game.seat.invited" : "game.seat.open");
}

/** The colour of a seat in words, with its mark. */
export function seatLook(seat: number): string {
  return t(`game.look.${seat % 6}`);
}

// Places of a board

export function cityName(board: Board, id: string): string {
  return board.cities.find((city) => city.id === id)?.name ?? fromId(id);
}

export function provinceName(board: Board, id: string): string {
  return board.provinces.find((province) => province.id === id)?.name ?? fromId(id);
}

/** A city, or a path by its ends: "Roma–Massilia". */
export function placeName(board: Board, id: string): string {
  if (!id.includes("~")) return cityName(board, id);
  const ends = board.paths.find((path) => path.id === id)?.ends ?? id.split("~").slice(0, 2);
  return ends.map((end) => cityName(board, end)).join("–");
}

/** A colonist in words, as one standing somewhere: "land colonist", "ship". */
export function colonistName(kind: string): string {
  return t(kind === "sea" ? "game.colonist.sea" : "game.colonist.land");
}

// Explanations

const isGood = (topic: string): boolean => (GOODS as readonly string[]).includes(topic);
const isGod = (topic: string): boolean =>
  topic !== "concordia" && (GODS as readonly string[]).includes(topic);

/** The title of a topic of the rules: a role, good, god, or thing such as "store". */
export function topicName(topic: string): string {
  if (isGood(topic)) return capital(goodName(topic));
  if (isGod(topic)) return godName(topic);
  if (words.has(`game.tip-name.${topic}`)) return t(`game.tip-name.${topic}`);
  return roleName(topic);
}

/** What a topic is about, in a sentence or two. */
export function topicText(topic: string): string {
  if (isGood(topic)) {
    const facts = me.catalogue?.goods.find((one) => one.id === topic);
    return facts ? t("game.tip.good", { price: facts.price, house: facts.house_coins }) : "";
  }
  if (isGod(topic)) return godText(topic);
  if (words.has(`game.tip.${topic}`)) return t(`game.tip.${topic}`);
  return roleText(topic);
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}
