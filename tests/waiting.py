"""Waiting for something that will happen, however slow the machine is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

# Seconds. No test depends on the speed of the machine: only what hangs takes that long.
HANG = 600.0


def wait_until(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds; `what` says what did not happen."""
    end = time.monotonic() + HANG
    while not holds():
        assert time.monotonic() < end, f"it never happened: {what}"
        time.sleep(0.02)


async def until(holds: Callable[[], object], what: str) -> None:
    """The same, while the loop goes on with its work."""
    end = time.monotonic() + HANG
    while not holds():
        assert time.monotonic() < end, f"it never happened: {what}"
        await asyncio.sleep(0.01)
