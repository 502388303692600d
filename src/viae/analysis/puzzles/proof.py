"""Last-round puzzles are proven: every way to play the last turn of a game is tried out.

Nothing is left out and nothing judged: all legal entries are played, moments that come up twice
are looked at once, and every end is scored. The best turn wins if any does, then it has the most
points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from viae.analysis.outlook import is_decided
from viae.rules import score
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from viae.rules.state import State

MOST_MOMENTS: Final = 20_000  # beyond, a turn has too many ways to try all


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
    """Whether the game ends with the turn that begins here, and one seat alone decides it."""
    return state.last_turns == 1 and state.actor == state.turn and not state.setup.team


def end_of(state: State, seat: int) -> End:
    """How the game ended for a seat."""
    return End(score.winner(state) == seat, score.total(state, seat))


def enumerate_turn(state: State, most: int = MOST_MOMENTS) -> Enumeration:
    """Every end of the last turn; `TooMany` if there are more moments than `most`.

    Raises it, too, where somebody else decides in between: goods that do not fit (R3.3).
    """
    seat = state.actor
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
            elif after.actor != seat:
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
