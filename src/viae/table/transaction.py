"""One table, what changes it, and what a host has to offer for that.

Everything that happens at a table goes through a `TableTransaction`. It gathers entries, news,
seats and the waiting bot; the host writes them together or not at all. A host is a server with its
database, or a browser with its own storage.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol, TypedDict, Unpack

from viae.rules.figures import Board
from viae.table import clock as clocks
from viae.table.game import TableGame
from viae.table.news import News
from viae.table.rows import (
    NumberedNews,
    SeatRow,
    StoredEntry,
    StoredNews,
    TableChanges,
    TableRow,
    news_body,
)
from viae.table.shapes import Status
from viae.table.terms import TableTerms
from viae.table.terms import from_json as read_terms
from viae.table.types.basics import Document
from viae.table.types.game import GameView


@dataclass(slots=True)
class TableSnapshot:
    """A table as it was read: its columns, its seats and, once it is started, its game."""

    id: str
    row: TableRow
    seats: list[SeatRow]
    game: TableGame | None = None
    public: GameView | None = None  # what everybody sees of the game, once it was needed
    public_json: bytes | None = None  # the same, written
    uptime: float = 0.0  # when it was read, on the scale of the clocks
    change: Change | None = None  # how it followed from the one before, where that is all

    def copy(self, uptime: float) -> TableSnapshot:
        """The same table, to work on: others read the original while nothing is written yet."""
        return TableSnapshot(
            self.id,
            self.row.copy(),
            [replace(one) for one in self.seats],
            self.game.copy() if self.game else None,
            uptime=uptime,
        )

    @property
    def status(self) -> Status:
        return self.row.status

    @property
    def study(self) -> bool:
        return self.row.kind == "study"

    @property
    def terms(self) -> TableTerms:
        """What the players agreed on."""
        return read_terms(self.row.plan, self.study)

    @property
    def clock(self) -> clocks.Clock:
        return self.terms.clock

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a user owns, whether a bot stands in or not."""
        if person is None:
            return []
        return [one.seat for one in self.seats if one.person == person and one.kind == "person"]

    def opened_by(self, key: str | None) -> bool:
        """Whether this is the key of the table's link."""
        given = (key or "").encode("utf-8", "replace")
        return hmac.compare_digest(self.row.key.encode(), given)

    def acting_seats(self, person: str | None) -> list[int]:
        """The seats that a user decides for."""
        if person is None:
            return []
        if self.study:
            return [-1, *range(len(self.seats))] if person == self.row.host else []
        mine = self.seats_of(person)
        return [seat for seat in mine if self.seats[seat].stand_in is None]

    def undo_limit(self, seats: Collection[int]) -> int:
        """How far somebody who decides for these seats can go back without asking anybody.

        As the game says, but not past a turn that a bot played for one of them: it is lost.
        """
        game = self.game
        assert game is not None
        earliest, begun = game.undo_limit(seats), game.progress.turn_at
        lent = clocks.from_json(self.row.hands).lent
        lost = [turn for seat, turn in enumerate(lent) if seat in seats and turn is not None]
        if lost and earliest < begun and game.at(earliest).turns <= max(lost):
            return begun
        return earliest

    def is_open_to(self, person: str) -> bool:
        """Whether a user may see it for what it is and where they sit, links aside."""
        if self.row.visibility == "public" and not self.study:
            return True
        return self.row.host == person or any(one.person == person for one in self.seats)

    def people(self) -> list[str]:
        """Everybody who still decides for a seat, each once; a lost turn changes nothing."""
        found = [one.person for one in self.seats if one.kind == "person" and not one.gone]
        return list(dict.fromkeys(person for person in found if person))


class Change(TypedDict):
    """What a post changed, for others who have the table as it was before in memory."""

    before: list[int]  # rows of entries, rows of news, version
    entries: list[str]
    columns: TableChanges
    news: list[News]


def change_of(before: TableRow, transaction: TableTransaction) -> Change:
    """What a transaction changed; its seats and settings are the same as before."""
    return {
        "before": [before.number, before.news, before.version],
        "entries": [one["text"] for one in transaction.entries],
        "columns": transaction.columns,
        "news": [one.news for one in transaction.written],
    }


class Posted(NamedTuple):
    """A row of the log that was posted with a key."""

    number: int
    text: str


class Account(NamedTuple):
    """An account that can be invited."""

    id: str
    name: str


