"""The shapes of tables as the server shows them: a table, its seats, and the view of a user.

What is inside a game is in `viae.table.types`. `kind` says which member of a union it is.
"""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from viae.table.types import ClockView, GameView, OwnView, Result

TableKind: TypeAlias = Literal["play", "study"]
Status: TypeAlias = Literal["open", "running", "finished", "abandoned", "closed"]
Visibility: TypeAlias = Literal["public", "link"]
Pace: TypeAlias = Literal["none", "live", "days"]
SeatKind: TypeAlias = Literal["open", "invited", "person", "bot"]
Left: TypeAlias = Literal["resigned", "time"]


class SeatView(TypedDict):
    """A seat of a table; `stand_in` is the bot that plays for somebody who left."""

    seat: int
    kind: SeatKind
    person: str | None
    name: str | None
    bot: str | None
    stand_in: str | None
    left: Left | None


class ProposalView(TypedDict):
    """A proposal to go back to the first `to` entries; all are ids of users."""

    to: int
    by: str
    accepted: list[str]
    asked: list[str]


class TableView(TypedDict):
    """A table.

    `number` is that of the decision that waits, which a post answers; `news` that of the latest
    live message. `key` belongs to the link of the table, for those who sit there.
    """

    id: str
    name: str
    kind: TableKind
    status: Status
    host: str
    visibility: Visibility
    board: str
    board_file: str | None
    variant: str
    options: dict[str, bool | str]
    players: int
    pace: Pace
    clock: ClockView
    live_score: bool
    open_hands: bool
    shuffle: bool
    rated: bool
    seats: list[SeatView]
    actor: int | None
    number: int
    news: int
    proposal: ProposalView | None
    result: Result | None
    rematch: str | None
    created: float
    started: float | None
    finished: float | None
    key: NotRequired[str]


class YouView(OwnView):
    """What only this user sees; `answer` says whether a proposal waits for their answer."""

    person: str | None
    propose: bool
    answer: bool


class View(TypedDict):
    """Everything a user sees of a table; `game` is null before the start."""

    table: TableView
    game: GameView | None
    you: YouView


class RatingChange(TypedDict):
    """How a game changed the rating of a seat."""

    seat: int
    before: float
    after: float


class ChatMessage(TypedDict):
    """A chat message."""

    number: int
    text: str
    name: str
    seat: int | None
    at: float


class UserView(TypedDict):
    """A user; `account` is false for a guest."""

    id: str
    name: str
    account: bool


class RatingView(TypedDict):
    """The rating of a user or a bot in a variant; `name` is given in the leaderboard."""

    variant: str
    kind: Literal["person", "bot"]
    id: str
    rating: float
    mu: float
    sigma: float
    games: int
    name: NotRequired[str]


class FinishedGame(TypedDict):
    """A finished game on a profile."""

    id: str
    name: str
    board: str
    variant: str
    finished: float
    result: Result


class Profile(TypedDict):
    """The ratings and the latest public games of a user."""

    person: UserView
    ratings: list[RatingView]
    games: list[FinishedGame]
