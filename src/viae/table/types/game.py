"""The game as everybody sees it, and what is to be decided."""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Annotated, Literal, NotRequired

from viae.table.typed import TypedDict
from viae.table.types.basics import ByKind, Colonists, Good, Goods, Surcharge


class ColonistView(TypedDict):
    """A colonist on the board; `at` is a city or, with a tilde in its id, a path."""

    kind: Colonists
    at: str


class GodView(TypedDict):
    """The points of one god and how many cards count for it."""

    points: int
    cards: int


class Cards(TypedDict):
    """The cards of a seat."""

    hand: list[str]
    pile: list[str]


class OwnCards(Cards):
    """The cards of your own seat.

    `worth` has what each of them, and each card of the display, scores for the seat now: how many
    points fewer the seat would have without it, or more with it. It is there only where points are
    shown.
    """

    worth: NotRequired[dict[str, int]]


class Waiting(TypedDict):
    """How many colonists of each kind are still in the store."""

    land: int
    sea: int


class PlayerView(TypedDict):
    """What everybody sees of a player.

    `hand` and `pile` are numbers of cards. `team`, `partner`, `purse` and `copied_by` are there in
    team play, `cards` with open hands, `points` and `gods` where points are shown.
    """

    seat: int
    coins: int
    goods: Goods
    room: int
    houses: list[str]
    houses_left: int
    colonists: list[ColonistView]
    waiting: Waiting
    hand: int
    pile: int
    top: str | None
    magnus: bool
    concordia: bool
    team: NotRequired[int]
    partner: NotRequired[int]
    purse: NotRequired[int]
    copied_by: NotRequired[list[int]]
    cards: NotRequired[Cards]
    points: NotRequired[int]
    gods: NotRequired[dict[str, GodView]]


class CityView(TypedDict):
    """A city: its houses by seat, in the order of building; what the next house costs."""

    good: Good
    houses: list[int]
    coins: int
    goods: Goods


class MarkerView(TypedDict):
    """The marker of a province."""

    good: Good
    coins: int
    side: Literal["goods", "coins"]


class OfferView(TypedDict):
    """A position of the display; `card` is null if it was bought in this turn."""

    position: int
    card: str | None
    cost: Goods
    surcharge: list[Surcharge]


class TurnView(TypedDict):
    """The turn: its number and its seat; `begins` is true before its first entry."""

    number: int
    seat: int
    begins: bool


class PlayedCard(TypedDict):
    """The latest card that was played, and by whom."""

    seat: int
    card: str


class Result(TypedDict):
    """Scores, winner and points by god, as a record holds them."""

    scores: list[int]
    winner: int
    gods: list[dict[str, int]]
    teams: NotRequired[list[int]]


# Decisions


class Asked(TypedDict):
    """What a seat has to decide; `part` if it is another seat's turn."""

    seat: int
    rule: str
    asks: str
    part: NotRequired[Literal["partner", "store"]]


class PlayDecision(Asked):
    """A card must be played; `answers` is a proconsul or a legatus of the partner."""

    kind: Literal["play"]
    answers: Literal["proconsul", "legatus"] | None
    suggestion: str | None


class ArchitectDecision(Asked):
    """Colonists move and houses are built; `idle` are the colonists that have not moved."""

    kind: Literal["architect"]
    steps: int
    building: bool
    idle: list[ColonistView]


class MercatorDecision(Asked):
    """Goods are bought and sold."""

    kind: Literal["mercator"]
    traded: list[Good]
    trades_left: int
    income: int


class PurchaseDecision(Asked):
    """Cards of the display are bought."""

    kind: Literal["senator", "consul", "praetor", "proconsul"]
    bought: int
    allowed: int
    surcharge: bool


class ColonistDecision(Asked):
    """Colonists are settled, or the cash is taken."""

    kind: Literal["colonist"]
    settled: int


class MagisterDecision(Asked):
    """The card below is repeated; null if there is none."""

    kind: Literal["magister"]
    card: str | None


class KeepDecision(Asked):
    """A batch of goods does not fit into the store."""

    kind: Literal["keep"]
    batch: Goods
    room: int


class PlainDecision(Asked):
    """A decision that its legal entries describe in full."""

    kind: Literal["tribune", "prefect", "diplomat", "legatus"]


class RevealDecision(TypedDict):
    """Chance reveals a card."""

    kind: Literal["reveal"]
    rule: str
    asks: str


class OverDecision(TypedDict):
    """The game is over."""

    kind: Literal["over"]


Decision = Annotated[
    PlayDecision
    | ArchitectDecision
    | MercatorDecision
    | PurchaseDecision
    | ColonistDecision
    | MagisterDecision
    | KeepDecision
    | PlainDecision
    | RevealDecision
    | OverDecision,
    ByKind(),
]


class GameView(TypedDict):
    """What everybody sees of a game.

    `number` counts the rows of the log, `entries` those that count. `actor` is a seat, "*" for
    chance, null at the end. `teams`, `scored` and `result` are there where they apply.
    """

    number: int
    entries: int
    turn: TurnView
    actor: int | Literal["*"] | None
    over: bool
    decision: Decision
    players: list[PlayerView]
    cities: dict[str, CityView]
    markers: dict[str, MarkerView]
    display: list[OfferView]
    unseen: dict[str, list[str]]
    magnus: int
    magnus_used: bool
    concordia: int | None
    last_turns: int | None
    collectable: int
    last_card: NotRequired[PlayedCard]
    teams: NotRequired[list[int]]
    scored: NotRequired[list[int | None]]
    result: NotRequired[Result]
