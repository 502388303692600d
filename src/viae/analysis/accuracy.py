"""Accuracy: from what the turns of a player lost to one figure, where 100 is the engine's choice.

A turn that loses `v` of its value (half the chance to win, half the lead) has the accuracy
100 · exp(−`STEEP` · v). The accuracy of a player is the mean over all turns with a choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

STEEP: Final = 5.0  # see docs/analysis.md for the fit


def turn_accuracy(value_lost: float) -> float:
    """Of one turn, from 0 to 100."""
    return 100.0 * exp(-STEEP * max(0.0, value_lost))


def player_accuracy(turns: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Of a player, with its standard error; for each turn what was lost and the spread of that."""
    if not turns:
        return None
    number = len(turns)
    found = [turn_accuracy(lost) for lost, _ in turns]
    noise = [STEEP * one * spread for one, (_, spread) in zip(found, turns, strict=True)]
    return sum(found) / number, sqrt(sum(one * one for one in noise)) / number
