"""Levels: five opponents for people, from a friendly beginner to full strength.

The lower ones are the greedy bot with human failings: a beginner overlooks most of what it could
do and misjudges the rest. The upper ones are the learned bot, alone and with search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viae.bots.core.judgement import JUDGEMENT, judge, remaining
from viae.bots.greedy import PLANS, GreedyBot
from viae.bots.planning import PlanningBot
from viae.rules.playout import Dice

if TYPE_CHECKING:
    from viae.bots.core.turns import Plan
    from viae.bots.learned import LearnedBot
    from viae.bots.search import SearchBot
    from viae.rules.state import State


TITLES: Final = {
    "level-1": "Tiro",
    "level-2": "Viator",
    "level-3": "Mercator",
    "level-4": "Senator",
    "level-5": "Consul",
}
ROLL: Final = 1 << 32


class HumanBot(PlanningBot):
    """The greedy bot with failings: turns it does not think of, and points it misjudges."""

    def __init__(self, seed: int, overlooked: float, misjudged: float) -> None:
        super().__init__(PLANS)
        self.overlooked = overlooked  # the share of plans it does not think of
        self.misjudged = misjudged  # by how many points a plan is misjudged at most
        self._dice = Dice(seed)

    def pick(self, state: State, found: list[Plan]) -> int:
        left = remaining(state)
        chosen = self._dice.below(len(found))
        most = float("-inf")
        for i, plan in enumerate(found):
            if self._chance() < self.overlooked:
                continue
            error = self.misjudged * (2.0 * self._chance() - 1.0)
            value = judge(plan.state, state.actor, JUDGEMENT, left) + error
            if value > most:
                most = value
                chosen = i
        return chosen

    def _chance(self) -> float:
        return self._dice.roll() / ROLL


def level_1(seed: int) -> HumanBot:
    """Overlooks nine turns of ten."""
    return HumanBot(seed, 0.9, 12.0)


def level_2(seed: int) -> HumanBot:
    """Overlooks two turns of three."""
    return HumanBot(seed, 0.65, 6.0)


def level_3(seed: int) -> GreedyBot:  # noqa: ARG001 - it leaves nothing to chance
    """The greedy bot."""
    return GreedyBot(PLANS)


def level_4(seed: int) -> LearnedBot:
    """The learned bot."""
    from viae.bots.learned import make

    return make(seed)


def level_5(seed: int) -> SearchBot:
    """The searching bot as it is."""
    from viae.bots.search import make

    return make(seed)
