"""Critical moments: where most was lost, and where the table turned."""

from __future__ import annotations

import copy

from tests.analysis.games import analysed_opening
from viae.analysis import TurnReview
from viae.analysis.critical import LOST, SHIFT, TOP, critical_moments


def turn(lost: float, shift: float, spread: float = 0.0) -> TurnReview:
    made = copy.deepcopy(analysed_opening()["turns"][0])
    made["lost"] = {"win": lost, "points": 0.0, "win_spread": spread, "points_spread": 0.0}
    made["shift"] = shift
    return made


def test_quiet_turns_are_not_critical() -> None:
    turns = [turn(LOST - 0.01, SHIFT - 0.01)] * 5
    assert critical_moments(turns, TOP) == []


def test_a_loss_within_its_spread_is_not_critical() -> None:
    assert critical_moments([turn(LOST + 0.02, 0.0, spread=0.04)], TOP) == []


def test_each_moment_says_why() -> None:
    turns = [turn(0.2, 0.0), turn(0.0, 0.3), turn(0.1, 0.4)]
    assert critical_moments(turns, TOP) == [
        {"turn": 0, "why": ["lost"]},
        {"turn": 1, "why": ["shift"]},
        {"turn": 2, "why": ["lost", "shift"]},
    ]


def test_losses_and_shifts_take_turns_until_there_are_enough() -> None:
    turns = [turn(0.1, 0.0), turn(0.2, 0.0), turn(0.0, 0.9), turn(0.3, 0.0), turn(0.0, 0.2)]
    assert [moment["turn"] for moment in critical_moments(turns, 3)] == [1, 2, 3]
    assert [moment["turn"] for moment in critical_moments(turns, 1)] == [3]
    assert critical_moments(turns, 0) == []
