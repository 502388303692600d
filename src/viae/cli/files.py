"""Files: records and positions read from JSON or JSON Lines, and written in one piece."""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import sys
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from viae.data.strict import NotJson, read_json
from viae.errors import Faults, FaultsError, RecordError, Refusal, ViaeError, as_refusal, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from viae.game import Game

BOM = b"\xef\xbb\xbf"
CONTINUES = (b" ", b"\t", b"}", b"]", b'"')  # how lines inside a JSON object of several lines begin
STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')  # no string of JSON goes on behind the end of a line


class Document(NamedTuple):
    """A JSON value of a file, or why there is none; `line` is where it begins."""

    line: int
    value: Any
    faults: list[Refusal]


@contextlib.contextmanager
def open_input(path: str) -> Iterator[IO[bytes]]:
    """A file to read, `-` for the standard input."""
    if path == "-":
        yield sys.stdin.buffer
    else:
        with open(path, "rb") as file:
            yield file


def documents(lines: Iterable[bytes]) -> Iterator[Document]:
    """The JSON values of a file: one on each line, or each spread over several lines.

    A value that cannot be read comes with its faults; reading goes on behind it.
    """
    block: list[bytes] = []  # the lines of a value that did not end on its first line
    start = depth = 0
    for number, line in enumerate(lines, 1):
        if block:
            other = _read(number, line) if line.startswith(b"{") else None
            if other is not None and isinstance(other.value, dict) and "viae" in other.value:
                yield from _broken(start, block)  # it never ended: another game begins here
                yield other
                block = []
                continue
            block.append(line)
            depth += _opened(line)
            if depth <= 0:
                yield _read(start, b"".join(block))
                block = []
        elif line.strip():
            depth = _opened(line)
            if depth > 0 and line.removeprefix(BOM).lstrip().startswith((b"{", b"[")):
                block, start = [line], number
            else:
                yield _read(number, line)
    yield from _broken(start, block)


def _opened(line: bytes) -> int:
    """How many more brackets a line opens than it closes."""
    bare = STRINGS.sub("", line.decode("utf-8", "replace"))
    return bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")


def _broken(start: int, block: list[bytes]) -> Iterator[Document]:
    """The values that were meant by lines in which the brackets do not match."""
    meant: list[tuple[int, bytes]] = []
    for number, line in enumerate(block, start):
        if meant and (not line.strip() or line.startswith(CONTINUES)):
            first, text = meant[-1]
            meant[-1] = first, text + line
        else:
            meant.append((number, line))
    for number, text in meant:
        yield _read(number, text)


def _read(start: int, content: bytes) -> Document:
    """The JSON value of some lines, of which the first has that number."""
    faults: Faults = []
    try:
        value = read_json(content, faults, start)
    except NotJson as problem:
        return Document(start, None, [problem.refusal])
    if isinstance(value, str):
        faults.append(refusal("json.text"))
    return Document(start, value, [as_refusal(fault) for fault in faults])


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
    if found[at].faults:
        raise RecordError(f"{name}, line {found[at].line}", found[at].faults)
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
