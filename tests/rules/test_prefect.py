"""Prefect: a province produces, or the coins on the markers are collected (R5.3)."""

from __future__ import annotations

from tests.support import coins, deciding, markers, offered, play, refused, store, table
from viae.data import load_board

ALL = [province.id for province in load_board("imperium").provinces]

# Produce


def test_the_player_gets_one_of_the_markers_good_and_the_marker_flips() -> None:
    """R5.3: the bonus; the marker shows coins afterwards."""
    game = table(seats={0: {"goods": {}}})
    play(game, "0: play prefect", "0: produce gallia")
    assert store(game, 0) == {"cloth": 1}
    assert markers(game) == ["gallia"]
    assert deciding(game) == 1


def test_a_province_may_produce_though_nobody_lives_there() -> None:
    """R5.3: occupied or not; there is the bonus and nothing else."""
    game = table()
    before = [store(game, seat) for seat in range(3)]
    play(game, "0: play prefect", "0: produce asia")
    assert store(game, 0) == before[0] | {"wine": 2}
    assert [store(game, seat) for seat in (1, 2)] == before[1:]


def test_each_house_in_the_province_gives_its_owner_the_good_of_its_city() -> None:
    """R5.3: whoever owns it, also several in one city, and none in other provinces."""
    game = table(
        seats={
            0: {"goods": {}, "houses": ["burdigala", "lutetia", "londinium"]},
            1: {"goods": {}, "houses": ["lutetia", "massilia", "valentia"]},
            2: {"goods": {}, "houses": ["novaria"]},
        }
    )
    play(game, "0: play prefect", "0: produce gallia")
    assert store(game, 0) == {"brick": 1, "wine": 1, "cloth": 1}
    assert store(game, 1) == {"wine": 1, "cloth": 1}
    assert store(game, 2) == {}


def test_only_provinces_whose_marker_shows_goods_produce() -> None:
    """R5.3: those with coins are out until somebody collects."""
    game = table(markers=["gallia", "syria"])
    play(game, "0: play prefect")
    active = sorted(set(ALL) - {"gallia", "syria"})
    assert offered(game, "produce") == [f"produce {province}" for province in active]
    assert refused(game, "produce syria") == "R5.3"


def test_a_province_produces_once_until_coins_are_collected() -> None:
    """R5.3: produce, not again, collect, produce again."""
    game = table(players=2)
    play(game, "0: play prefect", "0: produce syria", "1: play prefect")
    assert refused(game, "produce syria") == "R5.3"
    play(game, "1: collect", "0: play prefect")
    assert "produce syria" in game.legal()


# Collect


def test_a_coin_for_each_coin_on_all_markers_then_all_flip_back() -> None:
    """R5.3: cloth markers show one coin, all others two."""
    game = table(markers=["gallia", "syria", "asia", "britannia"], seats={0: {"coins": 0}})
    goods = store(game, 0)
    play(game, "0: play prefect", "0: collect")
    assert coins(game, 0) == 1 + 1 + 2 + 2
    assert markers(game) == []
    assert store(game, 0) == goods


def test_collecting_needs_a_marker_that_shows_coins() -> None:
    """R5.3: with none there is no collect; one is enough."""
    game = table()
    play(game, "0: play prefect")
    assert refused(game, "collect") == "R5.3"
    game = table(markers=["syria"], seats={0: {"coins": 0}})
    play(game, "0: play prefect", "0: collect")
    assert coins(game, 0) == 1


def test_with_every_marker_on_coins_only_collecting_is_left() -> None:
    """R5.3: nothing produces; 20 coins lie on the markers of imperium here."""
    game = table(markers=ALL, seats={0: {"coins": 0}})
    play(game, "0: play prefect")
    assert game.legal() == ["collect"]
    play(game, "0: collect")
    assert coins(game, 0) == 8 * 2 + 4 * 1


def test_produce_or_collect_not_both() -> None:
    """R5.3: either ends the prefect by itself."""
    game = table(markers=["syria"])
    play(game, "0: play prefect", "0: collect")
    assert deciding(game) == 1
    game = table(markers=["syria"])
    play(game, "0: play prefect", "0: produce asia")
    assert deciding(game) == 1


def test_a_bought_prefect_works_like_the_first() -> None:
    """R5.3: the same action with another card id."""
    game = table(seats={0: {"goods": {}, "bought": ["prefect-1"]}})
    play(game, "0: play prefect-1", "0: produce syria")
    assert store(game, 0) == {"cloth": 1}
