"""A bot at its seat: asked when there is a choice, timed, checked, and replaced when it fails."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tests.bots.asking import registered
from viae import Game
from viae.bots import Course, Fault, Observation, Seated, registry
from viae.rules import notation
from viae.rules.turn import legal

STAND_IN = "greedy" if "greedy" in registry.BUILT_IN else "random"


class Scripted:
    """A bot that does what a test says."""

    def __init__(self, choose: Callable[[Observation], Any], **also: Any) -> None:
        self.choose = choose
        for name, value in also.items():
            setattr(self, name, value)


@pytest.fixture
def seat(request: pytest.FixtureRequest) -> Iterator[Callable[..., Seated]]:
    """Makes a bot from a function and puts it at a seat."""

    bots: list[Scripted] = []

    def make(
        choose: Callable[[Observation], Any], time: float | None = None, **also: Any
    ) -> Seated:
        bots.append(Scripted(choose, **also))
        return Seated("scripted", 1, time)

    with registered("scripted", lambda seed: bots[-1]):
        yield make


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that the seats look at."""
    clock = Clock()
    monkeypatch.setattr("viae.bots.seat.perf_counter", clock)
    return clock


class Listener:
    """Plays the first entry and remembers what it was asked."""

    def __init__(self) -> None:
        self.heard: list[Observation] = []

    def __call__(self, seen: Observation) -> int:
        self.heard.append(seen)
        return seen.legal[0]


def decide(seated: Seated, game: Game) -> str:
    """Let a bot decide and play it."""
    code = seated.decide(game.state, legal(game.state))
    return game.play(notation.show(game.state.setup, code))


def first(seen: Observation) -> int:
    return seen.legal[0]


# Asking


def test_a_code_and_a_text_are_answers(seat: Callable[..., Seated]) -> None:
    game = Game.new(seed=1)
    for answer in (
        "play prefect",
        "0: Play PREFECT",
        lambda seen: seen.code("play prefect"),
        lambda seen: np.int64(seen.code("play prefect")),
    ):
        seated = seat(answer if callable(answer) else lambda _, text=answer: text)
        assert decide(seated, game.copy()) == "0: play prefect"
        assert seated.faults == []


def test_an_only_entry_is_played_without_asking(seat: Callable[..., Seated]) -> None:
    listener = Listener()
    game = Game.new(seed=1)
    seated = seat(listener)
    (one, *_) = legal(game.state)
    assert seated.decide(game.state, [one]) == one
    assert listener.heard == []
    assert seated.turn_seconds == []


def test_a_bot_can_want_to_be_asked_always(seat: Callable[..., Seated]) -> None:
    listener = Listener()
    game = Game.new(seed=1)
    seated = seat(listener, asked_always=True)
    seated.decide(game.state, legal(game.state)[:1])
    assert len(listener.heard) == 1


def test_the_bot_is_shown_its_seat_the_state_and_the_course(seat: Callable[..., Seated]) -> None:
    listener = Listener()
    game = Game.new(seed=1)
    game.play("play prefect")
    game.play("produce gallia")
    seated = seat(listener)
    seated.course = Course(game.state, game.entries)
    seated.decide(game.state, legal(game.state))
    (seen,) = listener.heard
    assert seen.seat == seated.seat == 1
    assert seen.state.key() == game.state.key()
    assert seen.course is seated.course
    assert seen.time is None


def test_a_bot_that_changes_what_it_is_shown_harms_only_itself(seat: Callable[..., Seated]) -> None:
    def vandal(seen: Observation) -> int:
        code = seen.legal.pop()
        seen.state.coins[0] = 99
        seen.legal.clear()
        return code

    game = Game.new(seed=1)
    found = legal(game.state)
    count = len(found)
    key = game.state.key()
    seat(vandal).decide(game.state, found)
    assert game.state.key() == key
    assert len(found) == count


def test_built_in_bots_are_trusted_with_the_state_itself() -> None:
    assert registry.recipe("random").trusted


# Time


