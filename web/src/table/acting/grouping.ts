// Legal entries put together the way a person thinks of them: by colonist, card, seat or good. Only
// what was sent is sorted here; nothing is allowed or forbidden.
import { GOODS, type Blocked, type Choice, type Good, type Goods } from "$lib/types";

/** What belongs together under one thing to point at; null for an entry that stands alone. */
export function groupKey(choice: Choice): string | null {
  switch (choice.kind) {
    case "move":
      return `move ${choice.colonist} ${choice.from}`;
    case "settle":
      return `settle ${choice.colonist}`;
    case "copy":
      return `copy ${choice.seat}`;
    case "repeat":
      return "repeat";
    case "sell":
    case "buy":
      return `trade ${choice.good}`;
    case "play":
    case "purchase":
    case "suggest":
    case "reveal":
      return `card ${choice.card}`;
    default:
      return null;
  }
}

/** The groups in the order in which they come first; entries that stand alone are left out. */
export function groupsOf(legal: readonly Choice[]): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const choice of legal) {
    const key = groupKey(choice);
    if (key === null) continue;
    const group = found.get(key);
    if (group) group.push(choice);
    else found.set(key, [choice]);
  }
  return found;
}

export function ofKind(legal: readonly Choice[], ...kinds: string[]): Choice[] {
  return legal.filter((choice) => kinds.includes(choice.kind));
}

/** The cards that entries speak of. */
export function cardsOf(legal: readonly Choice[]): Set<string> {
  const cards = ofKind(legal, "play", "purchase", "suggest", "reveal");
  return new Set(cards.flatMap((one) => (one.card ? [one.card] : [])));
}

/** The entry that ends a decision without anything more, where there is one. */
export function doneOf(legal: readonly Choice[]): Choice | null {
  return legal.find((choice) => choice.kind === "done") ?? null;
}

const rank = (good: string | undefined): number => GOODS.indexOf(good as Good);

/** The entry that stands for a group as soon as it is picked: the only one, or the cheapest good. */
export function defaultOf(group: readonly Choice[]): Choice | null {
  const [first] = group;
  if (!first || first.kind === "move" || first.kind === "sell" || first.kind === "buy") return null;
  if (group.length === 1) return first;
  if (first.kind === "purchase")
    return [...group].sort((a, b) => rank(a.with) - rank(b.with))[0] ?? null;
  return null;
}

/** Moves of a colonist, the nearest first. */
export function bySteps(moves: readonly Choice[]): [number, Choice[]][] {
  const found = new Map<number, Choice[]>();
  for (const move of moves) {
    const steps = move.steps ?? 0;
    found.set(steps, [...(found.get(steps) ?? []), move]);
  }
  return [...found].sort(([a], [b]) => a - b);
}

/** Goods at their prices. */
export function worth(
  goods: Readonly<Record<string, number>>,
  price: (good: string) => number,
): number {
  return Object.entries(goods).reduce((all, [good, count]) => all + count * price(good), 0);
}

/** Houses, the cheapest first: coins, then goods at their prices. */
export function cheapest(builds: readonly Choice[], price: (good: string) => number): Choice[] {
  const cost = (one: Choice) => one.cost.coins + one.cost.lent + worth(one.cost.goods, price);
  return [...builds].sort((a, b) => cost(a) - cost(b));
}

/** Provinces, the best for the seat first; then those that give the others less. */
export function mostGain(
  produce: readonly Choice[],
  seat: number,
  price: (good: string) => number,
): Choice[] {
  const own = (one: Choice) => worth(changeOf(one, seat).goods, price);
  const others = (one: Choice) =>
    one.changes.reduce(
      (all, change) => all + (change.seat === seat ? 0 : worth(change.goods, price)),
      0,
    );
  return [...produce].sort((a, b) => own(b) - own(a) || others(a) - others(b));
}

