"""All parts of one process, put together, started and stopped in the right order."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from sqlalchemy import text

from viae.server.bots.names import check_bot, default_stand_in
from viae.server.bots.queue import BotQueue
from viae.server.live.news import BusMessage, NewsBus
from viae.server.live.sockets import LiveConnections
from viae.server.people.accounts import Accounts
from viae.server.people.limits import Limits
from viae.server.people.sessions import Sessions, make_secret
from viae.server.process.logs import log
from viae.server.process.metrics import Metrics
from viae.server.settings import Settings
from viae.server.store.database import Database
from viae.server.store.rows import NumberedNews
from viae.server.store.transaction import TableSnapshot, TableStore
from viae.server.tables.chat import Chat
from viae.server.tables.create import Tables
from viae.server.tables.deadlines import Deadlines
from viae.server.tables.listing import Listing
from viae.server.tables.play import Play
from viae.server.tables.ratings import rate
from viae.server.tables.seats import Seats
from viae.server.tables.study import Study


class Server:
    """One process of the server, or of the bots."""

    sessions: Sessions

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limits = Limits(settings.rate_limits)
        self.db = Database(settings.database, settings.pool)
        self.store = TableStore(self.db)
        self.store.rate = rate
        self.accounts = Accounts(self.db)
        stand_in = settings.stand_in or default_stand_in()
        self.play = Play(self.store, check_bot(stand_in))
        self.seats = Seats(self.store)
        self.tables = Tables(self.store, self.play, self.seats, settings.max_open_tables)
        self.study = Study(self.store, self.play, settings.max_open_tables)
        self.listing = Listing(self.store)
        self.chat = Chat(self.store)
        self.live = LiveConnections(self.store, self.metrics)
        self.bot_queue = BotQueue(
            self.store, self.play, self.metrics, settings.bots, settings.bot_seconds
        )
        self.deadlines = Deadlines(self.store, self.play, self.metrics)
        self.bus: NewsBus | None = None
        self.ready = False
        self._tasks: list[asyncio.Task[Any]] = []
        self.store.listeners.append(self._committed)

    def _committed(
        self, _table: TableSnapshot, written: list[NumberedNews], _wake: set[str], bot: bool
    ) -> None:
        for one in written:
            if one.news["kind"] == "entries":
                for told in one.news["entries"]:
                    actor = told.get("actor")
                    self.metrics.entries.labels("chance" if actor == "*" else "seat").inc()
        if bot:
            self.bot_queue.wake()

    def _heard(self, message: BusMessage) -> None:
        self.live.elsewhere(message)
        if "everything" in message or (message.get("bot")):
            self.bot_queue.wake()

    async def start(self) -> None:
        """Migrate, add the time without a server to all clocks, start the background tasks."""
        await self.db.migrate()
        given = self.settings.secret
        secret = given.get_secret_value() if given else await make_secret(self.db)
        origins = [*self.settings.origins]
        if self.settings.public_url:
            origins.append(self.settings.public_url)
        self.sessions = Sessions(self.accounts, secret, origins)
        await self.deadlines.give_back_lost_time()
        if not self.db.sqlite:
            self.bus = NewsBus(self.db, self._heard)
            self.store.listeners.append(self.bus.committed)
            self.live.publish = self.bus.publish
            self.live.process = self.bus.name
            self.bot_queue.name = self.bus.name
            self._run("bus", self.bus.run())
            self._run("presence", self.live.beat())
            self._run("sweep", self.live.sweep())
            await asyncio.wait_for(self.bus.connected.wait(), 30)
        self._run("clocks", self.deadlines.run())
        self._run("bots", self.bot_queue.run())
        self.ready = True
        log().info("started", database="sqlite" if self.db.sqlite else "postgresql")

    def _run(self, name: str, work: Any) -> None:
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(_tell_failure)
        self._tasks.append(task)

    async def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(3):
                async with self.db.read() as connection:
                    await connection.execute(text("select 1"))
        except Exception as problem:  # noqa: BLE001 - whatever it is, it is not healthy
            log().error("not_healthy", problem=str(problem))
            return False
        return True

    async def stop(self) -> None:
        """Stop: no new work, then the connections, then the database."""
        self.ready = False
        await self.live.close()
        for task in reversed(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        await self.db.close()
        log().info("stopped")


def _tell_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log().error("background.failed", task=task.get_name(), problem=repr(task.exception()))
