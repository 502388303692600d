import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { words } from "$lib/i18n.svelte";
import type { Board, Game, Player, Table, Told } from "$lib/types";
import { pairs, tables, useCatalogue } from "./fixtures/load";
import HandOver from "./HandOver.svelte";
import Log from "./Log.svelte";
import PlayerLines from "./PlayerLines.svelte";
import PlayerPanel from "./PlayerPanel.svelte";
import Scores from "./Scores.svelte";

beforeAll(async () => {
  useCatalogue();
  await words.use("en");
});
afterEach(cleanup);

const table = tables.venus as unknown as Table;
const board: Board = tables.venus!.board;
const move = pairs.find(({ told, variant }) => told.kind === "move" && variant === "venus-team")!;
const turn = (seat: number, ...more: Told[]): Told[] => [
  {
    number: 0,
    actor: seat,
    kind: "play",
    entry: "",
    card: "architect",
    changes: [],
    turn_begins: true,
  },
  ...more,
];
const entries = [
  ...turn(0, { ...move.told, actor: 0, turn_begins: false } as Told),
  ...turn(1, { number: 3, actor: 1, kind: "done", entry: "done", changes: [], turn_begins: false }),
];
const lines = () => [...document.querySelectorAll<HTMLElement>("button.line")];

describe("the log", () => {
  it("points at the place of a line, by pointer and by focus", async () => {
    const onlook = vi.fn();
    render(Log, { table, board, entries, onlook });
    const line = lines()[1]!;
    await fireEvent.pointerEnter(line);
    expect(onlook).toHaveBeenLastCalledWith([move.told.from, move.told.to]);
    await fireEvent.pointerLeave(line);
    expect(onlook).toHaveBeenLastCalledWith([]);
    await fireEvent.focus(line);
    expect(onlook).toHaveBeenLastCalledWith([move.told.from, move.told.to]);
  });

  it("follows the game, unless somebody scrolls up by hand, and has a way back to the end", async () => {
    const { rerender } = render(Log, { table, board, entries });
    const log = document.querySelector<HTMLElement>('[data-region="log"]')!;
    let top = 0;
    const sizes = { scrollHeight: 900, clientHeight: 200 };
    for (const [name, value] of Object.entries(sizes))
      Object.defineProperty(log, name, { configurable: true, get: () => value });
    Object.defineProperty(log, "scrollTop", {
      configurable: true,
      get: () => top,
      set: (value: number) => (top = Math.min(value, 700)),
    });
    const drawn = () => new Promise((next) => requestAnimationFrame(next));
    const more = (count: number) => rerender({ table, board, entries: entries.slice(0, count) });
    await more(2);
    await drawn();
    expect(top).toBe(700);

    // Lines that come, or a panel that changes its size, are nobody's wish to read.
    top = 650;
    await fireEvent.scroll(log);
    await more(3);
    await drawn();
    expect(top).toBe(700);
    expect(screen.queryByRole("button", { name: "To the end" })).toBeNull();

    await fireEvent.wheel(log);
    top = 300;
    await fireEvent.scroll(log);
    await more(4);
    await drawn();
    expect(top).toBe(300);
    await fireEvent.click(screen.getByRole("button", { name: "To the end" }));
    expect(top).toBe(700);
    expect(screen.queryByRole("button", { name: "To the end" })).toBeNull();
  });

  it("is one stop of the tab key, walked with the arrows", async () => {
    render(Log, { table, board, entries });
    expect(lines().filter((line) => line.tabIndex === 0)).toHaveLength(1);
    lines()[1]!.focus();
    await fireEvent.keyDown(lines()[1]!, { key: "ArrowDown" });
    expect(document.activeElement).toBe(lines()[2]);
    await fireEvent.keyDown(lines()[2]!, { key: "Home" });
    expect(document.activeElement).toBe(lines()[0]);
  });

  it("keeps back what is not drawn yet", () => {
    render(Log, { table, board, entries, upto: 2 });
    expect(lines()).toHaveLength(2);
    expect(document.querySelectorAll("li.turn")).toHaveLength(1);
  });

  it("says which entry was chosen", async () => {
    const onchoose = vi.fn();
    render(Log, { table, board, entries, at: 2, onchoose });
    expect(lines()[1]!.classList.contains("now")).toBe(true);
    await fireEvent.click(lines()[2]!);
    expect(onchoose.mock.calls[0]?.[1]).toBe(2);
  });
});

