"""Puzzles: the set that comes with Viae, the puzzle of a day, and the grade of an answer.

The set is a file of one puzzle on each line, compressed. Everything runs in a browser, too.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, cast

from viae.analysis import writing
from viae.analysis.moment import Found, MomentJudge
from viae.analysis.outlook import Simulator, is_decided
from viae.analysis.puzzles.proof import end_of, enumerate_turn, grade, partners
from viae.analysis.reasons import reasons
from viae.analysis.review import luck_of
from viae.bots.evaluation import shipped
from viae.errors import SetupError, ViaeError
from viae.game import Game
from viae.rules import roles
from viae.rules.score import by_god
from viae.rules.turn import apply

if TYPE_CHECKING:
    from viae.analysis.documents import (
        Puzzle,
        PuzzleAnswer,
        PuzzleGrade,
        PuzzleHead,
        Reason,
    )
    from viae.rules.state import State
    from viae.table.types.basics import God

FILE: Final = "puzzles.jsonl.gz"
NODES: Final = 96  # simulations that grade an answer the engine has not looked at
HEAD: Final = ("id", "kind", "board", "variant", "players", "themes", "rating")


@lru_cache(maxsize=1)
def shipped_puzzles() -> dict[str, Puzzle]:
    """The set that comes with Viae, by id."""
    data = (files("viae.analysis.puzzles") / FILE).read_bytes()
    found: list[Puzzle] = [json.loads(line) for line in gzip.decompress(data).splitlines()]
    return {one["id"]: one for one in found}


def listing() -> list[PuzzleHead]:
    """What each puzzle is about, without its position and its answer."""
    heads: list[Any] = [{key: one[key] for key in HEAD} for one in shipped_puzzles().values()]
    return heads


def puzzle(id: str) -> Puzzle:  # noqa: A002 - the name of the field
    """A puzzle; SetupError if there is none of this id."""
    found = shipped_puzzles().get(id)
    if found is None:
        raise SetupError("puzzles", [f"there is no puzzle “{str(id)[:40]}”"])
    return found


def puzzle_of_day(date: str) -> Puzzle:
    """The puzzle of a day (2030-01-31): the same for all, without a server.

    All puzzles have their turn before one comes again.
    """
    try:
        year, month, day = map(int, date.split("-"))
        number = _days(year, month, day)
    except ValueError:
        raise SetupError("puzzles", [f"a day is written 2030-01-31, not “{date[:40]}”"]) from None
    ids = sorted(shipped_puzzles())  # digests, so neighbours have nothing in common
    return shipped_puzzles()[ids[number % len(ids)]]


def _days(year: int, month: int, day: int) -> int:
    from datetime import date

    return date(year, month, day).toordinal()


# Grading


def grade_answer(given: Puzzle, entries: Sequence[str], nodes: int = NODES) -> PuzzleGrade:
    """What a turn is worth as an answer to a puzzle; ViaeError if it cannot be played so."""
    before, chosen, after = _played(given, entries)
    if given["kind"] == "last-round":
        return _graded_end(given, before, chosen, after)
    return _graded_turn(given, before, chosen, after, nodes)


def check_answer(given: Puzzle, entries: Sequence[str]) -> int:
    """What a turn is worth as an answer, without any search; ViaeError if it cannot be played so.

    Nothing is guessed: of the turns of a best-turn puzzle only those that come with it are worth
    something. So a server can do it, which has to know whether a puzzle was solved.
    """
    before, _, after = _played(given, entries)
    if given["kind"] == "last-round":
        return grade(end_of(_state_after(given, 0), before.actor), end_of(after, before.actor))
    for number, known in enumerate(given["answers"]):
        if after.key() == _state_after(given, number).key():
            return known["score"]
    return 0


def _played(given: Puzzle, entries: Sequence[str]) -> tuple[State, list[int], State]:
    """The state before a turn, its codes, and the state after it."""
    game = Game.from_position(given["position"], chance="manual")
    before = game.state.copy()
    last = given["kind"] == "last-round"
    seats = partners(before) if last else [before.actor]
    chosen: list[int] = []
    for entry in entries:
        code = game.progress.code_of(entry, seats)
        chosen.append(code)
        game.progress.play(code)
    after = game.state
    goes_on = last or (after.actor in seats and after.turn == before.turn)
    if goes_on and not is_decided(after):
        raise ViaeError("the turn is not finished")
    return before, chosen, after


def _graded_end(given: Puzzle, before: State, chosen: list[int], after: State) -> PuzzleGrade:
    seat = before.actor
    top = _state_after(given, 0)
    yours = end_of(after, seat)
    score = grade(end_of(top, seat), yours)
    other = _state_after(given, 1) if score == 100 else after
    return {
        "score": score,
        "solved": score == 100,
        "best": given["answers"][0],
        "yours": {
            "entries": writing.turn_texts(before, chosen),
            "score": score,
            "win": 1.0 if yours.won else 0.0,
            "points": float(yours.points),
        },
        "reasons": _end_reasons(top, other, before),
    }


def _end_reasons(better: State, worse: State, before: State) -> list[Reason]:
    """Which gods give a side more points, or fewer, at the one end than at the other."""

    def points(state: State) -> list[int]:
        return list(map(sum, zip(*[by_god(state, own) for own in partners(before)], strict=True)))

    pairs = zip(roles.GODS, points(better), points(worse), strict=True)
    found: list[Reason] = [
        {"code": "god", "value": float(one - other), "god": cast("God", name)}
        for name, one, other in pairs
        if one != other
    ]
    return sorted(found, key=lambda one: -abs(one["value"]))


def _graded_turn(
    given: Puzzle, before: State, chosen: list[int], after: State, nodes: int
) -> PuzzleGrade:
    from viae.analysis.puzzles.make import score_of

    setup = before.setup
    best = _state_after(given, 0)
    net = shipped(setup.team)
    played = Found(chosen, after)
    judge = MomentJudge(net, Simulator(net), before, luck_of(3, 1), keep=2, played=played)
    yours = judge.played
    assert yours is not None
    if after.key() == best.key():
        answer: PuzzleAnswer = {**given["answers"][0], "entries": writing.texts(setup, chosen)}
        return {
            "score": 100,
            "solved": True,
            "best": given["answers"][0],
            "yours": answer,
            "reasons": given["reasons"],
        }
    judge.refine(nodes)
    top = next((one for one in judge.candidates if one.state.key() == best.key()), judge.best())
    outlook = yours.outlook()
    lost = top.outlook().win[judge.side] - outlook.win[judge.side]
    score = min(90, score_of(lost))
    return {
        "score": score,
        "solved": False,
        "best": given["answers"][0],
        "yours": {
            "entries": writing.texts(setup, chosen),
            "score": score,
            "win": round(outlook.win[judge.side], 4),
            "points": round(outlook.points[judge.seat], 2),
        },
        "reasons": reasons(judge, top, yours),
    }


def _state_after(given: Puzzle, answer: int) -> State:
    game = Game.from_position(given["position"], chance="manual")
    for entry in given["answers"][answer]["entries"]:
        apply(game.state, game.progress.code_of(entry))
    return game.state


# Proving


def prove(given: Puzzle, nodes: int = 2560) -> str | None:
    """What is wrong with a puzzle: a fault in a sentence, or None if it holds.

    A last-round puzzle is enumerated again; a best-turn puzzle gets a fresh search with ten times
    the simulations.
    """
    from viae.analysis.puzzles.make import judged

    game = Game.from_position(given["position"], chance="manual")
    state = game.state.copy()
    after = _state_after(given, 0)
    if given["kind"] == "last-round":
        found = enumerate_turn(state)
        best = found.ranked()[0]
        if end_of(after, state.actor) != best:
            return f"the best end is {best}, that of the answer {end_of(after, state.actor)}"
        gap = float(best.points - found.ranked()[1].points)
        return None if gap == given["proof"]["points"] else f"the lead is {gap} points"
    judge = judged(shipped(state.setup.team), state, 11, nodes)
    top = judge.ranked()[0]
    if top.state.key() != after.key():
        return f"the best turn is {'; '.join(writing.texts(state.setup, top.codes))}"
    return None
