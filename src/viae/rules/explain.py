"""Explaining: which rule a well-formed entry breaks, in a sentence.

`why(state, code)` is asked only about codes that are not legal now; the lists of legal entries are
the single source of what is allowed, this module only finds the words for what is not.
"""

from viae.rules import codes, goods, roles
from viae.rules.cards import magister
from viae.rules.cards.architect import reachable_cities
from viae.rules.cards.colonist import affordable
from viae.rules.notation import show_goods
from viae.rules.state import ANSWER_PROCONSUL, COLONISTS, HOUSES, State, free_spaces, purse

Reason = tuple[str, str]

# What each decision asks for, with its rule.
ASKED: dict[int, Reason] = {
    roles.PLAY: ("R4.1", "a card has to be played from the hand"),
    roles.TRIBUNE: ("R5.1", "a tribune may place one colonist in the capital"),
    roles.ARCHITECT: ("R5.2", "an architect moves and builds"),
    roles.PREFECT: ("R5.3", "a prefect must produce or collect"),
    roles.MERCATOR: ("R5.4", "a mercator buys and sells"),
    roles.COLONIST: ("R5.5", "a colonist must settle or take the cash"),
    roles.SENATOR: ("R5.6", "a senator purchases up to two cards"),
    roles.CONSUL: ("R5.7", "a consul purchases one card"),
    roles.PRAETOR: ("R10.6", "a praetor purchases one card"),
    roles.PROCONSUL: ("R10.7", "a proconsul purchases one card"),
    roles.DIPLOMAT: ("R5.9", "a diplomat copies another player's top card"),
    roles.MAGISTER: ("R5.10", "a magister repeats the card below it"),
    roles.LEGATUS: ("R10.8", "a legatus suggests a card to the partner"),
    roles.KEEP: ("R3.2", "the goods to take have to be chosen"),
    roles.REVEAL: ("R5.6", "chance refills the display"),
    roles.OVER: ("R8.1", "the game is over"),
}


