"""Settings of bots: reads the texts after a bot's name as numbers and choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viae.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable


def whole_number(text: str, key: str, low: int, high: int) -> int:
    """A setting that counts something; SetupError says what would be right."""
    try:
        number = int(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        fault = f"the setting “{key}” is a whole number from {low} to {high}, not “{text}”"
        raise SetupError("bots", [fault])
    return number


def decimal(text: str, key: str, low: float, high: float) -> float:
    """A setting that measures something; SetupError says what would be right."""
    try:
        number = float(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        fault = f"the setting “{key}” is a number from {low:g} to {high:g}, not “{text}”"
        raise SetupError("bots", [fault])
    return number


def choice(text: str, key: str, known: Iterable[str]) -> str:
    """A setting that names something; SetupError lists what there is."""
    names = list(known)
    if text not in names:
        fault = f"the setting “{key}” is one of {', '.join(names)}, not “{text}”"
        raise SetupError("bots", [fault])
    return text
