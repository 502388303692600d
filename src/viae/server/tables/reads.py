"""Expensive reads: kept until the table changes, and counted by what they cost.

Moments, positions, records and histories are made by playing a game again. What was made is kept
by the number of its last entry; what had to be made is charged to whoever asked for it. One is made
at a time, and everything else that waits comes in between.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from viae.server.people.limits import Limits
from viae.table.transaction import TableSnapshot

MOST_BYTES = 32 << 20
TOKEN = 0.010  # seconds of work for one token of the limit
clock = time.perf_counter


class Reads:
    """What was made lately, up to a size."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._bytes = 0
        self._making = asyncio.Lock()

    async def get(
        self, reader: str, table: TableSnapshot, what: tuple[object, ...], make: Callable[[], bytes]
    ) -> bytes:
        """The answer of this name; TooMany if the reader had too much made lately."""
        row = table.row
        key = (table.id, row.number, row.version, row.status, *what)
        if (found := self._find(key)) is not None:
            return found
        async with self._making:
            await asyncio.sleep(0)
            if (found := self._find(key)) is not None:  # somebody else asked for the same
                return found
            self.limits.take("read", reader)
            began = clock()
            made = make()
            self.limits.charge("read", reader, (clock() - began) / TOKEN - 1.0)
        self._kept[key] = made
        self._bytes += len(made)
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._kept.popitem(last=False)[1])
        return made

    def _find(self, key: tuple[object, ...]) -> bytes | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found
