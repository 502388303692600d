"""The shapes of everything a table shows: views, decisions, choices, history, clocks.

Plain dictionaries, ready for JSON. `kind` says which member of a union it is. The server's
schema, and from it the client's types, are made of these.
"""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypeAlias

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    # Before Python 3.12 pydantic makes schemas only of the TypedDict of typing_extensions, which
    # comes with it. Where there is no pydantic, the standard one does.
    try:
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

from viae.errors import Value

Good: TypeAlias = Literal["brick", "food", "tool", "wine", "cloth"]
Surcharge: TypeAlias = Literal["brick", "food", "tool", "wine", "cloth", "any"]
Colonists: TypeAlias = Literal["land", "sea"]


Document: TypeAlias = dict[str, Any]  # a record or a position, as the notation describes it


class ByKind:
    """Marks a union whose members differ in `kind`, for generators of JSON schemas."""

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, object]:
        """A schema with a discriminator, instead of one that tries every member."""
        members = handler(core)["anyOf"]
        mapping = {}
        for member in members:
            kind = handler.resolve_ref_schema(member)["properties"]["kind"]
            for value in kind.get("enum") or [kind["const"]]:
                mapping[value] = member["$ref"]
        return {"oneOf": members, "discriminator": {"propertyName": "kind", "mapping": mapping}}


class Goods(TypedDict, total=False):
    """Numbers of goods; a good that is left out counts 0."""

    brick: int
    food: int
    tool: int
    wine: int
    cloth: int


# The game as everybody sees it


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


# Entries: the parts of each kind, which choices and the history share


class Price(TypedDict):
    """The price of a card in two parts."""

    cost: Goods
    surcharge: Goods


class PlayEntry(TypedDict):
    """A card is played, a double card as one of its sides."""

    kind: Literal["play"]
    card: str
    side: NotRequired[str]


# `from` and `with` are keywords of Python, so these two are not written as classes.
_Move = TypedDict("_Move", {"from": str})
_Payment = TypedDict("_Payment", {"with": NotRequired[Good]})


class MoveEntry(_Move):
    """A colonist moves."""

    kind: Literal["move"]
    colonist: Colonists
    to: str
    steps: int


class BuildEntry(TypedDict):
    """A house is built."""

    kind: Literal["build"]
    city: str


class ProduceEntry(TypedDict):
    """A province produces."""

    kind: Literal["produce"]
    province: str


class TradeEntry(TypedDict):
    """Goods are sold or bought; `price` is that of one."""

    kind: Literal["sell", "buy"]
    good: Good
    count: int
    price: int


class SettleEntry(TypedDict):
    """A colonist is placed."""

    kind: Literal["settle"]
    colonist: Colonists
    city: str


class PurchaseEntry(_Payment):
    """A card of the display is bought; `with` is the chosen good."""

    kind: Literal["purchase"]
    card: str
    position: int
    price: Price


class CopyEntry(TypedDict):
    """The top card of another seat is copied."""

    kind: Literal["copy"]
    seat: int
    card: str
    side: NotRequired[str]


class RepeatEntry(TypedDict):
    """The card below is repeated."""

    kind: Literal["repeat"]
    card: str
    side: NotRequired[str]


class SuggestEntry(TypedDict):
    """A card is suggested to the partner."""

    kind: Literal["suggest"]
    card: str


class KeepEntry(TypedDict):
    """Goods of a batch are kept."""

    kind: Literal["keep"]
    goods: Goods


class RevealEntry(TypedDict):
    """Chance reveals a card."""

    kind: Literal["reveal"]
    card: str


class PlainEntry(TypedDict):
    """An entry without parts."""

    kind: Literal["collect", "cash", "done"]


Entry: TypeAlias = (
    PlayEntry
    | MoveEntry
    | BuildEntry
    | ProduceEntry
    | TradeEntry
    | SettleEntry
    | PurchaseEntry
    | CopyEntry
    | RepeatEntry
    | SuggestEntry
    | KeepEntry
    | RevealEntry
    | PlainEntry
)


