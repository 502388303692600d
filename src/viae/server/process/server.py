"""All parts of one process, put together, started and stopped in the right order."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.analysis.puzzles import PuzzleResults
from viae.server.analysis.reviews import Reviews
from viae.server.analysis.statistics import GameStatistics
from viae.server.analysis.trees import Trees
from viae.server.bots.queue import BotQueue
from viae.server.live.news import BusMessage, NewsBus
from viae.server.live.sockets import LiveConnections
from viae.server.notify.addresses import Allowed
from viae.server.notify.channels import Channels
from viae.server.notify.delivery import Deliveries
from viae.server.notify.push import Push, contact_of
from viae.server.people.accounts import Accounts
from viae.server.people.data import PersonalData
from viae.server.people.limits import Limits
from viae.server.people.mail import Mail
from viae.server.people.recovery import Recovery
from viae.server.people.sessions import Sessions, make_secret
from viae.server.people.tokens import Tokens
from viae.server.process.logs import log
from viae.server.process.metrics import Metrics
from viae.server.process.orders import Orders
from viae.server.process.workers import Workers
from viae.server.settings import Settings
from viae.server.store.database import Database
from viae.server.store.facts import write_fact
from viae.server.store.faults import at_start, is_away
from viae.server.store.quick import QuickSqlite
from viae.server.store.transaction import TableStore
from viae.server.tables import checks
from viae.server.tables.chat import Chat
from viae.server.tables.deadlines import Deadlines
from viae.server.tables.listing import Listing
from viae.server.tables.members import Members
from viae.server.tables.personal import PersonalPages
from viae.server.tables.posting import ServerPlay
from viae.server.tables.ratings import rate
from viae.server.tables.reads import Reads
from viae.table.bots import check_bot, default_stand_in
from viae.table.create import Tables
from viae.table.errors import Unavailable
from viae.table.rows import NumberedNews
from viae.table.seats import Seats
from viae.table.shapes import Readiness
from viae.table.study import Study
from viae.table.transaction import TableSnapshot

WRITE_CHECK = 5.0  # seconds between attempts to write, for those who ask whether it is ready
READY_KEPT = 0.5  # seconds for which that answer is kept: anybody may ask, as often as they like
AGAIN = 1.0  # seconds before something that failed in the background is started again


class Server:
    """One process of the server, or of the bots."""

    sessions: Sessions
    mail: Mail
    recovery: Recovery
    tokens: Tokens
    personal_data: PersonalData
    channels: Channels

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limits = Limits(settings.rate_limits)
        self.db = Database(settings.database, settings.pool)
        self.store = TableStore(self.db, settings.pool)
        self.store.rate = rate
        self.accounts = Accounts(self.db)
        stand_in = settings.stand_in or default_stand_in()
        self.play = ServerPlay(
            self.store,
            check_bot(stand_in),
            lambda way: self.metrics.posts.labels(way).inc(),
        )
        if isinstance(self.store.quick, QuickSqlite):
            self.store.quick.committed = self.metrics.commits.inc
        self.seats = Seats(self.store)
        self.members = Members(self.store)
        self.personal = PersonalPages(self.store, self.play)
        self.tables = Tables(self.store, self.play, self.seats, settings.max_open_tables)
        self.study = Study(self.store, self.play, settings.max_open_tables)
        self.listing = Listing(self.store)
        self.reads = Reads(self.limits)
        self.chat = Chat(self.store)
        self.live = LiveConnections(self.store, self.metrics)
        self.bot_queue = BotQueue(
            self.store, self.play, self.metrics, settings.bots, settings.bot_seconds
        )
        self.bot_queue.watched = self.live.is_watched
        self.reviews = Reviews(self.store, settings.bots)
        self.trees = Trees(self.store)
        self.puzzles = PuzzleResults(self.db)
        self.statistics = GameStatistics(self.store)
        self.checks = Workers(1, checks.__name__)
        self.deadlines = Deadlines(self.store, self.play, self.metrics)
        self.deadlines.resumed = self.live.send_views
        self.bus: NewsBus | None = None
        self.ready = False
        self.draining = False  # it is to be stopped soon, and takes no more connections
        self.orders = Orders(self)
        self._started = False
        self._writable = (-math.inf, True)  # when writing was tried, and whether it worked
        self._looking = asyncio.Lock()
        self._found: tuple[float, Readiness | str] | None = None  # when, and what or a code
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
        if "ended" in message:
            self.sessions.ended(message["ended"], message["sessions"])
            return
        if "everything" in message:
            self.sessions.doubt()
        self.live.elsewhere(message)
        if "everything" in message or (message.get("bot")):
            self.bot_queue.wake()

    async def start(self, serves: bool = True) -> None:
        """Start everything; a process for bots alone serves nobody.

        SetupError says what somebody must see to.
        A PostgreSQL that cannot be reached is waited for: until then the server is not ready.
        """
        if self._started:
            return
        self._started = True
        try:
            await self._start(serves)
        except Exception as problem:
            where = str(self.db.file or "the database")
            if (fault := at_start(problem, where)) is not None:
                raise fault from None
            if self.db.sqlite or not is_away(problem):
                raise
            log().error("database.away", problem=str(problem)[:200])
            self._run("start", lambda: self._start_later(serves))

    async def _start_later(self, serves: bool) -> None:
        while not self.ready:
            await asyncio.sleep(AGAIN)
            try:
                await self._start(serves)
            except Exception as problem:
                if not is_away(problem):
                    raise
                log().error("database.away", problem=str(problem)[:200])

    async def _start(self, serves: bool) -> None:
        """Migrate and start the background tasks."""
        await self.db.migrate()
        given = self.settings.secret
        secret = given.get_secret_value() if given else await make_secret(self.db)
        origins = [*self.settings.origins]
        if self.settings.public_url:
            origins.append(self.settings.public_url)
        self.sessions = self.accounts.sessions = Sessions(self.accounts, secret, origins)
        self.sessions.listeners.append(self.live.end)
        self.live.missing_sessions = self.sessions.missing
        await self.sessions.drop_old()
        self.tokens = Tokens(self.accounts, self.sessions)
        smtp = self.settings.smtp_url
        self.mail = Mail(smtp.get_secret_value() if smtp else None, self.settings.mail_from)
        self.recovery = Recovery(
            self.accounts, self.mail, self.limits, secret, self.settings.public_url
        )
        self.personal_data = PersonalData(
            self.store, self.accounts, self.sessions, self.play, self.seats
        )
        contact = contact_of(self.settings.public_url, self.settings.mail_from)
        self.channels = Channels(
            self.db,
            self.mail,
            Push(self.db, contact),
            Allowed(self.settings.webhook_networks),
            secret,
        )
        await self.store.uptime.follow()
        if not self.db.sqlite and self.bus is None:
            self.bus = NewsBus(self.db, self._heard)
            self.store.listeners.append(self.bus.committed)
            self.live.publish = self.bus.publish
            self.live.process = self.bus.name
            self.bot_queue.name = self.bus.name
            self.sessions.announce = self._announce_end
            self.sessions.trusted = self.bus.connected.is_set
            self._run("bus", self.bus.run)
            self._run("presence", self.live.beat)
            self._run("sweep", self.live.sweep)
        if self.bus is not None:
            async with asyncio.timeout(30):
                await self.bus.connected.wait()
        self._run("clocks", lambda: self.deadlines.run(serves))
        self._run("orders", self.orders.run)
        self._run("deletions", self.personal_data.go_on)
        self._run("bots", self.bot_queue.run)
        deliveries = Deliveries(
            self.db, self.channels, self.metrics, self.settings.public_url, self.bot_queue.name
        )
        self._run("notifications", deliveries.run)
        self._run("links", self.recovery.run)
        self._run("analysis", self.reviews.run)
        self._run("plans", self.personal.run)
        self.ready = True
        log().info("started", database="sqlite" if self.db.sqlite else "postgresql")

    def tell_invited(self, table: TableSnapshot) -> None:
        """Nudge everybody for whom a table keeps a seat: outside bots sit down then."""
        if table.status != "open":
            return
        turns = {one.person: False for one in table.seats if one.kind == "invited" and one.person}
        if turns:
            self.live.turns(table.id, turns)
            if self.bus is not None:
                self.bus.publish({"table": table.id, "turns": turns, "bot": False})

    async def _announce_end(
        self, transaction: AsyncConnection, person: str, sessions: list[str]
    ) -> None:
        assert self.bus is not None
        await self.bus.publish_in(transaction, {"ended": person, "sessions": sessions})

    def _run(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        self._tasks.append(asyncio.create_task(_run_on(name, work), name=name))

    async def readiness(self) -> Readiness:
        """What runs; Unavailable says what does not."""
        if not self.ready:
            raise Unavailable("server.not-ready")
        if self.draining:
            raise Unavailable("server.draining")
        if not self.bot_queue.workers.healthy:
            raise Unavailable("server.bots")
        async with self._looking:
            if self._found is None or time.monotonic() >= self._found[0] + READY_KEPT:
                found = await self._look()
                self._found = (time.monotonic(), found)
            found = self._found[1]
        if isinstance(found, str):
            raise Unavailable(found)
        return found

    async def _look(self) -> Readiness | str:
        try:
            async with asyncio.timeout(3):
                bots = await self.bot_queue.state()
        except Exception as problem:  # noqa: BLE001 - whatever it is, it cannot be read
            log().error("not_ready", problem=str(problem))
            return "server.database"
        if not await self._can_write():
            return "server.not-writable"
        return {"status": "ready", "bots": bots}

    async def _can_write(self) -> bool:
        """Whether the database can be written, as of a few seconds ago."""
        at, can = self._writable
        if time.monotonic() - at >= WRITE_CHECK:
            try:
                async with self.db.write() as connection:
                    await connection.execute(write_fact(self.db, "written", str(time.time())))
                can = True
            except Exception as problem:  # noqa: BLE001 - whatever it is, it was not written
                log().error("not_writable", problem=str(problem)[:200])
                can = False
            self._writable = (time.monotonic(), can)
        return can

    async def stop(self) -> None:
        """Stop: no new work, then the connections, then the database."""
        self.ready = False
        await self.live.close()
        for task in reversed(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        await self.statistics.stop()
        await self.checks.stop()
        await self.store.quick.close()
        await self.db.close()
        log().info("stopped")


async def _run_on(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Run something in the background; if it fails it is started again."""
    while True:
        try:
            await work()
        except Exception as problem:  # noqa: BLE001 - the others go on, and so must this
            log().error("background.failed", task=name, problem=repr(problem))
            await asyncio.sleep(AGAIN)
        else:
            return
