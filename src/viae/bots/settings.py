"""Settings of bots: reads the texts after a bot's name as numbers."""

from __future__ import annotations

from viae.errors import SetupError


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
