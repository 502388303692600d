"""Diplomat: carry out the top card of another player's pile (R5.9, R10.7, R10.9)."""

from viae.rules import codes, roles
from viae.rules.carry import carry_out
from viae.rules.state import State


def legal(state: State) -> list[int]:
    """The seats whose top card may be copied, with each side of a double card; or nothing."""
    setup = state.setup
    faces = setup.faces
    partner = setup.partner[state.actor]
    found = [codes.DONE_CODE]
    for seat in range(setup.players):
        if seat == state.actor or seat == partner:
            continue
        pile = state.piles[seat]
        if not pile:
            continue
        top = pile[-1]
        role = faces.role[top]
        if role == roles.DIPLOMAT:
            continue
        if setup.team:
            # Alone, as the answer to a proconsul, no legatus (R10.7); never what the partner chose.
            if role == roles.LEGATUS and not state.together:
                continue
            if state.copied[seat] >> partner & 1:
                continue
        if role == roles.DOUBLE:
            found += [codes.copy(seat, side) for side in faces.sides[top]]
        else:
            found.append(codes.copy(seat, 0))
    return found


def apply(state: State, code: int) -> bool:
    """Carry the chosen card out as if played oneself."""
    if code != codes.DONE_CODE:
        seat = code & 7
        if state.setup.team:
            state.copied[seat] |= 1 << state.actor
        top = state.piles[seat][-1]
        side = code >> 3 & 15
        first = carry_out(state, state.actor, top, side, state.together, state.detail)
        state.pending.append(first)
    return True
