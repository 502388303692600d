"""Views for answers and live messages: the table, its game, and what only the user sees."""

from __future__ import annotations

from typing import cast

import orjson

from viae.server.store.transaction import TableSnapshot
from viae.server.tables.listing import described
from viae.server.tables.play import RUNNING
from viae.server.tables.types import View, YouView
from viae.table.types import OwnView


def game_json(table: TableSnapshot) -> bytes:
    """What everybody sees of the game; made once for each moment."""
    if table.game is None:
        return b"null"
    if table.public_json is None:
        table.public_json = orjson.dumps(table.game.view())
    return table.public_json


def yours(table: TableSnapshot, person: str | None) -> YouView:
    """What only this user sees: their hands and, if they decide, the legal entries."""
    seats = table.seats_of(person)
    game = table.game
    acting = table.acting_seats(person) if table.status == RUNNING else []
    own: OwnView = {
        "seats": seats,
        "decides": False,
        "own": {},
        "legal": [],
        "blocked": [],
        "undo": None,
    }
    if game is not None:
        own = game.own_view(seats, acting)
    proposal = table.row.proposal
    return {
        "person": person,
        **own,
        "propose": bool(acting and game and game.entries) and not table.study,
        "answer": bool(acting) and proposal is not None and person not in proposal["accepted"],
    }


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
