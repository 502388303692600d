"""What several schemas share, and the schema of every refusal."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, RootModel

from viae.server.errors import ErrorBody
from viae.server.tables.types import View

Strict = ConfigDict(extra="forbid")
Number = Field(ge=0, le=10_000_000)


class ErrorOut(BaseModel):
    """Every refusal looks like this."""

    # A model, not a TypedDict: its schema is made once, not again for each status of each route.

    error: ErrorBody


class ViewOut(RootModel[View]):
    """A table as one person sees it."""

    # A model for the same reason as ErrorOut.
