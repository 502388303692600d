"""In a process of its own: counting games for the statistics, and telling the figures."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from viae.analysis.stats import Counts, count, read_counts, statistics_page
from viae.analysis.stats.count import prune, write_counts
from viae.data import parse_board
from viae.table.game import TableGame
from viae.table.types.basics import Document

EMPTY: Final = write_counts({})
# Lines of openings that were played less often are dropped: a share of the games, at most so many.
RARE: Final = 0.0005
MOST_RARE: Final = 4.0


class SumsMissing(Exception):
    """The process does not have the sums of that name: they have to be sent along."""


_known: dict[str, Counts] = {}  # the sums of the last call, by their name


class StoredGame(NamedTuple):
    """A game as it is stored: where it began, and the rows of its log."""

    start: Document
    rows: list[str]
    board: Document | None


def _counts(name: str, sums: str | None) -> Counts:
    found = _known.get(name)
    if found is None:
        if sums is None:
            raise SumsMissing(name)
        _known.clear()
        found = _known[name] = read_counts(sums)
    return found


def add(name: str, sums: str | None, games: Sequence[StoredGame], new: str) -> str:
    """The sums with these games, under a new name; games without a result are left out.

    Here as in `tell`, sums that the process has need not be sent.
    """
    counts = _counts(name, sums)
    _known.clear()  # if anything fails they are not what they were
    for one in games:
        board = parse_board(one.board, "board") if one.board is not None else None
        game = TableGame.restore(one.start, one.rows, board=board)
        if game.over and not game.start.position:
            count([game.record(game.start.names)], counts)
    prune(counts, RARE, MOST_RARE)
    _known[new] = counts
    return write_counts(counts)


def tell(name: str, sums: str | None, board: str, variant: str, players: int) -> bytes:
    """What the page shows, as JSON in gzip."""
    found = statistics_page(_counts(name, sums), board, variant, players)
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), 6, mtime=0)
