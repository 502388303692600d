"""The judge: compares a turn with the best turns that a search finds.

The search names a few turns that it prefers to the one that was played. These are then compared in
the same way and with the same random cards, so that the loss is a fair difference.
A turn is called better only if both the search and the comparison agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

from viae.analysis.outlook import Outlook, is_decided, look, mean
from viae.bots.core.turns import Plan, plans
from viae.bots.learned import PLANS
from viae.bots.planning import without_garbage_collection
from viae.bots.search import Searcher

if TYPE_CHECKING:
    from viae.analysis.course import Part
    from viae.analysis.report import Settings
    from viae.bots.net import Net
    from viae.rules.state import State

FINALISTS: Final = 3  # turns of the search that are compared with the one that was played
SHARE: Final = 8  # simulations of the search per look at a moment
SEARCHING: Final = 0.5  # the share of the time that the search gets
MOST_LOOKS: Final = 64  # at a moment, with a clock; more tells nothing new


@dataclass(frozen=True, slots=True)
class Option:
    """A turn and what everybody can expect after it."""

    codes: list[int]
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge found about one turn."""

    options: int  # how many turns there were
    before: Outlook | None  # None if nobody asked
    after: Outlook
    best: Option


class Judge:
    """Judges turns, each by itself: the same ones get the same verdicts in any order."""

    def __init__(self, net: Net, settings: Settings) -> None:
        self.net = net
        self.settings = settings
        self.searcher = Searcher(net, settings.width, settings.nodes)

    def verdict(self, part: Part, with_before: bool) -> Verdict:
        """About a turn that was played."""
        with without_garbage_collection():
            began = perf_counter()
            found = plans(part.before, PLANS)
            played = _number_of(part, found)
            finalists = [played]
            if len(found) > 1:
                finalists += self._finalists(part.before, found, part.at, played)
            moments = [(found[number].state, part.end) for number in finalists]
            if with_before:
                moments.append((part.before, part.at))
            outlooks = self._looks(moments, began)
        # Of turns that are equally good the one that was played is best.
        best = max(range(len(finalists)), key=lambda i: outlooks[i].value(part.seat))
        return Verdict(
            len(found),
            outlooks[-1] if with_before else None,
            outlooks[0],
            Option(found[finalists[best]].codes if best else part.codes, outlooks[best]),
        )

    def advice(self, state: State, at: int) -> tuple[Outlook, int, list[Option]]:
        """About a turn that is still to be played: now, how many turns, the best of them."""
        with without_garbage_collection():
            began = perf_counter()
            found = plans(state, PLANS)
            finalists = self._finalists(state, found, at, None) if len(found) > 1 else [0]
            moments = [(state, at), *((found[number].state, at + 1) for number in finalists)]
            now, *outlooks = self._looks(moments, began)
        options = [
            Option(found[number].codes, outlook)
            for number, outlook in zip(finalists, outlooks, strict=True)
        ]
        options.sort(key=lambda option: -option.outlook.value(state.actor))
        return now, len(found), options

    def _finalists(self, state: State, found: list[Plan], at: int, played: int | None) -> list[int]:
        """The turns that the search likes best, as long as it prefers them to the played one."""
        time = None if self.settings.time is None else SEARCHING * self.settings.time
        ranked = self.searcher.rank(state, found, self._luck(at), time, played)
        numbers = [one.number for one in ranked]
        if played is not None:
            del numbers[numbers.index(played) :]
        return numbers[:FINALISTS]

    def _looks(self, moments: Sequence[tuple[State, int]], began: float) -> list[Outlook]:
        """What can be expected at several moments, given with how many entries were before them.

        Those after the same number of entries meet the same luck.
        """
        settings = self.settings
        times = MOST_LOOKS if settings.nodes is None else max(1, settings.nodes // SHARE)
        end = began + (float("inf") if settings.time is None else settings.time)
        seen: list[list[Outlook]] = [[] for _ in moments]
        for number in range(times):
            for i, (state, at) in enumerate(moments):
                if not (number and is_decided(state)):  # a result is what it is
                    seen[i].append(look(self.net, state, self._luck(at) + number))
            if perf_counter() > end:
                break
        return [mean(outlooks) for outlooks in seen]

    def _luck(self, at: int) -> int:
        """A seed for a moment of the game; those after it are free for the looks at the moment."""
        return (self.settings.seed * 100_003 + at) * 1_009


def _number_of(part: Part, found: list[Plan]) -> int:
    """Which of the plans was played; one that is missing is added."""
    key = part.after.key()
    for number, plan in enumerate(found):
        if plan.state.key() == key:
            return number
    found.append(Plan(part.codes[:], part.after))
    return len(found) - 1
