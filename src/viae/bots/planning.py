"""Bots that plan a whole turn at its first decision, and then play it entry by entry."""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Final

from viae.bots.core.ending import hurry
from viae.bots.core.turns import plans
from viae.rules.turn import apply

if TYPE_CHECKING:
    from viae.bots.core.turns import Plan
    from viae.bots.observation import Observation
    from viae.rules.state import State

PATIENCE: Final = 300  # coins from which on a bot takes only turns that bring the end closer


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Plans hold thousands of states, none of which refers to itself: looking for that is waste."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class PlanningBot(ABC):
    """Makes a new plan only when something unexpected happened, such as a decision of others."""

    asked_always = True  # an only legal entry may be part of a plan
    patience = PATIENCE

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.time: float | None = None  # for the turn that is being planned
        self.began = 0.0  # when planning it began, by `perf_counter`
        self._codes: list[int] = []
        self._expected: tuple[object, ...] = ()

    @abstractmethod
    def pick(self, state: State, found: list[Plan]) -> int:
        """The number of the plan to play."""

    def choose(self, observation: Observation) -> int:
        """The next entry of the plan."""
        state = observation.state
        if not self._codes or state.key() != self._expected:
            self._codes = []
            if len(observation.legal) == 1:
                return observation.legal[0]
            self.time = observation.time
            self.began = perf_counter()
            with without_garbage_collection():
                found = plans(state, self.limit)
                if state.coins[state.actor] >= self.patience:
                    found = [found[i] for i in hurry(state, found, self.patience)]
                best = 0 if len(found) == 1 else self.pick(state, found)
                self._codes = found[best].codes[:]
                del found  # thousands of states, freed while garbage is not collected
        code = self._codes.pop(0)
        if self._codes:
            after = state.copy()
            apply(after, code)
            self._expected = after.key()
        return code
