"""External programs as bots: a protocol of JSON lines over stdin and stdout (docs/bot-protocol.md).

A program is started for one seat of one game. It gets a description of the game and, for each
decision, the position, the entries since the last decision, and the legal entries.
"""

from __future__ import annotations

from math import isfinite
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import viae
from viae.bots.program import Program
from viae.bots.registry import BotFailure
from viae.data import board_figures
from viae.errors import SetupError
from viae.options import DEFAULTS, quote
from viae.progress import Progress, Start
from viae.rules.state import begins_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viae.bots.observation import Observation, Played
    from viae.rules.state import State

PROTOCOL: Final = 1
HELLO: Final = 30.0  # seconds to start and say hello
GRACE: Final = 2.0  # seconds to answer after `stop`
PATIENCE: Final = 600.0  # seconds for an answer where there is no clock


class ProcessBot:
    """A program that speaks the protocol; what goes wrong with it raises `BotFailure`."""

    asked_always = False

    def __init__(self, command: str, seed: int, settings: dict[str, str]) -> None:
        self._seed = seed
        self._follower = Follower()
        self._begun = False
        self._program = Program(command)
        try:
            self.name = self._greet(settings)
        except BaseException:
            self._program.end(politely=False)
            raise

    def choose(self, observation: Observation) -> str:
        """Ask the program, and hand its answer on as it is."""
        try:
            return self._ask(observation)
        except BotFailure:
            self._program.end(politely=False)
            raise

    def close(self) -> None:
        """Send the program home."""
        self._program.end(politely=True)

    def _greet(self, settings: dict[str, str]) -> str:
        """Say hello, be told name and options, and set those that were asked for."""
        deadline = monotonic() + HELLO
        hello = {"type": "hello", "protocol": PROTOCOL, "viae": viae.__version__}
        self._program.send(hello, deadline)
        answer = self._program.receive("hello", deadline)
        if answer is None:
            raise BotFailure("timeout", f"has not said hello in {HELLO:.0f} seconds")
        if answer.get("protocol", PROTOCOL) != PROTOCOL:
            told = quote(answer["protocol"])
            raise BotFailure("protocol", f"speaks protocol {told}, not {PROTOCOL}")
        options = read_options(settings, answer.get("options", []))
        if options:
            self._program.send({"type": "options", "options": options}, deadline)
        return str(answer.get("name", ""))

    def _ask(self, observation: Observation) -> str:
        time = observation.time
        began = monotonic()
        latest = began + (PATIENCE if time is None else time)
        last = latest + GRACE
        program = self._program
        if program.forget():
            raise BotFailure("protocol", "has answered without being asked")
        position = self._follower.follow(observation)
        if not self._begun:
            self._begun = True
            program.send(new_game(observation, self._seed), last)
        program.send({"type": "position", **position}, last)
        left = None if time is None else round(max(0.0, latest - monotonic()), 4)
        legal = sorted(observation.entries)
        program.send({"type": "go", "time": left, "legal": legal}, last)
        answer = program.receive("bestentry", latest)
        if answer is None:
            program.send({"type": "stop"}, last)
            answer = program.receive("bestentry", last)
        if answer is None:
            spent = f"{monotonic() - began:.1f} seconds"
            given = "and there is no clock" if time is None else f"it had {time:.1f}"
            raise BotFailure("timeout", f"has not answered in {spent}, {given}")
        entry = answer.get("entry")
        if not isinstance(entry, str):
            fault = f"“bestentry” has the text of a legal entry as “entry”, not {quote(entry)}"
            raise BotFailure("protocol", fault)
        return entry


def make(command: str, seed: int, settings: dict[str, str]) -> ProcessBot:
    """Start a program; SetupError for wrong settings, BotFailure for a program that fails."""
    return ProcessBot(command, seed, settings)


# What is told of the game


def new_game(observation: Observation, seed: int) -> dict[str, Any]:
    """The message that begins a game."""
    state = observation.state
    course = observation.course
    terms = state.setup.terms
    board = state.setup.atlas.board
    start = course.start if course is not None else state
    return {
        "type": "new_game",
        "seat": observation.seat,
        "board": board.id,
        "variant": state.setup.faces.variant,
        "players": state.setup.players,
        "options": options_of(state),
        "seed": seed,
        "position": show_position(follow_from(start)),
        "map": board_figures(terms.agreed[0]),
    }


