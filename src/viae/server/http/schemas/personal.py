"""What a user keeps at a table for themselves alone."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel

from viae.server.http.schemas.common import Strict
from viae.server.people.text import EntryText, OneOf, invalid
from viae.table.shapes import PersonalGiven, PersonalView

MOST = 40  # entries of a plan
LONGEST = 10_000  # characters of notes


def _storable(text: str) -> str:
    if "\0" in text:
        raise invalid("request.nul")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise invalid("request.half-character") from None
    return text


class PersonalChanges(BaseModel):
    """What to change; what is left out stays. A plan of null or without entries is taken back."""

    model_config = Strict
    notes: Annotated[str, Field(max_length=LONGEST), AfterValidator(_storable)] = ""
    plan: list[EntryText] | None = Field(default=None, max_length=MOST)
    notify: Annotated[Literal["on", "off"], OneOf()] | None = None

    def given(self) -> PersonalGiven:
        """The fields that were sent."""
        sent = {name: getattr(self, name) for name in self.model_fields_set}
        return cast("PersonalGiven", sent)


class PlanPost(BaseModel):
    """Entries of a plan to try out, and whose turn it would be (default: your first seat)."""

    model_config = Strict
    entries: list[EntryText] = Field(max_length=MOST)
    seat: int | None = Field(default=None, ge=0, le=5)


class PersonalOut(RootModel[PersonalView]):
    """What you keep at a table; nobody else sees it."""

    model_config = ConfigDict(defer_build=True)
