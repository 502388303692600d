"""What several schemas share, and the schema of every refusal."""

# Annotations are evaluated here, so that NotRequired is known at run time on every Python.
from typing import Any, NotRequired

from pydantic import BaseModel, ConfigDict, Field, RootModel
from typing_extensions import TypedDict

from viae.errors import Value
from viae.server.tables.types import Status, View

Strict = ConfigDict(extra="forbid")
Number = Field(ge=0, le=10_000_000)
# A document of the library: a record, a position, a board. The library checks it.
Document = dict[str, Any]


class Fault(TypedDict):
    """One fault: a code and its values for programs, an English sentence for programmers.

    `rule` is the rule it follows from, such as R5.2, or empty.
    """

    code: str
    rule: str
    values: dict[str, Value]
    message: str


class ErrorBody(Fault):
    """What went wrong; `kind` is the class of the error. The other fields are optional.

    `faults` are all single faults, `legal` the legal entries, `number` that of the present
    decision, `view` the present view, `earliest` how far you can go back alone, `status` that of
    the table, `after` the seconds to wait.
    """

    kind: str
    faults: NotRequired[list[Fault]]
    legal: NotRequired[list[str]]
    number: NotRequired[int]
    view: NotRequired[View]
    earliest: NotRequired[int | None]
    status: NotRequired[Status]
    after: NotRequired[float]


class ErrorOut(BaseModel):
    """Every refusal looks like this."""

    # A model, not a TypedDict: its schema is made once, not again for each status of each route.

    error: ErrorBody


class ViewOut(RootModel[View]):
    """A table as one person sees it."""

    # A model for the same reason as ErrorOut.
