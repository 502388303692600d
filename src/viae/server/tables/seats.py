"""Seats before the game: come in by a link, sit, leave, invite; close the table."""

from __future__ import annotations

import secrets

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.errors import refusal
from viae.server.bots.names import check_bot
from viae.server.errors import Conflict, Forbidden, Malformed
from viae.server.store.models import Member, Person
from viae.server.store.rows import SeatRow
from viae.server.store.transaction import TableSnapshot, TableStore, TableTransaction
from viae.server.tables.requests import SeatRequest


class Seats:
    """Who sits where until the game starts."""

    def __init__(self, store: TableStore) -> None:
        self.store = store

    async def enter(self, table: str, person: str, key: str) -> TableSnapshot:
        """Join a table by its link."""
        snapshot = await self.store.look(table)
        given = key.encode("utf-8", "replace")
        if snapshot.study or not secrets.compare_digest(snapshot.row.key.encode(), given):
            return await self.store.see(table, person)
        make = insert_sqlite if self.store.db.sqlite else insert_postgresql
        async with self.store.db.write() as connection:
            await connection.execute(
                make(Member).values(table_id=table, person=person).on_conflict_do_nothing()
            )
        return snapshot

    async def sit(self, table: str, person: str, name: str, seat: int | None) -> TableSnapshot:
        """Take an open seat, or the one reserved for this user."""
        async with self.store.transaction(table, person) as transaction:
            need_open(transaction.table)
            seats = transaction.table.seats
            if transaction.table.seats_of(person):
                raise Conflict("table.sits-already")
            kept = [one for one in seats if one.kind == "invited" and one.person == person]
            free = [one for one in seats if one.kind == "open"]
            wanted = [*kept, *free]
            if seat is not None:
                wanted = [one for one in wanted if one.seat == seat]
            if not wanted:
                raise Conflict("table.full" if seat is None else "table.seat-taken")
            self._seat(transaction, wanted[0].seat, SeatRow(wanted[0].seat, "person", person, name))
        return transaction.table

    async def leave(self, table: str, person: str) -> TableSnapshot:
        """Leave before the game starts. The host's place goes to the next; the last closes."""
        async with self.store.transaction(table, person) as transaction:
            need_open(transaction.table)
            mine = transaction.table.seats_of(person)
            if not mine:
                raise Conflict("table.no-seat")
            for seat in mine:
                self._seat(transaction, seat, SeatRow(seat, "open"))
            people = transaction.table.people()
            if not people:
                transaction.set(status="closed", finished=transaction.now)
                transaction.tell({"kind": "closed", "at": transaction.now})
            elif transaction.table.row.host == person:
                transaction.set(host=people[0])
                transaction.tell(
                    {
                        "kind": "host",
                        "at": transaction.now,
                        "seat": transaction.table.seats_of(people[0])[0],
                    }
                )
        return transaction.table

    async def change(
        self, table: str, person: str, name: str, seat: int, request: SeatRequest
    ) -> TableSnapshot:
        """The host chooses who sits in a seat; people who already sit stay."""
        async with self.store.transaction(table, person) as transaction:
            need_open(transaction.table)
            need_host(transaction.table, person)
            if not 0 <= seat < len(transaction.table.seats):
                raise Malformed("table.seat-unknown", limit=len(transaction.table.seats) - 1)
            now = transaction.table.seats[seat]
            if now.kind == "person" and now.person != person:
                raise Conflict("table.seat-occupied")
            if request.kind != "me" and transaction.table.seats_of(person) == [seat]:
                raise Conflict("table.only-seat")
            made = await requested_seat(transaction.connection, seat, request, person, name)
            self._seat(transaction, seat, made)
        return transaction.table

    def _seat(self, transaction: TableTransaction, seat: int, sitting: SeatRow) -> None:
        transaction.table.seats[seat] = sitting
        transaction.change_seats()
        transaction.tell(
            {
                "kind": "seats",
                "at": transaction.now,
                "seat": seat,
                "sits": sitting.kind,
                "name": sitting.name,
            }
        )

    async def close(self, table: str, person: str) -> TableSnapshot:
        """The host closes a table that has not started."""
        async with self.store.transaction(table, person) as transaction:
            need_open(transaction.table)
            need_host(transaction.table, person)
            transaction.set(status="closed", finished=transaction.now)
            transaction.tell({"kind": "closed", "at": transaction.now})
        return transaction.table


async def requested_seats(
    connection: AsyncConnection, requests: list[SeatRequest], person: str, name: str
) -> list[SeatRow]:
    """Seats as requested."""
    seats = []
    for number, request in enumerate(requests):
        try:
            seats.append(await requested_seat(connection, number, request, person, name))
        except Malformed as problem:
            faults = [fault.within(f"seats[{number}]") for fault in problem.faults]
            raise Malformed("request.faults", faults=faults) from None
    return seats


async def requested_seat(
    connection: AsyncConnection, seat: int, request: SeatRequest, person: str, name: str
) -> SeatRow:
    """A seat as requested; an invited account is looked up."""
    if request.kind == "me":
        return SeatRow(seat, "person", person, request.name or name)
    if request.kind == "bot":
        assert request.bot is not None
        return SeatRow(seat, "bot", bot=check_bot(request.bot))
    if request.kind == "open":
        return SeatRow(seat, "open")
    assert request.name is not None
    wanted = select(Person.id, Person.name).where(Person.account == request.name.casefold())
    found = (await connection.execute(wanted)).first()
    if found is None:
        fault = refusal("account.unknown", name=request.name, where="name")
        raise Malformed("request.faults", faults=[fault])
    return SeatRow(seat, "invited", found.id, found.name)


def need_open(table: TableSnapshot) -> None:
    """Conflict if the table has started or is closed."""
    if table.status != "open":
        status = "started" if table.status == "running" else table.status
        raise Conflict(f"table.{status}")


def need_host(table: TableSnapshot, person: str) -> None:
    """Forbidden to all but the host."""
    if table.row.host != person:
        raise Forbidden("table.host-only")
