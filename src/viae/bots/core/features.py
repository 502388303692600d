"""Features: what a seat sees of a moment, as small whole numbers for the learned evaluation.

Nothing here names a city, a province or a board: houses count by good, province and neighbourhood,
so that one evaluation serves every board, variant and number of players. A row has the parts: the
own seat, the table, the partner (zeros without one) and the three strongest other seats; then more
about these four, and the cards still to come, which older nets do not know. Every number fits into
a byte, so that many rows travel to numpy as one piece.
"""

from typing import Final

from viae.bots.core.facts import (
    KEPT,
    MOST,
    ROLES,
    Cards,
    Display,
    Houses,
    Memory,
    Other,
    Reach,
    count_roles,
)
from viae.bots.core.turns import Plan
from viae.rules import goods, roles, score
from viae.rules.bits import (
    added,
    count,
    difference,
    has,
    intersection,
    meet,
    members,
    overlap,
)
from viae.rules.state import State, free_spaces, purse

FOES: Final = 3
OWN: Final = 118
TABLE: Final = 41
OTHER: Final = 39
OLD_SIZE: Final = OWN + TABLE + OTHER + FOES * OTHER  # what nets of the first kind know
MORE: Final = 3 * goods.KINDS + 1  # of each other seat
UNSEEN: Final = ROLES + roles.CONCORDIA
SIZE: Final = OLD_SIZE + (1 + FOES) * MORE + UNSEEN
# The own part is made of pieces: some are new in almost every row, the others are mostly known.
STORE: Final = 15  # coins and goods, the first piece
PAYABLE: Final = 10  # houses and cards that could be had at once, before the last piece
LAST: Final = 8  # the Praefectus Magnus, what could be copied, the Concordia card
FRESH: Final = STORE + PAYABLE
COINS: Final = [bytes([number, min(number, 5), min(number, 12)]) for number in range(MOST + 1)]


def own(state: State, seat: int, memory: Memory) -> bytes:
    """Everything about the seat itself: `OWN` numbers."""
    parts: list[bytes] = []
    view = View(state, seat, memory)
    view.own(state, parts)
    fresh = b"".join(parts)
    return fresh[:STORE] + view.facts[:-LAST] + fresh[STORE:] + view.facts[-LAST:]


