"""All games of a device as one file, to keep or to take to another device."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viae.data import board_names, parse_board
from viae.errors import ViaeError
from viae.local import bodies
from viae.local.bodies import NEEDED, Fields, document, items, maybe, one_of, read, text, whole
from viae.local.store import saved_table
from viae.local.trees import FACT
from viae.options import PLAYERS
from viae.table import views
from viae.table.errors import Malformed
from viae.table.game import TableGame
from viae.table.play import RUNNING
from viae.table.rows import NumberedNews, SeatRow, TableRow
from viae.table.shapes import TreeView
from viae.table.transaction import TableSnapshot
from viae.table.tree import read_tree

if TYPE_CHECKING:
    from viae.local.host import Host
    from viae.rules.figures import Board

FORMAT = 1
MOST_TABLES = 10_000
WITHOUT_GAME = ("open", "closed")

WORDS = text(0, 10_000)
COUNT = whole(0, bodies.MOST)
NUMBER = bodies.amount(-1e12, 1e12)
CLOCK: Fields = {
    "seat": (maybe(COUNT), NEEDED),
    "turn": (COUNT, NEEDED),
    "since": (NUMBER, NEEDED),
    "left": (NUMBER, NEEDED),
    "banks": (items(NUMBER, 0, 6), NEEDED),
    "before": (maybe(items(NUMBER, 3, 3)), NEEDED),
    "begun": (NUMBER, 0.0),
    "number": (COUNT, 0),
    "pausing": (bodies.flag, False),
    "missed": (items(COUNT, 0, 6), []),
    "lent": (items(maybe(COUNT), 0, 6), []),
}
ROW: Fields = {
    "id": (text(1, 32), NEEDED),
    "name": (WORDS, NEEDED),
    "kind": (one_of("play", "study"), NEEDED),
    "status": (one_of("open", "running", "finished", "abandoned", "closed"), NEEDED),
    "host": (WORDS, NEEDED),
    "visibility": (one_of("public", "link"), NEEDED),
    "key": (WORDS, NEEDED),
    "board": (WORDS, NEEDED),
    "variant": (one_of(*PLAYERS), NEEDED),
    "pace": (one_of("none", "live", "days"), NEEDED),
    "players": (whole(2, 6), NEEDED),
    "plan": (document, NEEDED),
    "version": (COUNT, 0),
    "number": (COUNT, 0),
    "news": (COUNT, 0),
    "actor": (maybe(whole(-1, 5)), None),
    "deadline": (maybe(NUMBER), None),
    "hands": (maybe(bodies.record(CLOCK)), None),
    "proposal": (maybe(document), None),
    "result": (maybe(document), None),
    "rematch": (maybe(WORDS), None),
    "create_key": (maybe(WORDS), None),
    "created": (NUMBER, 0.0),
    "started": (maybe(NUMBER), None),
    "finished": (maybe(NUMBER), None),
}
SEAT: Fields = {
    "seat": (whole(0, 5), NEEDED),
    "kind": (one_of("open", "invited", "person", "bot"), NEEDED),
    "person": (maybe(WORDS), None),
    "name": (maybe(WORDS), None),
    "bot": (maybe(WORDS), None),
    "stand_in": (maybe(WORDS), None),
    "left": (maybe(one_of("resigned", "time", "turn")), None),
}
SAID: Fields = {
    "kind": (one_of("chat"), NEEDED),
    "at": (NUMBER, NEEDED),
    "text": (WORDS, NEEDED),
    "name": (WORDS, NEEDED),
    "seat": (maybe(whole(0, 5)), NEEDED),
}
CHAT: Fields = {"number": (COUNT, NEEDED), "news": (bodies.record(SAID), NEEDED)}
TABLE: Fields = {
    "id": (text(1, 32), NEEDED),
    "row": (bodies.record(ROW), NEEDED),
    "seats": (items(bodies.record(SEAT), 2, 6), NEEDED),
    "chat": (items(bodies.record(CHAT), 0, bodies.MOST), []),
}
ENTRY: Fields = {
    "game": (WORDS, NEEDED),
    "number": (COUNT, NEEDED),
    "text": (WORDS, NEEDED),
    "person": (maybe(WORDS), NEEDED),
    "key": (maybe(WORDS), NEEDED),
    "at": (NUMBER, NEEDED),
}
START: Fields = {
    "game": (WORDS, NEEDED),
    "document": (document, NEEDED),
    "secret": (WORDS, NEEDED),
}
GAME: Fields = {
    "start": (bodies.record(START), NEEDED),
    "entries": (items(bodies.record(ENTRY), 0, bodies.MOST), NEEDED),
}
TREE: Fields = {
    "version": (COUNT, NEEDED),
    "tree": (items(document, 0, bodies.MOST), NEEDED),
}
SAVED: Fields = {
    "table": (bodies.record(TABLE), NEEDED),
    "game": (maybe(bodies.record(GAME)), None),
    "uptime": (maybe(NUMBER), None),
    "tree": (maybe(bodies.record(TREE)), None),
}


@dataclass
class Brought:
    """A table of a file, with what was said there and its game."""

    table: TableSnapshot
    chat: list[NumberedNews]
    game: dict[str, Any] | None
    tree: TreeView | None


async def export(host: Host) -> dict[str, Any]:
    """Everything that is kept on this device."""
    games, boards = [], {}
    for table in host.store.kept.values():
        key = table.terms.board_file
        if key is not None and key not in boards:
            boards[key] = await host.around.board(key)
        saved: dict[str, Any] = {
            "table": saved_table(table, host.store.chat.get(table.id, [])),
            "uptime": host.store.uptime,  # of this device: its clocks count by it
        }
        if table.status not in WITHOUT_GAME:
            with suppress(Exception):  # one that is damaged is left out
                saved["game"] = await host.around.game(table.id)
        if table.id in host.trees.kept:
            saved["tree"] = host.trees.kept[table.id]
        if "game" in saved or table.status in WITHOUT_GAME:
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
    host.need_person()
    them = found["person"]["id"] if isinstance(found["person"], dict) else None
    made: dict[str, Brought] = {}
    try:
        boards = {one["id"]: parse_board(one["body"], "board") for one in found["boards"]}
        for one in found["boards"]:
            _check(one["id"] == host.store.board_key(one["body"]))
        for one in found["games"]:
            if one["table"]["id"] in host.store.kept:
                continue
            brought = _read(host, read(one, SAVED), boards, them)
            _check(brought.table.id not in made)
            made[brought.table.id] = brought
    except (KeyError, TypeError, ValueError, AssertionError, IndexError, AttributeError) as problem:
        raise Malformed("copies.broken") from problem
    except ViaeError as problem:
        raise Malformed("copies.broken") from problem
    games = [one.game for one in made.values() if one.game is not None]
    await host.store.save(
        {
            "boards": found["boards"],
            "tables": [saved_table(one.table, one.chat) for one in made.values()],
            "starts": [game["start"] for game in games],
            "entries": [entry for game in games for entry in game["entries"]],
            "facts": {FACT + name: one.tree for name, one in made.items() if one.tree},
        }
    )
    for name, one in made.items():
        host.store.kept[name] = one.table
        host.store.chat[name] = one.chat
        if one.tree:
            host.trees.kept[name] = one.tree
    for name in made:
        await host.wake(name)
    return len(made)


def _check(good: bool) -> None:
    if not good:
        raise ValueError("damaged")


def _read(host: Host, saved: Any, boards: dict[str, Board], them: str | None) -> Brought:
    """A table of a file, if it can be played on: whatever is wrong raises something."""
    me = host.need_person()["id"]
    row = TableRow(**saved["table"]["row"])
    seats = [SeatRow(**seat) for seat in saved["table"]["seats"]]
    chat = [NumberedNews(**said) for said in saved["table"]["chat"]]
    table = TableSnapshot(saved["table"]["id"], row, seats)
    game = None if table.status in WITHOUT_GAME else saved["game"]
    _check(game is not None or table.status in WITHOUT_GAME)
    _check(row.id == table.id and row.players == len(seats))
    _check([one.seat for one in seats] == list(range(len(seats))))
    row.host = me if row.host == them else row.host
    for seat in seats:
        seat.person = me if seat.person == them else seat.person
    own = None
    if table.terms.board_file is None:
        _check(table.terms.board in board_names())
    else:
        own = boards[table.terms.board_file]
    _set_clock(row, saved["uptime"], host.store.uptime)
    if game is not None:
        _check_log(table, game)
        start = game["start"]
        texts = [entry["text"] for entry in game["entries"]]
        secret = bytes.fromhex(start["secret"])
        table.game = TableGame.restore(start["document"], texts, table.terms, secret, own)
        if table.status == RUNNING:
            _check(row.actor == table.game.actor)
    views.view(table, me)  # it can be shown
    if row.result is not None:
        views.outcome(row.result, [])
    tree = saved["tree"] if table.study else None
    if tree and table.game:
        try:
            tree["tree"] = read_tree(table.game.progress, tree["tree"])
        except Malformed:
            tree = None  # branches of another game; this one is whole
    table.game = None  # read again when it is needed
    return Brought(table, chat, game, tree)


def _check_log(table: TableSnapshot, game: Any) -> None:
    """The start and all entries are of this game, and in order."""
    _check(game["start"]["game"] == table.id and len(game["entries"]) == table.row.number)
    for number, entry in enumerate(game["entries"]):
        _check(entry["game"] == table.id and entry["number"] == number)


def _set_clock(row: TableRow, there: float | None, here: float) -> None:
    """Clocks count the time of their device; they go on where they were.

    A file of an older version has no time of its device: the present part of the turn starts again.
    """
    hands = row.hands
    if hands is None:
        return
    later = here - (hands["since"] if there is None else there)
    hands["since"] += later
    hands["begun"] = hands.get("begun", 0.0) + later
    if row.deadline is not None:
        row.deadline += later
