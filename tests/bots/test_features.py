"""Features: always the same number of bytes, and the same however they are worked out."""

from __future__ import annotations

import pytest

from tests.bots.moments import TABLES, moments
from viae.bots.core import features
from viae.bots.core.turns import plans
from viae.rules import score


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_rows_of_plans_are_the_rows_of_their_states(table: tuple[str, str, int]) -> None:
    """Parts that plans share are worked out once; that must not show."""
    for state in moments(*table, seed=3, every=67):
        found = plans(state, 60)
        alone = [features.row(plan.state, state.actor) for plan in found]
        assert all(len(row) == features.SIZE for row in alone)
        assert features.rows(state, found, state.actor) == b"".join(alone)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_parts_have_their_sizes(table: tuple[str, str, int]) -> None:
    for state in moments(*table, seed=4, every=97):
        for seat in range(table[2]):
            own: list[int] = []
            features.own(state, seat, own)
            assert len(own) == features.OWN
            other: list[int] = []
            features.other(state, seat, other)
            assert len(other) == features.OTHER
            around: list[int] = []
            features.table(state, seat, around)
            assert len(around) == features.TABLE
            assert score.total(state, seat) in own  # R9: the points are among them


def test_the_strongest_others_come_first() -> None:
    for state in moments("imperium", "concordia", 5, seed=4, every=97):
        points = [score.total(state, seat) for seat in features.strongest(state, 2)]
        assert points == sorted(points, reverse=True)
        assert 2 not in features.strongest(state, 2)
