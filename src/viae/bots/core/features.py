"""Features: what a seat sees of a moment, as small whole numbers for the learned evaluation.

Nothing here names a city, a province or a board: houses count by good, province and neighbourhood,
so that one evaluation serves every board, variant and number of players. A row has the parts: the
own seat, the table, the partner (zeros without one) and the three strongest other seats. Every
number fits into a byte, so that many rows travel to numpy as one piece.
"""

from typing import Final

from viae.bots.core.turns import Plan
from viae.rules import codes, goods, roles, score
from viae.rules.bits import (
    added,
    count,
    difference,
    has,
    intersection,
    meet,
    members,
    overlap,
    union,
)
from viae.rules.cards.architect import reachable_cities
from viae.rules.state import State, free_spaces, purse

FOES: Final = 3
OWN: Final = 118
TABLE: Final = 41
OTHER: Final = 39
SIZE: Final = OWN + TABLE + OTHER + FOES * OTHER
MOST: Final = 255
ROLES: Final = 14  # that the net knows; a later one counts for it only where it is named below
ALL_ROLES: Final = len(roles.NAMES)


def count_roles(state: State, mask: int) -> list[int]:
    """How many cards of each role are in a mask; a double card counts for both its sides."""
    faces = state.setup.faces
    counts = [0] * ALL_ROLES
    for card in members(mask):
        role = faces.role[card]
        counts[role] += 1
        if role == roles.DOUBLE:
            for side in faces.sides[card]:
                counts[side] += 1
    return counts


def _wide_reach(state: State, seat: int) -> int:
    """The cities that an architect with all its steps could bring colonists beside."""
    atlas = state.setup.atlas
    steps = len(state.land[seat]) + len(state.sea[seat])
    wide = 0
    reach = atlas.reach[codes.LAND]
    for place in state.land[seat]:
        wide = union(wide, reach[place][steps].cities)
    reach = atlas.reach[codes.SEA]
    for place in state.sea[seat]:
        wide = union(wide, reach[place][steps].cities)
    return difference(wide, added(state.houses[seat], atlas.capital))


class Land:
    """What a seat has in the provinces, what it would produce there, and where it could go."""

    __slots__ = ("best", "everything", "opening", "provinces", "ready", "second", "wide")

    def __init__(self, state: State, seat: int, near: int, wide: int) -> None:
        setup = state.setup
        price = setup.price
        houses = state.houses[seat]
        self.provinces: int = 0
        self.opening: int = 0
        self.wide: int = 0
        self.best: int = 0
        self.second: int = 0
        self.everything: int = 0
        self.ready: int = 0
        magnus = state.magnus == seat
        for province, mask in enumerate(setup.atlas.province_masks):
            here = intersection(houses, mask)
            worth = 0
            if here:
                self.provinces += 1
                for city in members(here):
                    worth += price[setup.city_good[city]]
                self.everything += worth
            else:
                if meet(near, mask):
                    self.opening += 1
                if meet(wide, mask):
                    self.wide += 1
            if not has(state.markers, province):
                self.ready += worth
                bonus = price[setup.marker_good[province]]
                worth += bonus + bonus if magnus else bonus
                if worth > self.best:
                    self.second = self.best
                    self.best = worth
                elif worth > self.second:
                    self.second = worth


def own(state: State, seat: int, out: list[int]) -> None:
    """Everything about the seat itself, appended to `out`: `OWN` numbers."""
    store = state.goods[seat]
    near = reachable_cities(state, seat)
    wide = _wide_reach(state, seat)
    _store(state, seat, out)
    _houses(state, seat, near, wide, out)
    land = Land(state, seat, near, wide)
    out.append(land.opening)
    out.append(land.wide)
    out.append(land.best)
    out.append(land.second)
    out.append(min(land.everything, MOST))
    out.append(min(land.ready, MOST))
    out.append(len(state.land[seat]))
    out.append(len(state.sea[seat]))
    times = _gods(state, seat, out)
    hand = state.hands[seat]
    in_hand = count_roles(state, hand)
    out += in_hand[:ROLES]
    out += count_roles(state, difference(state.owned[seat], hand))[:ROLES]
    pile = len(state.piles[seat])
    out.append(count(hand))
    out.append(pile)
    out.append(max(0, pile - 3))
    _houses_in_reach(state, seat, near, out)
    _purchases(state, store, times, in_hand, out)
    out.append(1 if state.magnus == seat else 0)
    _copies(state, seat, in_hand[roles.DIPLOMAT], out)
    out.append(1 if state.concordia == seat else 0)


