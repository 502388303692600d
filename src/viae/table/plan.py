"""Planning ahead: what a seat could do if it were its turn now, and whether a plan is still legal.

A plan is a list of entries for the next turn of somebody who waits.

>>> from viae.table.terms import TableTerms
>>> game = TableGame.new(TableTerms(), ["Ada", "Ben"], secret=b"only the host knows this")
>>> [one["entry"] for one in as_if_turn(game, 1).preview(["play prefect"], [1])["legal"]][:1]
['produce aegyptus']
>>> fault_of(game, ["play prefect"], [0]) is None
True
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from viae.errors import EntryError, Refusal
from viae.rules import roles
from viae.rules.state import BEGIN_TURN, HOLE, State, begins_turn
from viae.table.errors import Conflict
from viae.table.game import TableGame


def as_if_turn(game: TableGame, seat: int) -> TableGame:
    """The game as if the turn of this seat began now, as an independent game."""
    if game.over:
        raise Conflict("table.finished")
    then = game.copy()
    state: State = then.state
    if begins_turn(state) and state.turn == seat:
        return then
    state.turn = state.actor = seat
    state.decision = roles.PLAY
    state.detail = BEGIN_TURN
    state.together = 1 if state.setup.team else 0
    state.pending = []
    state.used = 0
    if state.holes:  # cards taken in the turn that is under way; others come in their places
        state.holes = 0
        state.display = [card for card in state.display if card != HOLE]
    return then


def fault_of(game: TableGame, entries: Sequence[str], seats: Collection[int]) -> Refusal | None:
    """Why a plan cannot be played now; None if it can. What comes after the turn is ignored."""
    then = game.copy()
    turn = then.turns
    for entry in entries:
        if then.turns != turn:
            return None
        try:
            then.play(entry, seats)
        except EntryError as problem:
            return problem.refusal
    return None
