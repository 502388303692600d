"""What a host without a server is given: storage, time, random bytes, bots that think elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypedDict

from viae.table.rows import StoredEntry
from viae.table.types.basics import Document


class SavedStart(TypedDict):
    """The start of a game, from which it is restored."""

    game: str
    document: Document
    secret: str


class SavedTable(TypedDict):
    """A table: its columns, its seats and what was said there."""

    id: str
    row: dict[str, Any]
    seats: list[dict[str, Any]]
    chat: list[dict[str, Any]]


class SavedBoard(TypedDict):
    """A board that somebody brought."""

    id: str
    body: Document


class Changes(TypedDict, total=False):
    """What is written in one go. Entries are only ever added: the log is the game."""

    tables: list[SavedTable]
    starts: list[SavedStart]
    entries: list[StoredEntry]
    boards: list[SavedBoard]
    facts: dict[str, Any]


class SavedGame(TypedDict):
    """A game as it was written: its start and the rows of its log in order."""

    start: SavedStart
    entries: list[StoredEntry]


class Thought(TypedDict):
    """A bot's part of a turn to think about; see `viae.table.thinking`."""

    table: str
    number: int
    seat: int
    bot: str
    seed: int
    moment: str


class StorageError(Exception):
    """Storage that cannot be written: `full` if there is no room left."""

    def __init__(self, full: bool) -> None:
        self.full = full
        super().__init__("storage is full" if full else "storage cannot be written")


class Surroundings(Protocol):
    """Everything that a host needs and does not do itself."""

    async def tables(self) -> list[SavedTable]:
        """All tables that were saved."""
        ...

    async def facts(self) -> dict[str, Any]:
        """All facts that were saved."""
        ...

    async def game(self, table: str) -> SavedGame:
        """The game of a table that was saved."""
        ...

    async def board(self, key: str) -> Document | None:
        """A board that was saved."""
        ...

    async def save(self, changes: Changes) -> None:
        """Write all of it or nothing; it is safe when this returns. StorageError if it is not."""
        ...

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    def token(self, size: int) -> bytes:
        """Random bytes."""
        ...

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a live message to the page."""
        ...

    def think(self, thought: Thought) -> None:
        """Let a bot think; the answer goes to `Host.decided`."""
        ...
