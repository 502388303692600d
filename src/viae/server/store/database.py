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
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from viae.errors import SetupError
from viae.server.store import sqlite
from viae.server.store.files import prepare_file

if TYPE_CHECKING:
    from alembic.config import Config  # loaded only where something is to be migrated

DRIVERS = {
    "sqlite": sqlite.NAME,
    sqlite.NAME: sqlite.NAME,
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
MIGRATIONS = importlib.resources.files("viae.server.store") / "migrations"
SYNCHRONOUS = "FULL"  # an answered click outlives a power failure
POOL_TIMEOUT = 5.0  # seconds
LEAST_ENTERING = 16  # so many may always wait for a connection
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
        self.writing = asyncio.Lock()  # SQLite: writers take turns
        self.file: Path | None
        options: dict[str, Any] = {
            "hide_parameters": True,  # errors are logged, values are nobody's business
            "json_serializer": lambda value: orjson.dumps(value).decode(),
            "json_deserializer": orjson.loads,
        }
        if self.sqlite:
            self.file = Path(make_url(self.url).database or "")
            options |= {"pool_size": 5, "max_overflow": 5}
        else:
            self.file = None
            options |= {"pool_size": pool, "max_overflow": pool, "pool_timeout": POOL_TIMEOUT}
        # Beyond so many that wait for a connection, others are sent away at once. The loops of
        # the server wait here, too, most of them when it starts: a small pool must not shed them.
        self._most_entering = max(4 * pool, LEAST_ENTERING)
        self._entering = 0
        self.shed = 0  # how many were sent away
        self.engine: AsyncEngine = create_async_engine(self.url, **options)
        # Reading needs no transaction: each statement sees what is committed.
        self._reading = self.engine
        if not self.sqlite:
            self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        if self.sqlite:
            event.listen(self.engine.sync_engine, "connect", prepare_connection)
            event.listen(self.engine.sync_engine, "begin", _begin_sqlite)

    @contextlib.asynccontextmanager
    async def _connect(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """A connection of the pool; PoolTimeout if too many wait for one already."""
        if not self.sqlite and self._entering >= self._most_entering:
            self.shed += 1
            raise PoolTimeout("too many wait for a connection to the database")
        self._entering += 1
        entering = True
        try:
            async with engine.connect() as connection:
                self._entering -= 1
                entering = False
                yield connection
        finally:
            if entering:
                self._entering -= 1

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from."""
        async with self._connect(self._reading) as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something; undone if an exception leaves it."""
        if not self.sqlite:
            async with self._connect(self.engine) as connection, connection.begin():
                yield connection
            return
        async with self.writing, self.engine.connect() as plain:
            connection = await plain.execution_options(viae_write=True)
            async with connection.begin():
                yield connection

    async def close(self) -> None:
        await self.engine.dispose()

    async def migrate(self) -> None:
        """Migrate to the newest schema; safe when several processes start at once."""
        if self.file is not None:
            prepare_file(self.file)
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
            return await connection.run_sync(_revision), newest_revision()


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's settings; the scripts lie in the package."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def newest_revision() -> str:
    """The version of the newest schema: the number in the name of its script."""
    scripts = (MIGRATIONS / "versions").iterdir()
    return max(file.name[1:5] for file in scripts if file.name.startswith("v"))


def _revision(connection: Connection) -> str | None:
    """The version of the schema; none in an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("select version_num from alembic_version"))
    return found


def _upgrade(connection: Connection) -> None:
    if _revision(connection) == newest_revision():
        return  # as at most starts, and loading alembic takes a tenth of one
    from alembic import command

    command.upgrade(alembic_config(connection), "head")


def prepare_connection(connection: Any, _record: object = None) -> None:
    """Set up a connection to SQLite."""
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
