"""Magister: the previously played card once more (R5.10)."""

from __future__ import annotations

import pytest

from tests.support import (
    Seat,
    coins,
    colonists,
    deciding,
    hand,
    magnus,
    markers,
    offered,
    pile,
    play,
    refused,
    store,
    table,
)
from viae import Game


def venus(own: Seat, *others: Seat, magnus: int | None = None) -> Game:
    """A game with Venus cards in which seat 0 is about to play."""
    return table(variant="venus", seats=dict(enumerate((own, *others))), magnus=magnus)


# What is repeated


def test_the_card_right_below_is_carried_out_once_more() -> None:
    """R5.10: a prefect played before produces another province."""
    game = venus({"goods": {}, "pile": ["mercator", "prefect"]})
    play(game, "0: play magister")
    assert game.legal() == ["done", "repeat"]
    play(game, "0: repeat", "0: produce syria")
    assert store(game, 0) == {"cloth": 1}
    assert markers(game) == ["syria"]
    assert pile(game, 0) == ["mercator", "prefect", "magister"]
    assert deciding(game) == 1


@pytest.mark.parametrize(("card", "income"), [("mercator", 3), ("mercator-1", 5)])
def test_a_repeated_mercator_pays_what_it_says(card: str, income: int) -> None:
    """R5.10: the card below, whichever it is."""
    game = venus({"coins": 0, "pile": [card]})
    play(game, "0: play magister", "0: repeat")
    assert coins(game, 0) == income


def test_a_repeated_architect_moves_and_builds() -> None:
    """R5.10: with all steps again."""
    game = venus({"pile": ["architect"]})
    play(game, "0: play magister", "0: repeat", "0: move land roma aquileia~vindobona", "0: done")
    assert colonists(game, 0) == ["land aquileia~vindobona", "sea roma"]


def test_a_repeated_consul_buys_again() -> None:
    """R5.10: only the senator is excepted."""
    game = venus({"goods": {"wine": 1}, "pile": ["consul-2"]})
    play(game, "0: play magister", "0: repeat", "0: purchase mercator-1")
    assert "mercator-1" in hand(game, 0)


def test_a_repeated_colonist_must_settle_or_pay() -> None:
    """R5.10, R4.3: once repeated it has to be carried out."""
    game = venus({"coins": 0, "pile": ["colonist-1"]})
    play(game, "0: play magister", "0: repeat")
    assert "done" not in game.legal()
    play(game, "0: cash")
    assert coins(game, 0) == 7


def test_a_repeated_specialist_produces_at_once() -> None:
    """R5.10: there is nothing to decide."""
    game = venus({"goods": {}, "pile": ["farmer-1"], "houses": ["londinium"]})
    play(game, "0: play magister", "0: repeat")
    assert store(game, 0) == {"food": 1}
    assert deciding(game) == 1


def test_a_senator_is_not_repeated() -> None:
    """R5.10: a magister on a senator does nothing."""
    game = venus({"pile": ["senator"]})
    play(game, "0: play magister")
    assert game.legal() == ["done"]
    assert refused(game, "repeat") == "R5.10"


def test_with_no_card_below_nothing_happens() -> None:
    """R5.10: the magister is the first card after a tribune."""
    game = venus({})
    play(game, "0: play magister")
    assert game.legal() == ["done"]
    assert refused(game, "repeat") == "R5.10"
    play(game, "0: done")
    assert deciding(game) == 1


def test_a_repeated_prefect_doubles_and_passes_the_praefectus_magnus() -> None:
    """R5.10, R6: as if played."""
    game = venus({"goods": {}, "pile": ["prefect"]}, magnus=0)
    play(game, "0: play magister", "0: repeat", "0: produce syria")
    assert store(game, 0) == {"cloth": 2}
    assert magnus(game) == 2


# A repeated diplomat


def test_a_repeated_diplomat_copies_anew() -> None:
    """R5.10: the top cards as they are now, not the one copied before."""
    game = venus(
        {"coins": 0, "pile": ["diplomat"]}, {"pile": ["mercator"]}, {"pile": ["architect"]}
    )
    play(game, "0: play magister", "0: repeat")
    assert game.legal() == ["copy 1", "copy 2", "done"]
    play(game, "0: copy 1")
    assert coins(game, 0) == 3


