"""The figures of the game as plain values: boards with their cities and paths, goods, cards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Province:
    """A province; all but its id serves drawings and lists for people."""

    id: str
    name: str
    numeral: str | None
    color: str
    named_on_board: bool = True


@dataclass(frozen=True, slots=True)
class City:
    """A city; `letter` says which tokens it draws from and is None for the capital (R2.1)."""

    id: str
    name: str
    inscription: str
    province: str
    letter: str | None
    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class Path:
    """A land or sea path between two cities; a land and a sea path may share one id."""

    id: str
    kind: str
    ends: tuple[str, str]
    can_stop: bool = True


@dataclass(frozen=True, slots=True)
class Board:
    """A board; `recommended_players` is advice, not a limit (R1.2).

    `document` is the JSON of a board that does not come with Viae, in canonical form.
    """

    id: str
    name: str
    recommended_players: tuple[int, int]
    capital: str
    provinces: tuple[Province, ...]
    cities: tuple[City, ...]
    paths: tuple[Path, ...]
    document: str = ""


@dataclass(frozen=True, slots=True)
class Good:
    """A good: its price, the coins a house costs in its cities, the coins on its bonus marker."""

    id: str
    price: int
    house_coins: int
    marker_coins: int


@dataclass(frozen=True, slots=True)
class CardFace:
    """What is printed on a card. `deck` is 0 for a starting card, which has no `cost`.

    `income` is a mercator's, `good` and `points` a specialist's (R9.7); `sides` names the two
    roles of a double card (R5.11) and is empty for every other card.
    """

    id: str
    role: str
    deck: int
    gods: tuple[str, ...]
    cost: tuple[str, ...] = ()
    income: int = 0
    good: str | None = None
    points: int = 0
    sides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cards:
    """Everything about goods, tokens, the display and the cards that no board changes.

    `goods` stand in the order of their price; `tokens` counts goods per letter; `surcharges` holds
    the seven positions of each side of the display; `hands` the starting hands; `faces` every card
    of every variant by id; `decks` the ids of each deck, by variant and number.
    """

    goods: tuple[Good, ...]
    tokens: dict[str, dict[str, int]]
    surcharges: dict[str, tuple[tuple[str, ...], ...]]
    hands: dict[str, tuple[str, ...]]
    faces: dict[str, CardFace]
    decks: dict[str, dict[int, tuple[str, ...]]]
