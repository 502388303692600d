"""Clocks: how much time a seat has, and until when. The caller passes the time in.

Kinds: `none`; `turn`, a number of seconds for each turn; `player`, a number of seconds for the
whole game and an increment after each turn; `days`, like `turn`, for play over several days. Only
people are timed. All times are absolute, so a restart changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from viae.table.types import ClockKind, ClockView, StoredClock

Pace: TypeAlias = Literal["none", "live", "days"]

DAY = 86_400.0
PACES: dict[ClockKind, Pace] = {"none": "none", "turn": "live", "player": "live", "days": "days"}


@dataclass(frozen=True, slots=True)
class Clock:
    """What the players agreed on."""

    kind: ClockKind = "none"
    seconds: int = 0
    increment: int = 0

    @property
    def pace(self) -> Pace:
        """How a table is listed."""
        return PACES[self.kind]


NO_CLOCK = Clock()


@dataclass(frozen=True, slots=True)
class ClockState:
    """Where a clock stands: who is timed since when, and how much time everybody has left.

    `left` is what the timed seat had at `since`; `banks` what each seat has of its time for the
    game. `before` is the part that ended last, so that taking it back brings no time.
    """

    seat: int | None = None
    turn: int = 0
    since: float = 0.0
    left: float = 0.0
    banks: list[float] = field(default_factory=list)
    before: list[float] | None = None  # seat, turn, left

    @property
    def deadline(self) -> float | None:
        """When the time of the seat runs out."""
        return None if self.seat is None else self.since + self.left

    def to_json(self) -> StoredClock:
        return {
            "seat": self.seat,
            "turn": self.turn,
            "since": self.since,
            "left": self.left,
            "banks": self.banks[:],
            "before": self.before,
        }


def from_json(stored: StoredClock | None) -> ClockState:
    """The state of a clock as it was stored."""
    return ClockState(**stored) if stored else ClockState()


def begin(clock: Clock, players: int) -> ClockState:
    """The state before the first turn."""
    return ClockState(banks=[float(clock.seconds)] * players if clock.kind == "player" else [])


def move_on(
    clock: Clock, state: ClockState, seat: int | None, turn: int, now: float, back: bool = False
) -> ClockState:
    """The state after an entry: `seat` is who decides now and is timed, or None.

    Within one part of a turn the time runs on; when the part ends, what was left is put aside.
    After an undo (`back`) the part that ended last goes on where it was left.
    """
    if clock.kind == "none" or (state.seat == seat and state.turn == turn):
        return state
    banks = state.banks[:]
    before = state.before
    if back and seat is not None and before is not None and before[:2] == [seat, turn]:
        left = max(0.0, before[2])
        if clock.kind == "player":
            banks[seat] = left
        return ClockState(seat, turn, now, left, banks, None)
    if state.seat is not None:
        left = state.left - (now - state.since)
        before = [float(state.seat), float(state.turn), left]
        if clock.kind == "player":
            banks[state.seat] = max(0.0, left) + (0 if back else clock.increment)
    if seat is None:
        return ClockState(None, turn, now, 0.0, banks, before)
    left = banks[seat] if clock.kind == "player" else float(clock.seconds)
    return ClockState(seat, turn, now, left, banks, before)


def stop(clock: Clock, state: ClockState, now: float) -> ClockState:
    """The state when nobody is timed any more."""
    return move_on(clock, state, None, state.turn, now)


def shift(state: ClockState, seconds: float) -> ClockState:
    """The state with the time added during which no server ran: it costs nobody anything."""
    return state if state.seat is None else replace(state, since=state.since + seconds)


def shown(clock: Clock, state: ClockState) -> ClockView:
    """The clock as a view has it."""
    found: ClockView = {"kind": clock.kind}
    if clock.kind != "none":
        found["seconds"] = clock.seconds
        found["increment"] = clock.increment
        found["seat"] = state.seat
        found["since"] = state.since if state.seat is not None else None
        found["deadline"] = state.deadline
        if clock.kind == "player":
            found["banks"] = [round(bank, 3) for bank in state.banks]
    return found
