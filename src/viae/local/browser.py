"""A host in a worker of a browser: everything goes to and from JavaScript as a text of JSON.

`web/src/local/host.worker.ts` hands in a `Page` and calls `BrowserHost`, one call after the other.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Mapping
from typing import Any, Protocol

from viae.local.host import Host
from viae.local.surroundings import Changes, SavedGame, SavedTable, StorageError, Thought
from viae.table.types.basics import Document


class Page(Protocol):
    """What the worker gives; texts are JSON."""

    def tables(self) -> Awaitable[str]: ...
    def facts(self) -> Awaitable[str]: ...
    def game(self, table: str) -> Awaitable[str]: ...
    def board(self, key: str) -> Awaitable[str]: ...

    def save(self, changes: str) -> Awaitable[str]:
        """Nothing once it is safe; else "full" or "failed"."""
        ...

    def now(self) -> float: ...
    def token(self, size: int) -> str: ...
    def send(self, message: str) -> object: ...
    def think(self, thought: str) -> object: ...


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class BrowserSurroundings:
    """See `viae.local.surroundings.Surroundings`."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def tables(self) -> list[SavedTable]:
        found: list[SavedTable] = json.loads(await self.page.tables())
        return found

    async def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(await self.page.facts())
        return found

    async def game(self, table: str) -> SavedGame:
        found: SavedGame = json.loads(await self.page.game(table))
        return found

    async def board(self, key: str) -> Document | None:
        found: Document | None = json.loads(await self.page.board(key))
        return found

    async def save(self, changes: Changes) -> None:
        fault = await self.page.save(_text(changes))
        if fault:
            raise StorageError(full=fault == "full")

    def now(self) -> float:
        return self.page.now()

    def token(self, size: int) -> bytes:
        return bytes.fromhex(self.page.token(size))

    def send(self, message: Mapping[str, Any]) -> None:
        self.page.send(_text(message))

    def think(self, thought: Thought) -> None:
        self.page.think(_text(thought))


class BrowserHost:
    """The host as JavaScript calls it."""

    def __init__(self, page: Page) -> None:
        self.host = Host(BrowserSurroundings(page))

    async def open(self) -> None:
        """Read what was saved."""
        await self.host.open()

    async def ask(self, method: str, address: str, body: str) -> str:
        """The answer to a request, `[status, body]`; an empty text is no body."""
        return _text(await self.host.ask(method, address, json.loads(body) if body else None))

    async def hello(self) -> None:
        """The page has connected."""
        self.host.live.hello()

    async def take(self, message: str) -> None:
        """A live message of the page."""
        await self.host.live.take(json.loads(message))

    async def decided(self, table: str, number: int, seat: int, codes: str) -> None:
        """A bot has decided, or failed (an empty text)."""
        await self.host.decided(table, number, seat, json.loads(codes) if codes else None)

    async def tick(self) -> int:
        """Time has passed; how many clocks run."""
        return await self.host.tick()