def test_the_time_left_shrinks_during_a_turn_and_is_whole_again_in_the_next(
    seat: Callable[..., Seated], now: Clock
) -> None:
    left: list[float | None] = []

    def slow(seen: Observation) -> int:
        left.append(seen.time)
        now.pass_by(0.25)
        text = next((text for text in seen.entries if "architect" in text or text == "done"), "")
        return seen.code(text) if text else seen.legal[0]

    seated = seat(slow, 1.0)
    game = Game.new(seed=1)
    other = Seated("random", 3)
    while len(left) < 4:
        decide(seated if game.actor == 0 else other, game)
    assert left == [1.0, 0.75, 1.0, 0.75]  # the third is a new turn
    assert seated.turn_seconds == [0.5, 0.5]


def test_a_bot_that_overran_its_time_has_none_left_but_is_asked(
    seat: Callable[..., Seated], now: Clock
) -> None:
    left: list[float | None] = []

    def slow(seen: Observation) -> str:
        left.append(seen.time)
        now.pass_by(2.0)
        return "play architect" if "play architect" in seen.entries else "done"

    seated = seat(slow, 1.0)
    game = Game.new(seed=1)
    decide(seated, game)
    decide(seated, game)
    assert left == [1.0, 0.0]
    assert seated.faults == []  # in this process nobody can be interrupted
    assert seated.turn_seconds == [4.0]


def test_decisions_in_turns_of_others_have_a_budget_of_their_own(
    seat: Callable[..., Seated], now: Clock
) -> None:
    """R10.1: partners carry out a card in the same turn; each has time of their own for it."""
    left: list[tuple[int, float | None]] = []

    def slow(seen: Observation) -> str:
        left.append((seen.state.turn, seen.time))
        now.pass_by(0.25)
        return "play architect" if "play architect" in seen.entries else "done"

    game = Game.new(variant="venus-team", players=4, seed=1)
    seated = seat(slow, 1.0)
    for entry in ("play architect", "done"):
        game.play(entry)
    assert (game.turn, game.actor) == (0, 2)
    decide(seated, game)
    other = Seated("random", 3)
    while not (game.turn == 2 and game.actor == 2):
        decide(other, game)
    decide(seated, game)
    assert left == [(0, 1.0), (2, 1.0)]
    assert len(seated.turn_seconds) == 2


def test_nobody_looks_at_the_clock_where_nobody_reads_it() -> None:
    game = Game.new(seed=1)
    seated = Seated("random", 1, timed=False)
    decide(seated, game)
    assert seated.turn_seconds == []


# Faults


def fail(seen: Observation) -> int:
    raise KeyError("Gaul")


def leave(*_: object) -> int:
    sys.exit(0)


@pytest.mark.parametrize(
    ("choose", "kind", "said"),
    [
        (leave, "crash", "SystemExit: 0"),
        (fail, "crash", r"KeyError: 'Gaul' \(.*test_seat\.py, line \d+\)"),
        (lambda seen: "collect", "illegal", "“collect” is not legal now"),
        (lambda seen: "dance", "illegal", "unknown verb “dance”"),
        (lambda seen: -5, "illegal", "the code -5 is not a legal entry"),
        (lambda seen: None, "illegal", "the code or the text of a legal entry, not None"),
        (lambda seen: True, "illegal", "the code or the text of a legal entry, not True"),
        (lambda seen: 1.5, "illegal", "not 1.5"),
        (lambda seen: "\x1b[2J", "illegal", "unknown verb"),
    ],
)
def test_a_bot_that_fails_is_replaced_for_the_rest_of_the_game(
    seat: Callable[..., Seated],
    choose: Callable[[Observation], Any],
    kind: str,
    said: str,
) -> None:
    closed: list[int] = []
    game = Game.new(board="italia", players=2, seed=1)
    seated = seat(choose, close=lambda: closed.append(1))
    other = Seated("random", 2)
    while game.turn == 0 or len(game.entries) < 12:
        decide(seated if game.actor == 0 else other, game)
    assert closed == [1]
    (fault,) = seated.faults
    assert (fault.seat, fault.name, fault.kind) == (0, "scripted", kind)
    assert re.search(said, fault.text)
    assert fault.text.isprintable()
    assert seated.name == "scripted"
    assert seated.playing == STAND_IN


