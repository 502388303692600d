"""Traces: random games written down as they are played, inside the compiled core."""

from viae.rules import roles
from viae.rules.playout import Dice
from viae.rules.state import State
from viae.rules.turn import apply, legal


class Trace:
    """What was played, entry by entry: who decided, the code chosen, and among which."""

    __slots__ = ("actors", "choices", "counts", "played")

    def __init__(self) -> None:
        self.actors: list[int] = []
        self.played: list[int] = []
        self.counts: list[int] = []  # how many codes of `choices` belong to each entry
        self.choices: list[int] = []


def play_traced(state: State, dice: Dice, trace: Trace, choices: bool, limit: int) -> int:
    """Play on as `playout` does and write it down; with `choices` the legal codes, too."""
    actors = trace.actors
    played = trace.played
    counts = trace.counts
    all_choices = trace.choices
    number = 0
    while state.decision != roles.OVER and number < limit:
        found = legal(state)
        count = len(found)
        code = found[dice.below(count)]
        actors.append(state.actor)
        played.append(code)
        if choices:
            counts.append(count)
            all_choices += found
        apply(state, code)
        number += 1
    return number
