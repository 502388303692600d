"""Games to analyse: a freshly played one, parts of real ones, and analyses of them made once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tests.records import record
from viae import Game
from viae.analysis import Review, analyse
from viae.analysis.course import course
from viae.arena.simulate import SimulationSettings, simulate

QUICK: dict[str, Any] = {"nodes": 8, "width": 2}
TEAMS = ("games", 8)  # venus-team on hellas, four players
KEEPERS = ("games", 21, 360)  # the entry at which somebody out of turn keeps goods


@cache
def fresh() -> str:
    """A short game between two greedy bots, as the text of its record."""
    (played,) = simulate(SimulationSettings(board="italia", players=2, bots=("greedy",), seed=3), 1)
    return played.record


def opening(given: dict[str, Any], entries: int) -> dict[str, Any]:
    """The record of a game that is not over yet."""
    return {
        **{key: value for key, value in given.items() if key not in ("result", "legal")},
        "entries": given["entries"][:entries],
    }


def after(given: dict[str, Any], at: int) -> Game:
    """A game that begins in the middle of another one, at the start of a turn, and goes on."""
    position = Game.from_record(given, upto=at, chance="manual").position()
    assert "entries" not in position
    game = Game.from_position(position, chance="manual")
    for entry in given["entries"][at:]:
        game.play(entry)
    return game


def ending(given: dict[str, Any], turns: int) -> Game:
    """The last turns of a game."""
    parts = course(Game.from_record(given, chance="manual"))
    return after(given, [part.at for part in parts if part.part == 1][-turns])


@cache
def analysed_opening() -> Review:
    """The fresh game's first turns."""
    return analyse(opening(json.loads(fresh()), 30), **QUICK)


@cache
def analysed_ending() -> Review:
    """The fresh game's last turns."""
    return analyse(ending(json.loads(fresh()), 4), **QUICK)


@cache
def analysed_teams() -> Review:
    """The last turns of a game in teams."""
    return analyse(ending(record(*TEAMS), 2), nodes=3, width=2)


def analyses() -> list[Review]:
    """All of them."""
    return [analysed_opening(), analysed_ending(), analysed_teams()]
