"""A conformance kit: random games, checked against the laws of the game at every state.

The kit plays with random entries and checks that copies are independent, that texts, positions and
records read back, that undo reaches the root, that legal lists are sorted and without doubles, and
that no card, colonist, house, good or coin comes or goes without a cause: a ledger of its own
follows the texts of the entries and compares its books with the engine after each. It serves to
check Viae itself, a changed engine, or your own board:

>>> from viae.testing import check_game
>>> print(check_game(board="cyprus", variant="venus-team", players=4, seed=3, level="sampled"))
1 game, ... entries, 0 violations

On the command line: `python -m viae.testing --games 10000 --jobs 2`.
"""

from viae.testing.kit import Report, cases, check_game, check_many, combinations, option_sets
from viae.testing.laws import LAWS, ConformanceError

__all__ = [
    "LAWS",
    "ConformanceError",
    "Report",
    "cases",
    "check_game",
    "check_many",
    "combinations",
    "option_sets",
]
