"""Store overflow: a player takes as many goods of a batch as fit, of their choice (R3.2, R3.3)."""

from viae.rules import codes, goods
from viae.rules.state import State, free_spaces


def legal(state: State) -> list[int]:
    """Every way to fill the free spaces from the batch."""
    batch = state.detail
    free = free_spaces(state, state.actor)
    ways = [0]
    for kind in range(goods.KINDS):
        here = batch >> (kind * 5) & 31
        later = (batch >> (kind * 5 + 5)) % 31  # units of the dearer goods
        longer: list[int] = []
        for taken in ways:
            left = free - taken % 31
            for number in range(max(0, left - later), min(here, left) + 1):
                longer.append(taken + (number << (kind * 5)))
        ways = longer
    return [codes.keep(taken) for taken in ways]


def apply(state: State, code: int) -> bool:
    """Take the chosen goods; the rest is left."""
    state.goods[state.actor] += code & codes.OPERANDS
    return True
