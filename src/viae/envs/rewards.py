"""Rewards: what a finished game is worth to each seat, in one of three currencies.

In team play both partners get what their team gets (R9.10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viae.errors import SetupError
from viae.options import quote
from viae.rules import score

if TYPE_CHECKING:
    from viae.rules.state import State

REWARDS: Final = ("rank", "margin", "win")


def check_reward(reward: object) -> str:
    """The name of a reward, or `SetupError`."""
    if isinstance(reward, str) and reward in REWARDS:
        return reward
    raise SetupError("rewards", [f"reward is {' or '.join(REWARDS)}, not {quote(reward)}"])


def ranking(state: State) -> list[int]:
    """The sides (seats, or teams), best first; ties as the rules break them for the win (R9.11)."""
    points = score.totals(state)
    players, sides = state.setup.players, state.setup.sides
    # How far to the right of the Praefectus Magnus a side's nearest seat is.
    distance = [
        min((state.magnus - seat) % players for seat in range(side, players, sides))
        for side in range(sides)
    ]
    return sorted(range(sides), key=lambda side: (-points[side], distance[side]))


def rewards(state: State, reward: str) -> list[float]:
    """The reward of every seat if the game is scored as it stands.

    `rank`: from 1 for the best to -1 for the last, in equal steps. `margin`: points ahead of the
    best other side, negative when behind. `win`: 1 for the winner; the others share -1.
    """
    setup = state.setup
    sides = setup.sides
    if reward == "margin":
        points = score.totals(state)
        by_side = [
            float(points[side] - max(points[other] for other in range(sides) if other != side))
            for side in range(sides)
        ]
    elif reward == "rank":
        by_side = [0.0] * sides
        for place, side in enumerate(ranking(state)):
            by_side[side] = 1 - 2 * place / (sides - 1)
    else:
        by_side = [-1 / (sides - 1)] * sides
        by_side[score.winner(state)] = 1.0
    return [by_side[seat % sides] for seat in range(setup.players)]
