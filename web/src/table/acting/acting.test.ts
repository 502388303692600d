import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Told } from "$lib/types";
import { Refusal } from "$lib/api";
import { Room } from "$lib/room.svelte";
import { change, settings } from "$lib/settings.svelte";
import { GameLog } from "../gamelog.svelte";
import { Acting } from "./acting.svelte";
import { NAMES, scene, sceneOf, viewOf } from "./fixtures/load";
import { groupKey, ofKind } from "./grouping";

const usual = { ...settings };
beforeEach(() => change({ confirm: true, skipEmpty: false }));
afterEach(() => change(usual));

describe("Done with something selected", () => {
  it("plays a trade first, and then the end", async () => {
    const { acting, room, played, view } = scene("mercator");
    acting.set(view.you.legal.find((one) => one.kind === "sell" || one.kind === "buy")!);
    const [chosen, number] = [acting.chosen!.entry, view.game!.number];
    expect(acting.playsFirst).toBe(true);
    acting.finish();
    expect(played).toEqual([chosen]);
    expect(acting.carryOn()).toBe(false); // not before it is there
    room.view = { ...view, game: { ...view.game!, number: number + 1 } };
    await Promise.resolve();
    flushSync();
    expect(acting.carryOn()).toBe(true);
    expect(played).toEqual([chosen, "done"]);
    expect(acting.carryOn()).toBe(false);
  });

  it("plays nothing more where another decision follows", () => {
    const { acting, room, played, view } = scene("mercator");
    acting.set(view.you.legal.find((one) => one.kind === "sell" || one.kind === "buy")!);
    acting.finish();
    const turn = { ...view.game!.turn, number: view.game!.turn.number + 1 };
    room.view = { ...view, game: { ...view.game!, number: view.game!.number + 1, turn } };
    expect(acting.carryOn()).toBe(false);
    expect(played).toHaveLength(1);
  });

  it("asks, where what is selected would be lost, even if nothing else is asked", () => {
    change({ confirm: false });
    const { acting, played, view } = scene("tribune");
    acting.choose(view.you.legal.find((one) => one.kind === "settle")!);
    expect(acting.playsFirst).toBe(false);
    acting.finish();
    expect(played).toEqual([]);
    expect(acting.chosen?.kind).toBe("done");
    acting.finish();
    expect(played).toEqual(["done"]);
  });
});

describe("targets", () => {
  it("are colonists and cities of an architect; a picked colonist shows where it can go", () => {
    const { acting, view } = scene("architect");
    const builds = ofKind(view.you.legal, "build");
    expect(
      acting.targets
        .filter((one) => one.what === "city")
        .map((one) => one.place)
        .sort(),
    ).toEqual(builds.map((one) => one.city!).sort());
    expect(acting.targets.some((one) => one.what === "path")).toBe(false);
    const colonist = acting.targets.find((one) => one.what === "colonist")!;
    acting.pick(colonist);
    const moves = ofKind(view.you.legal, "move").filter(
      (one) => one.from === colonist.place && one.colonist === colonist.kind,
    );
    const paths = acting.targets.filter((one) => one.what === "path");
    expect(paths.map((one) => [one.place, one.steps]).sort()).toEqual(
      moves.map((one) => [one.to, one.steps]).sort(),
    );
    expect(acting.selected).toMatchObject({ what: "colonist", place: colonist.place });
    acting.pick(colonist);
    expect(acting.selected).toBeNull();
  });

  it("send a move and a house at once", () => {
    const { acting, played } = scene("architect");
    acting.pick(acting.targets.find((one) => one.what === "city")!);
    expect(played[0]).toMatch(/^build /);
    const other = scene("architect");
    other.acting.pick(other.acting.targets.find((one) => one.what === "colonist")!);
    other.acting.pick(other.acting.targets.find((one) => one.what === "path")!);
    expect(other.played[0]).toMatch(/^move /);
  });

  it("carry the price with what the partner lends", () => {
    const { acting } = scene("architect-partner");
    const city = acting.targets.find((one) => one.what === "city")!;
    expect(city.price!.coins).toBeGreaterThan(0);
    expect(city.ghost).toBe(acting.seat);
  });

  it("of a prefect select a province, and a second click does not end the turn", () => {
    const { acting, played } = scene("prefect");
    const target = acting.targets[0]!;
    acting.pick(target);
    acting.pick(target);
    expect(played).toEqual([]);
    expect(acting.selected).toMatchObject({ what: "province", place: target.place });
    acting.confirm();
    expect(played).toEqual([`produce ${target.place}`]);
  });

  it("of a colonist appear with its kind", () => {
    const { acting, view } = scene("colonist");
    expect(acting.targets).toEqual([]);
    acting.hold("settle sea");
    expect(acting.targets.map((one) => one.place).sort()).toEqual(
      ofKind(view.you.legal, "settle")
        .filter((one) => one.colonist === "sea")
        .map((one) => one.city!)
        .sort(),
    );
  });

  it("are none while somebody else decides", () => {
    const view = viewOf("architect");
    view.you.decides = false;
    const { acting } = sceneOf(view);
    expect(acting.targets).toEqual([]);
    expect(acting.legalCards.size).toBe(0);
  });
});

