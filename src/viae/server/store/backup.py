"""Backups: the whole database in one file, to restore into SQLite or PostgreSQL.

A file is gzipped JSON Lines: a line about the file, then for each table a line with its name and
columns and a line for each row. It is taken in one transaction while the server runs, and read into
an empty database, of the same kind or the other: so games move from SQLite to PostgreSQL.
"""

from __future__ import annotations

import gzip
import os
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import orjson
from sqlalchemy import Table as SqlTable
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from viae import __version__
from viae.errors import ViaeError
from viae.server.people.names import look
from viae.server.store.database import Database
from viae.server.store.models import Base, Table
from viae.table.ratings import rescaled

Row: TypeAlias = dict[str, Any]  # of any table, by the names of its columns
FORMAT = 1
NAMED = re.compile(r"viae-\d{8}-\d{6}\.jsonl\.gz")
BATCH = 500
# In an order in which they can be filled: what is referred to comes first.
TABLES = Base.metadata.sorted_tables
Step = Callable[[str, Row], None]  # changes a row of the table of this name


class BackupError(ViaeError):
    """A file that is not a backup, or a database that cannot take it."""


async def back_up(db: Database, path: Path) -> dict[str, int]:
    """Write all tables to a new file; how many rows each has."""
    if path.exists():
        raise BackupError(f"{path} already exists; a backup replaces no file")
    current, newest = await db.revision()
    if current != newest:
        raise BackupError(f"the database has the form {current}, not {newest}; start viae once")
    part = path.with_name(path.name + ".part")
    counts: dict[str, int] = {}
    # Only its owner may read it: it holds the secret of the installation, and hashes of passwords.
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as raw, gzip.open(raw, "wb") as file:
        about = {"viae_backup": FORMAT, "revision": current, "viae": __version__}
        file.write(_line({**about, "made": time.time()}))
        async with db.engine.connect() as plain:
            connection = plain
            if not db.sqlite:
                connection = await plain.execution_options(isolation_level="REPEATABLE READ")
            async with connection.begin():
                for table in TABLES:
                    name = str(table.name)
                    columns = [str(column.name) for column in table.columns]
                    file.write(_line({"table": name, "columns": columns}))
                    counts[name] = 0
                    async for row in _rows(connection, table, db.sqlite):
                        file.write(_line(list(row)))
                        counts[name] += 1
        file.write(_line({"end": counts}))
    part.replace(path)
    return counts


def named_by_time(folder: Path) -> Path:
    """A new file in a folder, named by the time (UTC): names sort by age."""
    return folder / time.strftime("viae-%Y%m%d-%H%M%S.jsonl.gz", time.gmtime())


def drop_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the latest backups named by their time; what else is there stays."""
    found = sorted(file for file in folder.iterdir() if NAMED.fullmatch(file.name))
    dropped = found[:-keep]
    for file in dropped:
        file.unlink()
    return dropped


async def _rows(
    connection: AsyncConnection, table: SqlTable, sqlite: bool
) -> AsyncIterator[Sequence[Any]]:
    """The rows of a table, without holding all of them in memory."""
    wanted = select(*table.columns)
    if sqlite:
        for row in await connection.execute(wanted):
            yield row
    else:
        async for row in await connection.stream(wanted):
            yield row


async def restore(db: Database, path: Path) -> dict[str, int]:
    """Fill an empty database from a backup, all or nothing; how many rows each table has."""
    await db.migrate()
    counts: dict[str, int] = {}
    expected: dict[str, int] | None = None
    tables = {str(table.name): table for table in TABLES}
    async with db.write() as connection:
        found = (await connection.execute(select(func.count()).select_from(Table))).scalar_one()
        if found:
            raise BackupError("the database has tables already; a backup goes into an empty one")
        for table in reversed(TABLES):  # a server that was started once has left its own facts
            await connection.execute(table.delete())
        name = ""
        steps: list[Step] = []
        columns: list[str] = []
        batch: list[Row] = []
        for number, line in enumerate(_lines(path)):
            if number == 0:
                form = await _check_header(db, line)
                steps = [step for older, step in OLDER.items() if older >= form]
            elif isinstance(line, dict):
                if batch:
                    await connection.execute(insert(tables[name]), batch)
                    batch = []
                if "end" in line:
                    expected = line["end"]
                    continue
                name, columns = str(line.get("table")), list(line.get("columns") or [])
                known = {c.name for c in tables[name].columns} if name in tables else set()
                if name not in tables or set(columns) - known - DROPPED.get(name, set()):
                    raise BackupError(f"the backup has a table “{name}” that is not known here")
                counts[name] = 0
            else:
                row = dict(zip(columns, line, strict=True))
                for step in steps:
                    step(name, row)
                batch.append(row)
                counts[name] += 1
                if len(batch) >= BATCH:
                    await connection.execute(insert(tables[name]), batch)
                    batch = []
        if expected is None or expected != counts:
            raise BackupError("the backup is cut off: its end is missing")
    return counts


async def _check_header(db: Database, line: Any) -> str:
    """The version of the database schema in the backup."""
    if not isinstance(line, dict) or line.get("viae_backup") != FORMAT:
        raise BackupError("this is no backup of viae that this version can read")
    _, newest = await db.revision()
    form = str(line.get("revision"))
    if form != newest and form not in OLDER:
        raise BackupError(
            f"the backup has the form {line.get('revision')}, this version {newest};"
            " restore it with the version that made it, and start the newer one then"
        )
    return form


def _from_0001(table: str, row: Row) -> None:
    """Tables to try things out were called analysis."""
    if table == "tables" and row["kind"] == "analysis":
        row["kind"] = "study"


def _from_0002(table: str, row: Row) -> None:
    """Clocks were kept by the time of day; now by the uptime, which begins with 0."""
    if table == "tables" and row["hands"] is not None:
        row["hands"] = {**row["hands"], "since": 0.0}
        row["deadline"] = row["hands"]["left"] if row["hands"]["seat"] is not None else None


def _from_0003(table: str, row: Row) -> None:
    """A number in the row of a user ended sessions; now they are rows."""
    if table == "people":
        row.pop("epoch", None)


def _from_0005(table: str, row: Row) -> None:
    """Accounts did not know what their names look like."""
    if table == "people" and row["account"] is not None:
        row["look"] = look(row["name"])


def _from_0008(table: str, row: Row) -> None:
    """Ratings in news were means of openskill."""
    if table == "news" and row["kind"] == "rated":
        row["body"] = rescaled(row["body"])


# How rows of each earlier version are brought to the next one, in place; oldest first. A column
# that a row lacks gets its default.
OLDER: dict[str, Step] = {
    "0001": _from_0001,
    "0002": _from_0002,
    "0003": _from_0003,
    "0004": lambda _table, _row: None,
    "0005": _from_0005,
    "0006": lambda _table, _row: None,
    "0007": lambda _table, _row: None,
    "0008": _from_0008,
    "0009": lambda _table, _row: None,
    "0010": lambda _table, _row: None,
    "0011": _from_0005,  # what names look like is made in another way
    "0012": lambda _table, _row: None,
}
# Columns that rows of earlier versions have.
DROPPED: dict[str, set[str]] = {"people": {"epoch"}}


def _line(value: Any) -> bytes:
    return orjson.dumps(value) + b"\n"


def _lines(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rb") as file:
            for line in file:
                yield orjson.loads(line)
    except (gzip.BadGzipFile, EOFError, orjson.JSONDecodeError) as problem:
        raise BackupError(f"{path} is no backup, or a part of one: {problem}") from None
