"""What a row of features is made of, worked out once: houses, reach, cards, goods of a seat.

The plans of a turn differ in little, and the moments of a search in little more, so most parts come
up again and again. A `Memory` keeps them for one game.
"""

from typing import Final

from viae.rules import codes, goods, roles, score
from viae.rules.bits import (
    count,
    difference,
    has,
    intersection,
    meet,
    members,
    overlap,
    removed,
    union,
)
from viae.rules.setup import Setup
from viae.rules.state import State, free_spaces

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


class Other:
    """What is said of a seat to the others."""

    __slots__ = ("more", "part", "total")

    def __init__(self, part: bytes, more: bytes, total: int) -> None:
        self.part: bytes = part
        self.more: bytes = more  # what came later, at the end of a row
        self.total: int = total  # its points


class Houses:
    """What follows from the houses of a seat, the markers and the Praefectus Magnus."""

    __slots__ = (
        "best",
        "counts",
        "everything",
        "gods",
        "land",
        "mask",
        "number",
        "open",
        "others",
        "provinces",
        "ready",
        "second",
        "times",
    )

    def __init__(self, state: State, seat: int) -> None:
        setup = state.setup
        price = setup.price
        houses = state.houses[seat]
        self.mask: int = houses
        self.number: int = count(houses)
        self.counts: list[int] = [overlap(houses, mask) for mask in setup.good_masks]
        self.times: list[int] = score.multipliers(state, seat)  # two of them are set in `_times`
        self.open: list[int] = []  # provinces without an own house
        self.provinces: int = 0
        self.best: int = 0  # what a prefect would produce, of its price
        self.second: int = 0
        self.everything: int = 0
        self.ready: int = 0
        self.land: dict[int, bytes] = {}  # by the number of a `Reach`
        self.gods: dict[int, bytes] = {}  # by cards, colonists and wealth
        self.others: dict[tuple[int, int, int, int], Other] = {}  # by goods, coins and the rest
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
                self.open.append(mask)
            if not has(state.markers, province):
                self.ready += worth
                bonus = price[setup.marker_good[province]]
                worth += bonus + bonus if magnus else bonus
                if worth > self.best:
                    self.second = self.best
                    self.best = worth
                elif worth > self.second:
                    self.second = worth

    def openings(self, cities: int) -> int:
        """How many new provinces these cities are in."""
        number = 0
        for mask in self.open:
            if meet(cities, mask):
                number += 1
        return number


class Reach:
    """The cities beside colonists, and those that they could come beside; with own houses."""

    __slots__ = ("land", "near", "number", "sea", "wide")

    def __init__(self, state: State, seat: int, number: int) -> None:
        self.number: int = number  # tells places of colonists apart
        self.land: int = len(state.land[seat])
        self.sea: int = len(state.sea[seat])
        atlas = state.setup.atlas
        steps = self.land + self.sea
        near = 0
        wide = 0
        reach = atlas.reach[codes.LAND]
        ends = atlas.ends[codes.LAND]
        for place in state.land[seat]:
            near = union(near, ends[place])
            wide = union(wide, reach[place][steps].cities)
        reach = atlas.reach[codes.SEA]
        ends = atlas.ends[codes.SEA]
        for place in state.sea[seat]:
            near = union(near, ends[place])
            wide = union(wide, reach[place][steps].cities)
        self.near: int = removed(near, atlas.capital)
        self.wide: int = removed(wide, atlas.capital)


class Cards:
    """What follows from the cards of a seat alone."""

    __slots__ = (
        "buys",
        "buys_bare",
        "diplomats",
        "gods",
        "held",
        "number",
        "part",
        "specialists",
        "working",
    )

    def __init__(self, state: State, seat: int, number: int) -> None:
        faces = state.setup.faces
        self.number: int = number  # tells cards apart
        hand = state.hands[seat]
        owned = state.owned[seat]
        pile = len(state.piles[seat])
        in_hand = count_roles(state, hand)
        out = in_hand[:ROLES]
        out += count_roles(state, difference(owned, hand))[:ROLES]
        out.append(count(hand))
        out.append(pile)
        out.append(max(0, pile - 3))
        self.part: bytes = bytes(out)
        buys = in_hand[roles.SENATOR] + in_hand[roles.PRAETOR] + in_hand[roles.PROCONSUL]
        self.buys: bool = buys > 0
        self.buys_bare: bool = in_hand[roles.CONSUL] > 0
        self.diplomats: bool = in_hand[roles.DIPLOMAT] > 0
        self.gods: list[int] = [
            overlap(owned, faces.god_masks[god]) for god in range(roles.CONCORDIA)
        ]
        self.held: list[int] = [0] * goods.KINDS  # specialists by good
        self.specialists: list[int] = []  # their cards
        self.working: list[bool] = []  # whether each of them is in hand
        for card in faces.specialists:
            if has(owned, card):
                self.held[faces.good[card]] += 1
                self.specialists.append(card)
                self.working.append(has(hand, card))


