"""Scoring god by god, and who wins a tie (R9)."""

from __future__ import annotations

import pytest

from tests.support import Seat, magnus, play, table
from viae import Game
from viae.data import load_board

NOTHING: Seat = {"coins": 0, "goods": {}, "colonists": []}
GODS = ["vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva", "venus", "concordia"]


def gods(variant: str = "concordia", players: int = 3, **said: object) -> dict[str, int]:
    """The points of seat 0, which has nothing but what is said."""
    own: Seat = {**NOTHING, **said}  # type: ignore[typeddict-item]
    return table(variant=variant, players=players, seats={0: own}).scores()[0].gods


# God by god


def test_without_anything_there_are_no_points() -> None:
    """R9.1: cards alone are worth nothing; every god is listed, in this order."""
    points = gods()
    assert list(points) == GODS
    assert not any(points.values())


@pytest.mark.parametrize(
    ("purse", "points"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (137, 13)]
)
def test_vesta_rewards_every_full_ten_coins(purse: int, points: int) -> None:
    """R9.1: the rest is ignored."""
    assert gods(coins=purse)["vesta"] == points


def test_vesta_counts_goods_at_their_price_together_with_coins() -> None:
    """R9.1: 3 + 4 + 5 + 6 + 7 = 25 for one of each, and 5 coins."""
    one_of_each = {"brick": 1, "food": 1, "tool": 1, "wine": 1, "cloth": 1}
    assert gods(coins=4, goods=one_of_each)["vesta"] == 2
    assert gods(coins=5, goods=one_of_each)["vesta"] == 3


def test_jupiter_rewards_houses_in_cities_without_bricks() -> None:
    """R9.2: one point for each, per card; the first hand has two such cards."""
    brick = ["isca", "vindobona"]
    others = ["massilia", "londinium", "novaria"]
    assert gods(houses=brick)["jupiter"] == 0
    assert gods(houses=brick + others)["jupiter"] == 2 * 3
    assert gods(houses=others, bought=["architect-1", "consul-2"])["jupiter"] == 4 * 3


def test_saturnus_rewards_provinces_with_a_house() -> None:
    """R9.3: several houses in a province count once."""
    houses = ["lutetia", "burdigala", "massilia", "isca", "tyros"]
    assert gods(houses=houses)["saturnus"] == 2 * 3
    assert gods(houses=houses, bought=["prefect-1", "diplomat-1"])["saturnus"] == 4 * 3


@pytest.mark.parametrize(("board", "most"), [("imperium", 12), ("italia", 11)])
def test_saturnus_gives_at_most_the_number_of_provinces(board: str, most: int) -> None:
    """R9.3: a house in every province of the board."""
    one_each = {city.province: city.id for city in load_board(board).cities if city.letter}
    game = table(board, seats={0: {**NOTHING, "houses": list(one_each.values())}})
    assert game.scores()[0].gods["saturnus"] == 2 * most


def test_venus_rewards_provinces_with_two_own_houses() -> None:
    """R9.4: 2 points each, per card; a third house there adds nothing, a single one neither."""
    houses = ["lutetia", "burdigala", "massilia", "isca", "londinium", "tyros"]
    assert gods("venus", houses=houses)["venus"] == 2 * 2
    both = gods("venus", houses=houses, bought=["prefect/architect-1", "architect/mercator-2"])
    assert both["venus"] == 3 * 4


def test_venus_gives_at_most_fourteen() -> None:
    """R9.4: fifteen houses fill seven provinces twice; the odd one adds nothing."""
    pairs = [
        "isca", "londinium", "lutetia", "burdigala", "brigantium", "olisipo", "colonia",
        "vindobona", "novaria", "aquileia", "rusadir", "carthago", "sirmium", "napoca",
    ]  # fmt: skip
    game = table(
        variant="venus",
        concordia=0,
        last_turns=0,
        seats={0: {**NOTHING, "houses": [*pairs, "tyros"]}},
    )
    assert game.scores()[0].gods["venus"] == 14


def test_houses_of_others_do_not_help_venus_in_individual_play() -> None:
    """R9.4: own houses only."""
    game = table(
        variant="venus", seats={0: {**NOTHING, "houses": ["isca"]}, 1: {"houses": ["londinium"]}}
    )
    assert game.scores()[0].gods["venus"] == 0


def test_there_is_no_venus_in_the_base_game() -> None:
    """R9.4: no card of it is there."""
    assert gods(houses=["isca", "londinium"])["venus"] == 0


def test_mercurius_rewards_kinds_of_goods() -> None:
    """R9.5: 2 points for each kind that own houses produce, per card."""
    assert gods(houses=["isca", "vindobona"])["mercurius"] == 2
    assert gods(houses=["isca", "massilia", "novaria"])["mercurius"] == 6
    everything = ["isca", "londinium", "colonia", "novaria", "massilia", "athenae"]
    assert gods(houses=everything)["mercurius"] == 10
    assert gods(houses=everything, bought=["mercator-1"])["mercurius"] == 20