def _store(state: State, seat: int, out: list[int]) -> None:
    """Coins and goods; few of them are worth more apiece than many."""
    coins = state.coins[seat]
    store = state.goods[seat]
    out.append(min(coins, MOST))
    out.append(min(coins, 5))
    out.append(min(coins, 12))
    for kind in range(goods.KINDS):
        number = goods.count(store, kind)
        out.append(number)
        out.append(min(number, 2))
    out.append(free_spaces(state, seat))
    out.append(min(state.setup.terms.value(store), MOST))


def _houses(state: State, seat: int, near: int, wide: int, out: list[int]) -> None:
    """Houses by good, and cities near and within reach."""
    houses = state.houses[seat]
    for mask in state.setup.good_masks:
        out.append(overlap(houses, mask))
        out.append(overlap(near, mask))
        out.append(overlap(wide, mask))
    number = count(houses)
    out.append(number)
    out.append(max(0, number - 9))
    out.append(max(0, number - 12))


def _gods(state: State, seat: int, out: list[int]) -> list[int]:
    """Cards, multiplier and points of each god, and the points in all; the multipliers."""
    setup = state.setup
    faces = setup.faces
    houses = state.houses[seat]
    times = score.multipliers(state, seat)
    owned = state.owned[seat]
    total = 0
    for god in range(roles.CONCORDIA):
        cards = overlap(owned, faces.god_masks[god])
        points = cards * times[god]
        if god == roles.MINERVA:
            points = _minerva(state, seat, houses, out)
        total += points
        out.append(cards)
        out.append(min(times[god], MOST))
        out.append(min(points, MOST))
    if state.concordia == seat:
        total += score.CONCORDIA_POINTS
    out.append(min(total, MOST))
    return times


def _minerva(state: State, seat: int, houses: int, out: list[int]) -> int:
    """The specialists' points; appends which goods have one, and what those in hand produce."""
    setup = state.setup
    faces = setup.faces
    owned = state.owned[seat]
    hand = state.hands[seat]
    held = [0] * goods.KINDS
    points = 0
    produce = 0
    for card in faces.specialists:
        if has(owned, card):
            kind = faces.good[card]
            number = overlap(houses, setup.good_masks[kind])
            held[kind] += 1
            points += faces.points[card] * number
            if has(hand, card):
                produce += number * setup.price[kind]
    out += held
    out.append(min(produce, MOST))
    return points


def _houses_in_reach(state: State, seat: int, near: int, out: list[int]) -> None:
    """How many cities beside colonists could be built in at once, and how many but for coins."""
    setup = state.setup
    store = state.goods[seat]
    coins = purse(state, seat)
    payable = 0
    first = 0
    lacking = 0
    for city in members(near):
        if goods.covers(store, setup.house_cost[city]):
            if setup.house_coins[city] * (state.crowd[city] + 1) <= coins:
                payable += 1
                if state.crowd[city] == 0:
                    first += 1
            else:
                lacking += 1
    out.append(payable)
    out.append(min(payable, 2))
    out.append(first)
    out.append(lacking)


