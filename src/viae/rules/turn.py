"""The turn: which decision comes next, what is legal in it, and what an entry does.

`legal` and `apply` are the whole engine seen from outside. Neither checks its input: `apply` trusts
that the code is one of `legal(state)`.
"""

from viae.rules import codes, roles, store
from viae.rules.bits import members
from viae.rules.cards import (
    architect,
    colonist,
    diplomat,
    legatus,
    magister,
    mercator,
    prefect,
    purchase,
    specialist,
    tribune,
)
from viae.rules.carry import carry_out
from viae.rules.faces import DISPLAY
from viae.rules.state import ANSWER_PROCONSUL, BEGIN_TURN, HOLE, State


def legal(state: State) -> list[int]:
    """The codes of all legal entries of the current decision; empty when the game is over."""
    decision = state.decision
    if decision == roles.PLAY:
        return _legal_plays(state)
    if decision == roles.ARCHITECT:
        return architect.legal(state)
    if decision == roles.PREFECT:
        return prefect.legal(state)
    if decision == roles.MERCATOR:
        return mercator.legal(state)
    if decision == roles.REVEAL:
        return _legal_reveals(state)
    if decision == roles.DIPLOMAT:
        return diplomat.legal(state)
    if decision == roles.TRIBUNE:
        return tribune.legal(state)
    if decision == roles.COLONIST:
        return colonist.legal(state)
    if decision == roles.KEEP:
        return store.legal(state)
    if decision == roles.MAGISTER:
        return magister.legal(state)
    if decision == roles.LEGATUS:
        return legatus.legal(state)
    if decision == roles.OVER:
        return []
    return purchase.legal(state)


def apply(state: State, code: int) -> None:
    """Perform a legal entry and go on to the next decision."""
    decision = state.decision
    if decision == roles.REVEAL:
        _reveal(state, code & codes.OPERANDS)
        return
    if decision == roles.PLAY:
        finished = not _open(state, _play(state, code))
    elif decision == roles.ARCHITECT:
        finished = architect.apply(state, code)
    elif decision == roles.PREFECT:
        finished = prefect.apply(state, code)
    elif decision == roles.MERCATOR:
        finished = mercator.apply(state, code)
    elif decision == roles.DIPLOMAT:
        finished = diplomat.apply(state, code)
    elif decision == roles.TRIBUNE:
        finished = tribune.apply(state, code)
    elif decision == roles.COLONIST:
        finished = colonist.apply(state, code)
    elif decision == roles.KEEP:
        finished = store.apply(state, code)
    elif decision == roles.MAGISTER:
        finished = magister.apply(state, code)
    elif decision == roles.LEGATUS:
        finished = legatus.apply(state, code)
    else:
        finished = purchase.apply(state, code)
    if finished:
        _proceed(state)


def _legal_plays(state: State) -> list[int]:
    """Every different card in hand (R4.1); a proconsul is not answered with a legatus (R10.7)."""
    faces = state.setup.faces
    hand = state.hands[state.actor] & ~faces.twin_mask
    if state.detail == ANSWER_PROCONSUL:
        hand &= ~faces.legatus_mask
    found = faces.plays[0][hand & 255][:]
    hand >>= 8
    byte = 1
    while hand:
        low = hand & 255
        if low:
            found.extend(faces.plays[byte][low])
        hand >>= 8
        byte += 1
    return found


def _play(state: State, code: int) -> int:
    """Put the card on the player's pile; returns the frame of the first thing it does."""
    seat = state.actor
    faces = state.setup.faces
    card = code & 255
    hand = state.hands[seat]
    twin = faces.twin[card]
    if twin >= 0 and hand >> twin & 1:
        card = twin
    state.hands[seat] = hand ^ (1 << card)
    pile = state.piles[seat]
    state.piles[seat] = pile + (card,)  # noqa: RUF005 - unpacking is slower when compiled
    state.copied[seat] = 0
    return carry_out(state, seat, card, code >> 8 & 15, state.together, len(pile))


def _proceed(state: State) -> None:
    """Open the next pending part; without one the turn ends."""
    while state.pending:
        if _open(state, state.pending.pop()):
            return
    _end_turn(state)


def _open(state: State, part: int) -> bool:
    """Begin a pending part; False if it needed no decision."""
    decision = part & 31
    state.decision = decision
    state.actor = part >> 5 & 7
    state.together = part >> 8 & 1
    state.detail = part >> 9
    state.used = 0
    if decision == roles.SPECIALIST:
        specialist.begin(state)
        return False
    if decision == roles.ARCHITECT:
        architect.begin(state)
    elif decision == roles.MERCATOR:
        mercator.begin(state)
    elif decision == roles.TRIBUNE:
        tribune.begin(state)
    return True


def _end_turn(state: State) -> None:
    """Pass on a used Praefectus Magnus (R6), then refill the display (R5.6)."""
    if state.magnus_used:
        state.magnus_used = False
        state.magnus = (state.magnus - 1) % state.setup.players
    if state.holes:
        state.holes = 0
        state.display = [card for card in state.display if card != HOLE]
        if state.unseen:
            state.decision = roles.REVEAL
            state.actor = roles.CHANCE
            state.detail = 0
            state.together = 0
            return
    _next_turn(state)


def _next_turn(state: State) -> None:
    setup = state.setup
    state.turn = (state.turn + 1) % setup.players
    state.detail = BEGIN_TURN
    state.together = 1 if setup.team else 0
    if state.last_turns > 0:
        state.last_turns -= 1
        if state.last_turns == 0:
            state.decision = roles.OVER
            state.actor = roles.NOBODY
            return
    state.decision = roles.PLAY
    state.actor = state.turn


def _legal_reveals(state: State) -> list[int]:
    """The unseen cards of the lowest deck that has any."""
    masks = state.setup.faces.deck_masks
    deck = 0
    while state.unseen & masks[deck] == 0:
        deck += 1
    return [codes.reveal(card) for card in members(state.unseen & masks[deck])]


def _reveal(state: State, card: int) -> None:
    state.unseen ^= 1 << card
    state.display.append(card)
    if state.unseen == 0 or len(state.display) == DISPLAY:
        _next_turn(state)
