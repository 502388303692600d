"""The learned bot: compares whole turns and takes the one the net rates highest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from viae.bots.core.features import rows
from viae.bots.net import Floats, Net, load_net, outcome, shipped, worth
from viae.bots.planning import PlanningBot
from viae.rules import roles

if TYPE_CHECKING:
    from viae.bots.core.turns import Plan
    from viae.rules.state import State

PLANS: Final = 2000  # looked at in one turn; a few turns of late games have more


def plan_outputs(net: Net, before: State, found: list[Plan], seat: int) -> Floats:
    """What the net expects of each plan; where a plan ends the game, that is known exactly."""
    outputs = net.outputs(rows(before, found, seat))
    if before.last_turns == 1:
        for i, plan in enumerate(found):
            # A reveal still to come changes no points any more.
            if plan.state.decision in (roles.OVER, roles.REVEAL):
                outputs[i] = outcome(plan.state, seat)
    return outputs


def plan_values(net: Net, before: State, found: list[Plan], seat: int) -> Floats:
    """What each plan is worth to the seat, from 0 to 1."""
    return worth(plan_outputs(net, before, found, seat))


class LearnedBot(PlanningBot):
    """Plays the plan with the best value; without a net of its own, by the shipped ones."""

    def __init__(self, net: Net | None = None, limit: int = PLANS) -> None:
        super().__init__(limit)
        self.net = net

    def pick(self, state: State, found: list[Plan]) -> int:
        net = self.net or shipped(state.setup.team)
        return int(np.argmax(plan_values(net, state, found, state.actor)))


def make(seed: int, weights: str | None = None) -> LearnedBot:  # noqa: ARG001 - nothing is drawn
    """The bot of that name, with the nets that come with Viae or the one in a file."""
    return LearnedBot(None if weights is None else load_net(weights))
