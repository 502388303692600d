"""Last-round puzzles are proven: every way to play the last turn of a game is tried out.

Nothing is left out and nothing judged: all legal entries are played, moments that come up twice
are looked at once, and every end is scored. The best turn wins if any does, then it has the most
points. In team play both partners carry out the turn (R10.1), so both are tried out, each way of
the one with each way of the other, and the points are those of the team.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from viae.analysis.outlook import is_decided
from viae.rules import score
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from viae.rules.setup import Setup
    from viae.rules.state import State

# Beyond, a turn has too many ways to try all. Partners have as many as both together.
MOST_MOMENTS: Final = 8_000
MOST_OF_TEAMS: Final = 40_000


class TooMany(Exception):
    """There are more ways to play than are tried."""


class End(NamedTuple):
    """How a game ends for a side: better ends are greater."""

    won: bool
    points: int


class Enumeration(NamedTuple):
    """All ends that a turn can lead to, each with one way to get there."""

    ends: dict[End, list[int]]
    ways: dict[End, int]  # how many different last moments have this end
    moments: int

    def ranked(self) -> list[End]:
        """The ends, the best first."""
        return sorted(self.ends, reverse=True)


def is_last_turn(state: State) -> bool:
    """Whether the game ends with this turn, and the side whose turn it is decides now."""
    return state.last_turns == 1 and state.turn in partners(state)


def partners(state: State) -> range:
    """The seats of the side whose turn it is."""
    setup = state.setup
    return range(state.actor % setup.sides, setup.players, setup.sides)


def most_moments(setup: Setup) -> int:
    """How many moments of a last turn are looked at."""
    return MOST_OF_TEAMS if setup.team else MOST_MOMENTS


def end_of(state: State, seat: int) -> End:
    """How the game ended for the side of a seat."""
    side = seat % state.setup.sides
    return End(score.winner(state) == side, score.totals(state)[side])


def enumerate_turn(state: State, most: int | None = None) -> Enumeration:
    """Every end of the last turn from this moment on.

    Raises `TooMany` if there are more moments than `most`, and where another side decides in
    between: goods that do not fit (R3.3).
    """
    seat = state.actor
    own = partners(state)
    most = most_moments(state.setup) if most is None else most
    ends: dict[End, list[int]] = {}
    ways: dict[End, int] = {}
    known: set[tuple[object, ...]] = {state.key()}
    waiting: list[tuple[State, list[int]]] = [(state.copy(), [])]
    while waiting:
        moment, path = waiting.pop()
        for code in legal(moment):
            after = moment.copy()
            apply(after, code)
            key = after.key()
            if key in known:
                continue
            known.add(key)
            if len(known) > most:
                raise TooMany
            chosen = [*path, code]
            if is_decided(after):
                end = end_of(after, seat)
                ways[end] = ways.get(end, 0) + 1
                if end not in ends or len(chosen) < len(ends[end]):
                    ends[end] = chosen
            elif after.actor not in own:
                raise TooMany
            else:
                waiting.append((after, chosen))
    return Enumeration(ends, ways, len(known))


def grade(best: End, found: End) -> int:
    """What an end is worth beside the best one, from 0 to 100."""
    lost = best.points - found.points
    if found == best:
        return 100
    if found.won == best.won:
        return max(10, 95 - 8 * lost) if lost > 0 else 95
    return max(0, 40 - 5 * max(0, lost))
