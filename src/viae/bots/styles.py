"""Styles: what a bot likes to score with, beside what is best.

A style adds a little to turns that bring points of its gods. It colours how a bot plays; how strong
it is depends on how much is added and on what the bot overlooks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viae.rules import roles, score

if TYPE_CHECKING:
    from viae.bots.core.turns import Plan

# The gods of each style, with what a point of theirs counts beside the others.
STYLES: Final[dict[str, dict[int, float]]] = {
    "builder": {roles.JUPITER: 1.0, roles.SATURNUS: 0.5},
    "trader": {roles.VESTA: 1.0, roles.MERCURIUS: 1.0},
    "settler": {roles.MARS: 1.0, roles.SATURNUS: 1.0},
    "specialist": {roles.MINERVA: 1.0, roles.JUPITER: 0.5},
}


def liking(style: str, found: list[Plan], seat: int) -> list[float]:
    """How many points each plan has with the gods of a style."""
    weights = STYLES[style]
    likes: list[float] = []
    for plan in found:
        points = score.by_god(plan.state, seat)
        likes.append(sum(weight * points[god] for god, weight in weights.items()))
    return likes
