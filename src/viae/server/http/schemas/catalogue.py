"""The catalogue: everything that can be chosen for a table, and the figures for drawing it."""

from __future__ import annotations

from pydantic import Field

from viae.server.http.schemas.common import Answer
from viae.table.types.basics import Colonists, God, Good, Surcharge
from viae.table.types.terms import ClockKind


class BoardName(Answer):
    """A built-in board."""

    id: str
    name: str
    recommended_players: tuple[int, int]


class BotName(Answer):
    """A bot; `title` names a level, `rating` is fixed and was measured."""

    name: str
    title: str | None
    rating: int | None


class GoodFigures(Answer):
    """The figures of a good."""

    id: Good
    price: int
    house_coins: int
    marker_coins: int


class CardFace(Answer):
    """What is printed on a card."""

    id: str
    role: str
    deck: int
    gods: list[God]
    cost: list[Good]
    income: int
    good: Good | None
    points: int
    sides: list[str]


class Catalogue(Answer):
    """Everything that can be chosen for a table, and the figures of cards and goods."""

    version: str
    boards: list[BoardName]
    variants: dict[str, list[int]] = Field(description="Numbers of players by variant.")
    options: dict[str, list[bool | str]]
    defaults: dict[str, bool | str]
    bots: list[BotName]
    goods: list[GoodFigures]
    cards: dict[str, CardFace]
    surcharges: dict[str, list[list[Surcharge]]]
    clocks: list[ClockKind]


class ProvinceFigures(Answer):
    """A province of a board."""

    id: str
    name: str
    numeral: str | None
    color: str
    named_on_board: bool


class CityFigures(Answer):
    """A city of a board, with its place on the earth."""

    id: str
    name: str
    inscription: str
    province: str
    letter: str | None
    lat: float
    lon: float


class PathFigures(Answer):
    """A path of a board."""

    id: str
    kind: Colonists
    ends: tuple[str, str]
    can_stop: bool


class Board(Answer):
    """A board for drawing."""

    id: str
    name: str
    recommended_players: tuple[int, int]
    capital: str
    provinces: list[ProvinceFigures]
    cities: list[CityFigures]
    paths: list[PathFigures]
