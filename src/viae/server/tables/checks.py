"""Checks of documents that may take long: in a process of their own, with a limit on time.

Whatever is wrong is raised by the check; after it, the document is used as usual. What is surely
quick is not checked twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from viae.data import parse_board
from viae.game import Game
from viae.options import DEFAULTS, PLAYERS, terms_for
from viae.position import is_position
from viae.server.process.workers import WorkerLost, Workers
from viae.table.errors import Malformed, Unavailable
from viae.table.types.basics import Document

SECONDS = 10.0
QUICK_PATHS = 90  # the largest board that comes with Viae has 79
QUICK_ENTRIES = 1_000


async def check_board(workers: Workers, board: Document | None) -> None:
    """Check a board; faults are raised."""
    if board is not None and _is_long(board, "paths", QUICK_PATHS):
        await _run(workers, _board, board)


async def check_study(workers: Workers, document: Document, board: Document | None) -> None:
    """Check a record or a position; faults are raised."""
    carried = document.get("board")
    long = "tree" in document or "legal" in document
    long = long or _is_long(document, "entries", QUICK_ENTRIES)
    if long or any(_is_long(one, "paths", QUICK_PATHS) for one in (carried, board)):
        await _run(workers, _study, document, board)


def _is_long(document: Any, key: str, limit: int) -> bool:
    found = document.get(key) if isinstance(document, dict) else None
    return isinstance(found, list) and len(found) > limit


async def _run(workers: Workers, work: Callable[..., None], *arguments: Any) -> None:
    try:
        await workers.run(SECONDS, work, *arguments)
    except TimeoutError:
        raise Malformed("request.too-heavy", seconds=SECONDS) from None
    except WorkerLost:
        raise Unavailable("server.not-ready") from None


# In the process


def _board(document: Document) -> None:
    board = parse_board(document, "board_file")
    terms_for(board, "concordia", PLAYERS["concordia"][0], DEFAULTS)  # makes its tables


def _study(document: Document, board_file: Document | None) -> None:
    if board_file is None and isinstance(document.get("board"), dict):
        board_file = document["board"]
    board = parse_board(board_file, "board") if board_file is not None else None
    if is_position(document):
        Game.from_position(document, chance="manual", board=board)
    else:
        Game.from_record(document, chance="manual", board=board)
