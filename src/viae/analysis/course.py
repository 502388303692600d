"""The course of a game: its entries grouped into turns.

A turn of the analysis is what one seat decides in one go, until somebody else decides. Usually that
is a whole turn of the game. Where others decide in between (in team play, and when goods do not fit
into a store) the turn of the game has several parts, and each is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viae.rules import roles
from viae.rules.state import begins_turn
from viae.rules.turn import apply

if TYPE_CHECKING:
    from viae.game import Game
    from viae.rules.state import State


@dataclass(slots=True)
class Part:
    """What one seat decided in one go; `after` is before the display is refilled."""

    number: int  # the turn of the game, from 1
    part: int  # which part of it, from 1
    at: int  # entries before it
    seat: int
    before: State
    after: State
    codes: list[int]
    revealed: list[int]  # the codes of the cards that came to the display then
    finished: bool = False  # somebody else decides now

    @property
    def end(self) -> int:
        """Entries after it."""
        return self.at + len(self.codes)


def course(game: Game) -> list[Part]:
    """The turns of a game so far; the last may not be finished."""
    progress = game.progress
    return split(progress.start.state.copy(), [code for _, code in progress.log])


def split(state: State, codes: Sequence[int]) -> list[Part]:
    """The turns that these codes are, from this state on."""
    parts: list[Part] = []
    number = part = 0
    for at, code in enumerate(codes):
        if state.actor == roles.CHANCE:
            parts[-1].revealed.append(code)
            apply(state, code)
            continue
        if not parts or parts[-1].finished:
            begins = begins_turn(state)
            number += 1 if begins else 0
            part = 1 if begins else part + 1
            parts.append(Part(number, part, at, state.actor, state.copy(), state, [], []))
        now = parts[-1]
        turn = state.turn
        now.codes.append(code)
        apply(state, code)
        if state.actor != now.seat or state.turn != turn:
            now.finished = True
            now.after = state.copy()
    if parts and not parts[-1].finished:
        parts[-1].after = state.copy()
    return parts
