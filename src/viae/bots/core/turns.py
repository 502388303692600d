"""Whole turns: every reasonable way to carry on until somebody else decides.

A bot compares *plans*: lists of codes with the state they lead to. The display is not refilled in
that state, so no plan knows a card that is still unseen. Plans come from the engine's own legal
lists; only an architect's are put together here, because its single steps would give millions.
"""

from typing import Final

from viae.rules import codes, goods, roles
from viae.rules.bits import added, count, difference, has, members, removed, union
from viae.rules.cards.architect import reachable_cities
from viae.rules.state import HOUSES, State, purse
from viae.rules.turn import apply, legal

MOVED_AT_MOST: Final = 3  # colonists that one architect moves in a plan
PLACEMENTS: Final = 2  # ways to place the colonists that are kept for the same houses
SETS: Final = 160  # sets of houses looked at for one architect


class Plan:
    """A way to carry on, and where it leads."""

    __slots__ = ("codes", "state")

    def __init__(self, chosen: list[int], state: State) -> None:
        self.codes: list[int] = chosen
        self.state: State = state


def plans(state: State, limit: int) -> list[Plan]:
    """Plans for the present actor, at most `limit` of them: the last ways to carry on first."""
    found: list[Plan] = []
    open_plans = [Plan([], state.copy())]
    while len(found) < limit:
        plan = _next(open_plans, state.actor, state.turn)
        if plan is None:
            break
        found.append(plan)
    return found


def spread_plans(state: State, limit: int) -> list[Plan]:
    """The same, but where there are too many, some of every card instead of all of a few."""
    found = plans(state, limit)
    if len(found) < limit:
        return found
    first: list[Plan] = []
    root = Plan([], state.copy())
    if root.state.decision == roles.ARCHITECT:
        return found  # only one card is left to carry out
    _carry_on(root, first)
    branches = [[plan] for plan in first]
    found = []
    while branches:
        left: list[list[Plan]] = []
        for branch in branches:
            plan = _next(branch, state.actor, state.turn)
            if plan is not None:
                found.append(plan)
                if len(found) == limit:
                    return found
                left.append(branch)
        branches = left
    return found


def _next(open_plans: list[Plan], me: int, turn: int) -> Plan | None:
    """The next plan that is complete; None if there is none any more."""
    while open_plans:
        plan = open_plans.pop()
        if plan.codes and (plan.state.actor != me or plan.state.turn != turn):
            return plan
        _carry_on(plan, open_plans)
    return None


def _carry_on(plan: Plan, open_plans: list[Plan]) -> None:
    """Add every reasonable way to carry on from a plan."""
    state = plan.state
    if state.decision == roles.ARCHITECT:
        _expand(plan, architect_codes(state), open_plans)
    else:
        last = plan.codes[-1] if plan.codes else -1
        ways = [[code] for code in legal(state) if _worthwhile(state, last, code)]
        _expand(plan, ways, open_plans)


def _expand(plan: Plan, ways: list[list[int]], open_plans: list[Plan]) -> None:
    """Every way to carry on from a plan; the last of them takes its state over."""
    left = len(ways)
    for chosen in ways:
        left -= 1
        state = plan.state.copy() if left else plan.state
        for code in chosen:
            apply(state, code)
        open_plans.append(Plan(plan.codes + chosen, state))


def _worthwhile(state: State, last: int, code: int) -> bool:
    """Leave out the same thing in another order, and odd amounts of goods."""
    decision = state.decision
    verb = codes.verb_of(code)
    if decision == roles.MERCATOR and verb != codes.DONE:
        number, kind = codes.trade_of(code)
        if verb == codes.SELL:
            held = goods.count(state.goods[state.actor], kind)
            if 2 < number < held - 1:
                return False
        elif number > 4:
            return False
        if state.used and last >= 0:  # the second trade: sales first, goods ascending
            if codes.verb_of(last) == verb:
                return kind > codes.trade_of(last)[1]
            return verb == codes.BUY
        return True
    if last < 0 or not state.used:
        return True
    if decision == roles.SENATOR and verb == codes.PURCHASE:
        return codes.card_of(code) > codes.card_of(last)
    if decision == roles.COLONIST and verb == codes.SETTLE:
        return code >= last
    return True


