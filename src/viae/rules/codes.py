"""Codes: every entry of the notation as one integer, verb above, operands below.

The engine lists and applies codes; `viae.rules.notation` turns them into words and back. The first
half of this module packs entries, the second half unpacks them. Outside `viae.rules` nobody shifts
or masks a code. Inside, the engine's inner loops do so in place: it saves them a call.
"""

from typing import Final

from viae.rules import goods

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

# A code has 32 bits, which arrays of codes count on: four for the verb and 28 for the operands.
# The widest operands are those of `keep`: packed goods, 25 bits for five kinds. A sixth kind would
# not fit.
SHIFT: Final = 28
OPERANDS: Final = (1 << SHIFT) - 1
assert goods.KINDS * goods.FIELD <= SHIFT, "packed goods do not fit into the operands of “keep”"

LAND: Final = 0
SEA: Final = 1

COLLECT_CODE: Final = COLLECT << SHIFT
CASH_CODE: Final = CASH << SHIFT
DONE_CODE: Final = DONE << SHIFT


# Packing


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


def keep(taken: int) -> int:
    """Take these goods, packed, of a batch that does not fit."""
    return KEEP << SHIFT | taken


def reveal(card: int) -> int:
    """Chance draws a card to the display."""
    return REVEAL << SHIFT | card


# Unpacking: which verb an entry has, and the operands of each verb


def verb_of(code: int) -> int:
    """The verb of any entry: `PLAY`, `MOVE` and so on."""
    return code >> SHIFT


def card_of(code: int) -> int:
    """The card of `play`, `purchase`, `suggest` and `reveal`."""
    return code & 255


def play_of(code: int) -> tuple[int, int]:
    """The card of `play`, and the side chosen of a double card, else 0."""
    return code & 255, code >> 8 & 15


def move_of(code: int) -> tuple[int, int, int]:
    """The kind of colonist of `move`, the place where it stands, and the path it moves to.

    A place is a city, or the number of cities + a path of this kind.
    """
    return code >> 20 & 1, code >> 10 & 1023, code & 1023


def city_of(code: int) -> int:
    """The city of `build` and `settle`."""
    return code & 1023


def province_of(code: int) -> int:
    """The province of `produce`."""
    return code & OPERANDS


def trade_of(code: int) -> tuple[int, int]:
    """How many goods `sell` or `buy` trades, and of which kind."""
    return code >> 3 & 31, code & 7


def settle_of(code: int) -> tuple[int, int]:
    """The kind of colonist of `settle`, and the city."""
    return code >> 10 & 1, code & 1023


def purchase_of(code: int) -> tuple[int, int]:
    """The card of `purchase`, and the good given for "any", or -1."""
    return code & 255, (code >> 8 & 7) - 1


def copy_of(code: int) -> tuple[int, int]:
    """The seat of `copy`, and the side chosen of a double card, else 0."""
    return code & 7, code >> 3 & 15


def repeat_of(code: int) -> int:
    """The side of a double card that `repeat` chooses, else 0."""
    return code & 15


def keep_of(code: int) -> int:
    """The goods that `keep` takes, packed."""
    return code & OPERANDS


def side_of(code: int) -> int:
    """The side chosen of a double card by `play`, `copy` or `repeat`; 0 if there is none."""
    verb = code >> SHIFT
    if verb == PLAY:
        return code >> 8 & 15
    if verb == COPY:
        return code >> 3 & 15
    return code & 15 if verb == REPEAT else 0
