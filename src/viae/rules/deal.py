"""Dealing: the first state of a game from its tokens and its first display (R2)."""

from typing import Final

from viae.rules import goods
from viae.rules.setup import Setup
from viae.rules.state import State, blank

START_COINS: Final = 5
START_GOODS: Final = (1, 2, 1, 1, 1)  # R2.4, in price order


def first_state(setup: Setup, display: list[int]) -> State:
    """Everybody ready, seat 0 about to play."""
    state = blank(setup)
    players = setup.players
    capital = setup.atlas.capital
    hands = setup.faces.starting_hands
    for seat in range(players):
        second_half = setup.team and seat >= setup.sides
        hand = hands[1] if second_half else hands[0]
        state.hands.append(hand)
        state.owned.append(hand)
        # R2.5: one coin more for each later seat; in team play for each later team.
        state.coins.append(START_COINS + seat % setup.sides)
        state.goods.append(goods.pack(list(START_GOODS)))
        state.piles.append(())
        state.houses.append(0)
        state.land.append((capital,))
        state.sea.append((capital,))
        state.copied.append(0)
        state.scored.append(-1)
    state.crowd = [0] * setup.atlas.cities
    state.display = display
    state.unseen = setup.faces.unseen_at_start(setup.terms.decks)
    for card in display:
        state.unseen ^= 1 << card
    state.magnus = players - 1
    state.together = 1 if setup.team else 0
    return state
