"""Tables: seats, chat, study, history."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from viae.server.http.schemas.common import Answer, Strict
from viae.server.people.text import Key, OneOf, Words, check_document
from viae.table.shapes import ChatMessage, TableView
from viae.table.types.basics import Document
from viae.table.types.game import GameView
from viae.table.types.history import HistoryItem


class LinkKey(BaseModel):
    """The key in the link of a table."""

    model_config = Strict
    key: str = Field(max_length=64)


class SeatNumber(BaseModel):
    """A seat; default: any free seat."""

    model_config = Strict
    seat: int | None = Field(default=None, ge=0, le=5)


class Filling(BaseModel):
    """The bot for seats that are still open when the game starts."""

    model_config = Strict
    fill: str | None = Field(default=None, max_length=80)


class ChatText(BaseModel):
    """A chat message to send."""

    model_config = Strict
    text: Words
    key: Key | None = None


class StudyRequest(BaseModel):
    """A record or a position to study; `upto` takes only the first entries of a record."""

    model_config = Strict
    document: Document
    board_file: Document | None = None
    upto: int | None = Field(default=None, ge=0, le=1_000_000)
    chance: Annotated[Literal["auto", "manual"], OneOf()] = "auto"

    @model_validator(mode="after")
    def _can_be_kept(self) -> StudyRequest:
        check_document(self.document)
        check_document(self.board_file)
        return self


class Tables(Answer):
    """A list of tables."""

    tables: list[TableView]


class History(Answer):
    """Valid entries (those not taken back), with their parts and what each changed."""

    entries: list[HistoryItem]
    total: int


class Moments(Answer):
    """Views of past moments, one after each number of entries."""

    moments: list[GameView]
    total: int


class Chat(Answer):
    """The latest chat messages, oldest first."""

    messages: list[ChatMessage]


class ChatNumber(Answer):
    """The number of the message that was sent."""

    number: int
