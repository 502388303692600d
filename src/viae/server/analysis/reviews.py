"""Reviews of games: asked for once, stored, and shared by all who look at the game.

What waits is stored, as bots' turns are, and claimed by a lease. Who comes next is a question of
fair shares, as for bots. A review is made in stages, each of which is stored: the first curve is
there after seconds, and a restart loses one stage at most.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import socket
import time
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError

from viae.analysis.documents import FORMAT
from viae.server.bots.shares import Shares, Waiting
from viae.server.process.logs import log
from viae.server.process.waiting import news_within
from viae.server.process.workers import Workers
from viae.server.store.models import GameAnalysis
from viae.server.store.transaction import TableStore
from viae.table import views
from viae.table.errors import Conflict, Forbidden, Unavailable, Unknown

if TYPE_CHECKING:
    from viae.analysis.documents import AnalysisView, Review
    from viae.table.transaction import TableSnapshot

LEASE = 60.0  # seconds
RENEW = 15.0
PATIENCE = 2.0  # seconds between looks at the queue, if nobody asks here
LONGEST = 900.0  # seconds for one stage
MOST_WAITING = 3  # of a person
ATTEMPTS = 3
EACH = 60.0  # seconds that a review is taken to need before it is made
MOST_LOOKED_AT = 500


class Claimed(NamedTuple):
    """A review that this process makes."""

    game: str
    number: int
    nodes: int
    attempts: int
    person: str


@lru_cache(maxsize=1)
def made_by() -> str:
    """The version of the analysis: its format, the nets and their correction."""
    digest = hashlib.blake2b(digest_size=8)
    for name in ("learned.npz", "team.npz", "calibration.json"):
        digest.update((files("viae.bots") / "weights" / name).read_bytes())
    return f"{FORMAT}:{digest.hexdigest()}"


class Reviews:
    """Gives reviews to the processes of this server; with 0 of them it makes none."""

    def __init__(self, store: TableStore, processes: int) -> None:
        self.store = store
        self.processes = min(1, processes)  # bots come first
        self.name = f"{socket.gethostname()[:30]}:{os.getpid()}:{time.time_ns() % 1_000_000}"
        self.workers = Workers(self.processes, "viae.server.analysis.worker", nice=10)
        self.shares = Shares()
        self._news = asyncio.Event()
        self._making: dict[str, asyncio.Task[None]] = {}  # by game

    # Asking

    async def get(self, table: TableSnapshot) -> AnalysisView | None:
        """The review of the game as it stands, as far as it is made; None if nobody asked."""
        game = views.begun(table)
        wanted = select(GameAnalysis).where(
            GameAnalysis.game == table.id, GameAnalysis.number == game.rows
        )
        async with self.store.db.read() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        stopped = row is not None and row.body is None and not row.nodes
        if row is None or stopped or (row.made not in ("", made_by()) and not row.waiting):
            return None
        fresh = row.made == made_by()
        return {
            "status": "waiting" if row.waiting else ("failed" if row.body is None else "done"),
            "nodes": row.nodes,
            "review": row.body if fresh else None,
        }

    async def ask(self, table: TableSnapshot, person: str, nodes: int) -> AnalysisView:
        """Ask for a review; one that is as thorough is not made again."""
        game = views.begun(table)
        if table.status not in ("finished", "abandoned") and not table.study:
            raise Conflict("analysis.running")
        if not self.processes and self.store.db.sqlite:  # nor is there another process
            raise Unavailable("analysis.off")
        present = await self.get(table)
        if present is not None and present["nodes"] >= nodes and present["status"] != "failed":
            return present
        await self._check_limit(person)
        await self._insert(table.id, game.rows, person, nodes)
        self._news.set()
        return {
            "status": "waiting",
            "nodes": nodes,
            "review": present["review"] if present else None,
        }

    async def stop(self, table: TableSnapshot, person: str) -> AnalysisView:
        """Stop making a review; what there is of it stays. Only who asked for it can."""
        there = (GameAnalysis.game == table.id) & (GameAnalysis.number == views.begun(table).rows)
        wanted = select(GameAnalysis.person, GameAnalysis.waiting, GameAnalysis.body).where(there)
        async with self.store.db.write() as connection:
            row = (await connection.execute(wanted)).one_or_none()
            if row is None:
                raise Unknown("request.not-found")
            if row.person != person:
                raise Forbidden("analysis.not-yours")
            if row.waiting:
                reached = row.body["nodes"] if row.body else 0
                # Another number of simulations: whoever makes it sees that it is not wanted.
                changed = update(GameAnalysis).where(there)
                await connection.execute(changed.values(waiting=False, nodes=reached))
        if row.waiting and (making := self._making.get(table.id)) is not None:
            making.cancel()
        left = await self.get(table)
        return left or {"status": "done", "nodes": 0, "review": None}

    async def _check_limit(self, person: str) -> None:
        waiting = (
            select(func.count())
            .select_from(GameAnalysis)
            .where(GameAnalysis.person == person, GameAnalysis.waiting)
        )
        async with self.store.db.read() as connection:
            if (await connection.execute(waiting)).scalar_one() >= MOST_WAITING:
                raise Conflict("analysis.too-many", limit=MOST_WAITING)

    async def _insert(self, game: str, number: int, person: str, nodes: int) -> None:
        values: dict[str, object] = {
            "nodes": nodes,
            "person": person,
            "since": time.time(),
            "waiting": True,
            "claimed_until": 0.0,
            "attempts": 0,
        }
        there = (GameAnalysis.game == game) & (GameAnalysis.number == number)
        for _ in range(2):  # somebody else may ask at the same time
            async with self.store.db.write() as connection:
                changed = update(GameAnalysis).where(there).values(**values)
                if (await connection.execute(changed)).rowcount:
                    return
                with contextlib.suppress(IntegrityError):
                    table = GameAnalysis.__table__
                    await connection.execute(
                        table.insert().values(game=game, number=number, made="", **values)  # type: ignore[attr-defined]
                    )
                    return

    # Making

    def wake(self) -> None:
        """Wake the queue: there may be something to do."""
        self._news.set()

    async def run(self) -> None:
        """Claim and make reviews until cancelled."""
        if not self.processes:
            return
        try:
            while True:
                self._news.clear()
                try:
                    claimed = await self._claim()
                except Exception as problem:  # noqa: BLE001 - the database may be away for a while
                    log().error("analysis.claim", problem=str(problem))
                    claimed = None
                if claimed is None:
                    await news_within(self._news, PATIENCE)
                else:
                    await self._make(claimed)
        finally:
            await self.workers.stop()

    async def _claim(self) -> Claimed | None:
        """Claim the review of whoever had the least time for theirs lately."""
        now = time.time()
        place = func.row_number().over(
            partition_by=GameAnalysis.person, order_by=GameAnalysis.since
        )
        free = (
            select(
                GameAnalysis.game,
                GameAnalysis.number,
                GameAnalysis.person,
                GameAnalysis.since,
                place.label("place"),
            )
            .where(GameAnalysis.waiting, GameAnalysis.claimed_until < now)
            .order_by("place", GameAnalysis.since)  # nobody's many hide those of others
            .limit(MOST_LOOKED_AT)
        )
        async with self.store.db.read() as connection:
            rows = (await connection.execute(free)).all()
        if not rows:
            return None
        waiting = {Waiting(row.game, row.person, row.since): row for row in rows}
        chosen = self.shares.choose(waiting, 1, EACH, now, lambda _table: True)
        first = waiting[chosen[0]]
        claim = (
            update(GameAnalysis)
            .where(
                GameAnalysis.game == first.game,
                GameAnalysis.number == first.number,
                GameAnalysis.waiting,
                GameAnalysis.claimed_until < now,
            )
            .values(
                claimed_by=self.name,
                claimed_until=now + LEASE,
                attempts=GameAnalysis.attempts + 1,
            )
            .returning(
                GameAnalysis.game,
                GameAnalysis.number,
                GameAnalysis.nodes,
                GameAnalysis.attempts,
                GameAnalysis.person,
            )
        )
        async with self.store.db.write() as connection:
            row = (await connection.execute(claim)).one_or_none()
        return None if row is None else Claimed(*row)

    async def _make(self, claimed: Claimed) -> None:
        stages = asyncio.create_task(self._stages(claimed))
        renewing = asyncio.create_task(self._renew(claimed, stages))
        self._making[claimed.game] = stages
        began = time.monotonic()
        try:
            await stages
        except asyncio.CancelledError:
            here = asyncio.current_task()
            if here is None or here.cancelling():
                raise
            log().info("analysis.stopped", game=claimed.game)
        except Exception as problem:  # noqa: BLE001 - one failure must not stop the others
            log().error("analysis.fault", game=claimed.game, problem=repr(problem))
            again = claimed.attempts < ATTEMPTS
            await self._write(claimed, waiting=again, claimed_until=time.time() + 5.0)
        finally:
            renewing.cancel()
            self.shares.add(claimed.person, time.monotonic() - began, time.time())
            self._making.pop(claimed.game, None)

    async def _stages(self, claimed: Claimed) -> None:
        from viae.analysis.review import stages_to
        from viae.server.analysis import worker

        snapshot = await self.store.look(claimed.game)
        game = views.begun(snapshot)
        if game.rows != claimed.number:  # it was played on
            await self._write(claimed, waiting=False)
            return
        document = worker.document_of(game)
        stages = stages_to(claimed.nodes)
        for stage in stages:
            review: Review = await self.workers.run(LONGEST, worker.review, document, stage)
            review["complete"] = last = stage == stages[-1]
            done = {"waiting": not last, "body": review, "made": made_by()}
            if not await self._write(claimed, **done):
                return  # somebody asked for more meanwhile, or the table is gone

    async def _write(self, claimed: Claimed, **values: Any) -> bool:
        changed = (
            update(GameAnalysis)
            .where(
                GameAnalysis.game == claimed.game,
                GameAnalysis.number == claimed.number,
                GameAnalysis.nodes == claimed.nodes,
            )
            .values(**values)
        )
        async with self.store.db.write() as connection:
            return bool((await connection.execute(changed)).rowcount)

    async def _renew(self, claimed: Claimed, stages: asyncio.Task[None]) -> None:
        while True:
            await asyncio.sleep(RENEW)
            with contextlib.suppress(Exception):  # the lease may run out; then it is made twice
                if not await self._write(claimed, claimed_until=time.time() + LEASE):
                    stages.cancel()  # stopped from another process, or more is wanted
