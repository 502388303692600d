"""Legatus: suggest a card to the partner, who plays one for both (R10.8)."""

from viae.rules import codes, roles
from viae.rules.bits import members
from viae.rules.frames import frame
from viae.rules.state import ANSWER_LEGATUS, State


def legal(state: State) -> list[int]:
    """Any card of the partner's hand, or no suggestion."""
    faces = state.setup.faces
    hand = state.hands[state.setup.partner[state.actor]] & ~faces.twin_mask
    return [codes.DONE_CODE, *[codes.suggest(card) for card in members(hand)]]


def apply(state: State, code: int) -> bool:
    """The suggestion binds nobody: in any case the partner plays a card next, first to act."""
    state.pending.append(frame(roles.PLAY, state.setup.partner[state.actor], 1, ANSWER_LEGATUS))
    return True
