"""The branches of study tables: kept with the table, changed by whoever sits there."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from viae.server.store.models import StudyTree
from viae.server.store.transaction import TableStore
from viae.table.errors import Conflict, Forbidden
from viae.table.shapes import TreeView
from viae.table.transaction import TableSnapshot
from viae.table.tree import read_tree
from viae.table.views import begun


class Trees:
    """Reads and writes the trees."""

    def __init__(self, store: TableStore) -> None:
        self.store = store

    async def get(self, table: TableSnapshot) -> TreeView:
        """The tree of a table; empty if it has none."""
        wanted = select(StudyTree.version, StudyTree.tree).where(StudyTree.table == table.id)
        async with self.store.db.read() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            return {"version": 0, "tree": []}
        return {"version": row.version, "tree": row.tree}

    async def put(self, table: TableSnapshot, person: str, version: int, tree: Any) -> TreeView:
        """Write the tree that follows the one of this version; Conflict if it is not the last."""
        if not table.study:
            raise Conflict("study.only")
        if not table.seats_of(person):
            raise Forbidden("table.no-seat")
        checked = read_tree(begun(table).progress, tree)
        values: dict[str, object] = {"version": version + 1, "tree": checked, "at": time.time()}
        try:
            async with self.store.db.write() as connection:
                if version == 0:
                    added = insert(StudyTree).values(table_id=table.id, **values)
                    await connection.execute(added)
                    return {"version": 1, "tree": checked}
                there = (StudyTree.table == table.id) & (StudyTree.version == version)
                changed = await connection.execute(update(StudyTree).where(there).values(**values))
                if changed.rowcount:
                    return {"version": version + 1, "tree": checked}
        except IntegrityError:
            pass
        raise Conflict("study.changed")
