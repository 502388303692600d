"""Ratings per variant, by openskill's Plackett-Luce model.

A game is rated if its table says so and at least two people took part, each with one seat. Players
who resigned or ran out of time come last. Bots of `viae.bots.ratings` keep the rating that was
measured; others are rated like people.
"""

from __future__ import annotations

from openskill.models import PlackettLuce
from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.bots.ratings import PROVISIONAL, SURE, fixed_rating, mean, shown
from viae.server.store.models import Rating
from viae.table.play import ranks
from viae.table.rows import SeatRow
from viae.table.shapes import RatingChange
from viae.table.transaction import TableSnapshot

MODEL = PlackettLuce()


def who(seat: SeatRow) -> str:
    """Under which name a seat is rated."""
    return f"bot:{seat.bot}" if seat.kind == "bot" else f"person:{seat.person}"


async def rate(
    connection: AsyncConnection, sqlite: bool, table: TableSnapshot
) -> list[RatingChange]:
    """Rate a finished game; what changed, seat by seat."""
    result = table.row.result
    variant = table.row.variant
    assert result is not None
    places = ranks(table, result)
    sides = len(places)
    fixed = {
        seat.seat: measured
        for seat in table.seats
        if seat.kind == "bot" and (measured := fixed_rating(seat.bot or "")) is not None
    }
    names = sorted({who(seat) for seat in table.seats if seat.seat not in fixed})
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
            MODEL.rating(mu=mean(fixed[seat.seat]), sigma=SURE, name=str(seat.seat))
            if seat.seat in fixed
            else MODEL.rating(
                mu=known[who(seat)].mu, sigma=known[who(seat)].sigma, name=str(seat.seat)
            )
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
            if seat.seat in fixed:
                continue
            name = who(seat)
            old = known[name]
            changed.append(
                {
                    "seat": seat.seat,
                    "before": shown(old.mu),
                    "after": shown(rating.mu),
                    "provisional": old.games + 1 < PROVISIONAL,
                }
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