it.each(NAMES)("every entry of %s can be selected and sent", (name) => {
  for (const choice of viewOf(name).you.legal) {
    const { acting, played } = scene(name);
    acting.set(acting.legal.find((one) => one.entry === choice.entry)!);
    expect(acting.chosen?.entry).toBe(choice.entry);
    acting.confirm();
    expect(played).toEqual([choice.entry]);
  }
});

describe("cards", () => {
  it("are played by a second click", () => {
    const { acting, played } = scene("play");
    acting.pickCard("architect");
    expect(played).toEqual([]);
    expect(acting.chosen?.entry).toBe("play architect");
    acting.pickCard("architect");
    expect(played).toEqual(["play architect"]);
  });

  it("with two sides ask for one", () => {
    const { acting, view, played } = scene("play-side");
    const card = view.you.legal.find((one) => one.side)!.card!;
    acting.pickCard(card);
    expect(acting.chosen).toBeNull();
    acting.pickCard(card);
    expect(played).toEqual([]);
  });

  it("of the display are chosen with the cheapest good, a second click lets them go", () => {
    const { acting, view } = scene("senator");
    const card = view.you.legal.find((one) => one.with)!.card!;
    acting.pickCard(card);
    expect(acting.chosen?.card).toBe(card);
    acting.pickCard(card);
    expect(acting.chosen).toBeNull();
  });
});

describe("the end of the turn", () => {
  it("is confirmed", () => {
    const { acting, played } = scene("architect");
    acting.act(acting.done!);
    expect(played).toEqual([]);
    expect(acting.chosen?.kind).toBe("done");
    acting.confirm();
    expect(played).toEqual(["done"]);
  });

  it("is not confirmed where the person does not want it", () => {
    change({ confirm: false });
    const { acting, played } = scene("architect");
    acting.act(acting.done!);
    expect(played).toEqual(["done"]);
  });

  it("that brings the Concordia card is confirmed in any case", () => {
    change({ confirm: false });
    const { acting } = scene("senator-ends");
    const last = acting.legal.find((one) => one.ends_game)!;
    expect(acting.asks(last)).toBe(true);
  });

  it("can be taken back before it is sent", () => {
    const { acting } = scene("architect");
    acting.act(acting.done!);
    expect(acting.cancel()).toBe(true);
    expect(acting.chosen).toBeNull();
    expect(acting.cancel()).toBe(false);
  });
});

