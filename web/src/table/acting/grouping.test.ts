import { describe, expect, it } from "vitest";
import { NAMES, viewOf } from "./fixtures/load";
import {
  balance,
  bySteps,
  cheapest,
  dearestKeep,
  defaultOf,
  doneOf,
  effect,
  groupKey,
  groupsOf,
  isNothing,
  keepOf,
  mostGain,
  nextTrade,
  ofKind,
  packed,
  sum,
  tradesOf,
  unpacked,
} from "./grouping";

const PRICES: Record<string, number> = { brick: 3, food: 4, tool: 5, wine: 6, cloth: 7 };
const price = (good: string) => PRICES[good] ?? 0;

describe("groups", () => {
  it.each(NAMES)("hold every entry of %s once, or leave it alone", (name) => {
    const { legal } = viewOf(name).you;
    const grouped = [...groupsOf(legal).values()].flat();
    const alone = legal.filter((one) => groupKey(one) === null);
    expect(grouped.length + alone.length).toBe(legal.length);
    expect(new Set([...grouped, ...alone])).toEqual(new Set(legal));
  });

  it("bring moves together by colonist, builds not at all", () => {
    const { legal } = viewOf("architect").you;
    const moves = ofKind(legal, "move");
    const keys = [...groupsOf(legal).keys()];
    expect(keys.length).toBe(new Set(moves.map((one) => `${one.colonist} ${one.from}`)).size);
    expect(keys.every((key) => key.startsWith("move "))).toBe(true);
  });

  it("have a land colonist and a ship of one place apart", () => {
    const { legal } = viewOf("tribune").you;
    expect([...groupsOf(legal).keys()]).toEqual(["settle land", "settle sea"]);
  });
});

describe("what stands for a group", () => {
  it("is the cheapest good of choice", () => {
    const groups = groupsOf(viewOf("senator").you.legal);
    const open = [...groups.values()].find((group) => group.length > 1)!;
    const order = ["brick", "food", "tool", "wine", "cloth"];
    const goods = open.map((one) => order.indexOf(one.with!));
    expect(order.indexOf(defaultOf(open)!.with!)).toBe(Math.min(...goods));
  });

  it("is nothing where a side or a place has to be chosen", () => {
    const sides = groupsOf(viewOf("magister-side").you.legal).get("repeat")!;
    expect(sides.length).toBe(2);
    expect(defaultOf(sides)).toBeNull();
    const moves = groupsOf(viewOf("architect").you.legal).values().next().value!;
    expect(defaultOf(moves)).toBeNull();
  });
});

describe("order", () => {
  it("puts the nearest places first", () => {
    const moves = ofKind(viewOf("architect-partner").you.legal, "move");
    const steps = bySteps(moves).map(([one]) => one);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(bySteps(moves).flatMap(([, some]) => some).length).toBe(moves.length);
  });

  it("puts the cheapest house first", () => {
    const builds = cheapest(ofKind(viewOf("architect").you.legal, "build"), price);
    const cost = builds.map(
      (one) =>
        one.cost.coins +
        Object.entries(one.cost.goods).reduce((all, [good, n]) => all + n * price(good), 0),
    );
    expect(builds.length).toBeGreaterThan(1);
    expect(cost).toEqual([...cost].sort((a, b) => a - b));
  });

  it("puts the best province first", () => {
    const view = viewOf("prefect");
    const seat = view.game!.decision.seat!;
    const worth = mostGain(ofKind(view.you.legal, "produce"), seat, price).map((one) =>
      Object.entries(one.changes.find((change) => change.seat === seat)?.goods ?? {}).reduce(
        (all, [good, n]) => all + n * price(good),
        0,
      ),
    );
    expect(worth).toEqual([...worth].sort((a, b) => b - a));
    expect(worth[0]).toBeGreaterThan(worth.at(-1)!);
  });
});

describe("trades", () => {
  it("step over exactly the entries that are listed", () => {
    const { legal } = viewOf("mercator").you;
    const reached = new Set<string>();
    for (const trade of tradesOf(legal)) {
      for (const way of [1, -1] as const) {
        for (let at = nextTrade(trade, 0, way); at !== null; at = nextTrade(trade, at, way)) {
          reached.add(trade.entries.get(at)!.entry);
        }
      }
    }
    const wanted = ofKind(legal, "sell", "buy").map((one) => one.entry);
    expect([...reached].sort()).toEqual(wanted.sort());
  });
});

describe("keeping", () => {
  it("finds the entry for every choice of goods, and the dearest", () => {
    const { legal } = viewOf("keep").you;
    for (const one of legal) expect(keepOf(legal, packed(unpacked(one.goods!)))).toBe(one);
    expect(keepOf(legal, {})).toBeNull();
    expect(dearestKeep(viewOf("keep-store").you.legal, price)!.goods).toEqual({
      wine: 1,
      cloth: 1,
    });
  });
});

describe("balances", () => {
  it("tell what came and went", () => {
    const before = { coins: 5, goods: { brick: 2 }, points: 3 };
    const after = { coins: 3, goods: { brick: 1, wine: 1 }, points: 7 };
    expect(balance(before, after)).toEqual({ coins: -2, goods: { brick: -1, wine: 1 }, points: 4 });
    expect(isNothing(balance(before, before))).toBe(true);
  });

  it("add up", () => {
    const one = { coins: 1, goods: { brick: -1 }, points: 2 };
    const two = { coins: -4, goods: { brick: 1, wine: 2 }, points: 0 };
    expect(sum(one, two)).toEqual({ coins: -3, goods: { wine: 2 }, points: 2 });
  });

  it("of an entry are those of the seat, not of the partner who lends", () => {
    const view = viewOf("architect-partner");
    const build = ofKind(view.you.legal, "build")[0]!;
    expect(build.cost.lent).toBeGreaterThan(0);
    expect(effect(build, view.game!.decision.seat!).coins + build.cost.coins).toBe(0);
  });
});

it("finds done where it is legal", () => {
  expect(doneOf(viewOf("prefect").you.legal)).toBeNull();
  expect(doneOf(viewOf("architect").you.legal)?.entry).toBe("done");
});
