"""Who sits where: names, and which seats are played by bots."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from viae.bots.registry import DEFAULT_BOT, check_bot, is_outside
from viae.errors import SetupError, ViaeError

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
    word for each seat, a bot's name or `you`. Without a wish everybody else is the usual bot.
    """
    if wish is None:
        return [None] + [DEFAULT_BOT] * (players - 1)
    parts = split(wish)
    if len(parts) == 1 and parts[0].isdecimal():
        number = int(parts[0])
        if number > players:
            raise SetupError("bots", [f"{number} bots, but {players} players"])
        return [None] * (players - number) + [DEFAULT_BOT] * number
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
        return [bot if isinstance(bot, str) and bot else None for bot in told]
    return [name.removeprefix("bot:") if name.startswith("bot:") else None for name in names]


def seat_again(bots: Sequence[str | None]) -> list[str | None]:
    """The bots of a saved game at their seats again; a command in a file is not run."""
    for seat, bot in enumerate(bots):
        if bot is not None and is_outside(bot):
            raise ViaeError(
                f"seat {seat} was played by “{bot}”; a file cannot have commands run here:"
                f" name the bots yourself, {bots_option(bots)}"
            )
    try:
        return [None if bot is None else check_bot(bot) for bot in bots]
    except SetupError as problem:
        hint = "choose who plays instead with --bots"
        raise SetupError("bots", [f"{fault}; {hint}" for fault in problem.faults]) from problem


def bots_option(bots: Sequence[str | None]) -> str:
    """How to ask for these bots on the command line."""
    return f"--bots {shlex.quote(','.join(bot or PEOPLE[0] for bot in bots))}"