@pytest.mark.parametrize("on_board", range(7))
def test_mars_rewards_colonists_on_the_board(on_board: int) -> None:
    """R9.6: 2 points for each, in a city or on a path, per card."""
    places = ["land roma", "sea roma", "land aquileia~roma", "sea massilia~roma"]
    places = [*places, "land roma", "sea roma"][:on_board]
    assert gods(colonists=places)["mars"] == 2 * on_board
    assert gods(colonists=places, bought=["colonist-1"])["mars"] == 2 * 2 * on_board


@pytest.mark.parametrize(
    ("card", "each", "city"),
    [
        ("mason-1", 3, "isca"),
        ("farmer-1", 3, "londinium"),
        ("smith-1", 3, "colonia"),
        ("vintner-2", 4, "novaria"),
        ("weaver-2", 5, "massilia"),
    ],
)
def test_minerva_rewards_houses_of_the_specialists_good(card: str, each: int, city: str) -> None:
    """R9.7: the points on the card for each house in a city of its good."""
    every_good = ["isca", "londinium", "colonia", "novaria", "massilia"]
    assert gods(houses=every_good, bought=[card])["minerva"] == each
    more = {"isca": "vindobona", "londinium": "aquileia", "colonia": "syracusae",
            "novaria": "sirmium", "massilia": "tyros"}[city]  # fmt: skip
    assert gods(houses=[*every_good, more], bought=[card])["minerva"] == 2 * each
    others = [house for house in every_good if house != city]
    assert gods(houses=others, bought=[card])["minerva"] == 0


def test_several_specialists_add_up() -> None:
    """R9.7: each with its own good and points."""
    houses = ["isca", "vindobona", "massilia"]
    assert gods(houses=houses, bought=["mason-1", "weaver-2"])["minerva"] == 3 * 2 + 5


def test_cards_count_in_hand_and_on_the_pile() -> None:
    """R9.2: all cards of a player, wherever they are."""
    in_hand = gods(houses=["massilia"], coins=30, bought=["weaver-2", "consul-2"])
    piled = gods(
        houses=["massilia"], coins=30, pile=["weaver-2", "senator", "consul-2", "diplomat"]
    )
    assert in_hand == piled
    assert piled["vesta"] == 3
    assert piled["jupiter"] == 3
    assert piled["minerva"] == 5


def test_cards_in_the_display_count_for_nobody() -> None:
    """R9.2: a card counts for its owner only."""
    brick_house: Seat = {**NOTHING, "houses": ["isca"]}
    game = table(seats=dict.fromkeys(range(3), brick_house))
    assert [one.gods["minerva"] for one in game.scores()] == [0, 0, 0]


def test_the_concordia_card_is_worth_seven() -> None:
    """R9.9: for the one who has it."""
    game = table(display=[], concordia=1, last_turns=0)
    assert [one.gods["concordia"] for one in game.scores()] == [0, 7, 0]


def test_the_total_is_the_sum_of_the_gods() -> None:
    """R9.9: everything together."""
    game = table(display=[], concordia=2, last_turns=0, seats={0: {"houses": ["massilia", "isca"]}})
    assert all(one.total == sum(one.gods.values()) for one in game.scores())


def test_scores_can_be_asked_at_any_moment() -> None:
    """R9.1: as if the game ended now."""
    game = table(seats={0: {**NOTHING, "coins": 7}})
    assert game.scores()[0].total == 0
    play(game, "0: play mercator")
    assert game.scores()[0].gods["vesta"] == 1


# Team play


def team(seats: dict[int, Seat], players: int = 4) -> Game:
    empty: dict[int, Seat] = dict.fromkeys(range(players), NOTHING)
    said: dict[int, Seat] = {seat: {**NOTHING, **own} for seat, own in seats.items()}
    return table(variant="venus-team", players=players, seats=empty | said)


def test_venus_in_team_play_rewards_provinces_with_both_partners() -> None:
    """R9.4: 1 point per province where each partner has a house, for each partner's cards."""
    game = team(
        {
            0: {"houses": ["lutetia", "burdigala", "isca", "novaria"]},
            2: {"houses": ["massilia", "isca", "tyros"]},
            1: {"houses": ["novaria", "lutetia"]},
        }
    )
    # gallia and britannia; each partner has one card of Venus, the legatus.
    assert [one.gods["venus"] for one in game.scores()] == [2, 0, 2, 0]


def test_two_own_houses_in_a_province_are_nothing_to_a_teams_venus() -> None:
    """R9.4: the partner has to be there."""
    game = team({0: {"houses": ["lutetia", "massilia"]}})
    assert game.scores()[0].gods["venus"] == 0


def test_a_teams_venus_is_limited_only_by_the_provinces() -> None:
    """R9.4: all twelve provinces with both partners are 12 points per card, with three cards 36."""
    one_each = {city.province: city.id for city in load_board("imperium").cities if city.letter}
    everywhere = list(one_each.values())
    game = team(
        {
            0: {"houses": everywhere, "bought": ["prefect/architect-1", "architect/mercator-2"]},
            2: {"houses": everywhere},
        }
    )
    assert game.scores()[0].gods["venus"] == 3 * 12
    assert game.scores()[2].gods["venus"] == 12


