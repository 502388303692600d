"""`viae ladder`: the strength of bots against a fixed pool, as one table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from viae.cli.arena import STOPPED, stopping
from viae.cli.choosing import (
    AddressOption,
    ClusterOption,
    GamesAtOnceOption,
    JsonOption,
    SeedOption,
)
from viae.errors import ViaeError

if TYPE_CHECKING:
    from viae.arena.match import MatchSettings
    from viae.arena.pool import WorkerPool


def ladder(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="Where the games are kept; existing games are not played again.",
            show_default=False,
        ),
    ],
    plan: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The matches, as TOML. Default: the fixed pool that comes with Viae.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            min=1,
            help="At most this many games of each match. Default: as the plan says.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOption = None,
    jobs: GamesAtOnceOption = None,
    cluster: ClusterOption = False,
    address: AddressOption = None,
    levels: Annotated[
        bool,
        typer.Option(
            "--levels", help="Play the levels against each other, and rate them by the results."
        ),
    ] = False,
    write: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --levels: write the ratings to this file, as JSON.",
            show_default=False,
        ),
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Play nothing; show the games in the folder.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure bots against a fixed pool: many matches, one table.

    All matches get some games before any gets more, every deal is played from every seat, and
    Ctrl-C loses only the games under way: start the command again to continue. The table is also
    written to the folder, as ladder.md.

    For example:

        viae ladder nightly
        viae ladder nightly --games 100 --cluster
        viae ladder mine --plan mine.toml
        viae ladder levels --levels --write src/viae/bots/ratings.json
    """
    from viae.arena.ladder import find_games, play_ladder, read_plan, shipped_plan, table
    from viae.arena.levels import levels_plan, rating_table
    from viae.arena.match import cores
    from viae.cli.out import err, print_json

    if levels and plan is not None:
        raise typer.BadParameter("--levels has a plan of its own")
    if write is not None and not levels:
        raise typer.BadParameter("--write belongs to --levels")
    if levels:
        text = levels_plan() if games is None else levels_plan(games=games)
    else:
        text = shipped_plan() if plan is None else plan.read_text("utf-8")
    rungs = read_plan(text, seed, games)

    def make_workers(settings: MatchSettings) -> WorkerPool:
        from viae.arena.cluster import Cluster

        return Cluster(settings, address, jobs)

    if show:
        if not folder.is_dir():
            raise ViaeError(f"{folder}: there is no such folder")
        find_games(rungs, folder)
    with stopping() as stop:
        hired = make_workers if cluster or address is not None else None
        playing = play_ladder(rungs, folder, jobs or cores(), stop.is_set, hired)
        for rung in () if show else playing:
            (folder / "ladder.md").write_text(table(rungs) + "\n", "utf-8")
            if not as_json:
                said = rung.as_json()
                err().print(
                    f"{said['first']} – {said['against']}: {said['wins']} of {said['games']}",
                    soft_wrap=True,
                )
    rated = None
    if levels and all(rung.results for rung in rungs):
        more = "" if games is None else f" --games {games}"
        more += "" if seed is None else f" --seed {seed}"
        rated = rating_table(rungs, f"viae ladder FOLDER --levels{more} --write FILE")
        if write is not None:
            write.write_text(json.dumps(rated, indent=1) + "\n", "utf-8")
    if as_json:
        print_json([rung.as_json() for rung in rungs] if rated is None else rated)
    else:
        print(table(rungs))
        for name, rating in (rated or {}).get("ratings", {}).items():
            print(f"{name}: {rating}")
    if stop.is_set():
        raise typer.Exit(STOPPED)
