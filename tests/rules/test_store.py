"""The storehouse: what fits, what is left, who chooses (R3)."""

from __future__ import annotations

import pytest

from tests.support import Seat, coins, deciding, in_turn, offered, play, refused, store, table
from viae.errors import OutOfTurn, PositionError

FULL_ROMA = ["land roma", "sea roma"]  # two colonists on the board: 8 spaces for goods


def most_bricks(colonists: list[str], goods: dict[str, int]) -> int:
    """How many bricks a rich mercator could put into such a store."""
    game = table(seats={0: {"coins": 99, "goods": goods, "colonists": colonists}})
    play(game, "play mercator")
    return len([entry for entry in offered(game, "buy") if entry.endswith("brick")])


# Capacity


def test_a_store_begins_with_two_free_spaces() -> None:
    """R3.1: 12 spaces, four with colonists, six with goods."""
    assert most_bricks(FULL_ROMA, {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1}) == 2


@pytest.mark.parametrize("on_board", range(7))
def test_each_colonist_on_the_board_frees_a_space(on_board: int) -> None:
    """R3.1: goods have 12 spaces less one for each colonist in the store."""
    all_of_them = ["land roma", "land roma", "land roma", "sea roma", "sea roma", "sea roma"]
    assert most_bricks(all_of_them[:on_board], {}) == 6 + on_board


def test_colonists_on_paths_and_in_cities_are_on_the_board_alike() -> None:
    """R3.1: whether in a city or on a path, a colonist is not in the store."""
    assert most_bricks(["land aquileia~roma", "sea roma", "sea massilia~roma"], {}) == 9


def test_a_settled_colonist_frees_a_space_at_once() -> None:
    """R3.1: it leaves the store, and so do the food and the tool."""
    game = table(seats={0: {"coins": 99, "goods": {"food": 1, "tool": 1, "brick": 6}}}, players=2)
    play(game, "0: play tribune", "0: settle sea roma", "1: play tribune", "1: done")
    play(game, "0: play mercator")
    assert [entry for entry in offered(game, "buy") if entry.endswith("cloth")] == [
        "buy 1 cloth",
        "buy 2 cloth",
        "buy 3 cloth",
    ]


def test_no_store_holds_more_than_its_spaces() -> None:
    """R3.1: nine goods beside four colonists are no position."""
    with pytest.raises(PositionError, match="8 spaces"):
        table(seats={0: {"goods": {"brick": 9}}})


# Goods that do not fit


def test_goods_are_never_discarded() -> None:
    """R3.2: a full store takes nothing, and keeps what it holds."""
    game = table(seats={0: {"goods": {"brick": 8}, "houses": ["tyros"]}})
    play(game, "0: play prefect", "0: produce syria")
    assert store(game, 0) == {"brick": 8}
    assert deciding(game) == 1


def test_who_gets_more_than_fits_chooses_which_to_take() -> None:
    """R3.2: one space, and a cloth or a food to put there."""
    game = table(seats={0: {"goods": {"brick": 7}, "houses": ["antiochia"]}})
    play(game, "0: play prefect", "0: produce syria")
    assert deciding(game) == 0
    assert game.legal() == ["keep 1 cloth", "keep 1 food"]
    play(game, "0: keep 1 food")
    assert store(game, 0) == {"brick": 7, "food": 1}


def test_no_space_stays_empty_while_there_is_something_to_take() -> None:
    """R3.2: two spaces are filled with two goods: not with one, not with three."""
    game = table(seats={0: {"goods": {"brick": 6}, "houses": ["alexandria", "memphis", "petra"]}})
    play(game, "0: play prefect", "0: produce aegyptus")
    # The batch: a wine as bonus, a wine, a tool and a brick from the cities.
    assert game.legal() == [
        "keep 1 brick 1 tool",
        "keep 1 brick 1 wine",
        "keep 1 tool 1 wine",
        "keep 2 wine",
    ]
    for wrong in ("keep 1 wine", "keep 1 brick 1 tool 1 wine", "keep 2 tool", "keep 1 food 1 wine"):
        assert refused(game, wrong) == "R3.2"
    play(game, "0: keep 2 wine")
    assert store(game, 0) == {"brick": 6, "wine": 2}


def test_a_choice_among_five_goods_lists_every_different_result() -> None:
    """R3.2: the ways to fill three spaces from two wine, a tool and a brick."""
    game = table(seats={0: {"goods": {"food": 5}, "houses": ["alexandria", "memphis", "petra"]}})
    play(game, "0: play prefect", "0: produce aegyptus")
    assert game.legal() == [
        "keep 1 brick 1 tool 1 wine",
        "keep 1 brick 2 wine",
        "keep 1 tool 2 wine",
    ]


# When the choice is real


def test_goods_that_fit_are_no_decision() -> None:
    """R3.3: two goods for two spaces simply arrive."""
    game = table(seats={0: {"goods": {"brick": 6}, "houses": ["antiochia"]}})
    play(game, "0: play prefect", "0: produce syria")
    assert store(game, 0) == {"brick": 6, "food": 1, "cloth": 1}
    assert deciding(game) == 1


def test_equal_goods_are_no_decision() -> None:
    """R3.3: of two cloth one is taken, whichever it is."""
    game = table(seats={0: {"goods": {"brick": 7}, "houses": ["tyros"]}})
    play(game, "0: play prefect", "0: produce syria")
    assert store(game, 0) == {"brick": 7, "cloth": 1}
    assert deciding(game) == 1


