import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { words } from "$lib/i18n.svelte";
import { LANGUAGES } from "$lib/settings.svelte";
import type { Told } from "$lib/types";
import { pairs, rows, tables, useCatalogue } from "./fixtures/load";
import { logPlaces, logSentence, logText, turnsOf, winnerName, worthTelling } from "./log";

const KINDS = [
  ...["play", "move", "build", "produce", "collect", "cash", "sell", "buy", "settle", "purchase"],
  ...["copy", "repeat", "suggest", "keep", "reveal", "done"],
];

function made(told: object): Told {
  return { number: 0, actor: 1, entry: "", kind: "done", changes: [], ...told } as Told;
}

const rare: Told[] = [
  made({ kind: "repeat", card: "prefect/architect-1", side: "architect" }),
  made({ kind: "undo", to: 4 }),
  made({ kind: "play", card: "smith-1", changes: [{ seat: 1, coins: 0, goods: { tool: 2 } }] }),
];

beforeAll(useCatalogue);
afterAll(() => words.use("en"));

function only(kind: string, test: (told: Told) => boolean = () => true) {
  const pair = pairs.find(({ told }) => told.kind === kind && test(told))!;
  const { board, ...table } = tables[pair.variant]!;
  return logText(pair.told, board, table);
}

describe("entries in words", () => {
  it("has an example of every kind", () => {
    expect(new Set(pairs.map(({ told }) => told.kind))).toEqual(new Set(KINDS));
  });

  describe.each(LANGUAGES)("in %s", (language) => {
    beforeAll(() => words.use(language));

    it("says each in whole words", () => {
      for (const { told, variant } of [
        ...pairs,
        ...rare.map((told) => ({ told, variant: "venus" })),
      ]) {
        const { board, ...table } = tables[variant]!;
        const text = logSentence(told, board, table);
        expect(text, told.entry).not.toMatch(
          /undefined|\bnull\b|NaN|[{}]|\b(table|game|board)\.\w/,
        );
        expect(text.trim(), told.entry).toBe(text);
        expect(text.length, told.entry).toBeGreaterThan(5);
        if (told.kind !== "done") expect(text.split(": ").at(-1), told.entry).not.toBe("");
      }
    });

    it("says different things of different entries", () => {
      const texts = pairs.map(({ told, variant }) => {
        const { board, ...table } = tables[variant]!;
        return logText(told, board, table);
      });
      expect(new Set(texts).size).toBeGreaterThan(pairs.length - 4);
    });
  });

  it("names goods, coins and places", async () => {
    await words.use("en");
    expect(only("sell")).toMatch(/^sells \d+ \w+ for \d+ coins?$/);
    expect(only("build")).toMatch(/^builds in \S.* for .*(brick|food).*coin/);
    expect(only("move")).toMatch(/^moves a (colonist|ship) from \S+.* to \S+–\S+/);
    expect(only("reveal")).toMatch(/^\S+.* (I|II|III|IV|V) enters the display$/);
    expect(only("purchase", (told) => told.concordia !== undefined)).toMatch(
      /gets the Concordia card$/,
    );
    await words.use("de");
    expect(only("sell")).toMatch(/^verkauft \d+ \S+ für \d+ Münzen?$/);
    await words.use("ru");
    expect(only("sell")).toMatch(/^продаёт .* за \d+ монет[уы]?$/);
  });

  it("tells what others got from a production, and what a partner lends", async () => {
    await words.use("en");
    expect(only("produce", (told) => (told.changes?.length ?? 0) > 1)).toMatch(/; \S.*: \d+ \w+/);
    expect(only("build", (told) => (told.changes?.length ?? 0) > 1)).toMatch(/ lends \d+ coins?$/);
  });

  it("knows the places to point at", () => {
    for (const { told } of pairs) {
      const places = logPlaces(told);
      if (told.kind === "move") expect(places).toEqual([told.from, told.to]);
      else if (told.kind === "build" || told.kind === "settle") expect(places).toEqual([told.city]);
      else if (told.kind === "produce") expect(places).toEqual([told.province]);
      else expect(places).toEqual([]);
    }
  });

  it("names both partners of a team that wins", () => {
    const table = tables["venus-team"]!;
    expect(winnerName(table, 0)).toMatch(/ and | und | и /);
  });
});

describe("turns", () => {
  const read = (line: string): Told[] =>
    line.split(" ").map((row, number) =>
      made({
        number,
        actor: row.startsWith("*") ? "*" : Number(row[0]),
        kind: row.endsWith("p") ? "play" : "done",
        turn_begins: row.includes("!"),
      }),
    );

  it.each(rows)(
    "of a whole game of $variant are found without being told",
    ({ rows, variant, players }) => {
      const told = read(rows);
      const terms = { players, team: variant === "venus-team" };
      const wanted = turnsOf(told, 0, terms).map((turn) => turn.start);
      const bare = told.map(({ turn_begins: _left, ...rest }) => rest);
      expect(turnsOf(bare, 0, terms).map((turn) => turn.start)).toEqual(wanted);
      expect(wanted.length).toBeGreaterThan(20);
    },
  );

  it("are numbered from the end when the beginning is not there", () => {
    const told = read("0!p 0- 1!p 0!p");
    const turns = turnsOf(told, 40, { players: 2, team: false, latest: 9 });
    expect(turns.map((turn) => [turn.number, turn.start])).toEqual([
      [7, 40],
      [8, 42],
      [9, 43],
    ]);
  });

  it("say `done` only where nothing else was done", () => {
    const play = made({ kind: "play", card: "diplomat" });
    const turn = { number: 1, seat: 0, start: 0, entries: [play, made({})] };
    expect(worthTelling(turn)).toHaveLength(2);
    const move = made({ kind: "move", from: "a", to: "b~c" });
    expect(worthTelling({ ...turn, entries: [play, move, made({})] })).toEqual([play, move]);
  });
});
