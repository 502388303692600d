"""A turn: one card, carried out, then the next seat (R4)."""

from __future__ import annotations

import pytest

from tests.support import (
    colonists,
    deciding,
    hand,
    in_turn,
    markers,
    offered,
    pile,
    play,
    refused,
    store,
    table,
)
from viae import Game
from viae.errors import OutOfTurn, PositionError

# R4.1 One card from the hand onto the own pile


def test_a_turn_is_one_card_and_its_action() -> None:
    """R4.1: the card leaves the hand for the own pile and is carried out; then the next seat."""
    game = table()
    play(game, "0: play prefect")
    assert pile(game, 0) == ["prefect"]
    assert hand(game, 0) == ["architect", "diplomat", "mercator", "prefect", "senator", "tribune"]
    assert deciding(game) == 0
    play(game, "0: produce syria")
    assert deciding(game) == in_turn(game) == 1


def test_play_goes_clockwise_round_the_table() -> None:
    """R4.1: 0, 1, 2, 3 and 0 again."""
    game = table(players=4)
    for seat, card in ((0, "mercator"), (1, "mercator"), (2, "senator"), (3, "senator")):
        assert in_turn(game) == deciding(game) == seat
        play(game, f"play {card}", "done")
    assert in_turn(game) == deciding(game) == 0


def test_every_different_card_in_hand_may_be_played() -> None:
    """R4.1: equal cards are one entry."""
    assert Game.new().legal() == [
        "play architect",
        "play diplomat",
        "play mercator",
        "play prefect",
        "play senator",
        "play tribune",
    ]


def test_the_second_of_two_equal_cards_remains_playable() -> None:
    """R4.1: one prefect on the pile, one in the hand; then none."""
    game = table(seats={0: {"pile": ["prefect"]}})
    assert "play prefect" in game.legal()
    game = table(seats={0: {"pile": ["prefect", "mercator", "prefect"]}})
    assert "play prefect" not in game.legal()
    assert refused(game, "play prefect") == "R4.1"


def test_a_card_on_the_pile_cannot_be_played() -> None:
    """R4.1: only cards from the hand."""
    game = table(seats={0: {"pile": ["architect"]}})
    assert refused(game, "play architect") == "R4.1"


def test_nobody_plays_out_of_turn() -> None:
    """R4.1: the seat in turn plays, nobody else."""
    game = table()
    with pytest.raises(OutOfTurn):
        game.play("1: play prefect")


def test_only_the_top_of_a_pile_is_face_up() -> None:
    """R4.1: a diplomat reaches the card played last, not the one below it."""
    game = table(seats={1: {"pile": ["prefect", "mercator"]}})
    play(game, "0: play diplomat", "0: copy 1")
    assert offered(game, "produce") == []
    assert "sell 1 wine" in game.legal()


# R4.2 The tribune is always in hand


def test_a_played_tribune_is_back_in_hand() -> None:
    """R4.2: it takes itself back, so the hand is never empty."""
    game = table(seats={0: {"pile": ["architect", "prefect", "prefect"]}})
    play(game, "0: play tribune", "0: done")
    assert "tribune" in hand(game, 0)
    assert pile(game, 0) == []


def test_the_last_card_of_a_hand_is_the_tribune() -> None:
    """R4.2: with all else on the pile there is exactly one thing to play."""
    everything = ["architect", "prefect", "prefect", "mercator", "diplomat", "senator"]
    game = table(seats={0: {"pile": everything}})
    assert game.legal() == ["play tribune"]


def test_a_tribune_never_lies_on_a_pile() -> None:
    """R4.2: such a position does not exist."""
    with pytest.raises(PositionError, match=r"R4\.2"):
        table(seats={0: {"pile": ["tribune"]}})


@pytest.mark.parametrize("asking", ["legatus", "proconsul-2"])
def test_a_legatus_or_proconsul_can_always_be_answered(asking: str) -> None:
    """R4.2: a partner with nothing else still has the tribune."""
    game = table(
        variant="venus-team",
        players=4,
        seats={
            0: {"bought": ["proconsul-2"]},
            2: {"pile": ["diplomat", "prefect", "mercator", "praetor", "legatus"]},
        },
    )
    play(game, f"0: play {asking}", "0: done")
    assert deciding(game) == 2
    assert game.legal() == ["play tribune"]


# R4.3 What is optional


@pytest.mark.parametrize(
    "card",
    ["tribune", "architect", "mercator", "senator", "diplomat", "magister", "consul-2"],
)
def test_whatever_a_card_allows_may_be_left(card: str) -> None:
    """R4.3: the card is played, nothing is done, the turn is over."""
    game = table(variant="venus", seats={0: {"bought": ["consul-2"], "pile": ["prefect"]}})
    before = store(game, 0), colonists(game, 0), markers(game)
    play(game, f"0: play {card}")
    assert "done" in game.legal()
    play(game, "0: done")
    assert (store(game, 0), colonists(game, 0), markers(game)) == before
    assert deciding(game) == 1


@pytest.mark.parametrize("card", ["praetor", "legatus", "proconsul-2"])
def test_whatever_a_team_card_allows_may_be_left(card: str) -> None:
    """R4.3: purchases and suggestions are optional too."""
    game = table(variant="venus-team", players=4, seats={0: {"bought": ["proconsul-2"]}})
    play(game, f"0: play {card}")
    assert "done" in game.legal()
    play(game, "0: done")
    assert deciding(game) == 2


def test_a_diplomat_may_be_played_for_nothing() -> None:
    """R4.3: even when nobody has a card to copy."""
    game = table()
    play(game, "0: play diplomat")
    assert game.legal() == ["done"]
    play(game, "0: done")
    assert pile(game, 0) == ["diplomat"]
    assert deciding(game) == 1


def test_a_magister_may_be_played_for_nothing() -> None:
    """R4.3: as the first card of a pile there is nothing to repeat."""
    game = table(variant="venus")
    play(game, "0: play magister")
    assert game.legal() == ["done"]


def test_a_prefect_must_do_one_of_its_two_things() -> None:
    """R4.3: it cannot be done with."""
    game = table(markers=["syria"])
    play(game, "0: play prefect")
    assert "done" not in game.legal()
    assert refused(game, "done") == "R5.3"


def test_a_colonist_must_do_one_of_its_two_things() -> None:
    """R4.3: it cannot be done with before a colonist is placed."""
    game = table(seats={0: {"bought": ["colonist-1"]}})
    play(game, "0: play colonist-1")
    assert "done" not in game.legal()
    assert refused(game, "done") == "R5.5"


# R4.4 Purchased cards


def test_a_purchased_card_goes_to_the_hand() -> None:
    """R4.4: it is in the hand, not on the pile, and can be played from the next turn on."""
    game = table(players=2, seats={0: {"goods": {"tool": 1}}})
    play(game, "0: play senator", "0: purchase architect-1")
    assert "architect-1" in hand(game, 0)
    assert pile(game, 0) == ["senator"]
    assert offered(game, "play") == []
    play(game, "0: done", "*: reveal smith-1", "1: play mercator", "1: done")
    assert deciding(game) == 0
    assert "play architect-1" in game.legal()
