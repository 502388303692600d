"""Entries: the parts of each kind, which choices and the history share."""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Literal, NotRequired, TypeAlias

from viae.table.typed import TypedDict
from viae.table.types.basics import Colonists, Good, Goods


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
