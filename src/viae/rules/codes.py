"""Codes: every entry of the notation as one integer, verb above, operands below.

The engine lists and applies codes; `viae.rules.notation` turns them into words and back.
"""

from typing import Final

PLAY: Final = 0
MOVE: Final = 1
BUILD: Final = 2
PRODUCE: Final = 3
COLLECT: Final = 4
SELL: Final = 5
BUY: Final = 6
CASH: Final = 7
SETTLE: Final = 8
PURCHASE: Final = 9
COPY: Final = 10
REPEAT: Final = 11
SUGGEST: Final = 12
KEEP: Final = 13
DONE: Final = 14
REVEAL: Final = 15

SHIFT: Final = 28
OPERANDS: Final = (1 << SHIFT) - 1

LAND: Final = 0
SEA: Final = 1

COLLECT_CODE: Final = COLLECT << SHIFT
CASH_CODE: Final = CASH << SHIFT
DONE_CODE: Final = DONE << SHIFT


def play(card: int, side: int) -> int:
    """Play a card; `side` is the role chosen of a double card, else 0."""
    return PLAY << SHIFT | side << 8 | card


def move(kind: int, start: int, path: int) -> int:
    """Move a colonist from a place (city, or number of cities + path) onto a path."""
    return MOVE << SHIFT | kind << 20 | start << 10 | path


def build(city: int) -> int:
    """Build a house."""
    return BUILD << SHIFT | city


def produce(province: int) -> int:
    """Let a province produce."""
    return PRODUCE << SHIFT | province


def sell(number: int, kind: int) -> int:
    """Sell goods to the bank."""
    return SELL << SHIFT | number << 3 | kind


def buy(number: int, kind: int) -> int:
    """Buy goods from the bank."""
    return BUY << SHIFT | number << 3 | kind


def settle(kind: int, city: int) -> int:
    """Place a colonist of a kind in a city."""
    return SETTLE << SHIFT | kind << 10 | city


def purchase(card: int, paid_with: int) -> int:
    """Purchase a card; `paid_with` is the good given for "any", or -1."""
    return PURCHASE << SHIFT | (paid_with + 1) << 8 | card


def copy(seat: int, side: int) -> int:
    """Copy the top card of a seat's pile."""
    return COPY << SHIFT | side << 3 | seat


def repeat(side: int) -> int:
    """Repeat the card below."""
    return REPEAT << SHIFT | side


def suggest(card: int) -> int:
    """Suggest a card of the partner's hand."""
    return SUGGEST << SHIFT | card


def keep(goods: int) -> int:
    """Take these goods of a batch that does not fit."""
    return KEEP << SHIFT | goods


def reveal(card: int) -> int:
    """Chance draws a card to the display."""
    return REVEAL << SHIFT | card
