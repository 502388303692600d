"""What changed between two views: applied to the old one it gives the new one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.kit import TERMS, walk
from viae.table.delta import apply_delta, delta
from viae.table.game import TableGame

values = st.recursive(
    st.none() | st.booleans() | st.integers(2, 5) | st.sampled_from(["", "a"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=8,
)


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@given(old=values, new=values)
def test_any_two_values(old: Any, new: Any) -> None:
    before = as_json(old)
    change = delta(old, new)
    assert (change is None) == (json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True))
    found = apply_delta(old, as_json(change))
    assert json.dumps(found, sort_keys=True) == json.dumps(new, sort_keys=True)
    assert old == before


def view(game: TableGame, seat: int | None) -> Any:
    own = [] if seat is None else [seat]
    return as_json({"game": game.view(), "you": game.own_view(own, own)})


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_whole_games(variant: str, players: int) -> None:
    moments = walk(variant, players, 3)
    for seat in (None, 0):
        shown = before = view(moments[0], seat)
        changes = whole = 0
        for game in moments[1:]:
            now = view(game, seat)
            change = as_json(delta(before, now))
            shown = apply_delta(shown, change)
            assert shown == now
            changes += len(json.dumps(change))
            whole += len(json.dumps(now))
            before = now
        assert changes < whole / 2
