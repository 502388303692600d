"""All games of a device as one file, to keep or to take to another device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viae.data import parse_board
from viae.errors import ViaeError
from viae.local.bodies import NEEDED, document, items, read, text, whole
from viae.local.store import saved_table
from viae.local.surroundings import Changes
from viae.table.errors import Malformed
from viae.table.game import TableGame
from viae.table.rows import SeatRow, TableRow
from viae.table.transaction import TableSnapshot

if TYPE_CHECKING:
    from viae.local.host import Host

FORMAT = 1
MOST_TABLES = 10_000
WITHOUT_GAME = ("open", "closed")


async def export(host: Host) -> dict[str, Any]:
    """Everything that is kept on this device."""
    games, boards = [], {}
    for table in host.store.kept.values():
        key = table.terms.board_file
        if key is not None and key not in boards:
            boards[key] = await host.around.board(key)
        saved: dict[str, Any] = {"table": saved_table(table, host.store.chat.get(table.id, []))}
        if table.status not in WITHOUT_GAME:
            saved["game"] = await host.around.game(table.id)
        games.append(saved)
    return {
        "format": "viae-games",
        "version": FORMAT,
        "person": host.person,
        "games": games,
        "boards": [{"id": key, "body": body} for key, body in boards.items()],
    }


async def bring_in(host: Host, body: Any) -> int:
    """Take in games from another device: how many were new. All of them, or none.

    The person of the file becomes the person of this device at their seats.
    """
    found = read(
        body,
        {
            "format": (text(0, 40), NEEDED),
            "version": (whole(1, 1_000), NEEDED),
            "person": (lambda value: value, None),
            "games": (items(document, 0, MOST_TABLES), NEEDED),
            "boards": (items(document, 0, MOST_TABLES), []),
        },
    )
    if found["format"] != "viae-games" or found["version"] > FORMAT:
        raise Malformed("copies.format")
    me = host.need_person()["id"]
    them = found["person"]["id"] if isinstance(found["person"], dict) else None
    boards: Changes = {"boards": []}
    number = 0
    try:
        parsed = {one["id"]: parse_board(one["body"], "board") for one in found["boards"]}
        made: list[tuple[TableSnapshot, Any]] = []
        for one in found["games"]:
            saved = one["table"]
            if saved["id"] in host.store.kept:
                continue
            row = TableRow(**saved["row"])
            seats = [SeatRow(**seat) for seat in saved["seats"]]
            row.host = me if row.host == them else row.host
            for seat in seats:
                seat.person = me if seat.person == them else seat.person
            table = TableSnapshot(saved["id"], row, seats)
            if table.status not in WITHOUT_GAME:
                start = one["game"]["start"]
                rows = [str(entry["text"]) for entry in one["game"]["entries"]]
                own = parsed.get(str(table.terms.board_file))
                secret = bytes.fromhex(start["secret"])
                TableGame.restore(start["document"], rows, table.terms, secret, own)
            made.append((table, one))
    except (KeyError, TypeError, ValueError, AssertionError, IndexError) as problem:
        raise Malformed("copies.broken") from problem
    except ViaeError as problem:
        raise Malformed("copies.broken") from problem
    boards["boards"] = found["boards"]
    boards["tables"] = [saved_table(table, []) for table, _ in made]
    started = [one["game"] for _, one in made if "game" in one]
    boards["starts"] = [game["start"] for game in started]
    boards["entries"] = [entry for game in started for entry in game["entries"]]
    await host.store.save(boards)
    for table, _ in made:
        host.store.kept[table.id] = table
        number += 1
    return number