LARGE: Final = 50_000  # parts in a memory, after which it is emptied


class Display:
    """What follows from the cards on sale; a position whose card was taken is left out."""

    __slots__ = ("anys", "costs", "fixed", "gods", "number", "parts", "shown")

    def __init__(self, state: State, number: int) -> None:
        faces = state.setup.faces
        self.number: int = number  # tells displays apart
        self.shown: int = 0
        self.costs: list[int] = []
        self.fixed: list[int] = []  # with the surcharge of the position
        self.anys: list[int] = []  # how many goods it takes, if any one more is asked for; or 0
        self.gods: list[list[int]] = []
        self.parts: dict[int, bytes] = {}  # by the number of unseen cards
        for position, card in enumerate(state.display):
            if card >= 0:
                offer = faces.offers[card][position]
                self.shown += 1
                self.costs.append(faces.cost[card])
                self.fixed.append(offer.fixed)
                self.anys.append(goods.total(offer.fixed) + 1 if offer.any else 0)
                self.gods.append(faces.gods[card])


class Memory:
    """Parts of rows that were worked out before, for one game.

    Keys hold everything that a part depends on.
    """

    __slots__ = (
        "cards",
        "copies",
        "displays",
        "ends",
        "goods",
        "house_coins",
        "house_cost",
        "houses",
        "kept",
        "reach",
        "setup",
        "unseen",
    )

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.kept: int = 0  # parts in all
        self.houses: dict[tuple[int, int, int], Houses] = {}
        self.reach: dict[tuple[tuple[int, ...], tuple[int, ...]], Reach] = {}
        self.cards: dict[tuple[int, int, int], Cards] = {}
        self.goods: dict[int, bytes] = {}
        self.copies: dict[int, bytes] = {}
        self.displays: dict[tuple[int, ...], Display] = {}
        self.ends: dict[int, bytes] = {}  # the part of the table that is not its display
        self.unseen: dict[int, bytes] = {}  # by the cards still to come
        # What a house costs depends on the good of its city alone (R5.2).
        self.house_cost: list[int] = [0] * goods.KINDS
        self.house_coins: list[int] = [0] * goods.KINDS
        for city, kind in enumerate(setup.city_good):
            if kind >= 0:
                self.house_cost[kind] = setup.house_cost[city]
                self.house_coins[kind] = setup.house_coins[city]

    def houses_of(self, state: State, seat: int) -> Houses:
        """What follows from the houses of a seat."""
        other_side = state.houses[self.setup.partner[seat]] if self.setup.team else 0
        markers = 2 * state.markers + (1 if state.magnus == seat else 0)
        key = (state.houses[seat], markers, other_side)
        known = self.houses.get(key)
        if known is None:
            known = Houses(state, seat)
            self.houses[key] = known
            self.kept += 1
        return known

    def reach_of(self, state: State, seat: int) -> Reach:
        """Where a seat's colonists are, and could go."""
        key = (state.land[seat], state.sea[seat])
        known = self.reach.get(key)
        if known is None:
            known = Reach(state, seat, len(self.reach))
            self.reach[key] = known
            self.kept += 1
        return known

    def cards_of(self, state: State, seat: int) -> Cards:
        """What follows from the cards of a seat."""
        key = (state.hands[seat], state.owned[seat], len(state.piles[seat]))
        known = self.cards.get(key)
        if known is None:
            known = Cards(state, seat, len(self.cards))
            self.cards[key] = known
            self.kept += 1
        return known

    def display_of(self, state: State) -> Display:
        """What is on sale."""
        key = tuple(state.display)
        known = self.displays.get(key)
        if known is None:
            known = Display(state, len(self.displays))
            self.displays[key] = known
            self.kept += 1
        return known

    def goods_of(self, state: State, seat: int, colonists: int) -> bytes:
        """The goods of a store, few of which are worth more apiece than many, and its space."""
        store = state.goods[seat]
        key = store * 8 + colonists
        known = self.goods.get(key)
        if known is None:
            out: list[int] = []
            for kind in range(goods.KINDS):
                number = goods.count(store, kind)
                out.append(number)
                out.append(min(number, 2))
            out.append(free_spaces(state, seat))
            out.append(min(state.setup.terms.value(store), MOST))
            known = bytes(out)
            self.goods[key] = known
            self.kept += 1
        return known


class Kept:
    """The memory of the game that was last looked at."""

    def __init__(self) -> None:
        self.memory: Memory | None = None

    def of(self, state: State) -> Memory:
        """The memory of this game; a new one for another game, or after much was kept."""
        memory = self.memory
        if memory is None or memory.setup is not state.setup or memory.kept > LARGE:
            memory = Memory(state.setup)
            self.memory = memory
        return memory


KEPT: Final = Kept()
