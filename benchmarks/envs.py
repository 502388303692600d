"""How fast the research environments are, beside what they are compared with, in one run.

    python benchmarks/envs.py [--rounds N] [--seconds S] [--variant V] [--players N] [--json]
    python benchmarks/envs.py --check

Needs the extras pettingzoo (with pettingzoo[classic] for its chess), openspiel and gym. What is
missing is told and left out. All figures are steps or entries per second of CPU time of one
process, the best of the rounds; everything is measured in turn in every round, so that a machine
that slows down for a while slows all of them down.

`core` is `viae.rules.playout` with the set-up of each game: nothing but playing. The rollouts play
the same kind of game and make arrays of it:

- `rollouts`: players, actions, rewards, dones of every entry
- `rollouts, legal`: and the legal actions of every entry
- `rollouts, 1/N`: instead the observation and the legal actions of one decision in N
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from viae.data import load_board
from viae.engine import status
from viae.envs.rollouts import Tables, rollouts
from viae.options import DEFAULTS, terms_for
from viae.rules.playout import Dice, playout, random_start

if TYPE_CHECKING:
    from collections.abc import Callable

    Measure = Callable[[float, int], float]

BARS = {
    "aec_vs_chess": 10.0,
    "rollouts_vs_core": 0.5,
    "rollouts_legal_vs_core": 0.5,
    "rollouts_1_in_128_vs_core": 0.5,
}
THINNED = (128, 64, 32, 16, 1)
NUMBER = 64  # tables side by side


def clocked(work: Callable[[int], int], seconds: float, seed: int) -> float:
    """Steps per second of something that does some steps and says how many."""
    done = 0
    number = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work(seed * 1000 + number)
        number += 1
    return done / spent


# What is measured


def core(variant: str, players: int) -> Measure:
    """Random games inside the engine."""
    terms = terms_for(load_board("imperium"), variant, players, DEFAULTS)

    def work(seed: int) -> int:
        dice = Dice(seed)
        return sum(playout(random_start(terms, dice), dice) for _ in range(NUMBER))

    return lambda seconds, seed: clocked(work, seconds, seed)


def rolled(variant: str, players: int, **wishes: Any) -> Measure:
    """The same as arrays."""
    # All observations of 64 games would fill hundreds of megabytes.
    batch = NUMBER if wishes.get("observe", 0) < 0.5 else 2

    def work(seed: int) -> int:
        made = rollouts(
            variant=variant, players=players, games=NUMBER, batch=batch, seed=seed, **wishes
        )
        return sum(len(batch.actions) for batch in made)

    return lambda seconds, seed: clocked(work, seconds, seed)


def tabled(variant: str, players: int) -> Measure:
    """Tables side by side, all seats observed, random actions."""
    tables = Tables(NUMBER, variant=variant, players=players)
    rng = np.random.default_rng(0)

    def work(_seed: int) -> int:
        tables.observe()
        found, offsets = tables.legal()
        at = offsets[:-1] + (rng.random(NUMBER) * np.diff(offsets)).astype(np.int64)
        tables.step(found[at])
        return NUMBER

    return lambda seconds, seed: clocked(work, seconds, seed)


def cycled(make: Callable[[], Any]) -> Measure:
    """A PettingZoo environment: random actions by the mask, the observation of each step taken."""
    env = make()

    def work(seed: int) -> int:
        env.reset(seed=seed)
        steps = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            mask = observation["action_mask"]
            env.step(None if over else env.action_space(agent).sample(mask))
            steps += not over
        return steps

    return lambda seconds, seed: clocked(work, seconds, seed)


def of_chess() -> Measure:
    """PettingZoo's own chess."""
    from pettingzoo.classic.chess import chess

    return cycled(chess.env)


def aec(variant: str, players: int) -> Measure:
    """Viae through PettingZoo."""
    from viae.envs import viae_concordia_v0

    return cycled(lambda: viae_concordia_v0.env(variant=variant, players=players))


def gym(variant: str, players: int) -> Measure:
    """Viae through Gymnasium: steps of the learner, the bots in between."""
    import gymnasium

    importlib.import_module("viae.envs.gym")
    env = gymnasium.make("viae/Concordia-v0", variant=variant, players=players)

    def work(seed: int) -> int:
        _, info = env.reset(seed=seed)
        steps = 0
        over = False
        while not over:
            action = env.action_space.sample(info["action_mask"])
            _, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            steps += 1
        return steps

    return lambda seconds, seed: clocked(work, seconds, seed)


