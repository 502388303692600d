"""What somebody wants a new table to be, checked against the game. No input or output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from viae.data import board_names
from viae.data.fields import describe, near
from viae.errors import Faults, SetupError, as_refusal, refusal
from viae.options import check_options, check_players, check_variant
from viae.table.bots import check_bot
from viae.table.clock import NO_CLOCK, Clock
from viae.table.shapes import Visibility
from viae.table.types.basics import Document

Sits: TypeAlias = Literal["me", "open", "invited", "bot"]


@dataclass(frozen=True, slots=True)
class SeatWish:
    """Who is to sit in a seat; `name` is that of an invited account, or of another on my screen."""

    kind: Sits
    name: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class TableWish:
    """A new table."""

    seats: list[SeatWish]
    options: dict[str, bool | str]
    name: str = ""
    board: str = "imperium"
    board_file: Document | None = None
    variant: str = "concordia"
    visibility: Visibility = "public"
    clock: Clock = NO_CLOCK
    live_score: bool = True
    open_hands: bool = False
    shuffle: bool = True
    rated: bool = True
    hints: bool = False
    start: bool = False
    key: str | None = None

    def check(self) -> dict[str, bool | str]:
        """The options with defaults filled in; SetupError with everything that is wrong."""
        faults: Faults = []
        if self.board_file is None and self.board not in board_names():
            names, meant = list(board_names()), near(self.board, board_names())
            value = describe(self.board)
            fault = refusal("board.unknown-name", value=value, names=names, near=meant)
            faults.append(fault.within("board"))
        found: dict[str, Faults] = {"variant": [], "seats": [], "options": []}
        variant = check_variant(self.variant, found["variant"])
        if variant:
            check_players(variant, len(self.seats), found["seats"])
        options = check_options(self.options, variant, found["options"])
        for where, wrong in found.items():
            faults += [as_refusal(fault).within(where) for fault in wrong]
        for number, seat in enumerate(self.seats):
            if seat.bot is not None:
                try:
                    check_bot(seat.bot)
                except SetupError as problem:
                    faults += [fault.within(f"seats[{number}].bot") for fault in problem.faults]
        if not any(seat.kind == "me" for seat in self.seats):
            faults.append(refusal("table.no-own-seat", where="seats"))
        if faults:
            raise SetupError("table", faults)
        return options
