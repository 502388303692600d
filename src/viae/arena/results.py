"""Results: what is stored of each game of a match, and the file format.

The file is JSON Lines, a game on each line. A line is the public record of the game, so that
whatever reads records reads it; the result is in its `meta`, under `arena`, and holds the terms of
the match too. Without records a line has the `meta` alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import IO, Any, NamedTuple, Self

from viae.errors import ViaeError
from viae.rules import goods, roles

CONTROL = -1  # the rotation of a game of the mirror match


class Result(NamedTuple):
    """A game of a match. Lists have an item for each seat, `sides` for each player or team."""

    board: str
    deal: int
    rotation: int
    seed: int
    bots: list[str]
    scores: list[int]
    sides: list[int]
    winner: int  # a side
    capped: bool  # not finished: scored as it stood when everybody had had their turns
    entries: int
    turns: list[int]
    microseconds: list[list[int]]  # of thinking, turn by turn
    gods: list[list[int]]  # points in the order of viae.rules.roles.GODS
    cards: list[list[str]]  # purchased
    houses: list[list[int]]  # of each good, in price order
    provinces: list[int]  # with a house
    colonists: list[int]  # on the board
    faults: list[dict[str, Any]]  # of bots that lost their seat: seat, name, kind, text
    plan: dict[str, Any]  # what all games of the match have in common

    @property
    def key(self) -> tuple[str, int, int]:
        """What distinguishes it from the other games of the match."""
        return self.board, self.deal, self.rotation

    def names(self, side: int) -> list[str]:
        """The bots of a side: one, or in team play two."""
        return self.bots[side :: len(self.sides)]

    def as_json(self) -> dict[str, Any]:
        """A JSON object with all of it."""
        return self._asdict()


class Played(NamedTuple):
    """A game that has just been played: its result, and its line in a file of results."""

    result: Result
    line: str


def read_result(line: bytes | str, where: str) -> Result:
    """The result on a line of a file; ViaeError if there is none."""
    try:
        result = Result(**json.loads(line)["meta"]["arena"])
        if _is_sound(result):
            return result
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise ViaeError(f"{where}: this is no game of viae arena")


def _is_sound(result: Result) -> bool:
    """Whether everything that is counted later on is there and of the right kind."""
    seats, sides = len(result.bots), len(result.sides)
    numbers = (result.scores, result.turns, result.provinces, result.colonists)
    lists = (result.microseconds, result.gods, result.houses)
    bots = result.plan["bots"]
    return (
        _all_are(str, (result.board, *result.bots, *bots))
        and all(len(one) == seats for one in (*numbers, *lists, result.cards))
        and 2 <= sides <= seats
        and seats % sides == 0
        and all(map(_is_number, (result.deal, result.entries, *result.sides)))
        and _all_are(int, (result.rotation, result.winner))
        and _all_are(bool, (result.capped,))
        and all(map(_is_number, (number for one in numbers for number in one)))
        and all(map(_is_number, (number for one in lists for part in one for number in part)))
        and all(len(points) == len(roles.GODS) for points in result.gods)
        and all(len(houses) == goods.KINDS for houses in result.houses)
        and all(_all_are(str, cards) for cards in result.cards)
        and 0 <= result.winner < sides
        and all(_is_fault(fault, seats) for fault in result.faults)
        and set(result.bots) <= {*bots}
    )


def _all_are(kind: type, values: Iterable[object]) -> bool:
    return all(type(value) is kind for value in values)


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


def _is_fault(fault: dict[str, Any], seats: int) -> bool:
    seat = fault["seat"]
    texts = fault["kind"], fault["text"]
    return type(seat) is int and 0 <= seat < seats and _all_are(str, texts)


def read_results(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Result]:
    """The results in files; a last line that is only half there is left out."""
    for path in paths:
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n") or _is_whole(line):
                    yield read_result(line, f"{os.fspath(path)}, line {number}")


def read_match(path: str | os.PathLike[str], terms: dict[str, Any]) -> list[Result]:
    """The games of a match that are in a file, if there is one; games on other terms are refused.

    The file is left as it is: another process may be writing to it.
    """
    found: list[Result] = []
    if not os.path.exists(path):
        return found
    for number, result in enumerate(read_results([path]), 1):
        differences = _differences(result.plan, terms)
        if differences:
            raise ViaeError(
                f"{os.fspath(path)}, line {number}: a game of another match;"
                f" {'; '.join(differences)}. Name another file, or ask for the same match"
            )
        found.append(result)
    return found


class ResultsFile:
    """A file of results that a match writes to; what is there already is not played again.

    Made with the terms of the match (`Match.terms`): a file with games on other terms is refused.
    """

    def __init__(self, path: str | os.PathLike[str], terms: dict[str, Any]) -> None:
        self.path = os.fspath(path)
        self.found = read_match(self.path, terms)
        if os.path.exists(self.path):
            _mend(self.path)
        self._file: IO[str] = open(self.path, "a", encoding="utf-8", newline="\n")  # noqa: SIM115

    def write(self, played: Played) -> None:
        """Add a game; it is in the file when this returns, whatever happens to this process."""
        self._file.write(played.line + "\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _mend(path: str) -> None:
    """End the file with a whole line: whoever wrote it may have been stopped in the middle."""
    with open(path, "r+b") as file:
        last = b""
        at = 0
        for line in file:
            at += len(last)
            last = line
        if last.endswith(b"\n") or not last:
            return
        if _is_whole(last):
            file.seek(0, os.SEEK_END)
            file.write(b"\n")
        else:
            file.truncate(at)


def _differences(there: dict[str, Any], here: dict[str, Any]) -> list[str]:
    """In what the terms of two matches differ."""
    return [
        f"{key.replace('_', ' ')}: {_show(there.get(key))} there, {_show(value)} here"
        for key, value in here.items()
        if there.get(key) != value
    ]


def _show(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}={item}" for key, item in value.items()) or "none"
    return "none" if value is None else str(value)
