"""Moments of random games for tests of bots: all variants, boards, early and late."""

from __future__ import annotations

from collections.abc import Iterator

from viae.data import load_board
from viae.options import DEFAULTS, terms_for
from viae.rules import roles
from viae.rules.playout import Dice, random_start
from viae.rules.state import State
from viae.rules.turn import apply, legal

TABLES = (
    ("imperium", "concordia", 2),
    ("imperium", "concordia", 4),
    ("italia", "venus", 3),
    ("cyprus", "venus-team", 4),
    ("hellas", "concordia", 5),
    ("ionium", "venus-team", 6),
)


def start(board: str, variant: str, players: int, seed: int) -> tuple[State, Dice]:
    """A game that begins, and the dice that go on with it."""
    dice = Dice(seed)
    return random_start(terms_for(load_board(board), variant, players, DEFAULTS), dice), dice


def moments(board: str, variant: str, players: int, seed: int, every: int) -> Iterator[State]:
    """A decision of a player out of so many, along one random game."""
    state, dice = start(board, variant, players, seed)
    number = 0
    while state.decision != roles.OVER:
        found = legal(state)
        if state.actor != roles.CHANCE:
            number += 1
            if number % every == 0:
                yield state.copy()
        apply(state, found[dice.below(len(found))])
