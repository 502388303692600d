"""News between processes: what is bundled, and what a process that died could not tell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncpg
import orjson
import pytest
from sqlalchemy import text

from tests.server.kit import people
from tests.server.serving import live, serving
from tests.waiting import HANG, until
from viae.server.live import news
from viae.server.live.news import LARGEST, NewsBus, bundles
from viae.server.store.database import Database

pytestmark = pytest.mark.anyio


def test_bundles_hold_everything_in_order_and_fit() -> None:
    told = [orjson.dumps({"table": f"t{n}", "turns": {"p" * (n % 90): True}}) for n in range(900)]
    found = list(bundles("viae-1", told))
    assert 1 < len(found) < 20
    assert all(len(one.encode()) <= LARGEST for one in found)
    heard = [one for bundle in found for one in orjson.loads(bundle)["news"]]
    assert heard == [orjson.loads(one) for one in told]
    assert list(bundles("viae-1", [])) == []


async def test_news_nobody_told_of_are_found(new_database: Callable[[str], str]) -> None:
    """As when a server dies right after a commit: the rows are there, no notification was sent."""
    database = new_database("postgresql")
    with serving(database, bots=0) as server:
        livia = await server.guest("Livia")
        made = await livia.new_table(seats=people("me", "open"))
        table = made["table"]["id"]
        async with live(server.url, livia) as line:
            await line.say(type="watch", table=table, id=1)
            await line.hear_until("watching")
            await _write_silently(database, table)
            told = await line.hear_until("news")
            assert told["news"]["text"] == "From nowhere"


async def _write_silently(database: str, table: str) -> None:
    connection = await asyncpg.connect(database.replace("+asyncpg", ""))
    try:
        async with connection.transaction():
            number = await connection.fetchval(
                "update tables set news = news + 1 where id = $1 returning news", table
            )
            body = orjson.dumps({"text": "From nowhere", "name": "Marcus", "seat": None}).decode()
            await connection.execute(
                "insert into news (table_id, number, kind, body, at) values ($1, $2, $3, $4, 0)",
                table,
                number,
                "chat",
                body,
            )
    finally:
        await connection.close()


async def test_a_fault_leaves_no_second_ear_behind(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "AGAIN", 0.0)
    db = Database(new_database("postgresql"))
    bus = NewsBus(db, lambda _message: None)
    tell = bus._tell
    faults = [0]

    async def fail(connection: asyncpg.Connection, gone: asyncio.Event) -> None:
        if faults[0] < 3:
            faults[0] += 1
            raise asyncpg.PostgresError("the queue of notifications is full")
        await tell(connection, gone)

    monkeypatch.setattr(bus, "_tell", fail)
    running = asyncio.create_task(bus.run())
    await until(lambda: faults[0] == 3, "it failed three times")
    ears = text("select count(*) from pg_stat_activity where application_name = :name")
    async with asyncio.timeout(HANG):
        while True:
            async with db.read() as connection:
                there = (await connection.execute(ears, {"name": bus.name})).scalar_one()
            if bus.connected.is_set() and there == 1:
                break
            await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await db.close()
