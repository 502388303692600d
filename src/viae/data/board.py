"""Finds a board by name or path and reads its file."""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache

from viae.data.fields import describe, listed, suggest
from viae.data.files import packaged
from viae.data.parse import check_board
from viae.errors import BoardError, Faults
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
        given = describe(name_or_path)
        raise BoardError("board", [f"it must be the name of a board or a path, not {given}"])
    path = os.fsdecode(name_or_path)
    return _built_in(path) if path in NAMES else _from_file(path)


@cache
def _built_in(name: str) -> Board:
    return _from_bytes(packaged(f"boards/{name}.json"), name)


def _from_file(path: str) -> Board:
    # Undecodable bytes of a file name must not break the printing of the error.
    what = (path if path.isprintable() else ascii(path)) or "board"
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise BoardError(what, [_unknown(path)]) from None
    except IsADirectoryError:
        fault = "this is a directory; a board is one JSON file"
        raise BoardError(what, [fault]) from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise BoardError(what, [f"the file cannot be read: {reason}"]) from None
    return _from_bytes(content, what)


def _unknown(path: str) -> str:
    stem = os.path.basename(path).removesuffix(".json")
    kind = "board or file of this name" if stem == path else "such file"
    return (
        f"there is no {kind}; the boards are {listed(NAMES)}, and the path of a JSON file"
        f" with a board of your own works too{suggest(stem, NAMES)}"
    )


def _from_bytes(content: bytes, what: str) -> Board:
    faults: Faults = []
    board = check_board(_json(content, what, faults), faults)
    if faults:
        raise BoardError(what, faults)
    return board


def _json(content: bytes, what: str, faults: Faults) -> object:
    """The JSON value in a file; a key that stands twice is noted, anything worse is raised."""

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        values = dict(pairs)
        if len(values) < len(pairs):
            owner = f"the object {describe(values['id'])}" if "id" in values else "an object"
            for key, count in Counter(key for key, _ in pairs).items():
                if count > 1:
                    faults.append(f"{owner} has the key {describe(key)} {count} times, not once")
        return values

    if len(content) > LARGEST:
        fault = f"the file is larger than {LARGEST >> 10} KB; no board needs that much"
        raise BoardError(what, [fault])
    if not content.strip():
        raise BoardError(what, ["the file is empty; a board is one JSON object"])
    try:
        text = content.decode("utf-8-sig")
        parsed: object = json.loads(text, object_pairs_hook=unique)
        return parsed
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start]
        fault = f"the file is not text in UTF-8: line {line} has the byte 0x{byte:02x}"
    except json.JSONDecodeError as error:
        fault = f"the file is not JSON: line {error.lineno}, column {error.colno}: {error.msg}"
        if text[error.pos : error.pos + 1] in ("]", "}") and text[: error.pos].rstrip()[-1:] == ",":
            fault += "; the comma before it is one too many"
    except RecursionError:
        fault = "the file has brackets nested too deeply; a board is four levels deep"
    except ValueError:  # Python refuses to convert more than a few thousand digits
        fault = "the file has a number with too many digits"
    raise BoardError(what, [fault])