def _purchases(
    state: State, store: int, times: list[int], in_hand: list[int], out: list[int]
) -> None:
    """What the display offers.

    The points of the best card, of the best payable one without and with its surcharge, how many
    are payable, and both once more if a card that buys so is in hand.
    """
    faces = state.setup.faces
    best = 0
    plain = 0
    full = 0
    number = 0
    for position, card in enumerate(state.display):
        if card < 0:
            continue
        gain = 0
        for god in faces.gods[card]:
            gain += times[god]
        best = max(best, gain)
        if goods.covers(store, faces.cost[card]):
            plain = max(plain, gain)
            offer = faces.offers[card][position]
            if goods.covers(store, offer.fixed) and (
                not offer.any or goods.total(store) > goods.total(offer.fixed)
            ):
                number += 1
                full = max(full, gain)
    out.append(min(best, MOST))
    out.append(min(plain, MOST))
    out.append(min(full, MOST))
    out.append(number)
    buys = in_hand[roles.SENATOR] + in_hand[roles.PRAETOR] + in_hand[roles.PROCONSUL]
    out.append(min(full, MOST) if buys else 0)
    out.append(min(plain, MOST) if in_hand[roles.CONSUL] else 0)


def _copies(state: State, seat: int, diplomats: int, out: list[int]) -> None:
    """What a diplomat in hand could copy from the other piles, and what it would find later."""
    setup = state.setup
    faces = setup.faces
    partner = setup.partner[seat]
    found = [0] * 6
    for other_seat in range(setup.players):
        if other_seat == seat or other_seat == partner or not state.piles[other_seat]:
            continue
        role = faces.role[state.piles[other_seat][-1]]
        if role == roles.ARCHITECT:
            found[0] = 1
        elif role == roles.PREFECT:
            found[1] = 1
        elif role == roles.MERCATOR:
            found[2] = 1
        elif role == roles.COLONIST:
            found[3] = 1
        elif roles.SENATOR <= role <= roles.PROCONSUL:
            found[4] = 1
        elif role == roles.DOUBLE:
            found[5] = 1
    if diplomats:
        out += found
    else:
        out += [0] * 6


def other(state: State, seat: int, out: list[int]) -> None:
    """What counts of another seat: `OTHER` numbers."""
    setup = state.setup
    faces = setup.faces
    houses = state.houses[seat]
    store = state.goods[seat]
    owned = state.owned[seat]
    out.append(min(state.coins[seat], MOST))
    out.append(min(setup.terms.value(store), MOST))
    out.append(free_spaces(state, seat))
    number = count(houses)
    out.append(number)
    out.append(max(0, number - 9))
    out.append(max(0, number - 12))
    out.append(len(state.land[seat]))
    out.append(len(state.sea[seat]))
    total = 0
    for points in score.by_god(state, seat):
        total += points
        out.append(min(points, MOST))
    out.append(min(total, MOST))
    for god in range(1, roles.CONCORDIA):
        out.append(overlap(owned, faces.god_masks[god]))
    in_hand = count_roles(state, state.hands[seat])
    out.append(in_hand[roles.ARCHITECT])
    out.append(in_hand[roles.PREFECT])
    out.append(in_hand[roles.MERCATOR])
    out.append(in_hand[roles.COLONIST])
    out.append(in_hand[roles.DIPLOMAT])
    out.append(in_hand[roles.SENATOR] + in_hand[roles.PRAETOR] + in_hand[roles.PROCONSUL])
    out.append(in_hand[roles.CONSUL])
    out.append(count(state.hands[seat]))
    out.append(len(state.piles[seat]))
    near = reachable_cities(state, seat)
    land = Land(state, seat, near, near)
    out.append(land.provinces)
    out.append(land.best)
    out.append(min(land.everything, MOST))
    out.append(land.opening)
    out.append(count(near))
    out.append(1 if state.magnus == seat else 0)
    out.append(1 if state.concordia == seat else 0)


def strongest(state: State, seat: int) -> list[int]:
    """The other sides' seats, the highest scores first, ties in the order of play."""
    setup = state.setup
    partner = setup.partner[seat]
    ranked: list[int] = []
    for foe in range(setup.players):
        if foe != seat and foe != partner:
            ranked.append((1000 - score.total(state, foe)) * 8 + (foe - seat) % setup.players)
    ranked.sort()
    return [(seat + rank % 8) % setup.players for rank in ranked]


