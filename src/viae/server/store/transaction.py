"""Stored tables, and the transaction that changes one of them.

Everything that happens at a table goes through `TableStore.transaction`. It locks the table's row
and writes entries, news, seats and the waiting bot together or not at all. Tables are kept in
memory, and only new rows are read again.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import cache

import orjson
from sqlalchemy import Update, bindparam, delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.data import board_names, load_board
from viae.data.parse import parse_board
from viae.rules.figures import Board
from viae.server.store import models
from viae.server.store.database import Database
from viae.server.store.models import BoardFile, BotTurn, Entry, Member, Seat, Start, Table
from viae.server.store.outbox import turn_notice, write_notices
from viae.server.store.present import need_present
from viae.server.store.quick import COLUMNS as POSTED
from viae.server.store.quick import NoWork, Overtaken, Post, quick_for
from viae.server.store.uptime import Uptime
from viae.server.store.work import StoreWork
from viae.table.errors import KeyReused, Unknown
from viae.table.game import TableGame
from viae.table.rows import NumberedNews, SeatRow, TableRow, read_news, seat_rows
from viae.table.shapes import RatingChange
from viae.table.terms import TableTerms
from viae.table.transaction import Change, TableSnapshot, TableTransaction, change_of

KEPT = 4000  # tables in memory
MOST_BOARDS = 200  # of users, in memory
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


# Called after a commit: the table, the news, and whom to tell that their list of turns changed.
Rate = Callable[[AsyncConnection, bool, TableSnapshot], Awaitable[list[RatingChange]]]
Listener = Callable[[TableSnapshot, list[NumberedNews], set[str], bool], None]


class TableStore:
    """All tables of one database."""

    def __init__(self, db: Database, pool: int = 10) -> None:
        self.db = db
        self.quick = quick_for(db, pool)
        self.uptime = Uptime(db)
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
        if table.is_open_to(person):
            return True
        wanted = select(Member.person).where(Member.table == table.id, Member.person == person)
        return (await connection.execute(wanted)).first() is not None

    async def see(self, table: str, person: str | None, key: str | None = None) -> TableSnapshot:
        """A table that this user may see, or whoever has the key of its link; else Unknown."""
        async with self.db.read() as connection:
            snapshot = await self.look(table, connection)
            if not snapshot.opened_by(key) and not await self.may_see(snapshot, person, connection):
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
        snapshot = TableSnapshot(table, row, seats, uptime=self.uptime.now())
        if row.status in ("open", "closed"):
            return snapshot
        if known is not None and known.game is not None and known.game.rows <= row.number:
            snapshot.game = known.game
        else:
            snapshot.game = await self._read_start(connection, snapshot)
        if (
            known is not None
            and known.game is snapshot.game
            and known.game.rows == row.number
            and known.row.status == row.status
        ):
            snapshot.public, snapshot.public_json = known.public, known.public_json
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
            if len(self._boards) >= MOST_BOARDS:
                self._boards.clear()
            wanted = select(BoardFile.body).where(BoardFile.id == digest)
            found = parse_board((await connection.execute(wanted)).scalar_one(), "board")
            self._boards[digest] = found
            return found
        return self._boards[digest]

    async def made_before(self, person: str, key: str) -> str | None:
        """The table that a user made with this key."""
        wanted = select(Table.id).where(Table.host == person, Table.create_key == key)
        async with self.db.read() as connection:
            return (await connection.execute(wanted)).scalar()

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def token(self, size: int) -> bytes:
        """Random bytes that nobody can guess."""
        return secrets.token_bytes(size)

    def board_key(self, body: Mapping[str, object]) -> str:
        """The id of a board that a user uploaded."""
        content = orjson.dumps(body, option=orjson.OPT_SORT_KEYS)
        return hashlib.sha256(content).hexdigest()[:40]

    # Writing

    @contextlib.asynccontextmanager
    async def work(self) -> AsyncIterator[StoreWork]:
        """Read and write in one go."""
        async with self.db.write() as connection:
            yield StoreWork(self, connection)

    @contextlib.asynccontextmanager
    async def transaction(
        self, table: str, person: str | None = None
    ) -> AsyncIterator[TableTransaction]:
        """Lock a table; the changes made in the block are written at its end, all or nothing.

        If it is for a person, they must be allowed to see the table.
        """
        async with self.db.write() as connection:
            snapshot = await self._load(connection, table, lock=True)
            if person is not None and not await self.may_see(snapshot, person, connection):
                raise Unknown("table.unknown")
            copy = snapshot.copy(snapshot.uptime)
            if copy.row.pace != "none":  # this process may have been suspended
                stored, _ = await self.uptime.stored(connection)
                copy.uptime = max(copy.uptime, stored)
            transaction = TableTransaction(StoreWork(self, connection), copy, self.now())
            yield transaction
            if transaction.rated and self.rate is not None:
                changed = await self.rate(connection, self.db.sqlite, transaction.table)
                transaction.tell({"kind": "rated", "at": transaction.now, "ratings": changed})
            if new := _named(snapshot, transaction):
                await need_present(connection, new)
            await self._write(connection, transaction)
            await write_notices(connection, self.db.sqlite, snapshot, transaction)
        self.committed(transaction)

    @contextlib.asynccontextmanager
    async def attempt(
        self, table: str, person: str | None = None
    ) -> AsyncIterator[TableTransaction]:
        """Post to a table as it is in memory, without a lock, and write it if it is still so.

        Overtaken, and nothing is written, where that is not enough. What `_write` writes besides
        entries, news, seats and the waiting bot must be written here, too.
        """
        known = self._kept.get(table)
        if known is None or known.game is None or known.row.status != "running":
            raise Overtaken(table)
        if person is not None and not known.is_open_to(person):
            raise Overtaken(table)
        copy = known.copy(self.uptime.now())
        transaction = TableTransaction(NoWork(), copy, self.now())
        yield transaction
        columns = transaction.columns.keys()
        if not transaction.entries or transaction.seats_changed or not columns <= POSTED:
            raise Overtaken(table)
        post = Post(
            known.row,
            copy.row,
            transaction.entries,
            transaction.news_rows,
            transaction.now,
            None if copy.row.pace == "none" else copy.uptime,
            transaction.bot_turn,
            transaction.bot_turn_changed,
            turn_notice(known, copy),
        )
        if not await self.quick.write(post):
            raise Overtaken(table)
        copy.change = change_of(known.row, transaction)
        self.committed(transaction)

    def follow(self, table: str, change: Change) -> TableSnapshot | None:
        """The table after what another process posted; None if it is not known as it was before."""
        known = self._kept.get(table)
        if known is None or known.game is None:
            return None
        row = known.row
        if change["before"] != [row.number, row.news, row.version] or row.status != "running":
            return None
        game = known.game.copy()
        game.read_all(change["entries"])
        after = TableSnapshot(table, row.copy(), known.seats, game, uptime=self.uptime.now())
        for name, value in change["columns"].items():
            setattr(after.row, name, value)
        self._keep(after)
        return after

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

    async def _write(self, connection: AsyncConnection, transaction: TableTransaction) -> None:
        table = transaction.table.id
        if transaction.entries:
            try:
                await connection.execute(INSERT_ENTRIES, transaction.entries)
            except IntegrityError:  # under the lock the numbers are free, so it is the key
                raise KeyReused("turn.key-reused") from None
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
            await self._write_bot_turn(connection, transaction)

    async def _write_bot_turn(
        self, connection: AsyncConnection, transaction: TableTransaction
    ) -> None:
        table = transaction.table.id
        if transaction.bot_turn is None:
            await connection.execute(delete(BotTurn).where(BotTurn.game == table))
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
        await connection.execute(
            make(BotTurn)
            .values(game=table, **fresh)
            .on_conflict_do_update(index_elements=["game"], set_=fresh)
        )


def _named(before: TableSnapshot, transaction: TableTransaction) -> set[str | None]:
    """Whom a transaction names who was not named there: who sits down, is invited or speaks."""
    found = {row["person"] for row in transaction.news_rows if row["kind"] == "chat"}
    if transaction.seats_changed:
        found |= {one.person for one in transaction.table.seats}
        found -= {one.person for one in before.seats}
    return found - {None}
