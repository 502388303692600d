"""Analysis: what every player could expect before and after each turn, and what was lost.

It needs nothing but a net, so it runs natively, on a server and in a browser alike.

>>> from viae import Game
>>> from viae.analysis import analyse
>>> game = Game.new("italia", players=2, seed=1)
>>> advice = analyse(game, nodes=8)["next"]  # nothing was played yet
>>> advice["seat"], len(advice["turns"])
(0, 5)
"""

from viae.analysis.documents import Evaluation, Expectation, Hint, Review, TurnOption, TurnReview
from viae.analysis.jobs import run
from viae.analysis.native import analyse
from viae.analysis.review import NODES, STANDARD, review
from viae.analysis.study import evaluations, hints, verdicts

__all__ = [
    "NODES",
    "STANDARD",
    "Evaluation",
    "Expectation",
    "Hint",
    "Review",
    "TurnOption",
    "TurnReview",
    "analyse",
    "evaluations",
    "hints",
    "review",
    "run",
    "verdicts",
]
