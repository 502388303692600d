"""Tables before and after the game: create one, start it, play the same again."""

from __future__ import annotations

import hashlib
import random
import secrets
import time

import orjson
from sqlalchemy import func, insert, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.data import parse_board
from viae.server.bots.names import check_bot
from viae.server.errors import Conflict, Forbidden
from viae.server.store.models import BoardFile, Seat, Start, Table
from viae.server.store.rows import SeatRow, seat_rows
from viae.server.store.transaction import TableSnapshot, TableStore, TableTransaction
from viae.server.tables.play import Play
from viae.server.tables.requests import TableRequest
from viae.server.tables.seats import Seats, need_host, need_open, requested_seats
from viae.server.tables.types import Visibility
from viae.table import clock as clocks
from viae.table.game import TableGame
from viae.table.terms import TableTerms
from viae.table.types import Document


def new_id() -> str:
    """An id that cannot be guessed: 16 letters and digits."""
    alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(alphabet) for _ in range(16))


class Tables:
    """Creates tables and starts their games."""

    def __init__(self, store: TableStore, play: Play, seats: Seats, most_open: int) -> None:
        self.store = store
        self.play = play
        self.seats = seats
        self.most_open = most_open

    async def create(self, person: str, name: str, request: TableRequest) -> TableSnapshot:
        """Create a table; it starts at once if requested and all seats are taken."""
        options = request.check()
        given = request.board_file
        board = parse_board(given, "board_file") if given is not None else None
        if request.key is not None:
            known = await self._made_before(person, request.key)
            if known is not None:
                return known
        terms = TableTerms(
            board=board.id if board else request.board,
            board_file=digest(given) if given is not None else None,
            variant=request.variant,
            options=options,
            clock=request.clock.clock(),
            live_score=request.live_score,
            open_hands=request.open_hands,
            shuffle=request.shuffle,
            rated=request.rated,
        )
        table = new_id()
        async with self.store.db.write() as connection:
            await check_limit(connection, person, self.most_open)
            seats = await requested_seats(connection, request.seats, person, name)
            if given is not None:
                await keep_board(connection, self.store.db.sqlite, given)
            try:
                await insert_table(
                    connection,
                    table,
                    person,
                    request.name or f"{name}’s table",
                    terms,
                    seats,
                    visibility=request.visibility,
                    create_key=request.key,
                )
            except IntegrityError:
                raise Conflict("table.key-in-use") from None
        if request.start and all(seat.kind in ("person", "bot") for seat in seats):
            return await self.start(table, person, None)
        return await self.store.look(table)

    async def _made_before(self, person: str, key: str) -> TableSnapshot | None:
        wanted = select(Table.id).where(Table.host == person, Table.create_key == key)
        async with self.store.db.read() as connection:
            found = (await connection.execute(wanted)).scalar()
        return None if found is None else await self.store.look(found)

    async def start(self, table: str, person: str, fill: str | None) -> TableSnapshot:
        """Start the game; `fill` names a bot for the seats that are still open."""
        bot = check_bot(fill) if fill else None
        async with self.store.transaction(table, person) as transaction:
            need_open(transaction.table)
            need_host(transaction.table, person)
            seats = transaction.table.seats
            for one in seats:
                if one.kind in ("open", "invited") and bot is not None:
                    seats[one.seat] = SeatRow(one.seat, "bot", bot=bot)
            empty = [one.seat for one in seats if one.kind in ("open", "invited")]
            if empty:
                raise Conflict("table.seats-empty", seats=empty)
            if transaction.table.terms.shuffle:
                random.SystemRandom().shuffle(seats)
                for number, one in enumerate(seats):
                    one.seat = number
            transaction.change_seats()
            board = await self.store.board(transaction.connection, transaction.table.terms)
            names = [one.shown_name for one in seats]
            secret = secrets.token_bytes(32)
            game = TableGame.new(transaction.table.terms, names, secret, board)
            # The board has a row of its own, so that its name is enough here.
            document = {**game.start_document(), "board": transaction.table.terms.board}
            await begin(transaction, game, document)
            transaction.tell({"kind": "started", "at": transaction.now, "seats": names})
            self.play.settle(transaction)
        return transaction.table

    async def rematch(self, table: str, person: str, name: str) -> TableSnapshot:
        """A new table on the same terms, everybody one seat further; at most one for each game."""
        async with self.store.transaction(table, person) as transaction:
            if transaction.table.status not in ("finished", "abandoned"):
                raise Conflict("table.not-over")
            if person not in {one.person for one in transaction.table.seats}:
                raise Forbidden("table.players-only")
            known = transaction.table.row.rematch
            if known is None:
                new = new_id()
                seats = _again(transaction.table, person)
                await insert_table(
                    transaction.connection,
                    new,
                    person,
                    transaction.table.row.name,
                    transaction.table.terms,
                    seats,
                    visibility=transaction.table.row.visibility,
                )
                transaction.set(rematch=new)
                transaction.tell({"kind": "rematch", "at": transaction.now, "table": new})
        if known is None:
            return await self.store.look(new)
        other = await self.store.look(known)
        if other.status == "open" and not other.seats_of(person):
            return await self.seats.sit(known, person, name, None)
        return other


