"""What every player can expect at a moment, judged after a few simulated turns.

The net judges well what is near. So everybody plays two more turns as the net would, with other
cards each time, and the net says how the sides stand then; where the game ends before, its result
counts. The chances of the sides are made to add up to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from viae.bots.core.features import row
from viae.bots.core.turns import plans
from viae.bots.learned import PLANS, plan_values
from viae.bots.net import MARGIN, POINTS, POINTS_SCALE, WIN, Net, outcome
from viae.rules import roles, score
from viae.rules.playout import Dice
from viae.rules.state import begins_turn
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from viae.rules.state import State

Doubles = NDArray[np.float64]

ROUNDS: Final = 2  # turns that everybody plays before the net judges
BLUR: Final = 0.015  # of the choices on the way: people do not play as the net would
LEAST: Final = 1e-6  # a chance, so that there is something to divide by


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is to be expected, by side or by seat."""

    win: Doubles  # of each side; they add up to 1
    margin: Doubles  # of each seat, as the net gives it: 0.5 is level
    points: Doubles  # of each seat

    def value(self, seat: int) -> float:
        """How good that is for a seat, from 0 to 1, by the measure that bots go by."""
        return 0.5 * float(self.win[seat % len(self.win)] + self.margin[seat])

    def side_points(self, side: int) -> float:
        """The points of a player, or in team play of both partners."""
        return float(self.points[side :: len(self.win)].sum())


def is_decided(state: State) -> bool:
    """Whether the game is over, but perhaps for cards that nobody can buy any more."""
    return state.decision == roles.OVER or (
        state.decision == roles.REVEAL and state.last_turns == 1
    )


def assess(net: Net, state: State) -> Outlook:
    """What the net says of a moment, or the result of the game."""
    seats = range(state.setup.players)
    sides = state.setup.sides
    if is_decided(state):
        found = np.array([outcome(state, seat) for seat in seats])
        points = np.array([float(score.total(state, seat)) for seat in seats])
    else:
        found = net.outputs(b"".join([row(state, seat) for seat in seats])).astype(np.float64)
        found[:, WIN] = np.maximum(found[:, WIN], LEAST)
        points = POINTS_SCALE * found[:, POINTS]
    chances = found[:, WIN].reshape(-1, sides).mean(axis=0)  # a row for each round of the sides
    return Outlook(chances / chances.sum(), found[:, MARGIN], points)


def play_on(net: Net, state: State, luck: int) -> State:
    """The state after this many more turns of everybody, or at the end of the game."""
    dice = Dice(luck)
    rng = np.random.default_rng(luck)
    inside = not begins_turn(state) and state.actor != roles.CHANCE
    left = ROUNDS * state.setup.players + (1 if inside else 0)
    state = state.copy()
    while left and not is_decided(state):
        if state.actor == roles.CHANCE:
            found = legal(state)
            apply(state, found[dice.below(len(found))])
            continue
        turn = state.turn
        options = plans(state, PLANS)
        values = plan_values(net, state, options, state.actor)
        values += rng.gumbel(0.0, BLUR, len(values)).astype(np.float32)
        state = options[int(np.argmax(values))].state
        if state.turn != turn or state.actor == roles.CHANCE:
            left -= 1
    return state


def look(net: Net, state: State, luck: int) -> Outlook:
    """One way in which it may go on."""
    return assess(net, state if is_decided(state) else play_on(net, state, luck))


def mean(outlooks: Sequence[Outlook]) -> Outlook:
    """What several ways give together."""
    return Outlook(
        np.mean([one.win for one in outlooks], axis=0),
        np.mean([one.margin for one in outlooks], axis=0),
        np.mean([one.points for one in outlooks], axis=0),
    )
