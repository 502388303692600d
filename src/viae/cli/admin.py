"""`viae admin`: accounts, tables, announcements and servers of an installation."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from viae.cli.guard import GuardedGroup
from viae.cli.serve import ConfigOption, DatabaseOption, DataOption, need_server, read_settings

if TYPE_CHECKING:
    from viae.server.process.admin import Admin

T = TypeVar("T")
admin_app = typer.Typer(name="admin", cls=GuardedGroup, no_args_is_help=True)
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
LimitOption = Annotated[
    int, typer.Option("--limit", metavar="N", min=1, help="At most this many lines.")
]
SearchArgument = Annotated[
    str, typer.Argument(metavar="[TEXT]", help="Only those with this in their name, or this id.")
]


class Where:
    """Which database is meant."""

    database: str = ""


@admin_app.callback()
def admin(
    data: DataOption = None,
    database_url: DatabaseOption = None,
    config: ConfigOption = None,
) -> None:
    """Look after an installation: accounts, tables, announcements, servers.

    Give it the same settings as the server. What it changes is written to the audit log.
    """
    need_server()
    from viae.server.process.logs import set_up_logs

    settings = read_settings(config, data=data, database_url=database_url)
    set_up_logs(settings.log, settings.log_level, settings.audit_log)
    Where.database = settings.database


def _do(work: Callable[[Admin], Awaitable[T]]) -> T:
    import asyncio

    from viae.server.process.admin import Admin
    from viae.server.store.database import Database

    async def run() -> T:
        db = Database(Where.database)
        try:
            admin = Admin(db)
            await admin.check()
            return await work(admin)
        finally:
            await db.close()

    _need_file()
    return asyncio.run(run())


def _need_file() -> None:
    """SQLite would make a new file."""
    from viae.errors import SetupError
    from viae.server.store.database import tidy_url

    url = tidy_url(Where.database)
    if url.startswith("sqlite"):
        path = Path(url.partition(":///")[2])
        if not path.is_file():
            fault = f"there is no database {path}; give the --data folder of the server"
            raise SetupError("admin", [fault])


def _when(at: float | None) -> str:
    return "" if at is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _print(rows: list[dict[str, Any]], columns: list[str], as_json: bool) -> None:
    from viae.cli.out import out, print_json

    if as_json:
        print_json(rows)
        return
    if not rows:
        out().print("None.")
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(name)
    dated = ("created", "used", "finished", "disabled", "since")
    for row in rows:
        shown = [_when(row[name]) if name in dated else row[name] for name in columns]
        table.add_row(*("" if one in (None, False) else str(one) for one in shown))
    out().print(table)


@admin_app.command()
def accounts(
    search: SearchArgument = "",
    guests: Annotated[bool, typer.Option("--guests", help="List guests too.")] = False,
    limit: LimitOption = 100,
    as_json: JsonOption = False,
) -> None:
    """List accounts, the newest first."""
    rows = [dict(one) for one in _do(lambda admin: admin.accounts(search, guests, limit))]
    _print(rows, ["id", "name", "bot", "seats", "created", "used", "disabled"], as_json)


@admin_app.command()
def disable(
    who: Annotated[str, typer.Argument(metavar="ACCOUNT", help="Its name, or an id.")],
) -> None:
    """Close an account: nobody can sign in to it, and its pages are signed out within seconds.

    Its games go on, and its seats are played on when their time runs out.
    """
    from viae.cli.out import out

    out().print(f"{_do(lambda admin: admin.disable(who))} is disabled.")


@admin_app.command()
def enable(
    who: Annotated[str, typer.Argument(metavar="ACCOUNT", help="Its name, or an id.")],
) -> None:
    """Open an account again."""
    from viae.cli.out import out

    out().print(f"{_do(lambda admin: admin.enable(who))} can sign in again.")


@admin_app.command()
def tables(
    search: SearchArgument = "",
    status: Annotated[
        str | None, typer.Option("--status", help="open, running, finished or abandoned.")
    ] = None,
    limit: LimitOption = 100,
    as_json: JsonOption = False,
) -> None:
    """List tables, the newest first."""
    rows = [dict(one) for one in _do(lambda admin: admin.tables(status, search, limit))]
    _print(rows, ["id", "name", "host", "status", "players", "number", "created"], as_json)


@admin_app.command("delete-table")
def delete_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of the table.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete a table with its game and chat, for good. Ratings stay as they are."""
    from viae.cli.out import out

    if not yes:
        typer.confirm(f"Delete the table {table} with all that was played there?", abort=True)
    out().print(f"“{_do(lambda admin: admin.delete_table(table))}” is deleted.")


@admin_app.command()
def announce(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="One or two sentences.")],
) -> None:
    """Show a text on all open pages, for instance before a restart."""
    from viae.cli.out import out

    _do(lambda admin: admin.announce(text))
    out().print("All open pages show it within seconds.")


@admin_app.command()
def servers(as_json: JsonOption = False) -> None:
    """List the servers and workers that run."""
    rows: list[dict[str, Any]] = [dict(one) for one in _do(lambda admin: admin.servers())]
    _print(rows, ["name", "status", "sockets", "tables", "since", "version"], as_json)


@admin_app.command()
def drain(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[SERVER]", help="Which one, if several run; * for all."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Take connections again.")] = False,
) -> None:
    """Let a server take no more connections, so that it can be stopped unnoticed.

    Its /readyz says 503, so a proxy sends nobody to it any more; the pages that are open connect
    to another one; its bots finish their turns and start no more.
    """
    from viae.cli.out import out

    for one in _do(lambda admin: admin.drain(name, resume)):
        out().print(f"{one} {'takes connections again' if resume else 'is being drained'}.")
