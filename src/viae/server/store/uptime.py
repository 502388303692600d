"""Uptime: the seconds during which a server was up, counted for all processes of a database.

Clocks of games are kept on this scale. It is stored, and moves on only by ticks: once a second each
process that serves people adds the time since the tick before. So it stands still while no process
runs, while the database is away and while a process is suspended. A tick adds at most what this
process measured itself with its monotonic clock, and nothing after a gap, whatever caused it; so a
jump of the machine's clock changes nothing. The time of day is needed only where several processes
tick: a second that one of them added is not added again by another.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.store.database import Database
from viae.server.store.models import Fact

KEY = "uptime"
GAP = 3.0  # seconds between two ticks above which nothing is counted


class Uptime:
    """The uptime as this process knows it. The two clocks are those of the machine."""

    def __init__(
        self,
        db: Database,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.db = db
        self.monotonic = monotonic
        self.wall = wall
        self.seconds = 0.0  # as it was stored at the last tick
        self._ticked: float | None = None  # when, by the monotonic clock

    def now(self) -> float:
        """The uptime at this moment; between two ticks it is estimated."""
        if self._ticked is None:
            return self.seconds
        passed = self.monotonic() - self._ticked
        return self.seconds + (passed if 0.0 <= passed <= GAP else 0.0)

    async def stored(self, connection: AsyncConnection, lock: bool = False) -> tuple[float, float]:
        """The uptime in the database, and the time of day when it was written."""
        wanted = select(Fact.value).where(Fact.key == KEY)
        if lock and not self.db.sqlite:
            wanted = wanted.with_for_update()
        found = (await connection.execute(wanted)).scalar()
        if found is None:
            return 0.0, 0.0
        seconds, at = str(found).split()
        return float(seconds), float(at)

    async def follow(self) -> None:
        """Read the uptime that other processes count."""
        try:
            async with self.db.read() as connection:
                self.seconds, _ = await self.stored(connection)
                self._ticked = self.monotonic()
        except Exception:
            self._ticked = None
            raise

    async def tick(self) -> bool:
        """Add the time since the last tick; False if there was a gap, which counts as nothing."""
        try:
            async with self.db.write() as connection:
                seconds, at = await self.stored(connection, lock=True)
                now, today = self.monotonic(), self.wall()
                own = 0.0 if self._ticked is None else max(0.0, now - self._ticked)
                gap = self._ticked is None or own > GAP
                if not gap:
                    seconds += min(own, max(0.0, today - at))
                make = insert_sqlite if self.db.sqlite else insert_postgresql
                value = f"{seconds!r} {today!r}"
                await connection.execute(
                    make(Fact)
                    .values(key=KEY, value=value)
                    .on_conflict_do_update(index_elements=["key"], set_={"value": value})
                )
        except Exception:
            self._ticked = None
            raise
        self.seconds, self._ticked = seconds, now
        return not gap
