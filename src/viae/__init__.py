"""Viae: an open implementation of the board game Concordia.

>>> from viae import Game
>>> game = Game.new(board="imperium", players=["Livia", "Marcus"], seed=7)
>>> game.actor
0
>>> game.legal()
['play architect', 'play diplomat', 'play mercator', 'play prefect', 'play senator', 'play tribune']
"""

from typing import TYPE_CHECKING, Any

from viae import engine

engine.select()

if TYPE_CHECKING:
    from viae.errors import (
        BoardError,
        EntryError,
        FaultsError,
        IllegalEntry,
        InvalidEntry,
        OutOfTurn,
        PositionError,
        RecordError,
        Refusal,
        SetupError,
        ViaeError,
    )
    from viae.game import Game, Score

__version__ = "0.1.0"

__all__ = [
    "BoardError",
    "EntryError",
    "FaultsError",
    "Game",
    "IllegalEntry",
    "InvalidEntry",
    "OutOfTurn",
    "PositionError",
    "RecordError",
    "Refusal",
    "Score",
    "SetupError",
    "ViaeError",
    "__version__",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for, so that `import viae` stays quick."""
    if name in ("Game", "Score"):
        from viae import game as module
    elif name in __all__:
        from viae import errors as module  # type: ignore[no-redef]
    else:
        raise AttributeError(f"module 'viae' has no attribute {name!r}")
    return getattr(module, name)


def __dir__() -> list[str]:
    return sorted(__all__)
