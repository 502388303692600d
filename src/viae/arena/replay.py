"""Replay a record entry by entry and check everything it claims."""

from __future__ import annotations

from typing import Any, NamedTuple

from viae.errors import EntryError, RecordError, Refusal, refusal
from viae.header import in_entry
from viae.options import quote
from viae.progress import Progress, Start
from viae.record import ReadRecord, compare_result

NAMED = 3  # entries of a wrong list that a fault names


class Replayed(NamedTuple):
    """How far a record could be replayed, and what is wrong with it."""

    entries: int
    faults: list[Refusal]


def replay(document: object) -> Replayed:
    """Replay a record: its entries, its `legal` lists, its result and its `tree` must be right.

    >>> print(replay({"viae": 1}).faults[0])
    the key "board" is missing
    """
    try:
        read = ReadRecord(document)
    except RecordError as problem:
        return Replayed(0, problem.faults)
    lists = read.legal
    if lists is not None and len(lists) != len(read.entries):
        return Replayed(0, [refusal("legal.count", number=len(lists), limit=len(read.entries))])
    start = Start.of_record(read)
    progress = Progress(start, keep=0)
    for at, entry in enumerate(read.entries):
        try:
            code = progress.code_of(entry, named=True)
        except EntryError as problem:
            return Replayed(at, [in_entry(problem, at, entry)])
        if lists is not None:
            found = _compare(lists[at], progress.legal_texts())
            if found:
                return Replayed(at, [fault.within(f"legal[{at}]") for fault in found])
        progress.play(code)
    faults = _check_result(read, progress)
    return Replayed(len(read.entries), faults + _check_tree(read, start))


def _compare(claimed: Any, found: list[str]) -> list[Refusal]:
    """What is wrong with a list of legal entries."""
    if claimed == found:
        return []
    if not isinstance(claimed, list) or not all(isinstance(text, str) for text in claimed):
        return [refusal("legal.no-list", value=quote(claimed))]
    missing = [quote(text) for text in found if text not in claimed]
    wrong = [quote(text) for text in claimed if text not in found]
    faults = []
    if missing:
        faults.append(refusal("legal.lacks", number=len(missing), names=missing[:NAMED]))
    if wrong:
        faults.append(refusal("legal.wrong", number=len(wrong), names=wrong[:NAMED]))
    return faults or [refusal("legal.order")]


def _check_result(read: ReadRecord, progress: Progress) -> list[Refusal]:
    """The result, if the record has one, against the one that comes out."""
    if read.result is None:
        return []
    if not progress.over:
        return [refusal("result.unfinished")]
    return compare_result(read.result, progress.result())


def _check_tree(read: ReadRecord, start: Start) -> list[Refusal]:
    """The entries of every variation; one that leaves a wrong line is wrong for the same reason."""
    faults: list[Refusal] = []
    for branch in read.tree:
        progress = Progress(start, keep=0)
        for at, entry in enumerate(branch.line):
            try:
                progress.play(progress.code_of(entry, named=True))
            except EntryError as problem:
                own = at - (len(branch.line) - branch.own)
                if own >= 0:  # otherwise the parent has told it
                    faults.append(in_entry(problem, own, entry).within(branch.where))
                break
    return faults
