"""Bodies of requests: what they must have, read field by field, with every fault named.

The codes are those of the server, which reads the same bodies with pydantic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from viae.errors import Refusal, refusal
from viae.table import text as plain
from viae.table.clock import DAY, Clock
from viae.table.errors import Malformed
from viae.table.requests import SeatWish, TableWish

KEY = r"^[A-Za-z0-9_-]{8,64}$"
MOST = 10_000_000


class Wrong(Exception):
    """A value that is not what it should be; each fault is told from inside the value."""

    def __init__(self, *faults: Refusal) -> None:
        self.faults = list(faults)
        super().__init__()


Reader = Callable[[Any], Any]
NEEDED = object()
Fields = Mapping[str, tuple[Reader, Any]]  # how to read a field, and its default or NEEDED


def wrong(code: str, **values: Any) -> Wrong:
    """One fault of a value."""
    return Wrong(refusal(code, **values, where=""))


def _inside(name: str, fault: Refusal) -> Refusal:
    """A fault as it is told from outside: `seats[2].name`."""
    inner = str(fault.values.get("where", ""))
    dot = "." if inner and not inner.startswith("[") else ""
    return fault._replace(values={**fault.values, "where": f"{name}{dot}{inner}"})


def read(body: Any, fields: Fields) -> dict[str, Any]:
    """The fields of a body; Malformed with all its faults."""
    try:
        return record(fields)(body)
    except Wrong as problem:
        raise Malformed("request.faults", faults=problem.faults) from None


def record(fields: Fields) -> Callable[[Any], dict[str, Any]]:
    """Reads an object with these fields and no others."""

    def reader(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong("request.wrong-type", type="object")
        found: dict[str, Any] = {}
        faults: list[Refusal] = []
        for name, (read_one, default) in fields.items():
            if name in value:
                try:
                    found[name] = read_one(value[name])
                except Wrong as problem:
                    faults += [_inside(name, fault) for fault in problem.faults]
            elif default is NEEDED:
                faults.append(refusal("request.missing", where=name))
            else:
                found[name] = default
        faults += [refusal("request.unknown-key", where=one) for one in value if one not in fields]
        if faults:
            raise Wrong(*faults)
        return found

    return reader


def maybe(reader: Reader) -> Reader:
    """Reads null, or something else."""
    return lambda value: None if value is None else reader(value)


def text(least: int, most: int, tidied: Callable[[str], str] | None = None) -> Reader:
    """Reads a text of so many characters."""

    def reader(value: Any) -> str:
        if not isinstance(value, str):
            raise wrong("request.wrong-type", type="text")
        if len(value) < least:
            raise wrong("request.too-short", limit=least)
        if len(value) > most:
            raise wrong("request.too-long", limit=most)
        try:
            return tidied(value) if tidied else value
        except plain.UnfitText as problem:
            raise wrong(problem.code) from None

    return reader


def key(value: Any) -> str:
    """Reads the key of a post."""
    found: str = text(0, 10_000)(value)
    if not re.match(KEY, found):
        raise wrong("request.wrong-form", pattern=KEY)
    return found


def whole(low: int, high: int) -> Reader:
    """Reads a whole number."""

    def reader(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong("request.wrong-type", type="integer")
        if value < low:
            raise wrong("request.too-small", limit=low)
        if value > high:
            raise wrong("request.too-big", limit=high)
        return value

    return reader


def amount(low: float, high: float) -> Reader:
    """Reads a number."""

    def reader(value: Any) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise wrong("request.wrong-type", type="number")
        if value < low:
            raise wrong("request.too-small", limit=low)
        if value > high:
            raise wrong("request.too-big", limit=high)
        return float(value)

    return reader


def flag(value: Any) -> bool:
    """Reads true or false."""
    if not isinstance(value, bool):
        raise wrong("request.wrong-type", type="flag")
    return value


def one_of(*names: str) -> Reader:
    """Reads one of these words."""

    def reader(value: Any) -> str:
        if value not in names:
            raise wrong("request.not-one-of", names=list(names))
        return str(value)

    return reader


def document(value: Any) -> dict[str, Any]:
    """Reads any object."""
    if not isinstance(value, dict):
        raise wrong("request.wrong-type", type="object")
    return value


def items(reader: Reader, least: int, most: int) -> Reader:
    """Reads a list."""

    def read_all(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise wrong("request.wrong-type", type="list")
        if len(value) < least:
            raise wrong("request.too-few", limit=least)
        if len(value) > most:
            raise wrong("request.too-many", limit=most)
        found: list[Any] = []
        faults: list[Refusal] = []
        for number, one in enumerate(value):
            try:
                found.append(reader(one))
            except Wrong as problem:
                faults += [_inside(f"[{number}]", fault) for fault in problem.faults]
        if faults:
            raise Wrong(*faults)
        return found

    return read_all


def options(value: Any) -> dict[str, bool | str]:
    """Reads options; which of them exist is checked later."""
    found = document(value)
    faults = [
        refusal("request.wrong", where=name)
        for name, one in found.items()
        if not isinstance(one, bool | str)
    ]
    if faults:
        raise Wrong(*faults)
    return found


def seat(value: Any) -> SeatWish:
    """Reads who is to sit in a seat."""
    found = record(SEAT)(value)
    if found["kind"] == "bot" and found["bot"] is None:
        raise Wrong(refusal("seat.bot-missing", where="bot"))
    if found["kind"] != "bot" and found["bot"] is not None:
        raise Wrong(refusal("seat.bot-unwanted", where="bot"))
    if found["kind"] == "invited" and found["name"] is None:
        raise Wrong(refusal("seat.name-missing", where="name"))
    return SeatWish(found["kind"], found["name"], found["bot"])


def clock(value: Any) -> Clock:
    """Reads how time is limited."""
    found = record(CLOCK)(value)
    kind, seconds, days = found["kind"], found["seconds"], found["days"]
    if kind in ("turn", "player") and seconds < 5:
        raise Wrong(refusal("request.too-small", limit=5, where="seconds"))
    if kind == "days" and days < 1:
        raise Wrong(refusal("request.too-small", limit=1, where="days"))
    if kind == "days":
        return Clock("days", int(days * DAY), 0)
    if kind == "none":
        return Clock()
    return Clock(kind, seconds, found["increment"] if kind == "player" else 0)


NAME = text(1, 32, plain.filled)
ENTRY = text(1, 200)
WORDS = text(1, 500, plain.filled)
NUMBER = whole(0, MOST)
SEAT: Fields = {
    "kind": (one_of("me", "open", "invited", "bot"), NEEDED),
    "name": (maybe(NAME), None),
    "bot": (maybe(text(0, 80)), None),
}
CLOCK: Fields = {
    "kind": (one_of("none", "turn", "player", "days"), "none"),
    "seconds": (whole(0, 86_400), 0),
    "increment": (whole(0, 600), 0),
    "days": (whole(0, 30), 0),
}
TABLE: Fields = {
    "name": (text(0, 60, plain.tidy), ""),
    "board": (text(0, 80), "imperium"),
    "board_file": (maybe(document), None),
    "variant": (text(0, 32), "concordia"),
    "options": (options, {}),
    "seats": (items(seat, 2, 6), None),
    "visibility": (one_of("public", "link"), "public"),
    "clock": (clock, Clock()),
    "live_score": (flag, True),
    "open_hands": (flag, False),
    "shuffle": (flag, True),
    "rated": (flag, True),
    "hints": (flag, False),
    "start": (flag, False),
    "key": (maybe(key), None),
}


def table(body: Any) -> TableWish:
    """Reads a new table."""
    found = read(body, TABLE)
    seats: Sequence[SeatWish] | None = found.pop("seats")
    usual = [SeatWish("me"), SeatWish("open"), SeatWish("open")]
    return TableWish(seats=usual if seats is None else list(seats), **found)


def read_seat(body: Any) -> SeatWish:
    """Reads who is to sit in a seat, from the body of a request."""
    try:
        return seat(body)
    except Wrong as problem:
        raise Malformed("request.faults", faults=problem.faults) from None


def seat_number(part: str) -> int:
    """Reads the number of a seat, from the address of a request."""
    number = int(part) if part.isdecimal() else part
    return int(read({"seat": number}, {"seat": (whole(0, 5), NEEDED)})["seat"])
