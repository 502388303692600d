"""Study tables: a record or a position that one person tries things out with."""

from __future__ import annotations

from viae.data import board_names, parse_board
from viae.game import Game
from viae.position import is_position
from viae.table.create import begin, check_limit, new_id, new_row
from viae.table.errors import Malformed
from viae.table.game import TableGame
from viae.table.play import Play
from viae.table.rows import SeatRow
from viae.table.terms import TableTerms
from viae.table.text import tidy
from viae.table.titles import new_title
from viae.table.transaction import Store, TableSnapshot
from viae.table.types.basics import Document

MOST_ENTRIES = 4_000  # of an imported record; long games have less than a thousand


class Study:
    """Creates study tables."""

    def __init__(self, store: Store, play: Play, most_open: int) -> None:
        self.store = store
        self.play = play
        self.most_open = most_open

    async def create(
        self,
        person: str,
        document: Document,
        board_file: Document | None,
        upto: int | None,
        manual: bool,
    ) -> TableSnapshot:
        """A private table for one user, to study a record or a position."""
        carried = document.get("board")
        if board_file is None and isinstance(carried, dict):
            board_file = carried
        board = parse_board(board_file, "board") if board_file is not None else None
        if board is None and document.get("board") not in board_names():
            raise Malformed("study.board", names=board_names())
        entries = document.get("entries")
        if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
            raise Malformed("study.too-long", limit=MOST_ENTRIES)
        if is_position(document):
            game = Game.from_position(document, chance="manual", board=board)
        else:
            game = Game.from_record(document, upto=upto, chance="manual", board=board)
        start = {key: value for key, value in document.items() if key not in ("meta", "legal")}
        start = {**start, "board": game.board.id, "entries": []}  # the board has a row of its own
        start.pop("result", None)
        start.pop("tree", None)
        terms = TableTerms(
            board=game.board.id,
            board_file=self.store.board_key(board_file) if board_file is not None else None,
            variant=game.variant,
            options=dict(game.options),
            open_hands=True,
            manual_chance=manual,
            study=True,
        )
        seats = [
            SeatRow(number, "person", person, _seat_name(one, number))
            for number, one in enumerate(game.players)
        ]
        table = new_id(self.store.token(16))
        async with self.store.work() as work:
            await check_limit(work, person, self.most_open)
            title = new_title(self.store.token(8), await work.titles(person))
            row = new_row(self.store, table, person, title, terms, len(seats), "link")
            if board_file is not None:
                await work.keep_board(self.store.board_key(board_file), board_file)
            await work.insert(row, seats)
        async with self.store.transaction(table, person) as transaction:
            secret = self.store.token(32)
            begun = TableGame.restore(start, (), terms, secret, game.board)
            await begin(transaction, begun, start)
            for entry in game.entries:
                transaction.game.read(entry)
                transaction.add_entry(entry, person, None)
            transaction.tell(
                {
                    "kind": "started",
                    "at": transaction.now,
                    "seats": [one.shown_name for one in seats],
                }
            )
            self.play.settle(transaction)
        return transaction.table


def _seat_name(name: str, seat: int) -> str:
    try:
        return tidy(name)[:32] or f"player {seat}"
    except ValueError:
        return f"player {seat}"
