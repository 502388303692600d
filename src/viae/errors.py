"""What can go wrong: an entry that cannot be played, or a document with faults.

A refusal is a code with its values; the English sentence for it stands in `viae.english`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Scalar = str | int | float | bool | None
Value = Scalar | Sequence[Scalar] | Mapping[str, Scalar]

Faults = list["Refusal | str"]  # a sentence that nobody translates may stay one

SHOWN = 12  # legal entries named in the text of an error
MOST_FAULTS = 100  # of a document; who mends these gets the next ones


class Refusal(NamedTuple):
    """Why something is not possible: a code, the rule ("R5.2" or ""), and values as in JSON.

    The names of the values say what they are (`city`, `card`, `goods`, `seat`, `number`, …), so
    that any language can put them into its own sentence. `where` is the place in a document.
    """

    code: str
    rule: str
    values: dict[str, Value]

    def __str__(self) -> str:
        """The English sentence."""
        from viae.english import sentence

        return sentence(self)

    def within(self, where: str) -> Refusal:
        """The same refusal, found inside a larger document."""
        inner = self.values.get("where", "")
        place = ".".join(str(part) for part in (where, inner) if part)
        if not place:
            return self
        return Refusal(self.code, self.rule, {**self.values, "where": place})


def refusal(code: str, rule: str = "", /, **values: Value) -> Refusal:
    """A refusal, with its values as keywords.

    >>> str(refusal("build.capital", "R5.2", city="roma"))
    'no house can be built in the capital, roma (R5.2)'
    """
    return Refusal(code, rule, values)


def as_refusal(why: Refusal | str) -> Refusal:
    """A refusal from itself, or from a sentence that nobody translates."""
    return why if isinstance(why, Refusal) else refusal("text", text=why)


class ViaeError(Exception):
    """Every error that Viae raises on purpose; its text is meant for a person."""


class BoardPathWarning(UserWarning):
    """A record or position of old names its board by the path of a file."""


class EntryError(ViaeError, ValueError):
    """An entry that cannot be played; `refusal` says why."""

    def __init__(self, why: Refusal | str) -> None:
        super().__init__(why)
        self.refusal = as_refusal(why)

    def __str__(self) -> str:
        return str(self.refusal)


class InvalidEntry(EntryError):
    """Not an entry at all: an unknown verb, the wrong number of words, an unknown id or number."""


class IllegalEntry(EntryError):
    """A well-formed entry that the rules do not allow now.

    `rule` is the number of the rule it breaks ("R5.2", or "" when no single rule is to blame),
    `entry` its words, `legal` the entries that may be played instead.
    """

    def __init__(self, why: Refusal | str, entry: str = "", legal: Iterable[str] = ()) -> None:
        super().__init__(why)
        self.entry = entry
        self.legal = list(legal)

    @property
    def rule(self) -> str:
        """The number of the broken rule."""
        return self.refusal.rule

    def __str__(self) -> str:
        text = str(self.refusal)
        if self.entry:
            text = f"“{self.entry}” is illegal: {text}"
        if not self.legal:
            return text
        more = f" and {len(self.legal) - SHOWN} more" if len(self.legal) > SHOWN else ""
        return f"{text}. Legal now: {', '.join(self.legal[:SHOWN])}{more}"

    def __reduce__(self) -> tuple[type[IllegalEntry], tuple[Refusal, str, list[str]]]:
        return type(self), (self.refusal, self.entry, self.legal)


class OutOfTurn(EntryError):
    """An entry of somebody who is not the actor."""


class FaultsError(ViaeError, ValueError):
    """A document that cannot be used, with everything that is wrong with it.

    `what` names the document, `faults` holds a refusal for each fault; of very many, the first.
    """

    def __init__(self, what: str, faults: Iterable[Refusal | str]) -> None:
        self.what = what
        self.faults = [as_refusal(fault) for fault in faults]
        if len(self.faults) > MOST_FAULTS + 1:
            more = len(self.faults) - MOST_FAULTS
            self.faults[MOST_FAULTS:] = [refusal("faults.more", number=more)]
        super().__init__(what, self.faults)

    def __str__(self) -> str:
        count = len(self.faults)
        head = f"{self.what}: {count} fault{'' if count == 1 else 's'}"
        return "\n  - ".join([head, *map(str, self.faults)])


class BoardError(FaultsError):
    """A board that cannot be played on."""


class RecordError(FaultsError):
    """A record that cannot be read or replayed."""


class PositionError(FaultsError):
    """A position that cannot occur."""


class SetupError(FaultsError):
    """A game that cannot be set up as asked: board, variant, players, options."""
