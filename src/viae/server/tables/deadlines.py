"""The timekeeper: counts the uptime, and gives turns to a bot where the time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy import select

from viae.server.process.logs import log
from viae.server.process.metrics import Metrics
from viae.server.store.faults import is_away
from viae.server.store.models import Table
from viae.server.store.transaction import TableStore
from viae.table.play import Play

TICK = 1.0  # seconds


class Deadlines:
    """Looks after the clocks of all tables of a database; several processes may do it at once."""

    def __init__(self, store: TableStore, play: Play, metrics: Metrics) -> None:
        self.store = store
        self.play = play
        self.metrics = metrics
        # Called after a gap, during which the clocks in people's pages ran on.
        self.resumed: Callable[[], Awaitable[None]] | None = None

    async def run(self, serves: bool) -> None:
        """Until cancelled: tick, and look whose time is up; a process for bots only follows."""
        while True:
            try:
                if serves:
                    await self.tick()
                else:
                    await self.store.uptime.follow()
            except Exception as problem:  # noqa: BLE001 - the database may be away for a while
                log().error("clocks.fault", problem=str(problem))
            await asyncio.sleep(TICK)

    async def tick(self) -> int:
        """Count the time since the last tick; returns how many ran out of time by it."""
        uptime = self.store.uptime
        timed = select(Table.id).where(Table.deadline.is_not(None), Table.status == "running")
        async with self.store.db.read() as connection:
            waits = (await connection.execute(timed.limit(1))).first() is not None
        if not waits:  # nobody is timed, so there is nothing to count
            await uptime.follow()
            return 0
        if not await uptime.tick():
            log().info("clocks.gap")
            if self.resumed is not None:
                await self.resumed()
        return await self.check()

    async def check(self) -> int:
        """Let bots play where the time is up; returns how many."""
        now = self.store.uptime.seconds
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
            try:
                up = await self.play.time_is_up(table)
            except Exception as problem:
                if is_away(problem):
                    raise
                log().error("clocks.fault", game=table, problem=repr(problem)[:300])
                continue
            if up:
                self.metrics.timeouts.inc()
                log().info("clocks.up", game=table)
                taken += 1
        return taken
