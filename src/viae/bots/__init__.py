"""Bots: players that are programs, found by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from viae.errors import SetupError

if TYPE_CHECKING:
    from viae.rules.state import State

NAMES = ("random",)


class Bot(Protocol):
    """A player: asked with the state and the codes of all legal entries, it answers with one."""

    def choose(self, state: State, legal: list[int]) -> int:
        """The code of the entry to play."""
        ...


def check_bot(name: str) -> str:
    """The name in its canonical form; SetupError if there is no such bot."""
    tidy = name.strip().lower()
    if tidy not in NAMES:
        raise SetupError("bots", [f"there is no bot “{name.strip()}”; bots are {', '.join(NAMES)}"])
    return tidy


def make_bot(name: str, seed: int) -> Bot:
    """A bot for one seat of one game; the same seed makes the same decisions."""
    check_bot(name)
    from viae.bots.random import RandomBot

    return RandomBot(seed)


__all__ = ["NAMES", "Bot", "check_bot", "make_bot"]
