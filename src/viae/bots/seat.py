"""A bot at its seat: asked, timed, checked, and replaced if it fails.

>>> from viae import Game
>>> from viae.rules.turn import legal
>>> game = Game.new(seed=1)
>>> seated = Seated("random", seed=7)
>>> code = seated.decide(game.state, legal(game.state))
>>> seated.close()
>>> seated.faults
[]
"""

from __future__ import annotations

from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from viae.bots.observation import Course, Observation
from viae.bots.registry import (
    BUILT_IN,
    BotFailure,
    FaultKind,
    blame,
    build,
    close_bot,
    printable,
    recipe,
)
from viae.errors import EntryError, SetupError
from viae.rules.state import begins_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from viae.bots.registry import Bot
    from viae.rules.state import State

STAND_INS: Final = ("greedy", "random")  # who takes the seat of a bot that failed, in this order
NOWHERE: Final = -1


class Fault(NamedTuple):
    """Why a bot lost its seat."""

    seat: int
    name: str
    kind: FaultKind
    text: str


class Seated:
    """A bot at a seat of one game.

    `time` is what it has for a turn, in seconds (None: no clock). `course` is how the game came
    here, for outside programs: without it they are shown no position inside a turn. `timed=False`
    leaves `turn_seconds` empty where nobody reads it.

    A bot that fails is replaced for the rest of the game; `faults` says why. `turn_seconds` has the
    time thought in each turn, whoever's it was, in which the bot was asked. `seat` is known from
    its first decision on.
    """

    def __init__(
        self,
        name: str,
        seed: int,
        time: float | None = None,
        *,
        course: Course | None = None,
        timed: bool = True,
    ) -> None:
        self.name = name
        self.time = time
        self.course = course
        self.seat = NOWHERE
        self.faults: list[Fault] = []
        self.turn_seconds: list[float] = []
        self._seed = seed
        self._timed = timed or time is not None
        self._turn = NOWHERE  # whose turn it was when the bot was last asked
        self._asked = False  # in this turn
        self._playing = name  # who sits here now
        self._failed: set[str] = set()
        self._closed = True  # nobody sits here yet
        self._bot: Bot
        self._copies: bool
        self._always: bool
        self._draw: Callable[[list[int]], int] | None
        try:
            self._sit(name)
        except BotFailure as problem:
            self._replace(problem.kind, problem.text)

    @property
    def playing(self) -> str:
        """The name of the bot that plays now: `name`, or whoever replaced it."""
        return self._playing

    def decide(self, state: State, legal: list[int]) -> int:
        """The code of the entry that the bot plays; `legal` are all it may play."""
        if self._draw is not None:
            return self._draw(legal)
        if state.turn != self._turn or begins_turn(state):
            self._turn = state.turn
            self._asked = False
            if self.seat == NOWHERE:
                self._take_seat(state.actor)
        if len(legal) == 1 and not self._always:
            return legal[0]
        while True:
            try:
                if self._timed:
                    answer = self._ask_timed(state, legal)
                elif self._copies:
                    answer = self._bot.choose(self._observe(state, legal, None))
                else:
                    answer = self._bot.choose(
                        Observation(state.actor, state, legal, None, self.course)
                    )
                if type(answer) is int:
                    if answer in legal:
                        return answer
                    raise BotFailure("illegal", f"the code {answer} is not a legal entry")
                return self._read(answer, state, legal)
            except BotFailure as problem:
                self._replace(problem.kind, problem.text)
            except (Exception, SystemExit) as problem:  # noqa: BLE001 - a bot may raise anything
                self._replace("crash", blame(problem))

    def close(self) -> None:
        """The game is over for this bot; to say so twice does no harm."""
        if self._closed:
            return
        self._closed = True
        try:
            close_bot(self._bot)
        # As above; the game is played all the same.
        except (Exception, SystemExit) as problem:  # noqa: BLE001
            self.faults.append(Fault(self.seat, self._playing, "crash", printable(blame(problem))))

    def _observe(self, state: State, legal: list[int], time: float | None) -> Observation:
        if self._copies:  # somebody else's bot that changes what it is shown harms only itself
            return Observation(state.actor, state.copy(), legal[:], time, self.course)
        return Observation(state.actor, state, legal, time, self.course)

    def _ask_timed(self, state: State, legal: list[int]) -> int | str:
        if not self._asked:
            self._asked = True
            self.turn_seconds.append(0.0)
        left = None if self.time is None else max(0.0, self.time - self.turn_seconds[-1])
        began = perf_counter()
        try:
            return self._bot.choose(self._observe(state, legal, left))
        finally:
            self.turn_seconds[-1] += perf_counter() - began

    def _read(self, answer: object, state: State, legal: list[int]) -> int:
        """The code of an answer that is a text, or a whole number of another kind."""
        try:
            if isinstance(answer, str):
                return Observation(state.actor, state, legal).code(answer)
            code = index(answer)  # type: ignore[arg-type]
        except EntryError as problem:
            raise BotFailure("illegal", str(problem)) from problem
        except TypeError:
            code = NOWHERE
        if isinstance(answer, bool) or code not in legal:
            text = f"the answer is the code or the text of a legal entry, not {answer!r:.60}"
            raise BotFailure("illegal", text)
        return code

    def _take_seat(self, seat: int) -> None:
        self.seat = seat
        self.faults = [fault._replace(seat=seat) for fault in self.faults]

    def _sit(self, name: str) -> None:
        self._playing = name
        self._bot = build(name, self._seed)
        self._closed = False
        self._copies = not recipe(name).trusted
        self._always = bool(getattr(self._bot, "asked_always", False))
        # Random games are counted in thousands a second: a bot that only draws is not shown more.
        blind = not (self._timed or self._copies)
        self._draw = getattr(self._bot, "draw", None) if blind else None

    def _replace(self, kind: FaultKind, text: str) -> None:
        """Put somebody simple at the seat, for the rest of the game."""
        self.faults.append(Fault(self.seat, self._playing, kind, printable(text)))
        self._failed.add(self._playing.partition(":")[0])
        self.close()
        for name in STAND_INS:
            if name in BUILT_IN and name not in self._failed:
                try:
                    self._sit(name)
                except (BotFailure, SetupError):
                    self._failed.add(name)
                else:
                    return
        raise BotFailure(kind, f"nobody is left to play for “{self.name}”: {text}")
