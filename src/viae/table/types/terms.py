"""The terms of a table, and its clock."""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Literal, NotRequired, TypeAlias

from viae.table.typed import TypedDict

# Clocks


ClockKind: TypeAlias = Literal["none", "turn", "player", "days"]


class StoredClock(TypedDict):
    """The state of a clock as it is stored; `before` holds seat, turn and the seconds left."""

    seat: int | None
    turn: int
    since: float
    left: float
    banks: list[float]
    before: list[float] | None
    begun: NotRequired[float]
    number: NotRequired[int]
    pausing: NotRequired[bool]
    missed: NotRequired[list[int]]
    lent: NotRequired[list[int | None]]


class ClockView(TypedDict):
    """A clock at the moment of the view. With kind `none` there is nothing else.

    `left` are the seconds that the timed `seat` has left; they run in `starts` seconds. With
    `pausing` a bot has the seat, and plays in `left` seconds unless its owner takes it back.
    """

    kind: ClockKind
    seconds: NotRequired[int]
    increment: NotRequired[int]
    seat: NotRequired[int | None]
    left: NotRequired[float | None]
    starts: NotRequired[float | None]
    pausing: NotRequired[bool]
    banks: NotRequired[list[float]]


# Terms


class ClockTerms(TypedDict):
    """What the players agreed on about time."""

    kind: ClockKind
    seconds: int
    increment: int


class Help(TypedDict):
    """Somebody asked for a hint: their seat, and how many entries there were."""

    seat: int
    at: int


class StoredTerms(TypedDict):
    """The terms of a table as they are stored, and who was helped there."""

    board: str
    board_file: str | None
    variant: str
    options: dict[str, bool | str]
    clock: ClockTerms
    live_score: bool
    open_hands: bool
    shuffle: bool
    rated: bool
    manual_chance: NotRequired[bool]
    hints: NotRequired[bool]
    help: NotRequired[list[Help]]