describe("handing the screen over", () => {
  it("names the next person and waits for them", async () => {
    const onready = vi.fn();
    render(HandOver, { table, seat: 0, onready });
    const button = screen.getByRole("button", { name: /^I am / });
    expect(document.activeElement).toBe(button);
    expect(onready).not.toHaveBeenCalled();
    await fireEvent.click(button);
    expect(onready).toHaveBeenCalledOnce();
  });
});

describe("players and points", () => {
  const before = pairs.find(({ variant }) => variant === "venus")!.before;
  const gods = { vesta: { points: 3, cards: 1 }, jupiter: { points: 8, cards: 2 } };
  const scored = (player: Player): Player => ({
    ...player,
    gods,
    points: 11,
    team: player.seat % 2,
  });
  const game: Game = { ...before, players: before.players.map(scored), teams: [22, 11] };
  const you = { seats: [0] } as never;
  const panel = (people: string[], seat: number, here: Table = table) =>
    render(PlayerPanel, {
      table: here,
      game,
      you,
      people,
      seat,
      form: "rail" as const,
      dense: false,
    });

  it("are hidden where the table does not show them", () => {
    render(Scores, { table, game: before });
    expect(document.querySelector("table")).toBeNull();
    expect(document.body.textContent).toMatch(/shown at the end/);
  });

  it("are shown god by god, with the sum of teams", () => {
    render(Scores, { table, game });
    const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.textContent ?? "");
    expect(rows[0]).toMatch(/8\s*2×/);
    expect(rows.at(-2)).toMatch(/Team 1\s*22/);
  });

  it("explain their abbreviations beside the line of a player", async () => {
    vi.useFakeTimers();
    render(PlayerLines, { table, game, you, people: [] });
    const line = document.querySelector("button.line")!;
    const players = line.closest("section")!;
    await fireEvent.pointerEnter(line, { pointerType: "mouse" });
    // On its way to what is shown, the pointer crosses a gap.
    await fireEvent.pointerLeave(players, { pointerType: "mouse" });
    await fireEvent.pointerEnter(players, { pointerType: "mouse" });
    await vi.advanceTimersByTimeAsync(1000);
    const chip = screen.getByText("T1").closest("button")!;
    await fireEvent.focusOut(line, { relatedTarget: chip });
    await fireEvent.click(chip);
    await vi.advanceTimersByTimeAsync(1000);
    expect(screen.getByText(/^Partners: /)).toBeTruthy();
    await fireEvent.pointerLeave(players, { pointerType: "mouse" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(screen.queryByText("T1")).toBeNull();
    vi.useRealTimers();
  });

  it("say who is a bot, who left and who is away", () => {
    const seats = table.seats.map((seat) => ({ ...seat }));
    const bot = seats.find((seat) => seat.kind === "bot")!.seat;
    panel([], bot);
    expect(document.body.textContent).toMatch(/a bot plays here/);
    cleanup();
    const gone = {
      ...table,
      seats: seats.map((seat) => ({ ...seat, kind: "person" as const, person: "q" })),
    };
    panel(["p"], 1, gone);
    expect(document.body.textContent).toMatch(/offline/);
    cleanup();
    panel(["q"], 1, gone);
    expect(document.body.textContent).not.toMatch(/offline/);
    cleanup();
    const left = { ...gone, seats: gone.seats.map((seat) => ({ ...seat, left: "time" as const })) };
    panel(["q"], 1, left);
    expect(document.body.textContent).toMatch(/out of time/);
  });
});
