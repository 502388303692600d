"""Ratings: who wins rises, who leaves comes last, teams together, hot-seat games not at all."""

from __future__ import annotations

import math
from typing import Any

import pytest
from sqlalchemy import insert

from tests.server.kit import Site
from viae.arena.levels import fit
from viae.bots.levels import TITLES
from viae.bots.ratings import LOWEST, PROVISIONAL, START, fixed_ratings, mean, measured, shown
from viae.server.store.models import Rating
from viae.server.tables.ratings import MODEL, rate
from viae.table.play import is_rated, ranks
from viae.table.ratings import rescaled
from viae.table.rows import SeatRow, TableRow
from viae.table.terms import TableTerms
from viae.table.transaction import TableSnapshot
from viae.table.types.game import Result

pytestmark = pytest.mark.anyio


def result(*scores: int, winner: int, teams: list[int] | None = None) -> Result:
    found: Result = {"scores": list(scores), "winner": winner, "gods": []}
    if teams is not None:
        found["teams"] = teams
    return found


def table(
    seats: list[SeatRow], ended: Result, variant: str = "concordia", rated: bool = True
) -> TableSnapshot:
    row = TableRow(
        id="t",
        name="Table",
        kind="play",
        status="finished",
        host="a",
        visibility="public",
        key="",
        board="imperium",
        variant=variant,
        pace="none",
        players=len(seats),
        plan=TableTerms(variant=variant, rated=rated).to_json(),
        version=0,
        number=0,
        news=0,
        actor=None,
        deadline=None,
        hands=None,
        proposal=None,
        result=ended,
        rematch=None,
        create_key=None,
        created=0.0,
        started=0.0,
        finished=0.0,
    )
    return TableSnapshot("t", row, seats)


def sat(*names: str) -> list[SeatRow]:
    return [
        SeatRow(seat, "bot", bot=name[4:])
        if name.startswith("bot:")
        else SeatRow(seat, "person", person=name, name=name)
        for seat, name in enumerate(names)
    ]


def test_only_games_of_two_people_with_a_seat_each_are_rated() -> None:
    ended = result(1, 2, winner=1)
    assert is_rated(table(sat("a", "b"), ended))
    assert is_rated(table(sat("a", "b", "bot:random"), ended))
    assert not is_rated(table(sat("a", "a"), ended))
    assert not is_rated(table(sat("a", "bot:random"), ended))
    assert not is_rated(table(sat("a", "b"), ended, rated=False))


def test_who_left_comes_last_and_ties_go_to_the_winner() -> None:
    seats = sat("a", "b", "c")
    clear, tied, others = (
        result(90, 100, 80, winner=1),
        result(90, 90, 80, winner=1),
        result(80, 100, 80, winner=1),
    )
    assert ranks(table(seats, clear), clear) == [1, 0, 2]
    assert ranks(table(seats, tied), tied) == [1, 0, 2]
    seats[1].left = "resigned"
    assert ranks(table(seats, clear), clear) == [0, 2, 1]
    seats[1].left = None
    assert ranks(table(seats, others), others) == [1, 0, 1]


async def test_ratings_start_at_1500_and_are_the_same_everywhere(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(measured(), "ratings", {"level-3": 1700, "level-1": 1145})
    livia, marcus = await site.nobody().register("Livia"), await site.guest("Marcus")
    game = table(sat(livia.id, marcus.id, "bot:level-1", "bot:mine"), result(4, 3, 2, 1, winner=0))
    for number in range(PROVISIONAL):
        async with site.server.db.write() as connection:
            changed = await rate(connection, site.server.db.sqlite, game)
        if not number:
            first = changed
            listed = (await livia.get("/api/leaderboard"))["ratings"]
            assert [one["provisional"] for one in listed if one["name"] == "Livia"] == [True]
    # A bot that was measured keeps its rating; one that was not is rated like a person.
    assert [one["seat"] for one in changed] == [0, 1, 3]
    assert [one["before"] for one in first] == [1500, 1500, 1500]
    assert changed[0]["after"] > changed[0]["before"] > 1500
    assert changed[2]["after"] < changed[2]["before"]
    assert not changed[0].get("provisional")
    listed = (await livia.get("/api/leaderboard"))["ratings"]
    assert [one["rating"] for one in listed] == sorted((r["rating"] for r in listed), reverse=True)
    assert min(one["rating"] for one in listed) > 0
    names = [one["name"] for one in listed]
    assert "Marcus" not in names  # a guest
    assert names.count("level-1") == 1
    fixed = {one["id"]: one["rating"] for one in listed if one["fixed"]}
    assert fixed == fixed_ratings()
    mine = next(one for one in listed if one["name"] == "Livia")
    (profile,) = (await livia.get(f"/api/people/{livia.id}"))["ratings"]
    assert mine["rating"] == profile["rating"] == changed[0]["after"]
    assert (await livia.get("/api/me/export"))["ratings"] == [
        {"variant": "concordia", "rating": profile["rating"], "games": PROVISIONAL}
    ]
    others = (await livia.get("/api/leaderboard?variant=venus"))["ratings"]
    assert {one["kind"] for one in others} == {"bot"}


def test_the_scale_is_that_of_chess() -> None:
    assert shown(25.0) == START == 1500
    assert mean(shown(40.0)) == pytest.approx(40.0, abs=0.05)
    assert shown(-100.0) == LOWEST > 0
    strong, even = MODEL.rating(mu=mean(1900), sigma=1e-9), MODEL.rating(mu=mean(1500), sigma=1e-9)
    gap = math.exp((strong.mu - even.mu) / math.sqrt(2 * MODEL.beta**2))
    assert gap == pytest.approx(10.0, rel=1e-3)


def test_news_of_earlier_versions_come_onto_the_scale() -> None:
    body: Any = {"ratings": [{"seat": 0, "before": 25.0, "after": 27.64}]}
    new = rescaled(body)
    assert new == {"ratings": [{"seat": 0, "before": 1500, "after": 1578}]}
    assert rescaled(new) == new


def test_the_ratings_of_the_levels_are_those_of_the_stored_matches() -> None:
    found = fixed_ratings()
    wins: dict[tuple[str, str], float] = {}
    for one in measured()["matches"]:
        wins[one["first"], one["against"]] = one["wins"]
        wins[one["against"], one["first"]] = one["games"] - one["wins"]
    assert (fit(wins) if wins else {}) == found
    assert set(TITLES) <= set(found)
    rated = [found[name] for name in TITLES]
    assert rated == sorted(rated)
    assert found["level-2"] == START


async def test_partners_are_rated_together(site: Site) -> None:
    seats = sat("a", "b", "c", "d")
    ended = result(1, 50, 90, 2, winner=0, teams=[91, 52])
    game = table(seats, ended, "venus-team")
    async with site.server.db.write() as connection:
        changed = await rate(connection, site.server.db.sqlite, game)
        await connection.execute(
            insert(Rating).values(
                variant="x", who="person:z", mu=1.0, sigma=1.0, ordinal=1.0, games=1
            )
        )
    moved = [one["after"] - one["before"] > 0 for one in changed]
    assert moved == [True, False, True, False]
