"""Explaining: which rule a well-formed entry breaks, and why.

`why(state, code)` is asked only about codes that are not legal now; the lists of legal entries are
the single source of what is allowed, this module only finds the reason for what is not. Reasons are
codes with values; their sentences stand in `viae.english` and in the client.
"""

from viae.errors import Refusal, refusal
from viae.rules import codes, goods, roles
from viae.rules.cards import magister
from viae.rules.cards.architect import reachable_cities
from viae.rules.cards.colonist import COST, affordable
from viae.rules.notation import KINDS, printable
from viae.rules.state import ANSWER_PROCONSUL, COLONISTS, HOUSES, State, free_spaces, purse

# What each decision asks for, with its rule.
ASKED: dict[int, Refusal] = {
    roles.PLAY: refusal("asked.play", "R4.1"),
    roles.TRIBUNE: refusal("asked.tribune", "R5.1"),
    roles.ARCHITECT: refusal("asked.architect", "R5.2"),
    roles.PREFECT: refusal("asked.prefect", "R5.3"),
    roles.MERCATOR: refusal("asked.mercator", "R5.4"),
    roles.COLONIST: refusal("asked.colonist", "R5.5"),
    roles.SENATOR: refusal("asked.senator", "R5.6"),
    roles.CONSUL: refusal("asked.consul", "R5.7"),
    roles.PRAETOR: refusal("asked.praetor", "R10.6"),
    roles.PROCONSUL: refusal("asked.proconsul", "R10.7"),
    roles.DIPLOMAT: refusal("asked.diplomat", "R5.9"),
    roles.MAGISTER: refusal("asked.magister", "R5.10"),
    roles.LEGATUS: refusal("asked.legatus", "R10.8"),
    roles.KEEP: refusal("asked.keep", "R3.2"),
    roles.REVEAL: refusal("asked.reveal", "R5.6"),
    roles.OVER: refusal("asked.over", "R8.1"),
}


def why(state: State, code: int) -> Refusal:
    """The broken rule and what is in the way."""
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
        return refusal("produce.shows-coins", "R5.3", province=province)
    if decision == roles.PREFECT and verb == codes.COLLECT:
        return refusal("collect.no-coins", "R5.3")
    if decision == roles.MERCATOR and verb in (codes.BUY, codes.SELL):
        return _trade(state, verb, rest)
    if decision in (roles.COLONIST, roles.TRIBUNE) and verb == codes.SETTLE:
        return _settle(state, rest)
    if decision == roles.COLONIST and verb == codes.CASH:
        return refusal("cash.settled", "R5.5")
    if roles.SENATOR <= decision <= roles.PROCONSUL and verb == codes.PURCHASE:
        return _purchase(state, rest)
    if decision == roles.DIPLOMAT and verb == codes.COPY:
        return _copy(state, rest)
    if decision == roles.MAGISTER and verb == codes.REPEAT:
        return _repeat(state, rest)
    if decision == roles.LEGATUS and verb == codes.SUGGEST:
        return refusal("suggest.not-in-hand", "R10.8", card=state.setup.faces.ids[rest])
    if decision == roles.KEEP and verb == codes.KEEP:
        return _keep(state, rest)
    if decision == roles.REVEAL and verb == codes.REVEAL:
        return refusal("reveal.not-unseen", "R2.3", card=state.setup.faces.ids[rest])
    return ASKED[decision]


def out_of_turn(entry: str, actor: int) -> Refusal:
    """An entry of somebody else than the actor."""
    shown = printable(entry)
    if actor == roles.CHANCE:
        return refusal("turn.chance", entry=shown)
    return refusal("turn.seat", entry=shown, seat=actor)


def as_map(packed: int) -> dict[str, int]:
    """Goods by name, in price order, zero counts left out."""
    found = {}
    for kind, name in enumerate(goods.NAMES):
        number = goods.count(packed, kind)
        if number:
            found[name] = number
    return found


