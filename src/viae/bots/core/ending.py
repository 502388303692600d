"""Ending a game: what brings its end closer, for bots that have more coins than they can use.

A game ends with the last card or a fifteenth house (R8.1). Coins score too, and they grow in every
turn, so bots that compare turns one by one might trade for ever and never buy the last cards. From
a number of coins that nobody needs, they take only turns that bring the end closer.
"""

from typing import Final

from viae.bots.core.turns import Plan
from viae.rules import goods, roles
from viae.rules.bits import count, members
from viae.rules.cards.architect import reachable_cities
from viae.rules.state import HOUSES, State

NEVER: Final = 99  # units missing for something that cannot be had


def hurry(before: State, found: list[Plan], patience: int) -> list[int]:
    """The numbers of the plans to choose from: all, or those that bring the end closer.

    `patience` is the number of coins from which on a seat wants the game to end.
    """
    seat = before.actor
    if before.coins[seat] < patience or before.last_turns >= 0:
        return list(range(len(found)))
    most = -1_000_000
    chosen: list[int] = []
    for i, plan in enumerate(found):
        value = progress(plan.state, seat)
        if value > most:
            most = value
            chosen = [i]
        elif value == most:
            chosen.append(i)
    return chosen


def progress(state: State, seat: int) -> int:
    """How far a seat has come towards the end: cards and houses first, then what leads there."""
    if state.last_turns >= 0:
        return 1_000_000
    store = state.goods[seat]
    value = 200 * (count(state.owned[seat]) + count(state.houses[seat]))
    buyers = 0
    builders = 0
    traders = 0
    faces = state.setup.faces
    for card in members(state.hands[seat]):
        value += 1
        for role in faces.sides[card] or [faces.role[card]]:
            if roles.SENATOR <= role <= roles.PROCONSUL:
                buyers = 1
            elif role == roles.ARCHITECT:
                builders = 1
            elif role == roles.MERCATOR:
                traders = 1
    to_buy = _missing_for_card(state, store)
    to_build = _missing_for_house(state, seat, store)
    value += _nearness(to_buy, buyers) + _nearness(to_build, builders)
    if traders and to_buy > 0 and to_build > 0:
        value += 8
    return value


def _nearness(missing: int, in_hand: int) -> int:
    if missing >= NEVER:
        return 0
    value = 100 - 20 * min(missing, 5)
    if in_hand:
        value += 60 if missing == 0 else 10
    return value


def _missing_for_card(state: State, store: int) -> int:
    """How many units are missing for the card of the display that is closest."""
    faces = state.setup.faces
    least = NEVER
    for position, card in enumerate(state.display):
        if card >= 0:
            offer = faces.offers[card][position]
            missing = _missing(store, offer.fixed)
            if offer.any and missing == 0 and goods.total(store) == goods.total(offer.fixed):
                missing = 1
            least = min(least, missing)
    return least


def _missing_for_house(state: State, seat: int, store: int) -> int:
    """How many units are missing for the house beside a colonist that is closest."""
    if count(state.houses[seat]) >= HOUSES:
        return NEVER
    setup = state.setup
    least = NEVER
    for city in members(reachable_cities(state, seat)):
        if setup.house_coins[city] * (state.crowd[city] + 1) <= state.coins[seat]:
            least = min(least, _missing(store, setup.house_cost[city]))
    return least


def _missing(store: int, cost: int) -> int:
    missing = 0
    for kind in range(goods.KINDS):
        missing += max(0, goods.count(cost, kind) - goods.count(store, kind))
    return missing
