"""Ratings: one number for each bot over any number of matches, by openskill's Plackett–Luce model.

A rating grows game by game, and so depends a little on the order of the games. Here it does not
depend on the order in which they are read: they are sorted, rated in several orders drawn with a
fixed seed, and the mean is taken.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from viae.arena.results import Result
from viae.errors import ViaeError
from viae.extras import missing

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

ORDERS = 8
ENOUGH = 100_000  # games to be rated in all; of very many games the order hardly matters


class Rating(NamedTuple):
    """How good a bot is (25 is the middle) and how sure that is."""

    mu: float
    sigma: float


class _Ranking(NamedTuple):
    """The result of a game for ratings: who sat together, and who came before whom."""

    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]  # 0 for the winner; equal for equal points behind it


def ratings(results: Iterable[Result]) -> dict[str, Rating]:
    """The rating of every bot, best first; ViaeError without openskill.

    A bot that sits at several seats of a game moves by the sum of what each of them would do. Games
    of a bot with itself alone say nothing, and do not count.
    """
    need_openskill()
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # bots do not get better or worse from game to game
    games = sorted(_ranking(result) for result in results if len(set(result.bots)) > 1)
    names = sorted({name for game in games for side in game.sides for name in side})
    draw = random.Random(0)
    rated: list[dict[str, PlackettLuceRating]] = []
    for _ in range(max(1, min(ORDERS, ENOUGH // max(1, len(games))))):
        draw.shuffle(games)
        rated.append(_rate(model, names, games))
    found = {
        name: Rating(
            round(sum(one[name].mu for one in rated) / len(rated), 3),
            round(sum(one[name].sigma for one in rated) / len(rated), 3),
        )
        for name in names
    }
    return dict(sorted(found.items(), key=lambda item: (-item[1].mu, item[0])))


def rate_if_possible(results: Iterable[Result]) -> dict[str, Rating]:
    """As `ratings`, but without openskill there are none."""
    try:
        need_openskill()
    except ViaeError:
        return {}
    return ratings(results)


def need_openskill() -> None:
    """ViaeError if ratings cannot be had."""
    try:
        import openskill  # noqa: F401 - only asked whether it is there
    except ImportError:
        raise missing("ratings need openskill", "arena") from None


def _ranking(result: Result) -> _Ranking:
    winner = result.winner
    ranks = [0] * len(result.sides)
    for side, points in enumerate(result.sides):
        if side != winner:
            ahead = sum(1 for other in result.sides if other > points)
            # The winner may be tied with others, and is then ahead of them all the same (R9.11).
            ranks[side] = max(1, ahead)
    sides = tuple(tuple(sorted(set(result.names(side)))) for side in range(len(result.sides)))
    return _Ranking(sides, tuple(ranks))


def _rate(
    model: PlackettLuce, names: list[str], games: list[_Ranking]
) -> dict[str, PlackettLuceRating]:
    """Rate the games in the order given."""
    rated = {name: model.rating() for name in names}
    for game in games:
        before = [
            [model.rating(rated[name].mu, rated[name].sigma) for name in side]
            for side in game.sides
        ]
        after = model.rate(before, ranks=list(game.ranks))
        moved: dict[str, list[PlackettLuceRating]] = {}
        for side, seats in zip(game.sides, after, strict=True):
            for name, seat in zip(side, seats, strict=True):
                moved.setdefault(name, []).append(seat)
        for name, own in moved.items():
            old = rated[name]
            mu = old.mu + sum(one.mu - old.mu for one in own)
            sigma = sum(one.sigma for one in own) / len(own)
            rated[name] = model.rating(mu, sigma)
    return rated