def lacking(store: int, cost: int, one_more: bool = False) -> dict[str, int]:
    """The goods that a store lacks for a cost; `any` for one more good of the player's choice."""
    missing = {}
    left = 0
    for kind, name in enumerate(goods.NAMES):
        have, need = goods.count(store, kind), goods.count(cost, kind)
        if need > have:
            missing[name] = need - have
        left += max(0, have - need)
    if one_more and left == 0:
        missing["any"] = 1
    return missing


def _play(state: State, rest: int) -> Refusal:
    faces = state.setup.faces
    card = rest & 255
    side = rest >> 8
    name = faces.ids[card]
    if not state.hands[state.actor] >> card & 1:
        if state.owned[state.actor] >> card & 1:
            return refusal("play.in-pile", "R4.1", card=name)
        return refusal("play.not-in-hand", "R4.1", card=name)
    if state.detail == ANSWER_PROCONSUL and faces.role[card] == roles.LEGATUS:
        return refusal("play.legatus-for-proconsul", "R10.7")
    return _wrong_side(state, card, side)


def _wrong_side(state: State, card: int, side: int) -> Refusal:
    """A side is named for a card that has none, or none or a wrong one for a double card."""
    faces = state.setup.faces
    name = faces.ids[card]
    if faces.sides[card]:
        sides = [roles.NAMES[one] for one in faces.sides[card]]
        return refusal("side.needed", "R5.11", card=name, sides=sides)
    return refusal("side.none", "R5.11", card=name, role=roles.NAMES[side])


def _move(state: State, rest: int) -> Refusal:
    atlas = state.setup.atlas
    kind = rest >> 20
    start = rest >> 10 & 1023
    path = rest & 1023
    land = kind == codes.LAND
    colonists = state.land[state.actor] if land else state.sea[state.actor]
    idle = state.idle_land if land else state.idle_sea
    occupied = state.occupied_land if land else state.occupied_sea
    goal = atlas.path_ids[kind][path]
    if state.building:
        return refusal("move.after-house", "R5.2")
    if start not in colonists:
        inside = start < atlas.cities
        place = atlas.city_ids[start] if inside else atlas.path_ids[kind][start - atlas.cities]
        return refusal("move.no-colonist", "R5.2", kind=KINDS[kind], place=place)
    if start not in idle:
        return refusal("move.moved-already", "R5.2")
    distance = atlas.distance[kind][start][path]
    if start == atlas.cities + path:
        return refusal("move.same-path", "R5.2", path=goal)
    if distance == 0:
        return refusal("move.no-way", "R5.2", kind=KINDS[kind], path=goal)
    if distance > state.steps:
        return refusal("move.too-far", "R5.2", path=goal, number=distance, left=state.steps)
    if occupied >> path & 1:
        return refusal("move.occupied", "R5.2", path=goal)
    return refusal("move.no-stop", "R5.2", path=goal)


def _build(state: State, city: int) -> Refusal:
    setup = state.setup
    seat = state.actor
    name = setup.atlas.city_ids[city]
    if city == setup.atlas.capital:
        return refusal("build.capital", "R5.2", city=name)
    if state.houses[seat] >> city & 1:
        return refusal("build.own-house", "R5.2", city=name)
    if not reachable_cities(state, seat) >> city & 1:
        return refusal("build.not-reached", "R5.2", city=name)
    if state.houses[seat].bit_count() >= HOUSES:
        return refusal("build.all-built", "R5.2", limit=HOUSES)
    cost = setup.house_cost[city]
    store = state.goods[seat]
    if not goods.covers(store, cost):
        missing = lacking(store, cost)
        return refusal("build.no-goods", "R5.2", city=name, goods=as_map(cost), lacking=missing)
    price = setup.house_coins[city] * (state.crowd[city] + 1)
    return refusal("build.no-coins", "R5.2", city=name, price=price, coins=purse(state, seat))


def _trade(state: State, verb: int, rest: int) -> Refusal:
    seat = state.actor
    kind = rest & 7
    number = rest >> 3
    good = goods.NAMES[kind]
    if state.used >> kind & 1:
        return refusal("trade.same-good", "R5.4", good=good)
    if verb == codes.SELL:
        return refusal("trade.held", "R5.4", number=goods.count(state.goods[seat], kind), good=good)
    free = free_spaces(state, seat)
    if number > free:
        return refusal("trade.no-space", "R3.1", number=free)
    price = number * state.setup.price[kind]
    coins = purse(state, seat)
    return refusal("trade.no-coins", "R5.4", number=number, good=good, price=price, coins=coins)


