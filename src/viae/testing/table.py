"""Table: a state of the engine read into words, the one place of the kit that knows its fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from viae.rules import goods, roles
from viae.rules.bits import members, single
from viae.rules.setup import Setup
from viae.rules.state import State
from viae.testing.laws import need

Names = frozenset[str]


@dataclass(slots=True)
class Table:
    """What lies on the table at one moment, seat by seat; sorted where order means nothing."""

    turn: int
    actor: int | str | None
    coins: list[int]
    goods: list[list[int]]  # in price order
    hands: list[tuple[str, ...]]
    owned: list[tuple[str, ...]]
    piles: list[list[str]]
    houses: list[Names]
    colonists: dict[str, list[list[str]]]  # by kind, then seat
    copied: list[frozenset[int]]
    scored: list[int | None]
    crowd: dict[str, int]  # cities with houses
    occupied: dict[str, Names]  # by kind
    markers: Names
    display: list[str | None]
    unseen: tuple[str, ...]
    magnus: int
    concordia: int | None
    last_turns: int | None  # turns left, this one included


class Lens:
    """Reads the states of one game; what did not change since the last look is not read again."""

    def __init__(self, setup: Setup) -> None:
        self.players = setup.players
        board = setup.atlas.board
        self.cities = [city.id for city in board.cities]
        self.provinces = [province.id for province in board.provinces]
        self.paths = {
            kind: [path.id for path in board.paths if path.kind == kind] for kind in ("land", "sea")
        }
        self.places = {kind: self.cities + paths for kind, paths in self.paths.items()}
        self.cards: list[str] = setup.faces.ids
        self._raw: dict[str, Any] = {}
        self._read: dict[str, Any] = {}

    def look(self, state: State) -> Table:
        """The state in words."""
        raw, read = self._raw, self._read
        for field, reader in READERS.items():
            value = getattr(state, field)
            if field not in raw or raw[field] != value:
                raw[field] = value[:] if isinstance(value, list) else value
                read[field] = reader(self, value)
        actor = state.actor
        return Table(
            turn=state.turn,
            actor=actor if actor >= 0 else "*" if actor == roles.CHANCE else None,
            coins=state.coins[:],
            goods=read["goods"],
            hands=read["hands"],
            owned=read["owned"],
            piles=read["piles"],
            houses=read["houses"],
            colonists={"land": read["land"], "sea": read["sea"]},
            copied=read["copied"],
            scored=read["scored"],
            crowd=read["crowd"],
            occupied={"land": read["occupied_land"], "sea": read["occupied_sea"]},
            markers=read["markers"],
            display=read["display"],
            unseen=read["unseen"],
            magnus=state.magnus,
            concordia=None if state.concordia < 0 else state.concordia,
            last_turns=None if state.last_turns < 0 else state.last_turns,
        )

    def stores(self, values: list[int]) -> list[list[int]]:
        """Packed goods, seat by seat."""
        return [goods.counts(packed) for packed in values]

    def held(self, mask: int) -> tuple[str, ...]:
        """Cards of a mask, sorted; a twin has the name of the first copy."""
        known = 0 <= mask < single(len(self.cards))
        need(known, "cards", "a mask with cards that there are not")
        return tuple(sorted(self.cards[card] for card in members(mask)))

    def all_held(self, masks: list[int]) -> list[tuple[str, ...]]:
        """The cards of each seat."""
        return [self.held(mask) for mask in masks]

    def stacks(self, piles: list[tuple[int, ...]]) -> list[list[str]]:
        """Piles, bottom to top."""
        return [[self.cards[card] for card in pile] for pile in piles]

    def shown(self, display: list[int]) -> list[str | None]:
        """The display; None where a card was taken in this turn."""
        return [self.cards[card] if card >= 0 else None for card in display]

    def built(self, masks: list[int]) -> list[Names]:
        """The cities with a house of each seat."""
        return [named("houses", mask, self.cities) for mask in masks]

    def standing(self, kind: str, seats: list[tuple[int, ...]]) -> list[list[str]]:
        """Where the colonists of each seat are."""
        return [sorted(self.places[kind][place] for place in places) for places in seats]

    def crowds(self, numbers: list[int]) -> dict[str, int]:
        """The cities with houses."""
        return {self.cities[c]: number for c, number in enumerate(numbers) if number}

    def choosers(self, masks: list[int]) -> list[frozenset[int]]:
        """Seats from masks."""
        return [frozenset(members(mask)) for mask in masks]


def named(law: str, mask: int, names: list[str]) -> Names:
    """The names whose bits are set."""
    need(0 <= mask < single(len(names)), law, f"{mask:b} is no mask of {len(names)}")
    return frozenset(names[number] for number in members(mask))


# How the fields of a state are read.
READERS: dict[str, Callable[[Lens, Any], object]] = {
    "goods": Lens.stores,
    "hands": Lens.all_held,
    "owned": Lens.all_held,
    "piles": Lens.stacks,
    "houses": Lens.built,
    "land": lambda lens, seats: lens.standing("land", seats),
    "sea": lambda lens, seats: lens.standing("sea", seats),
    "copied": Lens.choosers,
    "scored": lambda _lens, points: [None if one < 0 else one for one in points],
    "crowd": Lens.crowds,
    "occupied_land": lambda lens, mask: named("paths", mask, lens.paths["land"]),
    "occupied_sea": lambda lens, mask: named("paths", mask, lens.paths["sea"]),
    "markers": lambda lens, mask: named("markers", mask, lens.provinces),
    "display": Lens.shown,
    "unseen": Lens.held,
}
