"""Team play: both partners carry out a card, coins are shared (R10.1 to R10.6, R8.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.support import (
    IMPERIUM_TOKENS,
    Seat,
    coins,
    colonists,
    deciding,
    display,
    hand,
    houses,
    in_turn,
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


def teams(
    seats: Mapping[int, Seat] | None = None,
    *,
    turn: int = 0,
    players: int = 4,
    row: Sequence[str] | None = None,
    holder: int = 3,
    coin_markers: Sequence[str] = (),
) -> Game:
    """Seats 0 and 2 against 1 and 3; with six players 0 and 3, 1 and 4, 2 and 5."""
    return table(
        variant="venus-team", players=players, seats=seats, turn=turn, display=row, magnus=holder,
        markers=coin_markers,
    )  # fmt: skip


# R10.1 Who acts


def test_the_seat_in_turn_acts_then_the_partner_then_the_next_seat() -> None:
    """R10.1: seat 0 and its partner 2, then seat 1 and its partner 3."""
    game = teams()
    play(game, "0: play prefect", "0: produce syria", "2: produce asia")
    assert deciding(game) == in_turn(game) == 1
    play(game, "1: play prefect", "1: produce gallia", "3: collect")
    assert deciding(game) == in_turn(game) == 2


@pytest.mark.parametrize("players", [4, 6])
def test_every_seat_comes_in_turn(players: int) -> None:
    """R10.1: clockwise, partners far apart."""
    game = teams(players=players)
    for seat in [*range(players), 0]:
        assert in_turn(game) == deciding(game) == seat
        card = "mercator" if "mercator" in hand(game, seat) else "praetor"
        play(game, f"{seat}: play {card}", f"{seat}: done", "done")


def test_the_partner_plays_no_card() -> None:
    """R10.1: only the card of the seat in turn goes to a pile."""
    game = teams()
    before = hand(game, 2)
    play(game, "0: play mercator", "0: done", "2: done")
    assert pile(game, 0) == ["mercator"]
    assert pile(game, 2) == []
    assert hand(game, 2) == before


def test_the_partner_chooses_freely() -> None:
    """R10.1: one produces, the other collects; one trades, the other does not."""
    game = teams(coin_markers=["asia"])
    play(game, "0: play prefect", "0: collect")
    assert offered(game, "collect") == []  # nothing is left to collect for seat 2
    play(game, "2: produce asia")
    assert markers(game) == ["asia"]


def test_the_partner_sees_what_the_player_did() -> None:
    """R10.1: a province the player let produce shows coins, which the partner may collect."""
    game = teams()
    play(game, "0: play prefect", "0: produce britannia")
    assert refused(game, "produce britannia") == "R5.3"
    play(game, "2: collect")
    assert coins(game, 2) == 5 + 2


# R10.2 Separate stores, shared coins


def test_own_coins_are_spent_first_then_the_partners() -> None:
    """R10.2: a cloth house for 5 with 3 own coins takes 2 from the partner."""
    game = teams({0: {"coins": 3, "colonists": ["sea massilia~roma"]}, 2: {"coins": 10}})
    play(game, "0: play architect", "0: build massilia")
    assert coins(game, 0) == 0
    assert coins(game, 2) == 8


def test_the_partners_coins_stay_while_own_ones_last() -> None:
    """R10.2: nothing is taken that is not lacking."""
    game = teams({0: {"coins": 5, "colonists": ["sea massilia~roma"]}, 2: {"coins": 10}})
    play(game, "0: play architect", "0: build massilia")
    assert (coins(game, 0), coins(game, 2)) == (0, 10)


def test_both_purses_together_are_the_limit() -> None:
    """R10.2: four coins do not pay five; the opponents' coins are out of reach."""
    game = teams(
        {0: {"coins": 1, "colonists": ["sea massilia~roma"]}, 2: {"coins": 3}, 1: {"coins": 50}}
    )
    play(game, "0: play architect")
    assert refused(game, "build massilia") == "R5.2"


def test_a_mercator_buys_with_the_partners_coins_too() -> None:
    """R10.2: 3 income, 0 own, 5 of the partner: one cloth, which empties both but for a coin."""
    game = teams({0: {"coins": 0, "goods": {}}, 2: {"coins": 5}})
    play(game, "0: play mercator")
    assert [entry for entry in game.legal() if entry.endswith("cloth")] == ["buy 1 cloth"]
    play(game, "0: buy 1 cloth")
    assert (coins(game, 0), coins(game, 2)) == (0, 1)


def test_the_partner_in_turn_spends_the_players_coins_likewise() -> None:
    """R10.2: it works both ways."""
    game = teams({0: {"coins": 10}, 2: {"coins": 0, "colonists": ["sea massilia~roma"]}})
    play(game, "0: play architect", "0: done", "2: build massilia")
    assert (coins(game, 0), coins(game, 2)) == (5, 0)


