"""What users keep at tables for themselves alone: notes, the plan of the next turn, a choice.

A plan is played as soon as its turn comes: after the commit that brings the turn, and by a look at
all plans from time to time, which also finds those of a server that was killed in between.
"""

from __future__ import annotations

import asyncio
import math
import time
from typing import cast

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.rules.state import begins_turn
from viae.server.process.logs import log
from viae.server.process.waiting import news_within
from viae.server.store.faults import is_away
from viae.server.store.models import Channel, Delivery, Personal, Seat, Table
from viae.server.store.present import need_present
from viae.server.store.transaction import TableStore
from viae.server.store.work import StoreWork
from viae.table.errors import Forbidden, Unknown
from viae.table.plan import as_if_turn, fault_of
from viae.table.play import Play, running
from viae.table.rows import NumberedNews
from viae.table.shapes import PersonalGiven, PersonalView
from viae.table.transaction import TableSnapshot, deciding
from viae.table.types.choices import Preview

LOOK = 5.0  # seconds between looks at all plans
MOST_KNOWN = 10_000
EMPTY: PersonalView = {"notes": "", "plan": None, "fault": None, "notify": None}
COLUMNS = (Personal.notes, Personal.plan, Personal.fault, Personal.notify)


class PersonalPages:
    """Keeps what is personal, and plays plans."""

    def __init__(self, store: TableStore, play: Play) -> None:
        self.store = store
        self.db = store.db
        self.play = play
        self._planned: set[str] = set()  # tables at which somebody in this process has a plan
        self._come: set[str] = set()  # tables whose turn has changed
        self._news = asyncio.Event()
        store.listeners.append(self._committed)

    async def view(self, table: str, person: str) -> PersonalView:
        """What a user keeps at a table they may see."""
        await self.store.see(table, person)
        wanted = select(*COLUMNS).where(Personal.table == table, Personal.person == person)
        async with self.db.read() as connection:
            row = (await connection.execute(wanted)).first()
        return cast("PersonalView", EMPTY if row is None else dict(row._mapping))

    async def change(self, table: str, person: str, changes: PersonalGiven) -> PersonalView:
        """Keep notes, a plan or the choice of notifications; a new plan has no fault yet."""
        snapshot = await self.store.see(table, person)
        if changes.get("plan"):
            game = running(snapshot)
            if not snapshot.acting_seats(person):
                raise Forbidden("table.no-seat")
            changes["plan"] = [game.canonical(entry) for entry in changes["plan"] or ()]
        if "plan" in changes:
            changes["plan"] = changes["plan"] or None
            changes["fault"] = None
        make = insert_sqlite if self.db.sqlite else insert_postgresql
        kept = make(Personal).values({**EMPTY, **changes, "table_id": table, "person": person})
        if changes:
            kept = kept.on_conflict_do_update(index_elements=["table_id", "person"], set_=changes)
        else:
            kept = kept.on_conflict_do_nothing()
        async with self.db.write() as connection:
            await need_present(connection, [person])
            await connection.execute(kept)
        if changes.get("plan"):
            if len(self._planned) >= MOST_KNOWN:
                self._planned.clear()  # they are found by looking at all
            self._planned.add(table)
            self._come.add(table)  # the turn may have come while it was sent
            self._news.set()
        return await self.view(table, person)

    async def preview(
        self, table: str, person: str, entries: list[str], seat: int | None
    ) -> Preview:
        """What a plan would do if it were this user's turn now."""
        snapshot = await self.store.see(table, person)
        game = running(snapshot)
        seats = snapshot.acting_seats(person)
        if not seats or (seat is not None and seat not in seats):
            raise Forbidden("table.no-seat")
        chosen = seats[0] if seat is None else seat
        return as_if_turn(game, chosen).preview(entries, [chosen])

    # Playing plans

    def _committed(
        self, table: TableSnapshot, _news: list[NumberedNews], wake: set[str], _bot: bool
    ) -> None:
        if table.id in self._planned and wake and deciding(table) is not None:
            self._come.add(table.id)
            self._news.set()

    async def run(self) -> None:
        """Until cancelled: play plans whose turn has come."""
        looked = -math.inf
        while True:
            self._news.clear()
            try:
                come, self._come = self._come, set()
                if time.monotonic() >= looked + LOOK:  # however much comes meanwhile
                    come.update(await self._due())
                    looked = time.monotonic()
                for table in come:
                    await self._play(table)
            except Exception as problem:  # noqa: BLE001 - the database may be away for a while
                log().error("plans.fault", problem=repr(problem)[:300])
                await asyncio.sleep(LOOK)
            await news_within(self._news, LOOK)

    async def _due(self) -> list[str]:
        """All tables whose turn is that of somebody with a plan."""
        wanted = (
            select(Personal.table)
            .join(Table, Table.id == Personal.table)
            .join(Seat, Seat.table == Table.id)
            .where(
                Personal.plan.is_not(None),
                Personal.fault.is_(None),
                Table.status == "running",
                Seat.seat == Table.actor,
                Seat.person == Personal.person,
                Seat.stand_in.is_(None),
            )
        )
        async with self.db.read() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def _play(self, table: str) -> None:
        """Play the plan of whoever is to begin a turn; if it is not legal, say why."""
        try:
            if not _begins(await self.store.look(table)):  # without a lock: it may be long so
                return
            async with self.store.transaction(table) as transaction:
                person = deciding(transaction.table)
                if person is None or not _begins(transaction.table):
                    return
                assert isinstance(transaction.work, StoreWork)
                connection = transaction.work.connection
                mine = (Personal.table == table, Personal.person == person)
                wanted = select(Personal.plan).where(*mine, Personal.fault.is_(None))
                # Locked: what is being taken back at this moment is not played.
                plan = (await connection.execute(wanted.with_for_update())).scalar()
                if not plan:
                    return
                fault = fault_of(transaction.game, plan, transaction.table.acting_seats(person))
                if fault is not None:
                    said = {"code": fault.code, "rule": fault.rule, "values": fault.values}
                    await connection.execute(update(Personal).where(*mine).values(fault=said))
                    return
                self.play.play_all(transaction, person, plan)
                await connection.execute(update(Personal).where(*mine).values(plan=None))
                if deciding(transaction.table) == person:  # the rest of the turn is still theirs
                    await _renumber(connection, table, person, transaction.table.row.number)
        except Unknown:  # the table is gone
            self._planned.discard(table)
        except Exception as problem:
            if is_away(problem):
                raise
            log().error("plans.fault", game=table, problem=repr(problem)[:300])


def _begins(table: TableSnapshot) -> bool:
    """Whether somebody is to begin their turn: a plan is for that, not for answers to others."""
    return deciding(table) is not None and table.game is not None and begins_turn(table.game.state)


async def _renumber(connection: AsyncConnection, table: str, person: str, number: int) -> None:
    """Let what waits to be told of this turn be about the decision that is left."""
    channels = select(Channel.id).where(Channel.person == person)
    await connection.execute(
        update(Delivery)
        .where(Delivery.table == table, Delivery.kind == "turn", Delivery.channel.in_(channels))
        .values(number=number)
    )
