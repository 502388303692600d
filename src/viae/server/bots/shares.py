"""Fair shares of the bots' time: whoever used the least of it lately comes first.

What somebody used is forgotten by half in each `HALF` seconds. Tables that nobody watches come
last, unless they have waited for long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

HALF = 30.0  # seconds
PATIENT = 60.0  # seconds after which a table that nobody watches counts as watched
FORGOTTEN = 0.01  # seconds of use that are not worth remembering
KEPT = 5_000  # people


class Waiting(NamedTuple):
    """A turn that waits for a bot; `person` is the host of its table."""

    game: str
    person: str
    since: float


class Shares:
    """How many seconds of bots everybody used lately."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}  # person: seconds, at that time

    def used(self, person: str, now: float) -> float:
        seconds, at = self._used.get(person, (0.0, now))
        return seconds * float(0.5 ** (max(0.0, now - at) / HALF))

    def add(self, person: str, seconds: float, now: float) -> None:
        """Charge somebody; negative seconds give back what was charged too much."""
        self._used[person] = (max(0.0, self.used(person, now) + seconds), now)
        if len(self._used) > KEPT:
            self._used = {
                one: kept for one, kept in self._used.items() if self.used(one, now) > FORGOTTEN
            }

    def choose(
        self,
        waiting: Iterable[Waiting],
        count: int,
        cost: float,
        now: float,
        watched: Callable[[str], bool],
    ) -> list[Waiting]:
        """The turns that come next, if each takes `cost` seconds."""
        left = sorted(waiting, key=lambda turn: turn.since)
        idle = {turn.game for turn in left if now - turn.since < PATIENT and not watched(turn.game)}
        used = {turn.person: self.used(turn.person, now) for turn in left}
        chosen: list[Waiting] = []
        while left and len(chosen) < count:
            best = min(left, key=lambda turn: (turn.game in idle, used[turn.person], turn.since))
            left.remove(best)
            used[best.person] += cost
            chosen.append(best)
        return chosen
