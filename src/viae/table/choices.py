"""Legal entries as a client can draw them without knowing a rule: fields, costs, consequences.

What an entry would change is found by playing it on a copy, so nothing of the rules is written
here a second time.
"""

from __future__ import annotations

from typing import Any

from viae.rules import codes, explain, goods, notation, roles, score
from viae.rules.cards import magister
from viae.rules.cards.architect import reachable_cities
from viae.rules.setup import Setup
from viae.rules.state import BEGIN_TURN, COLONISTS, HOLE, State
from viae.rules.turn import apply, legal
from viae.table.game import TableGame

KINDS = ("land", "sea")
PURCHASES = (roles.SENATOR, roles.CONSUL, roles.PRAETOR, roles.PROCONSUL)


def goods_of(packed: int) -> dict[str, int]:
    """Packed goods by name, in price order, zeros left out."""
    return {
        name: number
        for kind, name in enumerate(goods.NAMES)
        if (number := packed >> (kind * goods.FIELD) & goods.FIELD_MASK)
    }


def place_id(setup: Setup, kind: int, place: int) -> str:
    """The id of the city or path where a colonist stands."""
    atlas = setup.atlas
    if place < atlas.cities:
        return atlas.city_ids[place]
    return atlas.path_ids[kind][place - atlas.cities]


def fields(state: State, code: int) -> dict[str, Any]:
    """The parts of an entry by name: its kind, and the ids of all it speaks of."""
    setup = state.setup
    faces = setup.faces
    atlas = setup.atlas
    verb = code >> codes.SHIFT
    rest = code & codes.OPERANDS
    if verb == codes.PLAY:
        return _with_side({"kind": "play", "card": faces.ids[rest & 255]}, rest >> 8)
    if verb == codes.MOVE:
        kind, start, path = rest >> 20, rest >> 10 & 1023, rest & 1023
        return {
            "kind": "move",
            "colonist": KINDS[kind],
            "from": place_id(setup, kind, start),
            "to": atlas.path_ids[kind][path],
            "steps": atlas.distance[kind][start][path],
        }
    if verb == codes.BUILD:
        return {"kind": "build", "city": atlas.city_ids[rest]}
    if verb == codes.PRODUCE:
        return {"kind": "produce", "province": atlas.province_ids[rest]}
    if verb in (codes.SELL, codes.BUY):
        way = "sell" if verb == codes.SELL else "buy"
        good = rest & 7
        price = setup.price[good]
        return {"kind": way, "good": goods.NAMES[good], "count": rest >> 3, "price": price}
    if verb == codes.SETTLE:
        city = atlas.city_ids[rest & 1023]
        return {"kind": "settle", "colonist": KINDS[rest >> 10], "city": city}
    if verb == codes.PURCHASE:
        return _purchase(state, rest & 255, rest >> 8)
    if verb == codes.COPY:
        seat = rest & 7
        found = {"kind": "copy", "seat": seat, "card": faces.ids[state.piles[seat][-1]]}
        return _with_side(found, rest >> 3)
    if verb == codes.REPEAT:
        card = magister.previous(state)
        return _with_side({"kind": "repeat", "card": faces.ids[card]}, rest)
    if verb == codes.SUGGEST:
        return {"kind": "suggest", "card": faces.ids[rest]}
    if verb == codes.KEEP:
        return {"kind": "keep", "goods": goods_of(rest)}
    if verb == codes.REVEAL:
        return {"kind": "reveal", "card": faces.ids[rest]}
    return {"kind": {codes.COLLECT: "collect", codes.CASH: "cash"}.get(verb, "done")}


def _with_side(found: dict[str, Any], side: int) -> dict[str, Any]:
    if side:
        found["side"] = roles.NAMES[side]
    return found


def _purchase(state: State, card: int, paid: int) -> dict[str, Any]:
    """A purchase with its price in two parts: the card's cost and the surcharge of its position."""
    faces = state.setup.faces
    position = state.display.index(card)
    cost = faces.cost[card]
    found: dict[str, Any] = {
        "kind": "purchase",
        "card": faces.ids[card],
        "position": position + 1,
        "price": {"cost": goods_of(cost), "surcharge": {}},
    }
    if state.decision in (roles.SENATOR, roles.PRAETOR):
        offer = faces.offers[card][position]
        total = offer.costs[paid - 1 if paid else 0]
        found["price"]["surcharge"] = goods_of(total - cost)
    if paid:
        found["with"] = goods.NAMES[paid - 1]
    return found


def changes(before: State, after: State) -> list[dict[str, Any]]:
    """What is different in purses and stores, seat by seat; seats without a change are left out."""
    found = []
    for seat in range(before.setup.players):
        coins = after.coins[seat] - before.coins[seat]
        old, new = before.goods[seat], after.goods[seat]
        if coins or old != new:
            change: dict[str, Any] = {"seat": seat, "coins": coins}
            change["goods"] = {
                name: more
                for kind, name in enumerate(goods.NAMES)
                if (more := goods.count(new, kind) - goods.count(old, kind))
            }
            found.append(change)
    return found


