"""Legal entries as a client can draw them without knowing a rule: fields, costs, consequences.

What an entry would change is found by playing it on a copy, so nothing of the rules is written
here a second time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, TypeVar, cast

from viae.rules import codes, goods, notation, roles, score
from viae.rules.cards import magister
from viae.rules.setup import Setup
from viae.rules.state import COLONISTS, State, begins_turn
from viae.rules.turn import apply, legal
from viae.table.types.basics import Colonists, Good, Goods
from viae.table.types.choices import Choice, Consequences
from viae.table.types.entries import (
    Change,
    CopyEntry,
    Cost,
    Entry,
    Gain,
    PlayEntry,
    PurchaseEntry,
    RepeatEntry,
)
from viae.table.types.game import Waiting

Sided = TypeVar("Sided", PlayEntry, CopyEntry, RepeatEntry)

KINDS: tuple[Colonists, Colonists] = ("land", "sea")
GOODS: tuple[Good, ...] = ("brick", "food", "tool", "wine", "cloth")
PLAIN: dict[int, Literal["collect", "cash"]] = {codes.COLLECT: "collect", codes.CASH: "cash"}
PURCHASES = (roles.SENATOR, roles.CONSUL, roles.PRAETOR, roles.PROCONSUL)
assert goods.NAMES == GOODS


def goods_of(packed: int) -> Goods:
    """Packed goods by name, in price order, zeros left out."""
    return cast("Goods", goods.by_name(packed))


@cache
def price_of(packed: int) -> Goods:
    """As `goods_of`, for the few prices of houses and cards; only to be read."""
    return goods_of(packed)


def place_id(setup: Setup, kind: int, place: int) -> str:
    """The id of the city or path where a colonist stands."""
    atlas = setup.atlas
    if place < atlas.cities:
        return atlas.city_ids[place]
    return atlas.path_ids[kind][place - atlas.cities]


def parts(state: State, code: int) -> Entry:
    """The parts of an entry by name: its kind, and the ids of everything it names."""
    setup = state.setup
    faces = setup.faces
    atlas = setup.atlas
    verb = codes.verb_of(code)
    if verb == codes.PLAY:
        card, side = codes.play_of(code)
        play: PlayEntry = {"kind": "play", "card": faces.ids[card]}
        return _with_side(play, side)
    if verb == codes.MOVE:
        kind, start, path = codes.move_of(code)
        return {
            "kind": "move",
            "colonist": KINDS[kind],
            "from": place_id(setup, kind, start),
            "to": atlas.path_ids[kind][path],
            "steps": atlas.distance[kind][start][path],
        }
    if verb == codes.BUILD:
        return {"kind": "build", "city": atlas.city_ids[codes.city_of(code)]}
    if verb == codes.PRODUCE:
        return {"kind": "produce", "province": atlas.province_ids[codes.province_of(code)]}
    if verb in (codes.SELL, codes.BUY):
        way: Literal["sell", "buy"] = "sell" if verb == codes.SELL else "buy"
        count, good = codes.trade_of(code)
        return {"kind": way, "good": GOODS[good], "count": count, "price": setup.price[good]}
    if verb == codes.SETTLE:
        kind, city = codes.settle_of(code)
        return {"kind": "settle", "colonist": KINDS[kind], "city": atlas.city_ids[city]}
    if verb == codes.PURCHASE:
        return _purchase(state, *codes.purchase_of(code))
    if verb == codes.COPY:
        seat, side = codes.copy_of(code)
        copied = faces.ids[state.piles[seat][-1]]
        copy: CopyEntry = {"kind": "copy", "seat": seat, "card": copied}
        return _with_side(copy, side)
    if verb == codes.REPEAT:
        repeat: RepeatEntry = {"kind": "repeat", "card": faces.ids[magister.previous(state)]}
        return _with_side(repeat, codes.repeat_of(code))
    if verb == codes.SUGGEST:
        return {"kind": "suggest", "card": faces.ids[codes.card_of(code)]}
    if verb == codes.KEEP:
        return {"kind": "keep", "goods": goods_of(codes.keep_of(code))}
    if verb == codes.REVEAL:
        return {"kind": "reveal", "card": faces.ids[codes.card_of(code)]}
    return {"kind": PLAIN.get(verb, "done")}


def _with_side(found: Sided, side: int) -> Sided:
    if side:
        found["side"] = roles.NAMES[side]
    return found


def _purchase(state: State, card: int, paid: int) -> PurchaseEntry:
    """A purchase with its price in two parts: the card's cost and the surcharge of its position."""
    faces = state.setup.faces
    position = state.display.index(card)
    cost = faces.cost[card]
    surcharge: Goods = {}
    if state.decision in (roles.SENATOR, roles.PRAETOR):
        offer = faces.offers[card][position]
        total = offer.costs[max(0, paid)]
        surcharge = price_of(total - cost)
    found: PurchaseEntry = {
        "kind": "purchase",
        "card": faces.ids[card],
        "position": position + 1,
        "price": {"cost": price_of(cost), "surcharge": surcharge},
    }
    if paid >= 0:
        found["with"] = GOODS[paid]
    return found


