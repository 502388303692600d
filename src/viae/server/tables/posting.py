"""Posting on a server: at once where that is possible, else under the lock of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, cast

from viae.table.play import Play
from viae.table.transaction import Store, TableSnapshot, TableTransaction

if TYPE_CHECKING:
    from viae.server.store.transaction import TableStore


class Attempts:
    """A store whose transactions are attempts without a lock."""

    def __init__(self, store: TableStore) -> None:
        self.store = store

    def transaction(
        self, table: str, person: str | None = None
    ) -> AbstractAsyncContextManager[TableTransaction]:
        """Change a table as it is in memory; Overtaken if that cannot be."""
        return self.store.attempt(table, person)


class ServerPlay(Play):
    """Play whose entries are first tried without a lock.

    Whatever comes in between, be it only that the entry is refused, it is done again under the
    lock, and what comes out of that counts.
    """

    def __init__(
        self, store: TableStore, stand_in: str, count: Callable[[str], None] = lambda _way: None
    ) -> None:
        super().__init__(store, stand_in)
        self._count = count
        self._trying = Play(cast("Store", Attempts(store)), stand_in)

    async def post(
        self, table: str, person: str, number: int, entry: str, key: str
    ) -> tuple[TableSnapshot, int]:
        try:
            done = await self._trying.post(table, person, number, entry, key)
        except Exception:  # noqa: BLE001 - as described above
            done = await super().post(table, person, number, entry, key)
            self._count("locked")
        else:
            self._count("quick")
        return done

    async def bot_plays(self, table: str, number: int, seat: int, codes: Sequence[int]) -> bool:
        try:
            return await self._trying.bot_plays(table, number, seat, list(codes))
        except Exception:  # noqa: BLE001 - as described above
            return await super().bot_plays(table, number, seat, list(codes))
