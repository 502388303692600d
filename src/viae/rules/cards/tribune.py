"""Tribune: take back the pile, then perhaps a colonist in the capital (R5.1, R7)."""

from typing import Final

from viae.rules import codes, score
from viae.rules.cards import colonist
from viae.rules.state import COLONISTS, State

FREE_CARDS: Final = 3


def begin(state: State) -> None:
    """Take back the pile: a coin for each card beyond the third; the first one may be scored."""
    seat = state.actor
    taken = len(state.piles[seat])
    if taken > FREE_CARDS:
        state.coins[seat] += taken - FREE_CARDS
    state.hands[seat] = state.owned[seat]
    state.piles[seat] = ()
    state.copied[seat] = 0
    if state.setup.terms.intermediate and state.scored[seat] < 0:
        state.scored[seat] = score.total(state, seat)
        award(state)


def award(state: State) -> None:
    """When everybody has been scored: 2 coins for the best, 1 for the next score (R7)."""
    best = -1
    second = -1
    for points in state.scored:
        if points < 0:
            return
        if points > best:
            best, second = points, best
        elif second < points < best:
            second = points
    for seat, points in enumerate(state.scored):
        if points == best:
            state.coins[seat] += 2
        elif points == second:
            state.coins[seat] += 1
        state.scored[seat] = 0


def legal(state: State) -> list[int]:
    """A colonist in the capital, or nothing."""
    found = [codes.DONE_CODE]
    seat = state.actor
    if colonist.affordable(state, seat):
        capital = state.setup.atlas.capital
        if len(state.land[seat]) < COLONISTS:
            found.append(state.setup.atlas.settle_codes[codes.LAND][capital])
        if len(state.sea[seat]) < COLONISTS:
            found.append(state.setup.atlas.settle_codes[codes.SEA][capital])
    return found


def apply(state: State, code: int) -> bool:
    """Place the colonist, or not; either way the tribune ends."""
    if code != codes.DONE_CODE:
        colonist.place(state, state.actor, code)
    return True