def others(state: State, seat: int) -> list[int]:
    """The partner and the strongest foes; zeros where there are fewer."""
    setup = state.setup
    out: list[int] = []
    if setup.team:
        other(state, setup.partner[seat], out)
    else:
        out += [0] * OTHER
    foes = strongest(state, seat)[:FOES]
    for foe in foes:
        other(state, foe, out)
    out += [0] * ((FOES - len(foes)) * OTHER)
    return out


def table(state: State, seat: int, out: list[int]) -> None:
    """The display, the end, the markers, the order of play: `TABLE` numbers."""
    setup = state.setup
    faces = setup.faces
    players = setup.players
    unseen = count(state.unseen)
    shown = 0
    nearness = [0] * ROLES
    gods = [0] * roles.CONCORDIA
    for position, card in enumerate(state.display):
        if card >= 0:
            shown += 1
            role = faces.role[card]
            nearness[role] = max(nearness[role], 8 - position)
            for god in faces.gods[card]:
                gods[god] += 1
    left = unseen + shown
    out.append(left)
    out.append(min(left, 8))
    out.append(min(left, 3))
    out += nearness
    out += gods
    most = 0
    for houses in state.houses:
        most = max(most, count(houses))
    out.append(most)
    out.append(max(0, most - 10))
    coins = 0
    for province in members(state.markers):
        coins += setup.marker_coins[province]
    out.append(coins)
    out.append(setup.atlas.provinces - count(state.markers))
    out.append(1 if state.last_turns >= 0 else 0)
    out.append(max(0, state.last_turns))
    wait = (seat - state.turn) % players  # until the seat is in turn again
    if setup.team:
        wait %= setup.sides
    out.append(wait)
    out.append(1 if state.decision != roles.PLAY or state.detail != 0 else 0)
    for number in range(2, 7):
        out.append(1 if players == number else 0)
    out.append(1 if setup.team else 0)
    out.append(1 if faces.variant != "concordia" else 0)
    out.append(setup.atlas.provinces)
    out.append(setup.atlas.cities)


def row(state: State, seat: int) -> bytes:
    """One moment seen from a seat: `SIZE` numbers."""
    out: list[int] = []
    own(state, seat, out)
    table(state, seat, out)
    out += others(state, seat)
    return bytes(out)


def rows(before: State, found: list[Plan], seat: int) -> bytes:
    """The outcomes of all plans for one decision, row by row.

    What is said of the other seats is worked out once and used for all plans that change nothing
    about them.
    """
    parts: list[bytes] = []
    rest = bytes(others(before, seat))
    last = found[0].state
    shared: list[int] = []  # the table of the last plan, which is often that of the next
    table(last, seat, shared)
    for plan in found:
        state = plan.state
        if not _same_table(last, state, seat):
            last = state
            shared = []
            table(state, seat, shared)
        out: list[int] = []
        own(state, seat, out)
        out += shared
        parts.append(bytes(out))
        if _touched(before, state, seat):
            parts.append(bytes(others(state, seat)))
        else:
            parts.append(rest)
    return b"".join(parts)


def _same_table(one: State, two: State, seat: int) -> bool:
    """Whether `table` says the same of two outcomes of one decision."""
    return (
        one.markers == two.markers
        and one.turn == two.turn
        and one.decision == two.decision
        and one.detail == two.detail
        and one.last_turns == two.last_turns
        and one.houses[seat] == two.houses[seat]
        and one.display == two.display
    )


def _touched(before: State, after: State, seat: int) -> bool:
    """Whether a plan changed what `others` says."""
    if (
        before.markers != after.markers
        or before.magnus != after.magnus
        or before.concordia != after.concordia
    ):
        return True
    for foe in range(before.setup.players):
        if foe != seat and (
            before.goods[foe] != after.goods[foe]
            or before.coins[foe] != after.coins[foe]
            or before.hands[foe] != after.hands[foe]  # a partner's tribune, for one
            or before.houses[foe] != after.houses[foe]
            or len(before.land[foe]) != len(after.land[foe])
            or len(before.sea[foe]) != len(after.sea[foe])
        ):
            return True
    # In team play the partner's points depend on this seat's houses (R9.10).
    return before.setup.team and before.houses[seat] != after.houses[seat]
