"""Puzzles: the set that comes with Viae holds, and answers are graded."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from random import Random

import pytest

from viae import Game
from viae.analysis import puzzles, run
from viae.analysis.course import course
from viae.analysis.outlook import is_decided
from viae.analysis.puzzles.make import find, last_turns
from viae.analysis.puzzles.proof import End, TooMany, end_of, enumerate_turn, grade
from viae.analysis.puzzles.ratings import change, moved
from viae.arena.simulate import SimulationSettings, simulate
from viae.errors import SetupError, ViaeError
from viae.rules.playout import Dice
from viae.rules.score import by_god
from viae.rules.state import State, begins_turn
from viae.rules.turn import apply, legal

ALL = bool(os.environ.get("VIAE_TEST_PUZZLES"))


def last_rounds() -> list[str]:
    found = [one["id"] for one in puzzles.shipped_puzzles().values() if one["kind"] == "last-round"]
    return found if ALL else Random(1).sample(found, 12)


@pytest.mark.parametrize("name", last_rounds())
def test_the_best_last_turn_is_proven_by_trying_out_all(name: str) -> None:
    given = puzzles.puzzle(name)
    assert puzzles.prove(given) is None
    wrong = {**given, "answers": given["answers"][1:]}
    assert puzzles.prove(wrong) is not None  # type: ignore[arg-type]


@pytest.mark.skipif(not ALL, reason="a fresh search takes seconds for each puzzle")
def test_fresh_searches_agree_with_best_turns() -> None:
    found = [one for one in puzzles.shipped_puzzles().values() if one["kind"] == "best-turn"]
    wrong = [one["id"] for one in found if puzzles.prove(one) is not None]
    assert len(wrong) <= 0.05 * len(found)


def test_the_last_rounds_of_a_game_are_played_again_for_more_puzzles() -> None:
    bots = ("level-4", "level-2")
    settings = SimulationSettings("italia", "concordia", 2, {}, bots, seed=1, records=True)
    (played,) = simulate(settings, 1, 1)
    game = Game.from_record(json.loads(played.record), chance="manual")
    moments = list(last_turns(course(game), 3))
    assert len(moments) == 4
    assert all(begins_turn(one.state) and not one.codes for one in moments)
    assert len({one.state.key() for one in moments}) > 1
    found = list(find(game, most_best_turns=0, more_ends=3))
    assert len({one["seat"] for one in found}) == len(found)
    assert all(puzzles.prove(one) is None for one in found)


def team_game() -> Game:
    """A game of teams whose last turn is played with few cards."""
    settings = SimulationSettings("italia", "venus-team", 4, {}, ("level-3",) * 4, 1, records=True)
    (played,) = simulate(settings, 1, 1)
    return Game.from_record(json.loads(played.record), chance="manual")


def ways_to_end(state: State) -> Iterator[State]:
    """Every end, once for each way to play there: no moment is known again."""
    if is_decided(state):
        yield state
        return
    for code in legal(state):
        after = state.copy()
        apply(after, code)
        yield from ways_to_end(after)


def test_the_last_turn_of_a_team_is_proven_for_both_partners() -> None:
    """R10.1: beside the enumeration, every way to play without leaving any out."""
    start, partner = last_turns(course(team_game()), 0)
    assert begins_turn(start.state)
    assert partner.state.actor == start.state.actor ^ 2
    for moment in (start, partner):
        found = enumerate_turn(moment.state)
        brute: dict[End, set[tuple[object, ...]]] = {}
        for state in ways_to_end(moment.state):
            points = [sum(by_god(state, seat)) for seat in range(4)]
            teams = [points[0] + points[2], points[1] + points[3]]
            own = moment.state.actor % 2
            assert teams[0] != teams[1]  # else the Praefectus Magnus decides
            end = End(teams[own] > teams[1 - own], teams[own])
            brute.setdefault(end, set()).add(state.key())
        assert found.ranked()[0] == max(brute)
        assert found.ways == {end: len(states) for end, states in brute.items()}
        actors = set()
        for end, chosen in found.ends.items():
            after = moment.state.copy()
            for code in chosen:
                actors.add(after.actor)
                apply(after, code)
            assert end_of(after, moment.state.actor) == end
        assert actors == ({1, 3} if moment is start else {partner.state.actor})


def test_no_random_turn_is_better_than_the_proven_one() -> None:
    """The enumeration beside another way to find ends: playing at random."""
    given = puzzles.puzzle(last_rounds()[0])
    state = Game.from_position(given["position"], chance="manual").state
    found = enumerate_turn(state)
    dice = Dice(5)
    for _ in range(300):
        played = state.copy()
        while not is_decided(played):
            ways = legal(played)
            apply(played, ways[dice.below(len(ways))])
        assert end_of(played, state.actor) in found.ends
    with pytest.raises(TooMany):
        enumerate_turn(state, most=10)


def test_every_puzzle_is_complete() -> None:
    for name, one in puzzles.shipped_puzzles().items():
        assert one["id"] == name
        assert one["answers"][0]["score"] == 100
        assert all(other["score"] < 100 for other in one["answers"][1:])
        assert one["themes"]
        assert 1000 <= one["rating"] <= 2000
        assert one["solved"]["level-1"] < 1
        game = Game.from_position(one["position"], chance="manual")
        assert (game.board.id, game.variant, len(game.players)) == (
            one["board"],
            one["variant"],
            one["players"],
        )
        assert game.actor == one["seat"]
    assert [one["id"] for one in puzzles.listing()] == list(puzzles.shipped_puzzles())


def test_an_answer_is_graded_against_the_best() -> None:
    given = puzzles.puzzle(last_rounds()[0])
    best = given["answers"][0]["entries"]
    (update,) = run("grade", {"puzzle": given["id"], "entries": best})
    assert update["kind"] == "grade"
    assert update["grade"]["solved"]
    assert update["grade"]["score"] == 100
    other = puzzles.grade_answer(given, given["answers"][1]["entries"])
    assert not other["solved"]
    assert 0 <= other["score"] < 100
    assert other["best"]["entries"] == best
    gained = sum(one["value"] for one in other["reasons"])  # the points of each god
    assert gained == other["best"]["points"] - other["yours"]["points"]
    with pytest.raises(ViaeError, match="not finished"):
        puzzles.grade_answer(given, best[:1] if len(best) > 1 else [])
    with pytest.raises(ViaeError):
        puzzles.grade_answer(given, ["play unicorn"])


@pytest.mark.parametrize("begun", [False, True])
def test_the_last_turn_of_a_team_is_graded_for_both_partners(begun: bool) -> None:
    given = next(
        one
        for one in puzzles.shipped_puzzles().values()
        if one["kind"] == "last-round"
        and one["variant"] == "venus-team"
        and ("entries" in one["position"]) is begun
        and (begun or len({entry[0] for entry in one["answers"][0]["entries"]}) == 2)
    )
    for known in given["answers"]:
        entries = known["entries"]
        assert all(entry[:2] in {f"{seat}:" for seat in range(6)} for entry in entries)
        found = puzzles.grade_answer(given, entries)
        assert found["score"] == known["score"] == puzzles.check_answer(given, entries)
        assert found["yours"] == known
        gained = sum(one["value"] for one in found["reasons"])
        worse = given["answers"][1] if found["solved"] else known
        assert gained == given["answers"][0]["points"] - worse["points"]
    best = given["answers"][0]["entries"]
    with pytest.raises(ViaeError, match="not finished"):
        puzzles.grade_answer(given, best[:-1])
    assert "team" in given["themes"]


def test_a_server_checks_an_answer_without_a_search() -> None:
    given = puzzles.puzzle(last_rounds()[0])
    for known in given["answers"]:
        here = puzzles.check_answer(given, known["entries"])
        assert here == puzzles.grade_answer(given, known["entries"])["score"]
    turns = (one for one in puzzles.shipped_puzzles().values() if one["kind"] == "best-turn")
    best = next(turns)
    scores = [puzzles.check_answer(best, one["entries"]) for one in best["answers"]]
    assert scores == [one["score"] for one in best["answers"]]
    with pytest.raises(ViaeError):
        puzzles.check_answer(best, [])


def test_answers_move_both_ratings() -> None:
    assert change(1300, 1300, 100, 10) == 12
    assert change(1300, 1300, 100, 0) == 24  # the first ones count twice
    assert change(1300, 1300, 0, 10) == -12
    assert change(1300, 1300, 90, 10) == -1  # nearly solved is not solved
    assert change(1300, 1700, 100, 10) > 2 * change(1300, 1300, 100, 10) - 3
    assert moved(1300, 1300, 100, 0) == -8
    assert moved(1300, 1300, 0, 0) == 8
    assert moved(1300, 1300, 0, 30) == 4
    assert moved(2500, 1300, 100, 0) == 0  # what everybody expected says nothing


def test_partial_grades_fall_with_what_was_lost() -> None:
    best = End(True, 100)
    ends = [End(True, 100), End(True, 99), End(True, 96), End(False, 99), End(False, 80)]
    grades = [grade(best, end) for end in ends]
    assert grades == sorted(grades, reverse=True)
    assert grades[0] == 100
    assert grades[-1] == 0


def test_each_day_has_its_puzzle_and_all_have_their_turn() -> None:
    number = len(puzzles.shipped_puzzles())
    first = 738_000 // number * number  # the first day of a lap
    from datetime import date

    days = [date.fromordinal(first + n).isoformat() for n in range(number)]
    assert {puzzles.puzzle_of_day(day)["id"] for day in days} == set(puzzles.shipped_puzzles())
    # The page in the browser counts days the same way: its test has these numbers, too.
    ids = sorted(puzzles.shipped_puzzles())
    assert puzzles.puzzle_of_day("2030-01-31")["id"] == ids[741108 % number]
    for wrong in ("today", "2030-13-01", ""):
        with pytest.raises(SetupError, match="a day is written"):
            puzzles.puzzle_of_day(wrong)
    with pytest.raises(SetupError, match="no puzzle"):
        puzzles.puzzle("nonsense")
