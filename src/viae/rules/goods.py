"""Goods: five kinds in price order; what a store holds is packed into one integer.

Each kind has a field of five bits. A store has 12 spaces (R3.1), so a count fits into four of them
and the fifth is a guard: it is borrowed from exactly when a subtraction goes below zero, which
makes "can this be paid" a single subtraction over all five kinds.
"""

from typing import Final

BRICK: Final = 0
FOOD: Final = 1
TOOL: Final = 2
WINE: Final = 3
CLOTH: Final = 4
KINDS: Final = 5

NAMES: Final = ("brick", "food", "tool", "wine", "cloth")
FIELD: Final = 5
FIELD_MASK: Final = 31
GUARD: Final = 0b10000_10000_10000_10000_10000


def unit(kind: int) -> int:
    """One unit of a kind."""
    return 1 << (kind * FIELD)


def count(goods: int, kind: int) -> int:
    """How many units of one kind."""
    return goods >> (kind * FIELD) & FIELD_MASK


def total(goods: int) -> int:
    """How many units in all: the sum of digits in base 32, which is the remainder by 31.

    Exact up to 30 units; a store holds 12, a production at most 17.
    """
    return goods % 31


def covers(goods: int, cost: int) -> bool:
    """Whether the goods hold every unit of the cost."""
    return (goods | GUARD) - cost & GUARD == GUARD


def pack(counts: list[int]) -> int:
    """The packed form of five counts in price order."""
    packed = 0
    for kind in range(KINDS):
        packed += counts[kind] << (kind * FIELD)
    return packed


def counts(packed: int) -> list[int]:
    """The five counts in price order."""
    return [count(packed, kind) for kind in range(KINDS)]


def by_name(packed: int) -> dict[str, int]:
    """The goods there are any of, by name, in price order."""
    found: dict[str, int] = {}
    for kind, name in enumerate(NAMES):
        number = count(packed, kind)
        if number:
            found[name] = number
    return found
