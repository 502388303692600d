// The pantheon: how many cards of each god the players have, lie in the display, are still unseen.
import type { Catalogue, Game, God, Told } from "$lib/types";
import { GODS } from "$pieces/names";

export interface Standing {
  god: God;
  players: number; // with `whole`: all their cards, else the bought ones
  display: number;
  unseen: number;
}

export interface Pantheon {
  whole: boolean;
  gods: Standing[];
}

/** Gods that matter in this game, in the order of scoring. */
export function godsOf(game: Game, variant: string): God[] {
  return GODS.filter((god) => {
    if (god === "venus") return variant !== "concordia";
    if (god === "concordia") return game.concordia !== null;
    return true;
  });
}

/**
 * Count the cards by god. Where the table shows points the players' cards are all known; elsewhere
 * those they bought are, which the log tells.
 */
export function pantheon(
  game: Game,
  cards: Catalogue["cards"],
  variant: string,
  log: readonly Told[],
): Pantheon {
  const of = (ids: readonly string[], god: God) =>
    ids.filter((id) => cards[id]?.gods.includes(god)).length;
  const whole = game.players.every((player) => player.gods);
  const bought = log.flatMap((told) => (told.kind === "purchase" && told.card ? [told.card] : []));
  const display = game.display.flatMap((offer) => (offer.card ? [offer.card] : []));
  const unseen = Object.values(game.unseen).flat();
  return {
    whole,
    gods: godsOf(game, variant)
      .filter((god) => god !== "concordia")
      .map((god) => ({
        god,
        players: whole
          ? game.players.reduce((all, player) => all + (player.gods?.[god]?.cards ?? 0), 0)
          : of(bought, god),
        display: of(display, god),
        unseen: of(unseen, god),
      })),
  };
}
