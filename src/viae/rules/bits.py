"""Bits: sets of small numbers as masks: the houses of a seat, the cards in a hand, markers.

`members` reads eight bits at a time from ready-made lists.
"""

from collections.abc import Iterable
from typing import Final

BYTES: Final = 8  # masks of up to 64 members are looked up; larger ones are taken apart first


def _tables() -> list[list[list[int]]]:
    return [
        [[8 * byte + i for i in range(8) if value >> i & 1] for value in range(256)]
        for byte in range(BYTES)
    ]


MEMBERS: Final = _tables()
COUNTS: Final = [value.bit_count() for value in range(4096)]


def members(mask: int) -> list[int]:
    """The numbers of the bits that are set, ascending. The list may be shared: only to be read."""
    if mask < 256:
        return MEMBERS[0][mask]
    found: list[int] = []
    byte = 0
    while mask:
        if byte == BYTES:  # a board with more than 64 cities or paths
            return found + [8 * BYTES + i for i in members(mask)]
        low = mask & 255
        if low:
            found.extend(MEMBERS[byte][low])
        mask >>= 8
        byte += 1
    return found


def has(mask: int, number: int) -> bool:
    """Whether a number is in the set."""
    return mask >> number & 1 == 1


def count(mask: int) -> int:
    """How many numbers are in the set; compiled, this is faster than asking the integer."""
    number = 0
    while mask:
        number += COUNTS[mask & 4095]
        mask >>= 12
    return number


def overlap(mask: int, other: int) -> int:
    """How many numbers are in both sets."""
    return count(mask & other)


def meet(mask: int, other: int) -> bool:
    """Whether a number is in both sets."""
    return mask & other != 0


def mask_of(numbers: Iterable[int]) -> int:
    """The set of these numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def single(number: int) -> int:
    """The set of one number."""
    return 1 << number


def added(mask: int, number: int) -> int:
    """The set with one more number, or the same if it has it."""
    return mask | 1 << number


def removed(mask: int, number: int) -> int:
    """The set without a number."""
    return mask & ~(1 << number)


def union(mask: int, other: int) -> int:
    """The numbers that are in one of the sets, or in both."""
    return mask | other


def intersection(mask: int, other: int) -> int:
    """The numbers that are in both sets."""
    return mask & other


def difference(mask: int, other: int) -> int:
    """The numbers of the first set that are not in the second."""
    return mask & ~other
