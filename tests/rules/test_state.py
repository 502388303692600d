"""What all cards stand on: states that are copied, compared and sent, masks, packed goods."""

from __future__ import annotations

import pickle
import random

import pytest

from tests.support import play, table
from viae import Game
from viae.rules import goods, roles
from viae.rules.bits import members
from viae.rules.playout import Dice, fingerprint, playout

MOMENTS = [
    [],
    ["0: play architect"],
    ["0: play architect", "0: move land roma aquileia~roma"],
    ["0: play mercator", "0: sell 1 wine"],
    ["0: play senator", "0: purchase architect-1"],
    ["0: play senator", "0: purchase architect-1", "0: done"],
    ["0: play prefect"],
]


@pytest.mark.parametrize("entries", MOMENTS)
def test_a_copy_is_equal_and_independent(entries: list[str]) -> None:
    state = play(table(), *entries).state
    copy = state.copy()
    assert copy.key() == state.key()
    before = state.key()
    playout(copy, Dice(1), limit=20)
    assert state.key() == before
    assert copy.key() != before


def test_different_moments_have_different_keys() -> None:
    keys = [play(table(), *entries).state.key() for entries in MOMENTS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("entries", MOMENTS)
def test_a_state_survives_the_way_to_another_process(entries: list[str]) -> None:
    state = play(table(), *entries).state
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 (our own bytes)
    assert again.key() == state.key()
    playout(again, Dice(5))
    playout(state, Dice(5))
    assert again.key() == state.key()


@pytest.mark.parametrize("variant", ["concordia", "venus", "venus-team"])
def test_a_playout_runs_to_the_end_and_depends_on_the_dice_alone(variant: str) -> None:
    start = Game.new(variant=variant, players=4, seed=1).state
    ends = []
    for seed in (1, 1, 2):
        state = start.copy()
        assert playout(state, Dice(seed)) > 100
        assert state.decision == roles.OVER
        ends.append(fingerprint(state))
    assert ends[0] == ends[1] != ends[2]


def test_a_playout_stops_at_its_limit() -> None:
    state = Game.new(seed=1).state
    assert playout(state, Dice(1), limit=7) == 7
    assert state.decision != roles.OVER


def test_the_members_of_a_mask() -> None:
    dice = random.Random(1)
    for width in (1, 8, 30, 63, 64, 65, 100, 150):
        mask = dice.getrandbits(width) | 1 << width - 1
        assert members(mask) == [bit for bit in range(width) if mask >> bit & 1]
    assert members(0) == []


def test_packed_goods_add_up() -> None:
    dice = random.Random(1)
    for _ in range(100):
        counts = [dice.randrange(4) for _ in range(5)]
        packed = goods.pack(counts)
        assert goods.total(packed) == sum(counts)
        assert [goods.count(packed, kind) for kind in range(5)] == counts
        assert goods.covers(packed, packed)
        assert not goods.covers(packed, packed + goods.unit(goods.WINE))


def test_dice_go_on_after_the_way_to_another_process() -> None:
    dice = Dice(3)
    again = pickle.loads(pickle.dumps(dice))  # noqa: S301 (our own bytes)
    copy = dice.copy()
    rolls = [dice.roll() for _ in range(10)]
    assert [again.roll() for _ in range(10)] == [copy.roll() for _ in range(10)] == rolls
