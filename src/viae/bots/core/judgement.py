"""The hand-made judgement of the greedy bot: what a side will score, guessed from how it stands.

Each god's points are cards times a multiplier (houses, provinces, …). Both grow while the game
lasts, so the guess is (cards + t · more cards) times (multiplier + t · more), with t what is left
of the game; to that comes what wealth, production, hand and reach are good for. What is left is
taken at the start of a turn for all its plans: otherwise a bot would shun plans that end the game.
"""

from typing import Final

from viae.bots.core.turns import Plan
from viae.rules import goods, roles, score
from viae.rules.bits import count, has, intersection, meet, members, overlap
from viae.rules.cards.architect import reachable_cities
from viae.rules.state import State, free_spaces, purse

MORE_CARDS: Final = 0  # 7 parameters, per god
MORE: Final = 7  # 7 parameters, per god: growth of the multiplier
COIN: Final = 14
GOOD: Final = 15  # 5 parameters: a unit of each good
INCOME: Final = 20
HAND: Final = 21
SPACE: Final = 22
NEAR: Final = 23
AFFORDABLE: Final = 24
NEW_PROVINCE: Final = 25
MAGNUS: Final = 26
BEST: Final = 27
ARCHITECT: Final = 28
PREFECT: Final = 29
MERCATOR: Final = 30
BUYER: Final = 31
COLONIST: Final = 32
SPECIALIST: Final = 33
LATE_WEALTH: Final = 34
PURCHASE: Final = 35  # the best card that could be paid, with a card in hand to buy it
PURCHASE_LATER: Final = 36  # the same without

NUMBER: Final = 37

# Found by an evolution strategy (CMA-ES) on games for two, three and four; the last two by hand.
JUDGEMENT: Final[list[float]] = [
    0.298,
    5.555,
    2.534,
    2.058,
    0.896,
    -0.039,
    0.429,
    1.353,
    11.760,
    14.324,
    8.114,
    5.622,
    1.969,
    3.766,
    0.295,
    1.428,
    1.634,
    1.518,
    0.081,
    1.209,
    0.351,
    0.144,
    0.241,
    0.090,
    0.992,
    0.427,
    0.554,
    -0.133,
    0.756,
    1.303,
    0.757,
    0.555,
    0.300,
    0.364,
    5.029,
    0.3,
    0.15,
]


def remaining(state: State) -> float:
    """How much of the game is left, from 1 down to 0: cards to buy and houses of the leader."""
    setup = state.setup
    if state.last_turns >= 0:
        return 0.0
    cards = 0
    for number in range(setup.terms.decks):
        cards += len(setup.faces.decks[number + 1])
    left = count(state.unseen)
    for card in state.display:
        if card >= 0:
            left += 1
    most = 0
    for houses in state.houses:
        most = max(most, count(houses))
    return min(left / cards, (15 - most) / 15.0)


def judge(state: State, seat: int, p: list[float], t: float) -> float:
    """What the seat's final score is likely to be; `p` are the weights, `t` what is left."""
    faces = state.setup.faces
    owned = state.owned[seat]
    near = reachable_cities(state, seat)
    times = _multipliers(state, seat)
    worth = 0.0
    for god in range(7):
        if god != roles.MINERVA:
            cards = overlap(owned, faces.god_masks[god])
            worth += (cards + t * p[god]) * (times[god] + t * p[MORE + god])
    if t > 0.0:
        for god in range(7):
            times[god] += t * p[MORE + god]
        gain = _best_purchase(state, state.goods[seat], times)
        worth += gain * (p[PURCHASE] if _buyer_in_hand(state, seat) else p[PURCHASE_LATER])
    worth = _specialists(state, seat, p, t, worth)
    worth = _wealth(state, seat, p, t, worth)
    if t > 0.0:
        worth += _hand(state, seat, p, t)
        worth += t * p[NEAR] * count(near)
        worth += min(1.0, t * 4.0) * p[AFFORDABLE] * min(_affordable(state, seat, near), 3)
        worth += t * p[NEW_PROVINCE] * _opening(state, seat, near)
        if state.magnus == seat:
            worth += t * p[MAGNUS]
        worth += min(1.0, t * 4.0) * p[BEST] * _best_yield(state, seat)
    if state.concordia == seat:
        worth += score.CONCORDIA_POINTS
    return worth


def _multipliers(state: State, seat: int) -> list[float]:
    """What each god's cards are multiplied with; every coin counts here, not only each tenth."""
    times = [float(number) for number in score.multipliers(state, seat)]
    times[roles.VESTA] = score.wealth(state, seat) / 10.0
    return times


