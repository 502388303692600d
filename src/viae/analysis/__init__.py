"""Analysis: what every player could expect before and after each turn, and what was lost.

>>> from viae import Game
>>> from viae.analysis import analyse
>>> game = Game.new("italia", players=2, seed=1)
>>> advice = analyse(game, nodes=1, width=2).next  # nothing was played yet
>>> advice.seat, len(advice.turns) > 1
(0, True)
"""

from viae.analysis.report import Advice, Analysis, Choice, Critical, Expected, Lost, Player, Turn
from viae.analysis.run import NODES, analyse

__all__ = [
    "NODES",
    "Advice",
    "Analysis",
    "Choice",
    "Critical",
    "Expected",
    "Lost",
    "Player",
    "Turn",
    "analyse",
]
