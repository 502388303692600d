"""Stored tables, and the transaction that changes one of them.

Everything that happens at a table goes through `TableStore.transaction`. It locks the table's row
and writes entries, news, seats and the waiting bot together or not at all. Tables are kept in
memory, and only new rows are read again.
"""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Unpack

from sqlalchemy import Update, bindparam, delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.data import board_names, load_board
from viae.data.parse import parse_board
from viae.rules.figures import Board
from viae.server.errors import Unknown
from viae.server.store import models
from viae.server.store.database import Database
from viae.server.store.models import BoardFile, BotTurn, Entry, Member, Seat, Start, Table
from viae.server.store.news import News
from viae.server.store.rows import (
    NumberedNews,
    SeatRow,
    StoredEntry,
    StoredNews,
    TableChanges,
    TableRow,
    news_body,
    read_news,
    seat_rows,
)
from viae.server.tables.types import RatingChange, Status
from viae.table import clock as clocks
from viae.table.game import TableGame
from viae.table.terms import TableTerms
from viae.table.terms import from_json as read_terms

KEPT = 4000  # tables in memory
# Statements of every entry, built once: building them takes longer than running them.
SELECT_TABLE = select(*Table.__table__.columns).where(Table.id == bindparam("table"))
LOCK_TABLE = SELECT_TABLE.with_for_update()
INSERT_ENTRIES = insert(Entry)
INSERT_NEWS = insert(models.News)


@cache
def update_table(columns: tuple[str, ...]) -> Update:
    """The statement that changes these columns."""
    return (
        update(Table)
        .where(Table.id == bindparam("changed_table"))
        .values({name: bindparam(name) for name in columns})
    )