/** What an entry changes for a seat. */
export function changeOf(choice: Choice, seat: number): { coins: number; goods: Goods } {
  const found = choice.changes.find((change) => change.seat === seat);
  return { coins: found?.coins ?? 0, goods: (found?.goods ?? {}) as Goods };
}

/** A good at the mercator: entries by what they do to the store, sales below zero. */
export interface Trade {
  good: Good;
  entries: Map<number, Choice>;
  least: number;
  most: number;
}

export function tradesOf(legal: readonly Choice[]): Trade[] {
  return GOODS.map((good) => {
    const entries = new Map<number, Choice>();
    for (const choice of legal) {
      if (choice.good !== good || choice.count === undefined) continue;
      if (choice.kind === "sell") entries.set(-choice.count, choice);
      else if (choice.kind === "buy") entries.set(choice.count, choice);
    }
    const counts = [...entries.keys(), 0];
    return { good, entries, least: Math.min(...counts), most: Math.max(...counts) };
  });
}

/** The next count that can be traded in a direction, or null. */
export function nextTrade(trade: Trade, from: number, way: 1 | -1): number | null {
  for (let count = from + way; count >= trade.least && count <= trade.most; count += way) {
    if (count === 0 || trade.entries.has(count)) return count;
  }
  return null;
}

/** The goods of a batch one by one, the dearest first. */
export function unpacked(goods: Goods): Good[] {
  return [...GOODS].reverse().flatMap((good) => Array<Good>(goods[good] ?? 0).fill(good));
}

export function packed(goods: readonly Good[]): Goods {
  const found: Goods = {};
  for (const good of goods) found[good] = (found[good] ?? 0) + 1;
  return found;
}

export function sameGoods(a: Goods, b: Goods): boolean {
  return GOODS.every((good) => (a[good] ?? 0) === (b[good] ?? 0));
}

/** The entry that keeps exactly these goods. */
export function keepOf(legal: readonly Choice[], goods: Goods): Choice | null {
  return legal.find((one) => one.kind === "keep" && sameGoods(one.goods ?? {}, goods)) ?? null;
}

/** The kept goods that are worth most, as one finds them chosen. */
export function dearestKeep(
  legal: readonly Choice[],
  price: (good: string) => number,
): Choice | null {
  const value = (one: Choice) => worth(one.goods ?? {}, price);
  return ofKind(legal, "keep").sort((a, b) => value(b) - value(a))[0] ?? null;
}

/** Why a card cannot be played or bought. */
export function blockedCard(
  blocked: readonly Blocked[],
  kind: "play" | "purchase",
  card: string,
): Blocked | undefined {
  return blocked.find((one) => one.kind === kind && one.card === card);
}

/** A balance of a seat: coins, goods, points. */
export interface Balance {
  coins: number;
  goods: Goods;
  points: number;
}

interface Holding {
  coins: number;
  goods: Readonly<Record<string, number>>;
  points?: number | null;
}

/** What has come and gone from one moment to another. */
export function balance(before: Holding, after: Holding): Balance {
  const goods: Goods = {};
  for (const good of GOODS) {
    const more = (after.goods[good] ?? 0) - (before.goods[good] ?? 0);
    if (more) goods[good] = more;
  }
  const points = (after.points ?? 0) - (before.points ?? 0);
  return { coins: after.coins - before.coins, goods, points };
}

export function isNothing(one: Balance): boolean {
  return !one.coins && !one.points && GOODS.every((good) => !one.goods[good]);
}

/** What an entry would do for a seat. */
export function effect(choice: Choice, seat: number): Balance {
  return { ...changeOf(choice, seat), points: choice.points?.[String(seat)] ?? 0 };
}

export function sum(a: Balance, b: Balance): Balance {
  const goods: Goods = {};
  for (const good of GOODS) {
    const both = (a.goods[good] ?? 0) + (b.goods[good] ?? 0);
    if (both) goods[good] = both;
  }
  return { coins: a.coins + b.coins, goods, points: a.points + b.points };
}
