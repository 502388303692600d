"""The news of a table: what happened, as it is stored and as live messages carry it."""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Annotated, Literal, NotRequired

from viae.table.shapes import Left, RatingChange, SeatKind
from viae.table.typed import TypedDict
from viae.table.types.basics import ByKind
from viae.table.types.game import Result
from viae.table.types.history import HistoryItem


class Happened(TypedDict):
    """When something happened, in seconds since 1970."""

    at: float


class StartedNews(Happened):
    """The game started; `seats` are the names at the seats."""

    kind: Literal["started"]
    seats: list[str]


class EntriesNews(Happened):
    """Entries were played or taken back."""

    kind: Literal["entries"]
    entries: list[HistoryItem]


class ChatNews(Happened):
    """A chat message; `seat` is null for spectators."""

    kind: Literal["chat"]
    text: str
    name: str
    seat: int | None


class SeatNews(Happened):
    """A seat changed: before the start `sits` and `name`, after it `left` and `stand_in`."""

    kind: Literal["seats"]
    seat: int
    sits: NotRequired[SeatKind]
    name: NotRequired[str | None]
    left: NotRequired[Left | None]
    stand_in: NotRequired[str | None]


class HostNews(Happened):
    """The table has another host, who sits at `seat`."""

    kind: Literal["host"]
    seat: int


class ProposalNews(Happened):
    """The seat `by` proposes to go back to the first `to` entries."""

    kind: Literal["proposal"]
    to: int
    by: int


class AnswerNews(Happened):
    """A seat answered a proposal."""

    kind: Literal["answer"]
    seat: int
    accept: bool
    to: int


class FinishedNews(Happened):
    """The game ended."""

    kind: Literal["finished"]
    result: Result


class RatedNews(Happened):
    """The game was rated."""

    kind: Literal["rated"]
    ratings: list[RatingChange]


class RematchNews(Happened):
    """There is a rematch at another table."""

    kind: Literal["rematch"]
    table: str


class PlainNews(Happened):
    """All players have left, or the host closed the table."""

    kind: Literal["abandoned", "closed"]


News = Annotated[
    StartedNews
    | EntriesNews
    | ChatNews
    | SeatNews
    | HostNews
    | ProposalNews
    | AnswerNews
    | FinishedNews
    | RatedNews
    | RematchNews
    | PlainNews,
    ByKind(),
]
