"""SQLite for SQLAlchemy's asyncio, without a thread for every statement.

A statement on a local file takes microseconds; handing it to a thread and back takes many times as
long, and the usual driver does it four times for each. Here statements run where they are called,
and only what waits for the disk, the commit, goes to a thread.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.pool import AsyncAdaptedQueuePool, Pool
from sqlalchemy.util import await_only

NAME = "sqlite+inline"
_disk = ThreadPoolExecutor(2, thread_name_prefix="sqlite-commit")


async def _nothing() -> None:
    """SQLAlchemy's asyncio wants something awaited in each call; this takes no time."""


async def _to_the_end(work: asyncio.Future[None]) -> None:
    """Wait for something even when cancelled: nobody else may use the connection before."""
    try:
        await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        raise


async def in_thread(work: Callable[[], None]) -> None:
    """Do something that waits for the disk, to its end."""
    await _to_the_end(asyncio.get_running_loop().run_in_executor(_disk, work))


class InlineCursor(sqlite3.Cursor):
    """A cursor whose statements run in the calling thread."""

    def execute(self, *arguments: Any) -> InlineCursor:
        super().execute(*arguments)
        await_only(_nothing())
        return self

    def executemany(self, *arguments: Any) -> InlineCursor:
        super().executemany(*arguments)
        await_only(_nothing())
        return self

    async def _async_soft_close(self) -> None:
        """Required by SQLAlchemy; rows are read when they are needed."""


class InlineConnection(sqlite3.Connection):
    """A connection whose commits wait for the disk in a thread."""

    _changes = 0  # that are on the disk

    def cursor(self, *_arguments: Any) -> InlineCursor:  # type: ignore[override]
        return super().cursor(InlineCursor)

    def commit(self) -> None:
        if self.in_transaction and self.total_changes != self._changes:
            await_only(in_thread(super().commit))
            self._changes = self.total_changes
        else:  # nothing was written: nothing to wait for
            super().commit()
            await_only(_nothing())

    def rollback(self) -> None:
        super().rollback()
        self._changes = self.total_changes
        await_only(_nothing())


class InlineDialect(SQLiteDialect_pysqlite):
    """SQLite with the connections above."""

    driver = "inline"
    is_async = True
    supports_statement_cache = True
    has_terminate = True

    @classmethod
    def get_pool_class(cls, url: Any) -> type[Pool]:  # noqa: ARG003 - the signature is given
        return AsyncAdaptedQueuePool

    def create_connect_args(self, url: Any) -> Any:
        arguments, options = super().create_connect_args(url)
        return arguments, {**options, "factory": InlineConnection, "check_same_thread": False}

    def do_terminate(self, dbapi_connection: Any) -> None:
        dbapi_connection.close()


registry.register("sqlite.inline", "viae.server.store.sqlite", "InlineDialect")
