"""News between processes: what is bundled, and what a process that died could not tell."""

from __future__ import annotations

from collections.abc import Callable

import asyncpg
import orjson
import pytest

from tests.server.kit import people
from tests.server.serving import live, serving
from viae.server.live.news import LARGEST, bundles

pytestmark = pytest.mark.anyio


def test_bundles_hold_everything_in_order_and_fit() -> None:
    news = [orjson.dumps({"table": f"t{n}", "turns": {"p" * (n % 90): True}}) for n in range(900)]
    found = list(bundles("viae-1", news))
    assert 1 < len(found) < 20
    assert all(len(one.encode()) <= LARGEST for one in found)
    told = [one for bundle in found for one in orjson.loads(bundle)["news"]]
    assert told == [orjson.loads(one) for one in news]
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
