"""Critical moments: where most was lost, and where the table turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from viae.analysis.documents import Critical, CriticalKind, TurnReview

LOST: Final = 0.05  # a turn that lost less of the chance to win is not critical for that
SHIFT: Final = 0.1  # nor for this one that moved less of it
TOP: Final = 6


def critical_moments(turns: Sequence[TurnReview], top: int) -> list[Critical]:
    """At most `top` moments: in turn the one that lost most and the one that moved most.

    What was lost counts only as far as it is beyond the spread.
    """
    sure = [turn["lost"]["win"] - turn["lost"]["win_spread"] for turn in turns]
    by_lost = _ranked(sure, LOST)
    by_shift = _ranked([turn["shift"] for turn in turns], SHIFT)
    chosen: set[int] = set()
    for place in range(max(len(by_lost), len(by_shift))):
        for ranked in (by_lost, by_shift):
            if place < len(ranked) and len(chosen) < top:
                chosen.add(ranked[place])
    return [{"turn": at, "why": _why(at in by_lost, at in by_shift)} for at in sorted(chosen)]


def _ranked(sizes: Sequence[float], least: float) -> list[int]:
    """The numbers of those that are large enough, the largest first."""
    large = [at for at, size in enumerate(sizes) if size >= least]
    return sorted(large, key=lambda at: (-sizes[at], at))


def _why(lost: bool, shift: bool) -> list[CriticalKind]:
    why: list[CriticalKind] = []
    if lost:
        why.append("lost")
    if shift:
        why.append("shift")
    return why
