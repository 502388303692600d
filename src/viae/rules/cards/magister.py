"""Magister: carry out the previously played card once more (R5.10)."""

from viae.rules import codes, roles
from viae.rules.carry import carry_out
from viae.rules.state import State


def previous(state: State) -> int:
    """The card a magister repeats, or -1: the one below it (below the diplomat that copied it)."""
    below = state.detail - 1
    if below < 0:
        return -1
    card = state.piles[state.actor][below]
    role = state.setup.faces.role[card]
    if role == roles.SENATOR or role == roles.MAGISTER:
        return -1
    return card


def legal(state: State) -> list[int]:
    """Repeat it, with the side of a double card chosen again, or do nothing."""
    found = [codes.DONE_CODE]
    card = previous(state)
    if card >= 0:
        sides = state.setup.faces.sides[card]
        found += [codes.repeat(side) for side in sides] if sides else [codes.repeat(0)]
    return found


def apply(state: State, code: int) -> bool:
    """Carry the card below out; a diplomat or magister reached that way looks further down."""
    if code != codes.DONE_CODE:
        card = previous(state)
        below = state.detail - 1
        first = carry_out(state, state.actor, card, code & 15, state.together, below)
        state.pending.append(first)
    return True
