"""Entries in one go: what a post changes, straight to the driver of the database.

A post changes the table as it is in memory, without reading or locking it first. It is written
only if the table's row is still the one in memory: with PostgreSQL by one statement, one round
trip; with SQLite together with all others that came while the last ones were being written to the
disk. If the row is another, or something unusual happens at the table, nothing is written and
`Overtaken` is raised; `TableStore.transaction` then does the same under the table's lock.
"""

from __future__ import annotations

import asyncio
import math
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import asyncpg
import orjson
from sqlalchemy import make_url

from viae.server.store.database import POOL_TIMEOUT, Database, prepare_connection
from viae.server.store.sqlite import in_thread
from viae.table.rows import StoredEntry, StoredNews, TableRow
from viae.table.types.terms import StoredClock

# What a post may change; everything else needs the lock.
COLUMNS = {"number", "news", "actor", "hands", "deadline", "proposal"}


class Overtaken(Exception):
    """The table is not as it was in memory, or more happens than can be written in one go."""


class NoWork:
    """Stands for the rest of the database, which is not at hand here."""

    def __getattr__(self, name: str) -> NoReturn:
        raise Overtaken(name)


@dataclass(slots=True)
class Post:
    """What is written: the row before and after, entries, news, and the bot that decides next."""

    before: TableRow
    after: TableRow
    entries: list[StoredEntry]
    news: list[StoredNews]
    at: float
    uptime: float | None  # of a table with a clock
    bot: tuple[int, str] | None
    bot_changed: bool
    notice: str | None = None  # who is to hear that it is their turn; no bot decides then


def written(value: object) -> str | None:
    """A value of a JSON column."""
    return None if value is None else orjson.dumps(value).decode()


def hands_text(hands: StoredClock | None) -> str | None:
    """The state of a clock as it is stored."""
    return written(hands)


class Quick(ABC):
    """Writes posts; `write` says whether the row was as expected."""

    @abstractmethod
    async def write(self, post: Post) -> bool:
        """Write all of it, or nothing and return False."""

    @abstractmethod
    async def close(self) -> None:
        """Close connections."""


def quick_for(db: Database, pool: int) -> Quick:
    """The writer of posts for a database."""
    return QuickSqlite(db) if db.sqlite else QuickPostgresql(db, pool)


# SQLite

UPDATE = """UPDATE tables SET number=?, news=?, actor=?, hands=?, deadline=?, proposal=NULL
WHERE id=? AND number=? AND news=? AND version=? AND status='running' AND hands IS ?"""
ENTRY = "INSERT INTO entries (game, number, text, person, key, at) VALUES (?, ?, ?, ?, ?, ?)"
NEWS = """INSERT INTO news (table_id, number, kind, body, person, key, at)
VALUES (?, ?, ?, ?, ?, ?, ?)"""
NO_BOT = "DELETE FROM bot_turns WHERE game=?"
BOT = """INSERT INTO bot_turns
(game, number, seat, bot, since, claimed_by, claimed_until, attempts)
VALUES (?, ?, ?, ?, ?, NULL, 0.0, 0)
ON CONFLICT (game) DO UPDATE SET number=excluded.number, seat=excluded.seat, bot=excluded.bot,
since=excluded.since, claimed_by=NULL, claimed_until=0.0, attempts=0"""

NOTICE = """INSERT INTO deliveries
(channel, subject, table_id, kind, number, at, due, attempts, claimed_until)
SELECT id, ?, ?, 'turn', ?, ?, ?, 0, 0.0 FROM channels WHERE person=?
ON CONFLICT (channel, subject) DO UPDATE SET kind=excluded.kind, number=excluded.number,
at=excluded.at, due=excluded.due, attempts=excluded.attempts"""


