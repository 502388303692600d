"""Carrying out a card: which parts of a turn it opens, for whom, in which order (R5, R10)."""

from viae.rules import roles
from viae.rules.faces import Faces
from viae.rules.frames import frame
from viae.rules.state import ANSWER_PROCONSUL, State


def carry_out(state: State, actor: int, card: int, side: int, together: int, at: int) -> int:
    """The frame of a card's first part; what follows goes on the stack of pending frames.

    `side` is the role chosen of a double card. `together`: the partner carries it out too (R10.1).
    `at` is the number, in the actor's own pile, of the card through which the action comes.
    """
    faces = state.setup.faces
    role = faces.role[card]
    partners_role = role
    if role == roles.DOUBLE:
        sides = faces.sides[card]
        role = side
        partners_role = sides[1] if side == sides[0] else sides[0]  # R10.5
    if role == roles.LEGATUS or role == roles.DIPLOMAT or role == roles.MAGISTER:
        # One decision by the actor; what it leads to is shared, or not, as this card is.
        return frame(role, actor, together, at)
    if together:
        partner = state.setup.partner[actor]
        if role == roles.PROCONSUL:  # R10.7: the partner plays a card of their own, alone
            state.pending.append(frame(roles.PLAY, partner, 0, ANSWER_PROCONSUL))
        else:
            state.pending.append(
                frame(partners_role, partner, 0, _detail(faces, card, partners_role))
            )
    return frame(role, actor, 0, _detail(faces, card, role))


def _detail(faces: Faces, card: int, role: int) -> int:
    if role == roles.MERCATOR:
        return faces.income[card]
    if role == roles.SPECIALIST:
        return faces.good[card]
    return 0
