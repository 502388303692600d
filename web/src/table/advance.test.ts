import { describe, expect, it } from "vitest";
import type { Game, Player, Told } from "$lib/types";
import { advance } from "./advance";
import { faces, pairs } from "./fixtures/load";

const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();

function seen(player: Player) {
  const { coins, goods, room, houses_left, hand, pile, top, waiting } = player;
  return {
    coins,
    goods,
    room,
    houses_left,
    hand,
    pile,
    top,
    waiting,
    houses: sorted(player.houses),
    colonists: sorted(player.colonists),
  };
}

const table = (game: Game) => ({
  number: game.number,
  entries: game.entries,
  players: game.players.map(seen),
  houses: Object.entries(game.cities).map(([id, city]) => [id, city.houses]),
  markers: game.markers,
  collectable: game.collectable,
  concordia: game.concordia,
});

describe("the table after an entry", () => {
  it.each(pairs.map((pair) => [`${pair.variant}: ${pair.told.entry}`, pair] as const))(
    "%s",
    (_name, { told, before, after }) => {
      const next = advance(before, { ...told, number: before.number }, faces);
      expect(table(next)).toEqual(table(after));
    },
  );

  it("puts a revealed card behind the others", () => {
    const { told, before, after } = pairs.find((pair) => pair.told.kind === "reveal")!;
    const cards = (game: Game) =>
      game.display.map((offer) => [offer.position, offer.card, offer.cost]);
    expect(cards(advance(before, told, faces))).toEqual(cards(after));
  });

  it("moves the cards together first, where one was bought before", () => {
    const { told, before } = pairs.find((pair) => pair.told.kind === "purchase")!;
    const gone = advance(before, told, faces);
    const next = advance(gone, { ...told, kind: "reveal", card: "weaver-2" } as Told, faces);
    const left = before.display.flatMap((offer) => (offer.card === told.card ? [] : [offer.card]));
    expect(next.display.map((offer) => offer.card)).toEqual([...left, "weaver-2"]);
    expect(next.display.map((offer) => offer.surcharge)).toEqual(
      before.display.map((offer) => offer.surcharge),
    );
  });

  it("leaves a gap where a card was bought", () => {
    const { told, before } = pairs.find((pair) => pair.told.kind === "purchase")!;
    const next = advance(before, told, faces);
    expect(next.display.find((offer) => offer.position === told.position)?.card).toBeNull();
    expect(next.display).toHaveLength(before.display.length);
  });

  it("does not touch what it was given", () => {
    for (const { told, before } of pairs) {
      const copy = structuredClone(before);
      advance(before, told, faces);
      expect(before).toEqual(copy);
    }
  });
});
