// For the board's tests: a real board and a game on it.
import { readFileSync } from "node:fs";
import type { Board, Game, Kind } from "$lib/types";

export function builtIn(id: string): Board {
  const board = JSON.parse(readFileSync(`../src/viae/data/boards/${id}.json`, "utf8")) as Board;
  board.paths = board.paths.map((path) => ({ ...path, can_stop: path.can_stop ?? true }));
  return board;
}

type Colonists = [kind: Kind, at: string][];

/** A game with this number of seats and only colonists on the board. */
export function game(board: Board, ...seats: Colonists[]): Game {
  return {
    number: 1,
    entries: 1,
    turn: { number: 1, seat: 0, begins: false },
    actor: 0,
    over: false,
    decision: { kind: "colonist", seat: 0, rule: "R5.9", asks: "", settled: 0 },
    players: seats.map((colonists, seat) => ({
      seat,
      coins: 5,
      goods: {},
      room: 8,
      houses: [],
      houses_left: 15,
      colonists: colonists.map(([kind, at]) => ({ kind, at })),
      waiting: { land: 2, sea: 2 },
      hand: 7,
      pile: 0,
      top: null,
      magnus: false,
      concordia: false,
    })),
    cities: Object.fromEntries(
      board.cities
        .filter(({ id }) => id !== board.capital)
        .map(({ id }) => [
          id,
          { good: "food", houses: [], coins: 2, goods: { brick: 1, food: 1 } },
        ]),
    ),
    markers: Object.fromEntries(
      board.provinces.map(({ id }) => [id, { good: "food", coins: 2, side: "goods" as const }]),
    ),
    display: [],
    unseen: {},
    magnus: 0,
    magnus_used: false,
    concordia: null,
    last_turns: null,
    collectable: 0,
  };
}
