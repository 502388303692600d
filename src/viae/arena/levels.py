"""The ratings of the levels: a ladder of their own, and the scale that fits its results best."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from viae.bots.levels import TITLES
from viae.bots.ratings import LOWEST, START

if TYPE_CHECKING:
    from viae.arena.ladder import Rung
    from viae.arena.results import Result

ANCHOR: Final = "level-2"  # the usual opponent has the rating that people start with
LOWEST_BOT: Final = "random"
GAMES: Final = 200  # of each match
STEPS: Final = 20_000
ENOUGH: Final = 1e-9


def levels_plan(levels: Iterable[str] = tuple(TITLES), games: int = GAMES) -> str:
    """The matches, as a plan: each level against the next two, and the first against chance.

    >>> print(levels_plan(["level-1", "level-2"], 4).count("[[match]]"))
    2
    """
    names = [LOWEST_BOT, *levels]
    pairs = [
        (names[high], names[low])
        for low in range(len(names))
        for high in range(low + 1, min(low + 3, len(names)))
        if low or high == 1
    ]
    return "seed = 2026\n" + "".join(
        f'\n[[match]]\nfirst = "{first}"\nagainst = "{against}"\nplayers = 2\ngames = {games}\n'
        for first, against in pairs
    )


def fit(wins: Mapping[tuple[str, str], float], anchor: str = ANCHOR) -> dict[str, int]:
    """The ratings that make these results likeliest (Bradley and Terry), the strongest first.

    `wins[a, b]` is how often a beat b. Half a win for each side of every pair is added, so that a
    bot that won all its games has a rating too.

    >>> fit({("a", "b"): 100, ("b", "a"): 10}, "b")
    {'a': 1892, 'b': 1500}
    """
    pairs = {tuple(sorted(pair)) for pair in wins}
    won = {one: wins.get(one, 0.0) + 0.5 for a, b in pairs for one in ((a, b), (b, a))}
    names = sorted({name for pair in pairs for name in pair})
    if anchor not in names:
        raise ValueError(f"{anchor} has played no games")
    strength = dict.fromkeys(names, 1.0)
    for _ in range(STEPS):  # the usual iteration of Zermelo
        moved = 0.0
        for name in names:
            others = [other for other in names if (name, other) in won]
            taken = sum(won[name, other] for other in others)
            chances = sum(
                (won[name, other] + won[other, name]) / (strength[name] + strength[other])
                for other in others
            )
            new = taken / chances
            moved = max(moved, abs(math.log(new / strength[name])))
            strength[name] = new
        if moved < ENOUGH:
            break
    base = strength[anchor]
    found = {
        name: max(LOWEST, round(START + 400 * math.log10(value / base)))
        for name, value in strength.items()
    }
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def wins_of(results: Iterable[Result]) -> dict[tuple[str, str], float]:
    """How often each bot beat each other one, in games for two."""
    found: dict[tuple[str, str], float] = {}
    for one in results:
        first, second = one.bots
        if first == second:
            continue
        pair = (first, second) if one.winner == 0 else (second, first)
        found[pair] = found.get(pair, 0.0) + 1
    return found


def rating_table(rungs: Sequence[Rung], command: str) -> dict[str, Any]:
    """What `viae.bots` stores: the ratings, the matches they come from, and the command."""
    wins = wins_of(result for rung in rungs for result in rung.results.values())
    said = [rung.as_json() for rung in rungs]
    return {
        "about": "Fixed ratings of the bots: 1500 is the start of people, 400 more win 10 of 11.",
        "command": command,
        "anchor": {ANCHOR: START},
        "matches": [
            {key: one[key] for key in ("first", "against", "players", "games", "wins")}
            for one in said
        ],
        "ratings": fit(wins),
    }
