"""Replaying: a record is carried out entry by entry and everything it claims is checked."""

from __future__ import annotations

from typing import Any, NamedTuple

from viae.errors import EntryError, RecordError
from viae.options import quote
from viae.progress import Progress, Start
from viae.record import ReadRecord, compare_result


class Replayed(NamedTuple):
    """How far a record could be replayed, and what is wrong with it."""

    entries: int
    faults: list[str]


def replay(document: object) -> Replayed:
    """Replay a record; its entries, its `legal` lists and its result must all be right.

    >>> replay({"viae": 1}).faults[0]
    'the key "board" is missing'
    """
    try:
        read = ReadRecord(document)
    except RecordError as problem:
        return Replayed(0, [str(fault) for fault in problem.faults])
    lists = read.legal
    if lists is not None and len(lists) != len(read.entries):
        return Replayed(0, [f"{len(lists)} legal lists for {len(read.entries)} entries"])
    progress = Progress(Start.of_record(read), keep=0)
    for at, entry in enumerate(read.entries):
        try:
            code = progress.code_of(entry, named=True)
        except EntryError as problem:
            return Replayed(at, [f"entry {at}, {quote(entry)}: {problem}"])
        if lists is not None:
            fault = _compare(lists[at], progress.legal_texts())
            if fault:
                return Replayed(at, [f"entry {at}, {quote(entry)}: {fault}"])
        progress.play(code)
    return Replayed(len(read.entries), _check_result(read, progress))


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


def _check_result(read: ReadRecord, progress: Progress) -> list[str]:
    """The result, if the record has one, against the one that comes out."""
    if read.result is None:
        return []
    if not progress.over:
        return ["it has a result, but the game is not finished"]
    return [str(fault) for fault in compare_result(read.result, progress.result())]