async def check_limit(connection: AsyncConnection, person: str, most_open: int) -> None:
    """Refuse if the user has too many open tables already."""
    wanted = (
        select(func.count())
        .select_from(Table)
        .where(Table.host == person, Table.status.in_(("open", "running")))
    )
    if (await connection.execute(wanted)).scalar_one() >= most_open:
        raise Conflict("limit.open-tables", limit=most_open)


async def keep_board(connection: AsyncConnection, sqlite: bool, body: Document) -> None:
    """Store a board that a user uploaded."""
    make = insert_sqlite if sqlite else insert_postgresql
    await connection.execute(
        make(BoardFile).values(id=digest(body), body=body).on_conflict_do_nothing()
    )


async def insert_table(
    connection: AsyncConnection,
    table: str,
    host: str,
    name: str,
    terms: TableTerms,
    seats: list[SeatRow],
    *,
    visibility: Visibility,
    create_key: str | None = None,
) -> None:
    """Write a new table and its seats."""
    await connection.execute(
        insert(Table).values(
            id=table,
            name=name[:80],
            kind="study" if terms.study else "play",
            status="open",
            host=host,
            visibility=visibility,
            key=secrets.token_urlsafe(12),
            board=terms.board,
            variant=terms.variant,
            pace=terms.clock.pace,
            players=len(seats),
            plan=terms.to_json(),
            create_key=create_key,
            created=time.time(),
        )
    )
    await connection.execute(insert(Seat), seat_rows(table, seats))


async def begin(transaction: TableTransaction, game: TableGame, document: Document) -> None:
    """Start the game of a table; the document is what it is restored from."""
    transaction.table.game = game
    await transaction.connection.execute(
        insert(Start).values(game=transaction.table.id, document=document, secret=game.secret.hex())
    )
    hands = clocks.begin(transaction.table.clock, len(transaction.table.seats))
    transaction.set(status="running", started=transaction.now, hands=hands.to_json())


def digest(document: Document) -> str:
    """The id of a board that a user uploaded."""
    content = orjson.dumps(document, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(content).hexdigest()[:40]


def _again(table: TableSnapshot, person: str) -> list[SeatRow]:
    """The seats of a rematch: everybody one seat further, others' seats reserved for them."""
    turned = [*table.seats[1:], table.seats[0]]
    seats = []
    for number, one in enumerate(turned):
        if one.kind == "bot":
            seats.append(SeatRow(number, "bot", bot=one.bot))
        elif one.person == person:
            seats.append(SeatRow(number, "person", person, one.name))
        else:
            seats.append(SeatRow(number, "invited", one.person, one.name))
    return seats
