"""Orders of the operator to running servers, and the list of the servers that run.

`viae admin` writes orders as rows of the database; every process looks for new ones once a second.
So they work with SQLite and PostgreSQL alike, and nobody can give them over the network.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict, cast

import orjson
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.process.audit import audit
from viae.server.process.logs import log
from viae.server.store.facts import write_fact
from viae.server.store.faults import is_away
from viae.server.store.models import Fact, OrderRow
from viae.table.create import new_id

if TYPE_CHECKING:
    from viae.server.process.server import Server

LOOK = 1.0  # seconds between looks for orders
BEAT = 5.0  # seconds between signs of life
GONE = 30.0  # seconds after which a server without a sign of life is not listed
KEPT = 86_400.0  # seconds for which orders are kept
PREFIX = "server:"

Kind: TypeAlias = Literal["announce", "disabled", "enabled", "deleted", "drain", "resume"]


class Sign(TypedDict):
    """A sign of life of a server."""

    name: str
    at: float
    since: float
    status: Literal["ready", "draining", "starting"]
    sockets: int
    tables: int
    version: str


def process_name() -> str:
    """The name of this process among the servers of a database."""
    return f"{socket.gethostname()[:40]}-{os.getpid()}"


async def give(connection: AsyncConnection, kind: Kind, subject: str) -> None:
    """Write an order in a transaction; the subject is a text, a user, a table or a server."""
    now = time.time()
    await connection.execute(delete(OrderRow).where(OrderRow.at < now - KEPT))
    row = {"id": new_id(os.urandom(16)), "at": now, "kind": kind, "subject": subject}
    await connection.execute(insert(OrderRow).values(**row))


async def servers(connection: AsyncConnection) -> list[Sign]:
    """The servers that gave a sign of life lately."""
    wanted = select(Fact.value).where(Fact.key.like(f"{PREFIX}%")).order_by(Fact.key)
    rows = (await connection.execute(wanted)).scalars()
    found = [cast("Sign", orjson.loads(row)) for row in rows]
    return [one for one in found if one["at"] > time.time() - GONE]


class Orders:
    """Carries out orders in one process, and shows that it is alive."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.name = process_name()
        self._since = time.time()
        self._known: set[str] | None = None
        self._beat = 0.0
        self._doing: dict[str, Callable[[str], Awaitable[None]]] = {
            "announce": self._announce,
            "disabled": self._doubt,
            "enabled": self._doubt,
            "deleted": self._deleted,
            "drain": self._drain,
            "resume": self._resume,
        }

    async def run(self) -> None:
        """Until cancelled: look for orders and give signs of life."""
        try:
            while True:
                try:
                    await self.look()
                    if time.monotonic() - self._beat >= BEAT:
                        await self.beat()
                        self._beat = time.monotonic()
                except Exception as problem:  # noqa: BLE001 - the database may be away for a while
                    log().error("orders.fault", problem=str(problem)[:200])
                began = time.perf_counter()
                await asyncio.sleep(LOOK)
                late = time.perf_counter() - began - LOOK
                self.server.metrics.loop_lag.observe(max(0.0, late))
        finally:
            await self._leave()

    async def look(self) -> None:
        """Carry out what was ordered since the last look; what is older than the start is done."""
        wanted = select(OrderRow.id, OrderRow.kind, OrderRow.subject).order_by(OrderRow.at)
        async with self.server.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        there = {row.id for row in rows}
        self._known = there if self._known is None else self._known & there
        for row in rows:
            if row.id not in self._known:
                log().info("order", kind=row.kind, subject=row.subject)
                self._known.add(row.id)
                try:
                    await self._doing[row.kind](row.subject)
                except Exception as problem:
                    if is_away(problem):
                        self._known.discard(row.id)  # it is carried out at the next look
                        raise
                    log().error("orders.fault", kind=row.kind, problem=repr(problem)[:200])

    async def beat(self) -> None:
        """Give a sign of life."""
        from viae import __version__

        server = self.server
        ready = "draining" if server.draining else "ready"
        sign: Sign = {
            "name": self.name,
            "at": time.time(),
            "since": self._since,
            "status": ready if server.ready else "starting",  # type: ignore[typeddict-item]
            "sockets": len(server.live.connections),
            "tables": len(server.live.rooms),
            "version": __version__,
        }
        old = delete(Fact).where(Fact.key.like(f"{PREFIX}%"), Fact.key.in_(await self._gone()))
        async with server.db.write() as connection:
            await connection.execute(old)
            value = orjson.dumps(sign).decode()
            await connection.execute(write_fact(server.db, PREFIX + self.name, value))

    async def _gone(self) -> list[str]:
        wanted = select(Fact.key, Fact.value).where(Fact.key.like(f"{PREFIX}%"))
        async with self.server.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [key for key, value in rows if orjson.loads(value)["at"] < time.time() - GONE]

    async def _leave(self) -> None:
        try:
            async with asyncio.timeout(2), self.server.db.write() as connection:
                await connection.execute(delete(Fact).where(Fact.key == PREFIX + self.name))
        except Exception as problem:  # noqa: BLE001 - it is forgotten soon anyway
            log().info("orders.leave", problem=str(problem)[:200])

    # What is ordered

    async def _announce(self, text: str) -> None:
        self.server.live.announce(text)

    async def _doubt(self, person: str) -> None:
        """Whether a user may come in has changed."""
        self.server.accounts.forget(person)
        self.server.sessions.doubt()
        if await self.server.accounts.find(person) is None:
            self.server.live.end_person(person)

    async def _deleted(self, table: str) -> None:
        self.server.store.forget(table)
        await self.server.live.close_table(table)

    async def _drain(self, name: str) -> None:
        if name in ("*", self.name) and not self.server.draining:
            self.server.draining = self.server.bot_queue.draining = True
            audit("server.drain", server=self.name)
            await self.beat()
            await self.server.live.close()

    async def _resume(self, name: str) -> None:
        if name in ("*", self.name) and self.server.draining:
            self.server.draining = self.server.bot_queue.draining = False
            self.server.bot_queue.wake()
            audit("server.resume", server=self.name)
            await self.beat()
