"""A server with many tables: nobody's page goes through all of them.

What is counted are the steps of SQLite's machine, which do not depend on the speed of this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event, insert

from tests.server.kit import Site, Somebody, people
from viae.server.store.models import Entry, News, Person, Rating, Seat, Table

pytestmark = pytest.mark.anyio
MANY = 600  # tables; somebody sits at each third
NEWS = 40  # of each
FEW = 100_000  # steps; to compare each table with each seat of somebody takes six times as many
STEP = 100  # are counted at once


class Steps:
    """The steps that all connections to a database have made."""

    def __init__(self) -> None:
        self.made = 0

    def count(self) -> int:
        self.made += STEP
        return 0


@pytest.fixture
def steps(sqlite_site: Site) -> Iterator[Steps]:
    found = Steps()
    pool = sqlite_site.server.db.engine.sync_engine

    def watch(connection: Any, *_rest: object) -> None:
        connection.set_progress_handler(found.count, STEP)

    event.listen(pool, "checkout", watch)
    yield found
    event.remove(pool, "checkout", watch)


async def fill(site: Site, livia: Somebody) -> None:
    """Many finished games of many people; Livia played in some of them."""
    marcus = await site.guest("Marcus")
    made = (await marcus.new_table(seats=people("me", "open")))["table"]["id"]
    row = (await site.server.store.look(made)).row
    result = {"scores": [9, 8], "winner": 0, "gods": []}
    others = [f"person{number}" for number in range(MANY)]
    tables = [f"table{number}" for number in range(MANY)]
    rows: dict[Any, list[dict[str, Any]]] = {
        Person: [
            {"id": one, "name": one, "account": one, "created": 0.0, "bot": False} for one in others
        ],
        Table: [
            {
                **{name: getattr(row, name) for name in row.__slots__ if name != "proposal"},
                "id": one,
                "status": "finished",
                "finished": 1.0,
                "result": result,
            }
            for one in tables
        ],
        Seat: [
            {"table_id": one, "seat": seat, "kind": "person", "name": "x", "person": sits}
            for number, one in enumerate(tables)
            for seat, sits in enumerate((others[number] if number % 3 else livia.id, others[-1]))
        ],
        News: [
            {"table_id": one, "number": number, "kind": "closed", "body": {}, "at": 0.0}
            for one in tables
            for number in range(NEWS)
        ],
        Entry: [
            {"game": one, "number": number, "text": "x", "person": others[0], "at": 0.0}
            for one in tables
            for number in range(NEWS)
        ],
        Rating: [
            {
                "variant": "concordia",
                "who": f"person:{one}",
                "mu": 25.0,
                "sigma": 8.0,
                "ordinal": 0.0,
                "games": 1,
            }
            for one in others
        ],
    }
    async with site.server.db.write() as connection:
        for model, found in rows.items():
            await connection.execute(insert(model), found)


async def test_no_page_goes_through_all_tables(sqlite_site: Site, steps: Steps) -> None:
    livia = await sqlite_site.guest("Livia")
    await fill(sqlite_site, livia)
    for path in (
        "/api/me/tables",
        "/api/me/turns",
        f"/api/people/{livia.id}",
        "/api/leaderboard",
        "/api/ladder",
        "/api/tables?status=finished",
    ):
        steps.made = 0
        await livia.get(path)
        assert steps.made < FEW, path


async def test_who_has_done_little_is_exported_and_deleted_with_little_work(
    sqlite_site: Site, steps: Steps
) -> None:
    await fill(sqlite_site, await sqlite_site.guest("Livia"))
    guest = await sqlite_site.guest("Gaius")
    for method, path in (("GET", "/api/me/export"), ("POST", "/api/me/delete")):
        steps.made = 0
        answer = await guest.ask(method, path, {} if method == "POST" else None)
        assert answer.status_code == 200
        assert steps.made < 20_000, path
