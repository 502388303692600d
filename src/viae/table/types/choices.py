"""What a seat can do and what it cannot, with what each choice would do."""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Annotated, Literal, NotRequired

from viae.errors import Value
from viae.table.typed import TypedDict
from viae.table.types.basics import ByKind, Colonists, Good
from viae.table.types.entries import (
    BuildEntry,
    Change,
    CopyEntry,
    Cost,
    Gain,
    KeepEntry,
    MoveEntry,
    PlainEntry,
    PlayEntry,
    ProduceEntry,
    PurchaseEntry,
    RepeatEntry,
    RevealEntry,
    SettleEntry,
    SuggestEntry,
    TradeEntry,
)
from viae.table.types.game import GameView, OwnCards
from viae.table.types.history import HistoryItem


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
    own: dict[str, OwnCards]
    undo: int | None


class Preview(TypedDict):
    """The game after some entries were tried out; `points` if the table shows them."""

    entries: list[HistoryItem]
    changes: list[Change]
    points: NotRequired[dict[str, int]]
    game: GameView
    legal: list[Choice]
