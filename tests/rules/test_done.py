"""`done`: what it closes, and what ends by itself (R4.3, as the notation words it)."""

from __future__ import annotations

import pytest

from tests.support import Seat, deciding, in_turn, play, refused, table
from viae import Game

HANDY: Seat = {
    "coins": 20,
    "goods": {"food": 3, "tool": 3},
    "bought": ["colonist-1", "consul-2", "mason-2"],
    "pile": ["prefect"],
}
FOOD_ROW = [
    "colonist-2",
    "architect-1",
    "smith-1",
    "diplomat-1",
    "mercator-1",
    "prefect-2",
    "weaver-2",
]


def venus() -> Game:
    """Seat 0 has many cards, food and tools; a magister would repeat a prefect."""
    return table(
        variant="venus", display=FOOD_ROW, seats={0: HANDY, 1: {"pile": ["senator", "magister"]}}
    )


def team() -> Game:
    return table(
        variant="venus-team",
        players=4,
        display=[
            "colonist-2",
            "mason-2",
            "smith-1",
            "diplomat-1",
            "mercator-1",
            "prefect-2",
            "weaver-2",
        ],
        seats={0: {"goods": {"food": 3, "tool": 3}, "bought": ["proconsul-2"]}},
    )


@pytest.mark.parametrize(
    ("entries", "closes"),
    [
        (["play architect"], True),
        (["play architect", "move land roma aquileia~roma"], True),
        (["play mercator"], True),
        (["play mercator", "sell 1 food"], True),
        (["play colonist-1"], False),
        (["play colonist-1", "settle land roma"], True),
        (["play colonist-1", "settle land roma", "settle sea roma"], True),
        (["play tribune"], True),
        (["play prefect"], False),
        (["play senator"], True),
        (["play senator", "purchase colonist-2"], True),
        (["play consul-2"], True),
        (["play diplomat"], True),
        (["play diplomat", "copy 1"], True),  # a copied magister: `repeat` or `done`
        (["play magister"], True),
        (["play magister", "repeat"], False),  # a repeated prefect
    ],
)
def test_done_closes_what_is_optional(entries: list[str], closes: bool) -> None:
    """R4.3: and is not offered where something must be done."""
    game = play(venus(), *entries)
    assert deciding(game) == 0
    assert ("done" in game.legal()) is closes
    if closes:
        play(game, "0: done")
        assert in_turn(game) == 1 or deciding(game) == "*"


@pytest.mark.parametrize(
    "entries",
    [
        ["play mercator", "sell 1 food", "sell 1 tool"],
        ["play colonist-1", "cash"],
        ["play tribune", "settle land roma"],
        ["play prefect", "produce syria"],
        ["play senator", "purchase colonist-2", "purchase architect-1 with food"],
        ["play consul-2", "purchase architect-1"],
        ["play mason-2"],
        ["play magister", "repeat", "produce syria"],
    ],
)
def test_what_is_complete_ends_by_itself(entries: list[str]) -> None:
    """R4.3: two trades, a tribune's colonist, all purchases, `cash`, `produce`; and specialists."""
    game = play(venus(), *entries)
    assert in_turn(game) == 1 or deciding(game) == "*"


def test_collect_ends_by_itself() -> None:
    """R4.3: there is nothing after it."""
    game = play(table(markers=["syria"]), "0: play prefect", "0: collect")
    assert in_turn(game) == 1


@pytest.mark.parametrize("card", ["praetor", "proconsul-2", "legatus"])
def test_done_closes_team_cards(card: str) -> None:
    """R4.3: no purchase, no suggestion."""
    game = play(team(), f"0: play {card}")
    assert "done" in game.legal()
    play(game, "0: done")
    assert deciding(game) == 2


@pytest.mark.parametrize(
    "entries",
    [
        ["play praetor", "purchase colonist-2"],
        ["play proconsul-2", "purchase mason-2"],
        ["play legatus", "suggest mercator"],
    ],
)
def test_team_cards_end_by_themselves_when_used(entries: list[str]) -> None:
    """R4.3: one purchase is all a praetor or proconsul allows."""
    assert play(team(), *entries).actor == 2


@pytest.mark.parametrize(
    "card", ["architect", "mercator", "senator", "diplomat", "magister", "tribune"]
)
def test_every_card_opens_its_decision_though_done_is_all_there_is(card: str) -> None:
    """R4.3: a decision with one entry is still one, and is recorded."""
    penniless: Seat = {"coins": 0, "goods": {}, "colonists": []}
    game = table(variant="venus", seats={0: penniless})
    play(game, f"0: play {card}")
    assert deciding(game) == 0
    if card != "mercator":  # its income buys a brick
        assert game.legal() == ["done"]
    play(game, "0: done")
    assert game.entries == [f"0: play {card}", "0: done"]


def test_a_mercator_without_coins_and_goods_after_its_first_trade_says_done() -> None:
    """R4.3: fewer than two trades are closed by `done`, even if no second one is possible."""
    game = table(seats={0: {"coins": 0, "goods": {}}})
    play(game, "0: play mercator", "0: buy 1 brick")
    assert game.legal() == ["done"]


def test_a_colonist_that_settled_the_last_one_says_done() -> None:
    """R4.3: nothing is left to settle, and still it is closed."""
    game = table(seats={0: {"goods": {"food": 1, "tool": 1}, "bought": ["colonist-1"]}})
    play(game, "0: play colonist-1", "0: settle land roma")
    assert game.legal() == ["done"]


def test_a_senator_that_took_the_only_card_left_says_done() -> None:
    """R4.3, R5.6: allowed are two cards, whether they are there or not."""
    game = table(display=["mason-1"], seats={0: {"goods": {"food": 1}}})
    play(game, "0: play senator", "0: purchase mason-1")
    assert deciding(game) == 0
    assert game.legal() == ["done"]


def test_a_senator_before_an_empty_display_says_done() -> None:
    """R4.3: in the last turns after the last card was taken."""
    game = table(display=[], concordia=2, last_turns=2)
    play(game, "0: play senator")
    assert game.legal() == ["done"]


def test_done_is_refused_where_there_is_nothing_to_close() -> None:
    """R4.3: at the start of a turn a card has to be played."""
    assert refused(venus(), "done") == "R4.1"
