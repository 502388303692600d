"""Game, the main class of the library: set up, ask what is legal, play, undo, score, save.

>>> game = Game.new(board="imperium", variant="concordia", players=["Livia", "Marcus"], seed=7)
>>> game.actor, game.turn, game.over
(0, 0, False)
>>> game.play("play prefect")
'0: play prefect'
>>> game.legal()[:3]
['produce aegyptus', 'produce asia', 'produce britannia']
>>> game.undo()
>>> game.entries
[]
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from viae.data import load_board
from viae.errors import (
    BoardError,
    EntryError,
    Faults,
    PositionError,
    RecordError,
    SetupError,
    ViaeError,
    refusal,
)
from viae.header import board_place, count_below, in_entry, is_count
from viae.options import check_options, check_players, check_variant, quote, terms_for
from viae.position import ReadPosition
from viae.progress import ALL, Progress, Start
from viae.record import ReadRecord, compare_result
from viae.rules import roles, score
from viae.rules.figures import Board
from viae.rules.playout import Dice
from viae.rules.state import State
from viae.rules.turn import legal

Actor = int | Literal["*"] | None
Chance = Literal["auto", "manual"]


class Score(NamedTuple):
    """The points of one seat: in all, and god by god."""

    total: int
    gods: dict[str, int]


class Game:
    """One game from its first entry to its result.

    Make one with `Game.new`, `Game.from_record` or `Game.from_position`. Entries are texts of the
    notation. With `chance="auto"` the game draws cards by itself, right after the entry that calls
    for it; with `chance="manual"` the actor is then `"*"` and `legal()` lists what can be revealed.
    """

    def __init__(
        self,
        progress: Progress,
        dice: Dice,
        chance: Chance = "auto",
        meta: Mapping[str, Any] | None = None,
    ) -> None:
        self.progress = progress
        self.players = list(progress.start.names)
        self.chance: Chance = chance
        self.meta: dict[str, Any] = dict(meta or {})
        self._dice = dice
        # The dice as they were before each card the game has drawn, by the number of the entry.
        self._drawn: list[tuple[int, Dice]] = []
        self._draw()

    # Making a game

    @classmethod
    def new(
        cls,
        board: str | os.PathLike[str] = "imperium",
        variant: str = "concordia",
        players: int | Sequence[str] = 3,
        options: Mapping[str, bool | str] | None = None,
        seed: int | None = None,
        chance: Chance = "auto",
    ) -> Game:
        """Set up a new game (R2); the same seed gives the same game.

        `players` is a number or a list of names; `board` a name or the path of a board file.

        >>> Game.new(variant="venus-team", players=4, seed=1).players
        ['player 0', 'player 1', 'player 2', 'player 3']
        """
        faults: Faults = []
        loaded: Board | None = None
        try:
            loaded = load_board(board)
        except BoardError as problem:
            faults += [fault.within(board_place(board)) for fault in problem.faults]
        right = check_variant(variant, faults)
        names = _names(players, faults)
        if right and names is not None:
            check_players(right, players if isinstance(players, int) else len(names), faults)
        full = check_options({} if options is None else options, right, faults)
        _check_luck(seed, chance, faults)
        if faults or loaded is None or right is None or names is None:
            raise SetupError("game", faults)
        terms = terms_for(loaded, right, len(names), full)
        dice = _dice(seed)
        start = Start.deal(terms, dice, full, names)
        meta = {} if seed is None else {"seed": seed}
        return cls(Progress(start, ALL), dice, chance, meta)

    @classmethod
    def from_record(
        cls,
        record: Mapping[str, Any] | str,
        upto: int | None = None,
        verify: bool = True,
        seed: int | None = None,
        chance: Chance = "auto",
        board: Board | None = None,
    ) -> Game:
        """Replay a record, to its end or only its first `upto` entries.

        With `verify` the result written in the record must be the one that comes out. `board`
        stands in for the board of the record.
        """
        _need_luck(seed, chance)
        read = ReadRecord(record, board)
        most = len(read.entries)
        if upto is not None and not count_below(upto, most + 1):
            raise SetupError("game", [refusal("record.upto", limit=most, value=quote(upto))])
        progress = Progress(Start.of_record(read), ALL)
        for at, entry in enumerate(read.entries[:upto]):
            try:
                progress.play(progress.code_of(entry, named=True))
            except EntryError as problem:
                raise RecordError("record", [in_entry(problem, at, entry)]) from problem
        if upto is None and verify and read.result is not None:
            if not progress.over:
                raise RecordError("record", [refusal("result.unfinished")])
            faults = compare_result(read.result, progress.result())
            if faults:
                raise RecordError("record", faults)
        return cls(progress, _dice(seed), chance, read.meta)

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, Any] | str,
        seed: int | None = None,
        chance: Chance = "auto",
        board: Board | None = None,
    ) -> Game:
        """Set up any situation; an impossible one raises `PositionError` with every fault."""
        _need_luck(seed, chance)
        read = ReadPosition(position, board)
        progress = Progress(Start.of_position(read), ALL)
        for at, entry in enumerate(read.entries):
            try:
                progress.play(progress.code_of(entry, named=True))
            except EntryError as problem:
                raise PositionError("position", [in_entry(problem, at, entry)]) from problem
        if progress.turn_at:
            raise PositionError("position", [refusal("position.finished-turn")])
        return cls(progress, _dice(seed), chance)

    def copy(self) -> Game:
        """An independent copy: what is played on one does not show on the other."""
        new = Game.__new__(Game)
        new.progress = self.progress.copy()
        new.players = self.players[:]
        new.chance = self.chance
        new.meta = dict(self.meta)
        new._dice = self._dice.copy()
        new._drawn = self._drawn[:]
        return new

    def __repr__(self) -> str:
        where = "over" if self.over else f"{self.actor} to decide"
        return f"<Game {self.variant} on {self.board.id}, {len(self.entries)} entries, {where}>"

    # Asking

    @property
    def state(self) -> State:
        """The state of the rules."""
        return self.progress.state

    @property
    def entries(self) -> list[str]:
        """All entries so far, as the record holds them."""
        return self.progress.entries

    @property
    def options(self) -> dict[str, bool | str]:
        """All options, defaults included."""
        return dict(self.progress.start.options)

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.state.setup.atlas.board

    @property
    def variant(self) -> str:
        """`concordia`, `venus` or `venus-team`."""
        return self.state.setup.faces.variant

    @property
    def actor(self) -> Actor:
        """Who decides: a seat, `"*"` for chance, None when the game is over."""
        actor = self.state.actor
        if actor >= 0:
            return actor
        return "*" if actor == roles.CHANCE else None

    @property
    def turn(self) -> int:
        """The seat in turn; in team play or when goods are chosen, `actor` may be another."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.progress.over

    def legal(self) -> list[str]:
        """The legal entries of the present decision, canonical and sorted, without the actor."""
        return self.progress.legal_texts()

    def scores(self) -> list[Score]:
        """The points of each seat if the game ended now."""
        found = []
        for seat in range(self.state.setup.players):
            points = score.by_god(self.state, seat)
            found.append(Score(sum(points), dict(zip(roles.GODS, points, strict=True))))
        return found

    def teams(self) -> list[int] | None:
        """In team play the points of each team, in order of their first seat; else None."""
        return score.totals(self.state) if self.state.setup.team else None

    @property
    def winner(self) -> int | None:
        """The winning seat, in team play the winning team; None before the game is over."""
        return score.winner(self.state) if self.over else None

    def result(self) -> dict[str, Any]:
        """Scores, winner and gods as a record holds them."""
        return self.progress.result()

    # Playing

    def play(self, entry: str) -> str:
        """Play an entry and return it as it is recorded.

        Raises `InvalidEntry` for a text that is no entry, `OutOfTurn` for the entry of somebody
        else, `IllegalEntry` for one the rules do not allow now.
        """
        at = len(self.progress.log)
        self.progress.play(self.progress.code_of(entry))
        self._draw()
        return self.entries[at]

    def undo(self) -> None:
        """Take back the last entry of a player, with the cards that were revealed after it.

        With `chance="manual"` exactly the last entry. Playing on draws the same cards again.
        """
        log = self.progress.log
        if not log:
            raise ViaeError("there is nothing to undo")
        to = len(log) - 1
        while to and self.chance == "auto" and log[to][0] == roles.CHANCE:
            to -= 1
        self.progress.undo(to)
        while self._drawn and self._drawn[-1][0] >= to:
            self._dice = self._drawn.pop()[1].copy()
        self._draw()

    # Saving

    def record(self) -> dict[str, Any]:
        """The game as a record, with its result once it is over."""
        record = self.progress.record(self.players)
        if self.meta:
            record["meta"] = dict(self.meta)
        return record

    def position(self) -> dict[str, Any]:
        """The visible state: the start of this turn, and the entries since then, if any."""
        return self.progress.position(self.players)

    def _draw(self) -> None:
        """Let the game's own generator reveal cards while chance is to act."""
        progress = self.progress
        while self.chance == "auto" and progress.state.actor == roles.CHANCE:
            found = legal(progress.state)
            self._drawn.append((len(progress.log), self._dice.copy()))
            progress.play(found[self._dice.below(len(found))])
        _ = progress.entries  # written down at once: others may hold the list and watch it grow


def _dice(seed: int | None) -> Dice:
    return Dice(random.SystemRandom().getrandbits(60) if seed is None else seed)


def _check_luck(seed: object, chance: object, faults: Faults) -> None:
    if seed is not None and not is_count(seed):
        faults.append(refusal("setup.seed", value=quote(seed)))
    if chance not in ("auto", "manual"):
        faults.append(refusal("setup.chance", value=quote(chance)))


def _need_luck(seed: object, chance: object) -> None:
    faults: Faults = []
    _check_luck(seed, chance, faults)
    if faults:
        raise SetupError("game", faults)


def _names(players: object, faults: Faults) -> list[str] | None:
    if isinstance(players, int) and not isinstance(players, bool):
        return [f"player {seat}" for seat in range(max(0, min(players, 99)))]
    if isinstance(players, (list, tuple)) and all(isinstance(name, str) for name in players):
        return list(players)
    faults.append(refusal("setup.names", value=quote(players)))
    return None


__all__ = ["Actor", "Chance", "Game", "Score"]
