"""Mistakes: how bad a turn was, and of what kind, seen from the better turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from viae.rules import codes, roles

if TYPE_CHECKING:
    from viae.analysis.documents import Grade, MistakeKind, Reason
    from viae.analysis.moment import Candidate
    from viae.rules.setup import Setup

# From this loss on, in chances or in value, a turn is called so.
INACCURACY: Final = 0.02
MISTAKE: Final = 0.06
BLUNDER: Final = 0.12
HELPED: Final = -1.5  # points of the strongest opponent that the better turn would have saved


def grade(found: bool, lost: float, spread: float) -> Grade:
    """How bad a loss is; one that may be half as large by chance counts as half as bad."""
    if found:
        return "best"
    sure = max(lost / 2, lost - spread)
    if sure >= BLUNDER:
        return "blunder"
    if sure >= MISTAKE:
        return "mistake"
    return "inaccuracy" if sure >= INACCURACY else "good"


class Content:
    """What a turn does, verb by verb."""

    def __init__(self, setup: Setup, candidate: Candidate) -> None:
        self.by_verb: dict[int, list[int]] = {}
        for code in candidate.codes:
            self.by_verb.setdefault(codes.verb_of(code), []).append(code)
        self.role = role_of(setup, candidate.codes)
        self.ends = candidate.state.last_turns >= 0

    def of(self, verb: int) -> list[int]:
        """The codes with this verb, sorted."""
        return sorted(self.by_verb.get(verb, ()))


def role_of(setup: Setup, chosen: Sequence[int]) -> int | None:
    """The role that the first card of a turn is played for; None without a card."""
    for code in chosen:
        if codes.verb_of(code) == codes.PLAY:
            card, side = codes.play_of(code)
            return side or setup.faces.role[card]
    return None


def kind_of(
    setup: Setup, last_round: bool, played: Candidate, best: Candidate, why: Sequence[Reason]
) -> MistakeKind:
    """What kind of mistake it was to play one turn and not the other."""
    was, better = Content(setup, played), Content(setup, best)
    if codes.KEEP in was.by_verb:
        return "wrong-goods"
    if not last_round and was.ends != better.ends:
        return "missed-end" if better.ends else "early-end"
    if was.role != better.role and roles.TRIBUNE in (was.role, better.role):
        return "early-tribune" if was.role == roles.TRIBUNE else "late-tribune"
    for verb, missed, wrong in COMPARED:
        one, other = was.of(verb), better.of(verb)
        if len(one) < len(other):
            return missed
        if wrong is not None and one != other and len(one) == len(other):
            helped = verb == codes.PRODUCE and _helped(why)
            return "helped-opponents" if helped else wrong
    if was.role == better.role == roles.MERCATOR:
        return "wrong-trade"
    if was.role == better.role == roles.ARCHITECT:
        return "wrong-move"
    return "helped-opponents" if _helped(why) else "wrong-card"


COMPARED: Final[tuple[tuple[int, MistakeKind, MistakeKind | None], ...]] = (
    (codes.BUILD, "missed-house", "wrong-house"),
    (codes.PURCHASE, "missed-purchase", "wrong-purchase"),
    (codes.PRODUCE, "missed-production", "wrong-province"),
    (codes.SETTLE, "missed-colonist", None),
    (codes.SELL, "unsold-goods", None),
    (codes.COPY, "wrong-copy", "wrong-copy"),
)


def _helped(why: Sequence[Reason]) -> bool:
    return any(one["code"] == "opponents" and one["value"] <= HELPED for one in why[:2])
