"""Features: always the same number of bytes, and the same however they are worked out."""

from __future__ import annotations

import pytest

from tests.bots.moments import TABLES, moments, start
from viae.bots.core import features
from viae.bots.core.facts import Memory
from viae.bots.core.turns import plans
from viae.rules import score


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_rows_of_plans_are_the_rows_of_their_states(table: tuple[str, str, int]) -> None:
    """Parts that plans share are worked out once; that must not show."""
    for state in moments(*table, seed=3, every=67):
        found = plans(state, 60)
        alone = [features.row(plan.state, state.actor, Memory(state.setup)) for plan in found]
        assert all(len(row) == features.SIZE for row in alone)
        assert features.rows(state, found, state.actor) == b"".join(alone)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_parts_have_their_sizes(table: tuple[str, str, int]) -> None:
    for state in moments(*table, seed=4, every=97):
        memory = Memory(state.setup)
        for seat in range(table[2]):
            own = features.own(state, seat, memory)
            assert len(own) == features.OWN
            assert len(features.other(state, seat, memory).part) == features.OTHER
            display = features.display_part(state, memory.display_of(state))
            assert len(display + features.end_part(state, seat, memory)) == features.TABLE
            assert score.total(state, seat) in own  # R9: the points are among them


def test_the_strongest_others_come_first() -> None:
    for state in moments("imperium", "concordia", 5, seed=4, every=97):
        memory = Memory(state.setup)
        size = features.OTHER
        said = features.others(state, 2, memory)[size:]  # the first place is a partner's
        ranked = sorted((-score.total(state, seat), (seat - 2) % 5, seat) for seat in (0, 1, 3, 4))
        for place, (_, _, seat) in enumerate(ranked[: features.FOES]):
            part = said[place * size : (place + 1) * size]
            assert part == features.other(state, seat, memory).part


def test_what_is_kept_of_one_game_is_not_used_for_another() -> None:
    """Parts are kept by game: another has other goods in its cities."""
    one, _ = start("italia", "concordia", 2, 1)
    two, _ = start("italia", "concordia", 2, 2)
    for state in (one, two, one):
        found = plans(state, 40)
        alone = b"".join(
            features.row(plan.state, state.actor, Memory(state.setup)) for plan in found
        )
        assert features.rows(state, found, state.actor) == alone
        assert features.plan_rows(state, found, state.actor).whole() == alone
