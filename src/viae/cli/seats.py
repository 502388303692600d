"""Who sits where: names, and which seats are played by bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viae.bots import NAMES, check_bot
from viae.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Sequence

PEOPLE = ("you", "me", "person", "human", "-")
# No name begins with the letter of a good, so that a player's letter is the name's first.
ROMANS = ("Livia", "Marcus", "Aurelia", "Gaius", "Octavia", "Publius")


def split(text: str) -> list[str]:
    """A list written with commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def choose_bots(wish: str | None, players: int) -> list[str | None]:
    """The bot of each seat, None for a person.

    A wish is a number of bots, which sit last; a bot's name, for all seats but the first; or one
    word for each seat, a bot's name or `you`. Without a wish everybody else is a random bot.
    """
    if wish is None:
        return [None] + [NAMES[0]] * (players - 1)
    parts = split(wish)
    if len(parts) == 1 and parts[0].isdecimal():
        number = int(parts[0])
        if number > players:
            raise SetupError("bots", [f"{number} bots, but {players} players"])
        return [None] * (players - number) + [NAMES[0]] * number
    if len(parts) == 1 and parts[0].lower() == "none":
        return [None] * players
    if len(parts) == 1 and parts[0].lower() not in PEOPLE:
        return [None] + [check_bot(parts[0])] * (players - 1)
    if len(parts) != players:
        fault = (
            f"“{wish}” names {len(parts)} seats of {players}; write how many bots there are,"
            " or for each seat a bot's name or “you”"
        )
        raise SetupError("bots", [fault])
    return [None if part.lower() in PEOPLE else check_bot(part) for part in parts]


def choose_names(wish: str | None, bots: Sequence[str | None]) -> list[str]:
    """The name of each seat: those given, for everybody or for the people only, then Romans."""
    given = split(wish or "")
    people = [seat for seat, bot in enumerate(bots) if bot is None]
    if len(given) == len(bots):
        named = dict(enumerate(given))
    elif len(given) <= len(people):
        named = dict(zip(people, given, strict=False))
    else:
        fault = f"{len(given)} names for {len(people)} people and {len(bots)} seats"
        raise SetupError("names", [fault])
    spare = [name for name in ROMANS if name not in given]
    return [named.get(seat) or spare.pop(0) for seat in range(len(bots))]


def remembered_bots(document: dict[str, Any], names: Sequence[str]) -> list[str | None]:
    """The bots of a saved game: as its `meta` says, else seats called `bot:NAME`."""
    meta = document.get("meta")
    told = meta.get("bots") if isinstance(meta, dict) else None
    if isinstance(told, list) and len(told) == len(names):
        return [bot if bot in NAMES else None for bot in told]
    calls = [name.removeprefix("bot:") if name.startswith("bot:") else "" for name in names]
    return [call if call in NAMES else None for call in calls]
