"""Seats before the game: sit, leave, invite; close the table."""

from __future__ import annotations

from viae.errors import refusal
from viae.table.bots import check_bot
from viae.table.errors import Conflict, Forbidden, Malformed
from viae.table.requests import SeatWish
from viae.table.rows import SeatRow
from viae.table.titles import distinct
from viae.table.transaction import Store, TableSnapshot, TableTransaction, Work


class Seats:
    """Who sits where until the game starts."""

    def __init__(self, store: Store) -> None:
        self.store = store

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
        """Leave before the game starts, or decline an invitation: the seats are open again.

        The host's place goes to the next; the last closes the table.
        """
        async with self.store.transaction(table, person) as transaction:
            need_open(transaction.table)
            mine = [one.seat for one in transaction.table.seats if one.person == person]
            if not mine:
                raise Conflict("table.no-seat")
            sat = bool(transaction.table.seats_of(person))
            for seat in mine:
                self._seat(transaction, seat, SeatRow(seat, "open"))
            people = transaction.table.people()
            if sat and not people:
                transaction.set(status="closed", finished=transaction.now)
                transaction.tell({"kind": "closed", "at": transaction.now})
            elif sat and transaction.table.row.host == person:
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
        self, table: str, person: str, name: str, seat: int, request: SeatWish
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
            made = await requested_seat(transaction.work, seat, request, person, name)
            if made.kind == "person":
                others = [one for one in transaction.table.seats if one.kind == "person"]
                taken = [one.name or "" for one in others if one.seat != seat]
                made.name = distinct([*taken, made.name or name])[-1]
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
            },
            sitting.person,  # whose name this is, for when they want it removed
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
    work: Work, requests: list[SeatWish], person: str, name: str
) -> list[SeatRow]:
    """Seats as requested."""
    seats = []
    for number, request in enumerate(requests):
        try:
            seats.append(await requested_seat(work, number, request, person, name))
        except Malformed as problem:
            faults = [fault.within(f"seats[{number}]") for fault in problem.faults]
            raise Malformed("request.faults", faults=faults) from None
    here = [one for one in seats if one.kind == "person"]
    for one, shown in zip(here, distinct([one.name or name for one in here]), strict=True):
        one.name = shown
    return seats


async def requested_seat(
    work: Work, seat: int, request: SeatWish, person: str, name: str
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
    found = await work.account(request.name)
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
