"""A table as answers and live messages show it: its settings, its game, what only one user sees."""

from __future__ import annotations

from viae.table import clock as clocks
from viae.table.errors import Conflict
from viae.table.game import TableGame
from viae.table.play import RUNNING
from viae.table.rows import seat_view
from viae.table.shapes import Outcome, TableView, View, YouView
from viae.table.transaction import TableSnapshot
from viae.table.types.basics import Document
from viae.table.types.choices import OwnView
from viae.table.types.game import GameView, Result
from viae.table.types.history import PlayedItem

MOST_HISTORY = 1_000  # entries in one answer


def described(table: TableSnapshot, person: str | None = None) -> TableView:
    """A table for lists and views; the key of its link only for those who sit there."""
    row, terms = table.row, table.terms
    found: TableView = {
        "id": table.id,
        "name": row.name,
        "kind": row.kind,
        "status": row.status,
        "host": row.host,
        "visibility": row.visibility,
        "board": row.board,
        "board_file": terms.board_file,
        "variant": row.variant,
        "options": terms.options,
        "players": row.players,
        "pace": row.pace,
        "clock": clocks.shown(terms.clock, clocks.from_json(row.hands), table.uptime),
        "live_score": terms.live_score,
        "open_hands": terms.open_hands,
        "shuffle": terms.shuffle,
        "rated": terms.rated,
        "hints": terms.hints,
        "seats": [seat_view(one) for one in table.seats],
        "actor": row.actor,
        "number": row.number,
        "news": row.news,
        "proposal": row.proposal,
        "result": row.result,
        "rematch": row.rematch,
        "created": row.created,
        "started": row.started,
        "finished": row.finished,
    }
    if (key := link_key(table, person)) is not None:
        found["key"] = key
    return found


def link_key(table: TableSnapshot, person: str | None) -> str | None:
    """The key of the table's link, if this user may hand it on."""
    if person is not None and (table.row.host == person or table.seats_of(person)):
        return table.row.key
    return None


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
        if own["undo"] is not None:
            limit = table.undo_limit(acting)
            own["undo"] = limit if limit < len(game.entries) else None
    proposal = table.row.proposal
    return {
        "person": person,
        **own,
        "propose": bool(acting and game and game.entries) and not table.study,
        "answer": bool(acting) and proposal is not None and person not in proposal["accepted"],
    }


def shown_game(table: TableSnapshot) -> GameView | None:
    """What everybody sees of the game."""
    if table.game is None:
        return None
    ended = table.status in ("finished", "abandoned")
    found = table.game.view(live_score=True if ended else None)
    if ended and not found["over"]:  # everybody resigned: the table says that it is over
        found["over"], found["actor"], found["decision"] = True, None, {"kind": "over"}
        if table.row.result is not None:
            found["result"] = table.row.result
    return found


def view(table: TableSnapshot, person: str | None) -> View:
    """The whole view of a user."""
    return {
        "table": described(table, person),
        "game": shown_game(table),
        "you": yours(table, person),
    }


def begun(table: TableSnapshot) -> TableGame:
    """The game of a table that has started; Conflict if it has not."""
    if table.game is None:
        raise Conflict("table.not-begun")
    return table.game


def history(table: TableSnapshot, first: int, last: int) -> list[PlayedItem]:
    """The entries that count from `first` to before `last`, as many as one answer has."""
    return begun(table).history(first, min(last, first + MOST_HISTORY))


def moments(table: TableSnapshot, first: int, count: int) -> list[GameView]:
    """The public views after `first` entries and after each of the following."""
    game = begun(table)
    finished = table.status == "finished"
    points = game.terms.live_score or finished
    return game.moments(first, count, points, game.terms.shows_hands or finished)


def need_record(table: TableSnapshot) -> TableGame:
    """The game of a table that has a record; Conflict if it has none."""
    game = begun(table)
    if game.start.position:
        raise Conflict("table.no-record")
    return game


def record(table: TableSnapshot) -> Document:
    """The record of the game so far."""
    document = need_record(table).record([one.shown_name for one in table.seats])
    document["meta"] = {"site": "viae", "table": table.id, "started": table.row.started}
    if table.row.finished:
        document["meta"]["finished"] = table.row.finished
    if table.terms.hints:
        document["meta"]["hints"] = True
    if table.row.plan.get("help"):
        document["meta"]["help"] = table.row.plan["help"]
    return document


def need_open_hands(table: TableSnapshot) -> TableGame:
    """The game of a table whose positions may be shown; Conflict if they may not."""
    game = begun(table)
    if not game.terms.shows_hands and table.status == RUNNING:
        raise Conflict("table.hands-hidden")
    return game


def moment(table: TableSnapshot, at: int | None) -> TableGame:
    """The game now or after `at` entries, if its position may be shown."""
    game = need_open_hands(table)
    return game if at is None else game.at(at)


def outcome(result: Result, seats: list[tuple[int, str | None]]) -> Outcome:
    """How a game ended for the owner of these seats; each comes with why it was left."""
    sides = len(result.get("teams", result["scores"]))
    won = any(seat % sides == result["winner"] and left is None for seat, left in seats)
    if won:
        return "won"
    if all(left == "resigned" for _, left in seats):
        return "resigned"
    return "bot" if all(left is not None for _, left in seats) else "lost"
