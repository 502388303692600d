"""News between processes: LISTEN and NOTIFY of PostgreSQL; with SQLite there is one process only.

A notification only says that there is something new. The news themselves are in the database, so
a lost notification costs only time. Notifications are sent after their commit: inside it they
would make all commits of the database wait for each other.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from typing import Literal, NotRequired, TypeAlias, TypedDict, final

import asyncpg
import orjson
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.process.logs import log
from viae.server.store.database import Database
from viae.table.rows import NumberedNews
from viae.table.transaction import Change, TableSnapshot, turns_of

CHANNEL = "viae"
LARGEST = 7_500  # bytes of a notification; PostgreSQL takes fewer than 8,000
LONGEST_CHANGE = 3_000  # bytes; more is read from the database
AGAIN = 1.0  # seconds before a lost connection is opened again


@final
class TableMessage(TypedDict):
    """Something happened at a table: whose list of turns changed, and whether a bot is to move."""

    table: str
    turns: dict[str, bool]
    bot: bool
    change: NotRequired[Change]  # if it is short, and all there is to know


@final
class PresenceMessage(TypedDict):
    """Who watches a table in a process."""

    table: str
    process: str
    present: list[str]


@final
class EndedMessage(TypedDict):
    """Sessions of a user have ended; if none, the user has changed."""

    ended: str
    sessions: list[str]


@final
class EverythingMessage(TypedDict):
    """Messages may have been lost: look at everything again."""

    everything: Literal[True]


BusMessage: TypeAlias = TableMessage | PresenceMessage | EndedMessage | EverythingMessage


def bundles(sender: str, news: list[bytes]) -> Iterator[str]:
    """These news as notifications, each with as many as fit into it."""
    head = b'{"from":%b,"news":[' % orjson.dumps(sender)
    held: list[bytes] = []
    size = len(head) + 2
    for one in news:
        if held and size + len(one) + 1 > LARGEST:
            yield (head + b",".join(held) + b"]}").decode()
            held, size = [], len(head) + 2
        held.append(one)
        size += len(one) + 1
    if held:
        yield (head + b",".join(held) + b"]}").decode()


class NewsBus:
    """Carries news to the other processes of a PostgreSQL database, and theirs to this one."""

    def __init__(self, db: Database, heard: Callable[[BusMessage], None]) -> None:
        self.db = db
        self.name = f"viae-{secrets.token_hex(6)}"  # also that of its connection, see `dispatch`
        self.heard = heard
        self.connected = asyncio.Event()
        self._outbox: list[bytes] = []
        self._filled = asyncio.Event()

    def committed(
        self, table: TableSnapshot, _written: list[NumberedNews], wake: set[str], bot: bool
    ) -> None:
        """After a commit of this process: notify the others."""
        message: TableMessage = {"table": table.id, "turns": turns_of(table, wake), "bot": bot}
        if table.change is not None:
            packed = orjson.dumps({**message, "change": table.change})
            if len(packed) <= LONGEST_CHANGE:
                self._send(packed)
                return
        self.publish(message)

    def publish(self, message: BusMessage) -> None:
        """Notify the others soon; messages that gather in the meantime are sent together."""
        self._send(orjson.dumps(message))

    def _send(self, packed: bytes) -> None:
        if len(packed) < LARGEST - 100:
            self._outbox.append(packed)
            self._filled.set()

    async def publish_in(self, transaction: AsyncConnection, message: BusMessage) -> None:
        """Notify the others by the commit of a transaction: for what is rare and must arrive."""
        for bundle in bundles(self.name, [orjson.dumps(message)]):
            await transaction.execute(
                text("select pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": bundle}
            )

    async def run(self) -> None:
        """Listen and notify until cancelled; after a break everything is read again."""
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
                self.publish({"everything": True})  # others may have missed what was not sent
                await self._tell(connection, gone)
                log().warning("bus.lost")
            except asyncio.CancelledError:
                if connection is not None:
                    await connection.close(timeout=2)
                raise
            except Exception as problem:  # noqa: BLE001 - the database may be away for a while
                log().error("bus.fault", problem=str(problem))
                if connection is not None:
                    connection.terminate()  # else it would listen on beside the next one
            self.connected.clear()
            await asyncio.sleep(AGAIN)

    async def _tell(self, connection: asyncpg.Connection, gone: asyncio.Event) -> None:
        """Send the outbox whenever it has something, until the connection is lost."""
        lost = asyncio.ensure_future(gone.wait())
        try:
            while not gone.is_set():
                filled = asyncio.ensure_future(self._filled.wait())
                await asyncio.wait((filled, lost), return_when=asyncio.FIRST_COMPLETED)
                filled.cancel()
                self._filled.clear()
                news, self._outbox = self._outbox, []
                for bundle in bundles(self.name, news):
                    await connection.execute("select pg_notify($1, $2)", CHANNEL, bundle)
        finally:
            lost.cancel()

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        bundle = orjson.loads(str(payload))
        if bundle["from"] != self.name:
            for news in bundle["news"]:
                self.heard(news)
