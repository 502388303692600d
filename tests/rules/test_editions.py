"""Points where the rulebooks differ, as settled (R11)."""

from __future__ import annotations

import pytest

from tests.support import coins, offered, play, table
from viae import Game
from viae.data import load_cards
from viae.errors import InvalidEntry

VARIANTS = [("concordia", 3), ("venus", 3), ("venus-team", 4)]


@pytest.mark.parametrize(("income", "gain"), [("5+1", 7), ("2x", 4)])
def test_both_editions_of_the_colonists_income(income: str, gain: int) -> None:
    """R11: the Russian text has the first edition's rule; it is an option."""
    game = table(
        options={"colonist_income": income}, seats={0: {"coins": 0, "bought": ["colonist-1"]}}
    )
    play(game, "0: play colonist-1", "0: cash")
    assert coins(game, 0) == gain


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_player_gets_no_coin_beyond_the_list(players: int) -> None:
    """R11, R2.5: 5, 6, 7 …; the formula of the manual would give the last one 5 + N."""
    assert coins(Game.new(players=players), players - 1) == 4 + players


def test_there_is_no_salt() -> None:
    """R11: it belongs to another expansion."""
    assert [good.id for good in load_cards().goods] == ["brick", "food", "tool", "wine", "cloth"]
    game = play(table(), "0: play mercator")
    with pytest.raises(InvalidEntry):
        game.play("buy 1 salt")


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_mercators_pay_three_and_five_everywhere(variant: str, players: int) -> None:
    """R11: the starting one 3, a bought one 5."""
    for card, income in (("mercator", 3), ("mercator-1", 5)):
        game = table(
            variant=variant, players=players, seats={0: {"coins": 0, "bought": ["mercator-1"]}}
        )
        play(game, f"0: play {card}")
        assert coins(game, 0) == income


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_colonists_inside_a_city_build_nothing_in_any_variant(variant: str, players: int) -> None:
    """R11, R5.2: the team rule is everybody's rule."""
    game = table(
        variant=variant,
        players=players,
        seats={
            0: {"coins": 99, "houses": ["massilia"], "colonists": ["land massilia", "sea roma"]}
        },
    )
    play(game, "0: play architect")
    assert offered(game, "build") == []
