"""Files: records and positions read from JSON or JSON Lines, and written in one piece."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from viae.errors import FaultsError, RecordError, ViaeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from viae.game import Game

CONTINUES = (" ", "\t", "}", "]", '"')  # how lines inside a JSON object of several lines begin


class Document(NamedTuple):
    """A JSON value of a file, or why there is none; `line` is where it begins."""

    line: int
    value: Any
    fault: str


@contextlib.contextmanager
def open_input(path: str) -> Iterator[IO[bytes]]:
    """A file to read, `-` for the standard input."""
    if path == "-":
        yield sys.stdin.buffer
    else:
        with open(path, "rb") as file:
            yield file


def documents(lines: Iterable[bytes]) -> Iterator[Document]:
    """The JSON values of a file: one on each line, or one spread over several lines.

    A value that cannot be read comes with its fault; reading goes on behind it.
    """
    block: list[str] = []  # the lines of a value that did not end on its first line
    start = 0
    for number, raw in enumerate(lines, 1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            if block:
                yield _document(start, block)
                block = []
            fault = f"not text in UTF-8: byte 0x{raw[error.start]:02x} at column {error.start + 1}"
            yield Document(number, None, fault)
            continue
        if block and (not line.strip() or line.startswith(CONTINUES)):
            block.append(line)
            continue
        if block:
            yield _document(start, block)
            block = []
        if not line.strip():
            continue
        found = _document(number, [line])
        if found.fault and line.startswith(("{", "[")):
            block, start = [line], number
        else:
            yield found
    if block:
        yield _document(start, block)


def _document(start: int, lines: list[str]) -> Document:
    text = "".join(lines)
    try:
        return Document(start, json.loads(text), "")
    except json.JSONDecodeError as error:
        where = f"line {start + error.lineno - 1}, column {error.colno}"
        return Document(start, None, f"not JSON: {error.msg} ({where})")
    except RecursionError:
        return Document(start, None, "not JSON: brackets nested too deeply")
    except ValueError:  # Python refuses to convert more than a few thousand digits
        return Document(start, None, "not JSON: a number with too many digits")


def read_one(path: str, number: int | None) -> Any:
    """One JSON value of a file: its only one, or the one of that number (from 1, -1 the last)."""
    with open_input(path) as file:
        found: list[Document] = []
        for document in documents(file):
            found.append(document)
            if number is not None and number == len(found):
                break
    name = "standard input" if path == "-" else path
    if not found:
        raise ViaeError(f"{name}: the file is empty; a record or a position is a JSON object")
    if number is None and len(found) > 1:
        raise ViaeError(f"{name}: the file holds several games; choose one with --game NUMBER")
    at = 0 if number is None else number - 1 if number > 0 else number
    if number == 0 or not -len(found) <= at < len(found):
        many = f"{len(found)} games" if len(found) > 1 else "one game"
        raise ViaeError(f"{name}: there is no game {number}; the file holds {many}, from 1 on")
    if found[at].fault:
        raise RecordError(f"{name}, line {found[at].line}", [found[at].fault])
    return found[at].value


@contextlib.contextmanager
def naming(path: str) -> Iterator[None]:
    """Whatever is wrong with a document, say in which file."""
    try:
        yield
    except FaultsError as problem:
        name = "standard input" if path == "-" else path
        raise type(problem)(f"{name}: {problem.what}", problem.faults) from None


def document_of(game: Game) -> dict[str, Any]:
    """What is saved of a game: its record, or its position if it began with one."""
    try:
        return game.record()
    except ViaeError:
        return game.position()


def write_document(path: str, value: dict[str, Any]) -> None:
    """Write a JSON object as a file of one line, in one piece or not at all."""
    with writing(path) as file:
        file.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


@contextlib.contextmanager
def writing(path: str) -> Iterator[IO[str]]:
    """A file to write that takes its name only when it is complete.

    Until then, and if the writing is interrupted, it is called `path.part`.
    """
    special = os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode)
    if special:  # a pipe or a device cannot be replaced
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    part = f"{path}.part"
    try:
        file = open(part, "w", encoding="utf-8", newline="\n")  # noqa: SIM115 - closed below
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, path) from None
    with file:
        yield file
    os.replace(part, path)
