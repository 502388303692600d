"""Tables: making, finding, sitting down, starting; access; rematch; chat; analysis."""

from __future__ import annotations

import random

import pytest

from tests.server.kit import Site, people

pytestmark = pytest.mark.anyio


async def test_a_guest_makes_a_table_others_sit_down_and_the_host_starts(site: Site) -> None:
    livia = await site.guest("Livia")
    marcus = await site.guest("Marcus")
    made = await livia.new_table(name="Thursday", seats=people("me", "open", "open"))
    table = made["table"]["id"]
    assert made["table"]["status"] == "open"
    assert made["game"] is None
    listed = await marcus.get("/api/tables")
    assert [one["id"] for one in listed["tables"]] == [table]
    seated = await marcus.post(f"/api/tables/{table}/sit", {"seat": 2})
    assert seated["table"]["seats"][2]["name"] == "Marcus"
    refused = await marcus.post(f"/api/tables/{table}/start", {}, 403)
    assert refused["error"]["code"] == "forbidden"
    refused = await livia.post(f"/api/tables/{table}/start", {}, 409)
    assert "nobody sits at 1" in refused["error"]["message"]
    started = await livia.post(f"/api/tables/{table}/start", {"fill": "random"})
    assert started["table"]["status"] == "running"
    assert sorted(one["kind"] for one in started["table"]["seats"]) == ["bot", "person", "person"]
    assert started["game"]["decision"]["kind"] == "play"


async def test_everybody_on_one_screen_plays_a_whole_game(site: Site) -> None:
    anna = await site.guest("Anna")
    made = await anna.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    table = made["table"]["id"]
    choose = random.Random(1)
    view = made
    for _ in range(30):
        played = await anna.play(
            table,
            choose.choice([one["entry"] for one in view["you"]["legal"]]),
            number=view["game"]["number"],
        )
        view = played["view"]
    assert view["you"]["seats"] == [0, 1]
