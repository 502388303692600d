"""What tables read and write besides a table itself, over one connection of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.rules.figures import Board
from viae.server.store.models import BoardFile, Entry, Person, Seat, Start, Table
from viae.server.store.present import need_present
from viae.table.errors import Conflict
from viae.table.rows import COLUMNS, VALUES, SeatRow, TableRow, seat_rows
from viae.table.terms import TableTerms
from viae.table.transaction import Account, Posted
from viae.table.types.basics import Document

if TYPE_CHECKING:
    from viae.server.store.transaction import TableStore

LATEST = 40  # tables whose names a new one should not have


class StoreWork:
    """A `viae.table.transaction.Work` of this server."""

    def __init__(self, store: TableStore, connection: AsyncConnection) -> None:
        self.store = store
        self.connection = connection

    async def hosted(self, person: str) -> int:
        wanted = (
            select(func.count())
            .select_from(Table)
            .where(Table.host == person, Table.status.in_(("open", "running")))
        )
        return (await self.connection.execute(wanted)).scalar_one()

    async def titles(self, person: str) -> set[str]:
        mine = select(Table.name).where(Table.host == person)
        listed = select(Table.name).where(Table.status == "open", Table.visibility == "public")
        found: set[str] = set()
        for wanted in (mine, listed):
            latest = wanted.order_by(Table.created.desc()).limit(LATEST)
            found.update((await self.connection.execute(latest)).scalars())
        return found

    async def account(self, name: str) -> Account | None:
        wanted = select(Person.id, Person.name).where(
            Person.account == name.casefold().removesuffix(" (bot)")
        )
        found = (await self.connection.execute(wanted)).first()
        return None if found is None else Account(found.id, found.name)

    async def board(self, terms: TableTerms) -> Board:
        return await self.store.board(self.connection, terms)

    async def keep_board(self, key: str, body: Document) -> None:
        make = insert_sqlite if self.store.db.sqlite else insert_postgresql
        await self.connection.execute(
            make(BoardFile).values(id=key, body=body).on_conflict_do_nothing()
        )

    async def insert(self, row: TableRow, seats: list[SeatRow]) -> None:
        sitting = [one.person for one in seats if one.kind == "person"]
        await need_present(self.connection, [row.host, *sitting])
        columns = zip(COLUMNS, VALUES(row), strict=True)
        values = {name: value for name, value in columns if value is not None}
        try:
            await self.connection.execute(insert(Table).values(**values))
        except IntegrityError:
            raise Conflict("table.key-in-use") from None
        await self.connection.execute(insert(Seat), seat_rows(row.id, seats))

    async def start(self, table: str, document: Document, secret: bytes) -> None:
        await self.connection.execute(
            insert(Start).values(game=table, document=document, secret=secret.hex())
        )

    async def posted(self, table: str, key: str) -> Posted | None:
        wanted = select(Entry.number, Entry.text).where(Entry.game == table, Entry.key == key)
        found = (await self.connection.execute(wanted)).first()
        return None if found is None else Posted(found.number, found.text)
