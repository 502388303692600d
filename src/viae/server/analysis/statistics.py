"""Statistics of the public finished games: sums that grow, and pages that are made once.

The sums of all games that were counted are stored, with the last of these games. Whoever asks gets
a page of them; games that ended since then are counted meanwhile, in another process, and stored
part by part. So nobody waits for a count, and no game is read twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import math
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from sqlalchemy import Row, select, tuple_

from viae.server.analysis import counting
from viae.server.analysis.counting import StoredGame
from viae.server.process.logs import log
from viae.server.process.workers import Workers
from viae.server.store.facts import write_fact
from viae.server.store.models import BoardFile, Entry, Fact, Start, Table
from viae.server.store.transaction import TableStore

T = TypeVar("T")
KEY: Final = "statistics"
UPTO: Final = "statistics.upto"  # the last game that is counted: when it ended, its id
PART: Final = 500  # games that are counted at once
AGAIN: Final = 60.0  # seconds between looks for games that are new
LAG: Final = 1.0  # seconds after which a game that has ended is surely stored
SECONDS: Final = 300.0  # for a part
SOON: Final = 0.5  # seconds that somebody waits for what is new
MOST_PAGES: Final = 300  # that are kept
NOTHING: Final = json.dumps([0.0, ""])
NO_GAMES: Final = ("", "", -1)  # the page that shows no games, only what there is to choose from


class GameStatistics:
    """Counts games and makes pages of statistics."""

    def __init__(self, store: TableStore, again: float = AGAIN) -> None:
        self.store = store
        self.again = again
        self.workers = Workers(1, counting.__name__, nice=10)
        self._upto = ""  # of the sums that are here; empty: nothing was read yet
        self._sums = counting.EMPTY
        self._pages: dict[tuple[str, str, int], bytes] = {}
        self._looked = -math.inf
        self._counting: asyncio.Task[None] | None = None

    async def page(self, board: str, variant: str, players: int) -> bytes:
        """The page, as JSON in gzip; see `StatisticsPage`."""
        now = time.monotonic()
        if self._counting is None and now - self._looked >= self.again:
            self._looked = now
            self._counting = asyncio.create_task(self._count())
        if self._counting is not None:
            await asyncio.wait([self._counting], timeout=SOON)
        if not self._upto:
            await self._read()
        if board:
            nothing = await self._page(NO_GAMES)
            if board not in _boards(nothing):  # anybody can make up any number of names
                return nothing
        return await self._page((board, variant, players))

    async def _page(self, key: tuple[str, str, int]) -> bytes:
        found = self._pages.get(key)
        if found is None:
            upto = self._upto
            found = await self._run(counting.tell, *key)
            if upto == self._upto:
                if len(self._pages) >= MOST_PAGES:
                    self._pages.clear()
                self._pages[key] = found
        return found

    async def stop(self) -> None:
        """Stop counting."""
        if self._counting is not None:
            self._counting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._counting
        await self.workers.stop()

    async def _run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do something with the sums in the process; they are sent if it does not have them."""
        name, sums = self._upto, self._sums
        try:
            return await self.workers.run(SECONDS, work, name, None, *arguments)
        except counting.SumsMissing:
            return await self.workers.run(SECONDS, work, name, sums, *arguments)

    # Counting

    async def _count(self) -> None:
        try:
            while await self._count_part():
                pass
        except Exception as problem:  # noqa: BLE001 - the page shows what is there
            log().error("statistics.fault", problem=repr(problem))
        finally:
            self._counting = None

    async def _count_part(self) -> bool:
        """Count some more games; whether there may be others."""
        await self._read()
        upto = self._upto
        found = await self._new(upto)
        if not found:
            return False
        games = [await self._stored(one) for one in found]
        last = json.dumps([found[-1].finished, found[-1].id])
        sums = await self._run(counting.add, games, last)
        if await self._write(upto, last, sums):
            self._take(last, sums)
        return True

    async def _write(self, upto: str, last: str, sums: str) -> bool:
        """Store sums that follow those up to a game; False if another process was faster."""
        db = self.store.db
        present = select(Fact.value).where(Fact.key == UPTO)
        async with db.write() as connection:
            locked = present if db.sqlite else present.with_for_update()
            if ((await connection.execute(locked)).scalar() or NOTHING) != upto:
                return False
            await connection.execute(write_fact(db, KEY, sums))
            await connection.execute(write_fact(db, UPTO, last))
        return True

    async def _read(self) -> None:
        """Read the sums, if they are others than those that are here."""
        async with self.store.db.read() as connection:
            upto = select(Fact.value).where(Fact.key == UPTO)
            stored = (await connection.execute(upto)).scalar() or NOTHING
            if stored == self._upto:
                return
            wanted = select(Fact.value).where(Fact.key == KEY)
            sums = (await connection.execute(wanted)).scalar()
        self._take(str(stored), counting.EMPTY if sums is None else str(sums))

    def _take(self, upto: str, sums: str) -> None:
        self._upto, self._sums = upto, sums
        self._pages.clear()

    async def _new(self, upto: str) -> list[Row[tuple[str, float | None, dict[str, object]]]]:
        finished, last = json.loads(upto)
        wanted = (
            select(Table.id, Table.finished, Table.plan)
            .where(
                Table.visibility == "public",
                Table.kind == "play",
                Table.status == "finished",
                tuple_(Table.finished, Table.id) > tuple_(finished, last),
                Table.finished <= time.time() - LAG,
            )
            .order_by(Table.finished, Table.id)
            .limit(PART)
        )
        async with self.store.db.read() as connection:
            return list((await connection.execute(wanted)).all())  # type: ignore[arg-type]

    async def _stored(self, row: Row[tuple[str, float | None, dict[str, object]]]) -> StoredGame:
        start = select(Start.document).where(Start.game == row.id)
        entries = select(Entry.text).where(Entry.game == row.id).order_by(Entry.number)
        digest = row.plan.get("board_file")
        async with self.store.db.read() as connection:
            document = (await connection.execute(start)).scalar_one()
            rows = list((await connection.execute(entries)).scalars())
            board = None
            if digest is not None:
                wanted = select(BoardFile.body).where(BoardFile.id == digest)
                board = (await connection.execute(wanted)).scalar_one()
        return StoredGame(document, rows, board)


@lru_cache(maxsize=2)
def _boards(page: bytes) -> frozenset[str]:
    """The boards that there is to choose from."""
    return frozenset(one["board"] for one in json.loads(gzip.decompress(page))["groups"])
