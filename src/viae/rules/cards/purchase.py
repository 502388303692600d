"""Senator, consul, praetor, proconsul: cards from the display (R5.6, R5.7, R10.6, R10.7)."""

from viae.rules import codes, goods, roles
from viae.rules.state import HOLE, State, trigger_end


def legal(state: State) -> list[int]:
    """Every card that can be paid, each way to pay it, or no more."""
    faces = state.setup.faces
    guarded = state.goods[state.actor] | goods.GUARD
    found = [codes.DONE_CODE]
    role = state.decision
    if role == roles.SENATOR or role == roles.PRAETOR:
        for position, card in enumerate(state.display):
            if card != HOLE:
                offer = faces.offers[card][position]
                if guarded - offer.fixed & goods.GUARD == goods.GUARD:
                    if offer.any:
                        for way, cost in enumerate(offer.costs):
                            if guarded - cost & goods.GUARD == goods.GUARD:
                                found.append(offer.codes[way])
                    else:
                        found += offer.codes
    else:
        for card in state.display:
            # R10.7: a proconsul does not buy a proconsul.
            if card != HOLE and (role == roles.CONSUL or faces.role[card] != roles.PROCONSUL):
                offer = faces.bare[card]
                if guarded - offer.fixed & goods.GUARD == goods.GUARD:
                    found += offer.codes
    return found


def apply(state: State, code: int) -> bool:
    """Pay for a card and take it; the last one of the display ends the game (R8.1)."""
    if code == codes.DONE_CODE:
        return True
    seat = state.actor
    faces = state.setup.faces
    card = code & 255
    position = state.display.index(card)
    if state.decision == roles.SENATOR or state.decision == roles.PRAETOR:
        offer = faces.offers[card][position]
        state.goods[seat] -= offer.costs[offer.codes.index(code)]
    else:
        state.goods[seat] -= faces.cost[card]
    state.display[position] = HOLE
    state.hands[seat] |= 1 << card
    state.owned[seat] |= 1 << card
    state.holes += 1
    if state.unseen == 0 and state.holes == len(state.display):
        trigger_end(state, seat)
    state.used += 1
    return state.decision != roles.SENATOR or state.used == 2
