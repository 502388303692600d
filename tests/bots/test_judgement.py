"""The greedy judgement: at the end of a game it is the score, before it what is likely to come."""

from __future__ import annotations

import pytest

from tests.bots.moments import TABLES, moments, start
from viae.bots.core.judgement import JUDGEMENT, NUMBER, judge, remaining
from viae.rules import roles, score


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_with_nothing_left_of_the_game_it_is_the_score(table: tuple[str, str, int]) -> None:
    """R9: only Vesta's wealth is not rounded down, so that single coins count."""
    for state in moments(*table, seed=6, every=41):
        for seat in range(table[2]):
            gods = score.by_god(state, seat)
            wealth = state.coins[seat] + state.setup.terms.value(state.goods[seat])
            vesta = (state.owned[seat] & state.setup.faces.god_masks[roles.VESTA]).bit_count()
            exact = sum(gods) - gods[roles.VESTA] + vesta * wealth / 10
            assert judge(state, seat, JUDGEMENT, 0.0) == pytest.approx(exact)


def test_what_is_left_of_a_game_falls_from_one_to_nothing() -> None:
    """R8: a game ends with the last card or with the 15th house."""
    state, _ = start("imperium", "concordia", 3, 1)
    assert remaining(state) == 1.0
    values = [remaining(state) for state in moments("imperium", "concordia", 3, 9, 5)]
    assert values == sorted(values, reverse=True)
    assert values[-1] == 0.0  # the end is settled, the last turns are played


def test_there_is_a_weight_for_everything() -> None:
    assert len(JUDGEMENT) == NUMBER
