"""How accuracy orders the levels, and how much two reviews of one game differ.

    python benchmarks/accuracy.py OUT --games 40    # plays and reviews; OUT is continued
    python benchmarks/accuracy.py OUT --report

Five levels sit at one table, in other seats and on another board each time. Every game is reviewed
twice with other luck. The report has the figures of docs/analysis.md.
"""

from __future__ import annotations

import argparse
import json
import random
from math import exp
from pathlib import Path
from statistics import mean, stdev

from viae.analysis import analyse
from viae.analysis.accuracy import STEEP, weight
from viae.arena.simulate import SimulationSettings, Simulator
from viae.data import board_names

LEVELS = ("level-1", "level-2", "level-4", "level-6", "level-7")
AGAIN = 1000  # how often the means of 100 games are drawn
STEPS = tuple(range(1, 13))  # factors of the formula that are compared


def play(out: Path, first: int, games: int, nodes: int) -> None:
    """Play and review the games that are missing."""
    done = len(out.read_text().splitlines()) if out.exists() else 0
    boards = [name for name in board_names() if name != "ionium-small"]
    with out.open("a") as file:
        for number in range(first + done, first + games):
            seats = LEVELS[number % 5 :] + LEVELS[: number % 5]
            settings = SimulationSettings(
                board=boards[number % len(boards)], players=5, bots=seats, seed=number
            )
            record = json.loads(Simulator(settings).play(0).record)
            reviews = [analyse(record, nodes=nodes, seed=seed)["turns"] for seed in (0, 1)]
            lost = {
                level: [
                    [
                        (turn["value_lost"], turn["before"]["win"][seat])
                        for turn in turns
                        if turn["seat"] == seat and turn["options"] > 1
                    ]
                    for turns in reviews
                ]
                for seat, level in enumerate(seats)
            }
            file.write(json.dumps(lost) + "\n")
            file.flush()


def report(out: Path) -> None:
    """Print what follows for each factor, and the means of the one in use."""
    games = [json.loads(line) for line in out.read_text().splitlines()]
    for factor in STEPS:
        found = [
            {name: [figure(one, factor) for one in lost] for name, lost in game.items()}
            for game in games
        ]
        apart = [abs(one[0] - one[1]) for game in found for one in game.values()]
        means = {name: [game[name][0] for game in found] for name in LEVELS}
        dice = random.Random(1)
        ordered = 0
        for _ in range(AGAIN):
            drawn = dice.choices(range(len(games)), k=100)
            row = [sum(means[name][i] for i in drawn) for name in LEVELS]
            ordered += row == sorted(row)
        print(
            f"factor {factor:2}: apart at most {max(apart):.1f},"
            f" root mean square {(sum(a * a for a in apart) / len(apart)) ** 0.5:.1f};"
            f" 100 games in order {100 * ordered / AGAIN:.1f} %"
        )
        if factor == STEEP:
            for name, values in means.items():
                print(f"   {name}: {mean(values):.1f}, spread {stdev(values):.1f}")


def figure(turns: list[tuple[float, float]], factor: float) -> float:
    """The accuracy of turns, each with what it lost and the chance before it."""
    weights = [weight(chance) for _, chance in turns]
    found = [exp(-factor * max(0.0, lost)) for lost, _ in turns]
    return 100 * sum(a * b for a, b in zip(weights, found, strict=True)) / sum(weights)


def main() -> None:
    """See the first lines of this file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--nodes", type=int, default=8)
    parser.add_argument("--report", action="store_true")
    args = parser.parse_args()
    if not args.report:
        play(args.out, args.first, args.games, args.nodes)
    report(args.out)


if __name__ == "__main__":
    main()
