"""Mason, farmer, smith, vintner, weaver: own houses of one good produce (R5.8)."""

from __future__ import annotations

import pytest

from tests.support import IMPERIUM_TOKENS, deciding, pile, play, store, table

CARDS = {
    "mason-1": "brick",
    "farmer-1": "food",
    "smith-1": "tool",
    "vintner-2": "wine",
    "weaver-2": "cloth",
}


@pytest.mark.parametrize(("card", "good"), CARDS.items())
def test_each_own_house_in_a_city_of_the_good_gives_one(card: str, good: str) -> None:
    """R5.8: two such houses two units, houses in other cities nothing; the turn is over."""
    own = [city for city, token in IMPERIUM_TOKENS.items() if token == good][:2]
    others = [city for city, token in IMPERIUM_TOKENS.items() if token != good][:6]
    game = table(seats={0: {"goods": {}, "bought": [card], "houses": [*own, *others]}})
    play(game, f"0: play {card}")
    assert store(game, 0) == {good: 2}
    assert pile(game, 0) == [card]
    assert deciding(game) == 1


def test_only_the_player_receives_goods() -> None:
    """R5.8: own houses; the markers have nothing to do with it."""
    game = table(
        markers=["gallia"],
        seats={0: {"bought": ["mason-1"], "houses": ["burdigala"]}, 1: {"houses": ["burdigala"]}},
    )
    before = store(game, 1)
    play(game, "0: play mason-1")
    assert store(game, 1) == before
    assert store(game, 0)["brick"] == 2


def test_a_specialist_without_houses_of_its_good_gives_nothing() -> None:
    """R5.8: it may be played all the same."""
    game = table(seats={0: {"goods": {}, "bought": ["mason-1"], "houses": ["massilia"]}})
    play(game, "0: play mason-1")
    assert store(game, 0) == {}
    assert deciding(game) == 1


def test_what_does_not_fit_is_not_taken() -> None:
    """R5.8, R3.2: three bricks for one space."""
    game = table(
        seats={
            0: {
                "goods": {"wine": 7},
                "bought": ["mason-1"],
                "houses": ["isca", "vindobona", "burdigala"],
            }
        }
    )
    play(game, "0: play mason-1")
    assert store(game, 0) == {"brick": 1, "wine": 7}