class Placing:
    """The search for the houses one architect can build, and the moves that make it possible."""

    def __init__(self, state: State) -> None:
        seat = state.actor
        atlas = state.setup.atlas
        self.state: State = state
        self.found: list[list[int]] = []
        self.kept: dict[int, int] = {}  # how often a set of houses was found
        # Where the search is: what it has chosen, and what is left to spend.
        self.moves: list[int] = []
        self.builds: list[int] = []
        self.coins: int = purse(state, seat)
        self.store: int = state.goods[seat]
        self.room: int = HOUSES - count(state.houses[seat])
        self.steps: int = 0 if state.building else state.steps
        # The colonists that may still move.
        self.kinds: list[int] = [codes.LAND] * len(state.idle_land)
        self.kinds += [codes.SEA] * len(state.idle_sea)
        self.places: list[int] = [*state.idle_land, *state.idle_sea]
        self.fixed: list[bool] = [state.building] * len(self.places)
        self.occupied: list[int] = [state.occupied_land, state.occupied_sea]
        self.covered: int = self._beside_others()
        self.cities: list[int] = []  # where a house could be paid and reached
        near = self.covered
        for i, place in enumerate(self.places):
            kind = self.kinds[i]
            near = union(near, atlas.ends[kind][place])
            near = union(near, atlas.reach[kind][place][self.steps].cities)
        for city in members(difference(near, added(state.houses[seat], atlas.capital))):
            if self._payable(city):
                self.cities.append(city)

    def _beside_others(self) -> int:
        """The cities beside colonists that will not move any more."""
        state = self.state
        seat = state.actor
        if state.building:
            return reachable_cities(state, seat)
        ends = state.setup.atlas.ends
        beside = 0
        for place in state.land[seat]:
            if place not in state.idle_land:
                beside = union(beside, ends[codes.LAND][place])
        for place in state.sea[seat]:
            if place not in state.idle_sea:
                beside = union(beside, ends[codes.SEA][place])
        return beside

    def _price(self, city: int) -> int:
        return self.state.setup.house_coins[city] * (self.state.crowd[city] + 1)

    def _payable(self, city: int) -> bool:
        cost = self.state.setup.house_cost[city]
        return self._price(city) <= self.coins and goods.covers(self.store, cost)

    def search(self, start: int, houses: int) -> None:
        """Note the houses chosen so far, then add one more, of the cities from `start` on."""
        kept = self.kept.get(houses, 0)
        if kept < PLACEMENTS:
            self.kept[houses] = kept + 1
            self.found.append([*self.moves, *self.builds, codes.DONE_CODE])
        if len(self.builds) == self.room or len(self.kept) >= SETS:
            return
        for i in range(start, len(self.cities)):
            city = self.cities[i]
            if not self._payable(city):
                continue
            cost = self.state.setup.house_cost[city]
            price = self._price(city)
            self.store -= cost
            self.coins -= price
            self.builds.append(codes.build(city))
            if has(self.covered, city):
                self.search(i + 1, added(houses, city))
            else:
                self._stand(city, i + 1, added(houses, city))
                if len(self.moves) < MOVED_AT_MOST:
                    self._walk(city, i + 1, added(houses, city))
            self.builds.pop()
            self.store += cost
            self.coins += price

    def _stand(self, city: int, onward: int, houses: int) -> None:
        """Build beside a colonist that has not moved, and leave it there."""
        ends = self.state.setup.atlas.ends
        for c in range(len(self.places)):
            beside = ends[self.kinds[c]][self.places[c]]
            if not self.fixed[c] and has(beside, city):
                covered = self.covered
                self.fixed[c] = True
                self.covered = union(covered, beside)
                self.search(onward, houses)
                self.fixed[c] = False
                self.covered = covered
                return

    def _walk(self, city: int, onward: int, houses: int) -> None:
        """Build beside a colonist that moves there first."""
        atlas = self.state.setup.atlas
        for c in range(len(self.places)):
            if self.fixed[c] or self._same_as_before(c):
                continue
            kind = self.kinds[c]
            place = self.places[c]
            free = difference(atlas.reach[kind][place][self.steps].mask, self.occupied[kind])
            for path in atlas.at_city[kind][city]:
                if not has(free, path):
                    continue
                steps = atlas.distance[kind][place][path]
                covered = self.covered
                self.fixed[c] = True
                self.covered = union(covered, atlas.ends[kind][atlas.cities + path])
                self.steps -= steps
                self.occupied[kind] = added(self.occupied[kind], path)
                self.moves.append(codes.move(kind, place, path))
                self.search(onward, houses)
                self.moves.pop()
                self.occupied[kind] = removed(self.occupied[kind], path)
                self.steps += steps
                self.fixed[c] = False
                self.covered = covered

    def _same_as_before(self, c: int) -> bool:
        """Whether the colonist stands beside an equal one that can still move."""
        return (
            c > 0
            and self.kinds[c] == self.kinds[c - 1]
            and self.places[c] == self.places[c - 1]
            and not self.fixed[c - 1]
        )

    def wander(self) -> None:
        """One colonist to where the most open cities are, without building."""
        state = self.state
        atlas = state.setup.atlas
        known = added(
            union(reachable_cities(state, state.actor), state.houses[state.actor]), atlas.capital
        )
        for c in range(len(self.places)):
            if self._same_as_before(c):
                continue
            kind = self.kinds[c]
            place = self.places[c]
            best = -1
            gain = 0
            free = difference(atlas.reach[kind][place][self.steps].mask, self.occupied[kind])
            for path in members(free):
                opened = count(difference(atlas.ends[kind][atlas.cities + path], known))
                value = opened * 8 - atlas.distance[kind][place][path]
                if best < 0 or value > gain:
                    best = path
                    gain = value
            if best >= 0:
                self.found.append([codes.move(kind, place, best), codes.DONE_CODE])


def architect_codes(state: State) -> list[list[int]]:
    """The codes of an architect, from here to its end: moves, houses, done."""
    placing = Placing(state)
    placing.search(0, 0)
    if placing.steps > 0:
        placing.wander()
    return placing.found
