// Cards of the hand and the display as the panel, the hand and the display row show them.
import { t } from "$lib/i18n.svelte";
import { buys, type Blocked, type Choice, type Game, type Good, type Goods } from "$lib/types";
import type { Lacking } from "$pieces/inside";
import type { SomeGoods } from "$pieces/names";
import type { Acting } from "./acting.svelte";
import { blockedCard } from "./grouping";
import { blockedText } from "./wording";

export interface Held {
  card: string;
  legal: boolean;
  reason: string | null; // why it cannot be played now
}

/** The cards of the seat that decides, or of the partner while a suggestion is asked. */
export function handOf(acting: Acting, seat: number = acting.seat): Held[] {
  const own = acting.room.view?.you.own[String(seat)]?.hand;
  const shown = own ?? acting.game?.players[seat]?.cards?.hand ?? [];
  const playing = acting.decides && acting.decision?.kind === "play" && acting.seat === seat;
  const blocked = playing ? (acting.room.view?.you.blocked ?? []) : [];
  return shown.map((card) => {
    const why = blockedCard(blocked, "play", card);
    const legal = playing && acting.legalCards.has(card);
    return { card, legal, reason: why ? blockedText(why) : null };
  });
}

/** Cards that can be played, alike ones once with their number. */
export function playable(acting: Acting): [string, number][] {
  const found = new Map<string, number>();
  for (const { card, legal } of handOf(acting)) {
    if (legal) found.set(card, (found.get(card) ?? 0) + 1);
  }
  for (const card of acting.legalCards) if (!found.has(card)) found.set(card, 1);
  return [...found];
}

/** What a card of the hand, the pile or the display scores for a seat now; null where points are not shown. */
export function worthOf(acting: Acting, card: string, seat: number = acting.seat): number | null {
  return acting.room.view?.you.own[String(seat)]?.worth?.[card] ?? null;
}

export interface Offered {
  position: number;
  card: string;
  cost: Goods;
  surcharge: (Good | "any")[];
  legal: boolean;
  first: Choice | null;
  reason: string | null; // why it cannot be bought, while one buys
  lacking: Lacking | null; // the goods, if they are why
}

/** The goods that are missing, in pictures: a small card has no room for their names. */
function lackingOf(why: Blocked | undefined): Lacking | null {
  if (why?.code !== "purchase.no-goods") return null;
  const words = t("acting.blocked.purchase.no-goods", { lacking: "" }).trim();
  return { words, goods: why.values.lacking as SomeGoods };
}

/** Whether a purchase of somebody at this screen is asked. */
export function buying(acting: Acting): boolean {
  return acting.decides && buys(acting.decision?.kind);
}

/** The cards of the display with their price; surcharges only where they are paid. */
export function offersOf(acting: Acting, game: Game | null = acting.game): Offered[] {
  const buys = buying(acting);
  const bare = buys && acting.decision?.surcharge === false;
  const blocked = buys ? (acting.room.view?.you.blocked ?? []) : [];
  return (game?.display ?? []).flatMap((offer) => {
    if (!offer.card) return [];
    const why = blockedCard(blocked, "purchase", offer.card);
    const group = acting.groups.get(`card ${offer.card}`) ?? [];
    const legal = buys && group.length > 0;
    return [
      {
        position: offer.position,
        card: offer.card,
        cost: offer.cost as Goods,
        surcharge: bare ? [] : (offer.surcharge as (Good | "any")[]),
        legal,
        first: group[0] ?? null,
        reason: why ? blockedText(why) : null,
        lacking: lackingOf(why),
      },
    ];
  });
}
