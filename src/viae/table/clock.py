"""Clocks: how much time a seat has, and until when. The caller passes the time in.

Kinds: `none`; `turn`, a number of seconds for each turn; `player`, a number of seconds for the
whole game and an increment after each turn; `days`, like `turn`, for play over several days. Only
people are timed.

Whoever runs out of time loses one turn to a bot. After three such turns in a row the bot has the
seat, until its owner takes it back. Before each further turn of that bot the game waits a while, so
that there is a chance to.

All times are seconds of one scale that the caller counts. A server counts only the time during
which it was up, so that a restart or a jump of the machine's clock costs nobody anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from viae.table.types.terms import ClockKind, ClockView, StoredClock

Pace: TypeAlias = Literal["none", "live", "days"]

DAY = 86_400.0
PACES: dict[ClockKind, Pace] = {"none": "none", "turn": "live", "player": "live", "days": "days"}
IN_A_ROW: Final = 3  # lost turns in a row after which the bot has the seat
PAUSES: dict[Pace, float] = {"none": 0.0, "live": 15.0, "days": 3600.0}  # before a bot's turn
RESERVE = 30.0  # seconds for the next turn, once the time for the whole game was used up
LONGEST_SHOW = 40.0  # seconds a page may take to show the moves of others before time runs


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

    @property
    def reserve(self) -> float:
        """What a player goes on with who used up the time for the whole game."""
        return min(RESERVE, float(self.seconds))


NO_CLOCK = Clock()


@dataclass(frozen=True, slots=True)
class ClockState:
    """Where a clock stands: who is timed since when, and how much time everybody has left.

    `left` is what the timed seat had at `since`; `banks` what each seat has of its time for the
    game. `before` is the part that ended last, so that taking it back brings no time. The part of
    the timed seat began at `begun`, with the decision of this `number`. While `pausing`, the game
    waits for the owner of a seat that a bot has.

    `missed` counts the turns that each seat lost in a row; `lent` is the latest turn of each seat
    that a bot plays because the time was up.
    """

    seat: int | None = None
    turn: int = 0
    since: float = 0.0
    left: float = 0.0
    banks: list[float] = field(default_factory=list)
    before: list[float] | None = None  # seat, turn, left
    begun: float = 0.0
    number: int = 0
    pausing: bool = False
    missed: list[int] = field(default_factory=list)
    lent: list[int | None] = field(default_factory=list)

    @property
    def deadline(self) -> float | None:
        """When the time of the seat runs out."""
        return None if self.seat is None else self.since + self.left

    def left_at(self, now: float) -> float:
        """What the timed seat has left."""
        return max(0.0, self.left - max(0.0, now - self.since))

    def is_lent(self, seat: int, turn: int) -> bool:
        """Whether a bot plays this turn of a seat because the time was up."""
        return seat < len(self.lent) and self.lent[seat] == turn

    def to_json(self) -> StoredClock:
        return {
            "seat": self.seat,
            "turn": self.turn,
            "since": self.since,
            "left": self.left,
            "banks": self.banks[:],
            "before": self.before,
            "begun": self.begun,
            "number": self.number,
            "pausing": self.pausing,
            "missed": self.missed[:],
            "lent": self.lent[:],
        }


def from_json(stored: StoredClock | None) -> ClockState:
    """The state of a clock as it was stored."""
    return ClockState(**stored) if stored else ClockState()


def begin(clock: Clock, players: int) -> ClockState:
    """The state before the first turn."""
    banks = [float(clock.seconds)] * players if clock.kind == "player" else []
    return ClockState(banks=banks, missed=[0] * players, lent=[None] * players)


def move_on(
    clock: Clock,
    state: ClockState,
    seat: int | None,
    turn: int,
    now: float,
    *,
    number: int = 0,
    back: bool = False,
    pausing: bool = False,
) -> ClockState:
    """The state after an entry: `seat` is who decides now and is timed, or None.

    Within one part of a turn the time runs on; when the part ends, what was left is put aside.
    After an undo (`back`) the part that ended last goes on where it was left. `pausing`: a bot has
    the seat, and the game waits for its owner before the bot plays.
    """
    same = state.seat == seat and state.turn == turn and state.pausing == pausing
    if clock.kind == "none" or same:
        return state
    banks = state.banks[:]
    before = state.before
    fresh = replace(state, seat=seat, turn=turn, since=now, begun=now, number=number)
    fresh = replace(fresh, pausing=pausing, left=0.0)
    if back and seat is not None and before is not None and before[:2] == [seat, turn]:
        left = max(0.0, before[2])
        if clock.kind == "player":
            banks[seat] = left
        return replace(fresh, left=left, banks=banks, before=None)
    if state.seat is not None and not state.pausing:
        left = state.left - max(0.0, now - state.since)
        before = [float(state.seat), float(state.turn), left]
        if clock.kind == "player":
            banks[state.seat] = max(0.0, left) + (0 if back else clock.increment)
    if seat is None:
        return replace(fresh, banks=banks, before=before)
    left = banks[seat] if clock.kind == "player" else float(clock.seconds)
    if pausing:
        left = PAUSES[clock.pace]
    return replace(fresh, left=left, banks=banks, before=before)


def stop(clock: Clock, state: ClockState, now: float) -> ClockState:
    """The state when nobody is timed any more."""
    return move_on(clock, state, None, state.turn, now)


def run_out(clock: Clock, state: ClockState) -> ClockState:
    """The state when the time of the seat is up: a bot plays this turn of it."""
    seat = state.seat
    assert seat is not None
    players = max(len(state.lent), len(state.banks), seat + 1)
    missed = [*state.missed, *[0] * (players - len(state.missed))]
    lent = [*state.lent, *[None] * (players - len(state.lent))]
    banks = state.banks[:]
    lent[seat] = state.turn
    if not state.pausing:
        missed[seat] += 1
        if clock.kind == "player":
            banks[seat] = clock.reserve
    return replace(
        state,
        seat=None,
        left=0.0,
        pausing=False,
        banks=banks,
        missed=missed,
        lent=lent,
        before=None,
    )


def lost_the_seat(state: ClockState, seat: int) -> bool:
    """Whether a seat lost so many turns in a row that the bot keeps it."""
    return state.missed[seat] >= IN_A_ROW


def decided(state: ClockState, seat: int) -> ClockState:
    """The state when the owner of a seat decides for it again: lost turns are forgotten."""
    if seat >= len(state.missed) or not state.missed[seat]:
        return state
    missed = state.missed[:]
    missed[seat] = 0
    return replace(state, missed=missed)


def show_until(state: ClockState, number: int, seconds: float, now: float) -> ClockState:
    """The state if the page of the timed seat shows the moves of others for so many seconds more.

    The time of a part starts when they have been shown, at most `LONGEST_SHOW` after it began. Once
    the seat has decided something nothing changes.
    """
    if state.seat is None or state.pausing or state.number != number:
        return state
    latest = state.begun + LONGEST_SHOW
    if now > latest:
        return state
    return replace(state, since=min(now + max(0.0, seconds), latest))


def shown(clock: Clock, state: ClockState, now: float) -> ClockView:
    """The clock as a view has it, at this moment."""
    found: ClockView = {"kind": clock.kind}
    if clock.kind != "none":
        found["seconds"] = clock.seconds
        found["increment"] = clock.increment
        found["seat"] = state.seat
        timed = state.seat is not None
        found["left"] = round(state.left_at(now), 3) if timed else None
        found["starts"] = round(max(0.0, state.since - now), 3) if timed else None
        found["pausing"] = state.pausing
        if clock.kind == "player":
            found["banks"] = [round(bank, 3) for bank in state.banks]
    return found
