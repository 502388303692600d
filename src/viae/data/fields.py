"""Reads the keys of JSON objects one by one and collects what is wrong with them.

A reader never stops at a fault: it notes a sentence and returns a blank of the right type, so that
the rest of a document is checked too. Whatever is built from blanks is thrown away at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from viae.errors import Faults

SHOWN = 40  # characters of a wrong value that a fault repeats
COMPARED = 100  # known words among which a near match is looked for
WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

Default = TypeVar("Default", bound="str | None")


def describe(value: object) -> str:
    """A JSON value as a fault shows it: short, on one line and printable."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        short = value if len(value) <= SHOWN else value[: SHOWN - 1] + "…"
        return f'"{short}"' if short.isprintable() else ascii(short)
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**15):
        return str(value)
    if isinstance(value, int):
        return "a very large number" if value > 0 else "a very small number"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a sentence lists them: "a, b and c"."""
    *firsts, final = words
    return f"{', '.join(firsts)} {last} {final}" if firsts else final


def suggest(word: object, known: Iterable[str]) -> str:
    """'; did you mean "roma"?' when `word` is close to a known one, else nothing."""
    if not isinstance(word, str) or len(word) > SHOWN:
        return ""
    from difflib import get_close_matches  # only a faulty document pays for this import

    spelt = {right.lower(): right for right in list(known)[:COMPARED]}
    matches = get_close_matches(word.lower(), spelt, n=1)
    return f"; did you mean {describe(spelt[matches[0]])}?" if matches else ""


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
            keys = listed(f'"{key}"' for key in required)
            self.fault(f"must be an object with the keys {keys}, not {describe(value)}")
            return
        self.values = value
        for key in required:
            if key not in value:
                self.fault(f'the key "{key}" is missing')
        known = (*required, *optional)
        for key in value:
            if key not in known:
                hint = suggest(key, known) or f"; the known keys are {listed(known)}"
                self.fault(f"the key {describe(key)} is unknown{hint}")

    def fault(self, sentence: str) -> None:
        self.faults.append(f"{self.where}: {sentence}")

    def has(self, key: str) -> bool:
        """Whether there is anything to read; a missing required key is already noted."""
        return key in self.values

    def text(self, key: str, default: Default) -> str | Default:
        """A text to show on one line."""
        if not self.has(key):
            return default
        value = self.values[key]
        if isinstance(value, str) and value.strip() and value.isprintable():
            return value
        if value is None and default is None:
            return default
        what = "a text of one line" + (" or null" if default is None else "")
        self.fault(f'"{key}" must be {what}, not {describe(value)}')
        return default

    def word(self, key: str) -> str:
        """An id."""
        value = self.values.get(key)
        if isinstance(value, str) and WORD.fullmatch(value):
            return value
        example = (as_word(value) if isinstance(value, str) else "") or "leptis-magna"
        what = f'in lower-case letters a to z, its words joined by hyphens, such as "{example}"'
        return self.matching(key, WORD, what, "")

    def matching(self, key: str, form: re.Pattern[str], what: str, default: str) -> str:
        """A text of a given form, of which `what` tells people.

        A wrong id is returned all the same: things that refer to it are not at fault too.
        """
        if not self.has(key):
            return default
        value = self.values[key]
        if isinstance(value, str) and form.fullmatch(value):
            return value
        self.fault(f'"{key}" must be {what}, not {describe(value)}')
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
        hint = suggest(value, [option for option in options if option is not None])
        allowed = listed((describe(option) for option in options), "or")
        self.fault(f'"{key}" must be {allowed}, not {describe(value)}{hint}')
        return ""

    def flag(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        if isinstance(value, bool):
            return value
        self.fault(f'"{key}" must be true or false, not {describe(value)}')
        return default

    def number(self, key: str, low: int, high: int) -> float:
        """A number from `low` to `high`."""
        if not self.has(key):
            return 0.0
        value = self.values[key]
        # A bool is an int to Python, and NaN fails every comparison.
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        self.fault(f'"{key}" must be a number from {low} to {high}, not {describe(value)}')
        return 0.0

    def items(self, key: str) -> Iterator[object]:
        """The members of a list that is not empty."""
        if not self.has(key):
            return
        value = self.values[key]
        if isinstance(value, list) and value:
            yield from value
        else:
            self.fault(f'"{key}" must be a list of at least one object, not {describe(value)}')
