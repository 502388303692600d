"""Texts that people type: names, chat and keys, tidied or refused.

Nothing typed is ever rendered as HTML; this keeps out what would spoil a screen or a database all
the same: control characters, invisible direction marks, endless names.
"""

from __future__ import annotations

import math
import unicodedata
from typing import Annotated, Any, get_args

from pydantic import AfterValidator, GetCoreSchemaHandler, StringConstraints
from pydantic_core import core_schema

from viae.server.errors import invalid

JOINER = "\u200d"  # inside of many emoji


def tidy(text: str) -> str:
    """A text on one line, in composed form, trimmed; ValueError if that is not possible."""
    for sign in text:
        if sign.isspace() or sign == JOINER:
            continue
        if not sign.isprintable():
            raise invalid("request.unprintable")
    return " ".join(unicodedata.normalize("NFC", text).split())


def _filled(text: str) -> str:
    found = tidy(text)
    if not found:
        raise invalid("request.empty")
    return found


Name = Annotated[str, StringConstraints(min_length=1, max_length=32), AfterValidator(_filled)]
Title = Annotated[str, StringConstraints(max_length=60), AfterValidator(tidy)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_filled)]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
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