def test_goods_and_cards_are_not_shared() -> None:
    """R10.2: the partner's goods build nothing, buy nothing, and are not sold."""
    rich: Seat = {"goods": {"brick": 2, "cloth": 3, "tool": 1}}
    poor: Seat = {"goods": {"food": 1}, "colonists": ["sea massilia~roma"]}
    game = teams({0: poor, 2: rich})
    play(game, "0: play architect")
    assert refused(game, "build massilia") == "R5.2"
    game = teams({0: poor, 2: rich})
    play(game, "0: play praetor")
    assert offered(game, "purchase") == []
    game = teams({0: poor, 2: rich})
    play(game, "0: play mercator")
    assert offered(game, "sell") == ["sell 1 food"]


def test_sold_goods_are_paid_to_the_seller() -> None:
    """R10.2: coins are separate until one lacks them."""
    game = teams({0: {"coins": 0}, 2: {"coins": 0}})
    play(game, "0: play mercator", "0: sell 1 cloth", "0: done")
    assert (coins(game, 0), coins(game, 2)) == (10, 3)


# R10.3 Tribune


def test_both_take_back_their_piles() -> None:
    """R10.3: each gets a coin per card taken beyond the third; the partner took no tribune back."""
    four = ["architect", "prefect", "mercator", "praetor"]
    game = teams(
        {
            0: {"coins": 0, "pile": four},
            2: {"coins": 0, "pile": ["diplomat", "prefect", "mercator", "praetor"]},
            1: {"coins": 0, "pile": ["architect"]},
        }
    )
    play(game, "0: play tribune")
    assert coins(game, 0) == 2
    assert coins(game, 2) == 0  # the partner's part has not begun
    play(game, "0: done")
    assert coins(game, 2) == 1
    assert pile(game, 0) == pile(game, 2) == []
    assert len(hand(game, 0)) == len(hand(game, 2)) == 6
    assert pile(game, 1) == ["architect"]


def test_each_may_place_a_colonist() -> None:
    """R10.3: for their own food and tool."""
    game = teams({0: {"goods": {"food": 1, "tool": 1}}, 2: {"goods": {"food": 1, "tool": 1}}})
    play(game, "0: play tribune", "0: settle land roma")
    assert deciding(game) == 2
    play(game, "2: settle sea roma")
    assert colonists(game, 0) == ["land roma", "land roma", "sea roma"]
    assert colonists(game, 2) == ["land roma", "sea roma", "sea roma"]
    assert store(game, 0) == store(game, 2) == {}
    assert deciding(game) == 1


# R10.4 Both, each for themselves


@pytest.mark.parametrize(("card", "income"), [("mercator", 3), ("mercator-1", 5)])
def test_each_gets_the_mercators_income_when_their_part_begins(card: str, income: int) -> None:
    """R10.4: so the player cannot spend the partner's income, but the partner the player's."""
    game = teams(
        {0: {"coins": 0, "goods": {}, "bought": ["mercator-1"]}, 2: {"coins": 0, "goods": {}}}
    )
    play(game, f"0: play {card}")
    assert (coins(game, 0), coins(game, 2)) == (income, 0)
    assert "buy 1 wine" not in game.legal()
    play(game, "0: done")
    assert (coins(game, 0), coins(game, 2)) == (income, income)
    assert "buy 1 wine" in game.legal()


def test_each_trades_twice() -> None:
    """R10.4: the partner may trade the same goods again."""
    game = teams()
    play(game, "0: play mercator", "0: sell 1 wine", "0: sell 1 cloth")
    assert deciding(game) == 2
    play(game, "2: sell 1 wine", "2: sell 1 cloth")
    assert coins(game, 0) == coins(game, 2) == 5 + 3 + 6 + 7
    assert deciding(game) == 1


def test_a_specialist_works_for_both_without_a_decision() -> None:
    """R10.4: each for their own houses; opponents get nothing."""
    game = teams(
        {
            0: {"goods": {}, "bought": ["farmer-1"], "houses": ["londinium", "aquileia"]},
            2: {"goods": {}, "houses": ["londinium"]},
            1: {"goods": {}, "houses": ["londinium"]},
        }
    )
    play(game, "0: play farmer-1")
    assert [store(game, seat) for seat in (0, 1, 2)] == [{"food": 2}, {}, {"food": 1}]
    assert deciding(game) == 1


