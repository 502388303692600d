"""Every worked example of the rulebooks, told in our own words and played.

The printed rulebooks (English, German, Russian, and the one with the Venus cards) tell mostly the
same examples; where they differ each has its own test. Their pictures are not in the text: what a
picture would show is chosen so that every figure the text names comes out.
"""

from __future__ import annotations

import pytest

from tests.support import (
    Seat,
    coins,
    colonists,
    deciding,
    decks_in_play,
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
from viae.data import load_board

RED, BLUE, YELLOW = 0, 1, 2

# Tribune


def test_tribune_after_four_cards() -> None:
    """R5.1: five cards come back for 2 coins; a colonist in the capital frees a storage space."""
    four = ["architect", "prefect", "mercator", "senator"]
    own: Seat = {"coins": 0, "pile": four, "goods": {"food": 1, "tool": 1, "brick": 6}}
    game = table(players=2, seats={0: own})
    play(game, "0: play tribune")
    assert coins(game, 0) == 2
    assert len(hand(game, 0)) == 7
    play(game, "0: settle land roma")
    assert colonists(game, 0) == ["land roma", "land roma", "sea roma"]
    assert store(game, 0) == {"brick": 6}
    # Eight spaces were full; now nine are there, and three of them are free.
    play(game, "1: play tribune", "1: done", "0: play mercator")
    assert coins(game, 0) == 5
    assert "buy 1 brick" in game.legal()


# Architect


def red_builds(aquileia: str, goods: dict[str, int], purse: int) -> Game:
    """Three colonists: one between Colonia and Novaria, two in Roma; two houses in Aquileia."""
    swap = {"aquileia": "brick", "dyrrhachium": "food"} if aquileia == "brick" else {}
    game = table(
        tokens=swap,
        seats={
            RED: {
                "coins": purse,
                "goods": goods,
                "houses": ["colonia"],
                "colonists": ["land colonia~novaria", "land roma", "sea roma"],
            },
            BLUE: {"houses": ["aquileia"], "colonists": []},
            YELLOW: {"houses": ["aquileia"], "colonists": []},
        },
    )
    play(game, "0: play architect")
    play(game, "0: move sea roma massilia~roma")  # one step
    play(game, "0: move land roma aquileia~vindobona")  # two steps
    return game


def test_architect_with_three_steps_and_three_houses() -> None:
    """R5.2: English, German and Venus text. A third house in the food city triples its 2 coins."""
    goods = {"brick": 3, "cloth": 1, "wine": 1, "food": 2}
    game = red_builds("food", goods, purse=16)
    assert offered(game, "move") == []  # three colonists, three steps
    # Five cities lie beside the colonists; one has a red house already, Roma never gets one.
    near = ["build aquileia", "build massilia", "build novaria", "build vindobona"]
    assert offered(game, "build") == near
    play(game, "0: build massilia")
    assert coins(game, RED) == 16 - 5
    play(game, "0: build novaria")
    assert coins(game, RED) == 16 - 5 - 4
    play(game, "0: build aquileia")
    assert coins(game, RED) == 16 - 5 - 4 - 6
    assert store(game, RED) == {"food": 1}
    assert houses(game, RED) == ["aquileia", "colonia", "massilia", "novaria"]


def test_architect_russian_text() -> None:
    """R5.2: the same, but Aquileia makes bricks: 1 food and three times 1 coin."""
    game = red_builds("brick", {"brick": 2, "cloth": 1, "wine": 1, "food": 1}, purse=12)
    play(game, "0: build massilia", "0: build novaria", "0: build aquileia")
    assert coins(game, RED) == 12 - 5 - 4 - 3
    assert store(game, RED) == {}


def test_architect_third_house_in_a_wine_city() -> None:
    """R5.2: German text. A brick, a wine and 3 x 4 = 12 coins beside two houses of others."""
    game = table(
        seats={
            RED: {
                "coins": 12,
                "goods": {"brick": 1, "wine": 1},
                "colonists": ["land colonia~novaria"],
            },
            BLUE: {"houses": ["novaria"]},
            YELLOW: {"houses": ["novaria"]},
        }
    )
    play(game, "0: play architect", "0: build novaria")
    assert coins(game, RED) == 0
    assert store(game, RED) == {}


@pytest.mark.parametrize("nth", [2, 3, 4, 5])
def test_architect_the_nth_house_costs_n_times(nth: int) -> None:
    """R5.2: the texts name the third and the fourth house of a city."""
    own: Seat = {
        "coins": 50,
        "goods": {"brick": 1, "tool": 1},
        "colonists": ["land colonia~novaria"],
    }
    before: dict[int, Seat] = {seat: {"houses": ["colonia"]} for seat in range(1, nth)}
    game = table(players=5, seats={0: own, **before})
    play(game, "0: play architect", "0: build colonia")
    assert coins(game, 0) == 50 - 3 * nth


# Prefect


def test_prefect_in_syria() -> None:
    """R5.3: Red gets a cloth as bonus and, like Blue, a food; Yellow gets a cloth.

    Then six coins lie on the markers. The picture is not in the text: one more marker with one
    coin and two with two coins make six.
    """
    game = table(
        markers=["gallia", "asia", "britannia"],
        seats={
            RED: {"goods": {}, "houses": ["antiochia"]},
            BLUE: {"goods": {}, "coins": 0, "houses": ["antiochia"]},
            YELLOW: {"goods": {}, "houses": ["tyros"]},
        },
    )
    play(game, "0: play prefect", "0: produce syria")
    assert store(game, RED) == {"food": 1, "cloth": 1}
    assert store(game, BLUE) == {"food": 1}
    assert store(game, YELLOW) == {"cloth": 1}
    assert "syria" in markers(game)
    play(game, "1: play prefect", "1: collect")
    assert coins(game, BLUE) == 6
    assert markers(game) == []


def test_prefect_in_locris() -> None:
    """R5.3: Venus text. A cloth as bonus; bricks for Red and Blue, a cloth for Yellow.

    Six markers then show ten coins; which ones the text does not say: two of cloth, four others.
    """
    game = table(
        "hellas",
        tokens={"delphi": "brick", "kephallenia": "wine"},
        markers=["laconia", "epirus", "attica", "euboea", "achaia"],
        seats={
            RED: {"goods": {}, "houses": ["delphi"]},
            BLUE: {"goods": {}, "coins": 0, "houses": ["delphi"]},
            YELLOW: {"goods": {}, "houses": ["thermos"]},
        },
    )
    play(game, "0: play prefect", "0: produce locris")
    assert store(game, RED) == {"brick": 1, "cloth": 1}
    assert store(game, BLUE) == {"brick": 1}
    assert store(game, YELLOW) == {"cloth": 1}
    assert len(markers(game)) == 6
    play(game, "1: play prefect", "1: collect")
    assert coins(game, BLUE) == 10
    assert markers(game) == []


# Colonist


@pytest.mark.parametrize("city", ["massilia", "aquileia"])
def test_colonist_places_two(city: str) -> None:
    """R5.5: 2 food and 2 of 3 tools; a sea colonist in Roma, a land colonist by a house.

    Massilia in most texts, Aquileia in the Russian one; Novaria has no house, so nobody starts
    there. Both could start in one city.
    """
    own: Seat = {
        "goods": {"food": 2, "tool": 3},
        "bought": ["colonist-1"],
        "houses": ["massilia", "aquileia"],
    }
    game = table(seats={RED: own})
    play(game, "0: play colonist-1")
    assert {"settle land massilia", "settle land aquileia"} <= set(game.legal())
    assert refused(game, "settle land novaria") == "R5.5"
    together = play(game.copy(), f"0: settle sea {city}", f"0: settle land {city}")
    assert {f"land {city}", f"sea {city}"} <= set(colonists(together, RED))
    play(game, "0: settle sea roma", f"0: settle land {city}")
    assert game.legal() == ["done"]
    assert store(game, RED) == {"tool": 1}
    assert sorted(colonists(game, RED)) == sorted(
        [f"land {city}", "land roma", "sea roma", "sea roma"]
    )


def test_colonist_income_of_both_editions() -> None:
    """R5.5: no figures are told; 5 and 1 for each of three colonists, or 2 for each."""
    own: Seat = {
        "coins": 0,
        "bought": ["colonist-1"],
        "colonists": ["land roma", "sea roma", "sea roma"],
    }
    for income, gain in (("5+1", 8), ("2x", 6)):
        game = table(seats={0: own}, options={"colonist_income": income})
        play(game, "0: play colonist-1", "0: cash")
        assert coins(game, 0) == gain


# Mercator


def test_mercator_sells_wine_and_buys_bricks() -> None:
    """R5.4: 2 + 3 coins, 3 wine for 18 make 23; bricks for 7, but space for 5; 4 for 12.

    What else lies in the store is only in the picture; three more goods leave those five spaces.
    """
    game = table(seats={0: {"coins": 2, "goods": {"wine": 3, "food": 1, "tool": 1, "cloth": 1}}})
    play(game, "0: play mercator")
    assert coins(game, 0) == 5
    play(game, "0: sell 3 wine")
    assert coins(game, 0) == 23
    bricks = [entry for entry in offered(game, "buy") if entry.endswith("brick")]
    assert bricks == [f"buy {number} brick" for number in range(1, 6)]
    assert refused(game, "buy 6 brick") == "R3.1"
    play(game, "0: buy 4 brick")
    assert coins(game, 0) == 11
    # A food would have been the third kind: the turn is over.
    assert deciding(game) == 1


# Diplomat


def test_diplomat_with_four_other_players() -> None:
    """R5.9: the others show a senator, an architect, a diplomat and a prefect: three to copy.

    The order of the four is only in the picture.
    """
    shown = {1: "senator", 2: "architect", 3: "diplomat", 4: "prefect"}
    game = table(players=5, seats={seat: {"pile": [card]} for seat, card in shown.items()})
    play(game, "0: play diplomat")
    assert game.legal() == ["copy 1", "copy 2", "copy 4", "done"]


def test_diplomat_in_team_play() -> None:
    """R10.9: players 1 to 4 are the seats 2, 3, 0 and 1 here, so that player 1 has a diplomat.

    Mercator of player 2 or prefect of player 4, not the architect of the partner. Player 1 lets a
    province produce, the partner takes the coins; then it is player 2's turn. A diplomat of the
    partner cannot copy that prefect again.
    """
    game = table(
        variant="venus-team",
        players=4,
        turn=2,
        markers=["asia"],
        seats={
            0: {"pile": ["architect"], "bought": ["diplomat-1"], "coins": 0},
            1: {"pile": ["prefect"]},
            3: {"pile": ["mercator"]},
        },
    )
    play(game, "2: play diplomat")
    assert game.legal() == ["copy 1", "copy 3", "done"]
    play(game, "2: copy 1", "2: produce syria", "0: collect")
    assert coins(game, 0) == 3
    assert in_turn(game) == deciding(game) == 3
    play(game, "3: play praetor", "3: done", "1: done", "0: play diplomat-1")
    assert refused(game, "copy 1") == "R10.9"


# Magister


def test_magister_after_a_prefect() -> None:
    """R5.10: Venus text. The prefect of the turn before is carried out once more."""
    game = table(variant="venus", players=2, seats={0: {"goods": {}}})
    play(game, "0: play prefect", "0: produce syria", "1: play mercator", "1: done")
    play(game, "0: play magister", "0: repeat", "0: produce asia")
    assert store(game, 0) == {"wine": 1, "cloth": 1}
    assert markers(game) == ["asia", "syria"]


# Senator, consul

CHEAPEST = ["mercator-1", "prefect-1", "architect-1", "farmer-1"]
DEARER = ["diplomat-1", "colonist-1", "mason-1"]  # positions 5 to 7 are not shown


def test_senator_buys_mercator_and_architect() -> None:
    """R5.6: a wine for the first card; a tool and, for the question mark, a brick for the third.

    The prefect moves by one place, all others by two, two new cards follow. The farmer in fourth
    place would have cost a brick, a food and a cloth.
    """
    own: Seat = {"goods": {"wine": 1, "tool": 1, "brick": 2, "food": 1, "cloth": 1}}
    game = table(seats={0: own}, display=CHEAPEST + DEARER)
    farmer = play(game.copy(), "0: play senator", "0: purchase farmer-1")
    assert store(farmer, 0) == {"wine": 1, "tool": 1, "brick": 1}
    play(game, "0: play senator", "0: purchase mercator-1")
    other_goods = [entry for entry in game.legal() if "architect-1" in entry]
    assert other_goods == [
        f"purchase architect-1 with {good}" for good in ("brick", "cloth", "food")
    ]
    play(game, "0: purchase architect-1 with brick")
    assert store(game, 0) == {"brick": 1, "food": 1, "cloth": 1}
    play(game, "*: reveal smith-1", "*: reveal consul-2")
    assert display(game) == ["prefect-1", "farmer-1", *DEARER, "smith-1", "consul-2"]
    assert {"mercator-1", "architect-1"} <= set(hand(game, 0))


def test_consul_buys_a_colonist_in_sixth_place() -> None:
    """R5.7: a food alone; the prefect moves from the seventh place to the sixth.

    The first five cards are not shown.
    """
    row = ["architect-1", "mercator-1", "farmer-1", "mason-1", "smith-1", "colonist-1", "prefect-1"]
    own: Seat = {"goods": {"food": 2, "wine": 1, "cloth": 1}, "bought": ["consul-2"]}
    game = table(seats={0: own}, display=row)
    play(game, "0: play consul-2", "0: purchase colonist-1")
    assert store(game, 0) == {"food": 1, "wine": 1, "cloth": 1}
    assert "colonist-1" in hand(game, 0)
    play(game, "*: reveal weaver-2")
    assert display(game) == [*row[:5], "prefect-1", "weaver-2"]
    assert deciding(game) == 1


# Specialists


def test_vintner_with_four_wine_cities() -> None:
    """R5.8: four wine onto four free spaces, nothing for the others; German: if there is space."""
    wine_cities = ["sirmium", "lutetia", "byzantium", "novaria"]
    for already, taken in ((4, 4), (6, 2)):
        own: Seat = {"goods": {"brick": already}, "bought": ["vintner-2"], "houses": wine_cities}
        game = table(seats={0: own, 1: {"houses": ["novaria"]}})
        before = store(game, 1)
        play(game, "0: play vintner-2")
        assert store(game, 0) == {"brick": already, "wine": taken}
        assert store(game, 1) == before


# Team cards


def test_turns_in_team_play() -> None:
    """R10.1: player 4 plays a prefect, then player 2 uses it; the marker goes to player 1."""
    game = table(variant="venus-team", players=4, turn=3, markers=["asia"])
    play(game, "3: play prefect", "3: produce syria", "1: collect")
    assert in_turn(game) == deciding(game) == 0
    play(game, "0: play mercator", "0: done", "2: done")
    assert in_turn(game) == 1


def test_proconsul_answered_for_oneself() -> None:
    """R10.7: the beginning of this example is lost; its end says that each of White's cards would
    have worked for White alone, a tribune recovering only White's cards.
    """
    black, white = 0, 2
    game = table(
        variant="venus-team",
        players=4,
        seats={
            black: {"bought": ["proconsul-2"], "pile": ["mercator", "prefect"]},
            white: {"pile": ["mercator", "prefect", "diplomat"]},
        },
    )
    play(game, "0: play proconsul-2", "0: done")
    assert in_turn(game) == black  # the marker stays with the proconsul
    play(game, "2: play tribune", "2: done")
    assert pile(game, white) == []
    assert pile(game, black) == ["mercator", "prefect", "proconsul-2"]
    assert in_turn(game) == deciding(game) == 1


def test_legatus_asks_for_an_architect() -> None:
    """R10.8: Black owns no architect, suggests White's; White builds first, then Black."""
    black, white = 2, 0
    game = table(
        variant="venus-team",
        players=4,
        turn=black,
        seats={
            black: {"colonists": ["sea massilia~roma"]},
            white: {"colonists": ["land colonia~novaria"]},
        },
    )
    assert "play architect" not in game.legal()
    play(game, "2: play legatus", "2: suggest architect")
    play(game, "0: play architect", "0: build novaria", "0: done")
    assert in_turn(game) == black
    play(game, "2: build massilia", "2: done")
    assert houses(game, white) == ["novaria"]
    assert houses(game, black) == ["massilia"]
    assert in_turn(game) == deciding(game) == 3


def test_double_card_as_mercator() -> None:
    """R5.11: in individual play Architect/Mercator as mercator: 5 coins and two kinds of goods."""
    game = table(variant="venus", seats={0: {"coins": 0, "bought": ["architect/mercator-2"]}})
    play(game, "0: play architect/mercator-2 as mercator")
    assert coins(game, 0) == 5
    play(game, "0: sell 1 wine", "0: buy 1 cloth")
    assert coins(game, 0) == 5 + 6 - 7
    assert deciding(game) == 1


# Scoring: three brick, four food, three tool and two cloth cities in seven provinces, five of which
# hold two houses each.

TWELVE = [
    "isca", "londinium", "colonia", "vindobona", "rusadir", "carthago", "antiochia", "tyros",
    "leptis-magna", "cyrene", "olisipo", "massilia",
]  # fmt: skip
WINNER: Seat = {
    "coins": 13,
    "goods": {"cloth": 1, "tool": 3, "brick": 1},
    "houses": TWELVE,
    "colonists": ["land roma", "land roma", "sea roma", "sea massilia~roma", "land aquileia~roma"],
}
POINTS = {
    "vesta": 3,
    "jupiter": 2 * 9,
    "saturnus": 4 * 7,
    "mercurius": 2 * 8,
    "mars": 3 * 10,
    "minerva": 12,
    "venus": 0,
    "concordia": 7,
}


def test_final_scoring_of_114_points() -> None:
    """R9.1 to R9.9: the example of the English, German and Russian texts, god by god.

    The cards are those the text counts: one of Vesta, two of Jupiter, four of Saturnus, two of
    Mercurius, three of Mars and a farmer; here some of them lie on the pile.
    """
    cards = ["prefect-1", "prefect-2", "mercator-1", "colonist-1", "colonist-2"]
    seat: Seat = {**WINNER, "bought": cards, "pile": ["farmer-1", "prefect", "senator"]}
    game = table(seats={0: seat}, display=[], concordia=0, last_turns=0)
    assert game.scores()[0].gods == POINTS
    assert game.scores()[0].total == 114


def test_final_scoring_of_134_points() -> None:
    """R9.4: the Venus text adds five provinces with two houses for two cards of Venus."""
    cards = [
        "prefect-2",
        "diplomat-1",
        "mercator-1",
        "colonist-1",
        "colonist-2",
        "architect/mercator-2",
    ]
    seat: Seat = {**WINNER, "bought": [*cards, "farmer-1"]}
    game = table(variant="venus", seats={0: seat}, display=[], concordia=0, last_turns=0)
    assert game.scores()[0].gods == POINTS | {"venus": 2 * 10}
    assert game.scores()[0].total == 134


def test_the_largest_rewards_of_one_card() -> None:
    """R9.2, R9.5, R9.6: the texts name 15 for Jupiter, 10 for Mercurius and 12 for Mars."""
    no_bricks = [
        "londinium", "colonia", "sirmium", "napoca", "tomis", "lutetia", "massilia", "brigantium",
        "olisipo", "rusadir", "carthago", "cyrene", "byzantium", "antiochia", "novaria",
    ]  # fmt: skip
    six = ["land roma"] * 3 + ["sea roma"] * 3
    game = table(seats={0: {"houses": no_bricks, "colonists": six}}, concordia=0, last_turns=0)
    points = game.scores()[0].gods
    assert points["jupiter"] == 2 * 15
    assert points["mercurius"] == 8  # a brick city would make it 10
    assert points["mars"] == 12
    game = table(seats={0: {"houses": ["isca", *no_bricks[:14]]}}, concordia=0, last_turns=0)
    assert game.scores()[0].gods["mercurius"] == 10


# The reference manual


def test_manual_components() -> None:
    """R1.2, R2.3: 12 provinces and 30 cities, 11 and 25; two players use decks I and II only."""
    for board, provinces, cities in (("imperium", 12, 30), ("italia", 11, 25)):
        loaded = load_board(board)
        assert len(loaded.provinces) == provinces
        assert len([city for city in loaded.cities if city.letter]) == cities
    two = Game.new(board="italia", players=2).position()
    assert list(two["unseen"]) == ["1", "2"]
    assert list(decks_in_play("concordia", 2)) == [1, 2]


def test_manual_storehouse_at_the_start() -> None:
    """R2.4, R3.1: four colonists and six goods leave two empty spaces."""
    game = table(seats={0: {"coins": 99}})
    play(game, "0: play mercator")
    assert "buy 2 brick" in game.legal()
    assert "buy 3 brick" not in game.legal()


def test_manual_moving_no_step() -> None:
    """R5.2: movement is optional."""
    game = table(seats={0: {"colonists": ["land colonia~novaria"]}})
    play(game, "0: play architect", "0: build novaria")
    assert colonists(game, 0) == ["land colonia~novaria"]


def test_manual_building_beside_others_but_not_beside_oneself() -> None:
    """R5.2: not in a city with an own house; in one with several opponents for more coins."""
    game = table(
        seats={
            0: {"coins": 20, "houses": ["colonia"], "colonists": ["land colonia~novaria"]},
            1: {"houses": ["novaria"]},
            2: {"houses": ["novaria"]},
        }
    )
    play(game, "0: play architect")
    assert offered(game, "build") == ["build novaria"]
    play(game, "0: build novaria")
    assert coins(game, 0) == 20 - 3 * 4


def test_manual_diplomat_copies_a_senator_for_two_cards() -> None:
    """R5.9: the full action."""
    game = table(seats={0: {"goods": {"tool": 1, "wine": 1, "brick": 1}}, 1: {"pile": ["senator"]}})
    play(game, "0: play diplomat", "0: copy 1")
    play(game, "0: purchase architect-1", "0: purchase prefect-1 with brick")
    assert {"architect-1", "prefect-1"} <= set(hand(game, 0))


def test_manual_praefectus_magnus_must_be_used() -> None:
    """R6: two goods and on it goes, also with a copied prefect."""
    game = table(players=2, magnus=0, seats={0: {"goods": {}}, 1: {"pile": ["prefect"]}})
    own = play(game.copy(), "0: play prefect", "0: produce syria")
    copied = play(game.copy(), "0: play diplomat", "0: copy 1", "0: produce syria")
    for one in (own, copied):
        assert store(one, 0) == {"cloth": 2}
        assert magnus(one) == 1


def test_manual_tribune_with_one_card() -> None:
    """R5.1: possible, without coins; its colonist stays in the capital."""
    game = table(seats={0: {"coins": 0, "pile": ["prefect"]}})
    play(game, "0: play tribune", "0: settle land roma")
    assert coins(game, 0) == 0
    assert colonists(game, 0) == ["land roma", "land roma", "sea roma"]


def test_manual_selling_without_buying() -> None:
    """R5.4: two sales."""
    game = table(seats={0: {"coins": 0}})
    play(game, "0: play mercator", "0: sell 1 wine", "0: sell 1 cloth")
    assert coins(game, 0) == 3 + 6 + 7


def test_manual_specialists_points() -> None:
    """R9.7: 3, 3, 3, 4 and 5 for each city of the good."""
    cards = ["mason-1", "farmer-1", "smith-1", "vintner-2", "weaver-2"]
    own: Seat = {"bought": cards, "houses": ["isca", "londinium", "colonia", "novaria", "massilia"]}
    assert table(seats={0: own}).scores()[0].gods["minerva"] == 3 + 3 + 3 + 4 + 5
