"""Finds a board by name or path and reads its file."""

from __future__ import annotations

import os
import stat
from dataclasses import asdict
from functools import cache
from typing import Any

from viae.data.fields import describe, near
from viae.data.files import packaged
from viae.data.parse import check_board, keep_document
from viae.data.strict import NotJson, read_json
from viae.errors import BoardError, Faults, Refusal, refusal
from viae.rules.figures import Board

NAMES = ("imperium", "italia", "hellas", "ionium", "ionium-small", "cyprus")
LARGEST = 1 << 18  # bytes; the largest board of the game takes a twentieth of it


def board_names() -> tuple[str, ...]:
    """The names of the boards that come with Viae (R1.2)."""
    return NAMES


def load_board(name_or_path: str | os.PathLike[str]) -> Board:
    """The board of that name, or else the one in the JSON file at that path.

    Raises BoardError with every fault of the file, or saying which boards there are.

    >>> load_board("imperium").capital
    'roma'
    """
    if not isinstance(name_or_path, str | os.PathLike):
        raise BoardError("board", [refusal("board.no-name", value=describe(name_or_path))])
    path = os.fsdecode(name_or_path)
    return _built_in(path) if path in NAMES else _from_file(path)


@cache
def _built_in(name: str) -> Board:
    return _parsed(packaged(f"boards/{name}.json"), name)[0]


def _from_file(path: str) -> Board:
    # Undecodable bytes of a file name must not break the printing of the error.
    what = (path if path.isprintable() else ascii(path)) or "board"
    try:
        content = _read_regular(path)
    except FileNotFoundError:
        raise BoardError(what, [_unknown(path)]) from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise BoardError(what, [refusal("board.unreadable", problem=reason)]) from None
    if isinstance(content, Refusal):
        raise BoardError(what, [content])
    board, document = _parsed(content, what)
    return keep_document(board, document)


def _read_regular(path: str) -> bytes | Refusal:
    """The content of a regular file; a pipe or a device is never read, nor waited for."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        return refusal("board.directory") if stat.S_ISDIR(mode) else refusal("board.no-file")
    with open(handle, "rb") as file:
        return file.read(LARGEST + 1)


def board_figures(board: Board) -> dict[str, Any]:
    """All figures of a board as JSON, defaults filled in."""
    figures = asdict(board)
    del figures["document"]
    return figures


def _unknown(path: str) -> Refusal:
    stem = os.path.basename(path).removesuffix(".json")
    names, meant = list(NAMES), near(stem, NAMES)
    if stem == path:
        return refusal("board.unknown", names=names, near=meant)
    return refusal("board.file-missing", names=names, near=meant)


def _parsed(content: bytes, what: str) -> tuple[Board, object]:
    """The board of a file, and the JSON value in it."""
    if len(content) > LARGEST:
        raise BoardError(what, [refusal("json.too-large", limit=LARGEST >> 10)])
    faults: Faults = []
    try:
        document = read_json(content, faults)
    except NotJson as problem:
        raise BoardError(what, [problem.refusal]) from None
    board = check_board(document, faults)
    if faults:
        raise BoardError(what, faults)
    return board, document
