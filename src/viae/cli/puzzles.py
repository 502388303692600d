"""`viae puzzles`: find puzzles in games, list those that come with Viae, prove them again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from viae.cli.choosing import JsonOption
from viae.errors import ViaeError

if TYPE_CHECKING:
    from viae.analysis.documents import Puzzle

puzzles_app = typer.Typer(
    no_args_is_help=True, help="Find puzzles in games, list those that come with Viae, prove them."
)
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@puzzles_app.command("make")
def make(
    records: Annotated[
        Path, typer.Argument(metavar="RECORDS", help="Finished games, as JSON Lines.")
    ],
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="The file to add the puzzles to, one per line.")
    ],
    first: Annotated[int, typer.Option(metavar="N", min=1, help="The first game.")] = 1,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many games.", show_default=False)
    ] = None,
    best_turns: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Best-turn puzzles per game, at most."),
    ] = 2,
    ends: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Play the last two rounds again this many times."),
    ] = 0,
) -> None:
    """Find puzzles in games: last turns, proven by trying out all, and turns that are far ahead.

    For example:

        viae puzzles make games.jsonl puzzles.jsonl --games 10
    """
    for name in THREADS:
        os.environ.setdefault(name, "1")
    import contextlib
    import json
    from itertools import islice

    from viae.analysis.puzzles.make import find
    from viae.cli.files import documents, naming, open_input
    from viae.cli.out import out as console
    from viae.game import Game

    known = {one["id"] for one in _read(out)} if out.exists() else set()
    number = 0
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(out.open("a", encoding="utf-8"))
        last = None if games is None else first - 1 + games
        read = stack.enter_context(open_input(str(records)))
        for document in islice(documents(read), first - 1, last):
            with naming(str(records)):
                game = Game.from_record(document.value, chance="manual")
            for one in find(game, best_turns, ends):
                if one["id"] not in known:
                    known.add(one["id"])
                    number += 1
                    file.write(json.dumps(one, separators=(",", ":"), ensure_ascii=False) + "\n")
                    file.flush()
    console().print(f"{number} puzzles found; {out} holds {len(known)}")


@puzzles_app.command("list")
def list_puzzles(as_json: JsonOption = False) -> None:
    """List the puzzles that come with Viae.

    For example:

        viae puzzles list --json
    """
    from collections import Counter

    from viae.analysis.puzzles import listing, shipped_puzzles
    from viae.cli.out import out, print_json

    if as_json:
        print_json(list(shipped_puzzles().values()))
        return
    found = listing()
    out().print(f"{len(found)} puzzles")
    for key in ("kind", "board", "variant", "players"):
        counts = Counter(str(one[key]) for one in found)
        told = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
        out().print(f"{key}: {told}")
    counts = Counter(theme for one in found for theme in one["themes"])
    out().print("themes: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))


@puzzles_app.command("prove")
def prove(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Puzzles; default: those that come with Viae."),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Prove only this many.", show_default=False),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="Only last-round or best-turn.", show_default=False)
    ] = None,
    nodes: Annotated[
        int, typer.Option(metavar="N", min=8, help="Simulations for a best-turn puzzle.")
    ] = 2560,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Choose a different sample.")] = 0,
) -> None:
    """Prove puzzles again: last turns by trying out all ways, best turns by a fresh search.

    For example:

        viae puzzles prove --sample 5 --kind last-round
    """
    for name in THREADS:
        os.environ.setdefault(name, "1")
    from random import Random

    from viae.analysis.puzzles import prove as proven
    from viae.analysis.puzzles import shipped_puzzles
    from viae.cli.out import out

    found = _read(file) if file is not None else list(shipped_puzzles().values())
    found = [one for one in found if kind in (None, one["kind"])]
    if sample is not None and sample < len(found):
        found = Random(seed).sample(found, sample)
    wrong = 0
    for one in found:
        try:
            fault = proven(one, nodes)
        except (AttributeError, LookupError, TypeError, ViaeError) as problem:
            said = str(problem) if isinstance(problem, ViaeError) else "something is missing in it"
            fault = f"this is no puzzle: {said}"
        if fault is not None:
            wrong += 1
            out().print(f"{one['id']}, {one['kind']}: {fault}")
    out().print(f"{len(found) - wrong} of {len(found)} puzzles hold")
    if wrong:
        raise ViaeError(f"{wrong} puzzles do not hold")


def _read(file: Path) -> list[Puzzle]:
    import gzip
    import json

    try:
        data = file.read_bytes()
        if file.suffix == ".gz":
            data = gzip.decompress(data)
        found: list[Any] = [json.loads(line) for line in data.splitlines()]
    except (OSError, ValueError) as problem:
        raise ViaeError(f"{file}: {problem}") from None
    except RecursionError:
        raise ViaeError(f"{file}: the brackets are nested too deeply") from None
    for number, one in enumerate(found, 1):
        if not isinstance(one, dict) or not {"id", "kind"} <= one.keys():
            raise ViaeError(f"{file}, line {number}: this is no puzzle")
    return found
