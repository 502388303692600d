"""Results that were never played, for tests of what is made of results."""

from __future__ import annotations

from typing import Any

from viae.arena.match import Fixture
from viae.arena.results import Result


def game(bots: list[str], points: list[int], deal: int = 0, **changed: Any) -> Result:
    """A game with these bots at the seats; the points are the sides', and the first best wins."""
    seats = len(bots)
    each = [points[seat % len(points)] * len(points) // seats for seat in range(seats)]
    made = Result(
        board="imperium",
        deal=deal,
        rotation=0,
        seed=deal,
        bots=bots,
        scores=each,
        sides=points,
        winner=points.index(max(points)),
        capped=False,
        entries=300,
        turns=[30] * seats,
        microseconds=[[1000, 2000, 3000]] * seats,
        gods=[[one - 7, 0, 0, 0, 0, 0, 0, 7] for one in each],
        cards=[["prefect-1"]] * seats,
        houses=[[1, 2, 3, 0, 0]] * seats,
        provinces=[4] * seats,
        colonists=[3] * seats,
        faults=[],
        plan={
            "bots": sorted(set(bots)),
            "variant": "concordia" if len(points) == seats else "venus-team",
            "players": seats,
            "options": {},
            "seed": 1,
            "time": None,
            "max_turns": 100,
        },
    )
    return made._replace(**changed)


def without_times(result: Result) -> Result:
    """All of a result that is the same whoever plays it."""
    return result._replace(microseconds=[])


FIXTURE = Fixture("italia", 0, 0)