def _settle(state: State, rest: int) -> Refusal:
    rule = ASKED[state.decision].rule
    seat = state.actor
    city = rest & 1023
    kind = rest >> 10
    atlas = state.setup.atlas
    if len(state.land[seat] if kind == codes.LAND else state.sea[seat]) == COLONISTS:
        return refusal("settle.none-left", rule, kind=KINDS[kind])
    if not affordable(state, seat):
        missing = lacking(state.goods[seat], COST)
        return refusal("settle.no-goods", rule, goods=as_map(COST), lacking=missing)
    if state.decision == roles.TRIBUNE:
        return refusal("settle.only-capital", rule, city=atlas.city_ids[atlas.capital])
    return refusal("settle.no-house", rule, city=atlas.city_ids[city])


def _purchase(state: State, rest: int) -> Refusal:
    rule = ASKED[state.decision].rule
    faces = state.setup.faces
    card = rest & 255
    paid_with = rest >> 8
    name = faces.ids[card]
    if card not in state.display:
        return refusal("purchase.not-in-display", rule, card=name)
    if state.decision == roles.PROCONSUL and faces.role[card] == roles.PROCONSUL:
        return refusal("purchase.proconsul", rule)
    offer = faces.bare[card]
    if state.decision in (roles.SENATOR, roles.PRAETOR):
        offer = faces.offers[card][state.display.index(card)]
    if offer.any != (paid_with > 0):
        if paid_with:
            return refusal("purchase.no-choice", rule, card=name)
        return refusal("purchase.name-good", rule, card=name)
    store = state.goods[state.actor]
    missing = lacking(store, offer.fixed, offer.any)
    if missing:  # whatever good is chosen
        price = as_map(offer.fixed)
        if offer.any:
            price["any"] = 1
        return refusal("purchase.no-goods", rule, card=name, goods=price, lacking=missing)
    cost = offer.costs[paid_with - 1]
    missing = lacking(store, cost)
    price = as_map(cost)
    return refusal("purchase.no-goods-that-way", rule, card=name, goods=price, lacking=missing)


def _copy(state: State, rest: int) -> Refusal:
    setup = state.setup
    faces = setup.faces
    seat = rest & 7
    side = rest >> 3
    if seat == state.actor:
        return refusal("copy.self", "R5.9")
    if seat == setup.partner[state.actor]:
        return refusal("copy.partner", "R10.9")
    if not state.piles[seat]:
        return refusal("copy.empty-pile", "R5.9", seat=seat)
    top = state.piles[seat][-1]
    if faces.role[top] == roles.DIPLOMAT:
        return refusal("copy.diplomat", "R5.9", seat=seat)
    if setup.team and faces.role[top] == roles.LEGATUS and not state.together:
        return refusal("copy.legatus", "R10.7")
    if state.copied[seat] >> setup.partner[state.actor] & 1:
        return refusal("copy.partner-did", "R10.9", card=faces.ids[top])
    return _wrong_side(state, top, side)


def _repeat(state: State, side: int) -> Refusal:
    card = magister.previous(state)
    if card >= 0:
        return _wrong_side(state, card, side)
    below = state.detail - 1
    if below < 0:
        return refusal("repeat.nothing-below", "R5.10")
    name = state.setup.faces.ids[state.piles[state.actor][below]]
    return refusal("repeat.not-repeated", "R5.10", card=name)


def _keep(state: State, taken: int) -> Refusal:
    for kind, good in enumerate(goods.NAMES):
        here = goods.count(state.detail, kind)
        if goods.count(taken, kind) > here:
            batch = as_map(state.detail)
            return refusal("keep.not-in-batch", "R3.2", number=here, good=good, goods=batch)
    return refusal("keep.fill-store", "R3.2", number=free_spaces(state, state.actor))