def test_a_colonist_works_for_both() -> None:
    """R10.4: one settles, the other takes the coins for their own colonists."""
    game = teams({0: {"bought": ["colonist-1"], "goods": {"food": 1, "tool": 1}}, 2: {"coins": 0}})
    play(game, "0: play colonist-1", "0: settle land roma", "0: done", "2: cash")
    assert coins(game, 2) == 7
    assert len(colonists(game, 0)) == 3


def test_an_architect_works_for_both() -> None:
    """R10.4: each with as many steps as own colonists; the player's colonists are in the way."""
    game = teams()
    play(
        game, "0: play architect", "0: move sea roma massilia~roma", "0: build massilia", "0: done"
    )
    assert deciding(game) == 2
    assert "move sea roma massilia~roma" not in game.legal()
    play(game, "2: move land roma novaria~roma", "2: build novaria", "2: done")
    assert houses(game, 0) == ["massilia"]
    assert houses(game, 2) == ["novaria"]


def test_a_partners_house_raises_the_price() -> None:
    """R10.4, R5.2: the second house in a city costs twice, whoever built the first."""
    lane = "sea massilia~roma"
    game = teams(
        {
            0: {"coins": 5, "colonists": [lane]},
            2: {"coins": 10, "colonists": ["sea massilia~valentia"]},
        }
    )
    play(game, "0: play architect", "0: build massilia", "0: done", "2: build massilia")
    assert (coins(game, 0), coins(game, 2)) == (0, 0)


def test_the_praefectus_magnus_helps_its_holder_as_first_to_act() -> None:
    """R10.4, R6: the partner's production is plain; it goes to the right after the turn."""
    game = teams({0: {"goods": {}}, 2: {"goods": {}}}, holder=0)
    play(game, "0: play prefect", "0: produce syria")
    assert magnus(game) == 0
    play(game, "2: produce asia")
    assert store(game, 0) == {"cloth": 2}
    assert store(game, 2) == {"wine": 1}
    assert magnus(game) == 3


def test_the_praefectus_magnus_helps_its_holder_as_second_to_act() -> None:
    """R10.4, R6: it goes to the right of the partner who held it."""
    game = teams({0: {"goods": {}}, 2: {"goods": {}}}, holder=2)
    play(game, "0: play prefect", "0: produce syria", "2: produce asia")
    assert store(game, 0) == {"cloth": 1}
    assert store(game, 2) == {"wine": 2}
    assert magnus(game) == 1


def test_a_holder_who_collects_keeps_it_though_the_partner_produces() -> None:
    """R10.4, R6: the partner's production is no use of it."""
    game = teams(holder=0, coin_markers=["asia"])
    play(game, "0: play prefect", "0: collect", "2: produce syria")
    assert magnus(game) == 0


# R10.5 Double cards


@pytest.mark.parametrize(
    ("card", "side", "other"),
    [
        ("prefect/architect-1", "prefect", "move land roma aquileia~roma"),
        ("prefect/architect-1", "architect", "produce asia"),
        ("architect/mercator-2", "architect", "sell 1 wine"),
        ("architect/mercator-2", "mercator", "move land roma aquileia~roma"),
        ("prefect/mercator-3", "prefect", "sell 1 wine"),
        ("prefect/mercator-3", "mercator", "produce asia"),
    ],
)
def test_the_partner_must_use_the_other_side(card: str, side: str, other: str) -> None:
    """R10.5: whoever plays the card names their side."""
    game = teams({0: {"bought": [card]}, 2: {"coins": 0}})
    play(game, f"0: play {card} as {side}", "0: produce syria" if side == "prefect" else "0: done")
    assert deciding(game) == 2
    assert other in game.legal()
    if other.startswith("sell"):
        assert coins(game, 2) == 5
    own = {"prefect": "produce", "architect": "move", "mercator": "sell"}[side]
    assert offered(game, own) == []


def test_the_partner_of_who_copies_a_double_card_uses_the_other_side() -> None:
    """R10.5: the side is named with `copy`."""
    game = teams({1: {"pile": ["prefect/mercator-3"]}, 0: {"coins": 0}}, turn=2)
    play(game, "2: play diplomat", "2: copy 1 as prefect", "2: produce syria")
    assert deciding(game) == 0
    assert coins(game, 0) == 5
    assert offered(game, "produce") == []


# R10.6 Praetor

ROW = [
    "colonist-1", "architect-1", "mercator-1", "farmer-1", "smith-1", "diplomat-1",
    "prefect/architect-1",
]  # fmt: skip


