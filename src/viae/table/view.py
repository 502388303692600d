"""The view of a game: what everybody at the table sees, and what one seat sees besides.

Open to all: the board, stores, coins, the display, the top of each pile, how many cards a hand
holds, which cards are still unseen. A seat also sees its own hand and pile; with a legatus the
partner's hand, card by card, as what it may suggest (R10.8). Points are shown where the table
wants them, and always when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from viae.data import load_cards
from viae.record import write_result
from viae.rules import explain, roles, score
from viae.rules.bits import added, has, members, overlap, removed
from viae.rules.cards import magister
from viae.rules.state import (
    ANSWER_LEGATUS,
    ANSWER_PROCONSUL,
    HOLE,
    HOUSES,
    State,
    between_turns,
    free_spaces,
    purse,
)
from viae.table.choices import GOODS, goods_of, place_id, price_of, waiting
from viae.table.types.basics import Surcharge
from viae.table.types.game import (
    Asked,
    CityView,
    ColonistView,
    Decision,
    GameView,
    MarkerView,
    OfferView,
    OwnCards,
    PlayerView,
    Result,
)

if TYPE_CHECKING:
    from viae.table.game import TableGame

Buyer: TypeAlias = Literal["senator", "consul", "praetor", "proconsul"]
Plain: TypeAlias = Literal["tribune", "prefect", "diplomat", "legatus"]

# Who buys cards: how many, and whether the surcharge of the position is paid.
BUYERS: dict[int, tuple[Buyer, int, bool]] = {
    roles.SENATOR: ("senator", 2, True),
    roles.CONSUL: ("consul", 1, False),
    roles.PRAETOR: ("praetor", 1, True),
    roles.PROCONSUL: ("proconsul", 1, False),
}
PLAIN: dict[int, Plain] = {
    roles.TRIBUNE: "tribune",
    roles.PREFECT: "prefect",
    roles.DIPLOMAT: "diplomat",
    roles.LEGATUS: "legatus",
}
ANSWERS: dict[int, Literal["proconsul", "legatus"]] = {
    ANSWER_PROCONSUL: "proconsul",
    ANSWER_LEGATUS: "legatus",
}


def public(game: TableGame, live_score: bool, open_hands: bool = False) -> GameView:
    """What everybody sees."""
    state = game.state
    setup = state.setup
    shown = live_score or game.over
    view: GameView = {
        "number": game.rows,
        "entries": len(game.entries),
        "turn": {"number": game.turns, "seat": state.turn, "begins": between_turns(state)},
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


def private(state: State, seats: Iterable[int], points: bool) -> dict[str, OwnCards]:
    """What the owner of these seats sees besides: hands and piles, and what cards are worth."""
    ids = state.setup.faces.ids
    found: dict[str, OwnCards] = {}
    for seat in seats:
        own: OwnCards = {
            "hand": _hand(state, seat),
            "pile": [ids[card] for card in state.piles[seat]],
        }
        if points:
            own["worth"] = worth(state, seat)
        found[str(seat)] = own
    return found


def worth(state: State, seat: int) -> dict[str, int]:
    """What each own card and each card of the display scores for a seat now, by its id.

    It is found by scoring the seat with the card and without it, so that no rule of scoring is
    written here a second time.
    """
    ids = state.setup.faces.ids
    owned = state.owned[seat]
    now = score.total(state, seat)
    other = state.copy()
    found: dict[str, int] = {}
    for card in (*members(owned), *state.display):
        if card != HOLE:
            other.owned[seat] = (removed if has(owned, card) else added)(owned, card)
            found[ids[card]] = abs(score.total(other, seat) - now)
    return found


def result(state: State) -> Result:
    """Scores, winner and gods as a record holds them."""
    return cast("Result", write_result(state))


def _actor(state: State) -> int | Literal["*"] | None:
    if state.actor >= 0:
        return state.actor
    return "*" if state.actor == roles.CHANCE else None


def decision(game: TableGame) -> Decision:
    """What is asked, of whom, and how far it has come."""
    state = game.state
    kind = state.decision
    if kind == roles.OVER:
        return {"kind": "over"}
    asks, rule, _ = explain.ASKED[kind]
    if kind == roles.REVEAL:
        return {"kind": "reveal", "rule": rule, "asks": asks}
    asked: Asked = {"seat": state.actor, "rule": rule, "asks": asks}
    if state.actor != state.turn:
        asked["part"] = "partner" if kind != roles.KEEP else "store"
    if kind == roles.PLAY:
        answers = ANSWERS.get(state.detail)
        return {"kind": "play", **asked, "answers": answers, "suggestion": game.suggestion}
    if kind == roles.ARCHITECT:
        return {
            "kind": "architect",
            **asked,
            "steps": state.steps,
            "building": state.building,
            "idle": _colonists(state, state.idle_land, state.idle_sea),
        }
    if kind == roles.MERCATOR:
        traded = [name for k, name in enumerate(GOODS) if has(state.used, k)]
        left = 2 - len(traded)
        income = state.detail
        return {
            "kind": "mercator",
            **asked,
            "traded": traded,
            "trades_left": left,
            "income": income,
        }
    if kind == roles.COLONIST:
        return {"kind": "colonist", **asked, "settled": state.used}
    if kind == roles.MAGISTER:
        card = magister.previous(state)
        shown = state.setup.faces.ids[card] if card >= 0 else None
        return {"kind": "magister", **asked, "card": shown}
    if kind == roles.KEEP:
        room = free_spaces(state, state.actor)
        return {"kind": "keep", **asked, "batch": goods_of(state.detail), "room": room}
    if kind in BUYERS:
        name, allowed, surcharge = BUYERS[kind]
        return {
            "kind": name,
            **asked,
            "bought": state.used,
            "allowed": allowed,
            "surcharge": surcharge,
        }
    return {"kind": PLAIN[kind], **asked}


def _colonists(state: State, land: Sequence[int], sea: Sequence[int]) -> list[ColonistView]:
    """Colonists by kind and place."""
    setup = state.setup
    found: list[ColonistView] = [{"kind": "land", "at": place_id(setup, 0, at)} for at in land]
    found += [{"kind": "sea", "at": place_id(setup, 1, at)} for at in sea]
    return found


def _hand(state: State, seat: int) -> list[str]:
    ids = state.setup.faces.ids
    return sorted(ids[card] for card in members(state.hands[seat]))


def _player(state: State, seat: int, points: bool, open_hands: bool) -> PlayerView:
    setup = state.setup
    faces = setup.faces
    pile = state.piles[seat]
    houses = state.houses[seat]
    player: PlayerView = {
        "seat": seat,
        "coins": state.coins[seat],
        "goods": goods_of(state.goods[seat]),
        "room": free_spaces(state, seat),
        "houses": [setup.atlas.city_ids[city] for city in members(houses)],
        "houses_left": HOUSES - houses.bit_count(),
        "colonists": _colonists(state, state.land[seat], state.sea[seat]),
        "waiting": waiting(state, seat),
        "hand": state.hands[seat].bit_count(),
        "pile": len(pile),
        "top": faces.ids[pile[-1]] if pile else None,
        "magnus": state.magnus == seat,
        "concordia": state.concordia == seat,
    }
    if setup.team:
        player["team"] = seat % setup.sides
        player["partner"] = setup.partner[seat]
        player["purse"] = purse(state, seat)
        player["copied_by"] = members(state.copied[seat])
    if open_hands:
        player["cards"] = {"hand": _hand(state, seat), "pile": [faces.ids[card] for card in pile]}
    if points:
        owned = state.owned[seat]
        by_god = score.by_god(state, seat)
        player["points"] = sum(by_god)
        player["gods"] = {
            god: {"points": by_god[number], "cards": overlap(owned, faces.god_masks[number])}
            for number, god in enumerate(roles.GODS)
        }
    return player


def _cities(game: TableGame) -> dict[str, CityView]:
    """The good of each city, its houses in the order of building, what the next one costs."""
    state = game.state
    setup = state.setup
    order: dict[int, list[int]] = {}
    for city, seat in game.builds:
        order.setdefault(city, []).append(seat)
    found: dict[str, CityView] = {}
    for city, name in enumerate(setup.atlas.city_ids):
        kind = setup.city_good[city]
        if kind < 0:
            continue
        owners = order.get(city, [])
        # Houses of a position that was set up by hand have no order: they come first, by seat.
        if len(owners) < state.crowd[city]:
            all_owners = [s for s in range(setup.players) if has(state.houses[s], city)]
            owners = [seat for seat in all_owners if seat not in owners] + owners
        found[name] = {
            "good": GOODS[kind],
            "houses": owners,
            "coins": setup.house_coins[city] * (state.crowd[city] + 1),
            "goods": price_of(setup.house_cost[city]),
        }
    return found


def _markers(state: State) -> dict[str, MarkerView]:
    setup = state.setup
    turned = members(state.markers)
    return {
        name: {
            "good": GOODS[setup.marker_good[number]],
            "coins": setup.marker_coins[number],
            "side": "coins" if number in turned else "goods",
        }
        for number, name in enumerate(setup.atlas.province_ids)
    }


def _display(game: TableGame) -> list[OfferView]:
    """The positions of the display; `card` is None where one was taken in this turn."""
    state = game.state
    faces = state.setup.faces
    surcharges = _surcharges(str(game.start.options["display"]))
    return [
        {
            "position": at + 1,
            "card": None if card == HOLE else faces.ids[card],
            "cost": {} if card == HOLE else price_of(faces.cost[card]),
            "surcharge": surcharges[at],
        }
        for at, card in enumerate(state.display)
    ]


@cache
def _surcharges(side: str) -> list[list[Surcharge]]:
    """What each position of a side of the display costs in addition."""
    return [[cast("Surcharge", good) for good in more] for more in load_cards().surcharges[side]]


def _unseen(state: State) -> dict[str, list[str]]:
    faces = state.setup.faces
    unseen = set(members(state.unseen))
    return {
        str(number): sorted([faces.ids[card] for card in deck if card in unseen])
        for number, deck in faces.decks.items()
        if number <= state.setup.terms.decks
    }
