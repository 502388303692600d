"""The timekeeper: seats that ran out of time, and the pulse that shows how long no server ran."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import Executable, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from viae.server.process.logs import log
from viae.server.process.metrics import Metrics
from viae.server.store.database import Database
from viae.server.store.models import Fact, Table
from viae.server.store.transaction import TableStore
from viae.server.tables.play import Play
from viae.table import clock as clocks

TICK = 0.5
BEAT = 5.0
SILENCE = 12.0  # seconds without a pulse after which no server was running


class Deadlines:
    """Looks after the clocks of all tables of a database; several processes may do it at once."""

    def __init__(self, store: TableStore, play: Play, metrics: Metrics) -> None:
        self.store = store
        self.play = play
        self.metrics = metrics

    async def give_back_lost_time(self) -> float:
        """After a time without a server, move all deadlines by that time; returns the seconds."""
        now = time.time()
        db = self.store.db
        async with db.write() as connection:
            wanted = select(Fact.value).where(Fact.key == "pulse")
            if not db.sqlite:
                wanted = wanted.with_for_update()
            last = (await connection.execute(wanted)).scalar()
            lost = 0.0 if last is None else max(0.0, now - float(last))
            if lost < SILENCE:
                lost = 0.0
            else:
                timed = select(Table.id, Table.hands).where(Table.deadline.is_not(None))
                for row in (await connection.execute(timed)).all():
                    hands = clocks.shift(clocks.from_json(row.hands), lost)
                    await connection.execute(
                        update(Table)
                        .where(Table.id == row.id)
                        .values(hands=hands.to_json(), deadline=hands.deadline)
                    )
            await connection.execute(_pulse(db, now))
        if lost:
            log().info("clocks.moved", seconds=round(lost))
        return lost

    async def run(self) -> None:
        """Until cancelled: give seats that ran out of time to a bot, and write the pulse."""
        beaten = 0.0
        while True:
            try:
                await self.check(time.time())
                if time.monotonic() - beaten > BEAT:
                    async with self.store.db.write() as connection:
                        await connection.execute(_pulse(self.store.db, time.time()))
                    beaten = time.monotonic()
            except Exception as problem:  # noqa: BLE001 - the database may be away for a while
                log().error("clocks.fault", problem=str(problem))
                await asyncio.sleep(BEAT)
            await asyncio.sleep(TICK)

    async def check(self, now: float) -> int:
        """Let bots take over where the time is up; returns how many."""
        wanted = (
            select(Table.id)
            .where(Table.status == "running", Table.deadline <= now)
            .order_by(Table.deadline)
            .limit(100)
        )
        async with self.store.db.read() as connection:
            late = list((await connection.execute(wanted)).scalars())
        taken = 0
        for table in late:
            if await self.play.time_is_up(table, now):
                self.metrics.timeouts.inc()
                log().info("clocks.up", game=table)
                taken += 1
        return taken


def _pulse(db: Database, now: float) -> Executable:
    make = insert_sqlite if db.sqlite else insert_postgresql
    return (
        make(Fact)
        .values(key="pulse", value=str(now))
        .on_conflict_do_update(index_elements=["key"], set_={"value": str(now)})
    )
