"""Perft: positions with the exact number of ways to go on, to depth 1, 2 and 3.

A way is a sequence of entries, reveals of chance included; where the game ends there are none.
Each `*.json` here has `about`, a `position` and its `counts`. `python -m tests.perft` counts anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from viae.game import Game
from viae.rules import notation
from viae.rules.state import State
from viae.rules.turn import apply, legal

FOLDER = Path(__file__).parent
DEPTH = 3


def names() -> list[str]:
    """The positions there are."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def file_of(name: str) -> Path:
    """Where a position is kept."""
    return FOLDER / f"{name}.json"


def read(name: str) -> dict[str, Any]:
    """A position with what it is about and its counts."""
    document: dict[str, Any] = json.loads(file_of(name).read_text("utf-8"))
    return document


def write(name: str, document: dict[str, Any]) -> None:
    """Keep a position with its counts."""
    text = json.dumps(document, indent=1, ensure_ascii=False)
    file_of(name).write_text(text + "\n", "utf-8")


def game_at(document: dict[str, Any]) -> Game:
    """The game at the position; chance is entered by hand."""
    return Game.from_position(document["position"], seed=0, chance="manual")


def count(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` entries."""
    found = legal(state)
    if depth == 1:
        return len(found)
    ways = 0
    for code in found:
        after = state.copy()
        apply(after, code)
        ways += count(after, depth - 1)
    return ways


def counts(game: Game) -> list[int]:
    """The numbers for depth 1, 2, 3."""
    return [count(game.state, depth) for depth in range(1, DEPTH + 1)]


def split(game: Game, depth: int) -> dict[str, int]:
    """The count of a depth, divided by the first entry."""
    found: dict[str, int] = {}
    for code in legal(game.state):
        after = game.state.copy()
        apply(after, code)
        text = notation.show(game.state.setup, code)
        found[text] = 1 if depth == 1 else count(after, depth - 1)
    return dict(sorted(found.items()))


def show_split(game: Game, depth: int) -> str:
    """A split as lines, the sum last."""
    parts = split(game, depth)
    lines = [f"{ways:>9}  {entry}" for entry, ways in parts.items()]
    return "\n".join([*lines, f"{sum(parts.values()):>9}  in all, depth {depth}"])
