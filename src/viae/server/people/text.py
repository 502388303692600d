"""Texts that people type: names, chat and keys, tidied or refused.

Nothing typed is ever rendered as HTML; this keeps out what would spoil a screen or a database all
the same: control characters, invisible direction marks, endless names.
"""

from __future__ import annotations

import math
import re
from typing import Annotated, Any, get_args

from pydantic import AfterValidator, GetCoreSchemaHandler, StringConstraints
from pydantic_core import PydanticCustomError, core_schema

from viae.errors import Value
from viae.server.people.names import check_name
from viae.table import text as plain


def invalid(code: str, **values: Value) -> PydanticCustomError:
    """What a validator of pydantic raises: a fault with a code of ours.

    `inside` names the field of an object that is at fault.
    """
    return PydanticCustomError(code, "refused", values)


# Good enough to find typing errors: the link that is sent there shows whether it is an address.
ADDRESS = re.compile(
    r"[^@\s<>,;:\"()\[\]\\]{1,64}@[^@\s<>,;:\"()\[\]\\.]+(\.[^@\s<>,;:\"()\[\]\\.]+)+"
)


def tidy(text: str) -> str:
    """A text on one line, in composed form, trimmed; a fault if that is not possible."""
    try:
        return plain.tidy(text)
    except plain.UnfitText as problem:
        raise invalid(problem.code) from None


def _filled(text: str) -> str:
    try:
        return plain.filled(text)
    except plain.UnfitText as problem:
        raise invalid(problem.code) from None


def _own_name(text: str) -> str:
    try:
        return check_name(text)
    except plain.UnfitText as problem:
        raise invalid(problem.code) from None


def _address(text: str) -> str:
    if not ADDRESS.fullmatch(text):
        raise invalid("mail.address")
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=32), AfterValidator(_filled)]
OwnName = Annotated[str, StringConstraints(min_length=1, max_length=32), AfterValidator(_own_name)]
Title = Annotated[str, StringConstraints(max_length=60), AfterValidator(tidy)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_filled)]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Email = Annotated[
    str, StringConstraints(max_length=254), AfterValidator(tidy), AfterValidator(_address)
]
EntryText = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class OneOf:
    """For a `Literal`: any other value is refused with the list of possible ones."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        names = list(get_args(source))

        def check(value: object) -> object:
            if value not in names:
                raise invalid("request.not-one-of", names=names)
            return value

        return core_schema.no_info_before_validator_function(check, handler(source))


def check_document(value: Any, depth: int = 0) -> None:
    """ValueError for a JSON value that cannot be kept: nested too deeply, or not real text."""
    if depth > 12:
        raise invalid("request.too-deep")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise invalid("request.half-character") from None
        if "\0" in value:
            raise invalid("request.nul")
    elif isinstance(value, dict):
        for key, one in value.items():
            check_document(key, depth + 1)
            check_document(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            check_document(one, depth + 1)
    elif isinstance(value, int) and not -(2**53) <= value <= 2**53:
        raise invalid("request.number-too-large")
    elif isinstance(value, float) and not math.isfinite(value):
        raise invalid("request.not-finite")
