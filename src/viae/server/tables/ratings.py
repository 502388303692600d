"""Ratings per variant, by openskill's Plackett-Luce model; people and bots are rated alike.

A game is rated if its table says so and at least two people took part, each with one seat. Players
who resigned or ran out of time come last.
"""

from __future__ import annotations

from openskill.models import PlackettLuce
from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.store.models import Rating
from viae.server.store.rows import SeatRow
from viae.server.store.transaction import TableSnapshot
from viae.server.tables.types import RatingChange
from viae.table.types import Result

MODEL = PlackettLuce()


def who(seat: SeatRow) -> str:
    """Under which name a seat is rated."""
    return f"bot:{seat.bot}" if seat.kind == "bot" else f"person:{seat.person}"


def is_rated(table: TableSnapshot) -> bool:
    """Whether the result of this table counts."""
    people = [seat.person for seat in table.seats if seat.kind == "person"]
    return (
        table.terms.rated
        and not table.study
        and len(people) == len(set(people))
        and len(people) >= 2
    )


def ranks(table: TableSnapshot, result: Result) -> list[float]:
    """The rank of each side, 0 for the best; ties as the rules break them, for the winner alone."""
    points = result["teams"] if "teams" in result else result["scores"]
    sides = len(points)
    gone = [
        any(seat.left is not None for seat in table.seats if seat.seat % sides == side)
        for side in range(sides)
    ]
    order = [(gone[side], -points[side], side != result["winner"]) for side in range(sides)]
    better = sorted(set(order))
    return [float(better.index(one)) for one in order]


async def rate(
    connection: AsyncConnection, sqlite: bool, table: TableSnapshot
) -> list[RatingChange]:
    """Rate a finished game; what changed, seat by seat."""
    result = table.row.result
    variant = table.row.variant
    assert result is not None
    places = ranks(table, result)
    sides = len(places)
    names = sorted({who(seat) for seat in table.seats})
    blank = MODEL.rating()
    make = insert_sqlite if sqlite else insert_postgresql
    for name in names:
        new = {"mu": blank.mu, "sigma": blank.sigma, "ordinal": 0.0, "games": 0}
        await connection.execute(
            make(Rating).values(variant=variant, who=name, **new).on_conflict_do_nothing()
        )
    wanted = (
        select(Rating.who, Rating.mu, Rating.sigma, Rating.games)
        .where(Rating.variant == variant, Rating.who.in_(names))
        .order_by(Rating.who)
    )
    if not sqlite:
        wanted = wanted.with_for_update()
    known = {row.who: row for row in (await connection.execute(wanted)).all()}
    teams = [
        [
            MODEL.rating(mu=known[who(seat)].mu, sigma=known[who(seat)].sigma, name=str(seat.seat))
            for seat in table.seats
            if seat.seat % sides == side
        ]
        for side in range(sides)
    ]
    changed: list[RatingChange] = []
    seen: set[str] = set()
    for team in MODEL.rate(teams, ranks=places):
        for rating in team:
            seat = table.seats[int(rating.name or 0)]
            name = who(seat)
            old = known[name]
            changed.append(
                {"seat": seat.seat, "before": round(old.mu, 2), "after": round(rating.mu, 2)}
            )
            if name in seen:  # the same bot at several seats is rated by the first of them
                continue
            seen.add(name)
            await connection.execute(
                update(Rating)
                .where(Rating.variant == variant, Rating.who == name)
                .values(
                    mu=rating.mu,
                    sigma=rating.sigma,
                    ordinal=rating.ordinal(),
                    games=old.games + 1,
                )
            )
    return sorted(changed, key=lambda one: int(one["seat"]))
