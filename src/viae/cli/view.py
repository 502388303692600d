"""A view of a game: everything the screen shows, in words and plain numbers.

The only module of the command line that reads the packed state; drawing, narrating and prompting
use what stands here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viae.rules import goods, roles, score
from viae.rules.bits import count, has, overlap
from viae.rules.state import COLONISTS, HOUSES, free_spaces, purse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viae.game import Game
    from viae.rules.state import State

KINDS = ("land", "sea")
LONGEST = 12  # letters of a name


@dataclass(frozen=True, slots=True)
class City:
    """A city; `good` is None for the capital, `coins` what the next house costs in coins."""

    id: str
    good: str | None
    coins: int
    owners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Province:
    """A province; `coins` is what its marker shows, None while it shows its good."""

    id: str
    name: str
    numeral: str
    good: str
    coins: int | None
    cities: tuple[City, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A position of the display; `card` is empty when it was taken in this turn.

    `full` and `bare`: whether the watching seat can pay it with and without the surcharge.
    """

    position: int
    card: str
    cost: tuple[str, ...]
    surcharge: tuple[str, ...]
    gods: tuple[str, ...]
    full: bool
    bare: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """A player; `cards` counts the cards of each god, `gods` their points if the game ended now."""

    seat: int
    name: str
    sign: str
    bot: bool
    team: int | None
    coins: int
    purse: int
    goods: tuple[int, ...]
    room: int
    houses: tuple[str, ...]
    houses_left: int
    colonists: tuple[tuple[str, str], ...]
    waiting: tuple[int, int]
    hand: tuple[str, ...]
    pile: tuple[str, ...]
    cards: dict[str, int]
    gods: dict[str, int]
    points: int
    magnus: bool
    concordia: bool


@dataclass(frozen=True, slots=True)
class View:
    """One moment of a game, as seen from the seat that decides."""

    board: str
    variant: str
    turn: int
    actor: int | str | None
    seats: tuple[Seat, ...]
    provinces: tuple[Province, ...]
    capital: str
    display: tuple[Offer, ...]
    unseen: int
    last_turns: int | None
    teams: tuple[int, ...]


def look(game: Game, bots: Sequence[str | None] = ()) -> View:
    """The game as it stands; `bots` names the bot of each seat, None for a person."""
    state = game.state
    setup = state.setup
    actor = game.actor
    watching = actor if isinstance(actor, int) else game.turn
    names = shown_names(game.players)
    signs = make_signs(names)
    return View(
        board=game.board.name,
        variant=game.variant,
        turn=game.turn,
        actor=actor,
        seats=tuple(
            _seat(game, seat, names[seat], signs[seat], bool(seat < len(bots) and bots[seat]))
            for seat in range(setup.players)
        ),
        provinces=tuple(_province(state, number) for number in range(setup.atlas.provinces)),
        capital=setup.atlas.board.capital,
        display=_display(game, watching),
        unseen=count(state.unseen),
        last_turns=None if state.last_turns < 0 else state.last_turns,
        teams=tuple(game.teams() or ()),
    )


def shown_names(names: Sequence[str]) -> list[str]:
    """Names fit for a screen: printable, on one line, not too long, no two alike."""
    shown = []
    for name in names:
        tidy = "".join(sign if sign.isprintable() else " " for sign in name.removeprefix("bot:"))
        tidy = " ".join(tidy.split()) or "?"
        shown.append(tidy if len(tidy) <= LONGEST else tidy[: LONGEST - 1] + "…")
    return [
        f"{name[: LONGEST - 2]} {seat}" if shown.count(name) > 1 else name
        for seat, name in enumerate(shown)
    ]


def make_signs(names: Sequence[str]) -> list[str]:
    """A letter for each player, none twice and none that stands for a good."""
    taken = set("BFTWC")
    signs = []
    for seat, name in enumerate(names):
        letters = [letter for letter in name.upper() if letter.isascii() and letter.isalpha()]
        free = [letter for letter in letters if letter not in taken]
        # Names that differ by their seats alone are told apart by them, too.
        sign = free[0] if free and not name.endswith(f" {seat}") else str(seat)
        taken.add(sign)
        signs.append(sign)
    return signs


def place_name(state: State, kind: int, place: int) -> str:
    """The id of the city or path where a colonist stands."""
    atlas = state.setup.atlas
    if place < atlas.cities:
        return atlas.city_ids[place]
    return atlas.path_ids[kind][place - atlas.cities]


