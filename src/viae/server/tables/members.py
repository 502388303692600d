"""Those who came to a table by its link."""

from __future__ import annotations

from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from viae.server.store.models import Member
from viae.server.store.present import need_present
from viae.server.store.transaction import TableStore
from viae.table.transaction import TableSnapshot


class Members:
    """Lets people see private tables."""

    def __init__(self, store: TableStore) -> None:
        self.store = store

    async def enter(self, table: str, person: str, key: str) -> TableSnapshot:
        """Join a table by its link."""
        snapshot = await self.store.look(table)
        if not snapshot.opened_by(key):
            return await self.store.see(table, person)
        make = insert_sqlite if self.store.db.sqlite else insert_postgresql
        async with self.store.db.write() as connection:
            await need_present(connection, [person])
            await connection.execute(
                make(Member).values(table_id=table, person=person).on_conflict_do_nothing()
            )
        return snapshot
