"""Legatus: the partner plays a card for both (R10.8)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support import (
    Seat,
    coins,
    deciding,
    display,
    hand,
    in_turn,
    magnus,
    offered,
    pile,
    play,
    refused,
    store,
    table,
)
from viae import Game


def legatus(
    own: Seat | None = None,
    partner: Seat | None = None,
    others: Mapping[int, Seat] | None = None,
    holder: int = 3,
) -> Game:
    """Seat 0 has just played its legatus; seat 2 will answer."""
    seats: dict[int, Seat] = {0: own or {}, 2: partner or {}, **(others or {})}
    game = table(variant="venus-team", players=4, seats=seats, magnus=holder)
    return play(game, "0: play legatus")


def test_any_card_of_the_partners_hand_may_be_suggested() -> None:
    """R10.8: the player looks into that hand; a double card is suggested without a side."""
    game = legatus(partner={"bought": ["prefect/architect-1"], "pile": ["mercator"]})
    assert game.legal() == [
        "done",
        "suggest diplomat",
        "suggest legatus",
        "suggest praetor",
        "suggest prefect",
        "suggest prefect/architect-1",
        "suggest tribune",
    ]
    assert refused(game, "suggest mercator") == "R10.8"
    assert refused(game, "suggest architect") == "R10.8"  # that one is in seat 0's own hand


def test_the_suggestion_is_optional() -> None:
    """R10.8: the partner plays in any case."""
    game = legatus()
    play(game, "0: done")
    assert deciding(game) == 2
    assert offered(game, "play") == game.legal()


def test_the_suggestion_binds_nobody() -> None:
    """R10.8: the partner may play any card of the own hand."""
    game = legatus()
    play(game, "0: suggest prefect")
    assert game.legal() == [
        f"play {card}"
        for card in ("diplomat", "legatus", "mercator", "praetor", "prefect", "tribune")
    ]
    play(game, "2: play mercator")
    assert pile(game, 2) == ["mercator"]


def test_the_partner_carries_it_out_first_then_the_player() -> None:
    """R10.8: both get what the card gives, then the next seat is in turn."""
    game = legatus({"coins": 0, "goods": {}}, {"coins": 0, "goods": {}})
    play(game, "0: suggest prefect", "2: play prefect", "2: produce syria", "0: produce asia")
    assert store(game, 0) == {"wine": 1}
    assert store(game, 2) == {"cloth": 1}
    assert pile(game, 0) == ["legatus"]
    assert pile(game, 2) == ["prefect"]
    assert in_turn(game) == deciding(game) == 1


def test_the_partner_remains_in_turn_later() -> None:
    """R10.8, R10.1: the answer does not use up the partner's own turn."""
    game = legatus()
    play(game, "0: done", "2: play mercator", "2: done", "0: done")
    play(game, "1: play mercator", "1: done", "3: done")
    assert in_turn(game) == deciding(game) == 2


def test_answered_with_a_mercator_the_player_gets_its_income_second() -> None:
    """R10.8, R10.4: what the partner's card says, when the own part begins."""
    game = legatus({"coins": 0}, {"coins": 0, "bought": ["mercator-1"]})
    play(game, "0: done", "2: play mercator-1")
    assert (coins(game, 0), coins(game, 2)) == (0, 5)
    play(game, "2: done")
    assert (coins(game, 0), coins(game, 2)) == (5, 5)


def test_answered_with_a_tribune_the_legatus_comes_back_too() -> None:
    """R10.8, R10.3: the partner counts the tribune, the player the legatus."""
    game = legatus(
        {"coins": 0, "pile": ["architect", "prefect", "mercator"]},
        {"coins": 0, "pile": ["diplomat", "prefect", "mercator"]},
    )
    play(game, "0: done", "2: play tribune")
    assert coins(game, 2) == 1
    play(game, "2: done")
    assert coins(game, 0) == 1
    assert pile(game, 0) == pile(game, 2) == []
    play(game, "0: done")
    assert in_turn(game) == 1


