"""Reasons: why one turn is better than another, as codes with values.

Both turns were played on for a round. What then differs in the mean is the reason: points by god,
houses, cards, coins and goods, cards in hand, what the strongest opponent can expect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from viae.analysis.outlook import FACTS
from viae.rules import roles

if TYPE_CHECKING:
    from viae.analysis.documents import Reason
    from viae.analysis.moment import Candidate, MomentJudge
    from viae.table.types.basics import God

MOST: Final = 5
# For each fact: how small a difference is not worth a word, and what one is worth in points.
WEIGHTS: Final = {
    "god": (0.5, 1.0),
    "houses": (0.25, 3.0),
    "colonists": (0.25, 2.5),
    "cards": (0.25, 4.0),
    "coins": (2.0, 0.25),
    "goods": (2.5, 0.25),
    "tempo": (0.5, 1.0),
    "opponents": (0.75, 1.0),
    "end": (0.25, 4.0),
}


def reasons(judge: MomentJudge, better: Candidate, worse: Candidate) -> list[Reason]:
    """Why a turn is better, the weightiest reason first; at most `MOST`."""
    if better is worse:
        return []
    seat = judge.seat
    first, second = better.facts(seat), worse.facts(seat)
    found: list[Reason] = []
    for god, name in enumerate(roles.GODS):
        value = first[god] - second[god]
        found.append({"code": "god", "value": value, "god": cast("God", name)})
    for i, code in enumerate(FACTS, len(roles.GODS)):
        found.append({"code": code, "value": first[i] - second[i]})  # type: ignore[typeddict-item]
    foe = strongest_foe(judge, worse)
    value = better.outlook().points[foe] - worse.outlook().points[foe]
    found.append({"code": "opponents", "value": value, "seat": foe})
    found = [one for one in found if abs(one["value"]) >= WEIGHTS[one["code"]][0]]
    found.sort(key=_weight, reverse=True)
    for one in found:
        one["value"] = round(one["value"], 2)
    return found[:MOST]


def strongest_foe(judge: MomentJudge, candidate: Candidate) -> int:
    """The seat of another side that can expect the most points."""
    points = candidate.outlook().points
    sides = len(candidate.prior.win)
    foes = [seat for seat in range(len(points)) if seat % sides != judge.side]
    return max(foes, key=lambda seat: (points[seat], -seat))


def _weight(reason: Reason) -> float:
    return abs(reason["value"]) * WEIGHTS[reason["code"]][1]
