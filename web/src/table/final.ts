// The figures of the final score: places, and how the points of a god come about.
import { t } from "$lib/i18n.svelte";
import type { Catalogue, Game, God, Result, Table } from "$lib/types";
import { cardName } from "$pieces/names";

export interface Rank {
  side: number; // a seat, or the number of a team
  points: number;
  place: number;
}

/** The seats whose owners resigned. */
export function resigned(table: Pick<Table, "seats">): number[] {
  return table.seats.filter((one) => one.left === "resigned").map((one) => one.seat);
}

/**
 * Sides from the first to the last: the winner first, whoever resigned last, equal points by who is next to the
 * Magnus.
 */
export function ranking(
  result: Result,
  magnus: number,
  players: number,
  resigned: readonly number[] = [],
): Rank[] {
  const totals = result.teams ?? result.scores;
  const sides = totals.length;
  const far = (side: number) => {
    for (let n = 0; n < players; n++) {
      if (((((magnus - n) % players) + players) % players) % sides === side) return n;
    }
    return players;
  };
  const behind = (side: number) =>
    side === result.winner ? 0 : resigned.some((seat) => seat % sides === side) ? 2 : 1;
  return totals
    .map((points, side) => ({ side, points, place: 0 }))
    .sort(
      (a, b) => behind(a.side) - behind(b.side) || b.points - a.points || far(a.side) - far(b.side),
    )
    .map((rank, index) => ({ ...rank, place: index + 1 }));
}

/** "4 × 11": cards by what each is worth, where that is the same for all of them. */
export function factor(god: God, points: number, cards: number): string {
  if (god === "concordia" || !cards) return "";
  if (god === "minerva" || points % cards) return t("table.final.cards", { n: cards });
  return `${cards} × ${points / cards}`;
}

/** How a seat came to its points of a god, in words. */
export function explain(
  god: God,
  game: Game,
  seat: number,
  points: number,
  held: readonly string[],
  faces: Catalogue["cards"],
): string {
  const player = game.players[seat];
  if (god === "concordia") {
    return t(player?.concordia ? "table.final.concordia" : "table.final.noConcordia");
  }
  const cards = player?.gods?.[god]?.cards ?? 0;
  if (!cards) return t("table.final.noCards");
  const specialists = held.filter((id) => faces[id]?.gods.includes(god));
  if (god === "minerva" && specialists.length) {
    return specialists
      .map((id) => {
        const face = faces[id]!;
        const houses = (player?.houses ?? []).filter(
          (city) => game.cities[city]?.good === face.good,
        ).length;
        return t("table.final.specialist", {
          card: cardName(id),
          houses,
          each: face.points,
          points: houses * face.points,
        });
      })
      .join(" ");
  }
  if (god === "minerva" || points % cards) return t("table.final.inAll", { n: cards, points });
  return t("table.final.product", { n: cards, each: points / cards, points });
}