@dataclass(slots=True)
class TableSnapshot:
    """A table as it was read: its columns, its seats and, once it is started, its game."""

    id: str
    row: TableRow
    seats: list[SeatRow]
    game: TableGame | None = None
    public_json: bytes | None = None  # what everybody sees of the game, once it was needed

    @property
    def status(self) -> Status:
        return self.row.status

    @property
    def study(self) -> bool:
        return self.row.kind == "study"

    @property
    def terms(self) -> TableTerms:
        """What the players agreed on."""
        return read_terms(self.row.plan, self.study)

    @property
    def clock(self) -> clocks.Clock:
        return self.terms.clock

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a user owns, whether a bot stands in or not."""
        if person is None:
            return []
        return [one.seat for one in self.seats if one.person == person and one.kind == "person"]

    def acting_seats(self, person: str | None) -> list[int]:
        """The seats that a user decides for."""
        if person is None:
            return []
        if self.study:
            return [-1, *range(len(self.seats))] if person == self.row.host else []
        mine = self.seats_of(person)
        return [seat for seat in mine if self.seats[seat].stand_in is None]

    def people(self) -> list[str]:
        """Everybody who still decides for a seat, each once."""
        found = [one.person for one in self.seats if one.kind == "person" and not one.stand_in]
        return list(dict.fromkeys(person for person in found if person))


@dataclass
class TableTransaction:
    """A table under its lock. Changes are gathered here and written when the block ends."""

    connection: AsyncConnection
    table: TableSnapshot
    now: float
    columns: TableChanges = field(default_factory=TableChanges)
    entries: list[StoredEntry] = field(default_factory=list)
    written: list[NumberedNews] = field(default_factory=list)
    news_rows: list[StoredNews] = field(default_factory=list)
    seats_changed: bool = False
    bot_turn: tuple[int, str] | None = None
    bot_turn_changed: bool = False
    to_wake: set[str] = field(default_factory=set)
    rated: bool = False  # the game has ended and its result counts

    @property
    def game(self) -> TableGame:
        """The game of a table that is started."""
        assert self.table.game is not None
        return self.table.game

    def set(self, **columns: Unpack[TableChanges]) -> None:
        """Change columns of the table."""
        self.columns.update(columns)
        for name, value in columns.items():
            setattr(self.table.row, name, value)

    def add_entry(self, text: str, person: str | None, key: str | None) -> int:
        """Write a row of the game, made by `game` already; its number."""
        number = self.table.row.number
        self.entries.append(
            {
                "game": self.table.id,
                "number": number,
                "text": text,
                "person": person,
                "key": key,
                "at": self.now,
            }
        )
        self.set(number=number + 1)
        return number

    def tell(self, news: News, person: str | None = None, key: str | None = None) -> int:
        """Add to the news of the table; the number of the message."""
        number = self.table.row.news + 1
        self.news_rows.append(
            {
                "table_id": self.table.id,
                "number": number,
                "kind": news["kind"],
                "body": news_body(news),
                "person": person,
                "key": key,
                "at": news["at"],
            }
        )
        self.written.append(NumberedNews(number, news))
        self.set(news=number)
        return number

    def change_seats(self) -> None:
        """Note that the seats have changed."""
        self.seats_changed = True
        self.set(version=self.table.row.version + 1)

    def wait_for_bot(self, bot: tuple[int, str] | None) -> None:
        """Set the bot that decides next, or None."""
        self.bot_turn = bot
        self.bot_turn_changed = True


# Called after a commit: the table, the news, and whom to tell that their list of turns changed.
Rate = Callable[[AsyncConnection, bool, TableSnapshot], Awaitable[list[RatingChange]]]
Listener = Callable[[TableSnapshot, list[NumberedNews], set[str], bool], None]


class TableStore:
    """All tables of one database."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.listeners: list[Listener] = []
        # Rates a finished game in the transaction that finished it.
        self.rate: Rate | None = None
        self._kept: OrderedDict[str, TableSnapshot] = OrderedDict()
        self._boards: dict[str, Board] = {}

    # Reading

    async def look(self, table: str, connection: AsyncConnection | None = None) -> TableSnapshot:
        """The table as it is now; only to be read."""
        if connection is None:
            async with self.db.read() as own:
                return await self.look(table, own)
        snapshot = await self._load(connection, table, lock=False)
        self._keep(snapshot)
        return snapshot

    async def news_after(self, table: str, number: int, limit: int) -> list[NumberedNews]:
        """The oldest news after a number."""
        wanted = (
            select(models.News.number, models.News.kind, models.News.body, models.News.at)
            .where(models.News.table == table, models.News.number > number)
            .order_by(models.News.number)
            .limit(limit)
        )
        async with self.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [read_news(*row) for row in rows]

    async def news_numbers(self, tables: list[str]) -> dict[str, int]:
        """The number of the latest news of each of these tables."""
        found: dict[str, int] = {}
        async with self.db.read() as connection:
            for first in range(0, len(tables), 1000):
                some = tables[first : first + 1000]
                wanted = select(Table.id, Table.news).where(Table.id.in_(some))
                rows = (await connection.execute(wanted)).all()
                found |= {row.id: row.news for row in rows}
        return found

    async def may_see(
        self, table: TableSnapshot, person: str | None, connection: AsyncConnection
    ) -> bool:
        """Whether a user may watch: a private table only if they sit there or had its link."""
        if table.row.visibility == "public" and not table.study:
            return True
        if person is None:
            return False
        if table.row.host == person or any(one.person == person for one in table.seats):
            return True
        if table.study:
            return False
        wanted = select(Member.person).where(Member.table == table.id, Member.person == person)
        return (await connection.execute(wanted)).first() is not None

    async def see(self, table: str, person: str | None) -> TableSnapshot:
        """A table that this user may see; raises Unknown for all others."""
        async with self.db.read() as connection:
            snapshot = await self.look(table, connection)
            if not await self.may_see(snapshot, person, connection):
                raise Unknown("table.unknown")
        return snapshot

    def _keep(self, snapshot: TableSnapshot) -> None:
        self._kept[snapshot.id] = snapshot
        self._kept.move_to_end(snapshot.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def forget(self, table: str) -> None:
        """Read the table again when it is next needed."""
        self._kept.pop(table, None)

    @property
    def kept(self) -> int:
        """How many tables are in memory."""
        return len(self._kept)

    async def _load(self, connection: AsyncConnection, table: str, lock: bool) -> TableSnapshot:
        wanted = LOCK_TABLE if lock and not self.db.sqlite else SELECT_TABLE
        found = (await connection.execute(wanted, {"table": table})).first()
        if found is None:
            raise Unknown("table.unknown")
        row = TableRow(*found)
        known = self._kept.get(table)
        if known is not None and known.row.version == row.version:
            seats = known.seats
        else:
            seats = await self._read_seats(connection, table)
        snapshot = TableSnapshot(table, row, seats)
        if row.status in ("open", "closed"):
            return snapshot
        if known is not None and known.game is not None and known.game.rows <= row.number:
            snapshot.game = known.game
        else:
            snapshot.game = await self._read_start(connection, snapshot)
        if known is not None and known.game is snapshot.game and known.game.rows == row.number:
            snapshot.public_json = known.public_json
        if snapshot.game.rows < row.number:
            fresh = snapshot.game.copy()
            last = row.number
            fresh.read_all(await self._read_entries(connection, table, fresh.rows, last))
            snapshot.game = fresh
        return snapshot

    async def _read_seats(self, connection: AsyncConnection, table: str) -> list[SeatRow]:
        wanted = (
            select(Seat.seat, Seat.kind, Seat.person, Seat.name, Seat.bot, Seat.stand_in, Seat.left)
            .where(Seat.table == table)
            .order_by(Seat.seat)
        )
        return [SeatRow(*row) for row in (await connection.execute(wanted)).all()]

    async def _read_start(self, connection: AsyncConnection, snapshot: TableSnapshot) -> TableGame:
        wanted = select(Start.document, Start.secret).where(Start.game == snapshot.id)
        document, secret = (await connection.execute(wanted)).one()
        terms = snapshot.terms
        board = await self.board(connection, terms)
        return TableGame.restore(document, (), terms, bytes.fromhex(secret), board)

    async def _read_entries(
        self, connection: AsyncConnection, table: str, first: int, last: int
    ) -> list[str]:
        wanted = (
            select(Entry.text)
            .where(Entry.game == table, Entry.number >= first, Entry.number < last)
            .order_by(Entry.number)
        )
        return list((await connection.execute(wanted)).scalars())

    async def board(self, connection: AsyncConnection, terms: TableTerms) -> Board:
        """The board of a table: built-in or custom."""
        digest = terms.board_file
        if digest is None:
            assert terms.board in board_names()
            return load_board(terms.board)
        if digest not in self._boards:
            wanted = select(BoardFile.body).where(BoardFile.id == digest)
            self._boards[digest] = parse_board(
                (await connection.execute(wanted)).scalar_one(), "board"
            )
        return self._boards[digest]

    # Writing

    @contextlib.asynccontextmanager
    async def transaction(
        self, table: str, person: str | None = None, now: float | None = None
    ) -> AsyncIterator[TableTransaction]:
        """Lock a table; the changes made in the block are written at its end, all or nothing.

        If it is for a person, they must be allowed to see the table.
        """
        async with self.db.write() as connection:
            snapshot = await self._load(connection, table, lock=True)
            if person is not None and not await self.may_see(snapshot, person, connection):
                raise Unknown("table.unknown")
            # Work on copies: others read what is in memory while this is not yet written.
            copy = TableSnapshot(
                table,
                snapshot.row.copy(),
                [replace(one) for one in snapshot.seats],
                snapshot.game.copy() if snapshot.game else None,
            )
            transaction = TableTransaction(connection, copy, time.time() if now is None else now)
            yield transaction
            if transaction.rated and self.rate is not None:
                changed = await self.rate(connection, self.db.sqlite, transaction.table)
                transaction.tell({"kind": "rated", "at": transaction.now, "ratings": changed})
            await self._write(transaction)
        self.committed(transaction)

    def committed(self, transaction: TableTransaction) -> None:
        """Keep what was written and notify the listeners."""
        if not transaction.columns and not transaction.to_wake:
            return
        self._keep(transaction.table)
        for listener in self.listeners:
            listener(
                transaction.table,
                transaction.written,
                transaction.to_wake,
                transaction.bot_turn is not None,
            )

    async def _write(self, transaction: TableTransaction) -> None:
        connection, table = transaction.connection, transaction.table.id
        if transaction.entries:
            await connection.execute(INSERT_ENTRIES, transaction.entries)
        if transaction.news_rows:
            await connection.execute(INSERT_NEWS, transaction.news_rows)
        if transaction.columns:
            columns = tuple(sorted(transaction.columns))
            values = {**transaction.columns, "changed_table": table}
            await connection.execute(update_table(columns), values)
        if transaction.seats_changed:
            await connection.execute(delete(Seat).where(Seat.table == table))
            await connection.execute(insert(Seat), seat_rows(table, transaction.table.seats))
        if transaction.bot_turn_changed:
            await self._write_bot_turn(transaction)

    async def _write_bot_turn(self, transaction: TableTransaction) -> None:
        table = transaction.table.id
        if transaction.bot_turn is None:
            await transaction.connection.execute(delete(BotTurn).where(BotTurn.game == table))
            return
        seat, bot = transaction.bot_turn
        fresh = {
            "number": transaction.table.row.number,
            "seat": seat,
            "bot": bot,
            "since": transaction.now,
            "claimed_by": None,
            "claimed_until": 0.0,
            "attempts": 0,
        }
        make = insert_sqlite if self.db.sqlite else insert_postgresql
        await transaction.connection.execute(
            make(BotTurn)
            .values(game=table, **fresh)
            .on_conflict_do_update(index_elements=["game"], set_=fresh)
        )
