"""The forms of requests and answers, as the OpenAPI document shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from viae.server.people.text import (
    EntryText,
    Key,
    Name,
    OneOf,
    Password,
    Words,
    check_document,
)

Strict = ConfigDict(extra="forbid")
Number = Field(ge=0, le=10_000_000)

# Requests


class GuestName(BaseModel):
    """A guest: a name is enough."""

    model_config = Strict
    name: Name


class Credentials(BaseModel):
    """The name of an account and its password."""

    model_config = Strict
    name: Name
    password: Password


class Changes(BaseModel):
    """What to change about oneself."""

    model_config = Strict
    name: Name | None = None
    old_password: str | None = Field(default=None, max_length=200)
    password: Password | None = None


class LinkKey(BaseModel):
    """What the link of a table carries."""

    model_config = Strict
    key: str = Field(max_length=64)


class SeatNumber(BaseModel):
    """A seat; without one, any that is free."""

    model_config = Strict
    seat: int | None = Field(default=None, ge=0, le=5)


class Filling(BaseModel):
    """The bot for seats that are still open when the game starts."""

    model_config = Strict
    fill: str | None = Field(default=None, max_length=80)


class Post(BaseModel):
    """An entry: which decision it answers, and a key that is new for each post."""

    model_config = Strict
    number: int = Number
    entry: EntryText
    key: Key


class UndoPost(BaseModel):
    """An undo: the number as in the view; back to how many entries (one less if left out)."""

    model_config = Strict
    number: int = Number
    to: int | None = Field(default=None, ge=0, le=10_000_000)
    key: Key


class Proposal(BaseModel):
    """A proposal to the others: back to so many entries."""

    model_config = Strict
    number: int = Number
    to: int = Number


class Answer(BaseModel):
    """Yes or no to a proposal."""

    model_config = Strict
    accept: bool


class Preview(BaseModel):
    """Entries to try out, one after the other, without playing them."""

    model_config = Strict
    number: int = Number
    entries: list[EntryText] = Field(max_length=40)


class Resignation(BaseModel):
    """Which seat is given up (all of one's own if left out), and to which bot."""

    model_config = Strict
    seat: int | None = Field(default=None, ge=0, le=5)
    bot: str | None = Field(default=None, max_length=80)


class Speech(BaseModel):
    """Something said at a table."""

    model_config = Strict
    text: Words
    key: Key | None = None


class Import(BaseModel):
    """A record or a position to look into; `upto` takes only the first entries of a record."""

    model_config = Strict
    document: dict[str, Any]
    board_file: dict[str, Any] | None = None
    upto: int | None = Field(default=None, ge=0, le=1_000_000)
    chance: Annotated[Literal["auto", "manual"], OneOf()] = "auto"

    @model_validator(mode="after")
    def _can_be_kept(self) -> Import:
        check_document(self.document)
        check_document(self.board_file)
        return self


# Answers


class PersonOut(BaseModel):
    """Somebody."""

    id: str
    name: str
    account: bool = Field(description="False for a guest.")


class SessionOut(BaseModel):
    """Who one is; `csrf` goes into the header `X-Viae-Csrf` of whatever changes something."""

    person: PersonOut | None
    csrf: str | None


class ReasonOut(BaseModel):
    """Why something is not possible: a code with its values, and an English sentence."""

    code: str
    rule: str = Field(description="The number of the rule, or empty.")
    values: dict[str, object]
    message: str = Field(description="In English, for programmers.")


class ErrorBody(ReasonOut):
    """What went wrong, and more where it helps; `kind` is the class of the error."""

    model_config = ConfigDict(extra="allow")
    kind: str
    faults: list[ReasonOut] | None = Field(default=None, description="Each fault of a document.")
    legal: list[str] | None = Field(default=None, description="What could be played instead.")
    number: int | None = Field(default=None, description="Of the present decision.")
    after: float | None = Field(default=None, description="Seconds until it may be tried again.")


class ErrorOut(BaseModel):
    """Every refusal looks like this."""

    error: ErrorBody


class SeatOut(BaseModel):
    """A seat of a table."""

    seat: int
    kind: Literal["open", "invited", "person", "bot"]
    person: str | None
    name: str | None
    bot: str | None
    stand_in: str | None = Field(description="The bot that plays for somebody who left.")
    left: Literal["resigned", "time"] | None


class ClockOut(BaseModel):
    """A clock; times are seconds since 1970."""

    kind: Literal["none", "turn", "player", "days"]
    seconds: int | None = None
    increment: int | None = None
    seat: int | None = Field(default=None, description="Whose time runs.")
    since: float | None = None
    deadline: float | None = None
    banks: list[float] | None = None


class ProposalOut(BaseModel):
    """A proposal to go back."""

    to: int
    by: str
    accepted: list[str]
    asked: list[str]


class ResultOut(BaseModel):
    """The result as a record has it."""

    scores: list[int]
    winner: int
    gods: list[dict[str, int]]
    teams: list[int] | None = None


class TableOut(BaseModel):
    """A table."""

    id: str
    name: str
    kind: Literal["play", "analysis"]
    status: Literal["open", "running", "finished", "abandoned", "closed"]
    host: str
    visibility: Literal["public", "link"]
    board: str
    board_file: str | None
    variant: str
    options: dict[str, bool | str]
    players: int
    pace: Literal["none", "live", "days"]
    clock: ClockOut
    live_score: bool
    open_hands: bool
    shuffle: bool
    rated: bool
    seats: list[SeatOut]
    actor: int | None
    number: int = Field(description="Of the decision that waits: what a post answers.")
    news: int = Field(description="Of the latest live message.")
    proposal: ProposalOut | None
    result: ResultOut | None
    rematch: str | None
    created: float
    started: float | None
    finished: float | None
    key: str | None = Field(default=None, description="Of the link, for those who sit here.")


class Colonist(BaseModel):
    """A colonist on the board; `at` is a city or, with a tilde in its id, a path."""

    kind: Literal["land", "sea"]
    at: str


class GodOut(BaseModel):
    """Points of one god and the cards that count for it."""

    points: int
    cards: int


class PlayerOut(BaseModel):
    """What everybody sees of a player."""

    seat: int
    coins: int
    goods: dict[str, int]
    room: int
    houses: list[str]
    houses_left: int
    colonists: list[Colonist]
    waiting: dict[str, int]
    hand: int = Field(description="How many cards.")
    pile: int
    top: str | None
    magnus: bool
    concordia: bool
    team: int | None = None
    partner: int | None = None
    purse: int | None = None
    copied_by: list[int] | None = None
    cards: dict[str, list[str]] | None = Field(default=None, description="With open hands.")
    points: int | None = Field(default=None, description="Where points are shown.")
    gods: dict[str, GodOut] | None = None


class CityOut(BaseModel):
    """A city: houses by seat, in the order of building; what the next house costs."""

    good: str
    houses: list[int]
    coins: int
    goods: dict[str, int]


class MarkerOut(BaseModel):
    """The marker of a province."""

    good: str
    coins: int
    side: Literal["goods", "coins"]


class OfferOut(BaseModel):
    """A position of the display; `card` is null where it was taken in this turn."""

    position: int
    card: str | None
    cost: dict[str, int]
    surcharge: list[str]


class TurnOut(BaseModel):
    """The turn: its number and whose it is; `begins` before its first entry."""

    number: int
    seat: int
    begins: bool


class DecisionOut(BaseModel):
    """What is asked; further fields depend on the kind, as the protocol page lists them."""

    model_config = ConfigDict(extra="allow")
    kind: str
    seat: int | None = None
    rule: str | None = None
    asks: str | None = None
    part: Literal["partner", "store"] | None = None


class GameOut(BaseModel):
    """What everybody sees of a game."""

    number: int
    entries: int
    turn: TurnOut
    actor: int | Literal["*"] | None
    over: bool
    decision: DecisionOut
    players: list[PlayerOut]
    cities: dict[str, CityOut]
    markers: dict[str, MarkerOut]
    display: list[OfferOut]
    unseen: dict[str, list[str]]
    magnus: int
    magnus_used: bool
    concordia: int | None
    last_turns: int | None
    collectable: int
    last_card: dict[str, Any] | None = None
    teams: list[int] | None = None
    scored: list[int | None] | None = None
    result: ResultOut | None = None


class ChangeOut(BaseModel):
    """What an entry does to a purse and a store."""

    seat: int
    coins: int
    goods: dict[str, int]


class CostOut(BaseModel):
    """What the seat that decides pays; `lent` are coins of the partner."""

    coins: int
    lent: int
    goods: dict[str, int]


class GainOut(BaseModel):
    """What the seat that decides gets."""

    coins: int
    goods: dict[str, int]


class ChoiceOut(BaseModel):
    """A legal entry; ids and figures depend on its kind, as the protocol page lists them."""

    model_config = ConfigDict(extra="allow")
    entry: str
    kind: str
    changes: list[ChangeOut]
    cost: CostOut
    gain: GainOut
    points: dict[str, int] | None = None
    ends_turn: bool
    reveals: bool = Field(description="Chance follows: there is no way back without the others.")


class BlockedOut(BaseModel):
    """Something that cannot be done now, and why."""

    model_config = ConfigDict(extra="allow")
    kind: str
    code: str
    rule: str
    values: dict[str, object]


class OwnOut(BaseModel):
    """One's own cards at a seat."""

    hand: list[str]
    pile: list[str]


class YouOut(BaseModel):
    """What is for one's own eyes."""

    person: str | None
    seats: list[int]
    decides: bool
    own: dict[str, OwnOut]
    legal: list[ChoiceOut]
    blocked: list[BlockedOut]
    undo: int | None = Field(description="How far one can go back alone.")
    propose: bool
    answer: bool = Field(description="A proposal waits for one's answer.")


class ViewOut(BaseModel):
    """The whole view of somebody."""

    table: TableOut
    game: GameOut | None
    you: YouOut


class PlayedOut(BaseModel):
    """An acknowledged post: the number of its row, and the view after it."""

    number: int
    view: ViewOut


class PreviewOut(BaseModel):
    """What would be after some entries."""

    entries: list[dict[str, Any]]
    changes: list[ChangeOut]
    points: dict[str, int] | None = None
    game: GameOut
    legal: list[ChoiceOut]


class TablesOut(BaseModel):
    """Tables."""

    tables: list[TableOut]


class HistoryOut(BaseModel):
    """Entries that count, with their parts and what each changed."""

    entries: list[dict[str, Any]]
    total: int


class MomentsOut(BaseModel):
    """Views of past moments: after so many entries each."""

    moments: list[GameOut]
    total: int


class SaidOut(BaseModel):
    """Something that was said."""

    number: int
    text: str
    name: str
    seat: int | None
    at: float


class ChatOut(BaseModel):
    """What was said last, oldest first."""

    messages: list[SaidOut]


class SpokenOut(BaseModel):
    """The number of one's own message."""

    number: int


class RatingOut(BaseModel):
    """A rating."""

    variant: str
    kind: Literal["person", "bot"]
    id: str
    rating: float
    mu: float
    sigma: float
    games: int
    name: str | None = None


class ProfileOut(BaseModel):
    """Somebody's ratings and latest public games."""

    person: PersonOut
    ratings: list[RatingOut]
    games: list[dict[str, Any]]


class LeaderboardOut(BaseModel):
    """The strongest of a variant."""

    variant: str
    ratings: list[RatingOut]


class CatalogueOut(BaseModel):
    """Everything that can be chosen for a table, and the figures of cards and goods."""

    version: str
    boards: list[dict[str, Any]]
    variants: dict[str, list[int]]
    options: dict[str, list[bool | str]]
    defaults: dict[str, bool | str]
    bots: list[dict[str, Any]]
    goods: list[dict[str, Any]]
    cards: dict[str, dict[str, Any]]
    surcharges: dict[str, list[list[str]]]
    clocks: list[str]
