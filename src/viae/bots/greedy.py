"""The greedy bot: compares whole turns and takes the one that promises the most points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viae.bots.core.judgement import JUDGEMENT, best, remaining
from viae.bots.planning import PlanningBot

if TYPE_CHECKING:
    from viae.bots.core.turns import Plan
    from viae.rules.state import State

PLANS: Final = 2000  # looked at in one turn; a few turns of late games have more
PATIENCE: Final = 150  # coins that it never needs: more of them are no reason to play on


class GreedyBot(PlanningBot):
    """Judges every plan by hand-made weights; the opponents do not occur in them."""

    patience = PATIENCE

    def pick(self, state: State, found: list[Plan]) -> int:
        return best(found, state.actor, JUDGEMENT, remaining(state))


def make(seed: int) -> GreedyBot:  # noqa: ARG001 - it leaves nothing to chance
    """The bot of that name."""
    return GreedyBot(PLANS)
