"""Views as JSON, for answers and live messages."""

from __future__ import annotations

from typing import cast

import orjson

from viae.table.shapes import View
from viae.table.transaction import TableSnapshot
from viae.table.types.game import GameView
from viae.table.views import described, shown_game, yours


def game_view(table: TableSnapshot) -> GameView | None:
    """What everybody sees of the game; made once for each moment."""
    if table.public is None:
        table.public = shown_game(table)
    return table.public


def game_json(table: TableSnapshot) -> bytes:
    """The same as JSON; written once for each moment."""
    if table.public_json is None:
        table.public_json = orjson.dumps(game_view(table))
    return table.public_json


def view_json(table: TableSnapshot, person: str | None) -> bytes:
    """The whole view of a user, as JSON."""
    return b'{"table":%b,"game":%b,"you":%b}' % (
        orjson.dumps(described(table, person)),
        game_json(table),
        orjson.dumps(yours(table, person)),
    )


def written_view(table: TableSnapshot, person: str | None) -> View:
    """The whole view of somebody as a part of an answer; orjson puts it in as it is."""
    return cast("View", orjson.Fragment(view_json(table, person)))
