"""Ratings: who wins rises, who leaves comes last, teams together, hot-seat games not at all."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import insert

from tests.server.kit import Site
from viae.server.store.models import Rating
from viae.server.store.transaction import SeatRow, TableSnapshot
from viae.server.tables.ratings import is_rated, ranks, rate
from viae.table.terms import TableTerms

pytestmark = pytest.mark.anyio


def table(
    seats: list[SeatRow], result: dict[str, Any], variant: str = "concordia"
) -> TableSnapshot:
    row = {
        "kind": "play",
        "variant": variant,
        "plan": TableTerms(rated=True).to_json(),
        "result": result,
    }
    return TableSnapshot("t", row, seats)


def sat(*names: str) -> list[SeatRow]:
    return [
        SeatRow(seat, "bot", bot=name[4:])
        if name.startswith("bot:")
        else SeatRow(seat, "person", person=name, name=name)
        for seat, name in enumerate(names)
    ]


def test_only_games_of_two_people_with_a_seat_each_are_rated() -> None:
    result = {"scores": [1, 2], "winner": 1}
    assert is_rated(table(sat("a", "b"), result))
    assert is_rated(table(sat("a", "b", "bot:random"), result))
    assert not is_rated(table(sat("a", "a"), result))
    assert not is_rated(table(sat("a", "bot:random"), result))
    unrated = table(sat("a", "b"), result)
    unrated.row["plan"] = TableTerms(rated=False).to_json()
    assert not is_rated(unrated)


def test_who_left_comes_last_and_ties_go_to_the_winner() -> None:
    seats = sat("a", "b", "c")
    assert ranks(table(seats, {}), {"scores": [90, 100, 80], "winner": 1}) == [1, 0, 2]
    assert ranks(table(seats, {}), {"scores": [90, 90, 80], "winner": 1}) == [1, 0, 2]
    seats[1].left = "resigned"
    assert ranks(table(seats, {}), {"scores": [90, 100, 80], "winner": 1}) == [0, 2, 1]
    seats[1].left = None
    assert ranks(table(seats, {}), {"scores": [80, 100, 80], "winner": 1}) == [1, 0, 1]


async def test_ratings_move_and_are_listed_after_five_games(site: Site) -> None:
    livia, marcus = await site.nobody().register("Livia"), await site.guest("Marcus")
    game = table(sat(livia.id, marcus.id, "bot:random"), {"scores": [3, 2, 1], "winner": 0})
    for _ in range(5):
        async with site.server.db.write() as connection:
            changed = await rate(connection, site.server.db.sqlite, game)
    assert changed[0]["after"] > changed[0]["before"]
    assert changed[2]["after"] < changed[2]["before"]
    listed = (await livia.get("/api/leaderboard"))["ratings"]
    # Marcus is a guest; bots are listed with the accounts.
    assert [(one["kind"], one["name"]) for one in listed] == [
        ("person", "Livia"),
        ("bot", "random"),
    ]
    assert [one["games"] for one in listed] == [5, 5]
    assert listed[0]["rating"] > listed[1]["rating"]
    assert (await livia.get("/api/leaderboard?variant=venus"))["ratings"] == []


async def test_partners_are_rated_together(site: Site) -> None:
    seats = sat("a", "b", "c", "d")
    result = {"scores": [1, 50, 90, 2], "teams": [91, 52], "winner": 0}
    game = table(seats, result, "venus-team")
    async with site.server.db.write() as connection:
        changed = await rate(connection, site.server.db.sqlite, game)
        await connection.execute(
            insert(Rating).values(
                variant="x", who="person:z", mu=1.0, sigma=1.0, ordinal=1.0, games=1
            )
        )
    moved = [one["after"] - one["before"] > 0 for one in changed]
    assert moved == [True, False, True, False]
