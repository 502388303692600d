"""How long the review of a game takes, on one core: figures beside their bars.

    python benchmarks/analysis.py [--check]

The game is one of four `learned` bots, cut after 100 turns. `--check` fails where a bar is missed.
`make bench` runs this; the browser's figure is measured by `web/e2e/bench/analysis.ts`.
"""

from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

from viae import Game, engine
from viae.analysis import STANDARD, analyse, review
from viae.bots.seat import Seated
from viae.rules import roles
from viae.rules.turn import legal

TURNS = 100
FIRST_CURVE = 5.0  # seconds
WHOLE = 90.0  # seconds, with the standard number of simulations


def game_of(turns: int, seed: int = 15) -> dict[str, Any]:
    """The record of a game of four bots, up to this number of turns."""
    dice = Random(seed)
    game = Game.new(board="imperium", players=4, seed=seed, chance="manual")
    progress = game.progress
    seats = [Seated("learned", seat, None) for seat in range(4)]
    while not game.over and progress.turns <= turns:
        state = progress.state
        found, by_chance = legal(state), state.actor == roles.CHANCE
        code = dice.choice(found) if by_chance else seats[state.actor].decide(state, found)
        progress.play(code)
    record = game.record()
    record.pop("result", None)
    return record


def main() -> None:
    """Measure, and print what was measured."""
    compiled = engine.status().kind == "compiled"
    record = game_of(TURNS)
    turns = len(analyse(record, nodes=0)["turns"])  # which also loads the net
    began = time.perf_counter()
    next(one for one in review(record) if one["kind"] == "review")
    first = time.perf_counter() - began
    began = time.perf_counter()
    analyse(record, nodes=STANDARD)
    whole = time.perf_counter() - began
    note = "" if compiled else "; the bars are for the compiled one"
    print(f"Review of a game by four, {turns} turns, {engine.status().kind} engine{note}\n")
    missed = 0
    rows = [
        ("first full curve", first, FIRST_CURVE),
        (f"{STANDARD} simulations a turn", whole, WHOLE),
    ]
    for name, value, bar in rows:
        holds = value <= bar
        missed += not holds
        said = "holds" if holds else "MISSED"
        print(f"  {name:<34}{value:8.1f} s   ≤ {bar:6.0f} s   {said}")
    if missed and compiled and "--check" in sys.argv[1:]:
        sys.exit(1)


if __name__ == "__main__":
    main()
