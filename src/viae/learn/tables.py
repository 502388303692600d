"""The tables of self-play: a share for every board, variant and player count."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from viae.data import load_board
from viae.options import DEFAULTS, terms_for

if TYPE_CHECKING:
    from viae.rules.terms import Terms


class Kind(NamedTuple):
    """A kind of table, and how many of a hundred games are held there."""

    board: str
    variant: str
    players: int
    share: int


# Most games are played on imperium, and so are most of these; the rest keeps the net general.
KINDS: Final = (
    Kind("imperium", "concordia", 2, 20),
    Kind("imperium", "concordia", 3, 12),
    Kind("imperium", "concordia", 4, 20),
    Kind("imperium", "concordia", 5, 4),
    Kind("italia", "concordia", 2, 2),
    Kind("italia", "concordia", 3, 4),
    Kind("italia", "concordia", 4, 2),
    Kind("hellas", "concordia", 3, 3),
    Kind("hellas", "concordia", 4, 2),
    Kind("ionium", "concordia", 3, 3),
    Kind("ionium-small", "concordia", 2, 1),
    Kind("cyprus", "concordia", 3, 3),
    Kind("cyprus", "concordia", 2, 1),
    Kind("imperium", "venus", 3, 6),
    Kind("imperium", "venus", 2, 2),
    Kind("imperium", "venus", 4, 3),
    Kind("italia", "venus", 4, 1),
    Kind("hellas", "venus", 5, 1),
    Kind("imperium", "venus-team", 4, 8),
    Kind("ionium", "venus-team", 6, 2),
)


# Team play has its own net: it is a different game, played for two.
TEAMS: Final = (
    Kind("imperium", "venus-team", 4, 60),
    Kind("italia", "venus-team", 4, 6),
    Kind("hellas", "venus-team", 4, 6),
    Kind("cyprus", "venus-team", 4, 6),
    Kind("ionium", "venus-team", 4, 6),
    Kind("imperium", "venus-team", 6, 10),
    Kind("ionium", "venus-team", 6, 6),
)
# Everybody alone, most of them four; team play is left to its own net.
SINGLES: Final = (
    Kind("imperium", "concordia", 4, 26),
    Kind("imperium", "concordia", 2, 12),
    Kind("imperium", "concordia", 3, 12),
    Kind("imperium", "concordia", 5, 8),
    Kind("italia", "concordia", 4, 4),
    Kind("hellas", "concordia", 4, 4),
    Kind("ionium", "concordia", 4, 4),
    Kind("cyprus", "concordia", 4, 4),
    Kind("italia", "concordia", 3, 2),
    Kind("hellas", "concordia", 3, 2),
    Kind("ionium", "concordia", 3, 2),
    Kind("cyprus", "concordia", 3, 2),
    Kind("italia", "concordia", 2, 2),
    Kind("ionium-small", "concordia", 2, 1),
    Kind("cyprus", "concordia", 2, 1),
    Kind("imperium", "venus", 4, 6),
    Kind("imperium", "venus", 3, 4),
    Kind("imperium", "venus", 2, 2),
    Kind("imperium", "venus", 5, 2),
)
TABLES: Final = {"all": KINDS, "singles": SINGLES, "teams": TEAMS}


def kind_of(number: int, tables: str = "all") -> Kind:
    """The kind of table of a game by its number, so that any hundred games in a row hold all."""
    # 37 and 100 have no common factor: neighbouring games are held at different tables.
    kinds = TABLES[tables]
    left = number * 37 % sum(kind.share for kind in kinds)
    for kind in kinds:
        left -= kind.share
        if left < 0:
            return kind
    raise AssertionError(number)


@lru_cache(maxsize=64)
def terms_of(board: str, variant: str, players: int) -> Terms:
    """The terms of such a table, with the usual options."""
    return terms_for(load_board(board), variant, players, DEFAULTS)
