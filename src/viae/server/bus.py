"""News between processes: LISTEN and NOTIFY of PostgreSQL; with SQLite there is one process only.

A notification only says that there is something new; what it is stands in the database, so a lost
one costs time and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any

import asyncpg
import orjson
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.db import Database
from viae.server.ledger import Held, Loaded
from viae.server.observe import log

CHANNEL = "viae"
NOTIFY = text("select pg_notify(:channel, :payload)")
AGAIN = 1.0  # seconds before a lost connection is made anew


def turns_of(table: Loaded, wake: set[str]) -> dict[str, bool]:
    """For everybody in `wake`: whether it is their turn at this table."""
    actor = table.row["actor"]
    deciding = None
    if actor is not None and table.status == "running" and not table.analysis:
        seat = table.seats[actor]
        deciding = seat.person if seat.kind == "person" and not seat.stand_in else None
    return {person: person == deciding for person in wake}


class Bus:
    """Carries news to the other processes of a PostgreSQL database, and theirs to this one."""

    def __init__(self, db: Database, heard: Callable[[dict[str, Any]], None]) -> None:
        self.db = db
        self.name = f"viae-{secrets.token_hex(6)}"  # also that of its connection, see `dispatch`
        self.heard = heard
        self.connected = asyncio.Event()

    async def announce(self, connection: AsyncConnection, held: Held) -> None:
        """In the transaction that changes a table: tell others once it is committed."""
        await self.send(
            connection,
            {
                "table": held.table.id,
                "turns": turns_of(held.table, held.to_wake),
                "bot": held.bot_turn is not None,
            },
        )

    async def send(self, connection: AsyncConnection, news: dict[str, Any]) -> None:
        payload = orjson.dumps({"from": self.name, **news}).decode()
        await connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def publish(self, news: dict[str, Any]) -> None:
        """Tell the others something that is not stored."""
        with contextlib.suppress(Exception):
            async with self.db.engine.begin() as connection:
                await self.send(connection, news)

    async def run(self) -> None:
        """Listen until cancelled; after a break everything is looked at anew."""
        url = make_url(self.db.url)
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            connection = None
            try:
                connection = await asyncpg.connect(
                    address, server_settings={"application_name": self.name}
                )
                gone = asyncio.Event()
                connection.add_termination_listener(lambda _, gone=gone: gone.set())
                await connection.add_listener(CHANNEL, self._hear)
                self.connected.set()
                self.heard({"everything": True})
                await gone.wait()
                log().warning("bus.lost")
            except asyncio.CancelledError:
                if connection is not None:
                    await connection.close(timeout=2)
                raise
            except Exception as problem:  # noqa: BLE001 - the database may be away for a while
                log().error("bus.fault", problem=str(problem))
            self.connected.clear()
            await asyncio.sleep(AGAIN)

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        news = orjson.loads(str(payload))
        if news.pop("from") != self.name:
            self.heard(news)
