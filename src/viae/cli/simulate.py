"""`viae simulate`: many games between bots."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path
from time import perf_counter
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from viae.cli.choosing import (
    BoardOption,
    BotsOption,
    DisplayOption,
    IncomeOption,
    IntermediateOption,
    JsonOption,
    MaxEntriesOption,
    PlayersOption,
    ProcessesOption,
    SeedOption,
    VariantOption,
    draw_seed,
    most_entries,
    options_from,
    players_or_default,
)
from viae.errors import ViaeError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from viae.arena.simulate import SimulationSettings

FEW_FAULTS = 5  # of bots, told one by one


def simulate(
    board: BoardOption = None,
    variant: VariantOption = None,
    players: PlayersOption = None,
    bots: BotsOption = "random",
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=0, help="Number of games.")
    ] = 100,
    seed: SeedOption = None,
    intermediate_scoring: IntermediateOption = None,
    colonist_income: IncomeOption = None,
    display: DisplayOption = None,
    records: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write each game to this file, one record per line; [bold]-[/bold] for stdout.",
        ),
    ] = None,
    legal: Annotated[
        bool,
        typer.Option("--legal", help="Add to each record all legal entries of every decision."),
    ] = False,
    jobs: ProcessesOption = 1,
    max_entries: MaxEntriesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots play many games and summarise the results.

    The same seed gives the same games and the same file of records, whatever the number of
    processes. An existing file is replaced once all games have been played.

    For example:

        viae simulate --games 1000 --seed 1 --jobs 2
        viae simulate --variant venus-team --players 6 --records games.jsonl
        viae simulate --games 20 --records - | viae replay -
    """
    from viae.arena.simulate import SimulationSettings
    from viae.cli.out import err, out, print_json
    from viae.cli.seats import split

    if legal and records is None:
        raise ViaeError("--legal adds to the records; say with --records where they go")
    chosen = variant or "concordia"
    settings = SimulationSettings(
        board=board or "imperium",
        variant=chosen,
        players=players_or_default(players, chosen),
        options=options_from(intermediate_scoring, colonist_income, display),
        bots=tuple(split(bots)),
        seed=draw_seed() if seed is None else seed,
        records=records is not None,
        legal=legal,
        max_entries=most_entries(max_entries),
    )
    summary = _run(settings, games, jobs, records)
    _tell_faults(summary.get("faults", []))
    console = err() if records == "-" else out()
    if as_json:
        print_json(summary, console.file)
    else:
        _report(summary, records, console)


def _run(
    settings: SimulationSettings, games: int, jobs: int, records: str | None
) -> dict[str, Any]:
    """Play all games and write their records; the summary."""
    from viae.arena.simulate import Simulator, Tally
    from viae.arena.simulate import simulate as play_all
    from viae.cli.out import err, progress

    Simulator(settings)  # settings that make no sense are refused before a file is opened
    tally = Tally(settings.players, settings.variant == "venus-team")
    began = perf_counter()
    try:
        with _lines(records) as file, progress("playing", games) as advance:
            for played in play_all(settings, games, jobs):
                if file is not None:
                    file.write(played.record + "\n")
                tally.add(played)
                advance(1)
    except KeyboardInterrupt:
        if records is not None and records != "-":
            # Counted there: the last one may have been written and not tallied.
            with Path(f"{records}.part").open("rb") as file:
                err().print(f"Stopped: the first {sum(1 for _ in file)} games are in {file.name}")
        raise
    about = asdict(settings)
    del about["records"], about["legal"]
    return about | tally.summary(perf_counter() - began)


def _tell_faults(faults: list[dict[str, Any]]) -> None:
    """Say which bots failed, on stderr; the games went on with others in their seats."""
    from viae.cli.guard import complain

    for fault in faults[:FEW_FAULTS]:
        complain(
            f"bot “{fault['name']}” at seat {fault['seat']} was replaced ({fault['kind']}):"
            f" {fault['text']}"
        )
    if len(faults) > FEW_FAULTS:
        complain(f"and {len(faults) - FEW_FAULTS} more bots were replaced")


@contextlib.contextmanager
def _lines(records: str | None) -> Iterator[IO[str] | None]:
    """The file for the records, if one is wanted."""
    from viae.cli.files import writing

    if records is None:
        yield None
    elif records == "-":
        if isinstance(sys.stdout, TextIOWrapper):  # records are UTF-8, whatever the terminal takes
            sys.stdout.reconfigure(encoding="utf-8")
        yield sys.stdout
    else:
        with writing(records) as file:
            yield file


def _report(summary: dict[str, Any], records: str | None, console: Console) -> None:
    """The summary for people."""
    from rich.table import Table

    from viae.cli.draw import counted

    games, finished = summary["games"], summary["finished"]
    speed = summary["games_per_second"]
    console.print(
        f"{games} games of {summary['variant']} on {summary['board']}, {summary['players']} players"
    )
    console.print(
        f"{summary['entries']} entries in {summary['seconds']:.1f} s"
        + (f", {speed:.0f} games/s" if speed else "")
        + f"; seed {summary['seed']}"
    )
    if finished < games:
        console.print(
            f"{counted(games - finished, 'game')} stopped at {summary['max_entries']} entries"
            " without an end; the figures are of the others."
        )
    if finished:
        turns = summary["turns"]
        console.print(f"Turns in a game: {turns['mean']:.0f} ({turns['min']} to {turns['max']})")
        table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
        teams = summary.get("mean_team_scores")
        table.add_column("team" if teams else "seat", justify="right")
        table.add_column("mean score", justify="right")
        table.add_column("wins", justify="right")
        for side, score in enumerate(teams or summary["mean_scores"]):
            table.add_row(str(side), f"{score:.1f}", f"{100 * summary['win_rates'][side]:.1f} %")
        console.print(table)
        console.print(f"Mean score of the winner: {summary['mean_winning_score']:.1f}")
    if records is not None and records != "-":
        console.print(f"Records: {records}")