def _some(number: int, what: str) -> str:
    """A number of things: "1 coin", "2 coins"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def why(state: State, code: int) -> Reason:
    """The number of the broken rule and a sentence about it."""
    verb = code >> codes.SHIFT
    rest = code & codes.OPERANDS
    decision = state.decision
    if decision == roles.PLAY and verb == codes.PLAY:
        return _play(state, rest)
    if decision == roles.ARCHITECT and verb == codes.MOVE:
        return _move(state, rest)
    if decision == roles.ARCHITECT and verb == codes.BUILD:
        return _build(state, rest)
    if decision == roles.PREFECT and verb == codes.PRODUCE:
        province = state.setup.atlas.province_ids[rest]
        return "R5.3", f"the marker of {province} shows coins; it produces again after a collect"
    if decision == roles.PREFECT and verb == codes.COLLECT:
        return "R5.3", "no marker shows coins, so there is nothing to collect"
    if decision == roles.MERCATOR and verb in (codes.BUY, codes.SELL):
        return _trade(state, verb, rest)
    if decision in (roles.COLONIST, roles.TRIBUNE) and verb == codes.SETTLE:
        return _settle(state, rest)
    if decision == roles.COLONIST and verb == codes.CASH:
        return "R5.5", "a colonist was settled already; it is either colonists or the cash"
    if roles.SENATOR <= decision <= roles.PROCONSUL and verb == codes.PURCHASE:
        return _purchase(state, rest)
    if decision == roles.DIPLOMAT and verb == codes.COPY:
        return _copy(state, rest)
    if decision == roles.MAGISTER and verb == codes.REPEAT:
        return _repeat(state, rest)
    if decision == roles.LEGATUS and verb == codes.SUGGEST:
        return "R10.8", f"the partner has no {state.setup.faces.ids[rest]} in hand"
    if decision == roles.KEEP and verb == codes.KEEP:
        return _keep(state, rest)
    if decision == roles.REVEAL and verb == codes.REVEAL:
        card = state.setup.faces.ids[rest]
        return "R2.3", f"{card} is not an unseen card of the deck that is being dealt"
    return ASKED[decision]


def _play(state: State, rest: int) -> Reason:
    faces = state.setup.faces
    card = rest & 255
    side = rest >> 8
    name = faces.ids[card]
    if not state.hands[state.actor] >> card & 1:
        if state.owned[state.actor] >> card & 1:
            return "R4.1", f"{name} lies on the own pile until a tribune takes it back"
        return "R4.1", f"{name} is not in the hand"
    if state.detail == ANSWER_PROCONSUL and faces.role[card] == roles.LEGATUS:
        return "R10.7", "a proconsul is not answered with a legatus"
    return _wrong_side(state, card, side)


def _wrong_side(state: State, card: int, side: int) -> Reason:
    """A side is named for a card that has none, or none or a wrong one for a double card."""
    faces = state.setup.faces
    if faces.sides[card]:
        sides = " or ".join(f"“as {roles.NAMES[one]}”" for one in faces.sides[card])
        return "R5.11", f"{faces.ids[card]} is a double card: say {sides}"
    return "R5.11", f"{faces.ids[card]} is no double card and takes no “as {roles.NAMES[side]}”"


def _move(state: State, rest: int) -> Reason:
    atlas = state.setup.atlas
    kind = rest >> 20
    start = rest >> 10 & 1023
    path = rest & 1023
    land = kind == codes.LAND
    colonists = state.land[state.actor] if land else state.sea[state.actor]
    idle = state.idle_land if land else state.idle_sea
    occupied = state.occupied_land if land else state.occupied_sea
    name = "land" if land else "sea"
    goal = atlas.path_ids[kind][path]
    if state.building:
        return "R5.2", "no colonist moves after the first house of an architect"
    if start not in colonists:
        inside = start < atlas.cities
        place = atlas.city_ids[start] if inside else atlas.path_ids[kind][start - atlas.cities]
        return "R5.2", f"no own {name} colonist stands {'in' if inside else 'on'} {place}"
    if start not in idle:
        return "R5.2", "this colonist has moved already; each moves at most once"
    distance = atlas.distance[kind][start][path]
    if start == atlas.cities + path:
        return "R5.2", f"a move ends on another path than before, and this colonist is on {goal}"
    if distance == 0:
        return "R5.2", f"no {name} paths lead from there to {goal}"
    if distance > state.steps:
        return "R5.2", f"{goal} is {_some(distance, 'step')} away; steps left: {state.steps}"
    if occupied >> path & 1:
        return "R5.2", f"a colonist stands on {goal}; it can be passed but not ended on"
    return "R5.2", f"no colonist can stop on {goal}; it can only be passed"


def _build(state: State, city: int) -> Reason:
    setup = state.setup
    seat = state.actor
    name = setup.atlas.city_ids[city]
    if city == setup.atlas.capital:
        return "R5.2", f"no house is ever built in the capital, {name}"
    if state.houses[seat] >> city & 1:
        return "R5.2", f"there is an own house in {name} already"
    if not reachable_cities(state, seat) >> city & 1:
        return "R5.2", f"no own colonist stands on a path that ends at {name}"
    if state.houses[seat].bit_count() >= HOUSES:
        return "R5.2", "all 15 houses are built"
    cost = setup.house_cost[city]
    if not goods.covers(state.goods[seat], cost):
        return "R5.2", f"a house in {name} costs {show_goods(cost)}, which the store does not hold"
    coins = _some(setup.house_coins[city] * (state.crowd[city] + 1), "coin")
    return "R5.2", f"a house in {name} costs {coins} now; coins at hand: {purse(state, seat)}"


def _trade(state: State, verb: int, rest: int) -> Reason:
    seat = state.actor
    kind = rest & 7
    number = rest >> 3
    name = goods.NAMES[kind]
    if state.used >> kind & 1:
        return "R5.4", f"{name} was traded already; the second trade is in another good"
    if verb == codes.SELL:
        held = goods.count(state.goods[seat], kind)
        return "R5.4", f"the store holds {held} {name}"
    free = free_spaces(state, seat)
    if number > free:
        return "R3.1", f"the store has {_some(free, 'free space')}"
    coins = number * state.setup.price[kind]
    return "R5.4", f"{number} {name} cost {coins} coins; coins at hand: {purse(state, seat)}"


def _settle(state: State, rest: int) -> Reason:
    rule = ASKED[state.decision][0]
    seat = state.actor
    city = rest & 1023
    land = rest >> 10 == codes.LAND
    atlas = state.setup.atlas
    if len(state.land[seat] if land else state.sea[seat]) == COLONISTS:
        return rule, f"no {'land' if land else 'sea'} colonist is left in the store"
    if not affordable(state, seat):
        return rule, "a colonist costs 1 food and 1 tool, which the store does not hold"
    if state.decision == roles.TRIBUNE:
        return rule, f"a tribune's colonist starts in the capital, {atlas.city_ids[atlas.capital]}"
    return (
        rule,
        f"a colonist starts in the capital or by an own house; {atlas.city_ids[city]} has none",
    )


def _purchase(state: State, rest: int) -> Reason:
    rule = ASKED[state.decision][0]
    faces = state.setup.faces
    card = rest & 255
    paid_with = rest >> 8
    name = faces.ids[card]
    if card not in state.display:
        return rule, f"{name} is not in the display"
    if state.decision == roles.PROCONSUL and faces.role[card] == roles.PROCONSUL:
        return rule, "a proconsul does not purchase a proconsul"
    offer = faces.bare[card]
    if state.decision in (roles.SENATOR, roles.PRAETOR):
        offer = faces.offers[card][state.display.index(card)]
    if offer.any != (paid_with > 0):
        if paid_with:
            return rule, f"no good of one's choice is paid for {name} here: leave out “with …”"
        return rule, f"{name} costs a good of one's choice here: say “with GOOD”"
    cost = offer.costs[paid_with - 1 if paid_with else 0]
    return rule, f"{name} costs {show_goods(cost)} that way, which the store does not hold"


def _copy(state: State, rest: int) -> Reason:
    setup = state.setup
    faces = setup.faces
    seat = rest & 7
    side = rest >> 3
    if seat == state.actor:
        return "R5.9", "a diplomat copies another player, not oneself"
    if seat == setup.partner[state.actor]:
        return "R10.9", "a diplomat never copies the partner"
    if not state.piles[seat]:
        return "R5.9", f"the pile of seat {seat} is empty"
    top = state.piles[seat][-1]
    if faces.role[top] == roles.DIPLOMAT:
        return "R5.9", f"the top card of seat {seat} is a diplomat, which cannot be copied"
    if setup.team and faces.role[top] == roles.LEGATUS and not state.together:
        return "R10.7", "a diplomat that answers a proconsul does not copy a legatus"
    if state.copied[seat] >> setup.partner[state.actor] & 1:
        return "R10.9", f"the partner has copied this {faces.ids[top]} already"
    return _wrong_side(state, top, side)


def _repeat(state: State, side: int) -> Reason:
    card = magister.previous(state)
    if card >= 0:
        return _wrong_side(state, card, side)
    below = state.detail - 1
    if below < 0:
        return "R5.10", "no card lies below"
    name = state.setup.faces.ids[state.piles[state.actor][below]]
    return "R5.10", f"the card below is a {name}, which is not repeated"


def _keep(state: State, taken: int) -> Reason:
    for kind, name in enumerate(goods.NAMES):
        here = goods.count(state.detail, kind)
        if goods.count(taken, kind) > here:
            return "R3.2", f"the batch holds {here} {name}: it is {show_goods(state.detail)}"
    free = free_spaces(state, state.actor)
    return (
        "R3.2",
        f"the store has {_some(free, 'free space')}, and none may be left empty: keep {free}",
    )