def changes(before: State, after: State) -> list[Change]:
    """What is different in purses and stores, seat by seat; seats without a change are left out."""
    found: list[Change] = []
    for seat in range(before.setup.players):
        coins = after.coins[seat] - before.coins[seat]
        old, new = before.goods[seat], after.goods[seat]
        if coins or old != new:
            moved: Goods = {}
            if old != new:
                for name, had, has in zip(GOODS, goods.counts(old), goods.counts(new), strict=True):
                    if has != had:
                        moved[name] = has - had
            found.append({"seat": seat, "coins": coins, "goods": moved})
    return found


def choice(state: State, code: int, points: list[int] | None) -> Choice:
    """A legal entry with its parts, its cost and gain, and all it would change.

    `points` are the points of every seat now, where the table shows them; else None.
    """
    after = state.copy()
    apply(after, code)
    changed = changes(state, after)
    cost, gain = _sides(changed, state)
    found: Consequences = {
        "entry": notation.show(state.setup, code),
        "changes": changed,
        "cost": cost,
        "gain": gain,
        "ends_turn": ends_turn(after),
        "reveals": after.actor == roles.CHANCE,
    }
    if points is not None:
        moved = [score.total(after, one) - old for one, old in enumerate(points)]
        found["points"] = {str(one): more for one, more in enumerate(moved) if more}
    if after.concordia >= 0 > state.concordia:
        found["ends_game"] = True
    whole = cast("Choice", {**parts(state, code), **found})  # the kind says which member it is
    if whole["kind"] == "move" and after.decision == roles.ARCHITECT:
        whole["steps_left"] = after.steps
    return whole


def ends_turn(after: State) -> bool:
    """Whether the turn is over after an entry."""
    return after.actor < 0 or begins_turn(after)


def _sides(changed: list[Change], state: State) -> tuple[Cost, Gain]:
    """Cost and gain of the deciding seat; what the partner lends is listed separately (R10.2)."""
    seat = state.actor
    cost: Cost = {"coins": 0, "lent": 0, "goods": {}}
    gain: Gain = {"coins": 0, "goods": {}}
    partner = state.setup.partner[seat] if seat >= 0 else seat
    for change in changed:
        coins = change["coins"]
        if change["seat"] == seat:
            cost["coins"] = max(0, -coins)
            gain["coins"] = max(0, coins)
            for name, more in cast("dict[Good, int]", change["goods"]).items():
                if more > 0:
                    gain["goods"][name] = more
                else:
                    cost["goods"][name] = -more
        elif change["seat"] == partner and coins < 0:
            cost["lent"] = -coins
    return cost, gain


def choices(state: State, live_score: bool, possible: Sequence[int] | None = None) -> list[Choice]:
    """Every legal entry of the present decision, in the order of their texts.

    `possible` are the legal codes, if they are known already.
    """
    points = None
    if live_score:
        points = [score.total(state, seat) for seat in range(state.setup.players)]
    found = [
        choice(state, code, points) for code in (legal(state) if possible is None else possible)
    ]
    found.sort(key=lambda one: one["entry"])
    return found


def waiting(state: State, seat: int) -> Waiting:
    """The colonists of a seat that wait in its store."""
    return {
        "land": COLONISTS - len(state.land[seat]),
        "sea": COLONISTS - len(state.sea[seat]),
    }
