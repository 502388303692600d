"""Statistics of the public finished games."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.kit import Site, Somebody, people
from tests.server.test_play import play_to_the_end
from viae.server.analysis import counting
from viae.server.analysis.statistics import GameStatistics
from viae.server.store.facts import write_fact

pytestmark = pytest.mark.anyio


async def counted(somebody: Somebody, games: int, query: str = "") -> dict[str, object]:
    """The page as soon as it has so many games."""
    while (found := await somebody.get(f"/api/statistics{query}"))["games"] != games:
        await asyncio.sleep(0.05)
    return dict(found)


async def test_public_finished_games_are_counted_once(site: Site) -> None:
    server, livia = site.server, await site.guest("Livia")
    server.statistics = GameStatistics(server.store, again=0.0)
    try:
        assert (await livia.get("/api/statistics"))["shown"] is None
        for visibility in ("public", "link", "public"):
            made = await livia.new_table(
                seats=people("me", "me:Ben"), board="italia", start=True, visibility=visibility
            )
            await play_to_the_end(site, made["table"]["id"], livia)
        found = await counted(livia, 2)
        assert found["groups"] == [
            {"board": "italia", "variant": "concordia", "players": 2, "games": 2}
        ]
        shown = found["shown"]
        assert isinstance(shown, dict)
        assert shown["games"] == 2
        assert shown["first_cards"]
        assert (await livia.get("/api/statistics?players=3"))["shown"] is None
        assert (await livia.get("/api/statistics?board=italia&players=2"))["shown"] == shown
        await livia.get("/api/statistics?variant=chess", 422)
        # Another process reads what was stored, and counts nothing again.
        other = GameStatistics(server.store, again=0.0)
        page = await other.page("", "", 0)
        await other.stop()
        assert page == await server.statistics.page("", "", 0)
    finally:
        await server.statistics.stop()


async def test_sums_of_another_process_are_not_overwritten(sqlite_site: Site) -> None:
    store = sqlite_site.server.store
    statistics = GameStatistics(store)
    assert await statistics._write('[0.0, ""]', '[5.0, "a"]', counting.EMPTY)
    assert not await statistics._write('[0.0, ""]', '[6.0, "b"]', counting.EMPTY)
    async with store.db.write() as connection:
        await connection.execute(write_fact(store.db, "statistics.upto", '[7.0, "c"]'))
    assert await statistics._write('[7.0, "c"]', '[8.0, "d"]', counting.EMPTY)
    await statistics.stop()


async def test_boards_that_do_not_exist_cost_nothing(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    livia, statistics = await sqlite_site.guest("Livia"), sqlite_site.server.statistics
    first = await livia.get("/api/statistics?board=atlantis")
    assert first["shown"] is None
    asked = []
    run = statistics.workers.run

    async def count(*arguments: Any) -> Any:
        asked.append(arguments)
        return await run(*arguments)

    monkeypatch.setattr(statistics.workers, "run", count)
    for number in range(10):
        assert await livia.get(f"/api/statistics?board=atlantis-{number}") == first
    assert asked == []
    assert len(statistics._pages) == 1
