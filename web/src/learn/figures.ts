// Numbers of the rules for texts and tables, read from the server's catalogue.
import { me } from "$lib/session.svelte";
import type { CardFace, God, Good } from "$lib/types";

/** What rule texts can name: `{start}` and `{bought}`, the income of a mercator. */
export function figures(): Record<string, number> {
  const cards = me.catalogue?.cards;
  return {
    start: cards?.["mercator"]?.income ?? 0,
    bought: cards?.["mercator-1"]?.income ?? 0,
  };
}

export type Variant = "concordia" | "venus" | "venus-team";
export const VARIANTS: readonly Variant[] = ["concordia", "venus", "venus-team"];

/** Cards of the base game that give way to a double card or another deck in Venus. */
const BASE_ONLY = ["prefect-1", "mason-1", "architect-2", "mercator-3", "architect-4"];
const VENUS_ONLY = ["mason-2"];

/** The cards for sale in a variant, deck by deck. */
export function forSale(variant: Variant): CardFace[] {
  const cards = Object.values(me.catalogue?.cards ?? {}).filter((card) => card.deck > 0);
  return cards.filter((card) => {
    if (variant === "concordia") {
      return !card.sides.length && card.role !== "proconsul" && !VENUS_ONLY.includes(card.id);
    }
    if (BASE_ONLY.includes(card.id)) return false;
    return card.role !== (variant === "venus" ? "proconsul" : "consul");
  });
}

/** How many of each card a starting hand holds. */
export function startingHand(variant: Variant, second = false): string[] {
  if (variant === "venus-team") {
    return [
      "tribune",
      second ? "diplomat" : "architect",
      "prefect",
      "mercator",
      "praetor",
      "legatus",
    ];
  }
  const base = ["tribune", "architect", "prefect", "prefect", "mercator", "diplomat", "senator"];
  return variant === "venus" ? [...base, "magister"] : base;
}

/** The variants in which a card can be met. */
export function variantsOf(card: CardFace): Variant[] {
  return VARIANTS.filter((variant) =>
    card.deck
      ? forSale(variant).some((one) => one.id === card.id)
      : startingHand(variant).includes(card.id) || startingHand(variant, true).includes(card.id),
  );
}

export function cardsOfRoles(roles: readonly string[]): CardFace[] {
  return Object.values(me.catalogue?.cards ?? {}).filter((card) => roles.includes(card.role));
}

export function cardsOfGod(god: God): CardFace[] {
  return Object.values(me.catalogue?.cards ?? {}).filter((card) => card.gods.includes(god));
}

export function cardsOfCost(good: Good): CardFace[] {
  return Object.values(me.catalogue?.cards ?? {}).filter((card) => card.cost.includes(good));
}

/** Tokens by letter, in the order of the goods. */
export const TOKENS: Readonly<Record<string, readonly number[]>> = {
  A: [2, 2, 1, 1, 1],
  B: [2, 2, 2, 1, 1],
  C: [3, 2, 2, 2, 1],
  D: [1, 1, 1, 1, 1],
};

/** What a house costs in goods in a city of a good. */
export function houseGoods(good: Good): Good[] {
  return good === "brick" ? ["food"] : ["brick", good];
}
