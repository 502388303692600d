"""Golden playthroughs: one game for every board, variant and player count, kept as records.

`python -m tests.golden` writes them anew. Each line of `BOARD.jsonl` is a record; under `meta` it
has its seed and `legal`, four hex digits for each decision (the last one is the end, without legal
entries): the digest of the actor and the legal list there. So a change of any list is caught and
located without storing the lists.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from viae.data import board_names
from viae.game import Game
from viae.options import PLAYERS, changed
from viae.rules.playout import Dice
from viae.testing import option_sets

FOLDER = Path(__file__).parent
DIGITS = 4

Combination = tuple[str, str, int]


def combinations() -> list[Combination]:
    """Every board with every variant and player count, in the order of the files."""
    return [
        (board, variant, players)
        for board in board_names()
        for variant, counts in PLAYERS.items()
        for players in counts
    ]


def file_of(board: str) -> Path:
    """Where the playthroughs of a board are kept."""
    return FOLDER / f"{board}.jsonl"


def digest(game: Game) -> str:
    """Four hex digits for who decides, and among what."""
    text = f"{game.actor}\n" + "\n".join(game.legal())
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def playthrough(combination: Combination) -> dict[str, Any]:
    """Play the golden game of a combination: seed and options follow from its place in the list."""
    board, variant, players = combination
    seed = combinations().index(combination)
    sets = option_sets(variant)
    options = changed(sets[(seed + seed // 10) % len(sets)])
    game = Game.new(board, variant, players, options, seed, chance="manual")
    dice = Dice(seed)
    digests = [digest(game)]
    while not game.over:
        legal = game.legal()
        game.play(legal[dice.below(len(legal))])
        digests.append(digest(game))
    game.meta["legal"] = "".join(digests)
    return game.record()


def write(board: str) -> str:
    """The text of a board's file."""
    lines = [
        json.dumps(playthrough(one), separators=(",", ":"), ensure_ascii=False)
        for one in combinations()
        if one[0] == board
    ]
    return "\n".join(lines) + "\n"


def read(board: str) -> dict[Combination, dict[str, Any]]:
    """The records of a board's file."""
    if not file_of(board).exists():
        return {}
    records = [json.loads(line) for line in file_of(board).read_text("utf-8").splitlines()]
    return {(r["board"], r["variant"], len(r["players"])): r for r in records}
