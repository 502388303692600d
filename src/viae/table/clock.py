"""Clocks: how much time a seat has, and until when; no input or output, times are handed in.

Kinds: `none`; `turn`, so many seconds for each turn; `player`, so many for the whole game and an
increment after each turn; `days`, as `turn`, for play over days. Only people are timed. What is
kept are absolute times, so a restart changes nothing.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

DAY = 86_400.0
LIVE = ("turn", "player")


@dataclass(frozen=True, slots=True)
class Clock:
    """What the players agreed on."""

    kind: str = "none"
    seconds: int = 0
    increment: int = 0

    @property
    def pace(self) -> str:
        """`live`, `days` or `none`: how a table is listed."""
        return "live" if self.kind in LIVE else self.kind


@dataclass(slots=True)
class Hands:
    """Where the hands of a clock stand: who is timed since when, and what everybody has left.

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

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def from_json(stored: dict[str, Any] | None) -> Hands:
    """Hands as they were stored."""
    return Hands(**stored) if stored else Hands()


def begin(clock: Clock, players: int) -> Hands:
    """The hands before the first turn."""
    return Hands(banks=[float(clock.seconds)] * players if clock.kind == "player" else [])


def move_on(
    clock: Clock, hands: Hands, seat: int | None, turn: int, now: float, back: bool = False
) -> Hands:
    """The hands after an entry: `seat` is who decides now and is timed, or None.

    Within one part of a turn the time runs on; when the part ends, what was left is put aside.
    After an undo (`back`) the part that ended last goes on where it was left.
    """
    if clock.kind == "none" or (hands.seat == seat and hands.turn == turn):
        return hands
    banks = hands.banks[:]
    before = hands.before
    if back and seat is not None and before is not None and before[:2] == [seat, turn]:
        left = max(0.0, before[2])
        if clock.kind == "player":
            banks[seat] = left
        return Hands(seat, turn, now, left, banks, None)
    if hands.seat is not None:
        left = hands.left - (now - hands.since)
        before = [float(hands.seat), float(hands.turn), left]
        if clock.kind == "player":
            banks[hands.seat] = max(0.0, left) + (0 if back else clock.increment)
    if seat is None:
        return Hands(None, turn, now, 0.0, banks, before)
    left = banks[seat] if clock.kind == "player" else float(clock.seconds)
    return Hands(seat, turn, now, left, banks, before)


def stop(clock: Clock, hands: Hands, now: float) -> Hands:
    """The hands when nobody is timed any more."""
    return move_on(clock, hands, None, hands.turn, now)


def shift(hands: Hands, seconds: float) -> Hands:
    """The hands with the time added during which no server ran: it costs nobody anything."""
    if hands.seat is not None:
        hands.since += seconds
    return hands


def shown(clock: Clock, hands: Hands) -> dict[str, Any]:
    """The clock as a view has it."""
    found: dict[str, Any] = {"kind": clock.kind}
    if clock.kind != "none":
        found["seconds"] = clock.seconds
        found["increment"] = clock.increment
        found["seat"] = hands.seat
        found["since"] = hands.since if hands.seat is not None else None
        found["deadline"] = hands.deadline
        if clock.kind == "player":
            found["banks"] = [round(bank, 3) for bank in hands.banks]
    return found
