"""Bots' turns: claimed from the database, thought about in other processes, written as entries.

What waits is stored, so nothing is forgotten by a restart. A claim is a lease that is renewed while
a bot thinks. When a process dies its connection to PostgreSQL is gone, and the others give free
what it had claimed; should that fail, its leases run out.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select, text, update

from viae.server.bots import worker
from viae.server.bots.names import fallback
from viae.server.process.logs import log
from viae.server.process.metrics import Metrics
from viae.server.store.models import BotTurn
from viae.server.store.transaction import TableStore
from viae.server.tables.play import Play
from viae.workers import start_workers

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

LEASE = 15.0  # seconds
RENEW = 3.0
PATIENCE = 1.0  # seconds between looks at the queue, if no news arrive
GRACE = 30.0  # seconds beyond its time after which a bot is stopped


class Turn(NamedTuple):
    """A claimed turn."""

    game: str
    number: int
    seat: int
    bot: str
    attempts: int


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
        self._claimed: dict[str, Turn] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._pool: ProcessPoolExecutor | None = None

    def wake(self) -> None:
        """Wake the queue: there may be something to do."""
        self._news.set()

    async def run(self) -> None:
        """Claim and play until cancelled."""
        if not self.processes:
            return
        await self._free_the_dead()
        renewing = asyncio.create_task(self._renew())
        try:
            while True:
                self._news.clear()
                try:
                    claimed = await self._claim(self.processes * 2 - len(self._tasks))
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
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._news.wait(), PATIENCE)
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
        self._drop_pool()
        with contextlib.suppress(Exception):
            async with self.store.db.write() as connection:
                await connection.execute(
                    update(BotTurn).where(BotTurn.claimed_by == self.name).values(claimed_until=0.0)
                )

    async def _claim(self, limit: int) -> list[Turn]:
        if limit <= 0:
            return []
        now = time.time()
        free = (
            select(BotTurn.game)
            .where(BotTurn.claimed_until < now)
            .order_by(BotTurn.since)
            .limit(limit)
        )
        if self.store.db.sqlite:
            async with self.store.db.read() as connection:  # mostly there is nothing
                if (await connection.execute(free.limit(1))).first() is None:
                    return []
        claim = (
            update(BotTurn)
            .where(BotTurn.game.in_(free.with_for_update(skip_locked=True).scalar_subquery()))
            .values(claimed_by=self.name, claimed_until=now + LEASE, attempts=BotTurn.attempts + 1)
            .returning(BotTurn.game, BotTurn.number, BotTurn.seat, BotTurn.bot, BotTurn.attempts)
        )
        async with self.store.db.write() as connection:
            return [Turn(*row) for row in (await connection.execute(claim)).all()]

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
            self.metrics.bots_thinking.inc()
            try:
                codes = await self._think(worker.pack(game), bot, seed)
            finally:
                self.metrics.bots_thinking.dec()
            self.metrics.bot_seconds.labels(turn.bot).observe(time.monotonic() - began)
            await self.play.bot_plays(turn.game, turn.number, turn.seat, codes)
        except asyncio.CancelledError:
            raise
        except Exception as problem:  # noqa: BLE001 - one bot's failure must not stop the others
            self.metrics.bot_faults.labels(turn.bot).inc()
            log().error("bots.fault", game=turn.game, bot=turn.bot, problem=repr(problem))
            await self._retry(turn)
        finally:
            self._claimed.pop(turn.game, None)

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
        pool = self._get_pool()
        work = pool.submit(worker.think, packed, bot, seed, self.seconds)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(work), self.seconds + GRACE)
        except TimeoutError:
            self._drop_pool()
            raise
        except BrokenProcessPool:
            self._drop_pool()
            raise

    def _get_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = start_workers(self.processes, worker.prepare_process)
        return self._pool

    def _drop_pool(self) -> None:
        """End the bots' processes, even those that hang."""
        if self._pool is None:
            return
        pool, self._pool = self._pool, None
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
