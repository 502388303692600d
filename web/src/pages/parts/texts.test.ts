// Short texts about tables: clocks, time left, whose turn, who won, links.
import { describe, expect, it } from "vitest";
import { words } from "$lib/i18n.svelte";
import type { Seat, Table } from "$lib/types";
import {
  canSit,
  clockText,
  inviteLink,
  linkTarget,
  resultText,
  stateText,
  timeLeft,
  urgent,
} from "./texts";

const seat = (number: number, more: Partial<Seat>): Seat => ({
  seat: number,
  kind: "open",
  person: null,
  name: null,
  bot: null,
  stand_in: null,
  left: null,
  ...more,
});

const table = (more: Partial<Table>): Table =>
  ({
    id: "abcdefgh23456789",
    name: "Evening",
    status: "open",
    visibility: "public",
    players: 2,
    variant: "concordia",
    board: "imperium",
    clock: { kind: "none" },
    seats: [seat(0, { kind: "person", person: "p1", name: "Livia" }), seat(1, {})],
    actor: null,
    result: null,
    key: "k-1",
    ...more,
  }) as Table;

describe("clocks", () => {
  it("are named by kind", () => {
    expect(clockText({ kind: "none" })).toBe("no clock");
    expect(clockText({ kind: "turn", seconds: 120 })).toBe("120 s per turn");
    expect(clockText({ kind: "player", seconds: 1800, increment: 15 })).toBe("30 min + 15 s");
    expect(clockText({ kind: "days", seconds: 86_400 })).toBe("1 day per turn");
    expect(clockText({ kind: "days", seconds: 3 * 86_400 })).toBe("3 days per turn");
  });

  it.each([
    [3 * 86_400 - 60, "2 days left"],
    [21 * 3600, "21 h left"],
    [5 * 60 + 59, "5 min left"],
    [42, "42 s left"],
    [0, "0 s left"],
  ])("%i seconds are %s", (seconds, text) => {
    expect(timeLeft(seconds)).toBe(text);
  });

  it("have no deadline without a clock", () => {
    expect(timeLeft(null)).toBeNull();
  });

  it("are urgent at different times", () => {
    const at = (kind: "days" | "turn", left: number) =>
      urgent(table({ clock: { kind, left } as Table["clock"] }), 0);
    expect(at("days", 3599)).toBe(true);
    expect(at("days", 3601)).toBe(false);
    expect(at("turn", 29)).toBe(true);
    expect(at("turn", 31)).toBe(false);
  });

  it("count Russian days right", async () => {
    await words.use("ru");
    expect(timeLeft(5 * 86_400)).toBe("осталось 5 дней");
    expect(timeLeft(3 * 86_400)).toBe("осталось 3 дня");
    await words.use("en");
  });
});

describe("a table", () => {
  it("says what it waits for", () => {
    expect(stateText(table({}), "p1")).toBe("1 of 2 seats taken");
    const running = table({ status: "running", actor: 0 });
    expect(stateText(running, "p1")).toBe("Your turn");
    expect(stateText(running, "p2")).toBe("Livia is thinking");
  });

  it("can be joined by those who do not sit there, if a seat is free for them", () => {
    expect(canSit(table({}), "p2")).toBe(true);
    expect(canSit(table({}), undefined)).toBe(true);
    expect(canSit(table({}), "p1")).toBe(false);
    const kept = table({
      seats: [
        seat(0, { kind: "person", person: "p1", name: "Livia" }),
        seat(1, { kind: "invited", person: "p2", name: "Marcus" }),
      ],
    });
    expect(canSit(kept, "p2")).toBe(true);
    expect(canSit(kept, "p3")).toBe(false);
    expect(canSit(table({ status: "running" }), "p2")).toBe(false);
  });

  it("names the winner, or both of the winning team", () => {
    const seats = ["Livia", "Marcus", "Aelia", "Quintus"].map((name, at) =>
      seat(at, { kind: "person", person: `p${at}`, name }),
    );
    const scores = { scores: [90, 120, 100, 80], winner: 1, gods: [] };
    expect(resultText(table({ status: "finished", seats, result: scores }))).toBe(
      "Marcus won with 120 points",
    );
    const teams = { ...scores, teams: [190, 200], winner: 1 };
    const team = { variant: "venus-team", players: 4, seats, result: teams } as const;
    expect(resultText(table({ status: "finished", ...team }))).toBe(
      "Marcus and Quintus won with 200 points",
    );
    expect(resultText(table({ status: "abandoned" }))).toBe("abandoned");
  });
});

describe("links", () => {
  it("lead to tables and nowhere else", () => {
    expect(linkTarget("abcdefgh23456789")).toBe("/t/abcdefgh23456789");
    expect(linkTarget(" https://viae.example/t/abcdefgh23456789?key=x_Y-1 ")).toBe(
      "/t/abcdefgh23456789?key=x_Y-1",
    );
    expect(linkTarget("/t/abcdefgh23456789/replay?at=12")).toBe("/t/abcdefgh23456789/replay?at=12");
    expect(linkTarget("/t/abcdefgh23456789/review?at=9")).toBe("/t/abcdefgh23456789/review?at=9");
    expect(linkTarget("https://viae.example/settings")).toBeNull();
    expect(linkTarget("hello")).toBeNull();
    expect(linkTarget("javascript:alert(1)")).toBeNull();
  });

  it("carry the key of private tables alone", () => {
    expect(inviteLink(table({}))).toBe(`${location.origin}/t/abcdefgh23456789`);
    expect(inviteLink(table({ visibility: "link" }))).toBe(
      `${location.origin}/t/abcdefgh23456789?key=k-1`,
    );
  });
});
