"""Entries that are written in one go: nothing is lost, doubled or written over another's."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import orjson
import pytest
from sqlalchemy import insert, select, update

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody, new_key, people
from viae.server.store import quick
from viae.server.store.facts import write_fact
from viae.server.store.models import BotTurn, Channel, Delivery, Entry, Table
from viae.server.store.quick import Overtaken, QuickPostgresql, QuickSqlite
from viae.table.transaction import TableTransaction

pytestmark = pytest.mark.anyio
PAIR = people("me", "me:Ben")


async def begun(site: Site, **plan: Any) -> tuple[Somebody, str]:
    livia = await site.guest("Livia")
    made = await livia.new_table(**{"seats": PAIR, "start": True, "shuffle": False, **plan})
    return livia, made["table"]["id"]


async def rows(site: Site, table: str) -> list[str]:
    wanted = select(Entry.text).where(Entry.game == table).order_by(Entry.number)
    async with site.server.db.read() as connection:
        return list((await connection.execute(wanted)).scalars())


async def attempt(site: Site, table: str, person: str, text: str) -> None:
    """Write a row without a lock."""
    async with site.server.store.attempt(table, person) as transaction:
        transaction.add_entry(text, person, new_key())
        transaction.tell({"kind": "entries", "at": 0.0, "entries": []})


def forbid_locks(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.asynccontextmanager
    async def locked(*_arguments: object) -> AsyncIterator[TableTransaction]:
        raise AssertionError("under the lock")
        yield

    monkeypatch.setattr(site.server.store, "transaction", locked)


async def test_an_entry_needs_no_lock(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    livia, table = await begun(site)
    with monkeypatch.context() as patch:
        forbid_locks(site, patch)
        await livia.play(table, "play prefect", number=0)
        await livia.play(table, "produce italia", number=1)
    kept = await site.server.store.look(table)
    site.server.store.forget(table)
    read = await site.server.store.look(table)
    assert kept.row == read.row
    assert kept.game is not None
    assert read.game is not None
    assert kept.game.entries == read.game.entries == await rows(site, table)
    news = await site.server.store.news_after(table, 0, 100)
    assert [one.number for one in news] == list(range(1, read.row.news + 1))


async def test_one_round_trip_for_an_entry(new_database: Callable[[str], str]) -> None:
    async with open_site(new_database("postgresql")) as site:
        livia, table = await begun(site)
        writer = site.server.store.quick
        assert isinstance(writer, QuickPostgresql)
        writer._size = 1  # it opens its connections with the first entry
        await livia.play(table, "play prefect", number=0)
        assert writer._pool is not None
        said: list[str] = []
        async with writer._pool.acquire() as connection:
            connection.get_settings()
            held = connection._con
            held.add_query_logger(lambda record: said.append(record.query))
        await site.server.play.post(table, livia.id, 1, "produce italia", new_key())
        assert len(said) == 1
        assert said[0].startswith("WITH changed AS")


async def test_a_row_that_changed_meanwhile_is_not_written_over(site: Site) -> None:
    livia, table = await begun(site)
    async with site.server.db.write() as connection:  # as another process does it
        await connection.execute(update(Table).values(version=Table.version + 1))
    with pytest.raises(Overtaken):
        await attempt(site, table, livia.id, "0: play prefect")
    assert await rows(site, table) == []
    await livia.play(table, "play prefect", number=0)  # then it is done under the lock
    assert await rows(site, table) == ["0: play prefect"]


async def test_two_posts_of_one_decision(site: Site) -> None:
    livia, table = await begun(site)
    play = site.server.play
    tries = [play.post(table, livia.id, 0, "play prefect", new_key()) for _ in range(5)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, tuple) for one in done) == 1
    assert {type(one).__name__ for one in done} == {"tuple", "Stale"}
    assert await rows(site, table) == ["0: play prefect"]


async def test_keys(site: Site) -> None:
    livia, table = await begun(site)
    key = new_key()
    first = await livia.play(table, "play prefect", number=0, key=key)
    again = await livia.play(table, "play prefect", number=0, key=key)
    assert again["number"] == first["number"] == 0
    # The same key for another decision: the database refuses it, and nothing is written.
    refused = await livia.play(table, "produce italia", number=1, key=key, status=409)
    assert refused["error"]["code"] == "turn.key-reused"
    assert await rows(site, table) == ["0: play prefect"]
    await livia.play(table, "produce italia", number=1)


async def test_a_clock_that_other_processes_moved_on(new_database: Callable[[str], str]) -> None:
    """A process that was suspended may not play with a clock that is behind."""
    async with open_site(new_database("postgresql")) as site:
        clock = {"kind": "turn", "seconds": 600}
        livia, table = await begun(site, clock=clock)
        await livia.play(table, "play prefect", number=0)
        async with site.server.db.write() as connection:
            await connection.execute(write_fact(site.server.db, "uptime", "4000.0 0.0"))
        with pytest.raises(Overtaken):
            await attempt(site, table, livia.id, "0: produce italia")
        await livia.play(table, "produce italia", number=1)
        assert (await site.server.store.look(table)).row.deadline > 4000  # type: ignore[operator]


async def test_the_bot_that_is_next_is_written_with_the_entry(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    livia, table = await begun(site, seats=people("me", "random"))
    forbid_locks(site, monkeypatch)
    await livia.play(table, "play prefect", number=0)
    await livia.play(table, "produce italia", number=1)
    async with site.server.db.read() as connection:
        (turn,) = (await connection.execute(select(BotTurn))).all()
    assert (turn.game, turn.number, turn.seat, turn.bot) == (table, 2, 1, "random")
    game = (await site.server.store.look(table)).game
    assert game is not None
    codes = [game.legal()[0]]
    assert await site.server.play.bot_plays(table, 2, 1, codes)
    async with site.server.db.read() as connection:
        left = (await connection.execute(select(BotTurn.number))).scalars().all()
    assert left in ([], [3])


async def test_the_notification_is_written_with_the_entry(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
    made = await livia.new_table(seats=people("me", "open"), shuffle=False)
    table = made["table"]["id"]
    await marcus.post(f"/api/tables/{table}/sit", {})
    await livia.post(f"/api/tables/{table}/start", {})
    way = {"kind": "webhook", "form": "plain", "address": "https://example.org", "digest": "d"}
    async with site.server.db.write() as connection:
        await connection.execute(
            insert(Channel).values(
                id="c", person=marcus.id, keys={}, name="hook", created=0.0, **way
            )
        )
    forbid_locks(site, monkeypatch)
    wanted = select(Delivery.subject, Delivery.kind, Delivery.number)
    for number, entry in enumerate(("play prefect", "produce italia")):
        async with site.server.db.read() as connection:
            assert (await connection.execute(wanted)).all() == []
        await site.server.play.post(table, livia.id, number, entry, new_key())
    async with site.server.db.read() as connection:
        assert [*(await connection.execute(wanted)).all()] == [(table, "turn", 2)]


async def test_posts_are_written_together(sqlite_site: Site) -> None:
    sat = [await begun(sqlite_site) for _ in range(8)]
    writer = sqlite_site.server.store.quick
    assert isinstance(writer, QuickSqlite)
    before = writer.commits
    play = sqlite_site.server.play
    posts = [play.post(table, one.id, 0, "play prefect", new_key()) for one, table in sat]
    await asyncio.gather(*posts)
    assert writer.commits - before <= 2
    for _, table in sat:
        assert await rows(sqlite_site, table) == ["0: play prefect"]


async def test_one_that_fails_leaves_the_others_alone(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    sat = [await begun(sqlite_site) for _ in range(3)]
    whole = quick.written

    def fail(value: object) -> str | None:
        if b"mercator" in orjson.dumps(value):
            raise ValueError("this one cannot be written")
        return whole(value)

    monkeypatch.setattr(quick, "written", fail)
    play = sqlite_site.server.play
    entries = ["play prefect", "play mercator", "play prefect"]
    posts = [
        play.post(table, one.id, 0, entry, new_key())
        for (one, table), entry in zip(sat, entries, strict=True)
    ]
    await asyncio.gather(*posts)  # the one that failed was done under the lock
    for (_, table), entry in zip(sat, entries, strict=True):
        assert await rows(sqlite_site, table) == [f"0: {entry}"]


async def test_a_commit_that_fails_is_told_to_all(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    livia, table = await begun(sqlite_site)
    store = sqlite_site.server.store

    async def full(_work: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(quick, "in_thread", full)
        with pytest.raises(OSError, match="full"):
            await attempt(sqlite_site, table, livia.id, "0: play prefect")
    assert (await store.look(table)).row.number == 0
    assert await rows(sqlite_site, table) == []
    await livia.play(table, "play prefect", number=0)


async def test_another_process_follows_without_reading(
    new_database: Callable[[str], str],
) -> None:
    database = new_database("postgresql")
    async with open_site(database) as here, open_site(database) as there:
        livia, table = await begun(here)
        before = await there.server.store.look(table)
        made, _ = await here.server.play.post(table, livia.id, 0, "play prefect", new_key())
        told = orjson.loads(orjson.dumps(made.change))
        after = there.server.store.follow(table, told)
        assert after is not None
        assert before.game is not None
        assert before.game.rows == 0
        there.server.store.forget(table)
        read = await there.server.store.look(table)
        assert after.row == read.row
        assert after.game is not None
        assert read.game is not None
        assert after.game.entries == read.game.entries
        # What does not follow on what is known is read from the database instead.
        assert there.server.store.follow(table, told) is None
