"""Colonist: new colonists from the store, or coins for those on the board (R5.5)."""

from __future__ import annotations

import pytest

from tests.support import Seat, coins, colonists, deciding, offered, play, refused, store, table
from viae import Game

SIX = ["land roma", "land roma", "land roma", "sea roma", "sea roma", "sea roma"]


def colonist(options: dict[str, bool | str] | None = None, **seat: object) -> Game:
    """Seat 0 has just played a colonist."""
    own: Seat = {"coins": 0, "bought": ["colonist-1"], **seat}  # type: ignore[typeddict-item]
    return play(table(seats={0: own}, options=options), "0: play colonist-1")


# Settle


def test_a_colonist_costs_a_food_and_a_tool() -> None:
    """R5.5: each of them; it comes from the store."""
    game = colonist(goods={"food": 3, "tool": 3})
    play(game, "0: settle land roma", "0: settle sea roma", "0: done")
    assert store(game, 0) == {"food": 1, "tool": 1}
    assert colonists(game, 0) == ["land roma", "land roma", "sea roma", "sea roma"]
    assert coins(game, 0) == 0


def test_colonists_start_in_the_capital_or_by_an_own_house() -> None:
    """R5.5: in no other city, though others have houses there."""
    own: Seat = {"bought": ["colonist-1"], "houses": ["massilia", "carthago"]}
    game = table(seats={0: own, 1: {"houses": ["novaria"]}})
    play(game, "0: play colonist-1")
    assert offered(game, "settle") == [
        f"settle {kind} {city}"
        for kind in ("land", "sea")
        for city in ("carthago", "massilia", "roma")
    ]
    assert refused(game, "settle land novaria") == "R5.5"


def test_a_colonist_may_be_placed_where_it_could_never_move() -> None:
    """R5.5: a sea colonist in Novaria, where no sea lane ends."""
    game = colonist(houses=["novaria"])
    play(game, "0: settle sea novaria")
    assert "sea novaria" in colonists(game, 0)


def test_several_colonists_in_one_city() -> None:
    """R5.5: as many as can be paid."""
    game = colonist(goods={"food": 2, "tool": 2}, houses=["massilia"])
    play(game, "0: settle land massilia", "0: settle land massilia")
    assert colonists(game, 0) == ["land massilia", "land massilia", "land roma", "sea roma"]
    assert game.legal() == ["done"]


def test_one_or_more_but_then_no_coins() -> None:
    """R5.5: either settle or cash; after the first colonist only more of them, or done."""
    game = colonist(goods={"food": 2, "tool": 2})
    play(game, "0: settle land roma")
    assert game.legal() == ["done", "settle land roma", "settle sea roma"]
    assert refused(game, "cash") == "R5.5"


def test_without_food_or_tool_only_the_coins_are_left() -> None:
    """R5.5: the other thing must then be done."""
    assert colonist(goods={"food": 3, "wine": 1}).legal() == ["cash"]
    assert colonist(goods={"tool": 3, "wine": 1}).legal() == ["cash"]


def test_with_all_colonists_on_the_board_only_the_coins_are_left() -> None:
    """R5.5: the store has none to place."""
    assert colonist(colonists=SIX).legal() == ["cash"]


def test_of_each_kind_three() -> None:
    """R5.5: when the land colonists are out, sea colonists may still come."""
    game = colonist(colonists=SIX[:3])
    assert offered(game, "settle") == ["settle sea roma"]
    assert refused(game, "settle land roma") == "R5.5"
    assert offered(colonist(colonists=SIX[3:]), "settle") == ["settle land roma"]


# Cash


@pytest.mark.parametrize("on_board", range(7))
def test_five_coins_and_one_for_each_colonist_on_the_board(on_board: int) -> None:
    """R5.5: 5 + 1 each."""
    game = colonist(colonists=SIX[:on_board], goods={})
    play(game, "0: cash")
    assert coins(game, 0) == 5 + on_board
    assert deciding(game) == 1


@pytest.mark.parametrize("on_board", range(7))
def test_first_edition_two_coins_for_each_colonist_on_the_board(on_board: int) -> None:
    """R5.5, R1.3: with `"2x"` there is nothing but 2 each."""
    game = colonist({"colonist_income": "2x"}, colonists=SIX[:on_board], goods={})
    play(game, "0: cash")
    assert coins(game, 0) == 2 * on_board


def test_colonists_on_paths_count_like_those_in_cities() -> None:
    """R5.5: on the board is on the board; those of others do not count."""
    game = colonist(colonists=["land aquileia~roma", "sea roma", "sea massilia~roma"])
    play(game, "0: cash")
    assert coins(game, 0) == 8