class Work(Protocol):
    """What a host reads and writes in one go, all of it or nothing."""

    async def hosted(self, person: str) -> int:
        """How many unfinished tables a user hosts."""
        ...

    async def titles(self, person: str) -> set[str]:
        """The names that a new table of a user should not have: their latest, and open ones."""
        ...

    async def account(self, name: str) -> Account | None:
        """The account of this name."""
        ...

    async def board(self, terms: TableTerms) -> Board:
        """The board of a table: built-in or custom."""
        ...

    async def keep_board(self, key: str, body: Document) -> None:
        """Store a board that a user brought."""
        ...

    async def insert(self, row: TableRow, seats: list[SeatRow]) -> None:
        """Write a new table and its seats; Conflict if its key is in use."""
        ...

    async def start(self, table: str, document: Document, secret: bytes) -> None:
        """Write the start of a game, from which it is restored."""
        ...

    async def posted(self, table: str, key: str) -> Posted | None:
        """The row that was posted with this key."""
        ...


@dataclass
class TableTransaction:
    """A table under its lock. Changes are gathered here and written when the block ends."""

    work: Work
    table: TableSnapshot
    now: float
    columns: TableChanges = field(default_factory=TableChanges)
    entries: list[StoredEntry] = field(default_factory=list)
    written: list[NumberedNews] = field(default_factory=list)
    news_rows: list[StoredNews] = field(default_factory=list)
    seats_changed: bool = False
    bot_turn: tuple[int, str] | None = None
    bot_turn_changed: bool = False
    to_wake: set[str] = field(default_factory=set)
    rated: bool = False  # the game has ended and its result counts

    @property
    def uptime(self) -> float:
        """The time on the scale of the clocks."""
        return self.table.uptime

    @property
    def game(self) -> TableGame:
        """The game of a table that is started."""
        assert self.table.game is not None
        return self.table.game

    def set(self, **columns: Unpack[TableChanges]) -> None:
        """Change columns of the table."""
        self.columns.update(columns)
        for name, value in columns.items():
            setattr(self.table.row, name, value)

    def add_entry(self, text: str, person: str | None, key: str | None) -> int:
        """Write a row of the game, made by `game` already; its number."""
        number = self.table.row.number
        self.entries.append(
            {
                "game": self.table.id,
                "number": number,
                "text": text,
                "person": person,
                "key": key,
                "at": self.now,
            }
        )
        self.set(number=number + 1)
        return number

    def tell(self, news: News, person: str | None = None, key: str | None = None) -> int:
        """Add to the news of the table; the number of the message."""
        number = self.table.row.news + 1
        self.news_rows.append(
            {
                "table_id": self.table.id,
                "number": number,
                "kind": news["kind"],
                "body": news_body(news),
                "person": person,
                "key": key,
                "at": news["at"],
            }
        )
        self.written.append(NumberedNews(number, news))
        self.set(news=number)
        return number

    def change_seats(self) -> None:
        """Note that the seats have changed."""
        self.seats_changed = True
        self.set(version=self.table.row.version + 1)

    def wait_for_bot(self, bot: tuple[int, str] | None) -> None:
        """Set the bot that decides next, or None."""
        self.bot_turn = bot
        self.bot_turn_changed = True


class Store(Protocol):
    """All tables of a host."""

    def work(self) -> AbstractAsyncContextManager[Work]:
        """Read and write in one go."""
        ...

    def transaction(
        self, table: str, person: str | None = None
    ) -> AbstractAsyncContextManager[TableTransaction]:
        """Lock a table; if it is for a person, they must be allowed to see it."""
        ...

    async def look(self, table: str) -> TableSnapshot:
        """The table as it is now; only to be read."""
        ...

    async def made_before(self, person: str, key: str) -> str | None:
        """The table that a user made with this key."""
        ...

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    def token(self, size: int) -> bytes:
        """Random bytes that nobody can guess."""
        ...

    def board_key(self, body: Mapping[str, object]) -> str:
        """The id of a board that a user brought; it follows from what the board is."""
        ...


def deciding(table: TableSnapshot) -> str | None:
    """The user for whose decision the game waits, if it waits for one."""
    actor = table.row.actor
    if actor is None or table.status != "running" or table.study:
        return None
    seat = table.seats[actor]
    return seat.person if seat.kind == "person" and not seat.stand_in else None


def turns_of(table: TableSnapshot, wake: set[str]) -> dict[str, bool]:
    """For everybody in `wake`: whether it is their turn at this table."""
    found = deciding(table)
    return {person: person == found for person in wake}
