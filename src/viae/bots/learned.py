"""The learned bot: compares whole turns and takes the one the net rates highest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viae.bots.core.features import plan_rows
from viae.bots.evaluation import (
    Evaluator,
    Outputs,
    evaluate_rows,
    highest,
    load_net,
    outcome,
    shipped,
    values_of,
)
from viae.bots.planning import PlanningBot
from viae.bots.settings import choice, decimal
from viae.bots.styles import STYLES, liking
from viae.rules import roles
from viae.rules.playout import Dice

if TYPE_CHECKING:
    from viae.bots.core.turns import Plan
    from viae.rules.state import State

PLANS: Final = 2000  # looked at in one turn; a few turns of late games have more
ROLL: Final = 1 << 32  # how many numbers a roll of dice may have
LIKED: Final = 0.01  # what a point of a style's god adds to the value of a turn
DETAILS: Final = 0.2  # the part of its errors that a bot makes with each turn, not with each card
LAST_TURN: Final = 0.04  # how much of its errors a bot makes in its last turn


def plan_outputs(net: Evaluator, before: State, found: list[Plan], seat: int) -> list[Outputs]:
    """What the net expects of each plan; where a plan ends the game, that is known exactly."""
    outputs = evaluate_rows(net, plan_rows(before, found, seat))
    if before.last_turns == 1:
        for i, plan in enumerate(found):
            # A reveal still to come changes no points any more.
            if plan.state.decision in (roles.OVER, roles.REVEAL):
                outputs[i] = outcome(plan.state, seat)
    return outputs


def plan_values(net: Evaluator, before: State, found: list[Plan], seat: int) -> list[float]:
    """What each plan is worth to the seat, from 0 to 1."""
    return values_of(plan_outputs(net, before, found, seat))


class LearnedBot(PlanningBot):
    """Plays the plan with the best value; without a net of its own, by the shipped ones."""

    def __init__(self, net: Evaluator | None = None, limit: int = PLANS) -> None:
        super().__init__(limit)
        self.net = net

    def pick(self, state: State, found: list[Plan]) -> int:
        return highest(self.values(state, found))

    def values(self, state: State, found: list[Plan]) -> list[float]:
        """What each plan is worth to the seat that decides."""
        return plan_values(self.net or shipped(state.setup.team), state, found, state.actor)


class BlurredBot(LearnedBot):
    """The learned bot with human failings: it misjudges turns a little, and has a style.

    Mostly it misjudges which card to play, and then plays that card well, as people do. No turn is
    misjudged by more than `blur`, so none is played that is worse than another by more than twice
    that: it errs, but it does nothing absurd. In the last turn of the game points can be counted:
    there it errs little, and its style is put aside.
    """

    def __init__(
        self, seed: int, net: Evaluator | None, blur: float, style: str | None, liked: float = LIKED
    ) -> None:
        super().__init__(net)
        self.blur = blur
        self.style = style
        self.liked = liked
        self._dice = Dice(seed)

    def values(self, state: State, found: list[Plan]) -> list[float]:
        values = super().values(state, found)
        last = state.last_turns == 1
        if self.style is not None and not last:
            likes = liking(self.style, found, state.actor)
            values = [value + self.liked * like for value, like in zip(values, likes, strict=True)]
        if self.blur:
            blur = self.blur * LAST_TURN if last else self.blur
            errors: dict[int, float] = {}  # of each card, by the code that plays it
            for i, plan in enumerate(found):
                card = plan.codes[0]
                if card not in errors:
                    errors[card] = self._error()
                error = (1.0 - DETAILS) * errors[card] + DETAILS * self._error()
                values[i] += blur * error
        return values

    def _error(self) -> float:
        """From -1 to 1, all equally likely."""
        return 2.0 * self._dice.roll() / ROLL - 1.0


def make(
    seed: int, weights: str | None = None, blur: str = "0", style: str | None = None
) -> LearnedBot:
    """The bot of that name: its net, how much it misjudges turns, and what it likes."""
    net = None if weights is None else load_net(weights)
    blurred = decimal(blur, "blur", 0.0, 1.0)
    if not blurred and style is None:
        return LearnedBot(net)
    liked = None if style is None else choice(style, "style", STYLES)
    return BlurredBot(seed, net, blurred, liked)
