"""The report of an analysis: plain figures and texts, for Python and as JSON."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Any

FORMAT = 1  # grows when a field changes its meaning
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Expected:
    """What everybody could expect at a moment; exact once the game is decided."""

    win: tuple[float, ...]  # the chance of each side; together 1
    points: tuple[float, ...]  # of each seat at the end of the game


@dataclass(frozen=True, slots=True)
class Lost:
    """What a turn lost for its side against the best one; never less than 0."""

    win: float
    points: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn that could be played, and what everybody could expect after it."""

    entries: tuple[str, ...]
    after: Expected


@dataclass(frozen=True, slots=True)
class Turn:
    """What one seat decided in one go, and what came of it."""

    number: int  # the turn of the game, from 1
    part: int  # which part of that turn, from 1: others may decide in between
    at: int  # entries of the game before it
    seat: int
    entries: tuple[str, ...]
    revealed: tuple[str, ...]  # the cards that came to the display afterwards
    options: int  # how many turns were compared
    before: Expected
    after: Expected  # before any card was revealed
    best: Choice  # the turn itself, if nothing better was found
    lost: Lost
    shift: float  # how much of the win chance changed hands between before and after

    @property
    def found(self) -> bool:
        """Whether the turn that was played is the best one."""
        return self.entries == self.best.entries


@dataclass(frozen=True, slots=True)
class Critical:
    """A critical moment."""

    turn: int  # which of the turns of the analysis, from 0
    why: tuple[str, ...]  # "lost", "shift" or both


@dataclass(frozen=True, slots=True)
class Player:
    """A player's turns summed up."""

    name: str
    side: int
    turns: int  # that were analysed
    found: int  # of these, how often the turn was the best one
    lost: Lost  # in all of them together


@dataclass(frozen=True, slots=True)
class Advice:
    """A turn that is still to be played."""

    number: int
    part: int
    at: int
    seat: int
    entries: tuple[str, ...]  # of this turn, played already
    options: int
    now: Expected
    turns: tuple[Choice, ...]  # ways to carry on, the best first


@dataclass(frozen=True, slots=True)
class Settings:
    """How thorough the analysis was."""

    nodes: int | None  # simulations for each turn; None if `time` was given
    width: int  # turns that were tried out by simulation
    time: float | None  # seconds for each turn
    seed: int
    seat: int | None  # the only seat that was analysed, if not all


@dataclass(frozen=True, slots=True)
class Analysis:
    """An analysed game."""

    format: int
    board: str
    variant: str
    over: bool
    winner: int | None  # a side
    scores: tuple[int, ...]  # of each seat, as things stand
    sides: tuple[tuple[int, ...], ...]  # the seats of each side
    players: tuple[Player, ...]
    settings: Settings
    turns: tuple[Turn, ...]
    critical: tuple[Critical, ...]  # in the order of the game
    next: Advice | None

    def to_dict(self) -> dict[str, Any]:
        """The analysis as JSON would have it; numbers are rounded."""
        plain: dict[str, Any] = _plain(self)
        return plain


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return round(value, DIGITS) if isinstance(value, float) else value
