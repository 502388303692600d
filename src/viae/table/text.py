"""Texts that people type, tidied or refused."""

from __future__ import annotations

import unicodedata

JOINER = "\u200d"  # inside of many emoji


class UnfitText(ValueError):
    """A text that cannot be used; `code` says why."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def tidy(text: str) -> str:
    """A text on one line, in composed form, trimmed; UnfitText if that is not possible."""
    for sign in text:
        if sign.isspace() or sign == JOINER:
            continue
        if not sign.isprintable():
            raise UnfitText("request.unprintable")
    return " ".join(unicodedata.normalize("NFC", text).split())


def filled(text: str) -> str:
    """The same, for a text that must not be empty."""
    found = tidy(text)
    if not found:
        raise UnfitText("request.empty")
    return found
