"""The bots that can sit at a table."""

from __future__ import annotations

from viae import bots
from viae.errors import SetupError, refusal


def bot_names() -> list[str]:
    """The names of all bots."""
    return list(bots.bot_names())


def default_stand_in() -> str:
    """The bot that takes over seats by default: neither the weakest nor the slowest."""
    return "level-2"


def fallback() -> str:
    """The bot that plays where another one failed."""
    return "random"


def check_bot(name: str) -> str:
    """The name in its canonical form; SetupError if there is no such bot."""
    if name.startswith("exec:"):
        raise SetupError("bots", [refusal("bot.outside")])
    if ":" in name:  # a guest could ask for a million simulations
        raise SetupError("bots", [refusal("bot.settings")])
    try:
        return bots.check_bot(name)
    except SetupError as problem:
        raise SetupError("bots", [refusal("bot.unknown", names=bot_names())]) from problem