describe("an empty decision", () => {
  it("waits for a click", () => {
    const { acting, played } = scene("architect-done");
    acting.skipEmpty();
    expect(played).toEqual([]);
    acting.confirm();
    expect(played).toEqual(["done"]);
  });

  it("is sent by itself where the person wants it", () => {
    change({ skipEmpty: true });
    const empty = scene("architect-done");
    empty.acting.skipEmpty();
    expect(empty.played).toEqual(["done"]);
    const full = scene("architect");
    full.acting.skipEmpty();
    expect(full.played).toEqual([]);
  });
});

describe("sending", () => {
  it("keeps a refusal until it is understood", async () => {
    const { acting, room } = scene("architect");
    const failure = {
      kind: "illegal",
      code: "build.own-house",
      rule: "R5.2",
      values: { city: "carthago" },
      message: "the player already has a house in carthago (R5.2)",
    };
    vi.mocked(room.play).mockRejectedValueOnce(new Refusal(failure, 409));
    await acting.send("build carthago");
    expect(acting.refusal).toEqual(failure);
    expect(acting.busy).toBe(false);
    acting.cancel();
    expect(acting.refusal).toBeNull();
  });

  it("is done once until the next view is there", () => {
    const { acting, room, played } = scene("architect");
    acting.act(ofKind(acting.legal, "build")[0]!);
    acting.act(ofKind(acting.legal, "build")[1]!);
    expect(played.length).toBe(1);
    expect(acting.pending?.kind).toBe("build");
    expect(acting.targets).toEqual([]);
    const next = viewOf("architect");
    next.game!.number += 1;
    room.view = next;
    flushSync();
    expect(acting.busy).toBe(false);
  });

  it("forgets what was selected with the decision", () => {
    const { acting, room } = scene("play");
    acting.pickCard("architect");
    const next = viewOf("play");
    next.game!.number += 2;
    room.view = next;
    expect(acting.chosen).toBeNull();
    expect(acting.card).toBeNull();
  });
});

describe("the turn so far", () => {
  it("is counted from its beginning, and with the choice under the pointer", () => {
    const view = viewOf("play");
    view.game!.turn.begins = true;
    const { acting, room } = sceneOf(view);
    expect(acting.soFar).toBeNull();
    const next = viewOf("play");
    next.game!.turn.begins = false;
    next.game!.number += 1;
    const player = next.game!.players[acting.seat]!;
    player.coins += 5;
    player.points = (player.points ?? 0) + 2;
    room.view = next;
    expect(acting.soFar).toEqual({ coins: 5, goods: {}, points: 2 });
  });

  it("shows what the selected entry would do", () => {
    const { acting } = scene("mercator");
    const sale = ofKind(acting.legal, "sell")[0]!;
    acting.set(sale);
    expect(acting.would).toEqual({
      coins: sale.gain.coins,
      goods: { [sale.good!]: -sale.count! },
      points: expect.any(Number),
    });
    acting.hovered = ofKind(acting.legal, "buy")[0]!;
    expect(acting.would!.coins).toBeLessThan(0);
  });

  it("is that of the log since the turn began, and forgotten with the turn", () => {
    const view = viewOf("architect");
    const room = new Room("t");
    room.view = view;
    const gameLog = new GameLog(room);
    const acting = new Acting(room, gameLog);
    const told = (entry: string, turn_begins = false) =>
      ({ number: 0, actor: acting.seat, entry, kind: entry, turn_begins }) as unknown as Told;
    gameLog.entries = [told("play", true), told("done"), told("play", true), told("move")];
    expect(acting.story.map((one) => one.entry)).toEqual(["play", "move"]);
    const next = structuredClone(view);
    next.game!.turn = { number: view.game!.turn.number + 1, seat: 0, begins: true };
    room.take({ type: "watching", table: "t", number: 1, skipped: false, view: next });
    expect(acting.story).toEqual([]);
  });
});

it("groups are named after what is pointed at", () => {
  const { acting } = scene("diplomat-side");
  for (const [key, group] of acting.groups)
    expect(group.every((one) => groupKey(one) === key)).toBe(true);
});
