"""`viae replay`: replays records and checks everything they claim."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from viae.cli.choosing import JsonOption
from viae.cli.guard import FAILURE
from viae.errors import ViaeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from viae.arena.replay import Replayed
    from viae.errors import Refusal

MOST_TOLD = 20  # faults of a file that are told one by one


def replay(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Files of records; [bold]-[/bold] for stdin."),
    ],
    as_json: JsonOption = False,
) -> None:
    """Replay records and check every entry, every list of legal entries and every result.

    A file holds one record on each line (JSON Lines), or a single record in any layout of JSON.
    Faults are reported on stderr with file and line, and the next record follows; of more than
    20 faults of a file only the number is given. The last line says how many games and entries
    were replayed and how many games failed; the status is 1 if any did. An empty file is not a
    failure.

    For example:

        viae replay games.jsonl
        viae simulate --games 20 --records - | viae replay -
    """
    from viae.cli.out import print_json, progress

    for path in files:
        if path != "-" and not os.path.exists(path):
            raise ViaeError(f"{path}: there is no such file")
    games = entries = 0
    failures: list[dict[str, Any]] = []
    with progress("replaying", _bytes(files)) as advance:
        for path in files:
            teller = Teller("stdin" if path == "-" else path)
            for line, checked in _replay_file(path, advance):
                games += 1
                entries += checked.entries
                if checked.faults:
                    told = teller.tell(line, checked.faults)
                    count = len(checked.faults)
                    failures.append({"file": path, "line": line, "count": count, "faults": told})
            teller.close()
    if as_json:
        print_json({"games": games, "entries": entries, "failures": failures})
    else:
        print(f"{games} games, {entries} entries, {len(failures)} failures")
    if failures:
        raise typer.Exit(FAILURE)


def _bytes(files: list[str]) -> int | None:
    """How much there is to read; unknown when some of it comes through a pipe."""
    if not all(os.path.isfile(path) for path in files):
        return None
    return sum(os.path.getsize(path) for path in files)


def _replay_file(path: str, advance: Callable[[float], None]) -> Iterator[tuple[int, Replayed]]:
    """Every record of a file with the line where it begins and how it went."""
    from viae.arena.replay import Replayed
    from viae.arena.replay import replay as replay_one
    from viae.cli.files import documents, open_input

    def lines(file: Iterable[bytes]) -> Iterator[bytes]:
        for line in file:
            yield line
            advance(len(line))

    with open_input(path) as file:
        for document in documents(lines(file)):
            if document.faults:
                yield document.line, Replayed(0, document.faults)
            else:
                yield document.line, replay_one(document.value)


class Teller:
    """Tells the faults of a file, the first of them one by one and then only how many."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults = 0
        self.games = 0

    def tell(self, line: int, faults: list[Refusal]) -> list[str]:
        """Tell the faults of one game; the sentences that were told."""
        from viae.cli.guard import complain, tell_faults

        told = [str(fault) for fault in faults[: max(0, MOST_TOLD - self.faults)]]
        self.faults += len(faults)
        self.games += 1
        if told:
            complain(tell_faults(f"{self.name}, line {line}", told))
        return told

    def close(self) -> None:
        """Say how many faults there were if not all were told."""
        from viae.cli.guard import complain

        if self.faults > MOST_TOLD:
            games = "1 game" if self.games == 1 else f"{self.games} games"
            complain(f"{self.name}: {self.faults} faults in {games}; {MOST_TOLD} are listed")
