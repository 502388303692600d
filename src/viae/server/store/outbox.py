"""The outbox: notifications written in the transaction that makes them true.

There is a row for each way in which a user is notified; `viae.server.notify` delivers it. Whether
the user wants to hear of this table is asked then: here it would hold up every entry.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import String, bindparam, literal, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.store.models import Channel, Delivery
from viae.table.transaction import TableSnapshot, TableTransaction, deciding


async def write_notices(
    connection: AsyncConnection, sqlite: bool, before: TableSnapshot, done: TableTransaction
) -> None:
    """Write what a transaction has to say to users who may be away."""
    after = done.table
    told: list[tuple[str, str]] = []
    person = turn_notice(before, after)
    if person is not None:
        told = [(person, "turn")]
    elif before.status == "running" and after.status == "finished" and not after.study:
        owners = {seat.person for seat in after.seats if seat.person and seat.kind == "person"}
        told = [(one, "ended") for one in sorted(owners)]
    for one, kind in told:
        values = {
            "whose": one,
            "subject": after.id,
            "kind": kind,
            "number": after.row.number,
            "at": done.now,
        }
        await connection.execute(_insert(sqlite), values)


def turn_notice(before: TableSnapshot, after: TableSnapshot) -> str | None:
    """Who is to hear that it is their turn now, and was not before."""
    person = deciding(after)
    return None if person == deciding(before) else person


@cache
def _insert(sqlite: bool) -> Any:
    """The statement that writes a row for each channel of a user, built once."""
    make = insert_sqlite if sqlite else insert_postgresql
    subject = bindparam("subject", type_=String)
    at = bindparam("at", type_=Delivery.at.type)
    found = select(
        Channel.id,
        subject,
        subject,
        bindparam("kind", type_=String),
        bindparam("number", type_=Delivery.number.type),
        at,
        at,
        literal(0),
        literal(0.0, Delivery.at.type),
    ).where(Channel.person == bindparam("whose"))
    columns = ["channel", "subject", "table_id", "kind", "number", "at", "due", "attempts"]
    fresh = make(Delivery).from_select([*columns, "claimed_until"], found)
    # While an earlier one about this table is being delivered its claim stays.
    replaced = {name: fresh.excluded[name] for name in ("kind", "number", "at", "due", "attempts")}
    return fresh.on_conflict_do_update(index_elements=["channel", "subject"], set_=replaced)
