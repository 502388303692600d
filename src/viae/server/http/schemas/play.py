"""Playing: entries, undo, previews, resigning."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, RootModel

from viae.server.http.schemas.common import Answer, Number, Strict
from viae.server.people.text import EntryText, Key
from viae.table.shapes import View
from viae.table.types.choices import Preview


class EntryPost(BaseModel):
    """An entry: the number of the decision it answers, and a new key for each request."""

    model_config = Strict
    number: int = Number
    entry: EntryText
    key: Key


class UndoPost(BaseModel):
    """An undo: `number` as in the view, and how many entries to keep (default: all but one)."""

    model_config = Strict
    number: int = Number
    to: int | None = Field(default=None, ge=0, le=10_000_000)
    key: Key


class HelpPost(BaseModel):
    """Somebody asks for a hint; `number` as in the view."""

    model_config = Strict
    number: int = Number


class LinePost(BaseModel):
    """Another line of a study: how many entries to keep, and those that follow, as in a record."""

    model_config = Strict
    number: int = Number
    to: int = Number
    entries: list[EntryText] = Field(max_length=4_000)


class UndoProposal(BaseModel):
    """A proposal to the others: go back to the first `to` entries."""

    model_config = Strict
    number: int = Number
    to: int = Number


class UndoAnswer(BaseModel):
    """Yes or no to a proposal."""

    model_config = Strict
    accept: bool


class PreviewPost(BaseModel):
    """Entries to try out, one after the other, without playing them."""

    model_config = Strict
    number: int = Number
    entries: list[EntryText] = Field(max_length=40)


class Resignation(BaseModel):
    """Which seat you resign (default: all of yours), and the bot that takes over."""

    model_config = Strict
    seat: int | None = Field(default=None, ge=0, le=5)
    bot: str | None = Field(default=None, max_length=80)


class Played(Answer):
    """An acknowledged request: the number of its row, and the view after it."""

    number: int
    view: View


class PreviewOut(RootModel[Preview]):
    """The game after some entries were tried out."""

    model_config = ConfigDict(defer_build=True)
