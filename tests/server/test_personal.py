"""Plans and notes: seen by nobody else, played when the turn comes, kept with the reason if not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text, update

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody
from tests.server.test_notifications import play_turn, table_of_two
from viae.server.store.models import Entry, Personal
from viae.server.tables import personal as pages

pytestmark = pytest.mark.anyio


@pytest.fixture
async def two(sqlite_site: Site) -> tuple[Somebody, Somebody, str]:
    host, other = await sqlite_site.guest("Host"), await sqlite_site.guest("Livia")
    return host, other, await table_of_two(host, other)


async def plan_of_a_turn(person: Somebody, table: str) -> list[str]:
    """A turn that nothing the others do can make illegal."""
    plan = ["play tribune"]
    while True:
        tried = await person.post(f"/api/tables/{table}/plan/preview", {"entries": plan})
        if not tried["legal"]:
            return plan
        plan.append(tried["legal"][0]["entry"])


async def personal_until(person: Somebody, table: str, **wanted: Any) -> Any:
    """What is kept, once it has these values."""
    while True:
        found = await person.get(f"/api/tables/{table}/personal")
        if all(found[name] == value for name, value in wanted.items()):
            return found
        await asyncio.sleep(0.01)


async def test_a_plan_is_played_when_the_turn_comes(two: tuple[Somebody, Somebody, str]) -> None:
    host, other, table = two
    before = await other.view(table)
    plan = await plan_of_a_turn(other, table)
    assert len(plan) > 1
    kept = await other.put(f"/api/tables/{table}/personal", {"plan": plan})
    assert kept == {"notes": "", "plan": plan, "fault": None, "notify": None}
    after = await other.view(table)
    assert (after["game"], after["you"]) == (before["game"], before["you"])  # nobody sees it
    assert (await host.get(f"/api/tables/{table}/personal"))["plan"] is None
    await play_turn(host, table)
    await personal_until(other, table, plan=None)
    history = (await host.get(f"/api/tables/{table}/history"))["entries"]
    hers = [one["entry"] for one in history if one["actor"] == 1]
    assert hers == plan


async def test_a_plan_that_is_not_legal_is_kept_with_the_reason(
    two: tuple[Somebody, Somebody, str],
) -> None:
    host, other, table = two
    plan = ["play prefect", "build roma"]
    await other.put(f"/api/tables/{table}/personal", {"plan": plan})
    await play_turn(host, table)
    while (found := await other.get(f"/api/tables/{table}/personal"))["fault"] is None:
        await asyncio.sleep(0.01)
    assert found["plan"] == plan
    assert found["fault"]["code"]
    view = await other.view(table)
    assert view["you"]["decides"]
    history = (await other.get(f"/api/tables/{table}/history"))["entries"]
    assert not [one for one in history if one["actor"] == 1]  # nothing of it was played
    kept = await other.put(f"/api/tables/{table}/personal", {"plan": None})
    assert (kept["plan"], kept["fault"]) == (None, None)


async def test_a_plan_sent_in_ones_own_turn_is_played_at_once(
    two: tuple[Somebody, Somebody, str],
) -> None:
    host, _, table = two
    plan = await plan_of_a_turn(host, table)
    await host.put(f"/api/tables/{table}/personal", {"plan": plan[:1]})
    await personal_until(host, table, plan=None)
    view = await host.view(table)
    assert view["you"]["decides"]  # the rest of the turn
    assert view["game"]["entries"] == 1


async def test_a_plan_made_in_the_middle_of_a_turn_is_for_the_next_one(
    two: tuple[Somebody, Somebody, str],
) -> None:
    host, other, table = two
    await host.play(table, "play prefect")
    plan = ["play tribune"]
    await host.put(f"/api/tables/{table}/personal", {"plan": plan})
    await play_turn(host, table)
    assert (await host.get(f"/api/tables/{table}/personal"))["plan"] == plan
    await play_turn(other, table)
    await personal_until(host, table, plan=None)
    history = (await host.get(f"/api/tables/{table}/history"))["entries"]
    assert history[-1]["entry"] == plan[0]


async def test_a_plan_is_found_again_after_a_crash(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LOOK", 0.02)
    host, other = await sqlite_site.guest("Host"), await sqlite_site.guest("Livia")
    table = await table_of_two(host, other)
    plan = await plan_of_a_turn(other, table)
    await other.put(f"/api/tables/{table}/personal", {"plan": plan})
    sqlite_site.server.personal._planned.clear()  # as after a restart
    await play_turn(host, table)
    await personal_until(other, table, plan=None)


async def test_a_plan_from_before_a_crash_is_found_however_busy_it_is(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LOOK", 0.02)
    host, other = await sqlite_site.guest("Host"), await sqlite_site.guest("Livia")
    table, busy = await table_of_two(host, other), await table_of_two(host, other)
    await other.put(f"/api/tables/{table}/personal", {"plan": await plan_of_a_turn(other, table)})
    personal = sqlite_site.server.personal
    personal._planned.clear()  # as after a restart

    async def play_elsewhere() -> None:
        while True:
            personal._come.add(busy)
            personal._news.set()
            await asyncio.sleep(0.001)

    playing = asyncio.create_task(play_elsewhere())
    await play_turn(host, table)
    await personal_until(other, table, plan=None)
    playing.cancel()


async def test_a_damaged_table_stops_no_other_plan(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LOOK", 0.02)
    host, other = await sqlite_site.guest("Host"), await sqlite_site.guest("Livia")
    table, damaged = await table_of_two(host, other), await table_of_two(host, other)
    await play_turn(host, damaged)
    server = sqlite_site.server
    async with server.db.write() as connection:
        row = update(Entry).where(Entry.game == damaged)
        await connection.execute(row.values(text="0: play nothing"))
    server.store.forget(damaged)

    async def due() -> list[str]:
        return [damaged, table]

    monkeypatch.setattr(server.personal, "_due", due)
    await other.put(f"/api/tables/{table}/personal", {"plan": await plan_of_a_turn(other, table)})
    server.personal._planned.clear()
    await play_turn(host, table)
    await personal_until(other, table, plan=None)


async def test_a_plan_that_is_being_taken_back_is_not_played(
    new_database: Callable[[str], str],
) -> None:
    async with open_site(new_database("postgresql")) as site:
        host, other = await site.guest("Host"), await site.guest("Livia")
        table = await table_of_two(host, other)
        path = f"/api/tables/{table}/personal"
        await other.put(path, {"plan": await plan_of_a_turn(other, table)})
        personal, db = site.server.personal, site.server.db
        personal._planned.clear()
        waits = text("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
        async with db.write() as connection:
            mine = Personal.person == other.id
            await connection.execute(update(Personal).where(mine).values(plan=None))
            await play_turn(host, table)
            playing = asyncio.create_task(personal._play(table))
            while not (await connection.execute(waits)).scalar_one():
                await asyncio.sleep(0.01)
        await playing
        assert (await other.view(table))["you"]["decides"]
        history = (await other.get(f"/api/tables/{table}/history"))["entries"]
        assert not [one for one in history if one["actor"] == 1]


async def test_what_is_no_plan_is_refused(two: tuple[Somebody, Somebody, str]) -> None:
    _, other, table = two
    path = f"/api/tables/{table}/personal"
    refused = await other.put(path, {"plan": ["dance"]}, 400)
    assert refused["error"]["kind"]
    await other.put(path, {"plan": ["play prefect"] * 41}, 422)
    await other.post(f"/api/tables/{table}/plan/preview", {"entries": ["build roma"]}, 409)
    await other.post(f"/api/tables/{table}/plan/preview", {"entries": [], "seat": 0}, 403)


async def test_notes_are_ones_own(two: tuple[Somebody, Somebody, str]) -> None:
    host, other, table = two
    path = f"/api/tables/{table}/personal"
    assert (await host.put(path, {"notes": "wine!\n<b>"}))["notes"] == "wine!\n<b>"
    assert (await host.put(path, {"notify": "off"}))["notes"] == "wine!\n<b>"
    assert (await other.get(path))["notes"] == ""
    assert (await host.put(path, {"notify": None}))["notify"] is None
    await host.put(path, {"notes": "x" * 10_001}, 422)
    export = await host.get("/api/me/export")
    assert export["personal"][0]["notes"] == "wine!\n<b>"
