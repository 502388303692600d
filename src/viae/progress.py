"""Progress: one game in progress: how it began, what was played, and where it stands.

Everything that plays games holds one of these: `Game`, the tables of the server, the environments,
the arena, the programs that play as bots. It draws no cards, keeps no clock and knows no players
but their names.

>>> from viae.game import Game
>>> progress = Progress(Game.new(players=2, seed=7).progress.start)
>>> progress.play(progress.code_of("play prefect"))
>>> progress.play(progress.code_of("produce gallia"))
>>> progress.entries, progress.turns, progress.turn_at
(['0: play prefect', '0: produce gallia'], 2, 2)
>>> progress.undo(1)
>>> progress.entries, progress.turns, progress.turn_at
(['0: play prefect'], 1, 0)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from viae.errors import IllegalEntry, InvalidEntry, OutOfTurn, ViaeError, refusal
from viae.options import quote
from viae.position import ReadPosition, is_position, write_position
from viae.record import ReadRecord, write_record, write_result
from viae.rules import codes, explain, notation, roles
from viae.rules.figures import Board
from viae.rules.playout import Dice, random_start
from viae.rules.setup import Setup
from viae.rules.state import State, begins_turn, between_turns
from viae.rules.terms import Terms
from viae.rules.turn import apply, legal

CHANCE: Final = "*"  # the name of the actor chance
ALL: Final = 1_000_000  # keep the beginnings of all turns: more than any game has
# Where games that nobody watches are stopped (R8.3): bots may pass for ever. Games of bots that
# end have a few hundred entries; of 3,000 random games the longest had 3,118.
MOST_ENTRIES: Final = 5_000


def actor_name(actor: int) -> str:
    """An actor as entries name it: “0”, or “*” for chance."""
    return CHANCE if actor == roles.CHANCE else str(actor)


def write_entry(setup: Setup, actor: int, code: int) -> str:
    """An entry as a record holds it: “0: play prefect”, “*: reveal mason-1”."""
    return f"{actor_name(actor)}: {notation.show(setup, code)}"


@dataclass(frozen=True, slots=True)
class Start:
    """How a game begins. `state` is its first state and is never changed.

    `position` says that the game was set up from a position: such a game has no record.
    """

    state: State
    options: dict[str, bool | str]
    names: list[str]
    position: bool = False

    @classmethod
    def deal(
        cls,
        terms: Terms,
        dice: Dice,
        options: dict[str, bool | str],
        names: Sequence[str],
    ) -> Start:
        """A fresh deal (R2): tokens and display as the dice fall."""
        return cls(random_start(terms, dice), options, list(names))

    @classmethod
    def read(cls, document: Mapping[str, Any], board: Board | None = None) -> Start:
        """The start that a record or a position describes; its entries are not looked at.

        `board` stands in for the board the document names.
        """
        bare = {**document, "entries": []}
        if is_position(document):
            return cls.of_position(ReadPosition(bare, board))
        return cls.of_record(ReadRecord(bare, board))

    @classmethod
    def of_record(cls, read: ReadRecord) -> Start:
        """The start of a record."""
        return cls(read.start(), read.options, read.names)

    @classmethod
    def of_position(cls, read: ReadPosition) -> Start:
        """The start that a position sets up: the beginning of its turn."""
        return cls(read.state, read.options, read.names, position=True)

    @property
    def setup(self) -> Setup:
        """The fixed facts of the game."""
        return self.state.setup


class Progress:
    """One game in progress.

    `log` has the actor and the code of every entry so far; `entries` has their texts, written when
    they are asked for. `turns` counts the turns that have begun. `turn_at` is the number of
    entries before the present turn; after the end of the game, the number of all entries.

    `keep` says how many of the latest beginnings of turns are kept as states. Going back to before
    the earliest of them replays the game. With 0 nothing is kept, for simulations that never ask.
    """

    __slots__ = ("_keep", "_kept", "_texts", "log", "start", "state", "turn_at", "turns")

    def __init__(self, start: Start, keep: int = 1) -> None:
        self.start = start
        self.log: list[tuple[int, int]] = []
        self._texts: list[str] = []
        self._keep = keep
        self._rewind()

    def _rewind(self) -> None:
        """Go to the start; the log stays."""
        self.state: State = self.start.state.copy()
        self.turns: int = 1 if begins_turn(self.state) else 0
        self.turn_at: int = 0
        # The beginnings of the latest turns: entries before, turns begun, state.
        self._kept: list[tuple[int, int, State]] = []

    # Asking

    @property
    def setup(self) -> Setup:
        """The fixed facts of the game."""
        return self.state.setup

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.decision == roles.OVER

    @property
    def actor(self) -> int | None:
        """The seat that decides; None for chance and after the end."""
        return self.state.actor if self.state.actor >= 0 else None

    @property
    def entries(self) -> list[str]:
        """The entries so far, as a record holds them. The list grows with the game."""
        texts = self._texts
        if len(texts) < len(self.log):
            # As `write_entry`, but many at once; chance is -1 and so has the last name.
            setup = self.state.setup
            names = [*map(str, range(setup.players)), CHANCE]
            show = notation.show
            new = self.log[len(texts) :]
            texts += [f"{names[actor]}: {show(setup, code)}" for actor, code in new]
        return texts

    @property
    def turn_state(self) -> State:
        """The state at `turn_at`, only to be read.

        It is between turns, unless the game began in the middle of a turn that is not over yet.
        """
        if self._kept and self._kept[-1][0] == self.turn_at:
            return self._kept[-1][2]
        return self.start.state if self.turn_at == 0 else self.at(self.turn_at).state

    def legal(self) -> list[int]:
        """The codes of the legal entries, in the order of their texts."""
        setup = self.state.setup
        return sorted(legal(self.state), key=lambda code: notation.show(setup, code))

    def legal_texts(self) -> list[str]:
        """The legal entries, canonical and sorted, without the actor."""
        setup = self.state.setup
        return sorted([notation.show(setup, code) for code in legal(self.state)])

    def code_of(
        self, entry: object, seats: Collection[int] | None = None, named: bool = False
    ) -> int:
        """The code of an entry that may be played now.

        `seats` are the seats of whoever wants to play it; None means anybody. With `named` the
        text must name the actor, as entries of records and positions do. Raises
        `InvalidEntry` for what is no entry, `OutOfTurn` for an entry of somebody who does not
        decide now, `IllegalEntry` for one that the rules do not allow now.
        """
        if not isinstance(entry, str):
            raise InvalidEntry(refusal("entry.not-text", value=quote(entry)))
        name, words = notation.split_actor(entry)
        state = self.state
        setup = state.setup
        if name is None and named:
            raise InvalidEntry(refusal("entry.no-actor"))
        if name is not None and name != actor_name(state.actor):
            names = [CHANCE, *map(str, range(setup.players))]
            if name not in names:
                shown = notation.printable(name)
                raise InvalidEntry(refusal("unknown.actor", word=shown, known=names))
        code = notation.parse(setup, words)
        if self.over:
            raise IllegalEntry(explain.ASKED[roles.OVER])
        actor = state.actor
        if name is None:  # only chance reveals, and chance only reveals
            fits = (actor == roles.CHANCE) == (codes.verb_of(code) == codes.REVEAL)
        else:
            fits = name == actor_name(actor)
        if not fits or (seats is not None and actor not in seats):
            raise OutOfTurn(explain.out_of_turn(entry, actor))
        self.check(code)
        return code

    def check(self, code: int) -> None:
        """Raise `IllegalEntry`, with the rule and what is legal, unless a code is legal now."""
        if code in legal(self.state):
            return
        why = explain.why(self.state, code)
        raise IllegalEntry(why, notation.show(self.state.setup, code), self.legal_texts())

    # Playing

    def play(self, code: int) -> None:
        """Play a legal code. Whether it is legal is not checked: `code_of` does that."""
        state = self.state
        self.log.append((state.actor, code))
        apply(state, code)
        if between_turns(state):
            self._note_turn()

    def _note_turn(self) -> None:
        """Note that a turn begins here, or that the game is over."""
        self.turn_at = len(self.log)
        if begins_turn(self.state):
            self.turns += 1
        if self._keep:
            self._kept.append((self.turn_at, self.turns, self.state.copy()))
            if len(self._kept) > self._keep:
                del self._kept[0]

    def read(self, entry: str) -> None:
        """Play an entry that was checked when it was written, such as one of a stored log."""
        self.play(notation.parse(self.state.setup, notation.split_actor(entry)[1]))

    def read_all(self, entries: Iterable[str]) -> None:
        """Play such entries one after the other."""
        for entry in entries:
            self.read(entry)

    def undo(self, to: int) -> None:
        """Go back to the first `to` entries."""
        if not 0 <= to <= len(self.log):
            raise ViaeError(f"there are {len(self.log)} entries; it is not possible to keep {to}")
        while self._kept and self._kept[-1][0] > to:
            self._kept.pop()
        if self._kept:
            self.turn_at, self.turns, state = self._kept[-1]
            self.state = state.copy()
        else:
            self._rewind()
        again = self.log[self.turn_at : to]
        del self.log[self.turn_at :]  # in place: others may hold the list
        del self._texts[to:]
        for _actor, code in again:
            self.play(code)

    def at(self, number: int) -> Self:
        """The game after its first `number` entries, as an independent object."""
        past = self.copy()
        past.undo(number)
        return past

    def copy(self) -> Self:
        """An independent copy: what is played on one does not show on the other."""
        new = object.__new__(type(self))
        new.start = self.start
        new.state = self.state.copy()
        new.log = self.log[:]
        new.turns = self.turns
        new.turn_at = self.turn_at
        new._texts = self._texts[:]
        new._keep = self._keep
        new._kept = self._kept[:]
        return new

    # Saving

    def result(self) -> dict[str, Any]:
        """Scores, winner and gods as a record holds them, if the game were scored now."""
        return write_result(self.state)

    def record(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """The game so far as a record, with its result once it is over."""
        start = self.start
        if start.position:
            raise ViaeError(
                "a game set up from a position has no record; save its position instead"
            )
        record = write_record(
            start.state,
            start.options,
            start.names if names is None else names,
            self.entries,
        )
        if self.over:
            record["result"] = self.result()
        return record

    def position(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """The beginning of the present turn as a position, with the entries since, if any."""
        start = self.start
        position = write_position(
            self.turn_state,
            start.options,
            list(start.names if names is None else names),
        )
        since = self.entries[self.turn_at :]
        if since:
            position["entries"] = since
        return position


__all__ = [
    "ALL",
    "CHANCE",
    "Progress",
    "Start",
    "actor_name",
    "begins_turn",
    "between_turns",
    "is_position",
    "write_entry",
]
