"""People who have not deleted themselves: nothing is written about others any more.

A request may be under way while its user is deleted. Whatever it writes then would stay: the
deletion has looked for what there was.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.store.models import Person
from viae.table.errors import Unknown


async def need_present(connection: AsyncConnection, people: Collection[str | None]) -> None:
    """Refuse, in a transaction that writes about people, if one of them is deleted.

    With PostgreSQL their rows are locked, so that a deletion waits for the end of the transaction;
    with SQLite one transaction writes at a time.
    """
    wanted = {one for one in people if one is not None}
    found = select(Person.id).where(Person.id.in_(wanted), Person.deleted.is_(None))
    locked = found.order_by(Person.id).with_for_update(read=True)
    if wanted - set((await connection.execute(locked)).scalars()):
        raise Unknown("person.unknown")