class View:
    """One seat's view of the outcomes of one decision, one after the other.

    What is the same as in the outcome before is not looked up again.
    """

    __slots__ = (
        "best",
        "cards",
        "copies",
        "display",
        "facts",
        "gains",
        "gods",
        "gods_key",
        "houses",
        "known",
        "land",
        "last",
        "memory",
        "reach",
        "same",
        "seat",
    )

    def __init__(self, before: State, seat: int, memory: Memory) -> None:
        self.seat: int = seat
        self.memory: Memory = memory
        self.known: State = before  # whose parts these are
        self.houses: Houses = memory.houses_of(before, seat)
        self.reach: Reach = memory.reach_of(before, seat)
        self.cards: Cards = memory.cards_of(before, seat)
        self.display: Display = memory.display_of(before)
        self.copies: int = _copies(before, seat)  # nobody else plays a card meanwhile
        self.gods: bytes = b""
        self.gods_key: int = -1
        self.gains: list[int] = []  # the points that each card on sale would bring
        self.best: int = 0
        self.facts: bytes = b""  # the part of a row that `own` found last
        self.land: bytes = b""  # what it was made of
        self.last: bytes = b""
        self.same: bool = False  # whether it is that of the row before

    def look(self, state: State) -> None:
        """Go on to another outcome."""
        seat = self.seat
        memory = self.memory
        known = self.known
        if (
            known.houses[seat] != state.houses[seat]
            or known.markers != state.markers
            or known.magnus != state.magnus
            or memory.setup.team
        ):
            self.houses = memory.houses_of(state, seat)
            self.gods_key = -1
        if known.land[seat] != state.land[seat] or known.sea[seat] != state.sea[seat]:
            self.reach = memory.reach_of(state, seat)
        if (
            known.hands[seat] != state.hands[seat]
            or known.owned[seat] != state.owned[seat]
            or len(known.piles[seat]) != len(state.piles[seat])
        ):
            self.cards = memory.cards_of(state, seat)
            self.gods_key = -1
        if known.display != state.display:
            self.display = memory.display_of(state)
            self.gods_key = -1
        self.known = state

    def own(self, state: State, parts: list[bytes]) -> None:
        """What is said of the seat itself: what is new, appended to `parts`, and `facts`."""
        seat = self.seat
        memory = self.memory
        houses = self.houses
        reach = self.reach
        cards = self.cards
        colonists = reach.land + reach.sea
        parts.append(COINS[min(state.coins[seat], MOST)])
        parts.append(memory.goods_of(state, seat, colonists))
        near = difference(reach.near, houses.mask)
        land = houses.land.get(reach.number)
        if land is None:
            land = _land_part(state, houses, reach, near)
            houses.land[reach.number] = land
            memory.kept += 1
        tens = score.wealth(state, seat) // 10
        concordia = 1 if state.concordia == seat else 0
        key = ((cards.number * 8 + colonists) * 2 + concordia) * 65536 + tens
        weighed = key == self.gods_key
        if not weighed:
            self._weigh(state, key, tens, colonists, concordia)
        out: list[int] = []
        _houses_in_reach(state, seat, near, memory, out)
        self._purchases(state.goods[seat], out)
        parts.append(bytes(out))
        last = _last_part(state, seat, memory, self.copies if cards.diplomats else 0)
        self.same = weighed and land is self.land and last is self.last
        if not self.same:
            self.facts = land + self.gods + cards.part + last
            self.land = land
            self.last = last

    def _weigh(self, state: State, key: int, tens: int, colonists: int, concordia: int) -> None:
        """What the gods' cards bring, those owned and those on sale."""
        houses = self.houses
        times = houses.times
        times[roles.VESTA] = tens
        times[roles.MARS] = 2 * colonists
        known = houses.gods.get(key)
        if known is None:
            known = _gods_part(state, houses, self.cards, concordia)
            houses.gods[key] = known
            self.memory.kept += 1
        self.gods = known
        self.gods_key = key
        self.best = 0
        self.gains = []
        for gods in self.display.gods:
            gain = 0
            for god in gods:
                gain += times[god]
            self.gains.append(gain)
            if gain > self.best:
                self.best = gain

    def _purchases(self, store: int, out: list[int]) -> None:
        """What the display offers.

        The points of the best card, of the best payable one without and with its surcharge, how
        many are payable, and both once more if a card that buys so is in hand.
        """
        display = self.display
        units = goods.total(store)
        plain = 0
        full = 0
        number = 0
        for i, gain in enumerate(self.gains):
            if goods.covers(store, display.costs[i]):
                if gain > plain:
                    plain = gain
                if goods.covers(store, display.fixed[i]) and units >= display.anys[i]:
                    number += 1
                    if gain > full:
                        full = gain
        full = min(full, MOST)
        plain = min(plain, MOST)
        out.append(min(self.best, MOST))
        out.append(plain)
        out.append(full)
        out.append(number)
        out.append(full if self.cards.buys else 0)
        out.append(plain if self.cards.buys_bare else 0)


def _land_part(state: State, houses: Houses, reach: Reach, near: int) -> bytes:
    """Houses by good, cities near and within reach, provinces, what they produce, colonists."""
    wide = difference(reach.wide, houses.mask)
    out: list[int] = []
    for kind, mask in enumerate(state.setup.good_masks):
        out.append(houses.counts[kind])
        out.append(overlap(near, mask))
        out.append(overlap(wide, mask))
    number = houses.number
    out.append(number)
    out.append(max(0, number - 9))
    out.append(max(0, number - 12))
    out.append(houses.openings(near))
    out.append(houses.openings(wide))
    out.append(houses.best)
    out.append(houses.second)
    out.append(min(houses.everything, MOST))
    out.append(min(houses.ready, MOST))
    out.append(reach.land)
    out.append(reach.sea)
    return bytes(out)


def _gods_part(state: State, houses: Houses, cards: Cards, concordia: int) -> bytes:
    """Cards, multiplier and points of each god, and the points in all."""
    times = houses.times
    out: list[int] = []
    total = 0
    for god in range(roles.CONCORDIA):
        number = cards.gods[god]
        points = number * times[god]
        if god == roles.MINERVA:
            points = _minerva(state, houses, cards, out)
        total += points
        out.append(number)
        out.append(min(times[god], MOST))
        out.append(min(points, MOST))
    if concordia:
        total += score.CONCORDIA_POINTS
    out.append(min(total, MOST))
    return bytes(out)


