"""Critical moments: where most was lost, and where the table turned."""

from __future__ import annotations

from viae.analysis.critical import LOST, SHIFT, TOP, critical_moments
from viae.analysis.report import Choice, Expected, Lost, Turn

EVEN = Expected((0.5, 0.5), (100.0, 100.0))


def turn(lost: float, shift: float) -> Turn:
    better = Choice(("play tribune", "done"), EVEN)
    said = ("play prefect", "collect")
    return Turn(1, 1, 0, 0, said, (), 9, EVEN, EVEN, better, Lost(lost, 0.0), shift)


def test_quiet_turns_are_not_critical() -> None:
    turns = [turn(LOST - 0.01, SHIFT - 0.01)] * 5
    assert critical_moments(turns, TOP) == ()


def test_each_moment_says_why() -> None:
    turns = [turn(0.2, 0.0), turn(0.0, 0.3), turn(0.1, 0.4)]
    found = [(moment.turn, moment.why) for moment in critical_moments(turns, TOP)]
    assert found == [(0, ("lost",)), (1, ("shift",)), (2, ("lost", "shift"))]


def test_losses_and_shifts_take_turns_until_there_are_enough() -> None:
    turns = [turn(0.1, 0.0), turn(0.2, 0.0), turn(0.0, 0.9), turn(0.3, 0.0), turn(0.0, 0.2)]
    assert [moment.turn for moment in critical_moments(turns, 3)] == [1, 2, 3]
    assert [moment.turn for moment in critical_moments(turns, 1)] == [3]
    assert critical_moments(turns, 0) == ()
