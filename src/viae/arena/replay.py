"""Replaying: a record is carried out entry by entry and everything it claims is checked."""

from __future__ import annotations

from typing import Any, NamedTuple

from viae.errors import EntryError, RecordError
from viae.game import Game
from viae.options import quote
from viae.record import ReadRecord, compare_result, write_result
from viae.rules import notation, roles
from viae.rules.state import State
from viae.rules.turn import apply, legal


class Replayed(NamedTuple):
    """How far a record could be replayed, and what is wrong with it."""

    entries: int
    faults: list[str]


def replay(document: object) -> Replayed:
    """Replay a record; its entries, its `legal` lists and its result must all be right.

    >>> replay({"viae": 1}).faults[0]
    'the key “board” is missing'
    """
    try:
        read = ReadRecord(document)
    except RecordError as problem:
        return Replayed(0, [str(fault) for fault in problem.faults])
    lists = read.legal
    if lists is not None and len(lists) != len(read.entries):
        return Replayed(0, [f"{len(lists)} legal lists for {len(read.entries)} entries"])
    state = read.start()
    words: dict[int, str] = {}
    for at, entry in enumerate(read.entries):
        found = legal(state)
        code = _code(state, entry)
        if code not in found:
            return Replayed(at, _refusal(document, at))
        if lists is not None:
            fault = _compare(lists[at], sorted(_show(state, words, found)))
            if fault:
                return Replayed(at, [f"entry {at}, {quote(entry)}: {fault}"])
        apply(state, code)
    return Replayed(len(read.entries), _check_result(read, state))


def _show(state: State, words: dict[int, str], found: list[int]) -> list[str]:
    for code in found:
        if code not in words:
            words[code] = notation.show(state.setup, code)
    return [words[code] for code in found]


def _code(state: State, entry: str) -> int:
    """The code of an entry by the right actor, else -1."""
    actor, text = notation.split_actor(entry)
    if actor != ("*" if state.actor == roles.CHANCE else str(state.actor)):
        return -1
    try:
        return notation.parse(state.setup, text)
    except EntryError:
        return -1


def _refusal(document: object, at: int) -> list[str]:
    """Why the entry of that number cannot be played, in the words of Game."""
    assert isinstance(document, (dict, str))
    try:
        Game.from_record(document, upto=at + 1, verify=False, chance="manual")
    except RecordError as problem:
        return [str(fault) for fault in problem.faults]
    return [f"entry {at} is not legal"]


def _compare(claimed: Any, found: list[str]) -> str:
    """What is wrong with a list of legal entries; an empty text when nothing is."""
    if claimed == found:
        return ""
    if not isinstance(claimed, list) or not all(isinstance(text, str) for text in claimed):
        return f"its legal list is a list of entries, not {quote(claimed)}"
    missing = [text for text in found if text not in claimed]
    wrong = [text for text in claimed if text not in found]
    parts = []
    if missing:
        parts.append(f"its legal list lacks {_few(missing)}")
    if wrong:
        parts.append(f"its legal list has {_few(wrong)}, which is not legal")
    return "; ".join(parts) or "its legal list is not in order, or has an entry twice"


def _few(texts: list[str]) -> str:
    shown = ", ".join(quote(text) for text in texts[:3])
    return f"{shown} and {len(texts) - 3} more" if len(texts) > 3 else shown


def _check_result(read: ReadRecord, state: State) -> list[str]:
    """The result, if the record has one, against the one that comes out."""
    if read.result is None:
        return []
    if state.decision != roles.OVER:
        return ["it has a result, but the game is not finished"]
    return compare_result(read.result, write_result(state))
