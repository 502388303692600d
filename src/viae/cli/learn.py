"""`viae learn`: train the learned bot by self-play."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from viae.learn.run import Run


def learn(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="The folder of the run; an existing run is continued.",
            show_default=False,
        ),
    ],
    generations: Annotated[
        int, typer.Option(metavar="N", min=0, help="Number of generations of self-play.")
    ] = 60,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games of self-play in each generation.")
    ] = 400,
    first_games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games of greedy bots to start with.")
    ] = 1000,
    steps: Annotated[
        int, typer.Option(metavar="N", min=1, help="Steps of training in each generation.")
    ] = 600,
    window: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many generations of games to learn from.")
    ] = 12,
    hidden: Annotated[
        str, typer.Option(metavar="N,N", help="The sizes of the net's hidden layers.")
    ] = "128,32",
    evaluation: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Games against each opponent after each generation."),
    ] = 24,
    tables: Annotated[
        Literal["all", "singles", "teams"],
        typer.Option(
            metavar="TABLES",
            help="Where it plays: [bold]all[/bold], [bold]singles[/bold] or [bold]teams[/bold].",
        ),
    ] = "all",
    searched: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            min=0.0,
            max=1.0,
            help="The share of turns that are searched; then only these teach.",
        ),
    ] = 0.0,
    league: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            min=0.0,
            max=1.0,
            help="The share of games in which an earlier net plays every other seat.",
        ),
    ] = 0.0,
    rate: Annotated[
        float,
        typer.Option(metavar="RATE", min=0.0, max=1.0, help="How fast it learns at first."),
    ] = 0.001,
    start: Annotated[
        Path | None,
        typer.Option(metavar="NET", help="A net to start with, instead of games of greedy bots."),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", "-s", metavar="N", min=0, help="The seed of the whole run.")
    ] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            min=1,
            help="How many processes to use. Default: one per core.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Train the learned bot by self-play.

    Every generation plays against itself, learns from its games and those before, and is measured
    against greedy and against earlier generations. The folder holds the net of every generation,
    a log and its plot; the same settings give the same nets. Ctrl-C loses only the games of
    the current generation: start the command again to continue.

    For example:

        viae learn run --generations 60
        viae arena learned:weights=run/net-060.npz greedy --games 100
    """
    from viae.learn.run import Run, Settings

    settings = Settings(
        seed=seed,
        generations=generations,
        games=games,
        first_games=first_games,
        steps=steps,
        window=window,
        hidden=_sizes(hidden),
        evaluation=evaluation,
        tables=tables,
        searched=searched,
        league=league,
        rate=rate,
    )
    begin = None if start is None else start.read_bytes()
    run = Run(folder, settings, jobs or os.cpu_count() or 1, begin)
    _tell_where(run)
    for log in _watched(run):
        print(_line(log), flush=True)
        _plot(run)


def _sizes(text: str) -> tuple[int, ...]:
    from viae.errors import ViaeError

    parts = text.split(",")
    if not all(part.strip().isdecimal() and 0 < int(part) <= 4096 for part in parts):
        raise ViaeError(f"--hidden is sizes with commas between, such as 128,32, not “{text}”")
    return tuple(int(part) for part in parts)


def _tell_where(run: Run) -> None:
    if run.done > run.settings.generations:
        print(f"This run is finished: {run.net_file(run.done - 1)}")
    elif run.done:
        print(f"Going on after generation {run.done - 1}.")


def _watched(run: Run) -> Iterator[dict[str, Any]]:
    """The logs of the generations, with a bar that shows what is being done."""
    from viae.cli.out import err

    console = err()
    if not console.is_terminal:
        yield from run.go()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield from run.go(
            lambda what, done, of: bar.update(task, description=what, completed=done, total=of)
        )


def _line(log: dict[str, Any]) -> str:
    """A generation in one line."""
    rates = [
        f"{key.removeprefix('greedy_')} players {value:4.0%}"
        for key, value in log.items()
        if key.startswith("greedy_") and not key.endswith("_points")
    ]
    parts = [
        f"generation {log['generation']:3}",
        f"error {log['error']:.4f}",
        f"greedy: {', '.join(rates)}",
    ]
    if "back_4" in log:
        parts.append(f"four generations ago {log['back_4']:4.0%}")
    if "back_4_4" in log:
        parts.append(f"one against three of them {log['back_4_4']:4.0%}")
    parts.append(f"{sum(log['seconds'].values()):.0f} s")
    return "  ".join(parts)


def _plot(run: Run) -> None:
    """Redraw the learning curve if matplotlib is installed."""
    try:
        from viae.learn.curve import draw
    except ImportError:
        return
    draw(run.log(), run.folder / "curve.svg")
