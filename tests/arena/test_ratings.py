"""Ratings: who wins more is rated higher, whatever the order of the games."""

from __future__ import annotations

import random
import re
import sys

import pytest

from tests.arena.made_up import game
from viae import ViaeError
from viae.arena.match import MatchSettings, play_match
from viae.arena.ratings import rate_if_possible, ratings
from viae.arena.results import Result
from viae.extras import command

openskill = pytest.importorskip("openskill")


def series(bots: list[str], wins: int, games: int) -> list[Result]:
    """Games of which the first seat wins so many."""
    ahead, behind = list(range(90, 90 - len(bots), -1)), list(range(80, 80 + len(bots)))
    return [game(bots, ahead if deal < wins else behind, deal) for deal in range(games)]


def test_who_wins_more_is_rated_higher() -> None:
    found = ratings(series(["a", "b"], 60, 80) + series(["b", "c"], 60, 80))
    assert list(found) == ["a", "b", "c"]
    assert found["a"].mu > found["b"].mu + 2
    assert found["b"].mu > found["c"].mu + 2
    assert all(0 < rating.sigma < 3 for rating in found.values())


def test_equals_are_rated_equally() -> None:
    seats = ["a", "b", "b", "b"]
    draw = random.Random(1)
    found = []
    for deal in range(400):
        places = [90, 80, 70, 60]
        draw.shuffle(places)
        turn = deal % 4
        found.append(game(seats[turn:] + seats[:turn], places, deal))
    rated = ratings(found)
    assert abs(rated["a"].mu - rated["b"].mu) < 2


def test_the_order_of_the_games_does_not_matter() -> None:
    found = series(["a", "b", "c"], 20, 30) + series(["c", "b"], 3, 10)
    shuffled = found[:]
    random.Random(5).shuffle(shuffled)
    assert ratings(shuffled) == ratings(found)


def test_one_against_three_and_places_behind_the_winner_count() -> None:
    one = [game(["a", "b", "b", "b"], [90, 80, 70, 60], deal) for deal in range(10)]
    assert list(ratings(one)) == ["a", "b"]
    behind = [game(["a", "b", "c"], [90, 80, 70], deal) for deal in range(20)]
    assert list(ratings(behind)) == ["a", "b", "c"]


def test_the_winner_of_a_tie_is_ahead() -> None:
    tied = [game(["a", "b"], [80, 80], deal, winner=1) for deal in range(10)]
    assert list(ratings(tied)) == ["b", "a"]


def test_teams_are_rated_as_teams() -> None:
    same = [game(["a", "b", "a", "b"], [150, 120], deal) for deal in range(10)]
    assert list(ratings(same)) == ["a", "b"]
    mixed = [game(["a", "b", "c", "d"], [150, 120], deal) for deal in range(10)]
    rated = ratings(mixed)
    assert rated["a"] == rated["c"]
    assert rated["a"].mu > rated["b"].mu


def test_games_of_a_bot_with_itself_say_nothing() -> None:
    assert ratings([game(["a", "a"], [90, 80])]) == {}


def test_a_bot_that_thinks_is_rated_above_one_that_does_not() -> None:
    settings = MatchSettings(
        bots=("greedy", "random"), boards=("italia",), games=8, seed=1, records=False
    )
    rated = ratings(played.result for played in play_match(settings))
    assert list(rated) == ["greedy", "random"]
    assert rated["greedy"].mu > rated["random"].mu + 5


def test_without_openskill_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    found = series(["a", "b"], 1, 2)
    assert rate_if_possible(found) == {}
    with pytest.raises(ViaeError, match=re.escape(command("arena"))):
        ratings(found)
