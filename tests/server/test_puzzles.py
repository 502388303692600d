"""First answers to puzzles: they count once, move both ratings, and belong to the account."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.kit import Site, Somebody
from tests.server.test_account import PASSWORD, everything
from viae.analysis import puzzles
from viae.analysis.documents import Puzzle
from viae.analysis.puzzles.ratings import START

pytestmark = pytest.mark.anyio


def some(kind: str, count: int = 1) -> list[Puzzle]:
    found = [one for one in puzzles.shipped_puzzles().values() if one["kind"] == kind]
    assert len(found) >= count
    return found[:count]


def best(given: Puzzle) -> list[str]:
    return given["answers"][0]["entries"]


async def ratings(site: Site) -> dict[str, int]:
    site.server.puzzles._ratings = (float("-inf"), {})  # a minute has passed
    found: dict[str, int] = (await site.nobody().get("/api/puzzles/ratings"))["ratings"]
    return found


async def test_the_first_answer_counts_and_moves_both_ratings(site: Site) -> None:
    livia = await site.nobody().register("Livia")
    last, turn = some("last-round")[0], some("best-turn")[0]
    none = {"rating": START, "streak": 0, "best": 0, "scores": {}}
    assert await livia.get("/api/me/puzzles") == none
    assert await ratings(site) == {}

    path = f"/api/puzzles/{last['id']}/answer"
    solved = await livia.post(path, {"entries": best(last)})
    assert (solved["first"], solved["score"], solved["streak"]) == (True, 100, 1)
    assert solved["rating"] == START + solved["change"] > START
    assert solved["puzzle"] < last["rating"]  # easier than the bots found it
    assert await ratings(site) == {last["id"]: solved["puzzle"]}

    again = await livia.post(path, {"entries": []})
    assert (again["first"], again["score"], again["change"]) == (False, 0, 0)
    assert (again["rating"], again["streak"]) == (solved["rating"], 1)
    assert again["puzzle"] == solved["puzzle"]

    # Whoever gives up has not solved it, and the row ends.
    lost = await livia.post(f"/api/puzzles/{turn['id']}/answer", {"entries": []})
    assert (lost["score"], lost["streak"], lost["best"]) == (0, 0, 1)
    assert lost["rating"] < solved["rating"]
    assert lost["puzzle"] > turn["rating"]
    kept = await livia.get("/api/me/puzzles")
    assert kept["scores"] == {last["id"]: 100, turn["id"]: 0}
    assert kept["rating"] == lost["rating"]

    # Another person starts anew, and meets the puzzle as it is now.
    marcus = await site.nobody().register("Marcus")
    found = await marcus.post(path, {"entries": last["answers"][1]["entries"]})
    assert 0 <= found["score"] < 100
    assert found["scores"] == {last["id"]: found["score"]}
    assert found["puzzle"] > solved["puzzle"]


async def test_a_best_turn_is_known_by_what_it_leads_to(sqlite_site: Site) -> None:
    livia = await sqlite_site.nobody().register("Livia")
    turn = some("best-turn")[0]
    found = await livia.post(f"/api/puzzles/{turn['id']}/answer", {"entries": best(turn)})
    assert (found["first"], found["score"]) == (True, 100)


async def test_what_is_no_answer_is_refused(sqlite_site: Site) -> None:
    livia = await sqlite_site.nobody().register("Livia")
    path = f"/api/puzzles/{some('last-round')[0]['id']}/answer"
    for entries in (["play unicorn"], ["play tribune", "play tribune"]):
        refused = await livia.post(path, {"entries": entries}, 422)
        assert refused["error"]["code"] == "puzzle.turn"
    await livia.post(path, {"entries": ["done"] * 81}, 422)
    refused = await livia.post("/api/puzzles/none/answer", {"entries": []}, 404)
    assert refused["error"]["code"] == "puzzle.unknown"
    guest = await sqlite_site.guest("Gaius")
    refused = await guest.post(path, {"entries": []}, 403)
    assert refused["error"]["code"] == "puzzle.account"
    assert (await livia.get("/api/me/puzzles"))["scores"] == {}


async def answer_all(somebody: Somebody, given: list[Puzzle]) -> None:
    posts = [
        somebody.post(f"/api/puzzles/{one['id']}/answer", {"entries": best(one)})
        for one in given * 2  # each of them twice at the same time
    ]
    await asyncio.gather(*posts)


async def test_answers_at_the_same_time_all_count_once(site: Site) -> None:
    livia = await site.nobody().register("Livia")
    given = some("last-round", 4)
    await answer_all(livia, given)
    kept = await livia.get("/api/me/puzzles")
    assert (kept["streak"], kept["best"]) == (4, 4)
    assert kept["scores"] == {one["id"]: 100 for one in given}
    assert len(await ratings(site)) == 4


async def test_answers_are_exported_and_go_with_the_account(site: Site) -> None:
    livia = await site.nobody().register("Livia")
    (given,) = some("last-round")
    await livia.post(f"/api/puzzles/{given['id']}/answer", {"entries": best(given)})
    (exported,) = (await livia.get("/api/me/export"))["puzzles"]
    assert (exported["puzzle"], exported["score"]) == (given["id"], 100)
    assert given["id"] in await everything(site)
    await livia.post("/api/me/delete", {"password": PASSWORD})
    assert given["id"] not in await everything(site)
    assert await ratings(site) == {}
