"""Game: the friendly front of the rules: set up, ask what is legal, play, undo, score, save.

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
    IllegalEntry,
    InvalidEntry,
    OutOfTurn,
    PositionError,
    RecordError,
    SetupError,
    ViaeError,
)
from viae.header import VERSION, is_count, show_tokens
from viae.options import changed, check_options, check_players, check_variant, quote, terms_for
from viae.position import ReadPosition, write_position
from viae.record import ReadRecord, compare_result
from viae.rules import codes, explain, notation, roles, score
from viae.rules.figures import Board
from viae.rules.playout import Dice, random_start
from viae.rules.state import BEGIN_TURN, State
from viae.rules.turn import apply, legal

Actor = int | Literal["*"] | None
Chance = Literal["auto", "manual"]
SHOWN = 12  # legal entries named in an error message


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
        state: State,
        board_name: str,
        options: dict[str, bool | str],
        players: Sequence[str],
        dice: Dice,
        chance: Chance = "auto",
    ) -> None:
        self.state = state
        self.board_name = board_name
        self.options = options
        self.players = list(players)
        self.chance: Chance = chance
        self.meta: dict[str, Any] = {}
        self.entries: list[str] = []
        self._dice = dice
        # Before each entry: the state and the dice.
        self._history: list[tuple[State, Dice]] = []
        # Entries before the present turn; a position holds those since.
        self._turn_began = 0
        self._turn_start = state.copy()
        self._start: dict[str, Any] | None = None
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
        faults: list[str] = []
        loaded: Board | None = None
        try:
            loaded = load_board(board)
        except BoardError as problem:
            faults += [f"board {quote(str(board))}: {fault}" for fault in problem.faults]
        right = check_variant(variant, faults)
        names = _names(players, faults)
        if right and names is not None:
            check_players(right, players if isinstance(players, int) else len(names), faults)
        full = check_options({} if options is None else options, right, faults)
        _check_luck(seed, chance, faults)
        if faults or loaded is None or right is None or names is None:
            raise SetupError("game", faults)
        terms = terms_for(loaded, right, len(names), full)
        dice = Dice(random.SystemRandom().getrandbits(60) if seed is None else seed)
        state = random_start(terms, dice)
        game = cls(state, str(board), full, names, dice, chance)
        game._start = {
            "tokens": show_tokens(state.setup),
            "display": [terms.faces.ids[card] for card in state.display],
        }
        if seed is not None:
            game.meta["seed"] = seed
        return game

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
        stands in for the board the record names, for boards that are no file here.
        """
        _need_luck(seed, chance)
        read = ReadRecord(record, board)
        game = cls._replay(read, read.entries if upto is None else read.entries[:upto], seed)
        if upto is None and verify and read.result is not None:
            if not game.over:
                raise RecordError("record", ["it has a result, but the game is not finished"])
            faults = compare_result(read.result, game.result())
            if faults:
                raise RecordError("record", faults)
        game.chance = chance
        game._draw()
        return game

    @classmethod
    def _replay(cls, read: ReadRecord, entries: list[str], seed: int | None) -> Game:
        state = read.start()
        dice = Dice(random.SystemRandom().getrandbits(60) if seed is None else seed)
        game = cls(state, read.board_name, read.options, read.names, dice, "manual")
        game.meta = dict(read.meta)
        game._start = {
            "tokens": show_tokens(read.setup),
            "display": [read.setup.faces.ids[card] for card in read.display],
        }
        for at, entry in enumerate(entries):
            try:
                game._need_actor(entry)
                game.play(entry)
            except EntryError as problem:
                raise RecordError("record", [f"entry {at}, {quote(entry)}: {problem}"]) from problem
        return game

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, Any] | str,
        seed: int | None = None,
        chance: Chance = "auto",
        board: Board | None = None,
    ) -> Game:
        """Set up any situation; one that cannot be raises `PositionError` with every fault."""
        _need_luck(seed, chance)
        read = ReadPosition(position, board)
        dice = Dice(random.SystemRandom().getrandbits(60) if seed is None else seed)
        game = cls(read.state, read.board_name, read.options, read.names, dice, "manual")
        for at, entry in enumerate(read.entries):
            try:
                game._need_actor(entry)
                game.play(entry)
            except EntryError as problem:
                fault = f"entries: entry {at}, {quote(entry)}: {problem}"
                raise PositionError("position", [fault]) from problem
        if read.entries and game._turn_began == len(game.entries):
            fault = "entries: they finish the turn; a position is at its start or inside it"
            raise PositionError("position", [fault])
        game.chance = chance
        game._draw()
        return game

    def copy(self) -> Game:
        """An independent copy: what is played on one does not show on the other."""
        new = Game.__new__(Game)
        new.__dict__.update(self.__dict__)
        new.state = self.state.copy()
        new.options = dict(self.options)
        new.players = self.players[:]
        new.meta = dict(self.meta)
        new.entries = self.entries[:]
        new._dice = self._dice.copy()
        new._history = self._history[:]
        return new

    def __repr__(self) -> str:
        where = "over" if self.over else f"{self.actor} to decide"
        return f"<Game {self.variant} on {self.board.id}, {len(self.entries)} entries, {where}>"

    # Asking

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
        return self.state.decision == roles.OVER

    def legal(self) -> list[str]:
        """The legal entries of the present decision, canonical and sorted, without the actor."""
        setup = self.state.setup
        return sorted([notation.show(setup, code) for code in legal(self.state)])

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
        """The winning seat, in team play the winning team; None while the game goes on."""
        return score.winner(self.state) if self.over else None

    def result(self) -> dict[str, Any]:
        """Scores, winner and gods as a record holds them."""
        scores = self.scores()
        result: dict[str, Any] = {
            "scores": [one.total for one in scores],
            "winner": score.winner(self.state),
            "gods": [one.gods for one in scores],
        }
        teams = self.teams()
        if teams is not None:
            result["teams"] = teams
        return result

    # Playing

    def play(self, entry: str) -> str:
        """Play an entry and return it as it is recorded.

        Raises `InvalidEntry` for a text that is no entry, `OutOfTurn` for the entry of somebody
        else, `IllegalEntry` for one the rules do not allow now.
        """
        code = self._read(entry)
        actor = self.actor
        if code not in legal(self.state):
            self._refuse(code)
        return self._apply(actor, code)

    def undo(self) -> None:
        """Take back the last entry of a player, with the cards that were revealed after it.

        With `chance="manual"` exactly the last entry. Playing on draws the same cards again.
        """
        if not self._history:
            raise ViaeError("there is nothing to undo")
        while True:
            self.state, self._dice = self._history.pop()
            entry = self.entries.pop()
            if self.chance == "manual" or not entry.startswith("*") or not self._history:
                break
        # Find the beginning of the turn again: the last moment at which a turn started.
        self._turn_began = len(self.entries)
        self._turn_start = self.state
        while not self._at_turn_start(self._turn_began):
            self._turn_began -= 1
            self._turn_start = self._history[self._turn_began][0]
        self.state = self.state.copy()
        self._dice = self._dice.copy()
        self._draw()

    # Saving

    def record(self) -> dict[str, Any]:
        """The game as a record, with its result once it is over."""
        if self._start is None:
            raise ViaeError(
                "a game set up from a position has no record; save its position instead"
            )
        record: dict[str, Any] = {
            "viae": VERSION,
            "board": self.board_name,
            "variant": self.variant,
            "options": changed(self.options),
            "players": self.players[:],
            "tokens": dict(self._start["tokens"]),
            "display": list(self._start["display"]),
            "entries": self.entries[:],
        }
        if self.over:
            record["result"] = self.result()
        if self.meta:
            record["meta"] = dict(self.meta)
        return record

    def position(self) -> dict[str, Any]:
        """The visible state: the start of this turn, and the entries since then, if any."""
        position = write_position(self._turn_start, self.board_name, self.options, self.players)
        since = self.entries[self._turn_began :]
        if since:
            position["entries"] = since
        return position

    # Inside

    def _read(self, entry: str) -> int:
        """The code of an entry; checks its form and its actor."""
        if not isinstance(entry, str):
            raise InvalidEntry(f"an entry is a text such as “play prefect”, not {quote(entry)}")
        actor, words = notation.split_actor(entry)
        setup = self.state.setup
        names = ["*", *(str(seat) for seat in range(setup.players))]
        if actor is not None and actor not in names:
            raise InvalidEntry(f"unknown actor {quote(actor)}; there are {', '.join(names)}")
        code = notation.parse(setup, words)
        if self.over:
            raise IllegalEntry("the game is over (R8.1); no entry is legal", "R8.1", [])
        if actor is None:  # only chance reveals, and chance only reveals
            other = (self.actor == "*") != (code >> codes.SHIFT == codes.REVEAL)
        else:
            other = actor != str(self.actor)
        if other:
            who = "chance" if self.actor == "*" else f"seat {self.actor}"
            raise OutOfTurn(f"{quote(entry)} is out of turn: {who} decides now")
        return code

    def _need_actor(self, entry: str) -> None:
        if notation.split_actor(entry)[0] is None:
            raise InvalidEntry("an entry in a record names its actor: “0: play prefect”")

    def _refuse(self, code: int) -> None:
        rule, reason = explain.why(self.state, code)
        found = self.legal()
        shown = ", ".join(found[:SHOWN])
        more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        text = notation.show(self.state.setup, code)
        message = f"“{text}” is illegal: {reason} ({rule}). Legal now: {shown}{more}"
        raise IllegalEntry(message, rule, found)

    def _apply(self, actor: Actor, code: int) -> str:
        entry = self._note(actor, code)
        self._draw()
        return entry

    def _note(self, actor: Actor, code: int) -> str:
        """Apply one code, keep what came before it, and write it down."""
        self._history.append((self.state.copy(), self._dice.copy()))
        entry = f"{actor}: {notation.show(self.state.setup, code)}"
        apply(self.state, code)
        self.entries.append(entry)
        if self._starts_turn(self.state):
            self._turn_began = len(self.entries)
            self._turn_start = self.state.copy()
        return entry

    def _draw(self) -> None:
        """Let the game's own generator reveal cards while chance is to act."""
        while self.chance == "auto" and self.state.actor == roles.CHANCE:
            found = legal(self.state)
            self._note("*", found[self._dice.below(len(found))])

    @staticmethod
    def _starts_turn(state: State) -> bool:
        """Whether a turn begins here, or the game is over."""
        if state.decision == roles.OVER:
            return True
        return state.decision == roles.PLAY and state.detail == BEGIN_TURN

    def _at_turn_start(self, at: int) -> bool:
        if at == len(self._history):
            return self._starts_turn(self.state)
        return at == 0 or self._starts_turn(self._history[at][0])


def _check_luck(seed: object, chance: object, faults: list[str]) -> None:
    if seed is not None and not is_count(seed):
        faults.append(f"a seed is a whole number from 0 on, not {quote(seed)}")
    if chance not in ("auto", "manual"):
        faults.append(f"chance is auto or manual, not {quote(chance)}")


def _need_luck(seed: object, chance: object) -> None:
    faults: list[str] = []
    _check_luck(seed, chance, faults)
    if faults:
        raise SetupError("game", faults)


def _names(players: object, faults: list[str]) -> list[str] | None:
    if isinstance(players, int) and not isinstance(players, bool):
        return [f"player {seat}" for seat in range(max(0, min(players, 99)))]
    if isinstance(players, (list, tuple)) and all(isinstance(name, str) for name in players):
        return list(players)
    faults.append(f"players is a number or a list of names, not {quote(players)}")
    return None


__all__ = ["Actor", "Chance", "Game", "Score"]