def _minerva(state: State, houses: Houses, cards: Cards, out: list[int]) -> int:
    """The specialists' points; appends which goods have one, and what those in hand produce."""
    setup = state.setup
    faces = setup.faces
    points = 0
    produce = 0
    for i, card in enumerate(cards.specialists):
        kind = faces.good[card]
        number = houses.counts[kind]
        points += faces.points[card] * number
        if cards.working[i]:
            produce += number * setup.price[kind]
    out += cards.held
    out.append(min(produce, MOST))
    return points


def _houses_in_reach(state: State, seat: int, near: int, memory: Memory, out: list[int]) -> None:
    """How many cities beside colonists could be built in at once, and how many but for coins."""
    store = state.goods[seat]
    coins = purse(state, seat)
    payable = 0
    first = 0
    lacking = 0
    for kind, mask in enumerate(state.setup.good_masks):
        if meet(near, mask) and goods.covers(store, memory.house_cost[kind]):
            price = memory.house_coins[kind]
            for city in members(intersection(near, mask)):
                crowd = state.crowd[city]
                if price * (crowd + 1) <= coins:
                    payable += 1
                    if crowd == 0:
                        first += 1
                else:
                    lacking += 1
    out.append(payable)
    out.append(min(payable, 2))
    out.append(first)
    out.append(lacking)


def _copies(state: State, seat: int) -> int:
    """The set of what a diplomat in hand could copy from the other piles."""
    setup = state.setup
    faces = setup.faces
    partner = setup.partner[seat]
    found = 0
    for other_seat in range(setup.players):
        if other_seat == seat or other_seat == partner or not state.piles[other_seat]:
            continue
        role = faces.role[state.piles[other_seat][-1]]
        if role == roles.ARCHITECT:
            found = added(found, 0)
        elif role == roles.PREFECT:
            found = added(found, 1)
        elif role == roles.MERCATOR:
            found = added(found, 2)
        elif role == roles.COLONIST:
            found = added(found, 3)
        elif roles.SENATOR <= role <= roles.PROCONSUL:
            found = added(found, 4)
        elif role == roles.DOUBLE:
            found = added(found, 5)
    return found


def _last_part(state: State, seat: int, memory: Memory, copies: int) -> bytes:
    """The Praefectus Magnus, what a diplomat could copy, the Concordia card."""
    magnus = 1 if state.magnus == seat else 0
    concordia = 1 if state.concordia == seat else 0
    key = (copies * 2 + magnus) * 2 + concordia
    known = memory.copies.get(key)
    if known is None:
        out = [magnus]
        for bit in range(6):
            out.append(1 if has(copies, bit) else 0)
        out.append(concordia)
        known = bytes(out)
        memory.copies[key] = known
    return known


def other(state: State, seat: int, memory: Memory) -> Other:
    """What counts of another seat: `OTHER` numbers."""
    houses = memory.houses_of(state, seat)
    reach = memory.reach_of(state, seat)
    cards = memory.cards_of(state, seat)
    concordia = 1 if state.concordia == seat else 0
    key = (state.goods[seat], state.coins[seat], cards.number, reach.number * 2 + concordia)
    known = houses.others.get(key)
    if known is None:
        known = _other(state, seat, houses, reach, cards)
        houses.others[key] = known
        memory.kept += 1
    return known


def _other(state: State, seat: int, houses: Houses, reach: Reach, cards: Cards) -> Other:
    setup = state.setup
    faces = setup.faces
    store = state.goods[seat]
    owned = state.owned[seat]
    out: list[int] = []
    out.append(min(state.coins[seat], MOST))
    out.append(min(setup.terms.value(store), MOST))
    out.append(free_spaces(state, seat))
    number = houses.number
    out.append(number)
    out.append(max(0, number - 9))
    out.append(max(0, number - 12))
    out.append(reach.land)
    out.append(reach.sea)
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
    near = difference(reach.near, houses.mask)
    out.append(houses.provinces)
    out.append(houses.best)
    out.append(min(houses.everything, MOST))
    out.append(houses.openings(near))
    out.append(count(near))
    out.append(1 if state.magnus == seat else 0)
    out.append(1 if state.concordia == seat else 0)
    more = [goods.count(store, kind) for kind in range(goods.KINDS)]
    more += houses.counts
    more += cards.held
    return Other(bytes(out), bytes(more), total)


