"""Ratings: who wins rises, who leaves comes last, teams together, hot-seat games not at all."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from tests.server.kit import Site
from viae.server.store.models import Rating
from viae.server.store.rows import SeatRow, TableRow
from viae.server.store.transaction import TableSnapshot
from viae.server.tables.ratings import is_rated, ranks, rate
from viae.table.terms import TableTerms
from viae.table.types import Result

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


async def test_ratings_move_and_are_listed_after_five_games(site: Site) -> None:
    livia, marcus = await site.nobody().register("Livia"), await site.guest("Marcus")
    game = table(sat(livia.id, marcus.id, "bot:random"), result(3, 2, 1, winner=0))
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
