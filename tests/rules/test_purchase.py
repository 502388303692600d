"""Senator and consul: cards from the display, and how it is refilled (R5.6, R5.7)."""

from __future__ import annotations

import pytest

from tests.support import (
    Seat,
    deciding,
    decks_in_play,
    display,
    hand,
    in_turn,
    offered,
    play,
    refused,
    store,
    table,
    unseen,
)
from viae import Game

# Seven cards that each cost one food, or one tool, or one wine: the surcharge stands out.
ROW = ["mason-1", "colonist-1", "architect-1", "prefect-1", "mercator-1", "diplomat-1", "farmer-1"]
COST = {
    "mason-1": ["food"],
    "colonist-1": ["food"],
    "architect-1": ["tool"],
    "prefect-1": ["wine"],
    "mercator-1": ["wine"],
    "diplomat-1": ["tool"],
    "farmer-1": ["brick", "food"],
}
SURCHARGE = {
    "cloth": [[], ["any"], ["any"], ["cloth"], ["cloth"], ["any", "cloth"], ["cloth", "cloth"]],
    "wine": [[], ["any"], ["any"], ["wine"], ["cloth"], ["any", "wine"], ["wine", "cloth"]],
}
GOODS = ("brick", "food", "tool", "wine", "cloth")


def buyer(
    card: str, goods: dict[str, int], side: str = "cloth", row: list[str] | None = None
) -> Game:
    """Seat 0 has just played a senator or consul over the row above."""
    own: Seat = {"goods": goods, "bought": [] if card == "senator" else [card]}
    game = table(seats={0: own}, display=row or ROW, options={"display": side})
    return play(game, f"0: play {card}")


def pay(names: list[str]) -> dict[str, int]:
    return {good: names.count(good) for good in names}


# What a senator pays


@pytest.mark.parametrize("side", ["cloth", "wine"])
@pytest.mark.parametrize("position", range(7))
def test_a_card_costs_its_own_goods_and_the_surcharge_of_its_position(
    position: int, side: str
) -> None:
    """R5.6, R1.3: both sides of the display; "any" is one good of the buyer's choice."""
    card = ROW[position]
    extra = SURCHARGE[side][position]
    fixed = COST[card] + [good for good in extra if good != "any"]
    for chosen in GOODS if "any" in extra else (None,):
        price = pay(fixed + ([chosen] if chosen else []))
        entry = f"purchase {card}" + (f" with {chosen}" if chosen else "")
        exact = buyer("senator", price, side)
        assert entry in exact.legal()
        play(exact, f"0: {entry}")
        assert store(exact, 0) == {}
        assert card in hand(exact, 0)
        for good in price:
            short = buyer("senator", price | {good: price[good] - 1}, side)
            assert refused(short, entry) == "R5.6"


def test_with_is_said_exactly_when_the_surcharge_has_a_choice() -> None:
    """R5.6: neither too much nor too little is written."""
    game = buyer("senator", {"food": 3, "tool": 2, "cloth": 1})
    assert refused(game, "purchase mason-1 with food") == "R5.6"
    assert refused(game, "purchase colonist-1") == "R5.6"


def test_any_may_be_paid_with_each_good_the_buyer_has() -> None:
    """R5.6: one entry for each; the good of the card counts twice."""
    game = buyer("senator", {"food": 1, "brick": 1, "cloth": 1})
    assert [entry for entry in game.legal() if "colonist-1" in entry] == [
        "purchase colonist-1 with brick",
        "purchase colonist-1 with cloth",
    ]
    game = buyer("senator", {"food": 2})
    assert [entry for entry in game.legal() if "colonist-1" in entry] == [
        "purchase colonist-1 with food"
    ]


def test_up_to_two_cards() -> None:
    """R5.6: none, one or two; the second one ends the senator."""
    game = buyer("senator", {"food": 2, "brick": 1})
    play(game, "0: purchase mason-1", "0: purchase colonist-1 with brick")
    assert deciding(game) == "*"
    assert {"mason-1", "colonist-1"} <= set(hand(game, 0))
    game = buyer("senator", {"food": 2, "brick": 1})
    play(game, "0: purchase mason-1", "0: done")
    assert deciding(game) == "*"
    game = buyer("senator", {"food": 2, "brick": 1})
    play(game, "0: done")
    assert deciding(game) == 1


def test_cards_keep_their_position_within_the_turn() -> None:
    """R5.6: with the first card gone, the second still costs its surcharge, in any order."""
    game = buyer("senator", {"food": 2})
    play(game, "0: purchase mason-1")
    assert game.legal() == ["done"]
    assert refused(game, "purchase colonist-1") == "R5.6"
    game = buyer("senator", {"food": 3, "wine": 1, "cloth": 1})
    play(game, "0: purchase prefect-1")
    assert offered(game, "purchase") == ["purchase colonist-1 with food", "purchase mason-1"]


def test_a_card_is_taken_once() -> None:
    """R5.6: its place is empty for the rest of the turn."""
    game = buyer("senator", {"food": 2})
    play(game, "0: purchase mason-1")
    assert refused(game, "purchase mason-1") == "R5.6"


