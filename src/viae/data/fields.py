"""Reads the keys of JSON objects one by one and collects what is wrong with them.

A reader never stops at a fault: it notes it and returns a blank of the right type, so that
the rest of a document is checked too. Whatever is built from blanks is thrown away at the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from viae.errors import Faults, Refusal, refusal

SHOWN = 40  # characters of a wrong value that a fault repeats
LONGEST = 100  # characters of a text or an id
COMPARED = 100  # known words among which a near match is looked for
WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

Default = TypeVar("Default", bound="str | None")


def describe(value: object) -> str:
    """A JSON value as a fault shows it: in the signs of JSON, short, on one line and printable."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        short = value if len(value) <= SHOWN else value[: SHOWN - 1] + "…"
        return f'"{short}"' if short.isprintable() else json.dumps(short)
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**15):
        return str(value)
    if isinstance(value, int):
        return "1e15 or more" if value > 0 else "-1e15 or less"
    if isinstance(value, list):
        return "[…]" if value else "[]"
    if isinstance(value, Mapping):
        return "{…}" if value else "{}"
    return f"<{type(value).__name__}>"


def near(word: object, known: Iterable[str]) -> list[str]:
    """The known word that `word` is close to, if there is one."""
    if not isinstance(word, str) or len(word) > SHOWN:
        return []
    from difflib import get_close_matches  # only a faulty document pays for this import

    spelt = {right.lower(): right for right in list(known)[:COMPARED]}
    return [spelt[match] for match in get_close_matches(word.lower(), spelt, n=1)]


def unknown_key(key: object, known: Sequence[str]) -> Refusal:
    """A key that no reader knows, with a near one or all there are."""
    meant = near(key, known)
    few = [] if meant else list(known)
    return refusal("key.unknown", key=describe(key), near=meant, known=few)


def as_word(text: str) -> str:
    """`text` as an id, "Leptis Magna" as "leptis-magna"; empty when no letter is left."""
    from unicodedata import normalize

    plain = normalize("NFKD", text[:SHOWN]).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain))


class Fields:
    """One JSON object of which the keys are known beforehand."""

    def __init__(
        self,
        value: object,
        where: str,
        faults: Faults,
        required: Sequence[str],
        optional: Sequence[str] = (),
    ) -> None:
        self.where = where
        self.faults = faults
        self.values: dict[str, object] = {}
        if not isinstance(value, dict):
            keys = list(required)
            self.fault(refusal("value.no-object", names=keys, value=describe(value)))
            return
        self.values = value
        for key in required:
            if key not in value:
                self.fault(refusal("key.missing", key=key))
        known = (*required, *optional)
        for key in value:
            if key not in known:
                self.fault(unknown_key(key, known))

    def fault(self, why: Refusal) -> None:
        """Note what is wrong here."""
        self.faults.append(why.within(self.where))

    def has(self, key: str) -> bool:
        """Whether there is anything to read; a missing required key is already noted."""
        return key in self.values

    def _too_long(self, key: str) -> bool:
        """Whether a value is a text that is too long; if so, the fault is noted."""
        value = self.values[key]
        if not isinstance(value, str) or len(value) <= LONGEST:
            return False
        self.fault(refusal("value.too-long", key=key, limit=LONGEST))
        return True

    def text(self, key: str, default: Default) -> str | Default:
        """A text to show on one line."""
        if not self.has(key) or self._too_long(key):
            return default
        value = self.values[key]
        if isinstance(value, str) and value.strip() and value.isprintable():
            return value
        if value is None and default is None:
            return default
        shown = describe(value)
        if default is None:
            self.fault(refusal("value.no-text-or-null", key=key, value=shown))
        else:
            self.fault(refusal("value.no-text", key=key, value=shown))
        return default

    def word(self, key: str) -> str:
        """An id."""
        value = self.values.get(key)
        if isinstance(value, str) and len(value) <= LONGEST and WORD.fullmatch(value):
            return value
        example = (as_word(value) if isinstance(value, str) else "") or "leptis-magna"
        wrong = refusal("value.no-id", key=key, value=describe(value), example=example)
        return self.matching(key, WORD, wrong, "")

    def matching(self, key: str, form: re.Pattern[str], wrong: Refusal, default: str) -> str:
        """A text of a given form; otherwise the fault is `wrong`.

        A wrong id is returned all the same: things that refer to it are not at fault too.
        """
        if not self.has(key) or self._too_long(key):
            return default
        value = self.values[key]
        if isinstance(value, str) and form.fullmatch(value):
            return value
        self.fault(wrong)
        return value if isinstance(value, str) else default

    def choice(self, key: str, options: Sequence[str | None]) -> str | None:
        """One of some fixed values; blank is the empty string."""
        if not self.has(key):
            return ""
        value = self.values[key]
        if value is None or isinstance(value, str):
            for option in options:
                if value == option:
                    return option
        meant = near(value, [option for option in options if option is not None])
        allowed = [describe(option) for option in options]
        shown = describe(value)
        self.fault(refusal("value.no-choice", key=key, known=allowed, value=shown, near=meant))
        return ""

    def flag(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        if isinstance(value, bool):
            return value
        self.fault(refusal("value.no-flag", key=key, value=describe(value)))
        return default

    def number(self, key: str, low: int, high: int) -> float:
        """A number from `low` to `high`."""
        if not self.has(key):
            return 0.0
        value = self.values[key]
        # A bool is an int to Python, and NaN fails every comparison.
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        shown = describe(value)
        self.fault(refusal("value.out-of-range", key=key, low=low, limit=high, value=shown))
        return 0.0

    def items(self, key: str) -> Iterator[object]:
        """The members of a list that is not empty."""
        if not self.has(key):
            return
        value = self.values[key]
        if isinstance(value, list) and value:
            yield from value
        else:
            self.fault(refusal("value.no-list", key=key, value=describe(value)))
