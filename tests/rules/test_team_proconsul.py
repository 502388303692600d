"""Proconsul: a purchase, then a card of the partner's own for the partner alone (R10.7)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support import (
    Seat,
    coins,
    colonists,
    deciding,
    display,
    hand,
    houses,
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

ROW = [
    "proconsul-3", "colonist-2", "prefect-2", "mason-2", "vintner-2", "weaver-2", "architect-3",
]  # fmt: skip


def proconsul(
    own: Seat | None = None,
    partner: Seat | None = None,
    others: Mapping[int, Seat] | None = None,
    holder: int = 3,
) -> Game:
    """Seat 0 has just played its proconsul; seat 2 will answer."""
    first: Seat = {"bought": ["proconsul-2"], **(own or {})}
    seats: dict[int, Seat] = {0: first, 2: partner or {}, **(others or {})}
    game = table(variant="venus-team", players=4, seats=seats, display=ROW, magnus=holder)
    return play(game, "0: play proconsul-2")


def answered(card: str, partner: Seat | None = None, **more: Seat) -> Game:
    """The purchase is left; seat 2 answers with a card. `seat1=` says more about others."""
    others = {int(name[-1]): said for name, said in more.items()}
    own = others.pop(0, None)
    return play(proconsul(own, partner, others), "0: done", f"2: play {card}")


# The purchase


def test_one_card_without_surcharge() -> None:
    """R10.7: as with the consul, at any position."""
    game = proconsul({"goods": {"brick": 1, "wine": 1, "tool": 1}})
    assert offered(game, "purchase") == [
        "purchase architect-3",
        "purchase prefect-2",
        "purchase vintner-2",
    ]
    play(game, "0: purchase vintner-2")
    assert store(game, 0) == {"tool": 1}
    assert "vintner-2" in hand(game, 0)
    assert deciding(game) == 2
    assert offered(game, "purchase") == []


def test_but_not_a_proconsul() -> None:
    """R10.7: though its cloth is there."""
    game = proconsul({"goods": {"cloth": 2, "brick": 1}})
    assert offered(game, "purchase") == ["purchase weaver-2"]
    assert refused(game, "purchase proconsul-3") == "R10.7"


def test_the_purchase_is_optional_and_the_partner_plays_anyway() -> None:
    """R10.7: the player may buy."""
    game = proconsul()
    play(game, "0: done")
    assert deciding(game) == 2
    assert in_turn(game) == 0


def test_the_display_is_refilled_after_both() -> None:
    """R10.7: after the partner's whole card; until then the place is empty."""
    game = proconsul({"goods": {"food": 1}})
    play(game, "0: purchase colonist-2", "2: play mercator", "2: sell 1 wine", "2: sell 1 cloth")
    assert deciding(game) == "*"
    play(game, "*: reveal prefect-3")
    assert display(game) == [*(card for card in ROW if card != "colonist-2"), "prefect-3"]
    assert deciding(game) == in_turn(game) == 1


# The answer


def test_the_partner_plays_any_card_but_a_legatus() -> None:
    """R10.7: from the own hand onto the own pile."""
    game = proconsul(partner={"bought": ["prefect/architect-1"]})
    play(game, "0: done")
    assert game.legal() == [
        "play diplomat",
        "play mercator",
        "play praetor",
        "play prefect",
        "play prefect/architect-1 as architect",
        "play prefect/architect-1 as prefect",
        "play tribune",
    ]
    assert refused(game, "play legatus") == "R10.7"
    play(game, "2: play prefect", "2: produce syria")
    assert pile(game, 2) == ["prefect"]
    assert pile(game, 0) == ["proconsul-2"]


def test_the_turn_order_does_not_change() -> None:
    """R10.7, R10.1: after the answer the next seat is in turn, and later the partner as ever."""
    game = answered("mercator")
    play(game, "2: done")
    assert in_turn(game) == deciding(game) == 1
    play(game, "1: play mercator", "1: done", "3: done")
    assert in_turn(game) == deciding(game) == 2


