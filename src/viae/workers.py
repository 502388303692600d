"""Worker processes: how everything that uses several processors starts them.

Workers are spawned, not forked: the caller may run threads (a progress bar), and spawning works on
every system. They leave Ctrl-C to the process that started them and end with it, however it ends.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import connection, get_context, parent_process
from typing import Final

from viae.errors import ViaeError

CONTEXT: Final = get_context("spawn")


def start_workers(
    jobs: int, prepare: Callable[..., None] | None = None, *arguments: object
) -> ProcessPoolExecutor:
    """A pool of worker processes; each calls `prepare(*arguments)` once before its first task."""
    # numpy's own threads would wait for each other: the workers are many enough.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return ProcessPoolExecutor(jobs, CONTEXT, _begin, (prepare, arguments))


def lost_worker() -> ViaeError:
    """What to raise instead of `BrokenProcessPool`, for people to read."""
    return ViaeError(
        "a process that played games has died; maybe there was no memory left."
        " Fewer at once (--jobs) need less"
    )


def _begin(prepare: Callable[..., None] | None, arguments: tuple[object, ...]) -> None:
    settle_in()
    if prepare is not None:
        prepare(*arguments)


def settle_in() -> None:
    """In a worker: leave Ctrl-C to the process that started it, and end when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Nobody would ever take what is worked out here."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
