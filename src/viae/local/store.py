"""The tables of a device, in memory and in its storage."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from viae.data import board_names, load_board
from viae.data.parse import parse_board
from viae.local.surroundings import Changes, SavedTable, StorageError, Surroundings
from viae.rules.figures import Board
from viae.table.errors import Unavailable, Unknown
from viae.table.game import TableGame
from viae.table.news import ChatNews
from viae.table.rows import NumberedNews, SeatRow, TableRow
from viae.table.terms import TableTerms
from viae.table.transaction import (
    Account,
    Posted,
    TableSnapshot,
    TableTransaction,
)
from viae.table.types.basics import Document

GAP = 12.0  # seconds; after more of them the page was asleep
UNFINISHED = ("open", "running")
WITHOUT_GAME = ("open", "closed")
Listener = Callable[[TableTransaction], None]


class LocalWork:
    """Gathers what is written in one go; see `viae.table.transaction.Work`."""

    def __init__(self, store: LocalStore) -> None:
        self.store = store
        self.changes: Changes = {}
        self.made: list[TableSnapshot] = []
        self.boards: dict[str, Board] = {}

    async def hosted(self, person: str) -> int:
        hosting = [one for one in self.store.kept.values() if one.row.host == person]
        return len([one for one in hosting if one.status in UNFINISHED])

    async def titles(self, person: str) -> set[str]:  # noqa: ARG002 - one person has them all
        return {one.row.name for one in self.store.kept.values()}

    async def account(self, name: str) -> Account | None:  # noqa: ARG002 - there are none here
        return None

    async def board(self, terms: TableTerms) -> Board:
        return await self.store.board(terms)

    async def keep_board(self, key: str, body: Document) -> None:
        self.boards[key] = parse_board(body, "board")
        self.changes["boards"] = [{"id": key, "body": body}]

    async def insert(self, row: TableRow, seats: list[SeatRow]) -> None:
        snapshot = TableSnapshot(row.id, row, seats)
        self.made.append(snapshot)

    async def start(self, table: str, document: Document, secret: bytes) -> None:
        self.changes["starts"] = [{"game": table, "document": document, "secret": secret.hex()}]

    async def posted(self, table: str, key: str) -> Posted | None:
        return self.store.posted.get(table, {}).get(key)


class LocalStore:
    """All tables of this device; see `viae.table.transaction.Store`."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.kept: dict[str, TableSnapshot] = {}
        self.chat: dict[str, list[NumberedNews]] = {}
        self.news: dict[str, list[NumberedNews]] = {}  # since the page was opened
        self.posted: dict[str, dict[str, Posted]] = {}
        self.listeners: list[Listener] = []
        self._boards: dict[str, Board] = {}
        self._uptime = 0.0
        self._counted = around.now()

    @property
    def uptime(self) -> float:
        """The seconds during which a page was open, which is what clocks count."""
        return self._uptime + min(GAP, max(0.0, self.now() - self._counted))

    def count(self, before: float | None = None) -> float:
        """Count the time since it was counted last, or from `before` on; a gap counts nothing."""
        now = self.now()
        if before is not None:
            self._uptime = before
        elif 0 <= now - self._counted <= GAP:
            self._uptime += now - self._counted
        self._counted = now
        return self._uptime

    async def open(self) -> None:
        """Read all tables; their games are read when they are needed."""
        for saved in await self.around.tables():
            snapshot = TableSnapshot(
                saved["id"],
                TableRow(**saved["row"]),
                [SeatRow(**seat) for seat in saved["seats"]],
            )
            self.kept[snapshot.id] = snapshot
            self.chat[snapshot.id] = [NumberedNews(**said) for said in saved["chat"]]

    # Reading

    async def look(self, table: str) -> TableSnapshot:
        """The table as it is now; only to be read."""
        snapshot = self.kept.get(table)
        if snapshot is None:
            raise Unknown("table.unknown")
        snapshot.uptime = self.uptime
        if snapshot.game is None and snapshot.status not in WITHOUT_GAME:
            saved = await self.around.game(table)
            board = await self.board(snapshot.terms)
            snapshot.game = TableGame.restore(
                saved["start"]["document"],
                [one["text"] for one in saved["entries"]],
                snapshot.terms,
                bytes.fromhex(saved["start"]["secret"]),
                board,
            )
            self.posted[table] = {
                one["key"]: Posted(one["number"], one["text"])
                for one in saved["entries"]
                if one["key"]
            }
        return snapshot

    async def board(self, terms: TableTerms) -> Board:
        """The board of a table: built-in or custom."""
        key = terms.board_file
        if key is None:
            assert terms.board in board_names()
            return load_board(terms.board)
        found = await self.own_board(key)
        assert found is not None
        return found

    async def own_board(self, key: str) -> Board | None:
        """A board that somebody brought."""
        if key not in self._boards:
            body = await self.around.board(key)
            if body is None:
                return None
            self._boards[key] = parse_board(body, "board")
        return self._boards[key]

    async def made_before(self, person: str, key: str) -> str | None:
        """The table that was made with this key."""
        for one in self.kept.values():
            if one.row.host == person and one.row.create_key == key:
                return one.id
        return None

    def now(self) -> float:
        """Seconds since 1970."""
        return self.around.now()

    def token(self, size: int) -> bytes:
        """Random bytes."""
        return self.around.token(size)

    def board_key(self, body: Mapping[str, object]) -> str:
        """The id of a board that somebody brought."""
        content = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(content.encode()).hexdigest()[:40]

    # Writing

    @asynccontextmanager
    async def work(self) -> AsyncIterator[LocalWork]:
        """Read and write in one go."""
        work = LocalWork(self)
        yield work
        await self._save(work)

    @asynccontextmanager
    async def transaction(
        self, table: str, person: str | None = None
    ) -> AsyncIterator[TableTransaction]:
        """Change a table: what is done in the block is saved at its end, all or nothing."""
        del person  # everybody on this device sees all its tables
        snapshot = await self.look(table)
        copy = snapshot.copy(self.uptime)
        work = LocalWork(self)
        transaction = TableTransaction(work, copy, self.now())
        yield transaction
        if not transaction.columns:
            return
        if transaction.entries:
            work.changes["entries"] = transaction.entries
        said = [one for one in transaction.written if one.news["kind"] == "chat"]
        await self._save(work, copy, [*self.chat.get(table, []), *said])
        posted = self.posted.setdefault(table, {})
        for entry in transaction.entries:
            if entry["key"]:
                posted[entry["key"]] = Posted(entry["number"], entry["text"])
        self.news.setdefault(table, []).extend(transaction.written)
        for listener in self.listeners:
            listener(transaction)

    async def _save(
        self,
        work: LocalWork,
        changed: TableSnapshot | None = None,
        chat: list[NumberedNews] | None = None,
    ) -> None:
        """Write what was gathered; only then it counts."""
        tables = [saved_table(one, []) for one in work.made]
        if changed is not None:
            tables.append(saved_table(changed, chat or []))
        if tables:
            work.changes["tables"] = tables
        if work.changes:
            await self.save(work.changes)
        self._boards |= work.boards
        for one in work.made:
            self.kept[one.id] = one
        if changed is not None:
            self.kept[changed.id] = changed
            self.chat[changed.id] = chat or []

    async def save(self, changes: Changes) -> None:
        """Write all of it or nothing; Unavailable if the device cannot."""
        try:
            await self.around.save(changes)
        except StorageError as problem:
            code = "storage.full" if problem.full else "storage.failed"
            raise Unavailable(code) from problem


def saved_table(table: TableSnapshot, chat: list[NumberedNews]) -> SavedTable:
    """A table as it is written."""
    return {
        "id": table.id,
        "row": asdict(table.row),
        "seats": [asdict(seat) for seat in table.seats],
        "chat": [asdict(one) for one in chat],
    }


def said_at(store: LocalStore, table: str) -> list[dict[str, Any]]:
    """What was said at a table, oldest first."""
    found = []
    for one in store.chat.get(table, []):
        if one.news["kind"] == "chat":
            news: ChatNews = one.news
            found.append(
                {
                    "number": one.number,
                    "text": news["text"],
                    "name": news["name"],
                    "seat": news["seat"],
                    "at": news["at"],
                }
            )
    return found
