"""Rows as they are read and written: a table, its seats, its entries and its news."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TypedDict, cast

from viae.table.news import News
from viae.table.shapes import (
    Left,
    Pace,
    ProposalView,
    SeatKind,
    SeatView,
    Status,
    TableKind,
    Visibility,
)
from viae.table.types.game import Result
from viae.table.types.terms import StoredClock, StoredTerms


@dataclass(slots=True)
class TableRow:
    """The columns of a table, in the order of those of the server's database."""

    id: str
    name: str
    kind: TableKind
    status: Status
    host: str
    visibility: Visibility
    key: str
    board: str
    variant: str
    pace: Pace
    players: int
    plan: StoredTerms
    version: int = 0
    number: int = 0
    news: int = 0
    actor: int | None = None
    deadline: float | None = None
    hands: StoredClock | None = None
    proposal: ProposalView | None = None
    result: Result | None = None
    rematch: str | None = None
    create_key: str | None = None
    created: float = 0.0
    started: float | None = None
    finished: float | None = None

    def copy(self) -> TableRow:
        """The same row, to be changed."""
        return TableRow(*VALUES(self))


COLUMNS = tuple(field.name for field in fields(TableRow))
VALUES = attrgetter(*COLUMNS)


class TableChanges(TypedDict, total=False):
    """Columns of a table that change after it was made."""

    status: Status
    host: str
    plan: StoredTerms
    version: int
    number: int
    news: int
    actor: int | None
    deadline: float | None
    hands: StoredClock | None
    proposal: ProposalView | None
    result: Result | None
    rematch: str | None
    started: float | None
    finished: float | None


@dataclass(slots=True)
class SeatRow:
    """A seat and who sits there."""

    seat: int
    kind: SeatKind
    person: str | None = None
    name: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    left: Left | None = None

    @property
    def gone(self) -> bool:
        """Whether a bot has the seat, not only one turn of it."""
        return self.left in ("resigned", "time")

    @property
    def played_by(self) -> str | None:
        """The bot that decides for this seat; None where a person does."""
        return self.bot if self.kind == "bot" else self.stand_in

    @property
    def shown_name(self) -> str:
        """The name as a record has it."""
        if self.kind == "bot":
            return f"bot:{self.bot}"
        return self.name or ("deleted" if self.kind == "person" else "open")


class StoredSeat(SeatView):
    """A seat as it is written."""

    table_id: str


def seat_view(one: SeatRow) -> SeatView:
    """A seat as it is shown."""
    return {
        "seat": one.seat,
        "kind": one.kind,
        "person": one.person,
        "name": one.name,
        "bot": one.bot,
        "stand_in": one.stand_in,
        "left": one.left,
    }


def seat_rows(table: str, seats: list[SeatRow]) -> list[StoredSeat]:
    """Seats as they are written."""
    return [{"table_id": table, **seat_view(one)} for one in seats]


class StoredEntry(TypedDict):
    """An entry as it is written."""

    game: str
    number: int
    text: str
    person: str | None
    key: str | None
    at: float


class StoredNews(TypedDict):
    """News as they are written: `kind` and `at` have columns of their own, the rest is the body."""

    table_id: str
    number: int
    kind: str
    body: Mapping[str, object]
    person: str | None
    key: str | None
    at: float


def news_body(news: News) -> dict[str, object]:
    """The part of news that has no column of its own."""
    return {name: value for name, value in news.items() if name not in ("kind", "at")}


@dataclass(slots=True)
class NumberedNews:
    """News of a table with their number."""

    number: int
    news: News


def read_news(number: int, kind: str, body: Mapping[str, object], at: float) -> NumberedNews:
    """News as they were written."""
    return NumberedNews(number, cast("News", {"kind": kind, "at": at, **body}))
