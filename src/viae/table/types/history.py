"""The log of a game: what was played, with what it changed."""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Annotated, Literal, NotRequired, TypeAlias

from viae.table.typed import TypedDict
from viae.table.types.basics import ByKind
from viae.table.types.entries import (
    BuildEntry,
    Change,
    CopyEntry,
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
