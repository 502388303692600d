"""Environments for game-AI research: PettingZoo, OpenSpiel, Gymnasium, and what they share.

Nothing is loaded before it is asked for, so each works with its own extra alone:
`viae[pettingzoo]`, `viae[openspiel]`, `viae[gym]`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import viae.envs.pettingzoo as viae_concordia_v0

__all__ = ["viae_concordia_v0"]


def __getattr__(name: str) -> Any:
    """`from viae.envs import viae_concordia_v0`, as PettingZoo names its environments."""
    if name == "viae_concordia_v0":
        return importlib.import_module("viae.envs.pettingzoo")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
