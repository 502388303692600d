"""Views for answers and live messages: the table, its game, and what is for one's own eyes."""

from __future__ import annotations

import orjson

from viae.server.store.transaction import TableSnapshot
from viae.server.tables.play import RUNNING
from viae.server.tables.tables import described
from viae.server.tables.types import YouView


def game_json(table: TableSnapshot) -> bytes:
    """What everybody sees of the game; made once for each moment."""
    if table.game is None:
        return b"null"
    if table.public_json is None:
        table.public_json = orjson.dumps(table.game.view())
    return table.public_json


def yours(table: TableSnapshot, person: str | None) -> YouView:
    """What somebody sees besides: own hands and, if asked, the legal entries."""
    seats = table.seats_of(person)
    found: YouView = {
        "person": person,
        "seats": seats,
        "decides": False,
        "own": {},
        "legal": [],
        "blocked": [],
        "undo": None,
        "propose": False,
        "answer": False,
    }
    game = table.game
    if game is None:
        return found
    found["own"] = game.cards(seats)
    if table.status != RUNNING:
        return found
    acting = table.acting_seats(person)
    if not acting:
        return found
    if game.decides(acting):
        found["decides"] = True
        options = game.options()
        found["legal"], found["blocked"] = options["legal"], options["blocked"]
    earliest = game.undo_limit(acting)
    found["undo"] = earliest if earliest < len(game.entries) else None
    found["propose"] = bool(game.entries) and not table.study
    proposal = table.row["proposal"]
    found["answer"] = proposal is not None and person not in proposal["accepted"]
    return found


def view_json(table: TableSnapshot, person: str | None) -> bytes:
    """The whole view of somebody, as JSON."""
    return b'{"table":%b,"game":%b,"you":%b}' % (
        orjson.dumps(described(table, person)),
        game_json(table),
        orjson.dumps(yours(table, person)),
    )
