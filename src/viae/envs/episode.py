"""Episodes: one game after another on the same terms, with chance drawn by their own dice.

What the environments have in common: agreeing on the terms, seeding, revealing cards, the record.
An episode that is reset with a seed is the same game as `viae.Game.new` with that seed.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from viae.data import load_board
from viae.errors import BoardError, Faults, SetupError
from viae.game import Game
from viae.options import (
    PLAYERS,
    check_options,
    check_players,
    check_variant,
    quote,
    terms_for,
)
from viae.progress import Progress, Start
from viae.rules import roles
from viae.rules.figures import Board
from viae.rules.playout import Dice
from viae.rules.trace import suggestion
from viae.rules.turn import legal

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from viae.rules.state import State
    from viae.rules.terms import Terms

DEFAULT_PLAYERS = 3


class Agreement:
    """Board, variant, number of players and options, checked; every fault is named at once."""

    def __init__(
        self,
        board: str | os.PathLike[str] | Board = "imperium",
        variant: str = "concordia",
        players: int | None = None,
        options: Mapping[str, bool | str] | None = None,
    ) -> None:
        faults: Faults = []
        loaded: Board | None = None
        try:
            loaded = board if isinstance(board, Board) else load_board(board)
        except BoardError as problem:
            faults += [f"board {quote(str(board))}: {fault}" for fault in problem.faults]
        right = check_variant(variant, faults)
        if players is None:
            players = max(DEFAULT_PLAYERS, PLAYERS[right][0]) if right else DEFAULT_PLAYERS
        if right:
            check_players(right, players, faults)
        given = {} if options is None else options
        self.options: dict[str, bool | str] = check_options(given, right, faults)
        if faults or loaded is None:
            raise SetupError("environment", faults)
        self.board: Board = loaded
        self.variant: str = variant
        self.players: int = players
        self.terms: Terms = terms_for(loaded, variant, players, self.options)


class Episode:
    """A game in play. Chance never waits: cards are revealed right after the entry before."""

    def __init__(self, agreement: Agreement) -> None:
        self.agreement = agreement
        self.dice: Dice | None = None
        self.progress: Progress
        self._legal: list[int] | None = None

    def reset(
        self, seed: int | None = None, position: Mapping[str, Any] | str | None = None
    ) -> None:
        """Start a game. Without a seed the dice roll on, so one seed makes a series of games."""
        if seed is not None:
            self.dice = Dice(int(seed))
        elif self.dice is None:
            self.dice = Dice(random.SystemRandom().getrandbits(60))
        agreed = self.agreement
        if position is None:
            names = [f"player {seat}" for seat in range(agreed.players)]
            start = Start.deal(agreed.terms, self.dice, agreed.options, names)
            self.progress = Progress(start, keep=0)
        else:
            progress = Game.from_position(position, chance="manual").progress
            if progress.setup.terms.agreed != agreed.terms.agreed:
                raise SetupError("environment", ["the position is of a game on other terms"])
            self.progress = progress
        self._legal = None
        self._reveal()

    @property
    def state(self) -> State:
        """The state of the rules."""
        return self.progress.state

    @property
    def log(self) -> list[tuple[int, int]]:
        """Actor and code of every entry so far, those inside the turn of a position included."""
        return self.progress.log

    @property
    def suggested(self) -> int:
        """The card that a legatus suggests to the partner who decides now, or -1 (R10.8)."""
        log = self.progress.log
        return suggestion(log[-1][1]) if log else -1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.progress.over

    def legal(self) -> list[int]:
        """The codes of the legal entries; the list is kept until an entry is played."""
        if self._legal is None:
            self._legal = legal(self.progress.state)
        return self._legal

    def play(self, code: int) -> None:
        """Play a legal entry, and draw the cards that are revealed after it."""
        self.progress.play(code)
        self._legal = None
        if self.progress.state.actor == roles.CHANCE:
            self._reveal()

    def _reveal(self) -> None:
        state = self.progress.state
        assert self.dice is not None
        while state.actor == roles.CHANCE:
            found = legal(state)
            self.progress.play(found[self.dice.below(len(found))])

    def record(self, names: list[str]) -> dict[str, Any]:
        """The game so far as a record, with its result once it is over."""
        return self.progress.record(names)
