"""Rate limits: token buckets for each address, person and connection, in this process's memory."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from viae.table.errors import TooMany


class Limit(NamedTuple):
    """A limit: how many per second in the long run, and how many at once."""

    rate: float
    burst: float
    code: str  # of the refusal


LIMITS = {
    "address": Limit(100, 400, "limit.requests"),
    "guest": Limit(0.5, 20, "limit.guests"),
    "sign": Limit(0.1, 10, "limit.sign-ins"),
    "letters": Limit(0.001, 3, "limit.requests"),
    "export": Limit(0.02, 5, "limit.requests"),
    "notify": Limit(0.1, 10, "limit.requests"),
    "create": Limit(0.2, 15, "limit.tables"),
    "import": Limit(0.1, 6, "limit.imports"),
    "analysis": Limit(0.05, 6, "limit.requests"),
    "read": Limit(20, 300, "limit.reads"),
    "play": Limit(10, 40, "limit.entries"),
    "chat": Limit(0.5, 8, "limit.messages"),
    "socket": Limit(20, 60, "limit.messages"),
    "junk": Limit(1, 40, "limit.messages"),
}
SWEEP = 50_000  # buckets before the full ones are dropped


class Limits:
    """The buckets of one process; `factor` widens all limits, 0 switches them off."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, name: str, key: str) -> None:
        """Take one token, or raise TooMany with the time to wait."""
        if not self.factor:
            return
        limit = LIMITS[name]
        rate, burst = limit.rate * self.factor, limit.burst * self.factor
        now = monotonic()
        left, at = self._buckets.get((name, key), (burst, now))
        left = min(burst, left + (now - at) * rate)
        if left < 1:
            self._buckets[name, key] = (left, now)
            wait = (1 - left) / rate
            raise TooMany(limit.code, wait)
        self._buckets[name, key] = (left - 1, now)
        if len(self._buckets) > SWEEP:
            self._sweep(now)

    def charge(self, name: str, key: str, cost: float) -> None:
        """Take so many more tokens for what was done already, even if they are not there yet."""
        if self.factor:
            limit, now = LIMITS[name], monotonic()
            left, at = self._buckets.get((name, key), (limit.burst * self.factor, now))
            burst = limit.burst * self.factor
            left = min(burst, left + (now - at) * limit.rate * self.factor)
            self._buckets[name, key] = (min(burst, left - cost), now)

    def _sweep(self, now: float) -> None:
        """Drop buckets that are full again."""
        self._buckets = {
            (name, key): (left, at)
            for (name, key), (left, at) in self._buckets.items()
            if left + (now - at) * LIMITS[name].rate * self.factor
            < LIMITS[name].burst * self.factor
        }
