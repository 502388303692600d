"""How fast bots think: plans, simulations and games of self-play per second.

Machines differ, and so do moments of one machine. So everything is measured beside random games in
the same run, and compared as a ratio to them with what an earlier version reached.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from viae.rules.state import State

# Per random game, before features were kept and looked up; see `docs/benchmarks.md`.
BASELINE: Final = {"plans": 245.0, "simulations": 0.0741, "games": 0.0017}
NAMES: Final = {
    "plans": "plans listed",
    "simulations": "simulations of search",
    "games": "games of self-play",
}
POSITIONS: Final = 10  # of a game for four
NODES: Final = 32
PLANS: Final = 2000
RANDOM_GAMES: Final = 60
clock = time.process_time


def measure(rounds: int) -> dict[str, Any]:
    """The best of some rounds of each figure, per second and per random game."""
    from viae.bots.planning import without_garbage_collection

    best: dict[str, float] = {}
    with without_garbage_collection():
        tasks = _tasks()
        for _ in range(rounds):
            for name, task in tasks.items():
                began = clock()
                done = task()
                best[name] = max(best.get(name, 0.0), done / max(clock() - began, 1e-9))
    reference = best.pop("random")
    return {
        "random_games_per_second": reference,
        "figures": {
            name: {
                "per_second": rate,
                "per_random_game": rate / reference,
                "baseline": BASELINE[name],
                "ratio": rate / reference / BASELINE[name],
            }
            for name, rate in best.items()
        },
    }


def _tasks() -> dict[str, Callable[[], int]]:
    """What is measured: each does its work once and says how much it was."""
    from viae.bots.core.turns import plans
    from viae.bots.evaluation import library, shipped
    from viae.bots.search import Searcher
    from viae.learn.selfplay import play_games
    from viae.learn.tables import terms_of
    from viae.rules.playout import Dice, playout, random_start

    weights = shipped().dump()
    net = library().load(weights)
    terms = terms_of("imperium", "concordia", 4)
    moments = _moments(terms)

    def random() -> int:
        dice = Dice(1)
        for _ in range(RANDOM_GAMES):
            playout(random_start(terms, dice), dice)
        return RANDOM_GAMES

    def search() -> int:
        searcher = Searcher(net, nodes=NODES)
        return sum(
            one.tries for state in moments for one in searcher.rank(state, plans(state, PLANS), 7)
        )

    def self_play() -> int:
        play_games(weights, range(2), [0, 1])
        return 2

    return {
        "random": random,
        "plans": lambda: sum(len(plans(state, PLANS)) for state in moments),
        "simulations": search,
        "games": self_play,
    }


def _moments(terms: Any) -> list[State]:
    """Moments of a game in which everybody takes any plan."""
    from viae.bots.core.turns import plans
    from viae.rules import roles
    from viae.rules.playout import Dice, random_start
    from viae.rules.turn import apply, legal

    dice = Dice(1)
    state = random_start(terms, dice)
    found: list[State] = []
    turns = 0
    while len(found) < POSITIONS:
        if state.actor == roles.CHANCE:
            drawn = legal(state)
            apply(state, drawn[dice.below(len(drawn))])
            continue
        if turns % 9 == 0:
            found.append(state.copy())
        listed = plans(state, PLANS)
        state = listed[dice.below(len(listed))].state
        turns += 1
    return found


def as_table(result: dict[str, Any]) -> Table:
    """The figures for people."""
    from viae.cli.bench import grid, show

    columns = ("", "per second", "per random game", "before", "×")
    table = grid("How fast bots think, four players", *columns)
    for name, figure in result["figures"].items():
        digits = 4 if figure["per_random_game"] < 1 else 1
        table.add_row(
            NAMES[name],
            show(figure["per_second"], 1),
            show(figure["per_random_game"], digits),
            show(figure["baseline"], digits),
            show(figure["ratio"], 2),
        )
    return table
