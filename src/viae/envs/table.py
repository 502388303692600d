"""A table: one game after another on the same terms, with chance drawn by the table's own dice.

What the environments have in common: agreeing on the terms, seeding, revealing cards, the record.
A table that is reset with a seed plays the same game as `viae.Game.new` with that seed.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from viae.data import load_board
from viae.errors import BoardError, Faults, SetupError, ViaeError
from viae.game import Game
from viae.header import VERSION, show_tokens
from viae.options import (
    PLAYERS,
    changed,
    check_options,
    check_players,
    check_variant,
    quote,
    terms_for,
)
from viae.progress import Progress, Start
from viae.rules import codes, notation, roles
from viae.rules.figures import Board
from viae.rules.playout import Dice, random_start
from viae.rules.turn import apply, legal

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
        self.board_name: str = loaded.id if isinstance(board, Board) else str(board)
        self.variant: str = variant
        self.players: int = players
        self.terms: Terms = terms_for(loaded, variant, players, self.options)


class Table:
    """A game in play. Chance never waits: cards are revealed right after the entry before."""

    def __init__(self, agreement: Agreement) -> None:
        self.agreement = agreement
        self.team: bool = agreement.terms.team
        self.dice: Dice | None = None
        self.state: State
        self.suggested = -1  # the card a legatus suggested, until the partner answers (R10.8)
        self.log: list[tuple[int, int]] = []  # actor and code of every entry so far
        self._first: tuple[State, list[int]] | None = None
        self._legal: list[int] | None = None

    def reset(
        self, seed: int | None = None, position: Mapping[str, Any] | str | None = None
    ) -> None:
        """Begin anew. Without a seed the dice roll on, so one seed makes a series of games."""
        if seed is not None:
            self.dice = Dice(int(seed))
        elif self.dice is None:
            self.dice = Dice(random.SystemRandom().getrandbits(60))
        terms = self.agreement.terms
        if position is None:
            self.state = random_start(terms, self.dice)
            self._first = (self.state, self.state.display[:])
        else:
            self.state = Game.from_position(position, chance="manual").state
            self._first = None
            if self.state.setup.terms.agreed != terms.agreed:
                raise SetupError("environment", ["the position is of a game on other terms"])
        self.suggested = -1
        self.log = []
        self._legal = None
        self._reveal()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.decision == roles.OVER

    def legal(self) -> list[int]:
        """The codes of the legal entries; the list is kept until an entry is played."""
        if self._legal is None:
            self._legal = legal(self.state)
        return self._legal

    def play(self, code: int) -> None:
        """Play a legal entry, and draw the cards that are revealed after it."""
        state = self.state
        self.log.append((state.actor, code))
        if self.team:
            verb = code >> codes.SHIFT
            if verb == codes.SUGGEST:
                self.suggested = code & codes.OPERANDS
            elif verb == codes.PLAY:
                self.suggested = -1
        apply(state, code)
        self._legal = None
        if state.actor == roles.CHANCE:
            self._reveal()

    def _reveal(self) -> None:
        state = self.state
        assert self.dice is not None
        while state.actor == roles.CHANCE:
            found = legal(state)
            code = found[self.dice.below(len(found))]
            self.log.append((roles.CHANCE, code))
            apply(state, code)

    def entries(self) -> list[str]:
        """All entries so far, as a record writes them."""
        setup = self.state.setup
        return [
            f"{'*' if actor == roles.CHANCE else actor}: {notation.show(setup, code)}"
            for actor, code in self.log
        ]

    def record(self, names: list[str]) -> dict[str, Any]:
        """The game so far as a record, with its result once it is over."""
        if self._first is None:
            raise ViaeError("a game that began from a position has no record")
        state, display = self._first
        record: dict[str, Any] = {
            "viae": VERSION,
            "board": self.agreement.board_name,
            "variant": self.agreement.variant,
            "options": changed(self.agreement.options),
            "players": names,
            "tokens": show_tokens(state.setup),
            "display": [state.setup.faces.ids[card] for card in display],
            "entries": self.entries(),
        }
        if self.over:
            record["result"] = self.game(names).result()
        return record

    def game(self, names: list[str]) -> Game:
        """The moment as a `Game` of its own: for scores, texts, and, between turns, a position."""
        agreed = self.agreement
        dice = Dice(0) if self.dice is None else self.dice.copy()
        start = Start(self.state.copy(), agreed.board_name, agreed.options, names)
        return Game(Progress(start), dice)
