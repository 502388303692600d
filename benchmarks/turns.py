"""How long bots think for a turn, and how soon a command answers: figures beside their bars.

    python benchmarks/turns.py [--check]
    python benchmarks/turns.py --budget 1000

`--check` fails where a bar is missed. `make bench` runs this after `viae bench`. `--budget` plays
this many turns of `search` with 0.1 s and with 0.5 s, and says how many took too long.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from random import Random
from statistics import median

from viae import Game, engine
from viae.bots.seat import Seated
from viae.rules import roles
from viae.rules.turn import apply, legal

QUICK = 30.0  # ms, the median turn of a bot without search
FIRST_GAME = 1000.0  # ms of the processor: import, data, tables and set-up together
HELP = 400.0  # ms of the processor for `viae --help`
FIRST = (
    "import time; t = time.process_time(); from viae import Game; Game.new(seed=1);"
    " print(time.process_time() - t)"
)


def turn_seconds(name: str, players: int, time: float | None, turns: int) -> list[float]:
    """How long a bot thinks for each of its turns at tables of its like, game after game."""
    taken: list[float] = []
    seed = 5
    while len(taken) < turns:
        dice = Random(seed)
        state = Game.new(board="imperium", players=players, seed=seed).state.copy()
        seats = [Seated(name, seat, time) for seat in range(players)]
        left = turns - len(taken)
        while state.decision != roles.OVER and left > 0:
            found = legal(state)
            if state.actor == roles.CHANCE:
                apply(state, dice.choice(found))
            else:
                left -= state.decision == roles.PLAY
                apply(state, seats[state.actor].decide(state, found))
        taken += [seconds for seat in seats for seconds in seat.turn_seconds]
        seed += 1
    return taken


def figures() -> list[tuple[str, float, str, float]]:
    """What was measured: its name, the value, the unit, and the bar it has to stay below."""
    found = [
        (f"turn of {name}, median", median(turn_seconds(name, 4, None, 60)) * 1000, "ms", QUICK)
        for name in ("greedy", "learned")
    ]
    for time in (0.1, 0.3):
        # One turn in ten may be late, when the machine was elsewhere.
        taken = sorted(turn_seconds("search", 3, time, 30))
        bar = latest(time) * 1000
        late = taken[len(taken) * 9 // 10] * 1000
        found.append((f"turn of search with {time} s, 9 of 10", late, "ms", bar))
    runs = [
        subprocess.run([sys.executable, "-c", FIRST], capture_output=True, check=True, text=True)
        for _ in range(3)
    ]
    first = min(float(run.stdout) for run in runs) * 1000
    helped = min(spent("-m", "viae.cli", "--help") for _ in range(5)) * 1000
    return [
        *found,
        ("first game in a fresh process", first, "ms", FIRST_GAME),
        ("viae --help", helped, "ms", HELP),
    ]


def latest(time: float) -> float:
    """When a turn has to be over: within a tenth or 20 ms of its time."""
    return max(time * 1.1, time + 0.020)


def budget(turns: int) -> None:
    """Print how many turns of `search` took longer than they may."""
    for time in (0.1, 0.5):
        taken = sorted(turn_seconds("search", 4, time, turns))
        late = sum(seconds > latest(time) for seconds in taken)
        print(
            f"search with {time} s: {len(taken)} turns, {late} over {latest(time) * 1000:.0f} ms "
            f"({1 - late / len(taken):.2%} in time); the longest took {taken[-1] * 1000:.0f} ms"
        )


def spent(*arguments: str) -> float:
    """The time of the processor that a Python takes: on a busy machine the clock says little."""
    before = os.times()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    after = os.times()
    children = after.children_user - before.children_user
    return children + after.children_system - before.children_system


def main() -> None:
    """Measure, and print what was measured."""
    parser = argparse.ArgumentParser(description="How long bots think for a turn.")
    parser.add_argument("--check", action="store_true", help="fail where a bar is missed")
    parser.add_argument("--budget", type=int, metavar="TURNS", help="measure late turns of search")
    options = parser.parse_args()
    if options.budget is not None:
        budget(max(1, options.budget))
        return
    compiled = engine.status().kind == "compiled"
    note = "" if compiled else "; the bars are for the compiled one"
    print(f"Turns of bots, {engine.status().kind} engine{note}\n")
    missed = 0
    for name, value, unit, bar in figures():
        holds = value <= bar
        missed += not holds
        print(
            f"  {name:<34}{value:8.1f} {unit}   ≤ {bar:6.0f} {unit}   "
            f"{'holds' if holds else 'MISSED'}"
        )
    if missed and compiled and options.check:
        sys.exit(1)


if __name__ == "__main__":
    main()
