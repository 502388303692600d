"""Standings: rates and their bounds, what they mean with several seats, mirror matches."""

from __future__ import annotations

import pytest

from tests.arena.made_up import game
from viae.arena.results import CONTROL
from viae.arena.standings import fault_list, figures, mirrors, standings, uneven, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.00006)


def test_the_bounds_of_all_or_nothing_are_exact() -> None:
    for games in range(1, 500):
        assert wilson(0, games)[0] == 0
        assert wilson(games, games)[1] == 1


@pytest.mark.parametrize(
    ("wins", "chance"),
    [
        ([60, 40], 0.0455),
        ([40, 35, 25], 0.1738),
        ([30, 20, 20, 30], 0.2615),
        ([30, 15, 20, 15, 20], 0.1117),
        ([25, 25, 25, 25], 1.0),
        ([0, 0], 1.0),
        ([100, 0], 0.0),
    ],
)
def test_uneven_splits_have_the_chances_of_the_chi_squared_distribution(
    wins: list[int], chance: float
) -> None:
    assert uneven(wins) == pytest.approx(chance, abs=0.00005)


def test_one_against_three_of_the_same() -> None:
    seats = ["a", "b", "b", "b"]
    found = [game(seats[-turn:] + seats[:-turn], [90, 80, 70, 60], turn) for turn in range(4)]
    a, b = standings(found)
    assert (a.name, a.share.games, a.share.wins) == ("a", 4, 1)
    assert a.as_json()["rate"] == a.as_json()["even"] == 0.25
    assert (b.share.games, b.share.wins) == (4, 3)
    assert b.as_json()["rate"] == b.as_json()["even"] == 0.75
    # At a seat, every seat of the bot is a trial of its own.
    assert [b.seats[seat].games for seat in range(4)] == [3, 3, 3, 3]
    assert [b.seats[seat].wins for seat in range(4)] == [3, 0, 0, 0]
    assert a.as_json()["mean_score"] == b.as_json()["mean_score"] == 75


def test_the_figures_of_a_bot() -> None:
    found = [
        game(["a", "b"], [100, 50], turns=[20, 21], microseconds=[[1000, 3000, 8000], [10]]),
        game(["b", "a"], [80, 60], capped=True, microseconds=[[10], [2000, 4000]]),
    ]
    told = figures(found)
    assert (told["games"], told["capped"]) == (2, 1)
    a = told["bots"][0]
    assert {
        *("name", "games", "wins", "rate", "low", "high"),
        *("mean_score", "median_ms_per_turn"),
    } <= set(a)
    assert (a["name"], a["games"], a["wins"], a["rate"], a["even"]) == ("a", 2, 1, 0.5, 0.5)
    assert (a["mean_score"], a["mean_winning_score"], a["mean_turns"]) == (80, 100, 25)
    assert (a["median_ms_per_turn"], a["max_ms_per_turn"]) == (3, 8)
    assert (a["low"], a["high"]) == pytest.approx(wilson(1, 2), abs=0.0001)


def test_a_team_is_one_trial_and_its_points_are_those_of_both() -> None:
    a, b = standings([game(["a", "b", "a", "b"], [150, 120])])
    assert (a.share.games, a.share.wins, a.share.even) == (1, 1, 0.5)
    assert a.points == [150]
    assert len(a.turns) == 2
    assert b.points == [120]


def test_partners_of_different_kinds_win_together() -> None:
    found = {one.name: one.share.wins for one in standings([game([*"abcd"], [150, 120])])}
    assert found == {"a": 1, "b": 0, "c": 1, "d": 0}


def test_the_mirror_match_does_not_count_for_the_standings() -> None:
    found = [
        game(["a", "b", "b"], [90, 80, 70]),
        game(["b", "b", "b"], [60, 80, 70], rotation=CONTROL),
        game(["b", "b", "b"], [60, 70, 80], rotation=CONTROL),
    ]
    assert [one.share.games for one in standings(found)] == [1, 1]
    (mirror,) = mirrors(found)
    assert (mirror.name, mirror.games, mirror.wins) == ("b", 2, [0, 1, 1])
    told = mirror.as_json()
    assert [seat["rate"] for seat in told["seats"]] == [0, 0.5, 0.5]
    assert told["seats"][0]["even"] == pytest.approx(1 / 3, abs=0.001)


def test_one_bot_at_all_seats_is_a_mirror_match_by_itself() -> None:
    found = [game(["a", "a"], [90, 80])]
    (a,) = standings(found)
    assert a.as_json()["rate"] == a.as_json()["even"] == 1
    assert mirrors(found)[0].wins == [1, 0]


def test_faults_are_counted_and_named_once() -> None:
    fault = {"seat": 1, "name": "b", "kind": "crash", "text": "oops"}
    stand_in = {"seat": 1, "name": "greedy", "kind": "crash", "text": "me too"}
    found = [
        game(["a", "b"], [90, 80], faults=[fault]),
        game(["a", "b"], [90, 80], faults=[fault, stand_in]),
    ]
    assert fault_list(found)[0] == {"name": "b", "kind": "crash", "text": "oops", "games": 2}
    assert [one["faults"] for one in figures(found)["bots"]] == [0, 3]


def test_nothing_played_yet() -> None:
    assert standings([]) == []
    assert mirrors([]) == []
    assert figures([])["bots"] == []
