"""Collects garbage without stopping a busy server.

Python's collector goes through all objects from time to time. With two thousand connections that
takes 0.4 s, in which nobody is answered. Here it goes through new objects only, every few seconds,
and through all of them when their number has doubled.
"""

from __future__ import annotations

import asyncio
import gc

LOOK = 2.0  # seconds between looks at new objects
FEW = 500_000  # objects that are never too many


class Garbage:
    """What was alive at the last look is frozen: the collector leaves it out."""

    def __init__(self, few: int = FEW) -> None:
        self._few = few
        self._frozen = 0  # at most; objects that are freed without the collector still count
        self._most = few

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(LOOK)

    def look(self) -> None:
        """Collect among the new objects, and freeze those that are alive."""
        gc.collect()
        self._frozen += len(gc.get_objects())
        gc.freeze()
        if self._frozen > self._most:
            self._frozen = gc.get_freeze_count()
            if self._frozen > self._most:
                self._look_at_all()

    def _look_at_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._frozen = gc.get_freeze_count()
        self._most = max(self._few, 2 * self._frozen)
