"""How a finished game counts for somebody: a game that a bot finished is no win."""

from __future__ import annotations

import pytest

from viae.table.types.game import Result
from viae.table.views import outcome

ALONE: Result = {"scores": [90, 120, 80], "winner": 1, "gods": []}
TEAMS: Result = {"scores": [40, 60, 50, 70], "teams": [90, 130], "winner": 1, "gods": []}


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ([(1, None)], "won"),
        ([(0, None)], "lost"),
        ([(1, "time")], "bot"),
        ([(1, "turn")], "bot"),
        ([(0, "time")], "bot"),
        ([(1, "resigned")], "resigned"),
        ([(1, "resigned"), (2, "time")], "bot"),
        ([(0, "time"), (1, None)], "won"),
        ([(0, None), (1, "time")], "lost"),
    ],
)
def test_a_game_that_a_bot_finished_is_no_win(
    seats: list[tuple[int, str | None]], expected: str
) -> None:
    assert outcome(ALONE, seats) == expected


@pytest.mark.parametrize(
    ("seat", "left", "expected"),
    [(1, None, "won"), (3, None, "won"), (3, "time", "bot"), (2, None, "lost")],
)
def test_partners_win_together(seat: int, left: str | None, expected: str) -> None:
    assert outcome(TEAMS, [(seat, left)]) == expected