def test_a_bot_that_cannot_be_made_is_replaced_and_told_with_its_seat() -> None:
    def broken(seed: int) -> Any:
        raise RuntimeError("no weights")

    with registered("broken", broken):
        seated = Seated("broken", 1)
    game = Game.new(seed=1)
    game.play("play prefect")
    game.play("produce gallia")
    decide(seated, game)
    (fault,) = seated.faults
    assert fault[:3] == (1, "broken", "crash")
    assert "no weights" in fault.text


def test_a_bot_that_wants_to_leave_while_it_is_made_or_closed_ends_nothing_else(
    seat: Callable[..., Seated],
) -> None:
    with registered("leaving", leave):
        assert "SystemExit" in Seated("leaving", 1).faults[0].text
    seated = seat(first, close=leave)
    seated.close()
    assert "SystemExit" in seated.faults[0].text


def test_random_takes_the_seat_if_the_stand_in_cannot_be_had(
    seat: Callable[..., Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viae.bots.seat.STAND_INS", ("ghost", "random"))
    monkeypatch.setitem(registry.BUILT_IN, "ghost", registry.BuiltIn("nowhere:make", ""))
    seated = seat(fail)
    decide(seated, Game.new(seed=1))
    assert [fault.name for fault in seated.faults] == ["scripted"]
    assert seated.playing == "random"


def test_a_stand_in_that_fails_is_a_fault_of_its_own(
    seat: Callable[..., Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viae.bots.seat.STAND_INS", ("weak", "random"))
    monkeypatch.setitem(registry.BUILT_IN, "weak", registry.BuiltIn(f"{__name__}:make_weak", ""))
    seated = seat(fail)
    game = Game.new(seed=1)
    decide(seated, game)
    assert [fault.name for fault in seated.faults] == ["scripted", "weak"]
    assert seated.playing == "random"


def make_weak(seed: int) -> Scripted:
    return Scripted(fail)


def test_where_nobody_is_left_the_game_cannot_go_on(
    seat: Callable[..., Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viae.bots.seat.STAND_INS", ())
    with pytest.raises(registry.BotFailure, match="nobody is left to play for “scripted”"):
        decide(seat(fail), Game.new(seed=1))


def test_ctrl_c_is_no_fault_of_the_bot(seat: Callable[..., Seated]) -> None:
    def stop(seen: Observation) -> int:
        raise KeyboardInterrupt

    seated = seat(stop)
    with pytest.raises(KeyboardInterrupt):
        decide(seated, Game.new(seed=1))
    assert seated.faults == []


# Closing


def test_a_bot_is_closed_once(seat: Callable[..., Seated]) -> None:
    closed: list[int] = []
    seated = seat(first, close=lambda: closed.append(1))
    seated.close()
    seated.close()
    assert closed == [1]


def test_a_bot_that_fails_while_it_is_closed_is_told(seat: Callable[..., Seated]) -> None:
    seated = seat(first, close=lambda: 1 / 0)
    decide(seated, Game.new(seed=1))
    seated.close()
    (fault,) = seated.faults
    assert fault[:3] == (0, "scripted", "crash")
    assert "ZeroDivisionError" in fault.text


def test_a_fault_is_a_plain_tuple() -> None:
    fault = Fault(1, "x", "crash", "why")
    assert fault._asdict() == {"seat": 1, "name": "x", "kind": "crash", "text": "why"}


def test_memory_lasts_for_a_game() -> None:
    game = Game.new(seed=1)
    with registered("counting", Counting):
        seated = Seated("counting", 1)
    for _ in range(3):
        seated.decide(game.state, legal(game.state))
    assert isinstance(seated._bot, Counting)
    assert seated._bot.asked == 3


class Counting:
    """Counts how often it was asked."""

    def __init__(self, seed: int) -> None:
        self.asked = 0

    def choose(self, observation: Observation) -> int:
        self.asked += 1
        return observation.legal[0]
