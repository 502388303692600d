"""Bits: the members of a mask, eight at a time from ready-made lists."""

from typing import Final

BYTES: Final = 8  # masks of up to 64 members are looked up; larger ones are taken apart first


def _tables() -> list[list[list[int]]]:
    return [
        [[8 * byte + i for i in range(8) if value >> i & 1] for value in range(256)]
        for byte in range(BYTES)
    ]


MEMBERS: Final = _tables()


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