def test_each_partner_buys_at_most_one_card_with_surcharge() -> None:
    """R10.6: as the senator, but one each; it ends by itself."""
    goods = {"food": 1, "tool": 1, "brick": 1}
    game = teams({0: {"goods": goods}, 2: {"goods": goods}}, row=ROW)
    play(game, "0: play praetor")
    assert offered(game, "purchase") == [
        "purchase architect-1 with brick",
        "purchase architect-1 with food",
        "purchase colonist-1",
    ]
    play(game, "0: purchase colonist-1")
    assert deciding(game) == 2
    play(game, "2: purchase architect-1 with brick")
    assert "colonist-1" in hand(game, 0)
    assert "architect-1" in hand(game, 2)
    assert deciding(game) == "*"


def test_the_display_is_refilled_after_both() -> None:
    """R10.6: the partner finds a gap, the others at their old price; then cards slide."""
    game = teams({0: {"goods": {"food": 1}}, 2: {"goods": {"tool": 1}}}, row=ROW)
    play(game, "0: play praetor", "0: purchase colonist-1")
    assert game.legal() == ["done"]  # architect-1 still costs a good more
    assert refused(game, "purchase colonist-1") == "R10.6"
    play(game, "2: done")
    assert game.legal()[0].startswith("reveal")
    play(game, "*: reveal weaver-2")
    assert display(game) == [*ROW[1:], "weaver-2"]
    assert deciding(game) == 1


def test_one_partner_may_buy_and_the_other_not() -> None:
    """R10.6: up to one each."""
    game = teams({0: {"goods": {"food": 1}}, 2: {"goods": {"food": 1}}}, row=ROW)
    play(game, "0: play praetor", "0: done", "2: purchase colonist-1", "*: reveal weaver-2")
    assert "colonist-1" in hand(game, 2)
    assert in_turn(game) == 1


# R8.2 The end


def last_card(seats: Mapping[int, Seat], players: int = 4, turn: int = 0) -> Game:
    """One card is left, colonist-1 for a food."""
    return teams(seats, players=players, turn=turn, row=["colonist-1"])


def idle(game: Game) -> None:
    """The seat in turn and its partner let a mercator pass."""
    play(game, "play mercator", "done", "done")


def concordia_of(game: Game) -> list[int]:
    return [one.gods["concordia"] for one in game.scores()]


def test_the_concordia_card_goes_to_the_partner_who_did_it() -> None:
    """R8.2: here the second to act; the team's turn ends then."""
    game = last_card({2: {"goods": {"food": 1}}})
    play(game, "0: play praetor", "0: done", "2: purchase colonist-1")
    assert concordia_of(game) == [0, 0, 7, 0]
    assert in_turn(game) == 1


def test_the_other_partner_still_acts() -> None:
    """R8.2: the team finishes its turn."""
    game = last_card({0: {"goods": {"food": 1}}})
    play(game, "0: play praetor", "0: purchase colonist-1")
    assert concordia_of(game) == [7, 0, 0, 0]
    assert deciding(game) == 2
    assert game.legal() == ["done"]
    play(game, "2: done")
    assert in_turn(game) == 1


@pytest.mark.parametrize("turn", range(6))
def test_every_other_team_has_one_more_turn(turn: int) -> None:
    """R8.2: with three teams the next two seats, which belong to the other two teams."""
    game = last_card({turn: {"goods": {"food": 1}}}, players=6, turn=turn)
    play(game, f"{turn}: play praetor", f"{turn}: purchase colonist-1", "done")
    followers = []
    while not game.over:
        followers.append(in_turn(game))
        idle(game)
    assert followers == [(turn + 1) % 6, (turn + 2) % 6]


def test_with_two_teams_one_more_turn() -> None:
    """R8.2: the other team's next player in order, with the partner; then the game is over."""
    game = last_card({3: {"goods": {"food": 1}}}, turn=3)
    play(game, "3: play praetor", "3: purchase colonist-1", "1: done")
    assert in_turn(game) == 0
    play(game, "0: play mercator", "0: done")
    assert not game.over
    play(game, "2: done")
    assert game.over


def test_the_fifteenth_house_of_a_partner_ends_the_game() -> None:
    """R8.2: and a fifteenth house of the other partner in the same turn changes nothing."""
    cities = [city for city in IMPERIUM_TOKENS if city not in {"aquileia", "vindobona"}]
    first: Seat = {
        "coins": 9, "goods": {"food": 1}, "houses": cities[:14],
        "colonists": ["land aquileia~vindobona"],
    }  # fmt: skip
    second: Seat = {
        **first,
        "colonists": ["land colonia~vindobona"],
        "houses": [*cities[3:16], "colonia"],
    }
    game = teams({0: first, 2: second})
    play(game, "0: play architect", "0: build vindobona", "0: done")
    assert len(houses(game, 2)) == 14
    play(game, "2: build vindobona", "2: done")
    assert concordia_of(game) == [7, 0, 0, 0]
    assert in_turn(game) == 1
    idle(game)
    assert game.over
