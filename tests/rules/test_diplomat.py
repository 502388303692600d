"""Diplomat: another player's top card as if played oneself (R5.9)."""

from __future__ import annotations

import pytest

from tests.support import (
    Seat,
    coins,
    colonists,
    deciding,
    hand,
    markers,
    offered,
    pile,
    play,
    refused,
    store,
    table,
)


def test_the_top_card_of_any_other_pile_may_be_copied() -> None:
    """R5.9: not one's own, not an empty pile."""
    game = table(
        players=4,
        seats={
            0: {"pile": ["mercator"]},
            1: {"pile": ["senator", "architect"]},
            3: {"pile": ["prefect"]},
        },
    )
    play(game, "0: play diplomat")
    assert game.legal() == ["copy 1", "copy 3", "done"]
    assert refused(game, "copy 0") == "R5.9"
    assert refused(game, "copy 2") == "R5.9"


def test_a_diplomat_cannot_be_copied() -> None:
    """R5.9: neither the first one nor a bought one."""
    game = table(seats={1: {"pile": ["prefect", "diplomat"]}, 2: {"pile": ["diplomat-1"]}})
    play(game, "0: play diplomat")
    assert game.legal() == ["done"]
    assert refused(game, "copy 1") == "R5.9"


def test_the_card_is_carried_out_as_if_played_oneself() -> None:
    """R5.9: for one's own store, purse and colonists; the copied pile stays as it is."""
    game = table(seats={0: {"goods": {}}, 1: {"pile": ["prefect"]}})
    play(game, "0: play diplomat", "0: copy 1", "0: produce syria")
    assert store(game, 0) == {"cloth": 1}
    assert markers(game) == ["syria"]
    assert pile(game, 0) == ["diplomat"]
    assert pile(game, 1) == ["prefect"]
    assert deciding(game) == 1


@pytest.mark.parametrize(("card", "income"), [("mercator", 3), ("mercator-1", 5)])
def test_a_copied_mercator_pays_what_the_copied_card_says(card: str, income: int) -> None:
    """R5.9: whatever mercator one owns oneself."""
    own: Seat = {"coins": 0, "bought": ["mercator-2"]}
    game = table(seats={0: own, 1: {"pile": [card]}})
    play(game, "0: play diplomat", "0: copy 1")
    assert coins(game, 0) == income


def test_a_copied_architect_moves_the_diplomats_colonists() -> None:
    """R5.9: own colonists, own goods."""
    game = table(seats={1: {"pile": ["architect"]}})
    play(game, "0: play diplomat", "0: copy 1", "0: move sea roma massilia~roma")
    play(game, "0: build massilia", "0: done")
    assert colonists(game, 0) == ["land roma", "sea massilia~roma"]
    assert coins(game, 0) == 0
    assert deciding(game) == 1


def test_a_copied_senator_buys_two_cards() -> None:
    """R5.9: with surcharge, for the hand of the diplomat's player."""
    game = table(seats={0: {"goods": {"tool": 1, "wine": 1, "brick": 1}}, 1: {"pile": ["senator"]}})
    play(game, "0: play diplomat", "0: copy 1", "0: purchase architect-1")
    play(game, "0: purchase prefect-1 with brick", "*: reveal smith-1")
    assert {"architect-1", "prefect-1"} <= set(hand(game, 0))


def test_a_copied_consul_buys_one_without_surcharge() -> None:
    """R5.9, R5.7: as if one had a consul."""
    game = table(seats={0: {"goods": {"wine": 1}}, 1: {"pile": ["consul-2"]}})
    play(game, "0: play diplomat", "0: copy 1", "0: purchase prefect-1")
    assert "prefect-1" in hand(game, 0)
    assert store(game, 0) == {}


def test_a_copied_colonist_settles_or_pays() -> None:
    """R5.9, R5.5: one of the two must be done once it is copied."""
    game = table(seats={0: {"coins": 0}, 1: {"pile": ["colonist-1"]}})
    play(game, "0: play diplomat", "0: copy 1")
    assert game.legal() == ["cash", "settle land roma", "settle sea roma"]
    play(game, "0: cash")
    assert coins(game, 0) == 7


def test_a_copied_specialist_counts_the_diplomats_houses() -> None:
    """R5.9, R5.8: the farmer of another, one's own food cities."""
    game = table(
        seats={
            0: {"goods": {}, "houses": ["londinium", "aquileia"]},
            1: {"pile": ["farmer-1"], "houses": ["napoca"]},
        }
    )
    before = store(game, 1)
    play(game, "0: play diplomat", "0: copy 1")
    assert store(game, 0) == {"food": 2}
    assert store(game, 1) == before
    assert deciding(game) == 1


def test_one_card_can_be_copied_again_and_by_several() -> None:
    """R5.9: nothing is used up by copying, in individual play."""
    game = table(seats={2: {"pile": ["mercator"]}})
    play(game, "0: play diplomat", "0: copy 2", "0: done", "1: play diplomat", "1: copy 2")
    assert coins(game, 1) == 6 + 3


def test_a_bought_diplomat_copies_too() -> None:
    """R5.9: and can be the second one in a row."""
    game = table(
        seats={0: {"pile": ["diplomat"], "bought": ["diplomat-1"]}, 1: {"pile": ["mercator"]}}
    )
    play(game, "0: play diplomat-1", "0: copy 1")
    assert offered(game, "sell")
