"""Standings: what the results of matches say about each bot, and how certain that is.

A game is one trial with one winner. In "one against three of the same" the first bot's rate is its
share of the games won, and so is the second's: its three seats add up. `even` is the share of a bot
that is exactly as good as the others: 1/4 and 3/4.

>>> [round(bound, 3) for bound in wilson(52, 100)]
[0.423, 0.615]
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from viae.arena.results import CONTROL, Result

Z = 1.959963984540054  # 95 % of a normal distribution lie within this many standard deviations


def wilson(wins: int, games: int, z: float = Z) -> tuple[float, float]:
    """The Wilson score interval of a rate, by default the one of 95 %."""
    if not games:
        return 0.0, 1.0
    rate = wins / games
    scale = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / scale
    margin = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / scale
    # Exactly 0 and 1 at the ends, where rounding would leave a trace.
    return middle - margin if wins else 0.0, middle + margin if wins < games else 1.0


def uneven(wins: Sequence[int]) -> float:
    """How likely wins are split at least so unevenly by chance alone (the chi-squared test).

    >>> uneven([30, 30]), round(uneven([40, 20]), 4)
    (1.0, 0.0098)
    """
    expected = sum(wins) / len(wins)
    if not expected:
        return 1.0
    half = sum((count - expected) ** 2 for count in wins) / expected / 2
    freedom = len(wins) - 1
    if freedom % 2 == 0:
        return math.exp(-half) * sum(half**k / math.factorial(k) for k in range(freedom // 2))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * sum(
        math.pow(half, k - 0.5) / math.gamma(k + 0.5) for k in range(1, freedom // 2 + 1)
    )


@dataclass
class Share:
    """Games won of games played."""

    games: int = 0
    wins: int = 0
    even: float = 0.0  # the wins of a bot as good as the others

    def add(self, won: bool, even: float) -> None:
        """Count a game."""
        self.games += 1
        self.wins += won
        self.even += even

    def as_json(self) -> dict[str, Any]:
        """The rate with its bounds."""
        low, high = wilson(self.wins, self.games)
        return {
            "games": self.games,
            "wins": self.wins,
            "rate": _ratio(self.wins, self.games),
            "low": round(low, 4),
            "high": round(high, 4),
            "even": _ratio(self.even, self.games),
        }


@dataclass
class Standing:
    """What the games of a bot add up to."""

    name: str
    share: Share = field(default_factory=Share)
    points: list[int] = field(default_factory=list)  # of each side it played
    winning: list[int] = field(default_factory=list)  # of those that won
    turns: list[int] = field(default_factory=list)  # of each seat
    microseconds: array[int] = field(default_factory=lambda: array("Q"))  # of each turn
    faults: int = 0
    capped: int = 0
    seats: dict[int, Share] = field(default_factory=dict)
    boards: dict[str, Share] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Count a game in which the bot played."""
        sides = len(result.sides)
        own = [side for side in range(sides) if self.name in result.names(side)]
        won = result.winner in own
        self.share.add(won, len(own) / sides)
        self.boards.setdefault(result.board, Share()).add(won, len(own) / sides)
        for side in own:
            self.seats.setdefault(side, Share()).add(side == result.winner, 1 / sides)
            self.points.append(result.sides[side])
        if won:
            self.winning.append(result.sides[result.winner])
        for seat, name in enumerate(result.bots):
            if name == self.name:
                self.turns.append(result.turns[seat])
                self.microseconds.extend(result.microseconds[seat])
        self.faults += sum(1 for fault in result.faults if result.bots[fault["seat"]] == self.name)
        self.capped += result.capped

    def as_json(self) -> dict[str, Any]:
        """The figures of the bot."""
        thinking = self.microseconds
        return {
            "name": self.name,
            **self.share.as_json(),
            "mean_score": _mean(self.points),
            "mean_winning_score": _mean(self.winning),
            "mean_turns": _mean(self.turns),
            "median_ms_per_turn": round(median(thinking) / 1000, 3) if thinking else None,
            "max_ms_per_turn": round(max(thinking) / 1000, 3) if thinking else None,
            "faults": self.faults,
            "capped": self.capped,
            "seats": {str(seat): share.as_json() for seat, share in sorted(self.seats.items())},
            "boards": {board: share.as_json() for board, share in self.boards.items()},
        }


@dataclass
class Mirror:
    """Games with one bot at all seats: does the seat matter?"""

    name: str
    games: int
    wins: list[int]  # of each seat, in team play of each team

    @property
    def chance(self) -> float:
        """How likely wins are split so unevenly if the seat does not matter."""
        return uneven(self.wins)

    def as_json(self) -> dict[str, Any]:
        """The rate of each seat with its bounds."""
        seats = [Share(self.games, wins, self.games / len(self.wins)) for wins in self.wins]
        return {
            "name": self.name,
            "games": self.games,
            "seats": [share.as_json() for share in seats],
            "chance": round(self.chance, 4),
        }


def standings(results: Iterable[Result]) -> list[Standing]:
    """What the games say about each bot, in the order in which the bots were named.

    Games of a mirror match that was played as a control do not count here.
    """
    found: dict[str, Standing] = {}
    for result in results:
        if result.rotation == CONTROL:
            continue
        for name in result.plan["bots"]:
            if name not in found:
                found[name] = Standing(name)
        for name in dict.fromkeys(result.bots):
            found[name].add(result)
    return list(found.values())


def mirrors(results: Iterable[Result]) -> list[Mirror]:
    """The mirror matches among the games, those of one bot and one number of sides together."""
    found: dict[tuple[str, int], Mirror] = {}
    for result in results:
        if len(set(result.bots)) > 1:
            continue
        sides = len(result.sides)
        fresh = Mirror(result.bots[0], 0, [0] * sides)
        mirror = found.setdefault((result.bots[0], sides), fresh)
        mirror.games += 1
        mirror.wins[result.winner] += 1
    return list(found.values())


def figures(results: Sequence[Result]) -> dict[str, Any]:
    """Everything about the games that can be said in figures, as a JSON object."""
    from viae.arena.ratings import rate_if_possible

    rated = rate_if_possible(results)
    bots = []
    for standing in standings(results):
        rating = rated.get(standing.name)
        bots.append(standing.as_json() | {"rating": rating._asdict() if rating else None})
    return {
        "games": len(results),
        "capped": sum(result.capped for result in results),
        "bots": bots,
        "mirrors": [mirror.as_json() for mirror in mirrors(results)],
        "faults": fault_list(results),
    }


def fault_list(results: Iterable[Result]) -> list[dict[str, Any]]:
    """What went wrong with bots: each kind of fault once, with the number of games it spoilt."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for result in results:
        for fault in result.faults:
            name = result.bots[fault["seat"]]
            key = (name, fault["kind"], fault["text"])
            first = {"name": name, "kind": fault["kind"], "text": fault["text"], "games": 0}
            found.setdefault(key, first)["games"] += 1
    return sorted(found.values(), key=lambda one: -one["games"])


def _mean(values: Sequence[int]) -> float | None:
    return _ratio(sum(values), len(values))


def _ratio(part: float, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