def _seat(game: Game, seat: int, name: str, sign: str, bot: bool) -> Seat:
    state = game.state
    setup = state.setup
    faces = setup.faces
    atlas = setup.atlas
    points = score.by_god(state, seat)
    land, sea = state.land[seat], state.sea[seat]
    return Seat(
        seat=seat,
        name=name,
        sign=sign,
        bot=bot,
        team=seat % setup.sides if setup.team else None,
        coins=state.coins[seat],
        purse=purse(state, seat),
        goods=tuple(goods.count(state.goods[seat], kind) for kind in range(goods.KINDS)),
        room=free_spaces(state, seat),
        houses=tuple(atlas.city_ids[c] for c in range(atlas.cities) if _has(state, seat, c)),
        houses_left=HOUSES - count(state.houses[seat]),
        colonists=tuple(
            (KINDS[kind], place_name(state, kind, place))
            for kind, places in enumerate((land, sea))
            for place in places
        ),
        waiting=(COLONISTS - len(land), COLONISTS - len(sea)),
        hand=tuple(sorted(faces.ids[c] for c in range(len(faces.ids)) if _holds(state, seat, c))),
        pile=tuple(faces.ids[card] for card in state.piles[seat]),
        cards={
            god: overlap(state.owned[seat], mask)
            for god, mask in zip(roles.GODS, faces.god_masks, strict=True)
        },
        gods=dict(zip(roles.GODS, points, strict=True)),
        points=sum(points),
        magnus=state.magnus == seat,
        concordia=state.concordia == seat,
    )


def _has(state: State, seat: int, city: int) -> bool:
    return has(state.houses[seat], city)


def _holds(state: State, seat: int, card: int) -> bool:
    return has(state.hands[seat], card)


def _province(state: State, number: int) -> Province:
    setup = state.setup
    atlas = setup.atlas
    province = atlas.board.provinces[number]
    members = list(atlas.province_members[number])
    if atlas.board.cities[atlas.capital].province == province.id:
        members.append(atlas.capital)
    return Province(
        id=province.id,
        name=province.name,
        numeral=province.numeral or "",
        good=goods.NAMES[setup.marker_good[number]],
        coins=setup.marker_coins[number] if has(state.markers, number) else None,
        cities=tuple(_city(state, city) for city in members),
    )


def _city(state: State, city: int) -> City:
    setup = state.setup
    kind = setup.city_good[city]
    return City(
        id=setup.atlas.city_ids[city],
        good=goods.NAMES[kind] if kind >= 0 else None,
        coins=setup.house_coins[city] * (state.crowd[city] + 1),
        owners=tuple(seat for seat in range(setup.players) if _has(state, seat, city)),
    )


def _display(game: Game, seat: int) -> tuple[Offer, ...]:
    """The display with what a seat can pay of it."""
    from viae.data import load_cards

    state = game.state
    faces = state.setup.faces
    cards = load_cards()
    surcharges = cards.surcharges[str(game.options["display"])]
    store = [goods.count(state.goods[seat], kind) for kind in range(goods.KINDS)]
    offers = []
    for at, card in enumerate(state.display):
        if card < 0:  # taken in this turn
            offers.append(Offer(at + 1, "", (), surcharges[at], (), False, False))
            continue
        face = cards.faces[faces.ids[card]]
        full = _covers(store, (*face.cost, *surcharges[at]))
        bare = _covers(store, face.cost)
        offers.append(Offer(at + 1, face.id, face.cost, surcharges[at], face.gods, full, bare))
    return tuple(offers)


def _covers(store: Sequence[int], price: tuple[str, ...]) -> bool:
    """Whether a store holds a price; "any" takes whatever is left."""
    enough = all(price.count(good) <= store[kind] for kind, good in enumerate(goods.NAMES))
    return enough and sum(store) >= len(price)


def houses_of(seat: int, province: Province) -> list[str]:
    """The goods that a seat's houses in a province give."""
    return [city.good for city in province.cities if seat in city.owners and city.good]


def count_goods(names: Sequence[str]) -> str:
    """Goods counted, in price order: `2 brick, 1 wine`."""
    counts = [(names.count(good), good) for good in goods.NAMES]
    return ", ".join(f"{number} {good}" for number, good in counts if number)
