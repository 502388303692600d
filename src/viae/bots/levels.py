"""Levels: eight opponents for people, from a friendly beginner to full strength.

The lowest two are the greedy bot with human failings: they overlook turns and misjudge the rest.
Then comes the learned bot, which misjudges less from level to level; the upper two look ahead.
Levels 2 to 5 have a style: they like the points of some gods more than others.

How far apart levels are follows from what each loses in a game against the best turns, as the net
values them; `docs/strength.md` has what was measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viae.bots.core.judgement import JUDGEMENT, judge, remaining
from viae.bots.greedy import PATIENCE, PLANS
from viae.bots.planning import PlanningBot
from viae.bots.styles import liking
from viae.rules.playout import Dice

if TYPE_CHECKING:
    from viae.bots.core.turns import Plan
    from viae.bots.learned import LearnedBot
    from viae.bots.search import SearchBot
    from viae.rules.state import State


# First names, so that nobody takes a bot for a card. The client has them in each language.
TITLES: Final = {
    "level-1": "Felix",
    "level-2": "Camilla",
    "level-3": "Sextus",
    "level-4": "Aemilia",
    "level-5": "Cassius",
    "level-6": "Lucilla",
    "level-7": "Tiberius",
    "level-8": "Antonia",
}
ROLL: Final = 1 << 32
LIKED: Final = 0.4  # what a point of a style's god counts beside a point, for the greedy levels


class HumanBot(PlanningBot):
    """The greedy bot with failings: turns it does not think of, points it misjudges, a style."""

    patience = PATIENCE

    def __init__(
        self, seed: int, overlooked: float, misjudged: float, style: str | None = None
    ) -> None:
        super().__init__(PLANS)
        self.overlooked = overlooked  # the share of plans it does not think of
        self.misjudged = misjudged  # by how many points a plan is misjudged at most
        self.style = style
        self._dice = Dice(seed)

    def pick(self, state: State, found: list[Plan]) -> int:
        left = remaining(state)
        chosen = self._dice.below(len(found))
        most = float("-inf")
        likes = None if self.style is None else liking(self.style, found, state.actor)
        for i, plan in enumerate(found):
            if self._chance() < self.overlooked:
                continue
            value = judge(plan.state, state.actor, JUDGEMENT, left)
            value += self.misjudged * (2.0 * self._chance() - 1.0)
            if likes is not None:
                value += LIKED * likes[i]
            if value > most:
                most = value
                chosen = i
        return chosen

    def _chance(self) -> float:
        return self._dice.roll() / ROLL


def level_1(seed: int) -> HumanBot:
    """Overlooks two turns of three, and misjudges the rest."""
    return HumanBot(seed, 0.65, 6.5)


def level_2(seed: int) -> HumanBot:
    """Overlooks little, but takes turn by turn; likes to settle new provinces."""
    return HumanBot(seed, 0.15, 2.0, "settler")


def level_3(seed: int) -> LearnedBot:
    """Has learned, but errs; likes money and many kinds of goods."""
    return _blurred(seed, 0.28, "trader", 0.01)


def level_4(seed: int) -> LearnedBot:
    """Errs less; likes to build."""
    return _blurred(seed, 0.17, "builder", 0.008)


def level_5(seed: int) -> LearnedBot:
    """Errs little; likes specialists."""
    return _blurred(seed, 0.08, "specialist", 0.005)


def level_6(seed: int) -> LearnedBot:
    """The learned bot as it is."""
    from viae.bots.learned import make

    return make(seed)


def level_7(seed: int) -> SearchBot:
    """Tries out four turns, shortly."""
    from viae.bots.search import make

    return make(seed, nodes="6", width="4", rounds="1")


def level_8(seed: int) -> SearchBot:
    """The searching bot as it is."""
    from viae.bots.search import make

    return make(seed)


def _blurred(seed: int, blur: float, style: str, liked: float) -> LearnedBot:
    from viae.bots.learned import BlurredBot

    return BlurredBot(seed, None, blur, style, liked)
