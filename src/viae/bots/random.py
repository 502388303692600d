"""The random bot: every legal entry is equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viae.rules.playout import Dice

if TYPE_CHECKING:
    from viae.rules.state import State


class RandomBot:
    """Plays without a thought, and so shows what the rules allow."""

    def __init__(self, seed: int) -> None:
        self._dice = Dice(seed)

    def choose(self, state: State, legal: list[int]) -> int:  # noqa: ARG002 - other bots look
        """Any of the entries."""
        return legal[self._dice.below(len(legal))]
