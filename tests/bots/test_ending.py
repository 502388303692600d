"""Bots with more coins than they can use bring the game to its end."""

from __future__ import annotations

import pytest

from tests.bots.moments import TABLES, moments, start
from viae.bots.core.ending import hurry, progress
from viae.bots.core.turns import plans
from viae.rules import goods, roles
from viae.rules.bits import count


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_nobody_hurries_with_few_coins(table: tuple[str, str, int]) -> None:
    for state in moments(*table, seed=8, every=211):
        found = plans(state, 30)
        assert hurry(state, found, 10_000) == list(range(len(found)))


def test_a_rich_seat_buys_or_builds_if_it_can() -> None:
    """R8.1: only cards and houses end a game."""
    state, _ = start("italia", "concordia", 2, 5)
    seat = state.actor
    state.coins[seat] = 400
    state.goods[seat] = goods.pack([2, 1, 1, 1, 1])
    found = plans(state, 2000)
    before = count(state.owned[seat]) + count(state.houses[seat])
    chosen = hurry(state, found, 300)
    assert 0 < len(chosen) < len(found)
    for i in chosen:
        after = found[i].state
        assert count(after.owned[seat]) + count(after.houses[seat]) > before


def test_a_rich_seat_sells_what_it_cannot_use() -> None:
    """A store full of bricks pays for no card: some of them have to go."""
    state, _ = start("italia", "concordia", 2, 5)
    seat = state.actor
    state.coins[seat] = 400
    state.goods[seat] = goods.pack([8, 0, 0, 0, 0])
    # Only the trade is left in hand, so that nothing can be built or bought at once.
    faces = state.setup.faces
    state.hands[seat] = sum(
        1 << card
        for card, role in enumerate(faces.role)
        if role == roles.MERCATOR and state.hands[seat] >> card & 1
    )
    found = plans(state, 2000)
    for i in hurry(state, found, 300):
        after = found[i].state
        assert goods.count(after.goods[seat], goods.BRICK) < 8
        assert progress(after, seat) > progress(state, seat)
