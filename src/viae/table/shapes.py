"""The shapes of tables as a host shows them: a table, its seats, and the view of a user.

What is inside a game is in `viae.table.types`. `kind` says which member of a union it is.
"""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Literal, NotRequired, TypeAlias

from viae.errors import Value
from viae.table.typed import TypedDict
from viae.table.types.basics import Branch
from viae.table.types.choices import OwnView
from viae.table.types.game import GameView, Result
from viae.table.types.terms import ClockView

TableKind: TypeAlias = Literal["play", "study"]
Status: TypeAlias = Literal["open", "running", "finished", "abandoned", "closed"]
Visibility: TypeAlias = Literal["public", "link"]
Pace: TypeAlias = Literal["none", "live", "days"]
SeatKind: TypeAlias = Literal["open", "invited", "person", "bot"]
Left: TypeAlias = Literal["resigned", "time", "turn"]


class SeatView(TypedDict):
    """A seat of a table; `stand_in` is the bot that plays for its owner, `left` says why.

    `resigned` is final. With `turn` the time of the owner was up, and the bot plays this one
    turn. With `time` that happened three times in a row, and the bot plays until the owner comes
    back.
    """

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
    hints: bool
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
    """How a game changed the rating of a seat; bots with a fixed rating are left out."""

    seat: int
    before: int
    after: int
    provisional: NotRequired[bool]


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
    bot: NotRequired[bool]  # an outside bot


class TokenView(TypedDict):
    """A token of a bot, without the token itself; `used` is roughly when it was last used."""

    id: str
    name: str
    scopes: list[str]
    created: float
    used: float | None


class SessionView(TypedDict):
    """A browser in which you are signed in; `agent` is what it said of itself."""

    id: str
    agent: str
    created: float
    used: float
    current: bool


class AccountView(TypedDict):
    """An account and how it can be recovered; `mail` says whether this server sends mail.

    `public_name` says whether the files of public games name this person.
    """

    person: UserView
    created: float
    email: str | None
    codes: int
    mail: bool
    public_name: bool


class PlanFault(TypedDict):
    """Why a plan was not played."""

    code: str
    rule: str
    values: dict[str, Value]


class PersonalView(TypedDict):
    """What a user keeps at a table for themselves alone.

    `plan` are entries for the next turn; `fault` says why the latest plan was not played, and then
    `plan` is that one, which is not played by itself any more. `notify` overrides the settings.
    """

    notes: str
    plan: list[str] | None
    fault: PlanFault | None
    notify: Literal["on", "off"] | None


class PersonalGiven(TypedDict, total=False):
    """What a user changes of it; what is left out stays."""

    notes: str
    plan: list[str] | None
    fault: PlanFault | None
    notify: Literal["on", "off"] | None


class RatingView(TypedDict):
    """The rating of a user or a bot in a variant; `name` is given in the leaderboard.

    Ratings start at 1500. One of few games is `provisional`; a bot's may be measured and `fixed`.
    """

    variant: str
    kind: Literal["person", "bot"]
    id: str
    rating: int
    deviation: int
    games: int
    provisional: bool
    fixed: bool
    name: NotRequired[str]


class RatingMoment(TypedDict):
    """What the rating of a user was after a game."""

    variant: str
    at: float
    rating: int


Outcome: TypeAlias = Literal["won", "lost", "resigned", "bot"]


class BotView(TypedDict):
    """An outside bot on the ladder; `playing` is the number of its running games."""

    id: str
    name: str
    playing: int
    rating: RatingView | None


class FinishedGame(TypedDict):
    """A finished game on a profile.

    `outcome` is that of the user: `bot` if a bot had their seat at the end because the time had
    run out. Such a game is no win of theirs, and neither is one that they resigned.
    """

    id: str
    name: str
    board: str
    variant: str
    finished: float
    result: Result
    outcome: Outcome


class Profile(TypedDict):
    """The ratings and the latest public games of a user."""

    person: UserView
    ratings: list[RatingView]
    history: list[RatingMoment]  # oldest first
    games: list[FinishedGame]


class TreeView(TypedDict):
    """The branches of a study table; `version` counts the changes."""

    version: int
    tree: list[Branch]


class BotsState(TypedDict):
    """The bots of a process: its processes, how many run and think, and all turns that wait."""

    processes: int
    running: int
    thinking: int
    waiting: int


class Readiness(TypedDict):
    """What a server that is ready says."""

    status: Literal["ready"]
    bots: BotsState