def options_of(state: State) -> dict[str, bool | str]:
    """All options of a game, defaults included."""
    return dict(zip(DEFAULTS, state.setup.terms.agreed[4:], strict=True))


def follow_from(state: State) -> Progress:
    """A game to follow from this state on."""
    setup = state.setup
    names = [f"player {seat}" for seat in range(setup.players)]
    return Progress(Start(state.copy(), options_of(state), names))


def show_position(progress: Progress) -> dict[str, Any] | None:
    """The position with what was played in the turn; None where no beginning of a turn is known."""
    return progress.position() if begins_turn(progress.turn_state) else None


class Follower:
    """Follows a game from decision to decision: its turns, and what is new."""

    def __init__(self) -> None:
        self._seen: list[Played] = []
        self._progress: Progress | None = None

    def follow(self, observation: Observation) -> dict[str, Any]:
        """`number`, `since` and `position` for the message of that name."""
        course = observation.course
        if course is None:
            # Nobody keeps the course: only the beginning of a turn tells the whole story.
            position = show_position(follow_from(observation.state))
            return {"number": None, "since": None, "position": position}
        progress = self._progress
        if progress is None:
            progress = self._progress = follow_from(course.start)
        since = self._catch_up(progress, course.entries)
        return {"number": len(progress.log), "since": since, "position": show_position(progress)}

    def _catch_up(self, progress: Progress, entries: Sequence[Played]) -> list[str] | None:
        """Play what is new; its texts, or None where entries were taken back in between."""
        known = len(self._seen)
        if self._seen != list(entries[:known]):
            pairs = zip(self._seen, entries, strict=False)
            changed = (at for at, (one, other) in enumerate(pairs) if one != other)
            known = next(changed, len(entries))
            progress.undo(known)
        taken_back = known < len(self._seen)
        self._seen = list(entries)
        for entry in self._seen[known:]:
            if isinstance(entry, str):
                progress.read(entry)
            else:
                progress.play(entry[1])
        return None if taken_back else progress.entries[known:]


# Options


def read_options(settings: dict[str, str], told: object) -> dict[str, Any]:
    """The settings as values of the types that the program wants them in."""
    if not isinstance(told, list) or not all(_is_option(one) for one in told):
        raise BotFailure("protocol", "“options” is a list of objects, each with a “name”")
    known = {option["name"].lower().replace("-", "_"): option for option in told}
    faults: list[str] = []
    values: dict[str, Any] = {}
    for key, text in settings.items():
        if key not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            faults.append(f"the program has no option “{key}”; {has}")
            continue
        try:
            values[known[key]["name"]] = _value(known[key], text)
        except ValueError as problem:
            faults.append(f"the option “{key}” is {problem}, not {quote(text)}")
    if faults:
        raise SetupError("bots", faults)
    return values


def _is_option(option: object) -> bool:
    return isinstance(option, dict) and isinstance(option.get("name"), str)


def _value(option: dict[str, Any], text: str) -> Any:
    """A text as the option wants it; ValueError with what it would be."""
    kind = option.get("type", "text")
    if kind == "boolean":
        if text.lower() not in ("true", "false"):
            raise ValueError("true or false")
        return text.lower() == "true"
    if kind == "choice":
        given = option.get("choices")
        choices = given if isinstance(given, list) else []
        if text not in choices:
            raise ValueError(f"one of {', '.join(map(str, choices))}")
        return text
    if kind in ("integer", "number"):
        return _number(option, text, int if kind == "integer" else float)
    return text


def _number(option: dict[str, Any], text: str, read: type[int | float]) -> int | float:
    low, high = option.get("min"), option.get("max")
    bounds = f" from {low}" if low is not None else ""
    bounds += f" up to {high}" if high is not None else ""
    what = f"a {'whole ' if read is int else ''}number{bounds}"
    try:
        value = read(text)
        # JSON has neither a number without end nor one that is none.
        right = isfinite(value)
        right = right and (low is None or value >= low) and (high is None or value <= high)
    except (OverflowError, TypeError, ValueError):
        right = False
    if not right:
        raise ValueError(what)
    return value