def test_answered_with_a_praetor_the_partner_buys_first() -> None:
    """R10.8, R10.6: one card each, refilled after both."""
    game = legatus({"goods": {"tool": 1, "brick": 1}}, {"goods": {"tool": 1}})
    assert display(game)[0] == "architect-1"
    play(game, "0: done", "2: play praetor", "2: purchase architect-1")
    assert deciding(game) == 0
    play(game, "0: done")
    assert deciding(game) == "*"
    assert "architect-1" in hand(game, 2)


def test_answered_with_a_double_card_the_player_uses_the_other_side() -> None:
    """R10.8, R10.5: the partner named the side with `play`."""
    game = legatus({"coins": 0}, {"bought": ["prefect/mercator-3"]})
    play(game, "0: done", "2: play prefect/mercator-3 as prefect", "2: produce syria")
    assert deciding(game) == 0
    assert coins(game, 0) == 5
    assert offered(game, "produce") == []


def test_answered_with_a_specialist_both_produce() -> None:
    """R10.8: the partner's card for both."""
    own: Seat = {"goods": {}, "houses": ["londinium"]}
    game = legatus(own, {**own, "bought": ["farmer-1"]})
    play(game, "0: done", "2: play farmer-1")
    assert store(game, 0) == store(game, 2) == {"food": 1}
    assert in_turn(game) == 1


def test_answered_with_a_diplomat_the_partner_chooses_for_both() -> None:
    """R10.8, R10.9: the partner copies and acts first."""
    game = legatus({"goods": {}}, {"goods": {}}, {1: {"pile": ["prefect"]}})
    play(game, "0: done", "2: play diplomat", "2: copy 1", "2: produce syria", "0: produce asia")
    assert store(game, 0) == {"wine": 1}
    assert store(game, 2) == {"cloth": 1}
    assert game.position()["copied"] == {"1": [2]}


def test_answered_with_a_proconsul_the_player_plays_another_card() -> None:
    """R10.8, R10.7: the partner buys, then the player of the legatus plays a card, alone."""
    game = legatus({"coins": 0}, {"bought": ["proconsul-2"], "goods": {}})
    play(game, "0: done", "2: play proconsul-2", "2: done")
    assert deciding(game) == 0
    assert "play mercator" in game.legal()
    play(game, "0: play mercator", "0: done")
    assert pile(game, 0) == ["legatus", "mercator"]
    assert coins(game, 0) == 3
    assert coins(game, 2) == 5
    assert in_turn(game) == deciding(game) == 1


def test_a_legatus_may_be_answered_with_a_legatus() -> None:
    """R10.8: then the first player answers, acts first, and the partner second."""
    game = legatus({"goods": {}}, {"goods": {}})
    play(game, "0: suggest legatus", "2: play legatus")
    assert deciding(game) == 2
    assert "suggest architect" in game.legal()
    assert "suggest legatus" not in game.legal()  # it lies on seat 0's pile
    play(game, "2: suggest prefect", "0: play prefect", "0: produce syria", "2: produce asia")
    assert pile(game, 0) == ["legatus", "prefect"]
    assert pile(game, 2) == ["legatus"]
    assert store(game, 0) == {"cloth": 1}
    assert store(game, 2) == {"wine": 1}
    assert in_turn(game) == deciding(game) == 1


@pytest.mark.parametrize(("holder", "bonus"), [(2, [1, 2]), (0, [2, 1])])
def test_the_praefectus_magnus_helps_its_holder_only(holder: int, bonus: list[int]) -> None:
    """R10.8, R10.4: whether the partner holds it or the player."""
    game = legatus({"goods": {}}, {"goods": {}}, holder=holder)
    play(game, "0: done", "2: play prefect", "2: produce syria", "0: produce asia")
    assert [store(game, 0)["wine"], store(game, 2)["cloth"]] == bonus
    assert magnus(game) == (holder - 1) % 4
