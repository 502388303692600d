"""The random bot: every legal entry is equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viae.rules.playout import Dice

if TYPE_CHECKING:
    from viae.bots.observation import Observation


class RandomBot:
    """Plays without a thought, and so shows what the rules allow."""

    # It rolls its dice for a single entry too, so that a seed keeps meaning the same game.
    asked_always = True

    def __init__(self, seed: int) -> None:
        self._dice = Dice(seed)

    def choose(self, observation: Observation) -> int:
        """Any of the entries."""
        return self.draw(observation.legal)

    def draw(self, legal: list[int]) -> int:
        """Any of the entries, for who need not even look at the game."""
        return legal[self._dice.below(len(legal))]


def make(seed: int) -> RandomBot:
    """A random bot; it has no settings."""
    return RandomBot(seed)