def test_answered_with_a_tribune_only_the_partner_takes_cards_back() -> None:
    """R10.7: alone."""
    game = answered("tribune", {"coins": 0, "pile": ["diplomat", "prefect", "mercator"]})
    assert coins(game, 2) == 1
    assert pile(game, 2) == []
    assert pile(game, 0) == ["proconsul-2"]
    play(game, "2: settle land roma")
    assert in_turn(game) == 1


def test_answered_with_an_architect_only_the_partner_builds() -> None:
    """R10.7: with the player's coins if need be (R10.2)."""
    partner: Seat = {"coins": 0, "bought": ["architect-1"], "colonists": ["sea massilia~roma"]}
    game = answered("architect-1", partner, seat0={"coins": 7})
    play(game, "2: build massilia", "2: done")
    assert houses(game, 2) == ["massilia"]
    assert coins(game, 0) == 2
    assert in_turn(game) == 1


def test_answered_with_a_prefect_only_the_partner_produces() -> None:
    """R10.7: houses in the province produce for all as ever."""
    game = answered("prefect", {"goods": {}}, seat0={"goods": {}},
                    seat1={"goods": {}, "houses": ["tyros"]})  # fmt: skip
    play(game, "2: produce syria")
    assert [store(game, seat) for seat in (0, 1, 2)] == [{}, {"cloth": 1}, {"cloth": 1}]
    assert in_turn(game) == 1


def test_the_praefectus_magnus_helps_an_answering_holder() -> None:
    """R10.7, R6: and goes to the right of the partner."""
    game = proconsul(partner={"goods": {}}, holder=2)
    play(game, "0: done", "2: play prefect", "2: produce syria")
    assert store(game, 2) == {"cloth": 2}
    assert magnus(game) == 1


def test_answered_with_a_mercator_only_the_partner_trades() -> None:
    """R10.7: one income."""
    game = answered("mercator", {"coins": 0}, seat0={"coins": 0})
    assert (coins(game, 0), coins(game, 2)) == (0, 3)
    play(game, "2: sell 1 wine", "2: done")
    assert in_turn(game) == 1


def test_answered_with_a_colonist_only_the_partner_settles() -> None:
    """R10.7: or takes the coins."""
    game = answered("colonist-1", {"coins": 0, "bought": ["colonist-1"]})
    play(game, "2: cash")
    assert coins(game, 2) == 7
    assert coins(game, 0) == 5
    assert len(colonists(game, 0)) == 2
    assert in_turn(game) == 1


def test_answered_with_a_specialist_only_the_partner_produces() -> None:
    """R10.7: nothing to decide, the turn is over."""
    both: Seat = {"goods": {}, "houses": ["londinium"]}
    game = answered("farmer-1", {**both, "bought": ["farmer-1"]}, seat0=both)
    assert (store(game, 0), store(game, 2)) == ({}, {"food": 1})
    assert in_turn(game) == 1


def test_answered_with_a_praetor_the_partner_buys_one_card_with_surcharge() -> None:
    """R10.7: not one each, and not without surcharge."""
    game = answered("praetor", {"goods": {"food": 1, "brick": 1, "cloth": 1}})
    assert offered(game, "purchase") == [
        "purchase colonist-2 with brick",
        "purchase colonist-2 with cloth",
        "purchase mason-2",
        "purchase proconsul-3",
    ]
    play(game, "2: purchase mason-2")
    assert deciding(game) == "*"


def test_an_answering_praetor_finds_the_gap_the_proconsul_left() -> None:
    """R10.7, R5.6: cards keep position and surcharge until both are done."""
    game = proconsul({"goods": {"food": 1}}, {"goods": {"wine": 1}})
    play(game, "0: purchase colonist-2", "2: play praetor")
    assert game.legal() == ["done"]  # prefect-2 in third place still costs a good more
    assert refused(game, "purchase colonist-2") == "R10.6"


def test_answered_with_a_proconsul_the_purchase_and_nothing_more() -> None:
    """R10.7: no card of the first player follows."""
    game = answered("proconsul-4", {"bought": ["proconsul-4"], "goods": {"food": 1, "cloth": 1}})
    assert offered(game, "purchase") == ["purchase colonist-2", "purchase mason-2"]
    play(game, "2: purchase colonist-2")
    assert in_turn(game) == 0
    assert deciding(game) == "*"  # no card of seat 0 comes first
    game = answered("proconsul-4", {"bought": ["proconsul-4"]})
    play(game, "2: done")
    assert in_turn(game) == deciding(game) == 1


