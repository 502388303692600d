"""What a bot decides with: the open game, the legal entries, and the time left.

Nothing is hidden in a state: the order of the cards still to come does not exist (a reveal is drawn
when it happens), and hands follow from what was played. So a bot sees everything its seat may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from viae.errors import IllegalEntry, refusal
from viae.progress import write_entry
from viae.rules import notation, score
from viae.rules.turn import apply
from viae.rules.turn import legal as legal_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viae.progress import Progress
    from viae.rules.setup import Setup
    from viae.rules.state import State


Played = tuple[int, int] | str  # an entry: its actor and code, or its text with the actor


def show_entry(setup: Setup, entry: Played) -> str:
    """An entry as a record holds it: “0: play prefect”, “*: reveal mason-1”."""
    if isinstance(entry, str):
        return entry
    return write_entry(setup, *entry)


class Course:
    """How the game came here: the state it began with, and everything played since.

    `entries` is the driver's own growing list, either of (actor, code) or of texts as a record
    holds them. It may shrink where somebody takes entries back.
    """

    __slots__ = ("entries", "start")

    def __init__(self, start: State, entries: Sequence[Played]) -> None:
        self.start = start
        self.entries = entries

    @classmethod
    def of(cls, progress: Progress) -> Course:
        """The course of a game in progress, which grows with it."""
        return cls(progress.start.state, progress.log)

    def texts(self) -> list[str]:
        """All entries as a record holds them."""
        setup = self.start.setup
        return [show_entry(setup, entry) for entry in self.entries]


class Observation:
    """One decision of one seat. A bot looks at `state` and must not change it: it copies.

    `legal` holds the codes of all legal entries, `time` the seconds left for this turn (None: there
    is no clock), `course` how the game came here, where the driver keeps it.
    """

    __slots__ = ("_entries", "course", "legal", "seat", "state", "time")

    _entries: list[str]

    def __init__(
        self,
        seat: int,
        state: State,
        legal: list[int],
        time: float | None = None,
        course: Course | None = None,
    ) -> None:
        self.seat = seat
        self.state = state
        self.legal = legal
        self.time = time
        self.course = course

    @property
    def entries(self) -> list[str]:
        """The texts of `legal`, in the same order."""
        try:
            return self._entries
        except AttributeError:  # asked for the first time: many bots never do
            setup = self.state.setup
            self._entries = [notation.show(setup, code) for code in self.legal]
            return self._entries

    def show(self, code: int) -> str:
        """The text of a code."""
        return notation.show(self.state.setup, code)

    def code(self, text: str) -> int:
        """The code of a legal entry; its text is read forgivingly, as everywhere.

        Raises `InvalidEntry` for a text that is no entry, `IllegalEntry` for one not legal now.
        """
        actor, words = notation.split_actor(text)
        code = notation.parse(self.state.setup, words)
        if code not in self.legal or actor not in (None, str(self.seat)):
            raise IllegalEntry(
                refusal("entry.not-legal", entry=self.show(code)), legal=self.entries
            )
        return code

    def after(self, entry: int | str) -> State:
        """The state after a legal entry of this decision; the state at hand stays as it is."""
        state = self.state.copy()
        apply(state, self.code(entry) if isinstance(entry, str) else entry)
        return state

    def at(self, state: State) -> Observation:
        """What this seat would see in another state, with what is legal there."""
        return Observation(self.seat, state, legal_in(state), self.time)

    def points(self, state: State | None = None) -> int:
        """What this seat's side (in team play the team) would score in a state; here and now."""
        state = self.state if state is None else state
        points = score.total(state, self.seat)
        partner = state.setup.partner[self.seat]
        return points if partner == self.seat else points + score.total(state, partner)

    def lead(self, state: State | None = None) -> int:
        """How many points this seat's side is ahead of the best other one; negative if behind."""
        state = self.state if state is None else state
        points = score.totals(state)
        own = points.pop(self.seat % state.setup.sides)
        return own - max(points)
