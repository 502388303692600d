"""Bots: computer players, chosen by name.

>>> from viae.bots import bot_names, make_bot
>>> "random" in bot_names()
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viae.bots.registry import (
    DEFAULT_BOT,
    Bot,
    bot_names,
    check_bot,
    describe,
    make_bot,
    register,
)

if TYPE_CHECKING:
    from viae.bots.observation import Course, Observation
    from viae.bots.seat import Fault, Seated

__all__ = [
    "DEFAULT_BOT",
    "Bot",
    "Course",
    "Fault",
    "Observation",
    "Seated",
    "bot_names",
    "check_bot",
    "describe",
    "make_bot",
    "register",
]


def __getattr__(name: str) -> Any:
    """What needs the rules is imported when it is asked for: lists of bots do not need them."""
    if name in ("Course", "Observation"):
        from viae.bots import observation as module
    elif name in ("Fault", "Seated"):
        from viae.bots import seat as module  # type: ignore[no-redef]
    else:
        raise AttributeError(f"module 'viae.bots' has no attribute {name!r}")
    return getattr(module, name)


def __dir__() -> list[str]:
    return sorted(__all__)
