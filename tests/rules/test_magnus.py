"""Praefectus Magnus: double bonus, then on to the right (R6)."""

from __future__ import annotations

import pytest

from tests.support import Seat, coins, magnus, offered, play, store, table
from viae import Game

FEW: Seat = {"goods": {}, "coins": 0}


def holder(own: Seat | None = None, variant: str = "concordia", **others: Seat) -> Game:
    """Seat 1 of three holds the Praefectus Magnus and is in turn; `seat2=` says more."""
    seats: dict[int, Seat] = {int(name[-1]): said for name, said in others.items()}
    seats[1] = {**FEW, **(own or {})}
    return table(variant=variant, seats=seats, turn=1, magnus=1)


def test_its_holder_gets_two_of_the_markers_good() -> None:
    """R6: instead of one; the marker flips as usual."""
    game = holder()
    play(game, "1: play prefect", "1: produce syria")
    assert store(game, 1) == {"cloth": 2}


def test_the_production_of_the_cities_is_not_doubled() -> None:
    """R6: only the marker's good."""
    game = holder({"houses": ["antiochia"]}, seat2={"goods": {}, "houses": ["antiochia", "tyros"]})
    play(game, "1: play prefect", "1: produce syria")
    assert store(game, 1) == {"food": 1, "cloth": 2}
    assert store(game, 2) == {"food": 1, "cloth": 1}


def test_there_is_no_declining() -> None:
    """R6: a production has no second form without it."""
    game = holder()
    play(game, "1: play prefect")
    assert len([entry for entry in game.legal() if "syria" in entry]) == 1


def test_others_get_one_and_pass_nothing() -> None:
    """R6: only the holder's production counts."""
    game = table(seats={0: FEW}, magnus=1)
    play(game, "0: play prefect", "0: produce syria")
    assert store(game, 0) == {"cloth": 1}
    assert magnus(game) == 1


def test_it_goes_to_the_right_at_the_end_of_the_turn() -> None:
    """R6: to seat 0 from seat 1, and from seat 0 to the last seat."""
    game = holder()
    play(game, "1: play prefect", "1: produce syria")
    assert magnus(game) == 0
    play(game, "2: play mercator", "2: done", "0: play prefect", "0: produce asia")
    assert magnus(game) == 2


def test_it_stays_until_the_turn_is_over() -> None:
    """R6: while somebody still chooses goods, the holder keeps it."""
    game = holder({"goods": {"brick": 7}, "houses": ["antiochia"]})
    play(game, "1: play prefect", "1: produce syria")
    assert game.legal() == ["keep 1 cloth", "keep 1 food"]
    assert magnus(game) == 1
    play(game, "1: keep 1 cloth")
    assert magnus(game) == 0


def test_it_passes_though_the_bonus_did_not_fit() -> None:
    """R6: producing is enough."""
    game = holder({"goods": {"brick": 8}})
    play(game, "1: play prefect", "1: produce syria")
    assert store(game, 1) == {"brick": 8}
    assert magnus(game) == 0


def test_collecting_neither_doubles_nor_passes_it() -> None:
    """R6: the coins are what they are, and the holder keeps it."""
    game = table(seats={1: FEW}, turn=1, magnus=1, markers=["asia"])
    play(game, "1: play prefect", "1: collect")
    assert coins(game, 1) == 2
    assert magnus(game) == 1


def test_no_other_card_uses_it() -> None:
    """R6: a specialist produces without it."""
    game = holder({"houses": ["tyros", "isca"], "bought": ["mason-1"]})
    play(game, "1: play mason-1")
    assert store(game, 1) == {"brick": 1}
    assert magnus(game) == 1


def test_a_copied_prefect_uses_it() -> None:
    """R6: doubled, and passed on by the one who copied."""
    game = holder(seat2={"pile": ["prefect"]})
    play(game, "1: play diplomat", "1: copy 2", "1: produce syria")
    assert store(game, 1) == {"cloth": 2}
    assert magnus(game) == 0


def test_copying_a_prefect_of_the_holder_does_not() -> None:
    """R6: it helps its holder, not who copies the holder."""
    game = table(seats={0: FEW, 1: {"pile": ["prefect"]}}, magnus=1)
    play(game, "0: play diplomat", "0: copy 1", "0: produce syria")
    assert store(game, 0) == {"cloth": 1}
    assert magnus(game) == 1


def test_a_repeated_prefect_uses_it() -> None:
    """R6: by the magister."""
    game = holder({"pile": ["prefect"]}, "venus")
    play(game, "1: play magister", "1: repeat", "1: produce syria")
    assert store(game, 1) == {"cloth": 2}
    assert magnus(game) == 0


@pytest.mark.parametrize("card", ["prefect/architect-1", "prefect/mercator-3"])
def test_a_double_card_as_prefect_uses_it(card: str) -> None:
    """R6: and as the other side it does not."""
    game = holder({"bought": [card]}, "venus")
    prefect = play(game.copy(), f"1: play {card} as prefect", "1: produce syria")
    assert store(prefect, 1) == {"cloth": 2}
    assert magnus(prefect) == 0
    other = "architect" if "architect" in card else "mercator"
    play(game, f"1: play {card} as {other}")
    assert offered(game, "produce") == []
    play(game, "1: done")
    assert magnus(game) == 1


def test_a_holder_who_got_it_back_uses_it_again() -> None:
    """R6: with two players it goes to and fro."""
    game = table(players=2, magnus=0, seats={0: FEW, 1: FEW})
    play(game, "0: play prefect", "0: produce syria", "1: play prefect", "1: produce asia")
    assert store(game, 1) == {"wine": 2}
    play(game, "0: play prefect", "0: produce gallia")
    assert store(game, 0) == {"cloth": 4}
    assert magnus(game) == 1


def test_it_passes_after_the_very_last_turn_too() -> None:
    """R6: the game is over and the player to the right holds it."""
    game = table(display=[], concordia=2, last_turns=1, turn=1, magnus=1, seats={1: FEW})
    play(game, "1: play prefect", "1: produce syria")
    assert game.over
    assert magnus(game) == 0