def test_a_legatus_counts_three_times() -> None:
    """R9.8: once for Jupiter, once for Saturnus, once for Venus."""
    game = team({0: {"houses": ["massilia"]}, 2: {"houses": ["lutetia"]}})
    # Seat 0: architect and legatus, prefect and legatus, legatus.
    points = game.scores()[0].gods
    assert (points["jupiter"], points["saturnus"], points["venus"]) == (2, 2, 1)


def test_a_teams_score_is_the_sum_of_its_partners() -> None:
    """R9.10: in the order of their first seats."""
    game = team({0: {"coins": 10}, 1: {"coins": 20}, 2: {"coins": 30}, 4: {"coins": 50}}, players=6)
    seats = [one.total for one in game.scores()]
    assert seats[:5] == [1, 2, 3, 0, 5]
    assert game.teams() == [seats[0] + seats[3], seats[1] + seats[4], seats[2] + seats[5]]


def test_without_teams_there_are_no_team_scores() -> None:
    """R9.10: only in team play."""
    assert Game.new(players=4).teams() is None


# Ties


def level(players: int, holder: int, best: list[int], variant: str = "concordia") -> Game:
    """A finished game in which the named seats share the most points: coins make them equal."""
    empty: dict[int, Seat] = dict.fromkeys(range(players), NOTHING)
    said = {"display": [], "concordia": 0, "last_turns": 0, "magnus": holder}
    plain = table(variant=variant, players=players, seats=empty, **said)  # type: ignore[arg-type]
    totals = [one.total for one in plain.scores()]
    top = max(totals) + 5
    seats: dict[int, Seat] = {
        seat: {**NOTHING, "coins": 10 * (top - totals[seat])} if seat in best else NOTHING
        for seat in range(players)
    }
    game = table(variant=variant, players=players, seats=seats, **said)  # type: ignore[arg-type]
    assert [seat for seat in range(players) if game.scores()[seat].total == top] == best
    return game


def test_the_most_points_win() -> None:
    """R9.11: the Praefectus Magnus matters in a tie only."""
    for holder in range(3):
        assert level(3, holder, [1]).winner == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_tie_is_won_by_the_holder_of_the_praefectus_magnus(players: int) -> None:
    """R9.11: if among the tied."""
    for holder in range(players):
        assert level(players, holder, list(range(players))).winner == holder


@pytest.mark.parametrize(
    ("players", "holder", "best", "winner"),
    [
        (3, 2, [0, 1], 1),
        (3, 0, [1, 2], 2),
        (3, 1, [0, 2], 0),
        (4, 3, [0, 1], 1),
        (4, 0, [1, 2], 2),
        (5, 2, [3, 4], 4),
        (5, 4, [0, 2], 2),
        (5, 0, [1, 2, 3], 3),
    ],
)
def test_else_by_the_tied_player_who_would_get_it_next(
    players: int, holder: int, best: list[int], winner: int
) -> None:
    """R9.11: going to the right from the holder, so to smaller seats."""
    assert level(players, holder, best).winner == winner


@pytest.mark.parametrize(
    ("entries", "holder", "winner"),
    [
        (["1: play prefect", "1: produce syria"], 0, 0),
        (["1: play prefect", "1: collect"], 1, 1),
    ],
)
def test_a_tie_looks_at_the_holder_after_the_last_turn(
    entries: list[str], holder: int, winner: int
) -> None:
    """R9.11, R6: seat 1 holds it, produces in the very last turn, and loses the tie by it."""
    seats: dict[int, Seat] = {
        0: {**NOTHING, "coins": 80},
        1: {**NOTHING, "coins": 62, "goods": {"brick": 6}},  # a full store worth 18
        2: NOTHING,
    }
    game = table(
        seats=seats, display=[], concordia=2, last_turns=1, turn=1, magnus=1, markers=["asia"]
    )
    play(game, *entries)
    assert game.over
    assert [one.total for one in game.scores()] == [8, 8, 7]
    assert magnus(game) == holder
    assert game.winner == winner


@pytest.mark.parametrize(
    ("players", "holder", "winner"),
    [(4, 3, 1), (4, 2, 0), (4, 1, 1), (4, 0, 0), (6, 5, 2), (6, 3, 0)],
)
def test_a_tie_of_all_teams_is_won_by_the_holders_team(
    players: int, holder: int, winner: int
) -> None:
    """R9.11: the team of which a partner holds it."""
    game = level(players, holder, list(range(players)), "venus-team")
    assert len(set(game.teams() or [])) == 1
    assert game.winner == winner


@pytest.mark.parametrize(
    ("holder", "best", "winner"),
    [(5, [0, 1, 3, 4], 1), (2, [0, 1, 3, 4], 1), (0, [1, 2, 4, 5], 2), (4, [0, 2, 3, 5], 0)],
)
def test_else_by_the_tied_team_whose_partner_would_get_it_next(
    holder: int, best: list[int], winner: int
) -> None:
    """R9.11: to the right from the holder, whose own team is not among the tied."""
    game = level(6, holder, best, "venus-team")
    totals = game.teams() or []
    assert totals.count(max(totals)) == 2
    assert game.winner == winner