class Change(TypedDict):
    """What an entry does to the purse and the store of a seat."""

    seat: int
    coins: int
    goods: Goods


class Cost(TypedDict):
    """What the seat that decides pays; `lent` are coins of the partner."""

    coins: int
    lent: int
    goods: Goods


class Gain(TypedDict):
    """What the seat that decides gets."""

    coins: int
    goods: Goods


# Choices


class Consequences(TypedDict):
    """What a legal entry would do.

    `points` by seat, where points are shown. After `reveals` there is no way back without the
    others.
    """

    entry: str
    changes: list[Change]
    cost: Cost
    gain: Gain
    points: NotRequired[dict[str, int]]
    ends_turn: bool
    reveals: bool
    ends_game: NotRequired[bool]


class PlayChoice(PlayEntry, Consequences):
    """Play a card."""


class MoveChoice(MoveEntry, Consequences):
    """Move a colonist; `steps_left` are left for the others."""

    steps_left: NotRequired[int]


class BuildChoice(BuildEntry, Consequences):
    """Build a house."""


class ProduceChoice(ProduceEntry, Consequences):
    """Let a province produce."""


class TradeChoice(TradeEntry, Consequences):
    """Sell or buy goods."""


class SettleChoice(SettleEntry, Consequences):
    """Place a colonist."""


class PurchaseChoice(PurchaseEntry, Consequences):
    """Buy a card."""


class CopyChoice(CopyEntry, Consequences):
    """Copy the top card of another seat."""


class RepeatChoice(RepeatEntry, Consequences):
    """Repeat the card below."""


class SuggestChoice(SuggestEntry, Consequences):
    """Suggest a card."""


class KeepChoice(KeepEntry, Consequences):
    """Keep goods."""


class RevealChoice(RevealEntry, Consequences):
    """Name the revealed card."""


class PlainChoice(PlainEntry, Consequences):
    """Collect, take the cash, or be done."""


Choice = Annotated[
    PlayChoice
    | MoveChoice
    | BuildChoice
    | ProduceChoice
    | TradeChoice
    | SettleChoice
    | PurchaseChoice
    | CopyChoice
    | RepeatChoice
    | SuggestChoice
    | KeepChoice
    | RevealChoice
    | PlainChoice,
    ByKind(),
]


# History


class Past(TypedDict):
    """An entry of the log: its number, who made it ("*" is chance), and what it changed.

    `concordia` is the seat that got the Concordia card, where it was given.
    """

    number: int
    actor: int | Literal["*"]
    entry: str
    changes: list[Change]
    concordia: NotRequired[int]
    turn_begins: NotRequired[bool]


class PlayItem(PlayEntry, Past):
    """A card was played."""


class MoveItem(MoveEntry, Past):
    """A colonist moved."""


class BuildItem(BuildEntry, Past):
    """A house was built; `houses` are those in the city after it."""

    houses: int


class ProduceItem(ProduceEntry, Past):
    """A province produced."""


class TradeItem(TradeEntry, Past):
    """Goods were sold or bought."""


class SettleItem(SettleEntry, Past):
    """A colonist was placed."""


class PurchaseItem(PurchaseEntry, Past):
    """A card was bought."""


class CopyItem(CopyEntry, Past):
    """A card was copied."""


class RepeatItem(RepeatEntry, Past):
    """A card was repeated."""


class SuggestItem(SuggestEntry, Past):
    """A card was suggested."""


class KeepItem(KeepEntry, Past):
    """Goods were kept."""


class RevealItem(RevealEntry, Past):
    """A card was revealed."""


class PlainItem(PlainEntry, Past):
    """Coins were collected or taken, or a seat was done."""


