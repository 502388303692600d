"""Writing documents: from what a judge found to what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viae.analysis import mistakes
from viae.analysis.accuracy import turn_accuracy
from viae.analysis.reasons import reasons
from viae.progress import write_entry
from viae.rules import codes, notation
from viae.rules.turn import apply

if TYPE_CHECKING:
    from viae.analysis.course import Part
    from viae.analysis.documents import Difference, Expectation, TurnOption, TurnReview
    from viae.analysis.moment import Candidate, MomentJudge
    from viae.rules.setup import Setup
    from viae.rules.state import State

DIGITS = 4


def texts(setup: Setup, chosen: Sequence[int]) -> list[str]:
    """Codes in the notation."""
    return [notation.show(setup, code) for code in chosen]


def turn_texts(state: State, chosen: Sequence[int]) -> list[str]:
    """The entries of a turn; in team play they name their seats, as those of a record do."""
    setup = state.setup
    if not setup.team:
        return texts(setup, chosen)
    state = state.copy()
    found: list[str] = []
    for code in chosen:
        found.append(write_entry(setup, state.actor, code))
        apply(state, code)
    return found


def expectation(candidate: Candidate) -> Expectation:
    """What everybody can expect after a turn."""
    outlook = candidate.outlook()
    sides, seats = range(len(outlook.win)), range(len(outlook.points))
    return {
        "win": [round(one, DIGITS) for one in outlook.win],
        "points": [round(one, 2) for one in outlook.points],
        "win_spread": [round(candidate.win_spread(side), DIGITS) for side in sides],
        "points_spread": [round(candidate.points_spread(seat), 2) for seat in seats],
        "exact": candidate.decided,
    }


def difference(judge: MomentJudge, better: Candidate, worse: Candidate) -> Difference:
    """How far a turn is behind a better one."""
    apart = judge.apart(better, worse)
    return {
        "win": round(max(0.0, apart.win), DIGITS),
        "points": round(max(0.0, apart.points), 2),
        "win_spread": round(apart.win_spread, DIGITS),
        "points_spread": round(apart.points_spread, 2),
    }


def option(
    setup: Setup,
    judge: MomentJudge,
    candidate: Candidate,
    best: Candidate,
    other: Candidate | None,
    with_line: bool = False,
) -> TurnOption:
    """A turn beside the best one; the best one is compared with `other`."""
    if candidate is not best:
        why = reasons(judge, candidate, best)
    else:
        why = reasons(judge, best, other) if other is not None else []
    return {
        "entries": texts(setup, candidate.codes),
        "after": expectation(candidate),
        "value": round(candidate.value(judge.seat), DIGITS),
        "behind": difference(judge, best, candidate),
        "reasons": why,
        "simulations": len(candidate.samples),
        "line": line(setup, judge, candidate) if with_line else [],
    }


def line(setup: Setup, judge: MomentJudge, candidate: Candidate) -> list[str]:
    """One way the game may go on after a turn, as entries of a record."""
    path: list[tuple[int, int]] = []
    judge.simulator.play_on(candidate.state, judge.luck, path)
    return [write_entry(setup, actor, code) for actor, code in path]


def turn_review(index: int, part: Part, judge: MomentJudge) -> TurnReview:
    """A turn that was played; `shift` is filled in when the turn before it is known."""
    setup = part.before.setup
    played, best = judge.played, judge.best()
    assert played is not None
    found = best is played
    apart = judge.apart(best, played)
    why = reasons(judge, best, played)
    lost = max(0.0, apart.win, apart.value)
    wrong = None
    grade = mistakes.grade(found, lost, apart.win_spread)
    if grade not in ("best", "good"):
        last_round = part.before.last_turns >= 0
        wrong = mistakes.kind_of(setup, last_round, played, best, why)
    value_lost = max(0.0, apart.value)
    best_option = option(setup, judge, best, best, None if found else played)
    if found:  # the same turn may be written in another order
        best_option["entries"] = texts(setup, part.codes)
    return {
        "index": index,
        "number": part.number,
        "part": part.part,
        "at": part.at,
        "end": part.end,
        "seat": part.seat,
        "entries": texts(setup, part.codes),
        "revealed": [setup.faces.ids[codes.card_of(code)] for code in part.revealed],
        "options": judge.options,
        "before": expectation(best),
        "after": expectation(played),
        "value": round(played.value(judge.seat), DIGITS),
        "best": best_option,
        "found": found,
        "lost": difference(judge, best, played),
        "value_lost": round(value_lost, DIGITS),
        "accuracy": round(turn_accuracy(value_lost), 1),
        "grade": grade,
        "mistake": wrong,
        "reasons": why,
        "shift": 0.0,
        "simulations": len(played.samples),
    }
