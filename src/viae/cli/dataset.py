"""`viae dataset`: games of bots, or records, packed for research."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from viae.arena.simulate import SimulationSettings
    from viae.envs.dataset import Gathered


def dataset(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="The folder to write to; created if it does not exist."
        ),
    ],
    board: BoardOption = None,
    variant: VariantOption = None,
    players: PlayersOption = None,
    bots: BotsOption = "random",
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, help="Number of games.")
    ] = 100,
    seed: SeedOption = None,
    intermediate_scoring: IntermediateOption = None,
    colonist_income: IncomeOption = None,
    display: DisplayOption = None,
    records: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Pack the records of this file instead of playing; [bold]-[/bold] for stdin.",
        ),
    ] = None,
    formats: Annotated[
        str,
        typer.Option("--format", metavar="FORMATS", help="What to write, separated by commas."),
    ] = "parquet,npz",
    observe: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            min=0.0,
            max=1.0,
            help="The share of decisions whose observation and legal actions go into the arrays.",
        ),
    ] = 0.0,
    jobs: ProcessesOption = 1,
    max_entries: MaxEntriesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots play, and pack the games as Parquet tables and numpy arrays, with a data card.

    The same seed gives the same games. Needs numpy and pyarrow, which come with
    the extra [bold]dataset[/bold] of the package.

    For example:

        viae dataset games --games 1000 --seed 1 --jobs 2
        viae dataset games --variant venus --players 4 --observe 0.02
        viae dataset games --records games.jsonl --format npz
    """
    from viae.arena.simulate import SimulationSettings, Simulator
    from viae.cli.draw import counted
    from viae.cli.out import out, print_json
    from viae.cli.seats import split

    _need_numpy()
    from viae.envs.dataset import FORMATS, pack
    from viae.errors import SetupError

    wanted = split(formats)
    unknown = [name for name in wanted if name not in FORMATS]
    if unknown or not wanted:
        fault = f"there are {' and '.join(FORMATS)}, not {', '.join(unknown) or 'nothing'}"
        raise SetupError("format", [fault])
    chosen = variant or "concordia"
    settings = SimulationSettings(
        board=board or "imperium",
        variant=chosen,
        players=players_or_default(players, chosen),
        options=options_from(intermediate_scoring, colonist_income, display),
        bots=tuple(split(bots)),
        seed=draw_seed() if seed is None else seed,
        max_entries=most_entries(max_entries),
    )
    if records is None:
        Simulator(settings)  # settings that make no sense are refused before anything is written
        lines, origin = _play(settings, games, jobs), _origin(settings, games, observe)
    else:
        lines, origin = _read(records), "They were read from records."
    gathered = pack(lines, folder, origin, wanted, observe, settings.seed)
    summary = _summary(gathered, folder)
    if as_json:
        print_json(summary)
    else:
        out().print(
            f"{summary['games']} games, {summary['entries']} entries,"
            f" {summary['observations']} observations in {folder}"
        )
        if summary["stopped"]:
            limit = "" if records else f" stopped at {settings.max_entries} entries"
            out().print(f"{counted(summary['stopped'], 'game')}{limit} without an end.")


def _need_numpy() -> None:
    try:
        import numpy  # noqa: ICN001, F401 - only asked whether it is there
    except ImportError:
        from viae.extras import missing

        raise missing("a dataset needs numpy", "dataset") from None


def _play(settings: SimulationSettings, games: int, jobs: int) -> Iterator[str]:
    """The records of games as they are played."""
    from viae.arena.simulate import simulate
    from viae.cli.out import progress

    with progress("playing and packing", games) as advance:
        for played in simulate(settings, games, jobs):
            yield played.record
            advance(1)


def _read(path: str) -> Iterator[str]:
    """The records of a file, a line each."""
    import json

    from viae.cli.files import documents, naming, open_input
    from viae.errors import RecordError

    with naming(path), open_input(path) as file:
        for document in documents(file):
            if document.faults:
                raise RecordError(f"line {document.line}", document.faults)
            yield json.dumps(document.value, ensure_ascii=False, separators=(",", ":"))


def _origin(settings: SimulationSettings, games: int, observe: float) -> str:
    """How the games were made, for the data card."""
    from viae.options import changed, check_options
    from viae.progress import MOST_ENTRIES

    said = ["viae dataset FOLDER", f"--board {settings.board}", f"--variant {settings.variant}"]
    said.append(f"--players {settings.players}")
    for key, value in changed(check_options(settings.options, settings.variant, [])).items():
        name = "--" + key.replace("_", "-")
        said.append(name if value is True else f"{name} {value}")
    said += [f"--bots {','.join(settings.bots)}", f"--games {games}", f"--seed {settings.seed}"]
    if settings.max_entries != MOST_ENTRIES:
        said.append(f"--max-entries {settings.max_entries or 0}")
    if observe:
        said.append(f"--observe {observe:g}")
    return f"They were played by bots;\n`{' '.join(said)}` plays them again."


def _summary(gathered: Gathered, folder: Path) -> dict[str, Any]:
    return {
        "folder": str(folder),
        "games": gathered.games,
        "finished": gathered.finished,
        "stopped": gathered.games - gathered.finished,
        "entries": gathered.entries,
        "observations": len(gathered.observed),
        "sha256": gathered.digest.hexdigest(),
        "files": sorted(path.name for path in folder.iterdir()),
    }