class UndoItem(TypedDict):
    """An undo, back to the first `to` entries; `actor` is null if everybody agreed on it."""

    kind: Literal["undo"]
    number: int
    actor: int | None
    entry: str
    to: int


PlayedItem: TypeAlias = (
    PlayItem
    | MoveItem
    | BuildItem
    | ProduceItem
    | TradeItem
    | SettleItem
    | PurchaseItem
    | CopyItem
    | RepeatItem
    | SuggestItem
    | KeepItem
    | RevealItem
    | PlainItem
)
HistoryItem = Annotated[PlayedItem | UndoItem, ByKind()]


# What cannot be done


class Reason(TypedDict):
    """Why something cannot be done: a code of `viae.english`, its rule and its values."""

    code: str
    rule: str
    values: dict[str, Value]


class BlockedCard(Reason):
    """A card in the seat's hand that cannot be played."""

    kind: Literal["play"]
    card: str


class BlockedBuild(Reason):
    """A city next to the seat's colonists where no house can be built."""

    kind: Literal["build"]
    city: str


class BlockedProduce(Reason):
    """A province that cannot produce."""

    kind: Literal["produce"]
    province: str


class BlockedTrade(Reason):
    """A good that cannot be sold or bought at all."""

    kind: Literal["sell", "buy"]
    good: Good


class BlockedSettle(Reason):
    """A kind of colonists that cannot be placed."""

    kind: Literal["settle"]
    colonist: Colonists


class BlockedPurchase(Reason):
    """A card of the display that cannot be bought."""

    kind: Literal["purchase"]
    card: str
    position: int


class BlockedCopy(Reason):
    """A seat that cannot be copied."""

    kind: Literal["copy"]
    seat: int


class BlockedPlain(Reason):
    """Collecting, the cash or a repeat that is not possible."""

    kind: Literal["collect", "cash", "repeat"]


Blocked = Annotated[
    BlockedCard
    | BlockedBuild
    | BlockedProduce
    | BlockedTrade
    | BlockedSettle
    | BlockedPurchase
    | BlockedCopy
    | BlockedPlain,
    ByKind(),
]


class Options(TypedDict):
    """What the deciding seat can do, and what it cannot."""

    legal: list[Choice]
    blocked: list[Blocked]


class OwnView(Options):
    """What only the owner of some seats sees.

    `decides` says whether they are asked now; `own` are their cards by seat; `undo` is how far they
    can go back alone, null if nowhere.
    """

    seats: list[int]
    decides: bool
    own: dict[str, Cards]
    undo: int | None


class Preview(TypedDict):
    """The game after some entries were tried out; `points` if the table shows them."""

    entries: list[HistoryItem]
    changes: list[Change]
    points: NotRequired[dict[str, int]]
    game: GameView
    legal: list[Choice]


# Clocks


ClockKind: TypeAlias = Literal["none", "turn", "player", "days"]


class StoredClock(TypedDict):
    """The state of a clock as it is stored; `before` holds seat, turn and the seconds left."""

    seat: int | None
    turn: int
    since: float
    left: float
    banks: list[float]
    before: list[float] | None


class ClockView(TypedDict):
    """A clock; times are seconds since 1970. With kind `none` there is nothing else."""

    kind: ClockKind
    seconds: NotRequired[int]
    increment: NotRequired[int]
    seat: NotRequired[int | None]
    since: NotRequired[float | None]
    deadline: NotRequired[float | None]
    banks: NotRequired[list[float]]


# Terms


class ClockTerms(TypedDict):
    """What the players agreed on about time."""

    kind: ClockKind
    seconds: int
    increment: int


class StoredTerms(TypedDict):
    """The terms of a table as they are stored."""

    board: str
    board_file: str | None
    variant: str
    options: dict[str, bool | str]
    clock: ClockTerms
    live_score: bool
    open_hands: bool
    shuffle: bool
    rated: bool
    manual_chance: NotRequired[bool]
