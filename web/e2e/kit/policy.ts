// How the tests play: they buy and build what they can, so that a game comes to its end. Rules are the
// server's; this only picks among what it lists.
import type { Choice, Game, Goods, View } from "../../src/lib/types";

const PRICE: Record<string, number> = { brick: 3, food: 4, tool: 5, wine: 6, cloth: 7 };

const worth = (goods: Readonly<Record<string, number>> = {}): number =>
  Object.entries(goods).reduce((all, [good, count]) => all + count * (PRICE[good] ?? 0), 0);

const holds = (store: Goods, price: Readonly<Record<string, number>>): boolean =>
  Object.entries(price).every(([good, count]) => (store[good as keyof Goods] ?? 0) >= count);

function best(choices: Choice[], value: (choice: Choice) => number): Choice {
  return choices.reduce((a, b) => (value(b) > value(a) ? b : a));
}

/** A number that looks drawn, the same for the same game and moment. */
function noise(game: Game, text: string): number {
  let sum = game.number * 31;
  for (const letter of text) sum = (sum * 33 + letter.charCodeAt(0)) % 9973;
  return sum / 9973;
}

function payable(game: Game, seat: number, surcharge: boolean): number {
  const store = (game.players[seat]?.goods ?? {}) as Goods;
  return game.display.filter((offer) => {
    if (!offer.card) return false;
    const price: Record<string, number> = { ...(offer.cost as Record<string, number>) };
    let any = 0;
    for (const good of surcharge ? offer.surcharge : []) {
      if (good === "any") any += 1;
      else price[good] = (price[good] ?? 0) + 1;
    }
    if (!holds(store, price)) return false;
    const left = Object.values(store).reduce((all, one) => all + (one ?? 0), 0);
    return left - Object.values(price).reduce((all, one) => all + one, 0) >= any;
  }).length;
}

/** The goods that are missing for the card of the display that lacks the fewest. */
function lacking(game: Game, seat: number): Record<string, number> {
  const store = (game.players[seat]?.goods ?? {}) as Record<string, number>;
  let found: Record<string, number> = { brick: 1, food: 1 };
  let fewest = Infinity;
  for (const offer of game.display) {
    if (!offer.card) continue;
    const price: Record<string, number> = { ...(offer.cost as Record<string, number>) };
    for (const good of offer.surcharge) {
      const paid = good === "any" ? "brick" : good;
      price[paid] = (price[paid] ?? 0) + 1;
    }
    const missing = Object.entries(price)
      .map(([good, count]): [string, number] => [good, count - (store[good] ?? 0)])
      .filter(([, count]) => count > 0);
    const cost = worth(Object.fromEntries(missing));
    if (cost && cost < fewest) {
      fewest = cost;
      found = Object.fromEntries(missing);
    }
  }
  return found;
}

/** Whether a city could be built in with what is there. */
function buildable(game: Game, seat: number, city: string): boolean {
  const player = game.players[seat];
  const place = game.cities[city];
  if (!player || !place || player.houses.includes(city)) return false;
  return (
    holds(player.goods as Goods, place.goods as Record<string, number>) &&
    player.coins >= place.coins
  );
}

function valueOfCard(game: Game, seat: number, choice: Choice): number {
  const card = choice.side ?? (choice.card ?? "").replace(/-\d+$/, "");
  const player = game.players[seat]!;
  const pile = player.pile;
  switch (card) {
    case "senator":
      return 20 * Math.min(2, payable(game, seat, true));
    case "praetor":
    case "proconsul":
      return 15 * Math.min(1, payable(game, seat, true));
    case "consul":
      return 18 * Math.min(1, payable(game, seat, false));
    case "architect": {
      const cities = Object.keys(game.cities).filter((city) => buildable(game, seat, city));
      return Math.min(16, cities.length * 2);
    }
    case "prefect": {
      const houses = player.houses.length;
      return houses ? (player.room > 2 ? 12 : 4) : 5;
    }
    case "mercator":
      return 9;
    case "tribune":
      return pile >= 4 ? 6 + pile : 1;
    case "diplomat":
    case "magister":
      return 7;
    case "legatus":
      return 3;
    case "colonist":
      return 4;
    default:
      return 8; // specialists
  }
}

export function choose(view: View): Choice {
  const game = view.game!;
  const { legal } = view.you;
  const seat = game.decision.seat ?? game.turn.seat;
  const kinds = (kind: string) => legal.filter((one) => one.kind === kind);
  const spin = (choice: Choice) => noise(game, choice.entry);
  const own = (choice: Choice) =>
    choice.changes.find((change) => change.seat === seat) ?? { coins: 0, goods: {} };

  const cards = kinds("play");
  if (cards.length) return best(cards, (one) => valueOfCard(game, seat, one) + 6 * spin(one));

  const purchases = kinds("purchase");
  if (purchases.length) return best(purchases, (one) => -worth(one.cost.goods) + spin(one));

  const builds = kinds("build");
  if (builds.length) return best(builds, (one) => -one.cost.coins - worth(one.cost.goods));

  const moves = kinds("move");
  if (moves.length) {
    const goal = (one: Choice) =>
      String(one.to)
        .split("~")
        .filter((city) => buildable(game, seat, city)).length *
        10 -
      (one.steps ?? 0) +
      spin(one);
    const move = best(moves, goal);
    return goal(move) > 4 || !kinds("done").length ? move : kinds("done")[0]!;
  }

  const provinces = kinds("produce");
  const collect = kinds("collect")[0];
  if (provinces.length) {
    const most = best(provinces, (one) => worth(own(one).goods as Goods) + spin(one));
    return collect && worth(own(most).goods as Goods) < own(collect).coins ? collect : most;
  }
  if (collect) return collect;

  const player = game.players[seat]!;
  const store = player.goods as Record<string, number>;
  const wanted = lacking(game, seat);
  const spare = (one: Choice) => (store[one.good ?? ""] ?? 0) - (one.count ?? 0);
  const sells = kinds("sell").filter((one) => spare(one) >= 1 && !wanted[one.good ?? ""]);
  if (sells.length && !game.decision.traded?.length && (player.coins < 8 || player.room < 2)) {
    return best(sells, (one) => store[one.good ?? ""]! * 3 + (one.count ?? 0) + spin(one));
  }
  const buys = kinds("buy").filter((one) => (one.count ?? 0) <= (wanted[one.good ?? ""] ?? 0));
  if (buys.length) return best(buys, (one) => (one.count ?? 0) * 10 + spin(one));

  const keeps = kinds("keep");
  if (keeps.length) return best(keeps, (one) => worth(one.goods as Record<string, number>));

  const others = legal.filter((one) => !["done", "sell", "buy"].includes(one.kind));
  if (others.length) return best(others, spin);
  return kinds("done")[0] ?? legal[0]!;
}