def openspiel(variant: str, players: int) -> Measure:
    """Viae through OpenSpiel: actions and outcomes, without observations."""
    import pyspiel

    importlib.import_module("viae.envs.openspiel")
    game = pyspiel.load_game("python_viae_concordia", {"variant": variant, "players": players})

    def work(seed: int) -> int:
        dice = Dice(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            found = state.legal_actions()
            state.apply_action(found[dice.below(len(found))])
        return int(state.move_number())

    return lambda seconds, seed: clocked(work, seconds, seed)


# Running


def series(variant: str, players: int) -> tuple[dict[str, Measure], dict[str, str]]:
    """All that can be measured here, and why the rest cannot."""
    wanted: dict[str, Callable[[], Measure]] = {
        "core": lambda: core(variant, players),
        "rollouts": lambda: rolled(variant, players),
        "rollouts, legal": lambda: rolled(variant, players, legal=True),
    }
    for one_in in THINNED:
        wanted[f"rollouts, 1/{one_in}"] = partial(rolled, variant, players, observe=1 / one_in)
    wanted |= {
        "tables": lambda: tabled(variant, players),
        "aec": lambda: aec(variant, players),
        "chess": of_chess,
        "gym": lambda: gym(variant, players),
        "openspiel": lambda: openspiel(variant, players),
    }
    found: dict[str, Measure] = {}
    missing: dict[str, str] = {}
    for name, make in wanted.items():
        try:
            found[name] = make()
        except ImportError as problem:
            missing[name] = str(problem)
    return found, missing


def measure(measures: dict[str, Measure], rounds: int, seconds: float) -> dict[str, float]:
    """The best of the rounds; a short one before them does not count."""
    best = dict.fromkeys(measures, 0.0)
    for number in range(rounds + 1):
        for name, one in measures.items():
            figure = one(seconds if number else seconds / 5, number)
            if number:
                best[name] = max(best[name], figure)
    return best


def ratios(best: dict[str, float]) -> dict[str, float]:
    """The figures against what they are compared with."""
    found = {}
    if "aec" in best and "chess" in best:
        found["aec_vs_chess"] = best["aec"] / best["chess"]
    for name, figure in best.items():
        if name.startswith("rollouts"):
            key = name.replace(", ", "_").replace("/", "_in_")
            found[f"{key}_vs_core"] = figure / best["core"]
    return found


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--variant", default="concordia")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="print JSON for a program to read")
    parser.add_argument("--check", action="store_true", help="fail if a bar is missed")
    given = parser.parse_args()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # chess draws with it
    measures, missing = series(given.variant, given.players)
    best = measure(measures, given.rounds, given.seconds)
    compared = ratios(best)
    report = {
        "engine": status().kind,
        "variant": given.variant,
        "players": given.players,
        "per_second": {name: round(figure) for name, figure in best.items()},
        "ratios": {name: round(figure, 3) for name, figure in compared.items()},
        "bars": BARS,
        "missing": missing,
    }
    if given.json:
        print(json.dumps(report, indent=2))
    else:
        tell(report)
    held = all(compared.get(name, 0) >= bar for name, bar in BARS.items())
    return 1 if given.check and not held else 0


def tell(report: dict[str, Any]) -> None:
    """The report for people."""
    print(f"{report['variant']}, {report['players']} players, engine {report['engine']}\n")
    print(f"{'':24}{'per second':>12}")
    for name, figure in report["per_second"].items():
        print(f"{name:24}{figure:12,}")
    for name, reason in report["missing"].items():
        print(f"{name:24}{'-':>12}  {reason}")
    print(f"\n{'':28}{'ratio':>8}{'bar':>10}")
    for name, figure in report["ratios"].items():
        bar = report["bars"].get(name)
        verdict = (
            "" if bar is None else f"{f'≥ {bar:g}':>10}  {'holds' if figure >= bar else 'missed'}"
        )
        print(f"{name:28}{figure:8.2f}{verdict}")


if __name__ == "__main__":
    sys.exit(main())
