"""Asking bots in tests: observations of games, answers as codes, bots for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from viae import Game
from viae.bots import Bot, Observation, register, registry
from viae.rules.turn import legal


def observe(game: Game, time: float | None = None) -> Observation:
    """What the actor of a game sees."""
    assert isinstance(game.actor, int)
    return Observation(game.actor, game.state.copy(), legal(game.state), time)


def ask(bot: Bot, seen: Observation) -> int:
    """The answer of a bot as a code."""
    answer = bot.choose(seen)
    return seen.code(answer) if isinstance(answer, str) else answer


@contextmanager
def registered(name: str, factory: Callable[..., Any]) -> Iterator[str]:
    """A bot that is there for a while."""
    register(name, factory)
    try:
        yield name
    finally:
        del registry._registered[name]
        registry.recipe.cache_clear()
        registry._checked.clear()
