"""Bots' turns: claimed from the database, thought about in other processes, written as entries.

What waits is stored, so nothing is forgotten by a restart. Who comes next is a question of fair
shares, see `shares`. A claim is a lease that is renewed while a bot thinks. When a process dies its
connection to PostgreSQL is gone, and the others give free what it had claimed; should that fail,
its leases run out.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import func, select, text, update

from viae.server.bots.shares import Shares, Waiting
from viae.server.process.logs import log
from viae.server.process.metrics import Metrics
from viae.server.process.waiting import news_within
from viae.server.process.workers import Workers
from viae.server.store.models import BotTurn, Table
from viae.server.store.transaction import TableStore
from viae.table import thinking as worker
from viae.table.bots import fallback
from viae.table.play import Play
from viae.table.shapes import BotsState

LEASE = 15.0  # seconds
RENEW = 3.0
PATIENCE = 1.0  # seconds between looks at the queue, if no news arrive
ATTEMPTS = 3  # to claim what others claim at the same time
FURTHER = 5  # turns of a person to choose from, beyond those that could be claimed
MOST_LOOKED_AT = 500
GRACE = 30.0  # seconds beyond its time after which a bot is stopped


class Turn(NamedTuple):
    """A claimed turn; `person` is charged for it."""

    game: str
    number: int
    seat: int
    bot: str
    attempts: int
    since: float
    person: str


class BotQueue:
    """Gives turns to the bots of this process."""

    def __init__(
        self, store: TableStore, play: Play, metrics: Metrics, processes: int, seconds: float
    ) -> None:
        self.store = store
        self.play = play
        self.metrics = metrics
        self.processes = processes
        self.seconds = seconds
        self.name = f"{socket.gethostname()[:30]}:{os.getpid()}:{time.time_ns() % 1_000_000}"
        self._news = asyncio.Event()
        self.watched: Callable[[str], bool] = lambda _table: True
        self.shares = Shares()
        self.draining = False  # start no more turns
        self._claimed: dict[str, Turn] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.workers = Workers(processes, worker.__name__)

    def wake(self) -> None:
        """Wake the queue: there may be something to do."""
        self._news.set()

    async def run(self) -> None:
        """Claim and play until cancelled."""
        if not self.processes:
            return
        with contextlib.suppress(Exception):  # the database may be away; leases run out, too
            await self._free_the_dead()
        renewing = asyncio.create_task(self._renew())
        try:
            while True:
                self._news.clear()
                try:
                    free = 0 if self.draining else self.processes - len(self._tasks)
                    claimed = await self._claim(free)
                except Exception as problem:  # noqa: BLE001 - the database may be away for a while
                    log().error("bots.claim", problem=str(problem))
                    claimed = []
                    await asyncio.sleep(PATIENCE)
                for turn in claimed:
                    self._claimed[turn.game] = turn
                    task = asyncio.create_task(self._play(turn))
                    self._tasks.add(task)
                    task.add_done_callback(self._done)
                if not claimed:
                    await news_within(self._news, PATIENCE)
        finally:
            renewing.cancel()
            await self.stop()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._news.set()

    async def stop(self) -> None:
        """Stop thinking; what was not finished is still waiting in the database."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workers.stop()
        with contextlib.suppress(Exception):
            async with self.store.db.write() as connection:
                await connection.execute(
                    update(BotTurn).where(BotTurn.claimed_by == self.name).values(claimed_until=0.0)
                )

    async def state(self) -> BotsState:
        """How many bots think, and how many turns wait."""
        waiting = (
            select(func.count()).select_from(BotTurn).where(BotTurn.claimed_until < time.time())
        )
        async with self.store.db.read() as connection:
            count = (await connection.execute(waiting)).scalar_one()
        self.metrics.bots_waiting.set(count)
        return {
            "processes": self.processes,
            "running": self.workers.running,
            "thinking": len(self._tasks),
            "waiting": count,
        }

    async def _claim(self, limit: int) -> list[Turn]:
        """Claim turns that wait, in fair order; another process may be faster."""
        claimed: list[Turn] = []
        for _ in range(ATTEMPTS):
            now = time.time()
            free = limit - len(claimed)
            if free <= 0 or not (waiting := await self._waiting(free, now)):
                break
            chosen = self.shares.choose(waiting, free, self.seconds, now, self.watched)
            claimed += await self._take({one.game: one for one in chosen}, now)
        for turn in claimed:
            self.shares.add(turn.person, self.seconds, time.time())
        return claimed

    async def _waiting(self, most: int, now: float) -> list[Waiting]:
        """The turns that have waited longest, so many of each person."""
        place = func.row_number().over(partition_by=Table.host, order_by=BotTurn.since)
        ranked = (
            select(BotTurn.game, Table.host, BotTurn.since, place.label("place"))
            .join(Table, Table.id == BotTurn.game)
            .where(BotTurn.claimed_until < now)
            .subquery()
        )
        wanted = (
            select(ranked.c.game, ranked.c.host, ranked.c.since)
            .where(ranked.c.place <= most + FURTHER)
            .order_by(ranked.c.place, ranked.c.since)  # nobody's many hide those of others
            .limit(MOST_LOOKED_AT)
        )
        async with self.store.db.read() as connection:
            return [Waiting(*row) for row in (await connection.execute(wanted)).all()]

    async def _take(self, chosen: dict[str, Waiting], now: float) -> list[Turn]:
        free = select(BotTurn.game).where(BotTurn.game.in_(chosen), BotTurn.claimed_until < now)
        claim = (
            update(BotTurn)
            .where(BotTurn.game.in_(free.with_for_update(skip_locked=True).scalar_subquery()))
            .values(claimed_by=self.name, claimed_until=now + LEASE, attempts=BotTurn.attempts + 1)
            .returning(
                BotTurn.game,
                BotTurn.number,
                BotTurn.seat,
                BotTurn.bot,
                BotTurn.attempts,
                BotTurn.since,
            )
        )
        async with self.store.db.write() as connection:
            rows = (await connection.execute(claim)).all()
        return [Turn(*row, chosen[row.game].person) for row in rows]

    async def _free_the_dead(self) -> None:
        """Release the turns that ended processes had claimed."""
        freed = update(BotTurn).where(BotTurn.claimed_until > 0).values(claimed_until=0.0)
        if not self.store.db.sqlite:  # with SQLite there is no other process
            alive = text("claimed_by not in (select application_name from pg_stat_activity)")
            freed = freed.where(alive)
        async with self.store.db.write() as connection:
            if (await connection.execute(freed)).rowcount:
                self.wake()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            if not self.store.db.sqlite:
                with contextlib.suppress(Exception):
                    await self._free_the_dead()
            if not self._claimed:
                continue
            with contextlib.suppress(Exception):  # the lease may run out; then it is played twice
                async with self.store.db.write() as connection:  # and the second one is refused
                    await connection.execute(
                        update(BotTurn)
                        .where(
                            BotTurn.claimed_by == self.name,
                            BotTurn.game.in_(list(self._claimed)),
                        )
                        .values(claimed_until=time.time() + LEASE)
                    )

    async def _play(self, turn: Turn) -> None:
        try:
            snapshot = await self.store.look(turn.game)
            game = snapshot.game
            if game is None or game.rows != turn.number or game.actor != turn.seat:
                return  # already played, as the row in the database says
            bot = turn.bot if turn.attempts <= 2 else fallback()
            seed = worker.seed_of(turn.game, turn.seat, turn.number)
            began = time.monotonic()
            self.metrics.bot_wait.observe(max(0.0, time.time() - turn.since))
            self.metrics.bots_thinking.inc()
            try:
                codes = await self._think(worker.pack(game), bot, seed)
            finally:
                self.metrics.bots_thinking.dec()
                took = time.monotonic() - began
                self.shares.add(turn.person, took - self.seconds, time.time())
            self.metrics.bot_seconds.labels(turn.bot).observe(took)
            await self.play.bot_plays(turn.game, turn.number, turn.seat, codes)
        except asyncio.CancelledError:
            raise
        except Exception as problem:  # noqa: BLE001 - one bot's failure must not stop the others
            self.metrics.bot_faults.labels(turn.bot).inc()
            log().error("bots.fault", game=turn.game, bot=turn.bot, problem=repr(problem))
            await self._retry(turn)
        finally:
            if self._claimed.get(turn.game) is turn:  # else the game has another turn by now
                del self._claimed[turn.game]

    async def _retry(self, turn: Turn) -> None:
        """Try again: soon at first, then with the simplest bot, and later less often."""
        later = time.time() + (0.0 if turn.attempts < 4 else 30.0)
        with contextlib.suppress(Exception):
            async with self.store.db.write() as connection:
                await connection.execute(
                    update(BotTurn)
                    .where(BotTurn.game == turn.game, BotTurn.number == turn.number)
                    .values(claimed_until=later)
                )

    async def _think(self, packed: worker.Packed, bot: str, seed: int) -> list[int]:
        limit = self.seconds + GRACE
        return await self.workers.run(limit, worker.think, packed, bot, seed, self.seconds)