class QuickSqlite(Quick):
    """Posts that come while others are being written to the disk are written together."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._connection: sqlite3.Connection | None = None
        self._waiting: list[tuple[Post, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None
        self.commits = 0
        self.committed: Callable[[], None] = lambda: None

    async def write(self, post: Post) -> bool:
        found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((post, found))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        return await found

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                async with self.db.writing:
                    group, self._waiting = self._waiting, []
                    try:
                        done = await self._commit([post for post, _ in group])
                    except Exception as problem:  # noqa: BLE001 - each of them hears of it
                        done = [problem] * len(group)
                for (_, found), result in zip(group, done, strict=True):
                    if not found.done():
                        if isinstance(result, bool):
                            found.set_result(result)
                        else:
                            found.set_exception(result)
        finally:
            self._writing = None

    async def _commit(self, posts: list[Post]) -> list[bool | Exception]:
        connection = self._connection
        if connection is None:
            connection = sqlite3.connect(str(self.db.file), check_same_thread=False)
            prepare_connection(connection)
            self._connection = connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            done = [_insert(connection, post) for post in posts]
            await in_thread(connection.commit)
        except Exception:
            connection.rollback()
            raise
        self.commits += 1
        self.committed()
        return done

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _insert(connection: sqlite3.Connection, post: Post) -> bool | Exception:
    before, after = post.before, post.after
    connection.execute("SAVEPOINT post")
    try:
        values = (
            *(after.number, after.news, after.actor, hands_text(after.hands), after.deadline),
            *(before.id, before.number, before.news, before.version, hands_text(before.hands)),
        )
        if connection.execute(UPDATE, values).rowcount != 1:
            return False
        for entry in post.entries:
            connection.execute(ENTRY, tuple(entry.values()))
        for news in post.news:
            body = written(news["body"])
            columns = (news["table_id"], news["number"], news["kind"], body)
            connection.execute(NEWS, (*columns, news["person"], news["key"], news["at"]))
        if post.bot is not None:
            connection.execute(BOT, (before.id, after.number, *post.bot, post.at))
        elif post.bot_changed:
            connection.execute(NO_BOT, (before.id,))
        if post.notice is not None:
            about = (before.id, before.id, after.number, post.at, post.at, post.notice)
            connection.execute(NOTICE, about)
    except Exception as problem:  # noqa: BLE001 - only this one is not written
        connection.execute("ROLLBACK TO post")
        return problem
    finally:
        connection.execute("RELEASE post")
    return True


# PostgreSQL

WITH_NEWS = """WITH changed AS (
  UPDATE tables SET number=$2, news=$3, actor=$4, hands=$5::json, deadline=$6, proposal=NULL
  WHERE id=$1 AND number=$7 AND news=$8 AND version=$9 AND status='running'
    AND hands::text IS NOT DISTINCT FROM $10
    AND NOT EXISTS (
      SELECT 1 FROM facts WHERE key='uptime' AND split_part(value, ' ', 1)::float8 > $11)
  RETURNING id
), written AS (
  INSERT INTO entries (game, number, text, person, key, at)
  SELECT changed.id, one.number, one.text, one.person, one.key, $12
  FROM changed, unnest($13::int[], $14::text[], $15::text[], $16::text[])
    AS one(number, text, person, key)
), told AS (
  INSERT INTO news (table_id, number, kind, body, person, key, at)
  SELECT changed.id, one.number, one.kind, one.body::json, NULL, NULL, $12
  FROM changed, unnest($17::int[], $18::text[], $19::text[]) AS one(number, kind, body)
)"""
WITHOUT_BOT = ", bot AS (DELETE FROM bot_turns WHERE game IN (SELECT id FROM changed))"
WITH_BOT = """, bot AS (
  INSERT INTO bot_turns (game, number, seat, bot, since, claimed_by, claimed_until, attempts)
  SELECT changed.id, $2, $20::int, $21::text, $12, NULL, 0.0, 0 FROM changed
  ON CONFLICT (game) DO UPDATE SET number=excluded.number, seat=excluded.seat, bot=excluded.bot,
    since=excluded.since, claimed_by=NULL, claimed_until=0.0, attempts=0
)"""
WITH_NOTICE = """, notice AS (
  INSERT INTO deliveries
    (channel, subject, table_id, kind, number, at, due, attempts, claimed_until)
  SELECT channels.id, changed.id, changed.id, 'turn', $2, $12, $12, 0, 0.0
  FROM changed, channels WHERE channels.person = $20::text
  ON CONFLICT (channel, subject) DO UPDATE SET kind=excluded.kind, number=excluded.number,
    at=excluded.at, due=excluded.due, attempts=excluded.attempts
)"""
COUNT = " SELECT count(*) FROM changed"


class QuickConnection(asyncpg.Connection):  # type: ignore[misc]
    """A connection on which nothing is ever set, so that nothing has to be reset."""

    def get_reset_query(self) -> str:
        """No round trip when it goes back to the pool."""
        return ""


class QuickPostgresql(Quick):
    """One statement for each post, prepared once on each connection."""

    def __init__(self, db: Database, pool: int) -> None:
        self.db = db
        self._size = pool
        self._pool: asyncpg.Pool | None = None

    async def _connections(self) -> asyncpg.Pool:
        if self._pool is None:
            url = make_url(self.db.url).set(drivername="postgresql")
            self._pool = asyncpg.create_pool(
                url.render_as_string(hide_password=False),
                min_size=0,
                max_size=self._size,
                connection_class=QuickConnection,
                command_timeout=30,
            )
        await self._pool  # opens it once
        return self._pool

    async def write(self, post: Post) -> bool:
        before, after = post.before, post.after
        entries, news = post.entries, post.news
        sql = WITH_NEWS
        more: tuple[object, ...] = ()
        if post.bot is not None:
            sql, more = sql + WITH_BOT, post.bot
        elif post.bot_changed:
            sql += WITHOUT_BOT
        if post.notice is not None and post.bot is None:
            sql, more = sql + WITH_NOTICE, (post.notice,)
        pool = await self._connections()
        async with pool.acquire(timeout=POOL_TIMEOUT) as connection:
            changed = await connection.fetchval(
                sql + COUNT,
                before.id,
                *(after.number, after.news, after.actor, hands_text(after.hands), after.deadline),
                *(before.number, before.news, before.version, hands_text(before.hands)),
                math.inf if post.uptime is None else post.uptime,
                post.at,
                [one["number"] for one in entries],
                [one["text"] for one in entries],
                [one["person"] for one in entries],
                [one["key"] for one in entries],
                [one["number"] for one in news],
                [one["kind"] for one in news],
                [written(one["body"]) for one in news],
                *more,
            )
        return bool(changed)

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            pool.terminate()
