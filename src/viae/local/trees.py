"""The branches of study tables on this device, with comments and marks."""

from __future__ import annotations

from typing import Any

from viae.local.store import LocalStore
from viae.table.errors import Conflict, Forbidden
from viae.table.shapes import TreeView
from viae.table.transaction import TableSnapshot
from viae.table.tree import read_tree
from viae.table.views import begun

FACT = "tree "  # and the id of the table


class LocalTrees:
    """Reads and writes the trees, as the server does."""

    def __init__(self, store: LocalStore) -> None:
        self.store = store
        self.kept: dict[str, TreeView] = {}

    def open(self, facts: dict[str, Any]) -> None:
        """Take what was saved."""
        for name, fact in facts.items():
            if name.startswith(FACT):
                self.kept[name.removeprefix(FACT)] = fact

    def get(self, table: str) -> TreeView:
        """The tree of a table; empty if it has none."""
        return self.kept.get(table, {"version": 0, "tree": []})

    async def put(self, table: TableSnapshot, person: str, version: int, tree: Any) -> TreeView:
        """Write the tree that follows the one of this version; Conflict if it is not the last."""
        if not table.study:
            raise Conflict("study.only")
        if not table.seats_of(person):
            raise Forbidden("table.no-seat")
        checked = read_tree(begun(table).progress, tree)
        if version != self.get(table.id)["version"]:
            raise Conflict("study.changed")
        made: TreeView = {"version": version + 1, "tree": checked}
        await self.store.save({"facts": {FACT + table.id: made}})
        self.kept[table.id] = made
        return made