def test_a_full_store_is_no_decision() -> None:
    """R3.3: with no space there is one result only, though the goods differ."""
    game = table(seats={0: {"goods": {"brick": 8}, "houses": ["antiochia"]}})
    play(game, "0: play prefect", "0: produce syria")
    assert store(game, 0) == {"brick": 8}
    assert deciding(game) == 1


def test_a_specialist_that_overflows_is_no_decision() -> None:
    """R3.3: a specialist brings goods of one kind; what fits is taken."""
    brick_cities = ["isca", "vindobona", "burdigala", "valentia"]
    game = table(seats={0: {"goods": {"cloth": 5}, "houses": brick_cities, "bought": ["mason-1"]}})
    play(game, "0: play mason-1")
    assert store(game, 0) == {"brick": 3, "cloth": 5}
    assert deciding(game) == 1


def test_bonus_and_city_goods_are_one_batch() -> None:
    """R3.3: the bonus cloth may be left for the food of a city that comes with it."""
    game = table(seats={0: {"goods": {"brick": 7}, "houses": ["antiochia"]}})
    play(game, "0: play prefect", "0: produce syria", "0: keep 1 food")
    assert store(game, 0) == {"brick": 7, "food": 1}


def test_the_doubled_bonus_belongs_to_the_batch_too() -> None:
    """R3.3: with the Praefectus Magnus two cloth and a food for two spaces."""
    game = table(magnus=0, seats={0: {"goods": {"brick": 6}, "houses": ["antiochia"]}})
    play(game, "0: play prefect", "0: produce syria")
    assert game.legal() == ["keep 1 food 1 cloth", "keep 2 cloth"]


def test_only_the_producing_player_has_a_bonus_in_the_batch() -> None:
    """R3.3: another owner gets the goods of the cities alone."""
    game = table(
        seats={
            0: {"goods": {}},
            1: {"goods": {"brick": 7}, "houses": ["alexandria", "memphis"]},
        }
    )
    play(game, "0: play prefect", "0: produce aegyptus")
    assert store(game, 0) == {"wine": 1}
    assert deciding(game) == 1
    assert game.legal() == ["keep 1 tool", "keep 1 wine"]


def test_several_players_choose_clockwise_from_the_producing_player() -> None:
    """R3.3: seat 2 produces, so 2, 3, 0 and 1 choose in this order; for seat 3 all fits."""
    crowded: Seat = {"goods": {"brick": 7}, "houses": ["alexandria", "memphis"]}
    roomy: Seat = {"goods": {"brick": 1}, "houses": ["alexandria", "memphis"]}
    game = table(players=4, turn=2, magnus=1, seats={0: crowded, 1: crowded, 2: crowded, 3: roomy})
    play(game, "2: play prefect", "2: produce aegyptus")
    assert store(game, 3) == {"brick": 1, "tool": 1, "wine": 1}
    with pytest.raises(OutOfTurn):
        game.play("0: keep 1 wine")
    play(game, "2: keep 1 tool", "0: keep 1 wine", "1: keep 1 tool")
    assert [store(game, seat) for seat in (2, 0, 1)] == [
        {"brick": 7, "tool": 1},
        {"brick": 7, "wine": 1},
        {"brick": 7, "tool": 1},
    ]
    assert deciding(game) == 3
    assert in_turn(game) == 3


def test_in_team_play_they_choose_clockwise_from_the_partner_who_produces() -> None:
    """R3.3: the partner produces, so seats 2, 3, 0 and 1 choose, whoever is in turn."""
    crowded: Seat = {"goods": {"brick": 7}, "houses": ["alexandria", "memphis"]}
    before: Seat = {"goods": {"brick": 6}, "houses": ["alexandria", "memphis"]}
    game = table(
        variant="venus-team", players=4, seats={0: before, 1: crowded, 2: crowded, 3: crowded}
    )
    play(game, "0: play prefect", "0: produce britannia")  # seat 0 gets a food
    play(game, "2: produce aegyptus", "2: keep 1 wine", "3: keep 1 tool", "0: keep 1 wine")
    assert in_turn(game) == 0
    play(game, "1: keep 1 tool")
    assert in_turn(game) == 1
    assert store(game, 0) == {"brick": 6, "food": 1, "wine": 1}


def test_the_choice_comes_before_the_partners_part() -> None:
    """R3.3: seat 0 chooses its goods right after producing, then the partner goes on."""
    game = table(
        variant="venus-team",
        players=4,
        seats={0: {"goods": {"brick": 7}, "houses": ["antiochia"]}},
    )
    play(game, "0: play prefect", "0: produce syria", "0: keep 1 cloth", "2: collect")
    assert coins(game, 2) == 6


# The bank


def test_goods_and_coins_are_unlimited() -> None:
    """R3.4: no good runs out, however many lie in the stores."""
    stuffed: Seat = {"goods": {"cloth": 8}}
    game = table(
        players=5,
        seats={0: {"coins": 10**6, "goods": {}}, **dict.fromkeys(range(1, 5), stuffed)},
    )
    play(
        game, "0: play mercator", "0: buy 8 cloth", "0: done", "1: play mercator", "1: sell 8 cloth"
    )
    assert store(game, 0) == {"cloth": 8}
    assert coins(game, 1) == 6 + 3 + 56


def test_players_never_trade_with_each_other() -> None:
    """R3.4: trades are with the bank; nobody else's store or purse changes."""
    game = table()
    others = [(store(game, seat), coins(game, seat)) for seat in (1, 2)]
    play(game, "0: play mercator", "0: sell 2 food", "0: buy 1 cloth")
    assert [(store(game, seat), coins(game, seat)) for seat in (1, 2)] == others
