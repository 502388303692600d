"""The catalogue: everything that can be chosen for a table, and the figures for drawing it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from viae.table.types import ClockKind, Colonists, Good, Surcharge

God = Literal["vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva", "venus", "concordia"]


class BoardName(BaseModel):
    """A built-in board."""

    id: str
    name: str
    recommended_players: tuple[int, int]


class BotName(BaseModel):
    """A bot; `title` names a level."""

    name: str
    title: str | None


class GoodFigures(BaseModel):
    """The figures of a good."""

    id: Good
    price: int
    house_coins: int
    marker_coins: int


class CardFace(BaseModel):
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


class Catalogue(BaseModel):
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


class ProvinceFigures(BaseModel):
    """A province of a board."""

    id: str
    name: str
    numeral: str | None
    color: str
    named_on_board: bool


class CityFigures(BaseModel):
    """A city of a board, with its place on the earth."""

    id: str
    name: str
    inscription: str
    province: str
    letter: str | None
    lat: float
    lon: float


class PathFigures(BaseModel):
    """A path of a board."""

    id: str
    kind: Colonists
    ends: tuple[str, str]
    can_stop: bool


class Board(BaseModel):
    """A board for drawing."""

    id: str
    name: str
    recommended_players: tuple[int, int]
    capital: str
    provinces: list[ProvinceFigures]
    cities: list[CityFigures]
    paths: list[PathFigures]
