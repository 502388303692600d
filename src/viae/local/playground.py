"""Positions and entries to try out in place, without a table: the board in the documentation."""

from __future__ import annotations

from typing import TypedDict

from viae.game import Game
from viae.position import is_position
from viae.table.game import TableGame
from viae.table.terms import TableTerms
from viae.table.types.basics import Document
from viae.table.types.game import GameView

NOT_OF_A_START = ("meta", "legal", "result", "tree")


class Tried(TypedDict):
    """A moment, the entries that led to it, and those that can follow."""

    board: str
    players: list[str]
    entries: list[str]
    legal: list[str]
    game: GameView


def tried(document: Document, entries: list[str] | None = None) -> Tried:
    """The moment of a record or a position after these entries, or after its own.

    Chance is played by hand, as in a record: `*: reveal CARD`. What is wrong raises what
    `Game.from_record`, `Game.from_position` and `Game.play` raise.
    """
    start = {key: value for key, value in document.items() if key not in NOT_OF_A_START}
    if entries is None:
        game = _game(start)
    else:
        game = _game({**start, "entries": []})
        for entry in entries:
            game.play(entry)
    terms = TableTerms(
        board=game.board.id,
        variant=game.variant,
        options=dict(game.options),
        open_hands=True,
        manual_chance=True,
        study=True,
    )
    shown = TableGame.restore({**start, "entries": []}, game.entries, terms, board=game.board)
    return {
        "board": game.board.id,
        "players": list(game.players),
        "entries": list(game.entries),
        "legal": [f"{game.actor}: {words}" for words in game.legal()],
        "game": shown.view(True, True),
    }


def _game(document: Document) -> Game:
    if is_position(document):
        return Game.from_position(document, chance="manual")
    return Game.from_record(document, chance="manual")