def choice(state: State, code: int, points: list[int] | None) -> dict[str, Any]:
    """A legal entry with its parts, its cost and gain, and all it would change.

    `points` are the points of every seat now, where the table shows them; else None.
    """
    seat = state.actor
    after = state.copy()
    apply(after, code)
    found = {"entry": notation.show(state.setup, code), **fields(state, code)}
    found["changes"] = changes(state, after)
    found["cost"], found["gain"] = _sides(found["changes"], seat, state)
    if points is not None:
        moved = [score.total(after, one) - old for one, old in enumerate(points)]
        found["points"] = {str(one): more for one, more in enumerate(moved) if more}
    if after.decision == roles.ARCHITECT and code >> codes.SHIFT == codes.MOVE:
        found["steps_left"] = after.steps
    found["ends_turn"] = ends_turn(state, after)
    found["reveals"] = after.actor == roles.CHANCE
    if after.concordia >= 0 > state.concordia:
        found["ends_game"] = True
    return found


def ends_turn(before: State, after: State) -> bool:
    """Whether the turn is over after an entry."""
    if after.actor < 0:
        return True
    begins = after.decision == roles.PLAY and after.detail == BEGIN_TURN
    return begins and before.decision != roles.OVER


def _sides(
    found: list[dict[str, Any]], seat: int, state: State
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Cost and gain of the seat that decides; what the partner lends is told apart (R10.2)."""
    cost: dict[str, Any] = {"coins": 0, "lent": 0, "goods": {}}
    gain: dict[str, Any] = {"coins": 0, "goods": {}}
    partner = state.setup.partner[seat] if seat >= 0 else seat
    for change in found:
        if change["seat"] == seat:
            coins = change["coins"]
            cost["coins"] += max(0, -coins)
            gain["coins"] += max(0, coins)
            for good, more in change["goods"].items():
                (gain if more > 0 else cost)["goods"][good] = abs(more)
        elif change["seat"] == partner and change["coins"] < 0:
            cost["lent"] = -change["coins"]
    return cost, gain


def choices(game: TableGame, live_score: bool) -> list[dict[str, Any]]:
    """Every legal entry of the present decision, in the order of their texts."""
    state = game.state
    points = None
    if live_score:
        points = [score.total(state, seat) for seat in range(state.setup.players)]
    found = [choice(state, code, points) for code in legal(state)]
    found.sort(key=lambda one: str(one["entry"]))
    return found


# What somebody might want to do and cannot, with the reason


def blocked(state: State) -> list[dict[str, Any]]:
    """What the decision is about and cannot be done now, each with the rule and a sentence.

    Cards of the display that cannot be paid, seats that cannot be copied, houses beside own
    colonists that cannot be paid, kinds of colonists that cannot be settled.
    """
    setup = state.setup
    possible = legal(state)
    wanted: list[tuple[int, dict[str, Any]]] = []
    if state.decision in PURCHASES:
        wanted = _blocked_purchases(state, possible)
    elif state.decision == roles.DIPLOMAT:
        copied = {code & 7 for code in possible if code != codes.DONE_CODE}
        wanted = [
            (codes.copy(seat, 0), {"kind": "copy", "seat": seat})
            for seat in range(setup.players)
            if seat not in copied and seat != state.actor
        ]
    elif state.decision == roles.MAGISTER and len(possible) == 1:
        wanted = [(codes.repeat(0), {"kind": "repeat"})]
    elif state.decision == roles.ARCHITECT:
        near = reachable_cities(state, state.actor)
        wanted = [
            (code, {"kind": "build", "city": setup.atlas.city_ids[city]})
            for city, code in enumerate(setup.atlas.build_codes)
            if near >> city & 1 and code not in possible
        ]
    elif state.decision in (roles.COLONIST, roles.TRIBUNE):
        capital = setup.atlas.capital
        wanted = [
            (codes.settle(kind, capital), {"kind": "settle", "colonist": name})
            for kind, name in enumerate(KINDS)
            if codes.settle(kind, capital) not in possible
        ]
    found = []
    for code, about in wanted:
        rule, reason = explain.why(state, code)
        found.append({**about, "rule": rule, "reason": reason})
    return found


def _blocked_purchases(state: State, possible: list[int]) -> list[tuple[int, dict[str, Any]]]:
    faces = state.setup.faces
    open_cards = {code & 255 for code in possible if code != codes.DONE_CODE}
    wanted = []
    for position, card in enumerate(state.display):
        if card == HOLE or card in open_cards:
            continue
        surcharged = state.decision in (roles.SENATOR, roles.PRAETOR)
        offer = faces.offers[card][position] if surcharged else faces.bare[card]
        about = {"kind": "purchase", "card": faces.ids[card], "position": position + 1}
        about["lacks"] = _lacks(state.goods[state.actor], offer.fixed, offer.any)
        wanted.append((offer.codes[0], about))
    return wanted


def _lacks(store: int, cost: int, one_more: bool) -> dict[str, int]:
    """The goods that are missing for a price; `any` for one of choice."""
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


def waiting(state: State, seat: int) -> dict[str, int]:
    """The colonists of a seat that wait in its store."""
    return {
        "land": COLONISTS - len(state.land[seat]),
        "sea": COLONISTS - len(state.sea[seat]),
    }
