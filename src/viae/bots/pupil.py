"""The pupil: plays as the tutorial advises, to stand for a person who has just finished it.

It builds as much as it can pay, buys cards for what it has built, and lets provinces produce or
trades in between. It counts the points of every turn as the table shows them, and looks no further.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viae.bots.greedy import PATIENCE, PLANS
from viae.bots.planning import PlanningBot
from viae.rules import goods, score
from viae.rules.bits import count, members
from viae.rules.cards.architect import reachable_cities
from viae.rules.state import purse

if TYPE_CHECKING:
    from viae.bots.core.turns import Plan
    from viae.rules.state import State

# What counts beside the points of the moment, in points.
HOUSE: Final = 8.0  # so that it builds whenever it can
CARD: Final = 5.0  # and otherwise buys a card
COLONIST: Final = 3.0  # on the board
NEAR: Final = 0.5  # of a city beside its colonists that it could build in some time
READY: Final = 1.5  # if it could build there at once, but for the card
IN_HAND: Final = 0.4  # of a card that can be played: why it plays the tribune
GOODS: Final = 0.15  # of a coin's worth of goods
COIN: Final = 0.1


class PupilBot(PlanningBot):
    """Takes the turn after which it has the most, as it can be counted at once."""

    patience = PATIENCE

    def pick(self, state: State, found: list[Plan]) -> int:
        seat = state.actor
        return max(range(len(found)), key=lambda i: count_up(found[i].state, seat))


def count_up(state: State, seat: int) -> float:
    """What a seat has: points, and what leads to more."""
    setup = state.setup
    coins = purse(state, seat)
    value = (
        score.total(state, seat)
        + HOUSE * count(state.houses[seat])
        + CARD * count(state.owned[seat])
        + COLONIST * (len(state.land[seat]) + len(state.sea[seat]))
        + IN_HAND * count(state.hands[seat])
        + GOODS * setup.terms.value(state.goods[seat])
        + COIN * state.coins[seat]
    )
    ready = False
    for city in members(reachable_cities(state, seat)):
        value += NEAR
        ready = ready or (
            goods.covers(state.goods[seat], setup.house_cost[city])
            and setup.house_coins[city] * (state.crowd[city] + 1) <= coins
        )
    return value + READY if ready else value


def make(seed: int) -> PupilBot:  # noqa: ARG001 - it leaves nothing to chance
    """The bot of that name."""
    return PupilBot(PLANS)