def _opening(state: State, seat: int, near: int) -> int:
    """How many new provinces are beside colonists."""
    houses = state.houses[seat]
    number = 0
    for mask in state.setup.atlas.province_masks:
        if meet(near, mask) and not meet(houses, mask):
            number += 1
    return number


def _specialists(state: State, seat: int, p: list[float], t: float, worth: float) -> float:
    """Add Minerva's points, now and later, and what specialists in hand will produce."""
    setup = state.setup
    faces = setup.faces
    houses = state.houses[seat]
    for card in faces.specialists:
        if has(state.owned[seat], card):
            kind = faces.good[card]
            number = overlap(houses, setup.good_masks[kind])
            worth += faces.points[card] * (number + t * p[MORE + roles.MINERVA])
            if has(state.hands[seat], card):
                worth += t * p[SPECIALIST] * number * setup.price[kind]
    return worth


def _wealth(state: State, seat: int, p: list[float], t: float, worth: float) -> float:
    """Add what goods and coins are good for, and what the houses will bring."""
    setup = state.setup
    houses = state.houses[seat]
    store = state.goods[seat]
    income = 0.0
    for kind in range(goods.KINDS):
        income += setup.price[kind] * overlap(houses, setup.good_masks[kind])
        worth += min(1.0, t * p[LATE_WEALTH]) * p[GOOD + kind] * goods.count(store, kind)
    worth += min(1.0, t * p[LATE_WEALTH]) * p[COIN] * state.coins[seat]
    worth += t * p[INCOME] * income
    worth += t * p[SPACE] * free_spaces(state, seat)
    return worth


def _affordable(state: State, seat: int, near: int) -> int:
    """How many cities beside colonists could be built in at once."""
    setup = state.setup
    coins = purse(state, seat)
    store = state.goods[seat]
    number = 0
    for city in members(near):
        if setup.house_coins[city] * (state.crowd[city] + 1) <= coins and goods.covers(
            store, setup.house_cost[city]
        ):
            number += 1
    return number


def _best_purchase(state: State, store: int, times: list[float]) -> float:
    """What the best card of the display that the goods can pay adds to the score."""
    faces = state.setup.faces
    best = 0.0
    for position, card in enumerate(state.display):
        if card < 0:
            continue
        offer = faces.offers[card][position]
        if goods.covers(store, offer.fixed) and (
            not offer.any or goods.total(store) > goods.total(offer.fixed)
        ):
            gain = 0.0
            for god in faces.gods[card]:
                gain += times[god]
            best = max(best, gain)
    return best


def _buyer_in_hand(state: State, seat: int) -> bool:
    faces = state.setup.faces
    for card in members(state.hands[seat]):
        role = faces.role[card]
        if roles.SENATOR <= role <= roles.PROCONSUL:
            return True
        if role == roles.DOUBLE:
            for side in faces.sides[card]:
                if roles.SENATOR <= side <= roles.PROCONSUL:
                    return True
    return False


def _hand(state: State, seat: int, p: list[float], t: float) -> float:
    """What the cards in hand are good for, beside their gods."""
    faces = state.setup.faces
    worth = 0.0
    for card in members(state.hands[seat]):
        worth += p[HAND]
        role = faces.role[card]
        if role == roles.DOUBLE:
            role = faces.sides[card][0]
        if role == roles.ARCHITECT:
            worth += p[ARCHITECT]
        elif role == roles.PREFECT:
            worth += p[PREFECT]
        elif role == roles.MERCATOR:
            worth += p[MERCATOR]
        elif roles.SENATOR <= role <= roles.PROCONSUL:
            worth += p[BUYER]
        elif role == roles.COLONIST:
            worth += p[COLONIST]
    return min(1.0, t * 4.0) * worth


def _best_yield(state: State, seat: int) -> float:
    setup = state.setup
    best = 0
    for province, mask in enumerate(setup.atlas.province_masks):
        if has(state.markers, province):
            continue
        worth = setup.price[setup.marker_good[province]]
        if state.magnus == seat:
            worth += worth
        here = intersection(state.houses[seat], mask)
        if here:
            for city in members(here):
                worth += setup.price[setup.city_good[city]]
        best = max(best, worth)
    return float(best)


def best(found: list[Plan], seat: int, p: list[float], t: float) -> int:
    """The number of the best plan."""
    chosen = 0
    most = -1e9
    for i, plan in enumerate(found):
        value = judge(plan.state, seat, p, t)
        if value > most:
            most = value
            chosen = i
    return chosen
