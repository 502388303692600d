"""Reviews that the server makes, and the branches of study tables."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.kit import Site, Somebody, people
from tests.server.test_tables import golden
from viae.analysis import analyse
from viae.server.analysis.reviews import MOST_WAITING, Claimed, Reviews

pytestmark = pytest.mark.anyio


async def study(somebody: Somebody, upto: int) -> str:
    body = {"document": golden("concordia"), "upto": upto}
    return str((await somebody.post("/api/study", body, 201))["table"]["id"])


async def finished(somebody: Somebody, path: str) -> Any:
    while (found := await somebody.get(path))["status"] == "waiting":
        await asyncio.sleep(0.05)
    return found


async def test_a_review_is_made_once_and_shared(site: Site) -> None:
    livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
    reviews = site.server.reviews = Reviews(site.server.store, 1)
    making = asyncio.create_task(reviews.run())
    try:
        await _made_once(livia, marcus)
    finally:
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)


async def _made_once(livia: Somebody, marcus: Somebody) -> None:
    table = await study(livia, 12)
    path = f"/api/tables/{table}/analysis"
    await livia.get(path, 404)
    asked = await livia.post(path, {"depth": "quick"}, 202)
    assert asked["status"] == "waiting"
    found = await finished(livia, path)
    assert found["status"] == "done"
    review = found["review"]
    record = {**golden("concordia"), "entries": golden("concordia")["entries"][:12]}
    record.pop("result")
    here = analyse(record, nodes=found["nodes"])
    assert [turn["entries"] for turn in review["turns"]] == [
        turn["entries"] for turn in here["turns"]
    ]
    assert review["turns"][0]["after"]["win"] == pytest.approx(
        here["turns"][0]["after"]["win"], abs=1e-3
    )
    # Whoever may see the table sees the same review, and asking again makes no other one.
    key = (await livia.view(table))["table"]["key"]
    assert await marcus.get(path, key=key) == found
    assert await livia.post(path, {"depth": "quick"}, 202) == found


async def test_a_review_can_be_stopped_by_who_asked(site: Site) -> None:
    livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
    reviews = site.server.reviews = Reviews(site.server.store, 1)
    table = await study(livia, 60)
    path = f"/api/tables/{table}/analysis"
    await livia.post(path, {"depth": "deep"}, 202)
    key = (await livia.view(table))["table"]["key"]
    await marcus.post(f"/api/tables/{table}/enter", {"key": key})
    refused = await marcus.ask("DELETE", path)
    assert refused.json()["error"]["code"] == "analysis.not-yours"
    # Before it began nothing is left of it, and it can be asked for again.
    assert (await livia.delete(path))["review"] is None
    await livia.get(path, 404)
    await livia.post(path, {"depth": "deep"}, 202)
    making = asyncio.create_task(reviews.run())
    try:
        while (found := await livia.get(path))["review"] is None:
            await asyncio.sleep(0.05)
        assert found["status"] == "waiting"
        stopped = await livia.delete(path)
        assert stopped["status"] == "done"
        assert found["review"]["nodes"] <= stopped["nodes"] == stopped["review"]["nodes"] < 512
        while reviews._making:
            await asyncio.sleep(0.05)
        assert await livia.get(path) == stopped == await livia.delete(path)
    finally:
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)


async def test_a_game_that_is_played_is_not_analysed(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    seats = people("me", "me:Ben")
    made = await livia.new_table(seats=seats, start=True)
    path = f"/api/tables/{made['table']['id']}/analysis"
    refused = await livia.post(path, {}, 409)
    assert refused["error"]["code"] == "analysis.running"
    await livia.post(path, {"depth": "bottomless"}, 422)


async def test_nobody_fills_the_queue(sqlite_site: Site) -> None:
    sqlite_site.server.reviews.processes = 1
    livia = await sqlite_site.guest("Livia")
    reviews = sqlite_site.server.reviews
    for number in range(MOST_WAITING):
        await reviews._insert(await study(livia, 6 + number), 6 + number, livia.id, 10)
    path = f"/api/tables/{await study(livia, 3)}/analysis"
    refused = await livia.post(path, {}, 409)
    assert refused["error"]["code"] == "analysis.too-many"


async def test_reviews_come_in_fair_order(site: Site) -> None:
    """Whoever asked for many waits longer than those who asked later for their first."""
    livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
    reviews = Reviews(site.server.store, 1)
    for number in range(3):
        await reviews._insert(await study(livia, number), number, livia.id, 10)
    for number in range(2):
        await reviews._insert(await study(marcus, number), number, marcus.id, 10)
    made = []

    async def make(claimed: Claimed) -> None:
        made.append(claimed.person)
        await reviews._write(claimed, waiting=False)

    reviews._stages = make  # type: ignore[method-assign]
    while (claimed := await reviews._claim()) is not None:
        await reviews._make(claimed)
    assert made[:2] == [livia.id, marcus.id]
    assert (made.count(livia.id), made.count(marcus.id)) == (3, 2)
    await reviews.workers.stop()


async def test_a_study_keeps_its_branches(site: Site) -> None:
    livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
    table = await study(livia, 40)
    path = f"/api/tables/{table}/tree"
    assert await livia.get(path) == {"version": 0, "tree": []}
    entries = golden("concordia")["entries"]
    branch = {
        "at": 0,
        "entries": ["0: play  PREFECT"],
        "comment": "instead",
        "marks": [{"kind": "arrow", "at": "roma", "to": "massilia"}],
        "tree": [{"at": 1, "entries": [], "comment": "after it"}],
    }
    saved = await livia.put(path, {"version": 0, "tree": [branch]})
    assert saved["version"] == 1
    assert saved["tree"][0]["entries"] == ["0: play prefect"]
    stale = await livia.put(path, {"version": 0, "tree": []}, 409)
    assert stale["error"]["code"] == "study.changed"
    record = await livia.get(f"/api/tables/{table}/record")
    assert record["entries"] == entries[:40]
    assert record["tree"] == saved["tree"]
    key = (await livia.view(table))["table"]["key"]
    assert await marcus.get(path, key=key) == saved
    await marcus.post(f"/api/tables/{table}/enter", {"key": key})
    await marcus.put(path, {"version": 1, "tree": []}, 403)
    # What is exported can be opened again, branches and all.
    again = await livia.post("/api/study", {"document": record}, 201)
    opened = await livia.get(f"/api/tables/{again['table']['id']}/tree")
    assert opened["tree"] == saved["tree"]


@pytest.mark.parametrize(
    ("branch", "code"),
    [
        ({"at": 0, "entries": ["0: play unicorn"]}, "study.branch"),
        ({"at": 0, "entries": ["1: play prefect"]}, "study.branch"),
        ({"at": 41, "entries": []}, "study.tree"),
        ({"at": 0, "entries": [], "comment": "x" * 2_001}, "study.tree"),
        ({"at": 0, "entries": [], "marks": [{"kind": "arrow", "at": "roma"}]}, "study.tree"),
        ({"at": 0, "entries": [], "colour": "red"}, "study.tree"),
        ({"at": True, "entries": []}, "study.tree"),
        ("branch", "study.tree"),
    ],
)
async def test_a_branch_that_is_none_is_refused(sqlite_site: Site, branch: Any, code: str) -> None:
    livia = await sqlite_site.guest("Livia")
    path = f"/api/tables/{await study(livia, 40)}/tree"
    refused = await livia.put(path, {"version": 0, "tree": [branch]}, 422)
    assert refused["error"]["code"] == code
    assert await livia.get(path) == {"version": 0, "tree": []}


async def test_only_a_study_has_branches(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    made = await livia.new_table(seats=people("me", "me:Ben"), start=True)
    path = f"/api/tables/{made['table']['id']}/tree"
    refused = await livia.put(path, {"version": 0, "tree": []}, 409)
    assert refused["error"]["code"] == "study.only"