@pytest.mark.parametrize(("side", "first"), [("prefect", "produce syria"), ("architect", "done")])
def test_answered_with_a_double_card_its_chosen_side_only(side: str, first: str) -> None:
    """R10.7: nobody uses the other side."""
    game = answered(f"prefect/architect-1 as {side}", {"bought": ["prefect/architect-1"]})
    play(game, f"2: {first}")
    assert in_turn(game) == deciding(game) == 1


# Answered with a diplomat


def test_a_diplomat_copies_for_its_player_alone() -> None:
    """R10.7: an opponent's prefect, carried out once."""
    game = answered("diplomat", {"goods": {}}, seat1={"pile": ["prefect"]})
    play(game, "2: copy 1", "2: produce syria")
    assert store(game, 2) == {"cloth": 1}
    assert in_turn(game) == deciding(game) == 1


def test_not_a_legatus() -> None:
    """R10.7: which is no card to answer a proconsul with."""
    game = answered("diplomat", seat1={"pile": ["legatus"]}, seat3={"pile": ["prefect"]})
    assert game.legal() == ["copy 3", "done"]
    assert refused(game, "copy 1") == "R10.7"


def test_never_the_partners_proconsul() -> None:
    """R10.7, R10.9: an opponent's top card."""
    game = answered("diplomat")
    assert refused(game, "copy 0") == "R10.9"


def test_a_copied_proconsul_gives_the_purchase_only() -> None:
    """R10.7: without surcharge, and no further card is played."""
    game = answered("diplomat", {"goods": {"food": 1}}, seat1={"pile": ["proconsul-4"]})
    play(game, "2: copy 1")
    assert offered(game, "purchase") == ["purchase colonist-2", "purchase mason-2"]
    play(game, "2: done")
    assert in_turn(game) == deciding(game) == 1


def test_a_copied_double_card_gives_its_chosen_side_only() -> None:
    """R10.7: the player of the proconsul does not get the other one."""
    game = answered("diplomat", {"coins": 0}, seat1={"pile": ["prefect/mercator-3"]})
    play(game, "2: copy 1 as mercator")
    assert coins(game, 2) == 5
    play(game, "2: done")
    assert in_turn(game) == deciding(game) == 1


def test_a_copied_praetor_gives_one_card_with_surcharge() -> None:
    """R10.7: to the one who copied it."""
    game = answered("diplomat", {"goods": {"food": 1, "cloth": 1}}, seat1={"pile": ["praetor"]})
    play(game, "2: copy 1")
    assert offered(game, "purchase") == [
        "purchase colonist-2 with cloth",
        "purchase mason-2",
        "purchase proconsul-3",
    ]
    play(game, "2: done")
    assert in_turn(game) == deciding(game) == 1


def test_what_an_answering_diplomat_chose_is_closed_to_the_partner() -> None:
    """R10.7, R10.9: it was chosen with `copy` all the same."""
    game = answered(
        "diplomat", seat1={"pile": ["mercator"]}, seat0={"bought": ["proconsul-2", "diplomat-1"]}
    )
    play(game, "2: copy 1", "2: done")
    assert game.position()["copied"] == {"1": [2]}


def test_the_answering_partner_may_trigger_the_end() -> None:
    """R10.7, R8.2: the player took one of two last cards, the partner the other."""
    seats: dict[int, Seat] = {
        0: {"bought": ["proconsul-2"], "goods": {"food": 1}},
        2: {"goods": {"food": 1, "brick": 1}},
    }
    game = table(variant="venus-team", players=4, seats=seats, display=["mason-2", "colonist-2"])
    play(game, "0: play proconsul-2", "0: purchase mason-2")
    assert not any(one.gods["concordia"] for one in game.scores())
    play(game, "2: play praetor", "2: purchase colonist-2 with brick")
    assert [one.gods["concordia"] for one in game.scores()] == [0, 0, 7, 0]
    assert in_turn(game) == 1
