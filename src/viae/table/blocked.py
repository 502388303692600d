"""What the deciding seat might want to do but cannot, each with the reason.

A client shows these beside the legal entries; it works out nothing by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viae.rules import codes, explain, roles
from viae.rules.bits import difference, members
from viae.rules.cards.architect import reachable_cities
from viae.rules.state import HOLE, State
from viae.rules.turn import legal
from viae.table.choices import GOODS, KINDS
from viae.table.types.choices import Blocked, Reason

SURCHARGED = (roles.SENATOR, roles.PRAETOR)


def blocked(state: State, possible: Sequence[int] | None = None) -> list[Blocked]:
    """What the present decision is about and cannot be done now.

    `possible` are the legal codes, if they are known already.

    Cards of the hand that may not be played, houses beside own colonists that cannot be paid,
    provinces whose marker shows coins, goods that cannot be traded, colonists that cannot be
    placed, cards of the display that cannot be paid, seats that cannot be copied.
    """
    find = FINDERS.get(state.decision)
    if find is None:
        return []
    return list(find(state, frozenset(legal(state) if possible is None else possible)))


def _why(state: State, code: int) -> Reason:
    why = explain.why(state, code)
    return {"code": why.code, "rule": why.rule, "values": why.values}


def _plays(state: State, possible: frozenset[int]) -> Iterator[Blocked]:
    ids = state.setup.faces.ids
    open_cards = {ids[codes.card_of(code)] for code in possible}  # of two alike one is listed
    for card in members(state.hands[state.actor]):
        name = ids[card]
        if name not in open_cards:
            yield {"kind": "play", "card": name, **_why(state, codes.play(card, 0))}


def _builds(state: State, possible: frozenset[int]) -> Iterator[Blocked]:
    atlas = state.setup.atlas
    near = difference(reachable_cities(state, state.actor), state.houses[state.actor])
    for city in members(near):
        code = atlas.build_codes[city]
        if code not in possible:
            yield {"kind": "build", "city": atlas.city_ids[city], **_why(state, code)}


def _produces(state: State, possible: frozenset[int]) -> Iterator[Blocked]:
    atlas = state.setup.atlas
    for province, code in enumerate(atlas.produce_codes):
        if code not in possible:
            name = atlas.province_ids[province]
            yield {"kind": "produce", "province": name, **_why(state, code)}
    if codes.COLLECT_CODE not in possible:
        yield {"kind": "collect", **_why(state, codes.COLLECT_CODE)}


def _trades(state: State, possible: frozenset[int]) -> Iterator[Blocked]:
    for kind, good in enumerate(GOODS):
        sell, buy = codes.sell(1, kind), codes.buy(1, kind)
        if sell not in possible:
            yield {"kind": "sell", "good": good, **_why(state, sell)}
        if buy not in possible:
            yield {"kind": "buy", "good": good, **_why(state, buy)}


def _settles(state: State, possible: frozenset[int]) -> Iterator[Blocked]:
    capital = state.setup.atlas.capital
    for kind, name in enumerate(KINDS):
        code = codes.settle(kind, capital)
        if code not in possible:
            yield {"kind": "settle", "colonist": name, **_why(state, code)}
    if state.decision == roles.COLONIST and codes.CASH_CODE not in possible:
        yield {"kind": "cash", **_why(state, codes.CASH_CODE)}


def _purchases(state: State, possible: frozenset[int]) -> Iterator[Blocked]:
    faces = state.setup.faces
    open_cards = {codes.card_of(code) for code in possible if code != codes.DONE_CODE}
    for position, card in enumerate(state.display):
        if card == HOLE or card in open_cards:
            continue
        surcharged = state.decision in SURCHARGED
        offer = faces.offers[card][position] if surcharged else faces.bare[card]
        yield {
            "kind": "purchase",
            "card": faces.ids[card],
            "position": position + 1,
            **_why(state, offer.codes[0]),
        }


def _copies(state: State, possible: frozenset[int]) -> Iterator[Blocked]:
    copied = {codes.copy_of(code)[0] for code in possible if code != codes.DONE_CODE}
    for seat in range(state.setup.players):
        if seat not in copied and seat != state.actor:
            yield {"kind": "copy", "seat": seat, **_why(state, codes.copy(seat, 0))}


def _repeats(state: State, possible: frozenset[int]) -> Iterator[Blocked]:
    if len(possible) == 1:
        yield {"kind": "repeat", **_why(state, codes.repeat(0))}


FINDERS = {
    roles.PLAY: _plays,
    roles.TRIBUNE: _settles,
    roles.ARCHITECT: _builds,
    roles.PREFECT: _produces,
    roles.MERCATOR: _trades,
    roles.COLONIST: _settles,
    roles.SENATOR: _purchases,
    roles.CONSUL: _purchases,
    roles.PRAETOR: _purchases,
    roles.PROCONSUL: _purchases,
    roles.DIPLOMAT: _copies,
    roles.MAGISTER: _repeats,
}
