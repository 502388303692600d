"""Tribune: the pile comes back, coins for many cards, perhaps a colonist (R5.1)."""

from __future__ import annotations

import pytest

from tests.support import (
    coins,
    colonists,
    deciding,
    hand,
    offered,
    pile,
    play,
    refused,
    store,
    table,
)

PLAYABLE = ["architect", "prefect", "prefect", "mercator", "diplomat", "senator", "mason-1"]


def test_the_whole_pile_comes_back_with_the_tribune() -> None:
    """R5.1: all cards, purchased ones too, and the tribune itself."""
    game = table(seats={0: {"pile": PLAYABLE}})
    play(game, "0: play tribune")
    assert hand(game, 0) == sorted([*PLAYABLE, "tribune"])
    assert pile(game, 0) == []


@pytest.mark.parametrize(("before", "gain"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (7, 5)])
def test_a_coin_for_each_card_beyond_the_third(before: int, gain: int) -> None:
    """R5.1: the tribune counts as one of the cards taken."""
    game = table(seats={0: {"coins": 10, "pile": PLAYABLE[:before]}})
    play(game, "0: play tribune", "0: done")
    assert coins(game, 0) == 10 + gain


def test_the_coins_come_before_the_colonist() -> None:
    """R5.1: cards and coins first, then the optional colonist."""
    game = table(seats={0: {"coins": 0, "pile": PLAYABLE[:4]}})
    play(game, "0: play tribune")
    assert coins(game, 0) == 2
    assert deciding(game) == 0


def test_a_colonist_is_placed_in_the_capital_for_a_food_and_a_tool() -> None:
    """R5.1: one, of either kind, from the store; then the tribune ends by itself."""
    game = table(seats={0: {"goods": {"food": 2, "tool": 2}}})
    play(game, "0: play tribune")
    assert game.legal() == ["done", "settle land roma", "settle sea roma"]
    play(game, "0: settle sea roma")
    assert colonists(game, 0) == ["land roma", "sea roma", "sea roma"]
    assert store(game, 0) == {"food": 1, "tool": 1}
    assert deciding(game) == 1


def test_the_tribunes_colonist_starts_nowhere_but_in_the_capital() -> None:
    """R5.1: not even in a city with an own house."""
    game = table(seats={0: {"houses": ["massilia"]}})
    play(game, "0: play tribune")
    assert refused(game, "settle land massilia") == "R5.1"


@pytest.mark.parametrize("goods", [{"food": 3}, {"tool": 3}, {"brick": 3, "wine": 2, "cloth": 1}])
def test_no_colonist_without_food_and_tool(goods: dict[str, int]) -> None:
    """R5.1: both goods are needed."""
    game = table(seats={0: {"goods": goods}})
    play(game, "0: play tribune")
    assert game.legal() == ["done"]


def test_no_colonist_of_a_kind_that_is_used_up() -> None:
    """R5.1: colonists come from the store; three of a kind are all there are."""
    game = table(seats={0: {"colonists": ["land roma"] * 3}})
    play(game, "0: play tribune")
    assert offered(game, "settle") == ["settle sea roma"]
    assert refused(game, "settle land roma") == "R5.1"
    game = table(seats={0: {"colonists": ["sea roma"] * 3}})
    play(game, "0: play tribune")
    assert offered(game, "settle") == ["settle land roma"]


def test_the_tribunes_cards_can_be_played_at_once_in_the_next_turn() -> None:
    """R5.1: they are in the hand again."""
    game = table(players=2, seats={0: {"pile": PLAYABLE}})
    play(game, "0: play tribune", "0: done", "1: play tribune", "1: done")
    assert offered(game, "play") == [f"play {card}" for card in sorted({*PLAYABLE, "tribune"})]


def test_a_tribune_leaves_nothing_to_copy() -> None:
    """R5.1, R5.9: the pile is empty afterwards."""
    game = table(players=2, seats={0: {"pile": ["prefect"]}})
    play(game, "0: play tribune", "0: done", "1: play diplomat")
    assert game.legal() == ["done"]
