"""Requests for tables: what a new table should be."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from viae.server.people.accounts import MARK
from viae.server.people.names import check_name, look
from viae.server.people.text import Key, Name, OneOf, Title, invalid
from viae.table.clock import DAY, Clock
from viae.table.requests import SeatWish, TableWish
from viae.table.text import UnfitText
from viae.table.types.basics import Document

Strict = ConfigDict(extra="forbid")


class SeatRequest(BaseModel):
    """Who sits in a seat."""

    model_config = Strict
    kind: Annotated[Literal["me", "open", "invited", "bot"], OneOf()] = Field(
        description="`me` may appear several times: one person plays several seats on one screen."
    )
    name: Name | None = Field(
        default=None,
        description="Of the invited account, or of another player on my screen.",
    )
    bot: str | None = Field(
        default=None, max_length=80, description="Name of a bot, see the catalogue."
    )

    @model_validator(mode="after")
    def _fits(self) -> SeatRequest:
        if self.kind == "bot" and self.bot is None:
            raise invalid("seat.bot-missing", inside="bot")
        if self.kind != "bot" and self.bot is not None:
            raise invalid("seat.bot-unwanted", inside="bot")
        if self.kind == "invited" and self.name is None:
            raise invalid("seat.name-missing", inside="name")
        if self.kind == "me" and self.name is not None:
            self._check_name(self.name)
        return self

    @staticmethod
    def _check_name(name: str) -> None:
        """Whoever plays at my screen may not be called what nobody may be called."""
        try:
            if look(check_name(name)).endswith(look(MARK)):
                raise invalid("name.reserved", inside="name")
        except UnfitText as problem:
            raise invalid(problem.code, inside="name") from None

    def wish(self) -> SeatWish:
        """The request in the words of the table."""
        return SeatWish(self.kind, self.name, self.bot)


class ClockRequest(BaseModel):
    """How time is limited: not at all, per turn, per player, or in days per turn."""

    model_config = Strict
    kind: Annotated[Literal["none", "turn", "player", "days"], OneOf()] = "none"
    seconds: int = Field(
        default=0, ge=0, le=86_400, description="For a turn, or for a player's game."
    )
    increment: int = Field(
        default=0, ge=0, le=600, description="Seconds more after each turn (`player`)."
    )
    days: int = Field(default=0, ge=0, le=30, description="For a turn (`days`).")

    @model_validator(mode="after")
    def _fits(self) -> ClockRequest:
        if self.kind in ("turn", "player") and self.seconds < 5:
            raise invalid("request.too-small", limit=5, inside="seconds")
        if self.kind == "days" and self.days < 1:
            raise invalid("request.too-small", limit=1, inside="days")
        return self

    def clock(self) -> Clock:
        """The clock as it runs."""
        if self.kind == "days":
            return Clock("days", int(self.days * DAY), 0)
        if self.kind == "none":
            return Clock()
        return Clock(self.kind, self.seconds, self.increment if self.kind == "player" else 0)


class TableRequest(BaseModel):
    """A new table. Fields that are left out have their defaults."""

    model_config = Strict
    name: Title = Field(default="", description="Of the table; default: made from the host's name.")
    board: str = Field(default="imperium", max_length=80)
    board_file: Document | None = Field(
        default=None,
        description="A custom board, in the format of `viae board`; `board` is then ignored.",
    )
    variant: str = Field(default="concordia", max_length=32)
    options: dict[str, bool | str] = Field(default_factory=dict, max_length=50)
    seats: list[SeatRequest] = Field(
        default_factory=lambda: [
            SeatRequest(kind="me"),
            SeatRequest(kind="open"),
            SeatRequest(kind="open"),
        ],
        min_length=2,
        max_length=6,
    )
    visibility: Annotated[Literal["public", "link"], OneOf()] = Field(
        default="public",
        description="Public: listed and open to spectators. Private: only by link.",
    )
    clock: ClockRequest = ClockRequest()
    live_score: bool = Field(default=True, description="Show everybody's points during the game.")
    open_hands: bool = Field(default=False, description="Show everybody's hand.")
    shuffle: bool = Field(default=True, description="Shuffle the seats when the game starts.")
    rated: bool = Field(
        default=True, description="Rate the game, if at least two people take part."
    )
    hints: bool = Field(
        default=False, description="Let everybody ask for hints; such a game is never rated."
    )
    start: bool = Field(default=False, description="Start at once if no seat is open.")
    key: Key | None = Field(
        default=None, description="Requests with the same key create one table only."
    )

    def wish(self) -> TableWish:
        """The request in the words of the table."""
        return TableWish(
            seats=[seat.wish() for seat in self.seats],
            options=self.options,
            name=self.name,
            board=self.board,
            board_file=self.board_file,
            variant=self.variant,
            visibility=self.visibility,
            clock=self.clock.clock(),
            live_score=self.live_score,
            open_hands=self.open_hands,
            shuffle=self.shuffle,
            rated=self.rated,
            hints=self.hints,
            start=self.start,
            key=self.key,
        )
