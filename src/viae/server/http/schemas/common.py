"""What several schemas share, and the schema of every refusal."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, RootModel

from viae.table.errors import ErrorBody
from viae.table.shapes import View

Strict = ConfigDict(extra="forbid")
Number = Field(ge=0, le=10_000_000)


class Answer(BaseModel):
    """An answer of the server: described in the document, and never checked.

    Its schema is built when somebody asks for the document, not at every start.
    """

    model_config = ConfigDict(defer_build=True)


class ErrorOut(Answer):
    """Every refusal looks like this."""

    error: ErrorBody


class ViewOut(RootModel[View]):
    """A table as one person sees it."""

    model_config = ConfigDict(defer_build=True)
