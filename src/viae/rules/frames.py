"""Frames: the parts of a turn that wait on the stack of decisions, each as one integer.

The first half packs a frame, the second half unpacks it. Outside `viae.rules` nobody shifts or
masks a frame, except for whole arrays of them; those use the figures below.
"""

from typing import Final

DECISION_MASK: Final = 31
ACTOR_SHIFT: Final = 5
ACTOR_MASK: Final = 7
TOGETHER_SHIFT: Final = 8
DETAIL_SHIFT: Final = 9


def frame(decision: int, actor: int, together: int, detail: int) -> int:
    """A pending part of the turn as one integer.

    `detail`: a mercator's income; a specialist's good; for diplomat and magister the number in the
    actor's own pile of the card through which the action comes (R5.10); for `PLAY` what the
    card answers; for `KEEP` the packed batch.
    """
    return decision | actor << 5 | together << 8 | detail << 9


def decision_of(part: int) -> int:
    """What is to be decided: a role, `PLAY` or `KEEP`."""
    return part & 31


def actor_of(part: int) -> int:
    """The seat that decides."""
    return part >> 5 & 7


def together_of(part: int) -> int:
    """1 if the partner carries the card out too (R10.1), else 0."""
    return part >> 8 & 1


def detail_of(part: int) -> int:
    """What else there is to know, see `frame`."""
    return part >> 9
