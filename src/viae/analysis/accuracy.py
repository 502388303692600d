"""Accuracy: from what the turns of a player lost to one figure, where 100 is the engine's choice.

A turn that loses `v` of its value (half the chance to win, half the lead) has the accuracy
100 · exp(−`STEEP` · v). The accuracy of a player is the mean over all turns with a choice. Turns
count more while the game is open: where it is as good as lost, or won, there is little left to
lose, and even weak turns would look accurate.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

STEEP: Final = 5.0  # see docs/analysis.md for the fit
LEAST: Final = 0.1  # what a turn counts that changes nothing any more; at most it counts 0.6


def turn_accuracy(value_lost: float) -> float:
    """Of one turn, from 0 to 100."""
    return 100.0 * exp(-STEEP * max(0.0, value_lost))


def weight(chance: float) -> float:
    """How much a turn counts, by the chance to win before it."""
    return sqrt(chance * (1.0 - chance)) + LEAST


def player_accuracy(turns: Sequence[tuple[float, float, float]]) -> tuple[float, float] | None:
    """Of a player, with its standard error.

    For each turn: what was lost, the spread of that, and the chance to win before it.
    """
    if not turns:
        return None
    weights = [weight(chance) for _, _, chance in turns]
    total = sum(weights)
    found = [turn_accuracy(lost) for lost, _, _ in turns]
    lacking = (share * (100.0 - one) for share, one in zip(weights, found, strict=True))
    mean = 100.0 - sum(lacking) / total  # exactly 100 if nothing was lost
    noise = (
        STEEP * one * spread * share
        for one, share, (_, spread, _) in zip(found, weights, turns, strict=True)
    )
    return mean, sqrt(sum(one * one for one in noise)) / total
