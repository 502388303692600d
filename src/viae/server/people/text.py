"""What people type: names, chat and keys, made tidy or refused.

Nothing typed is ever rendered as HTML; this keeps out what would spoil a screen or a database all
the same: control characters, invisible direction marks, endless names.
"""

from __future__ import annotations

import math
import unicodedata
from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints

JOINER = "\u200d"  # inside of many emoji


def tidy(text: str) -> str:
    """A text on one line, in composed form, without blanks around it; ValueError if it cannot."""
    for sign in text:
        if sign.isspace() or sign == JOINER:
            continue
        if not sign.isprintable():
            raise ValueError("it has a character that cannot be shown")
    return " ".join(unicodedata.normalize("NFC", text).split())


def _filled(text: str) -> str:
    found = tidy(text)
    if not found:
        raise ValueError("it is empty")
    return found


Name = Annotated[str, StringConstraints(min_length=1, max_length=32), AfterValidator(_filled)]
Title = Annotated[str, StringConstraints(max_length=60), AfterValidator(tidy)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_filled)]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
EntryText = Annotated[str, StringConstraints(min_length=1, max_length=200)]


def check_document(value: Any, depth: int = 0) -> None:
    """ValueError for a JSON value that cannot be kept: nested too deeply, or not real text."""
    if depth > 12:
        raise ValueError("brackets are nested too deeply")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("a text has half a character (a lone surrogate)") from None
        if "\0" in value:
            raise ValueError("a text has the character NUL")
    elif isinstance(value, dict):
        for key, one in value.items():
            check_document(key, depth + 1)
            check_document(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            check_document(one, depth + 1)
    elif isinstance(value, int) and not -(2**53) <= value <= 2**53:
        raise ValueError("a number is too large")
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a number is not finite")
