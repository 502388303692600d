"""`viae stats`: statistics of many games, as a summary, as JSON or as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from viae.cli.choosing import JsonOption
from viae.errors import ViaeError

if TYPE_CHECKING:
    from viae.analysis.stats import Counts
    from viae.analysis.stats.documents import Statistics

MOST_CARDS = 5
WINDOW = 4096  # bytes that tell a prepared file from records


def stats(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Records or prepared files, also as .gz.")
    ],
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a self-contained page.", show_default=False),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a prepared file with the sums, from which a page is made at once.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Statistics of games: openings, what winners buy, seats, lengths and scores.

    A prepared file holds the sums of many games, and several can be added up.

    For example:

        viae stats games.jsonl
        viae stats games.jsonl --save games.stats
        viae stats games.stats --html games.html
    """
    from viae.analysis.stats import statistics, statistics_page
    from viae.analysis.stats.count import RARE, prune, write_counts
    from viae.cli.out import print_json

    counts: Counts = {}
    for file in files:
        _add(file, counts)
    if not counts:
        raise ViaeError("there is no finished game in these files")
    found = statistics(counts, ", ".join(file.name for file in files))
    if save is not None:
        prune(counts, RARE)
        save.write_text(write_counts(counts, statistics_page(counts)), encoding="utf-8")
    if html is not None:
        from viae.analysis.stats.page import page

        html.write_text(page(found), encoding="utf-8")
    if as_json:
        print_json(found)
    else:
        _tell(found)


def _add(file: Path, counts: Counts) -> None:
    """Add the games or the sums of a file."""
    import gzip
    import json

    from viae.analysis.stats import count, read_counts
    from viae.analysis.stats.count import merge

    try:
        with gzip.open(file, "rb") if file.suffix == ".gz" else file.open("rb") as opened:
            first = opened.read(WINDOW)
            if b'"viae_statistics"' in first:
                merge(counts, read_counts((first + opened.read()).decode()))
                return
            opened.seek(0)
            count((json.loads(line) for line in opened if line.strip()), counts)
    except (OSError, ValueError, ViaeError) as problem:
        raise ViaeError(f"{file}: {problem}") from None
    except (AttributeError, LookupError, TypeError, RecursionError):
        # Records are counted as they are, without being checked before.
        raise ViaeError(f"{file}: there is something in it that is no record") from None


def _tell(found: Statistics) -> None:
    from viae.cli.out import out

    say = out().print
    say(f"{found['games']:,} games")
    for group in found["groups"]:
        say("")
        say(
            f"{group['board']}, {group['variant']}, {group['players']} players:"
            f" {group['games']:,} games, {group['turns']:.1f} turns,"
            f" {group['points']:.1f} points, the winner {group['winner_points']:.1f}"
        )
        seats = ", ".join(f"{one['seat']} {100 * one['wins']:.1f} %" for one in group["seats"])
        say(f"  seats: {seats}")
        cards = [f"{one['name']} {100 * one['wins']:.0f} %" for one in group["cards"]]
        say(f"  won with: {', '.join(cards[:MOST_CARDS])}")
        first = [f"{one['name']} {100 * one['wins']:.0f} %" for one in group["first_cards"]]
        say(f"  first cards: {', '.join(first[:MOST_CARDS])}")
