"""Lists of tables."""

from __future__ import annotations

from sqlalchemy import Select, exists, or_, select

from viae.server.store.models import Seat, Table
from viae.server.store.seated import tables_of
from viae.server.store.transaction import TableStore
from viae.table.rows import SeatRow, TableRow
from viae.table.shapes import TableView
from viae.table.transaction import TableSnapshot
from viae.table.views import described

PAGE = 50


class Listing:
    """Finds tables."""

    def __init__(self, store: TableStore) -> None:
        self.store = store

    async def public(
        self,
        status: str,
        *,
        board: str | None = None,
        variant: str | None = None,
        pace: str | None = None,
        before: float | None = None,
    ) -> list[TableView]:
        """Public tables, newest first."""
        wanted = select(Table.id).where(Table.visibility == "public", Table.kind == "play")
        wanted = wanted.where(Table.status == status)
        if board is not None:
            wanted = wanted.where(Table.board == board)
        if variant is not None:
            wanted = wanted.where(Table.variant == variant)
        if pace is not None:
            wanted = wanted.where(Table.pace == pace)
        if before is not None:
            wanted = wanted.where(Table.created < before)
        return await self._described(wanted.order_by(Table.created.desc()).limit(PAGE))

    async def of_person(self, person: str, status: str | None) -> list[TableView]:
        """The tables where a user sits or hosts, then those to which they are invited.

        Each of them newest first: whoever invites somebody often does not hide their tables.
        """
        wanted = select(Table.id).where(Table.id.in_(tables_of(person)), Table.status != "closed")
        if status is not None:
            wanted = wanted.where(Table.status == status)
        sits = select(Seat.table).where(Seat.person == person, Seat.kind == "person")
        own = or_(Table.host == person, Table.id.in_(sits))
        return await self._described(wanted.order_by(own.desc(), Table.created.desc()).limit(PAGE))

    async def turns_of(self, person: str) -> list[TableView]:
        """The tables that wait for a user's decision, the most urgent first."""
        mine = exists().where(
            Seat.table == Table.id,
            Seat.seat == Table.actor,
            Seat.person == person,
            Seat.kind == "person",
            Seat.stand_in.is_(None),
        )
        wanted = (
            select(Table.id)
            .where(Table.status == "running", Table.kind == "play", mine)
            .order_by(Table.deadline.is_(None), Table.deadline, Table.created)
            .limit(PAGE)
        )
        return await self._described(wanted)

    async def _described(self, wanted: Select[str]) -> list[TableView]:
        async with self.store.db.read() as connection:
            ids = list((await connection.execute(wanted)).scalars())
            if not ids:
                return []
            rows = (
                await connection.execute(select(*Table.__table__.columns).where(Table.id.in_(ids)))
            ).all()
            seats = (
                await connection.execute(
                    select(
                        Seat.table,
                        Seat.seat,
                        Seat.kind,
                        Seat.person,
                        Seat.name,
                        Seat.bot,
                        Seat.stand_in,
                        Seat.left,
                    )
                    .where(Seat.table.in_(ids))
                    .order_by(Seat.table, Seat.seat)
                )
            ).all()
        by_table: dict[str, list[SeatRow]] = {}
        for row in seats:
            by_table.setdefault(row[0], []).append(SeatRow(*row[1:]))
        now = self.store.uptime.now()
        found = {
            row.id: TableSnapshot(row.id, TableRow(*row), by_table[row.id], uptime=now)
            for row in rows
            if row.id in by_table
        }
        # One that was deleted since its id was read is left out.
        return [described(found[one]) for one in ids if one in found]
