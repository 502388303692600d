"""`viae serve`, `viae worker`, `viae backup`, `viae restore`: tables for the browser."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from viae.server.settings import Settings

ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings in a TOML file."),
]
DataOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="FOLDER", help="The data folder."),
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database-url",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.",
    ),
]
BotsOption = Annotated[
    int | None, typer.Option("--bots", metavar="N", help="How many processes to use for bots.")
]
CheckOption = Annotated[
    bool, typer.Option("--check-config", help="Check the settings, print them, and exit.")
]
LogOption = Annotated[
    str | None,
    typer.Option("--log", metavar="FORM", help="text, or json with one object per line."),
]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", help="Log each request, not only warnings and errors.")
]


def serve(
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", metavar="N", help="The port; 0 for any free port.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
    data: DataOption = None,
    database_url: DatabaseOption = None,
    bots: BotsOption = None,
    config: ConfigOption = None,
    log: LogOption = None,
    verbose: VerboseOption = False,
    check_config: CheckOption = False,
) -> None:
    """Open tables in the browser: with friends, live or over several days, and with bots.

    By default it keeps its games in your data folder, is reachable only from this machine and
    opens the browser. Every setting can also be given as an environment variable
    (VIAE_PORT, VIAE_DATABASE_URL, …) or in a file; options come first, then the environment.

    For example:

        viae serve
        viae serve --host 0.0.0.0 --port 80 --no-browser
        viae serve --database-url postgresql://viae@localhost/viae --bots 0
        viae serve --check-config
    """
    with _importing():
        need_server()
        settings = read_settings(
            config,
            host=host,
            port=port,
            data=data,
            database_url=database_url,
            bots=bots,
            log=log,
            log_level="info" if verbose else None,
        )
        if check_config:
            _show(settings)
            return
        from viae.server.process.serve import serve as run
    run(settings, browser)


def worker(
    database_url: DatabaseOption = None,
    bots: BotsOption = None,
    config: ConfigOption = None,
    log: LogOption = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Log what it does, not only warnings and errors.")
    ] = False,
    check_config: CheckOption = False,
) -> None:
    """Run the bots of all servers that share a PostgreSQL database, in separate processes.

    As many workers as you like can run, on as many machines; each turn is taken by one of them.

    For example:

        viae worker --database-url postgresql://viae@db/viae --bots 4
    """
    need_server()
    level = "info" if verbose else None
    settings = read_settings(config, database_url=database_url, bots=bots, log=log, log_level=level)
    if check_config:
        _show(settings)
        return
    from viae.server.process.serve import work

    work(settings)


def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The new file to write, or a folder for it.")
    ],
    keep: Annotated[
        int | None,
        typer.Option(
            "--keep",
            metavar="N",
            min=1,
            help="In a folder, keep the latest N files.",
        ),
    ] = None,
    data: DataOption = None,
    database_url: DatabaseOption = None,
    config: ConfigOption = None,
) -> None:
    """Write everything to one file, whether the server is running or not.

    In a folder the file gets the present time as its name. It holds the secret of the installation
    and the hashes of passwords: keep it to yourself.

    For example:

        viae backup viae-2030-01-01.jsonl.gz
        viae backup /var/backups/viae --keep 14
    """
    need_server()
    from viae.server.store.backup import drop_old, named_by_time

    settings = read_settings(config, data=data, database_url=database_url)
    folder = file if file.is_dir() else None
    if keep is not None and folder is None:
        raise typer.BadParameter("it needs a folder that exists", param_hint="--keep")
    _run_on_database(settings, "back_up", file if folder is None else named_by_time(folder))
    if keep is not None and folder is not None:
        drop_old(folder, keep)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by viae backup.")],
    data: DataOption = None,
    database_url: DatabaseOption = None,
    config: ConfigOption = None,
) -> None:
    """Fill an empty database from a backup: SQLite or PostgreSQL, whichever it came from.

    For example:

        viae restore viae-2030-01-01.jsonl.gz --database-url postgresql://viae@db/viae
    """
    need_server()
    _run_on_database(read_settings(config, data=data, database_url=database_url), "restore", file)


@contextlib.contextmanager
def _importing() -> Iterator[None]:
    """While the server is imported: what imports make is no garbage, and looking takes a while."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def need_server() -> None:
    """Refuse if the libraries of the server are not installed."""
    try:
        import fastapi  # noqa: F401 - only asked whether it is there
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        from viae.extras import missing

        raise missing("the server needs more libraries", "server") from None


def read_settings(config: Path | None, **options: Any) -> Settings:
    """The settings: options, environment, file."""
    from viae.errors import SetupError
    from viae.server.settings import load_settings, unknown_variables

    faults = unknown_variables()
    if faults:
        raise SetupError("environment", faults)
    return load_settings(config, **options)


def _show(settings: Settings) -> None:
    from viae.cli.out import print_json

    print_json(settings.shown())


def _run_on_database(settings: Settings, what: str, file: Path) -> None:
    import asyncio

    from viae.cli.out import out
    from viae.server.store import backup as backups
    from viae.server.store.database import Database

    async def run() -> dict[str, int]:
        db = Database(settings.database)
        try:
            counts: dict[str, int] = await getattr(backups, what)(db, file)
        finally:
            await db.close()
        return counts

    counts = asyncio.run(run())
    said = "Written to" if what == "back_up" else "Restored from"
    rows = f"{counts['tables']} tables, {counts['entries']} entries, {counts['people']} people"
    out().print(f"{said} {file}: {rows}.")
