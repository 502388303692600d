"""Statistics in a page: counting the games of a file or of a device, and telling the figures.

Texts go in and come out, so that a worker of the page can do it: `counted` turns a part of a file
into a prepared file, `told` puts prepared files together and tells what a page shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from viae.analysis.stats.count import Counts, count, merge, read_counts, write_counts
from viae.analysis.stats.summary import statistics_page
from viae.data import parse_board
from viae.errors import ViaeError
from viae.table.game import TableGame

if TYPE_CHECKING:
    from viae.analysis.stats.documents import StatisticsPage

GAMES: Final = "viae-games"  # the format of a file with all games of a device


def counted(text: str) -> str:
    """The prepared file of some text: records, one on each line or in a list, or games of a device.

    A prepared file is given back as it is.
    """
    if '"viae_statistics"' in text[:4096]:
        read_counts(text)
        return text
    return write_counts(count(_records(text)))


def _records(text: str) -> Iterator[dict[str, Any]]:
    try:
        found = json.loads(text)
    except ValueError:
        try:
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError:
            raise ViaeError("this is no file of records") from None
    if isinstance(found, dict) and found.get("format") == GAMES:
        yield from _of_device(found)
        return
    for one in found if isinstance(found, list) else [found]:
        if not isinstance(one, dict):
            raise ViaeError("this is no file of records")
        yield one


def _of_device(kept: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The records of the games that a device keeps, except studies."""
    boards = {one["id"]: parse_board(one["body"], "board") for one in kept.get("boards", [])}
    for one in kept["games"]:
        row, game = one["table"]["row"], one.get("game")
        if row["status"] != "finished" or row["kind"] != "play" or game is None:
            continue
        board = boards.get(row["plan"].get("board_file"))
        rows = [entry["text"] for entry in game["entries"]]
        played = TableGame.restore(game["start"]["document"], rows, board=board)
        if played.over and not played.start.position:
            yield played.record(played.start.names)


def told(
    prepared: Sequence[str], board: str = "", variant: str = "", players: int = 0
) -> StatisticsPage:
    """What a page shows of prepared files."""
    counts: Counts = {}
    for text in prepared:
        merge(counts, read_counts(text))
    return statistics_page(counts, board, variant, players)
