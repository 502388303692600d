"""The view of a game: what everybody at the table sees, and what one seat sees besides.

Open to all: the board, stores, coins, the display, the top of each pile, how many cards a hand
holds, which cards are still unseen. A seat also sees its own hand and pile; with a legatus the
partner's hand, card by card, as what it may suggest (R10.8). Points are shown where the table
wants them, and always when the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viae.data import load_cards
from viae.rules import explain, goods, roles, score
from viae.rules.bits import members
from viae.rules.cards import magister
from viae.rules.state import (
    ANSWER_LEGATUS,
    ANSWER_PROCONSUL,
    HOLE,
    HOUSES,
    State,
    free_spaces,
    purse,
)
from viae.table.choices import KINDS, blocked, choices, goods_of, place_id, waiting
from viae.table.game import TableGame, starts_turn

ALLOWED = {roles.SENATOR: 2, roles.CONSUL: 1, roles.PRAETOR: 1, roles.PROCONSUL: 1}
ANSWERS = {ANSWER_PROCONSUL: "proconsul", ANSWER_LEGATUS: "legatus"}


def public(game: TableGame, live_score: bool, open_hands: bool = False) -> dict[str, Any]:
    """What everybody sees."""
    state = game.state
    setup = state.setup
    shown = live_score or game.over
    view: dict[str, Any] = {
        "number": game.rows,
        "entries": len(game.entries),
        "turn": {"number": game.turns, "seat": state.turn, "begins": starts_turn(state)},
        "actor": _actor(state),
        "over": game.over,
        "decision": decision(game),
        "players": [_player(state, seat, shown, open_hands) for seat in range(setup.players)],
        "cities": _cities(game),
        "markers": _markers(state),
        "display": _display(game),
        "unseen": _unseen(state),
        "magnus": state.magnus,
        "magnus_used": state.magnus_used,
        "concordia": None if state.concordia < 0 else state.concordia,
        "last_turns": None if state.last_turns < 0 else state.last_turns,
        "collectable": sum(setup.marker_coins[p] for p in members(state.markers)),
    }
    if game.last_card is not None:
        view["last_card"] = {"seat": game.last_card[0], "card": game.last_card[1]}
    if setup.team and shown:
        view["teams"] = score.totals(state)
    if setup.terms.intermediate:
        view["scored"] = [None if points < 0 else points for points in state.scored]
    if game.over:
        view["result"] = result(state)
    return view


def private(game: TableGame, seats: Sequence[int]) -> dict[str, Any]:
    """What the owner of these seats sees besides: hands and piles, seat by seat."""
    state = game.state
    ids = state.setup.faces.ids
    return {
        str(seat): {
            "hand": _hand(state, seat),
            "pile": [ids[card] for card in state.piles[seat]],
        }
        for seat in seats
    }


def asked(game: TableGame, live_score: bool) -> dict[str, Any]:
    """What the seat that decides can do, and what it cannot, with the reasons."""
    return {"legal": choices(game, live_score), "blocked": blocked(game.state)}


def result(state: State) -> dict[str, Any]:
    """Scores, winner and gods as a record holds them."""
    setup = state.setup
    points = [score.by_god(state, seat) for seat in range(setup.players)]
    found: dict[str, Any] = {
        "scores": [sum(one) for one in points],
        "winner": score.winner(state),
        "gods": [dict(zip(roles.GODS, one, strict=True)) for one in points],
    }
    if setup.team:
        found["teams"] = score.totals(state)
    return found


def _actor(state: State) -> int | str | None:
    if state.actor >= 0:
        return state.actor
    return "*" if state.actor == roles.CHANCE else None


def decision(game: TableGame) -> dict[str, Any]:
    """What is asked, of whom, and how far it has come."""
    state = game.state
    kind = state.decision
    if kind == roles.OVER:
        return {"kind": "over"}
    rule, asks = explain.ASKED[kind]
    found: dict[str, Any] = {"rule": rule, "asks": asks}
    if kind == roles.REVEAL:
        return {"kind": "reveal", **found}
    found = {"kind": _kind(kind), "seat": state.actor, **found}
    if state.actor != state.turn:
        found["part"] = "partner" if kind != roles.KEEP else "store"
    if kind == roles.PLAY:
        found["answers"] = ANSWERS.get(state.detail)
        found["suggestion"] = game.suggestion
    elif kind == roles.ARCHITECT:
        found |= {"steps": state.steps, "building": state.building, "idle": _idle(state)}
    elif kind == roles.MERCATOR:
        traded = [name for k, name in enumerate(goods.NAMES) if state.used >> k & 1]
        found |= {"traded": traded, "trades_left": 2 - len(traded), "income": state.detail}
    elif kind in ALLOWED:
        found |= {"bought": state.used, "allowed": ALLOWED[kind]}
        found["surcharge"] = kind in (roles.SENATOR, roles.PRAETOR)
    elif kind == roles.COLONIST:
        found["settled"] = state.used
    elif kind == roles.MAGISTER:
        card = magister.previous(state)
        found["card"] = state.setup.faces.ids[card] if card >= 0 else None
    elif kind == roles.KEEP:
        found |= {"batch": goods_of(state.detail), "room": free_spaces(state, state.actor)}
    return found


def _kind(kind: int) -> str:
    if kind == roles.PLAY:
        return "play"
    return "keep" if kind == roles.KEEP else roles.NAMES[kind]


def _idle(state: State) -> list[dict[str, str]]:
    """The colonists that have not moved in this architect."""
    return [
        {"kind": KINDS[kind], "at": place_id(state.setup, kind, place)}
        for kind, places in enumerate((state.idle_land, state.idle_sea))
        for place in places
    ]


def _hand(state: State, seat: int) -> list[str]:
    ids = state.setup.faces.ids
    return sorted(ids[card] for card in members(state.hands[seat]))


def _player(state: State, seat: int, points: bool, open_hands: bool) -> dict[str, Any]:
    setup = state.setup
    faces = setup.faces
    pile = state.piles[seat]
    houses = state.houses[seat]
    player: dict[str, Any] = {
        "seat": seat,
        "coins": state.coins[seat],
        "goods": goods_of(state.goods[seat]),
        "room": free_spaces(state, seat),
        "houses": [setup.atlas.city_ids[city] for city in members(houses)],
        "houses_left": HOUSES - houses.bit_count(),
        "colonists": [
            {"kind": KINDS[kind], "at": place_id(setup, kind, place)}
            for kind, places in enumerate((state.land[seat], state.sea[seat]))
            for place in places
        ],
        "waiting": waiting(state, seat),
        "hand": state.hands[seat].bit_count(),
        "pile": len(pile),
        "top": faces.ids[pile[-1]] if pile else None,
        "magnus": state.magnus == seat,
        "concordia": state.concordia == seat,
    }
    if setup.team:
        player |= {
            "team": seat % setup.sides,
            "partner": setup.partner[seat],
            "purse": purse(state, seat),
            "copied_by": members(state.copied[seat]),
        }
    if open_hands:
        player["cards"] = {"hand": _hand(state, seat), "pile": [faces.ids[card] for card in pile]}
    if points:
        owned = state.owned[seat]
        by_god = score.by_god(state, seat)
        player["points"] = sum(by_god)
        player["gods"] = {
            god: {"points": by_god[number], "cards": (owned & faces.god_masks[number]).bit_count()}
            for number, god in enumerate(roles.GODS)
        }
    return player


def _cities(game: TableGame) -> dict[str, Any]:
    """The good of each city, its houses in the order of building, what the next one costs."""
    state = game.state
    setup = state.setup
    order: dict[int, list[int]] = {}
    for city, seat in game.builds:
        order.setdefault(city, []).append(seat)
    found = {}
    for city, name in enumerate(setup.atlas.city_ids):
        kind = setup.city_good[city]
        if kind < 0:
            continue
        owners = order.get(city, [])
        # Houses of a position that was set up by hand have no order: they come first, by seat.
        if len(owners) < state.crowd[city]:
            all_owners = [s for s in range(setup.players) if state.houses[s] >> city & 1]
            owners = [seat for seat in all_owners if seat not in owners] + owners
        found[name] = {
            "good": goods.NAMES[kind],
            "houses": owners,
            "coins": setup.house_coins[city] * (state.crowd[city] + 1),
            "goods": goods_of(setup.house_cost[city]),
        }
    return found


def _markers(state: State) -> dict[str, Any]:
    setup = state.setup
    return {
        name: {
            "good": goods.NAMES[setup.marker_good[number]],
            "coins": setup.marker_coins[number],
            "side": "coins" if state.markers >> number & 1 else "goods",
        }
        for number, name in enumerate(setup.atlas.province_ids)
    }


def _display(game: TableGame) -> list[dict[str, Any]]:
    """The positions of the display; `card` is None where one was taken in this turn."""
    state = game.state
    faces = state.setup.faces
    surcharges = load_cards().surcharges[str(game.start.options["display"])]
    return [
        {
            "position": at + 1,
            "card": None if card == HOLE else faces.ids[card],
            "cost": {} if card == HOLE else goods_of(faces.cost[card]),
            "surcharge": list(surcharges[at]),
        }
        for at, card in enumerate(state.display)
    ]


def _unseen(state: State) -> dict[str, list[str]]:
    faces = state.setup.faces
    return {
        str(number): sorted(faces.ids[card] for card in deck if state.unseen >> card & 1)
        for number, deck in faces.decks.items()
        if number <= state.setup.terms.decks
    }
