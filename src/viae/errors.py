"""What can go wrong: an entry that cannot be played, or a document with faults."""

from __future__ import annotations

from collections.abc import Iterable


class ViaeError(Exception):
    """Every error that Viae raises on purpose; its text is meant for a person."""


class EntryError(ViaeError, ValueError):
    """An entry that cannot be played."""


class InvalidEntry(EntryError):
    """Not an entry at all: an unknown verb, the wrong number of words, an unknown id or number."""


class IllegalEntry(EntryError):
    """A well-formed entry that the rules do not allow now.

    `rule` is the number of the rule it breaks ("R5.2", or "" when no single rule is to blame),
    `legal` the entries that may be played instead.
    """

    def __init__(self, message: str, rule: str = "", legal: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.rule = rule
        self.legal = list(legal)

    def __reduce__(self) -> tuple[type[IllegalEntry], tuple[str, str, list[str]]]:
        return type(self), (str(self), self.rule, self.legal)


class OutOfTurn(EntryError):
    """An entry of somebody who is not the actor."""


class FaultsError(ViaeError, ValueError):
    """A document that cannot be used, with everything that is wrong with it.

    `what` names the document, `faults` holds one sentence for each fault.
    """

    def __init__(self, what: str, faults: Iterable[str]) -> None:
        self.what = what
        self.faults = list(faults)
        count = len(self.faults)
        lines = [f"{what}: {count} fault{'' if count == 1 else 's'}"]
        super().__init__("\n  - ".join([*lines, *self.faults]))

    def __reduce__(self) -> tuple[type[FaultsError], tuple[str, list[str]]]:
        return type(self), (self.what, self.faults)


class BoardError(FaultsError):
    """A board that cannot be played on."""


class RecordError(FaultsError):
    """A record that cannot be read or replayed."""


class PositionError(FaultsError):
    """A position that cannot occur."""


class SetupError(FaultsError):
    """A game that cannot be set up as asked: board, variant, players, options."""
