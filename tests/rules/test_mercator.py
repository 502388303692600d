"""Mercator: income, then up to two trades with the bank (R5.4)."""

from __future__ import annotations

import pytest

from tests.support import coins, deciding, offered, play, refused, store, table

PRICES = {"brick": 3, "food": 4, "tool": 5, "wine": 6, "cloth": 7}


@pytest.mark.parametrize(("card", "income"), [("mercator", 3), ("mercator-1", 5)])
def test_the_income_of_the_card(card: str, income: int) -> None:
    """R5.4: 3, or 5 on a bought card; it is there before the trades."""
    game = table(seats={0: {"coins": 0, "goods": {}, "bought": ["mercator-1"]}})
    play(game, f"0: play {card}")
    assert coins(game, 0) == income
    # Spent at once: bricks for 3, with 5 coins also a food or a tool.
    affordable = [f"buy 1 {good}" for good, price in PRICES.items() if price <= income]
    assert offered(game, "buy") == sorted(affordable)


@pytest.mark.parametrize(("good", "price"), PRICES.items())
def test_goods_are_sold_and_bought_at_their_price(good: str, price: int) -> None:
    """R5.4: the same price both ways."""
    game = table(seats={0: {"coins": 40, "goods": {good: 2}}})
    play(game, "0: play mercator", f"0: sell 2 {good}")
    assert coins(game, 0) == 43 + 2 * price
    assert store(game, 0) == {}
    game = table(seats={0: {"coins": 40, "goods": {good: 2}}})
    play(game, "0: play mercator", f"0: buy 3 {good}")
    assert coins(game, 0) == 43 - 3 * price
    assert store(game, 0) == {good: 5}


def test_any_number_of_units_that_are_there_can_be_sold() -> None:
    """R5.4: one up to all of them, not more, not none."""
    game = table(seats={0: {"goods": {"wine": 3}, "coins": 0}})
    play(game, "0: play mercator")
    assert offered(game, "sell") == ["sell 1 wine", "sell 2 wine", "sell 3 wine"]
    assert refused(game, "sell 4 wine") == "R5.4"
    assert refused(game, "sell 1 cloth") == "R5.4"


def test_purchases_are_limited_by_coins() -> None:
    """R5.4: with 10 + 3 coins up to four bricks, three food, two tool or wine, one cloth."""
    game = table(seats={0: {"coins": 10, "goods": {}}})
    play(game, "0: play mercator")
    most = {good: (10 + 3) // price for good, price in PRICES.items()}
    assert most == {"brick": 4, "food": 3, "tool": 2, "wine": 2, "cloth": 1}
    wanted = [f"buy {n} {good}" for good, top in most.items() for n in range(1, top + 1)]
    assert offered(game, "buy") == sorted(wanted)
    assert refused(game, "buy 2 cloth") == "R5.4"


def test_purchases_are_limited_by_the_store() -> None:
    """R5.4, R3.1: two free spaces take two units."""
    game = table(seats={0: {"coins": 99, "goods": {"brick": 6}}})
    play(game, "0: play mercator")
    assert [entry for entry in offered(game, "buy") if entry.endswith("wine")] == [
        "buy 1 wine",
        "buy 2 wine",
    ]
    assert refused(game, "buy 3 wine") == "R3.1"


def test_a_sale_first_makes_space_and_coins_for_a_purchase() -> None:
    """R5.4: the second trade sees what the first one did."""
    game = table(seats={0: {"coins": 0, "goods": {"cloth": 8}}})
    play(game, "0: play mercator")
    assert offered(game, "buy") == []
    play(game, "0: sell 3 cloth")  # 24 coins, three spaces
    assert [entry for entry in offered(game, "buy") if entry.endswith("brick")] == [
        "buy 1 brick",
        "buy 2 brick",
        "buy 3 brick",
    ]
    play(game, "0: buy 3 brick")
    assert coins(game, 0) == 15
    assert store(game, 0) == {"brick": 3, "cloth": 5}


@pytest.mark.parametrize("first", ["sell 1 food", "buy 1 food"])
def test_each_trade_is_in_another_good(first: str) -> None:
    """R5.4: a good is either sold or bought, once."""
    game = table(seats={0: {"coins": 50}})
    play(game, "0: play mercator", f"0: {first}")
    assert [entry for entry in game.legal() if entry.endswith("food")] == []
    assert refused(game, "sell 1 food") == "R5.4"
    assert refused(game, "buy 1 food") == "R5.4"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("sell 1 food", "sell 1 wine"),
        ("buy 1 brick", "buy 1 tool"),
        ("sell 1 cloth", "buy 2 food"),
        ("buy 2 food", "sell 1 cloth"),
    ],
)
def test_two_trades_and_no_third(one: str, two: str) -> None:
    """R5.4: two sales, two purchases, or one of each in any order; then it ends by itself."""
    game = table(seats={0: {"coins": 20}})
    play(game, "0: play mercator", f"0: {one}", f"0: {two}")
    assert deciding(game) == 1


def test_one_trade_or_none() -> None:
    """R5.4: up to two."""
    game = table()
    play(game, "0: play mercator", "0: sell 1 wine", "0: done")
    assert deciding(game) == 1
    assert coins(game, 0) == 5 + 3 + 6
    game = table()
    play(game, "0: play mercator", "0: done")
    assert coins(game, 0) == 8


def test_a_mercator_that_cannot_trade_still_says_done() -> None:
    """R5.4: the coins are spent and the only good was the one just bought."""
    game = table(seats={0: {"coins": 0, "goods": {}}})
    play(game, "0: play mercator", "0: buy 1 brick")
    assert game.legal() == ["done"]
