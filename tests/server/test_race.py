"""Races: twenty answers to one decision, and exactly one counts."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.kit import Site, new_key, people
from tests.server.serving import live, serving

pytestmark = pytest.mark.anyio
POSTS = 20
ENTRIES = ["play prefect", "play mercator", "play architect", "play senator"]


async def test_of_twenty_posts_one_wins(site: Site) -> None:
    livia = await site.guest("Livia")
    made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    table = made["table"]["id"]
    path = f"/api/tables/{table}/entries"

    async def post(number: int) -> str:
        body = {"number": 0, "entry": ENTRIES[number % 4], "key": new_key()}
        answer = await livia.ask("POST", path, body)
        return "won" if answer.status_code == 200 else str(answer.json()["error"]["kind"])

    results = Counter(await asyncio.gather(*(post(number) for number in range(POSTS))))
    assert results == {"won": 1, "stale": POSTS - 1}
    assert (await livia.view(table))["game"]["number"] == 1


async def test_of_twenty_equal_posts_one_plays_and_all_are_acknowledged(site: Site) -> None:
    livia = await site.guest("Livia")
    made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    path = f"/api/tables/{made['table']['id']}/entries"
    body = {"number": 0, "entry": "play prefect", "key": new_key()}
    answers = await asyncio.gather(*(livia.ask("POST", path, body) for _ in range(POSTS)))
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["number"] for answer in answers} == {0}
    assert {answer.json()["view"]["game"]["number"] for answer in answers} == {1}


async def test_of_twenty_people_two_get_the_last_two_seats(site: Site) -> None:
    host = await site.guest("Host")
    made = await host.new_table(seats=people("me", "open", "open"))
    path = f"/api/tables/{made['table']['id']}/sit"
    crowd = [await site.guest(f"Guest {number}") for number in range(8)]
    answers = await asyncio.gather(*(one.ask("POST", path, {}) for one in crowd))
    assert Counter(answer.status_code for answer in answers) == {200: 2, 409: 6}


async def test_of_twenty_creations_with_one_key_one_makes_a_table(site: Site) -> None:
    livia = await site.guest("Livia")
    body: dict[str, Any] = {"seats": people("me", "open"), "key": new_key()}
    answers = await asyncio.gather(*(livia.ask("POST", "/api/tables", body) for _ in range(8)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len((await livia.get("/api/me/tables"))["tables"]) == 1
    again = await livia.new_table(**body)
    made = [answer.json()["table"]["id"] for answer in answers if answer.status_code == 201]
    assert {again["table"]["id"]} == set(made)


async def test_two_servers_on_one_postgresql_agree(new_database: Callable[[str], str]) -> None:
    database = new_database("postgresql")
    with serving(database, bots=0) as one, serving(database, bots=0) as two:
        livia = await one.guest("Livia")
        over_there = two.somebody()
        over_there.client.cookies.set("viae", livia.client.cookies["viae"])
        over_there.csrf, over_there.id = livia.csrf, livia.id
        made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
        table = made["table"]["id"]
        path = f"/api/tables/{table}/entries"
        async with live(two.url, over_there) as socket, live(one.url, livia) as near:
            for spot in (socket, near):
                await spot.say(type="watch", table=table)
                await spot.hear_until("watching")
            number = 0
            for _ in range(3):

                async def post(index: int, number: int = number) -> int:
                    who = (livia, over_there)[index % 2]
                    view = await who.view(table)
                    legal = [one["entry"] for one in view["you"]["legal"]]
                    entry = legal[index % len(legal)]
                    body = {"number": number, "entry": entry, "key": new_key()}
                    answer = await who.ask("POST", path, body)
                    if answer.status_code != 200:
                        assert answer.json()["error"]["kind"] in ("stale", "illegal")
                    return answer.status_code

                results = Counter(await asyncio.gather(*(post(n) for n in range(POSTS))))
                assert results[200] == 1, results
                for spot in (socket, near):
                    news = await spot.hear_until("news")
                    assert news["news"]["kind"] == "entries"
                    number = news["view"]["game"]["number"]
            mine = (await livia.view(table))["game"]
            theirs = (await over_there.view(table))["game"]
            assert mine == theirs
            assert mine["number"] == number
        # Who is there is known on both sides.
        async with live(one.url, livia) as near:
            await near.say(type="watch", table=table)
            other = await two.guest("Watcher")
            async with live(two.url, other) as far:
                await far.say(type="watch", table=table)
                here = sorted([livia.id, other.id])
                assert await near.hear_until("presence", people=here)
