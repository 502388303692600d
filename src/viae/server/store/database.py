"""The database: engines for SQLite and PostgreSQL, transactions, migrations.

With SQLite one process owns the file: its writers take turns in the order in which they come, which
is faster and fairer than SQLite's own waiting. Every commit is on disk before it is acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.resources
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import orjson
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from viae.errors import SetupError
from viae.server.store import sqlite

DRIVERS = {
    "sqlite": sqlite.NAME,
    sqlite.NAME: sqlite.NAME,
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
SYNCHRONOUS = "FULL"  # an answered click outlives a power failure
MIGRATION_LOCK = 0x76696165  # an advisory lock of PostgreSQL: one process migrates at a time


def tidy_url(url: str) -> str:
    """A database URL with its driver; SetupError if it cannot be used."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        fault = "it is no URL such as sqlite:///viae.db or postgresql://user@host/viae"
        raise SetupError("database_url", [fault]) from None
    driver = DRIVERS.get(parsed.drivername)
    if driver is None:
        fault = f"“{parsed.drivername}” is not supported; there are sqlite and postgresql"
        raise SetupError("database_url", [fault])
    if driver.startswith("sqlite") and parsed.database in (None, "", ":memory:"):
        raise SetupError("database_url", ["SQLite needs a file: sqlite:///folder/viae.db"])
    return parsed.set(drivername=driver).render_as_string(hide_password=False)


class Database:
    """One database with its transactions."""

    def __init__(self, url: str, pool: int = 10) -> None:
        self.url = tidy_url(url)
        self.sqlite = self.url.startswith("sqlite")
        self._writing = asyncio.Lock()
        options: dict[str, Any] = {
            "json_serializer": lambda value: orjson.dumps(value).decode(),
            "json_deserializer": orjson.loads,
        }
        if self.sqlite:
            Path(make_url(self.url).database or "").parent.mkdir(parents=True, exist_ok=True)
            options |= {"pool_size": 5, "max_overflow": 5}
        else:
            options |= {"pool_size": pool, "max_overflow": pool, "pool_timeout": 10}
        self.engine: AsyncEngine = create_async_engine(self.url, **options)
        # Reading needs no transaction: each statement sees what is committed.
        self._reading = self.engine
        if not self.sqlite:
            self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        if self.sqlite:
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(self.engine.sync_engine, "begin", _begin_sqlite)

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from."""
        async with self._reading.connect() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something; undone if an exception leaves it."""
        if not self.sqlite:
            async with self.engine.begin() as connection:
                yield connection
            return
        async with self._writing, self.engine.connect() as plain:
            connection = await plain.execution_options(viae_write=True)
            async with connection.begin():
                yield connection

    async def close(self) -> None:
        await self.engine.dispose()

    async def migrate(self) -> None:
        """Migrate to the newest schema; safe when several processes start at once."""
        async with self.engine.connect() as plain:
            connection = await plain.execution_options(viae_write=True)
            async with connection.begin():
                if not self.sqlite:
                    lock = text("select pg_advisory_xact_lock(:lock)")
                    await connection.execute(lock, {"lock": MIGRATION_LOCK})
                await connection.run_sync(_upgrade)

    async def revision(self) -> tuple[str | None, str | None]:
        """The version of the schema, and the newest one."""
        async with self.read() as connection:
            current = await connection.run_sync(
                lambda sync: MigrationContext.configure(sync).get_current_revision()
            )
        return current, ScriptDirectory.from_config(alembic_config()).get_current_head()


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's settings; the scripts lie in the package."""
    config = Config()
    folder = importlib.resources.files("viae.server.store") / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    command.upgrade(alembic_config(connection), "head")


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver must not begin transactions by itself: `_begin_sqlite` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        f"synchronous={SYNCHRONOUS}",
        "foreign_keys=ON",
        "busy_timeout=15000",
        "temp_store=MEMORY",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("viae_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