def test_a_repeated_diplomat_may_copy_a_senator() -> None:
    """R5.10: the exception is for a senator played oneself."""
    game = venus({"goods": {"tool": 1}, "pile": ["diplomat"]}, {"pile": ["senator"]})
    play(game, "0: play magister", "0: repeat", "0: copy 1", "0: purchase architect-1")
    assert "architect-1" in hand(game, 0)


def test_a_repeated_diplomat_may_be_left_unused() -> None:
    """R5.10, R4.3: copying stays optional."""
    game = venus({"pile": ["diplomat"]}, {"pile": ["senator"]})
    play(game, "0: play magister", "0: repeat", "0: done")
    assert deciding(game) == 1


# A copied magister


def test_a_copied_magister_looks_below_the_diplomat() -> None:
    """R5.10: the own card before the diplomat, not the card below the other's magister."""
    game = venus({"goods": {}, "pile": ["prefect"]}, {"pile": ["architect", "magister"]})
    play(game, "0: play diplomat", "0: copy 1")
    assert game.legal() == ["done", "repeat"]
    play(game, "0: repeat", "0: produce syria")
    assert store(game, 0) == {"cloth": 1}


def test_a_copied_magister_may_be_left_unused() -> None:
    """R5.10, R4.3: after `copy` there is still `done`."""
    game = venus({"pile": ["prefect"]}, {"pile": ["magister"]})
    play(game, "0: play diplomat", "0: copy 1", "0: done")
    assert deciding(game) == 1


def test_a_copied_magister_with_nothing_below_the_diplomat_does_nothing() -> None:
    """R5.10: the diplomat was the first card."""
    game = venus({}, {"pile": ["prefect", "magister"]})
    play(game, "0: play diplomat", "0: copy 1")
    assert game.legal() == ["done"]


@pytest.mark.parametrize("below", ["senator", "magister"])
def test_a_copied_magister_repeats_neither_senator_nor_magister(below: str) -> None:
    """R5.10: the exceptions hold there as well."""
    game = venus({"pile": ["prefect", below]}, {"pile": ["magister"]})
    play(game, "0: play diplomat", "0: copy 1")
    assert game.legal() == ["done"]
    assert refused(game, "repeat") == "R5.10"


def test_a_chain_of_diplomats_and_magisters_goes_down_the_pile() -> None:
    """R5.10: magister, diplomat, copied magister, diplomat, copied magister, prefect; the end."""
    own: Seat = {"goods": {}, "pile": ["prefect", "diplomat", "diplomat-1"]}
    game = venus(own, {"pile": ["magister"]})
    play(game, "0: play magister", "0: repeat")  # the upper diplomat
    play(game, "0: copy 1", "0: repeat")  # a magister below which lies the lower diplomat
    play(game, "0: copy 1", "0: repeat")  # a magister below which lies the prefect
    play(game, "0: produce syria")
    assert store(game, 0) == {"cloth": 1}
    assert deciding(game) == 1


def test_a_chain_ends_at_the_bottom_of_the_pile() -> None:
    """R5.10: below the last diplomat there is nothing, so it always ends."""
    game = venus({"pile": ["diplomat"]}, {"pile": ["magister"]})
    play(game, "0: play magister", "0: repeat", "0: copy 1")
    assert game.legal() == ["done"]
    assert offered(game, "repeat") == []


def test_a_diplomat_on_a_diplomat_reached_by_a_copied_magister() -> None:
    """R5.10: the lower diplomat copies anew, a senator included."""
    own: Seat = {"goods": {"tool": 1}, "pile": ["diplomat"], "bought": ["diplomat-1"]}
    game = venus(own, {"pile": ["magister"]}, {"pile": ["senator"]})
    play(game, "0: play diplomat-1", "0: copy 1", "0: repeat", "0: copy 2")
    play(game, "0: purchase architect-1", "0: done")
    assert "architect-1" in hand(game, 0)
