"""Live messages in both directions; `type` says which one it is.

Every message from a client may carry an `id`; the answer to it, `done` or `error`, carries it too.
"""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from viae.server.http.schemas.common import Number, Strict
from viae.server.people.text import EntryText, Key, Words
from viae.table.clock import LONGEST_SHOW
from viae.table.errors import ErrorBody, Fault
from viae.table.news import News
from viae.table.shapes import UserView, View

SAFE = 2**53  # integers up to here are exact in every language
MessageId = Annotated[int, Field(ge=-SAFE, le=SAFE)] | Annotated[str, Field(max_length=64)]
TableName = Annotated[str, Field(max_length=32)]

# From the client


class ClientMessage(BaseModel):
    """What all messages of a client have in common."""

    model_config = Strict
    id: MessageId | None = None


class WatchMessage(ClientMessage):
    """Watch a table; news after this number are sent. A private one needs the key of its link."""

    type: Literal["watch"]
    table: TableName
    key: Annotated[str, Field(max_length=64)] | None = None
    after: int | None = Field(default=None, ge=0, le=1_000_000_000)
    deltas: bool = False


class UnwatchMessage(ClientMessage):
    """Stop watching a table."""

    type: Literal["unwatch"]
    table: TableName


class PlayMessage(ClientMessage):
    """Play an entry."""

    type: Literal["play"]
    table: TableName
    number: int = Number
    entry: EntryText
    key: Key


class UndoMessage(ClientMessage):
    """Take back your own entries."""

    type: Literal["undo"]
    table: TableName
    number: int = Number
    to: int | None = Field(default=None, ge=0, le=10_000_000)
    key: Key


class ShowingMessage(ClientMessage):
    """The page still shows the moves of others, for so many seconds: the clock waits for it."""

    type: Literal["showing"]
    table: TableName
    number: int = Number
    seconds: float = Field(ge=0, le=LONGEST_SHOW, allow_inf_nan=False)


class SayMessage(ClientMessage):
    """Send a chat message."""

    type: Literal["chat"]
    table: TableName
    text: Words
    key: Key | None = None


class PingMessage(ClientMessage):
    """Ask whether the connection is alive."""

    type: Literal["ping"]


LiveRequest = Annotated[
    WatchMessage
    | UnwatchMessage
    | PlayMessage
    | UndoMessage
    | ShowingMessage
    | SayMessage
    | PingMessage,
    Field(discriminator="type"),
]
REQUESTS: TypeAdapter[LiveRequest] = TypeAdapter(LiveRequest)

# From the server


class HelloMessage(TypedDict):
    """The first message: the user of this connection."""

    type: Literal["hello"]
    person: UserView | None


class WatchingMessage(TypedDict):
    """A table is watched from now on; `skipped` if there were too many news to send them all."""

    type: Literal["watching"]
    table: str
    number: int
    skipped: bool
    view: View


class NewsMessage(TypedDict):
    """News of a table; the last of several carries the view.

    Whoever watches with `deltas` gets what changed since the last view instead: `[value]` is a new
    value, an object what changed inside of an object or a list, `[]` in it a key that is gone.
    """

    type: Literal["news"]
    table: str
    number: int
    news: News
    view: NotRequired[View]
    delta: NotRequired[list[Any] | dict[str, object]]


class BehindMessage(TypedDict):
    """The connection was too slow: the news after `after` are skipped; this is the present view."""

    type: Literal["behind"]
    table: str
    after: int
    number: int
    view: View


class PresenceMessage(TypedDict):
    """Who watches a table: ids of users."""

    type: Literal["presence"]
    table: str
    people: list[str]


class TurnMessage(TypedDict):
    """Whether a table waits for your decision, watched or not."""

    type: Literal["turn"]
    table: str
    yours: bool


class DoneMessage(TypedDict):
    """A message was carried out; `number` is that of the entry or of the chat message."""

    type: Literal["done"]
    id: MessageId | None
    number: NotRequired[int]
    pong: NotRequired[Literal[True]]


class ErrorMessage(TypedDict):
    """A message was refused."""

    type: Literal["error"]
    id: MessageId | None
    error: ErrorBody


class GoodbyeMessage(Fault):
    """The server is stopping, and why."""

    type: Literal["goodbye"]


class AnnouncementMessage(TypedDict):
    """A text of the operator, to be shown on all open pages."""

    type: Literal["announcement"]
    text: str


LiveMessage = Annotated[
    HelloMessage
    | WatchingMessage
    | NewsMessage
    | BehindMessage
    | PresenceMessage
    | TurnMessage
    | DoneMessage
    | ErrorMessage
    | GoodbyeMessage
    | AnnouncementMessage,
    Field(discriminator="type"),
]
# Only described, like the answers to requests.
MESSAGES: TypeAdapter[LiveMessage] = TypeAdapter(LiveMessage, config=ConfigDict(defer_build=True))