NOBODY: Final = bytes(OTHER)
NO_MORE: Final = bytes(MORE)
STEPS: Final = [bytes([step]) for step in range(8)]


def others(state: State, seat: int, memory: Memory) -> bytes:
    """The partner and the strongest foes, zeros where there are fewer; then more about them.

    The highest scores come first, ties in the order of play.
    """
    setup = state.setup
    players = setup.players
    partner = setup.partner[seat]
    parts = [NOBODY]
    more = [NO_MORE]
    if setup.team:
        known = other(state, partner, memory)
        parts[0] = known.part
        more[0] = known.more + STEPS[(partner - seat) % players]
    found: list[Other] = []
    steps: list[int] = []
    ranked: list[int] = []
    for step in range(1, players):
        foe = (seat + step) % players
        if foe != partner:
            known = other(state, foe, memory)
            ranked.append((1000 - known.total) * 8 + len(found))
            found.append(known)
            steps.append(step)
    ranked.sort()
    for rank in ranked[:FOES]:
        known = found[rank % 8]
        parts.append(known.part)
        more.append(known.more)
        more.append(STEPS[steps[rank % 8]])
    for _ in range(FOES - len(found)):
        parts.append(NOBODY)
        more.append(NO_MORE)
    return b"".join(parts) + b"".join(more)


def sides_in_order(state: State, seat: int) -> list[int]:
    """The own side, then the others in the order of `others`: what the net's chances refer to."""
    setup = state.setup
    players = setup.players
    memory = KEPT.of(state)
    ranked: list[int] = []
    for step in range(1, players):
        foe = (seat + step) % players
        if foe != setup.partner[seat]:
            ranked.append((1000 - other(state, foe, memory).total) * 8 + step)
    ranked.sort()
    order = [seat % setup.sides]
    for rank in ranked:
        side = (seat + rank % 8) % players % setup.sides
        if side not in order:
            order.append(side)
    return order


def unseen_part(state: State, memory: Memory) -> bytes:
    """The cards still to come, by role and by god."""
    known = memory.unseen.get(state.unseen)
    if known is None:
        faces = state.setup.faces
        out = count_roles(state, state.unseen)[:ROLES]
        for god in range(roles.CONCORDIA):
            out.append(overlap(state.unseen, faces.god_masks[god]))
        known = bytes(out)
        memory.unseen[state.unseen] = known
        memory.kept += 1
    return known


def display_part(state: State, display: Display) -> bytes:
    """What is on sale, and how much is left: the first part of the table."""
    unseen = count(state.unseen)
    known = display.parts.get(unseen)
    if known is None:
        faces = state.setup.faces
        nearness = [0] * ROLES
        gods = [0] * roles.CONCORDIA
        for position, card in enumerate(state.display):
            if card >= 0:
                role = faces.role[card]
                nearness[role] = max(nearness[role], 8 - position)
                for god in faces.gods[card]:
                    gods[god] += 1
        left = unseen + display.shown
        known = bytes([left, min(left, 8), min(left, 3), *nearness, *gods])
        display.parts[unseen] = known
    return known


def end_part(state: State, seat: int, memory: Memory) -> bytes:
    """The end, the markers, the order of play: the rest of the table."""
    setup = state.setup
    players = setup.players
    most = 0
    for houses in state.houses:
        number = count(houses)
        if number > most:
            most = number
    wait = (seat - state.turn) % players  # until the seat is in turn again
    if setup.team:
        wait %= setup.sides
    under_way = 1 if state.decision != roles.PLAY or state.detail != 0 else 0
    key = (((state.markers * 16 + most) * 8 + state.last_turns + 1) * 8 + wait) * 2 + under_way
    known = memory.ends.get(key)
    if known is None:
        coins = 0
        for province in members(state.markers):
            coins += setup.marker_coins[province]
        out = [most, max(0, most - 10), coins, setup.atlas.provinces - count(state.markers)]
        out.append(1 if state.last_turns >= 0 else 0)
        out.append(max(0, state.last_turns))
        out.append(wait)
        out.append(under_way)
        for number in range(2, 7):
            out.append(1 if players == number else 0)
        out.append(1 if setup.team else 0)
        out.append(1 if setup.faces.variant != "concordia" else 0)
        out.append(setup.atlas.provinces)
        out.append(setup.atlas.cities)
        known = bytes(out)
        memory.ends[key] = known
        memory.kept += 1
    return known


