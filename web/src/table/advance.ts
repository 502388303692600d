// What the table looks like after an entry, near enough to draw it until the server's view is shown:
// pieces move, purses and stores change. No rule is applied here and no points are counted.
import { GOODS } from "$lib/types";
import type { CardFace, Game, Good, Goods, Offer, Player, Told } from "$lib/types";

const SPACES = 12;

type Faces = Record<string, Pick<CardFace, "cost">>;

function sum(goods: Record<string, number>): number {
  return Object.values(goods).reduce((all, one) => all + one, 0);
}

function added(goods: Record<string, number>, more: Record<string, number>): Goods {
  const found: Goods = {};
  for (const good of GOODS) {
    const count = (goods[good] ?? 0) + (more[good] ?? 0);
    if (count > 0) found[good] = count;
  }
  return found;
}

function withRoom(player: Player): Player {
  const taken = sum(player.goods) + sum(player.waiting);
  return { ...player, room: Math.max(0, SPACES - taken) };
}

/** The display with its cards moved together and a new one in the first gap, or behind the last. */
function refilled(display: Offer[], card: string, faces: Faces): Offer[] {
  const cost: Record<string, number> = {};
  for (const good of faces[card]?.cost ?? []) cost[good] = (cost[good] ?? 0) + 1;
  const cards: Pick<Offer, "card" | "cost">[] = display.filter((offer) => offer.card !== null);
  cards.push({ card, cost });
  const places = [...display];
  if (cards.length > places.length) {
    places.push({ position: cards.length, card: null, cost: {}, surcharge: [] });
  }
  return places.map((offer, index) => ({
    ...offer,
    card: cards[index]?.card ?? null,
    cost: cards[index]?.cost ?? {},
  }));
}

/** The game after an entry. Entries that are unknown here change only purses and stores. */
export function advance(game: Game, told: Told, faces: Faces = {}): Game {
  const players = game.players.map((player) => ({ ...player }));
  const next: Game = { ...game, players, number: told.number + 1, entries: game.entries + 1 };
  const actor = typeof told.actor === "number" ? players[told.actor] : undefined;

  if (told.kind === "play" && actor && told.card) {
    actor.hand -= 1;
    actor.pile += 1;
    actor.top = told.card;
    if (told.card === "tribune")
      Object.assign(actor, { hand: actor.hand + actor.pile, pile: 0, top: null });
    next.last_card = { seat: actor.seat, card: told.card };
    next.turn = { ...game.turn, begins: false };
  } else if (told.kind === "move" && actor) {
    const at = actor.colonists.findIndex(
      (one) => one.kind === told.colonist && one.at === told.from,
    );
    if (at >= 0 && told.colonist) {
      actor.colonists = actor.colonists.with(at, { kind: told.colonist, at: String(told.to) });
    }
  } else if (told.kind === "build" && actor && told.city) {
    const city = game.cities[told.city];
    if (city) {
      next.cities = {
        ...game.cities,
        [told.city]: { ...city, houses: [...city.houses, actor.seat] },
      };
      actor.houses = [...actor.houses, told.city];
      actor.houses_left -= 1;
    }
  } else if (told.kind === "produce" && told.province) {
    const marker = game.markers[told.province];
    if (marker) {
      next.markers = { ...game.markers, [told.province]: { ...marker, side: "coins" } };
      next.collectable = game.collectable + marker.coins;
    }
  } else if (told.kind === "collect") {
    next.markers = Object.fromEntries(
      Object.entries(game.markers).map(([id, marker]) => [
        id,
        { ...marker, side: "goods" as const },
      ]),
    );
    next.collectable = 0;
  } else if (told.kind === "settle" && actor && told.colonist && told.city) {
    actor.colonists = [...actor.colonists, { kind: told.colonist, at: told.city }];
    const waiting = actor.waiting[told.colonist] ?? 0;
    actor.waiting = { ...actor.waiting, [told.colonist]: Math.max(0, waiting - 1) };
  } else if (told.kind === "purchase" && actor) {
    actor.hand += 1;
    next.display = game.display.map((offer) =>
      offer.card === told.card ? { ...offer, card: null, cost: {} } : offer,
    );
  } else if (told.kind === "reveal" && told.card) {
    next.display = refilled(game.display, told.card, faces);
    next.unseen = Object.fromEntries(
      Object.entries(game.unseen).map(([deck, cards]) => [
        deck,
        cards.filter((one) => one !== told.card),
      ]),
    );
  }

  for (const change of told.changes ?? []) {
    const player = players[change.seat];
    if (!player) continue;
    player.coins += change.coins;
    player.goods = added(player.goods, change.goods) as Record<Good, number>;
  }
  next.players = players.map(withRoom);
  if (told.concordia !== undefined) {
    next.concordia = told.concordia;
    next.players = next.players.map((one) => ({ ...one, concordia: one.seat === told.concordia }));
  }
  return next;
}