def test_only_cards_of_the_display_can_be_bought() -> None:
    """R5.6: an unseen card cannot."""
    game = buyer("senator", {"brick": 1, "tool": 1})
    assert refused(game, "purchase smith-1") == "R5.6"


# Refilling


def test_cards_slide_left_and_the_display_is_refilled_at_the_end_of_the_turn() -> None:
    """R5.6: the rest keeps its order; new cards come from the left on."""
    game = buyer("senator", {"food": 1, "tool": 1, "brick": 1})
    play(game, "0: purchase mason-1", "0: purchase architect-1 with brick")
    assert in_turn(game) == 0
    play(game, "*: reveal smith-1", "*: reveal weaver-2")
    assert display(game) == [
        "colonist-1",
        "prefect-1",
        "mercator-1",
        "diplomat-1",
        "farmer-1",
        "smith-1",
        "weaver-2",
    ]
    assert deciding(game) == in_turn(game) == 1


def test_nothing_bought_nothing_revealed() -> None:
    """R5.6: the display stays as it is."""
    game = buyer("senator", {"food": 1})
    play(game, "0: done")
    assert display(game) == ROW
    assert deciding(game) == 1


def test_the_lower_deck_comes_first() -> None:
    """R5.6, R2.3: the last card of deck I, then each card of deck II, then deck III."""
    game = buyer("senator", {"food": 2, "brick": 1})
    play(game, "0: purchase mason-1", "0: purchase colonist-1 with brick")
    assert game.legal() == ["reveal smith-1"]
    play(game, "*: reveal smith-1")
    second = sorted(decks_in_play("concordia", 3)[2])
    assert game.legal() == [f"reveal {card}" for card in second]
    play(game, "*: reveal consul-2")
    assert "consul-2" not in unseen(game)
    row = ["consul-2", *ROW[1:]]
    last = table(
        display=row, unseen=["weaver-2", *decks_in_play("concordia", 3)[3]],
        seats={0: {"goods": {"cloth": 1, "food": 1, "brick": 1}}},
    )  # fmt: skip
    play(last, "0: play senator", "0: purchase consul-2", "0: purchase colonist-1 with brick")
    assert last.legal() == ["reveal weaver-2"]
    play(last, "*: reveal weaver-2")
    assert last.legal() == [f"reveal {card}" for card in sorted(decks_in_play("concordia", 3)[3])]


def test_the_display_is_refilled_while_the_stack_lasts() -> None:
    """R5.6: two cards taken, one left to reveal: six lie there, and they still slide."""
    game = table(display=ROW, unseen=["mercator-3"], seats={0: {"goods": {"food": 2, "brick": 1}}})
    play(game, "0: play senator", "0: purchase mason-1", "0: purchase colonist-1 with brick")
    assert game.legal() == ["reveal mercator-3"]
    play(game, "*: reveal mercator-3")
    assert display(game) == [*ROW[2:], "mercator-3"]
    assert deciding(game) == 1


def test_without_a_stack_the_display_shrinks_and_gets_cheaper() -> None:
    """R5.6: cards slide to the cheaper positions."""
    game = table(
        players=2, display=ROW[:3], seats={0: {"goods": {"food": 1}}, 1: {"goods": {"food": 1}}}
    )
    play(game, "0: play senator", "0: purchase mason-1", "0: done")
    assert display(game) == ["colonist-1", "architect-1"]
    play(game, "1: play senator")
    assert offered(game, "purchase") == ["purchase colonist-1"]


def test_the_game_draws_by_itself_unless_asked_otherwise() -> None:
    """R5.6: with automatic chance the next seat decides right after the purchase."""
    game = table(seats={0: {"goods": {"food": 1}}}, display=ROW, chance="auto")
    play(game, "0: play senator", "0: purchase mason-1", "0: done")
    assert game.entries[-1] == "*: reveal smith-1"
    assert display(game) == [*ROW[1:], "smith-1"]
    assert deciding(game) == 1


# Consul


@pytest.mark.parametrize("position", range(7))
def test_a_consul_pays_the_cards_cost_alone(position: int) -> None:
    """R5.7: no surcharge at any position, so no `with` either."""
    row = [*ROW[:6], "prefect-2"]
    card = row[position]
    price = pay(COST.get(card, ["wine"]))
    game = buyer("consul-2", price, row=row)
    play(game, f"0: purchase {card}")
    assert store(game, 0) == {}
    assert card in hand(game, 0)
    assert deciding(game) == "*"


def test_a_consul_takes_one_card_only() -> None:
    """R5.7: then the display is refilled as with the senator."""
    game = buyer("consul-2", {"food": 3, "tool": 3}, row=[*ROW[:6], "prefect-2"])
    play(game, "0: purchase colonist-1", "*: reveal weaver-2")
    assert display(game) == ["mason-1", *ROW[2:6], "prefect-2", "weaver-2"]
    assert deciding(game) == 1


def test_a_consul_cannot_buy_what_the_buyer_cannot_pay() -> None:
    """R5.7: the card's own cost has to be there."""
    game = buyer("consul-2", {"brick": 1, "tool": 1})
    assert offered(game, "purchase") == ["purchase architect-1", "purchase diplomat-1"]
    assert refused(game, "purchase farmer-1") == "R5.7"
    assert refused(game, "purchase architect-1 with brick") == "R5.7"