def row(state: State, seat: int, memory: Memory | None = None) -> bytes:
    """One moment seen from a seat: `SIZE` numbers."""
    if memory is None:
        memory = KEPT.of(state)
    table = display_part(state, memory.display_of(state)) + end_part(state, seat, memory)
    rest = table + others(state, seat, memory) + unseen_part(state, memory)
    return own(state, seat, memory) + rest


class Rows:
    """The outcomes of all plans for one decision.

    Each row has three pieces. `fresh` has the first of all rows, one after the other: `STORE`
    numbers, and those of the purchases and houses that are payable. The second and third are
    `facts[which_facts[i]]` and `rest[which_rest[i]]`: many plans have them in common.
    """

    __slots__ = ("facts", "fresh", "rest", "which_facts", "which_rest")

    def __init__(self) -> None:
        self.fresh: bytes = b""
        self.facts: list[bytes] = []
        self.which_facts: list[int] = []
        self.rest: list[bytes] = []
        self.which_rest: list[int] = []

    def whole(self) -> bytes:
        """All rows, one after the other."""
        parts: list[bytes] = []
        for i, which in enumerate(self.which_facts):
            facts = self.facts[which]
            parts.append(self.fresh[i * FRESH : i * FRESH + STORE])
            parts.append(facts[:-LAST])
            parts.append(self.fresh[i * FRESH + STORE : (i + 1) * FRESH])
            parts.append(facts[-LAST:])
            parts.append(self.rest[self.which_rest[i]])
        return b"".join(parts)


def plan_rows(before: State, found: list[Plan], seat: int) -> Rows:
    """The outcomes of all plans for one decision; what they share is worked out once."""
    memory = KEPT.of(before)
    made = Rows()
    parts: list[bytes] = []
    numbers: dict[bytes, int] = {}
    unseen = unseen_part(before, memory)  # nothing is revealed within a turn
    untouched = others(before, seat, memory)
    view = View(before, seat, memory)
    last = before
    number = -1  # of the last plan's rest, if it left the others untouched
    facts = -1
    for plan in found:
        state = plan.state
        view.look(state)
        touched = _touched(before, state, seat)
        if number < 0 or touched or not _same_table(last, state, seat):
            part = display_part(state, view.display) + end_part(state, seat, memory)
            part += others(state, seat, memory) if touched else untouched
            part += unseen
            number = _number_of(part, numbers, made.rest)
            last = state
        made.which_rest.append(number)
        if touched:
            number = -1
        view.own(state, parts)
        if facts < 0 or not view.same:
            facts = _number_of(view.facts, numbers, made.facts)
        made.which_facts.append(facts)
    made.fresh = b"".join(parts)
    return made


def _number_of(part: bytes, numbers: dict[bytes, int], kept: list[bytes]) -> int:
    """The number of a piece; the same for equal ones."""
    number = numbers.get(part, -1)
    if number < 0:
        number = len(kept)
        numbers[part] = number
        kept.append(part)
    return number


def rows(before: State, found: list[Plan], seat: int) -> bytes:
    """The outcomes of all plans for one decision, row by row."""
    return plan_rows(before, found, seat).whole()


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
    team = before.setup.team
    for foe in range(before.setup.players):
        if foe == seat:
            continue
        if before.goods[foe] != after.goods[foe] or before.coins[foe] != after.coins[foe]:
            return True
        if team and (  # a partner's tribune, for one
            before.hands[foe] != after.hands[foe]
            or before.owned[foe] != after.owned[foe]
            or before.houses[foe] != after.houses[foe]
            or before.land[foe] != after.land[foe]
            or before.sea[foe] != after.sea[foe]
        ):
            return True
    # In team play the partner's points depend on this seat's houses (R9.10).
    return team and before.houses[seat] != after.houses[seat]
