"""Outside programs: real ones, in good order and with every fault that a program can have."""

from __future__ import annotations

import gc
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import viae
from tests.bots.asking import observe, registered
from tests.waiting import HANG
from viae import Game, SetupError
from viae.arena.replay import replay
from viae.arena.simulate import SimulationSettings, simulate
from viae.bots import Course, Seated, check_bot, make_bot, registry
from viae.bots.process import (
    GRACE,
    HELLO,
    PATIENCE,
    Follower,
    ProcessBot,
    new_game,
    read_options,
)
from viae.bots.program import LINE, QUIT
from viae.rules import notation
from viae.rules.turn import legal

pytestmark = pytest.mark.skipif(os.name != "posix", reason="outside programs need POSIX pipes")

ROOT = Path(__file__).parents[2]
SOURCES = Path(viae.__file__).parents[1]
STAND_IN = "greedy" if "greedy" in registry.BUILT_IN else "random"
# Every program of these tests writes down its number, so that it can be looked for afterwards.
BEGIN = """\
import json, os, signal, subprocess, sys, time
with open({pids!r}, "a") as file: file.write(f"{{os.getpid()}}\\n")

def say(**message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

def hear(kind=None):
    while True:
        line = sys.stdin.readline()
        if not line: sys.exit()
        message = json.loads(line)
        if message["type"] == "quit": sys.exit()
        if message["type"] == (kind or message["type"]): return message

def greet(**more):
    hear("hello")
    say(type="hello", name="test", **more)

def play_on():
    while True:
        say(type="bestentry", entry=hear("go")["legal"][0])
"""


def gone(pid: int) -> bool:
    """Whether there is no such process, not even a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def open_files() -> int:
    return len(os.listdir("/dev/fd"))


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that does what it should is in time on any machine."""
    monkeypatch.setattr("viae.bots.process.HELLO", HANG)
    monkeypatch.setattr("viae.bots.program.EXIT", HANG)


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """For programs that never do what they should: there is no use in waiting for them."""
    monkeypatch.setattr("viae.bots.process.GRACE", 0.1)
    monkeypatch.setattr("viae.bots.program.EXIT", 0.1)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """Writes a program and gives its name as a bot; afterwards nothing of it may be left."""
    monkeypatch.setattr("viae.bots.program.QUIT", 0.5)  # then it is ended, which is as good
    pids = tmp_path / "pids"
    before = open_files()

    def write(body: str) -> str:
        file = tmp_path / "bot.py"
        file.write_text(BEGIN.format(pids=str(pids)) + body, encoding="utf-8")
        return f"exec:{shlex.quote(sys.executable)} -S {shlex.quote(str(file))}"

    yield write
    assert open_files() == before
    assert pids.exists()
    assert all(gone(int(pid)) for pid in pids.read_text().split())


def decide(seated: Seated, game: Game) -> str:
    code = seated.decide(game.state, legal(game.state))
    return game.play(notation.show(game.state.setup, code))


def fault_of(name: str, time: float | None = None, decisions: int = 1) -> registry.BotFailure:
    """What is wrong with a program, found when it is asked; the game goes on all the same."""
    game = Game.new(board="italia", players=2, seed=1)
    seated = Seated(name, 1, time, course=Course(game.state.copy(), game.entries))
    other = Seated("random", 2)
    asked = 0
    while asked < decisions + 3:
        asked += game.actor == 0
        decide(seated if game.actor == 0 else other, game)
    seated.close()
    (fault,) = seated.faults
    assert (fault.seat, fault.name) == (0, name)
    assert seated.playing == STAND_IN
    assert Game.from_record(game.record()).entries == game.entries
    return registry.BotFailure(fault.kind, fault.text)


# In good order


@pytest.mark.parametrize(("variant", "players"), [("concordia", 3), ("venus", 2)])
def test_a_game_with_programs_leaves_a_record_that_replays(
    program: Callable[[str], str], variant: str, players: int
) -> None:
    name = program("greet(); play_on()")
    bots = (name, *["random"] * (players - 1))
    settings = SimulationSettings(
        board="ionium-small", variant=variant, players=players, bots=bots, seed=5
    )
    (played,) = simulate(settings, 1)
    record = json.loads(played.record)
    assert played.faults == ()
    assert record["players"][0] == f"bot:{name}"
    assert played.winner is not None
    assert replay(record) == (len(record["entries"]), [])


# A program that knows the rules: it takes each position anew, and besides follows the entries.
MIRROR = """
from viae import Game
from viae.data.parse import parse_board
greet()
begun = hear("new_game")
board = parse_board(begun["map"], begun["board"])
assert board.id == begun["board"]
own = Game.from_position(begun["position"], chance="manual", board=board)
assert len(own.players) == begun["players"] and own.options == begun["options"]
inside = 0
while True:
    message = hear("position")
    for entry in message["since"]:
        assert own.play(entry) == entry
    assert len(own.entries) == message["number"]
    shown = Game.from_position(message["position"], chance="manual", board=board)
    legal = hear("go")["legal"]
    assert shown.legal() == own.legal() == legal
    assert shown.actor == own.actor == begun["seat"]
    say(type="info", depth=1)
    say(type="bestentry", entry=f"{own.actor}: {legal[-1].upper()}")
"""


@pytest.mark.parametrize(
    ("variant", "players", "board"),
    [("concordia", 2, "italia"), ("venus", 3, "cyprus"), ("venus-team", 4, "ionium-small")],
)
def test_positions_and_entries_tell_the_whole_game(
    program: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    variant: str,
    players: int,
    board: str,
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    name = program(MIRROR).replace(" -S ", " ")
    bots = ("random",) * (players - 1) + (name,)
    options: dict[str, bool | str] = {"display": "wine"}
    settings = SimulationSettings(board, variant, players, options, bots, seed=2, max_entries=250)
    (played,) = simulate(settings, 1)
    assert played.faults == ()


def test_a_board_of_ones_own_is_told_in_full(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    name = program(MIRROR).replace(" -S ", " ")
    board = str(ROOT / "docs" / "examples" / "sicilia.json")
    (played,) = simulate(
        SimulationSettings(board, players=2, bots=("random", name), max_entries=40), 1
    )
    assert played.faults == ()


def test_a_program_is_told_of_the_clock(program: Callable[[str], str]) -> None:
    name = program(
        "greet()\nfirst = hear('go')['time']\nassert 3000 < first <= 3600\n"
        "say(type='bestentry', entry='play architect')\nassert hear('go')['time'] < first\n"
        "say(type='bestentry', entry='done')\nplay_on()"
    )
    game = Game.new(seed=1)
    seated = Seated(name, 1, 3600.0)
    decide(seated, game)
    decide(seated, game)
    seated.close()
    assert seated.faults == []


def test_a_program_without_a_clock_is_told_so(program: Callable[[str], str]) -> None:
    name = program("greet()\nassert hear('go')['time'] is None\nsay(type='bestentry', entry='x')")
    assert fault_of(name).kind == "illegal"


def test_a_program_that_is_stopped_in_time_plays_on(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viae.bots.process.GRACE", HANG)
    name = program(
        "greet()\nwhile True:\n"
        "    legal = hear('go')['legal']\n"
        "    hear('stop')\n"
        "    say(type='bestentry', entry=legal[0])"
    )
    game = Game.new(seed=1)
    seated = Seated(name, 1, 0.1)
    decide(seated, game)
    seated.close()
    assert seated.faults == []
    assert seated.turn_seconds[0] >= 0.1


def test_the_same_seed_is_told_again(program: Callable[[str], str]) -> None:
    name = program("greet()\nassert hear('new_game')['seed'] == 77\nplay_on()")
    seated = Seated(name, 77)
    decide(seated, Game.new(seed=1))
    seated.close()
    assert seated.faults == []


def test_a_program_that_is_never_asked_leaves_too(program: Callable[[str], str]) -> None:
    check_bot(program("greet(); hear()"))


def test_much_talk_on_stderr_does_no_harm(program: Callable[[str], str]) -> None:
    name = program(
        "greet()\nwhile True:\n"
        "    legal = hear('go')['legal']\n"
        "    sys.stderr.write('thinking hard\\n' * 100_000)\n"
        "    say(type='bestentry', entry=legal[0])"
    )
    game = Game.new(seed=1)
    seated = Seated(name, 1, 3600.0)
    for _ in range(2):
        decide(seated, game)
    seated.close()
    assert seated.faults == []


def test_info_and_unknown_messages_are_passed_over(program: Callable[[str], str]) -> None:
    name = program(
        "greet(author='somebody')\nwhile True:\n"
        "    legal = hear('go')['legal']\n"
        "    for depth in range(3000): say(type='info', depth=depth, line='x' * 100)\n"
        "    print('\\n', flush=True)\n"
        "    say(type='poem')\n"
        "    say(type='bestentry', entry=legal[0], sure=True)"
    )
    game = Game.new(seed=1)
    seated = Seated(name, 1, 3600.0)
    decide(seated, game)
    seated.close()
    assert seated.faults == []


# Options


OPTIONS = """
greet(options=[
    {"name": "depth", "type": "integer", "default": 2, "min": 1, "max": 9},
    {"name": "share", "type": "number", "max": 1},
    {"name": "book", "type": "boolean"},
    {"name": "mood", "type": "choice", "choices": ["calm", "wild"]},
    {"name": "Own-Words"},
])
options = hear("options")["options"]
assert options == {"depth": 3, "share": 0.5, "book": True, "mood": "wild", "Own-Words": "Yes"}, 0
play_on()
"""


def with_settings(name: str, settings: str) -> str:
    return name.replace("exec:", f"exec:{settings}:", 1)


def test_options_are_set_in_the_types_the_program_wants(program: Callable[[str], str]) -> None:
    settings = "depth=3:share=0.5:book=TRUE:mood=wild:own_words=Yes"
    seated = Seated(with_settings(program(OPTIONS), settings), 1)
    decide(seated, Game.new(seed=1))
    seated.close()
    assert seated.faults == []


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("depth=0", '“depth” is a whole number from 1 up to 9, not "0"'),
        ("depth=1.5", "“depth” is a whole number"),
        ("share=2", '“share” is a number up to 1, not "2"'),
        ("book=perhaps", '“book” is true or false, not "perhaps"'),
        ("mood=sad", '“mood” is one of calm, wild, not "sad"'),
        ("width=3", "the program has no option “width”; it has depth, share, book"),
        ("depth=0:width=3", "2 faults"),
    ],
)
def test_options_the_program_does_not_have_are_told_before_the_game(
    program: Callable[[str], str], settings: str, said: str
) -> None:
    name = with_settings(program(OPTIONS), settings)
    with pytest.raises(SetupError) as problem:
        check_bot(name)
    assert said in str(problem.value)


def test_a_program_without_options_has_none(program: Callable[[str], str]) -> None:
    with pytest.raises(SetupError, match="no option “depth”; it has none"):
        check_bot(with_settings(program("greet(); hear()"), "depth=3"))


def test_options_that_are_no_list_are_a_fault(program: Callable[[str], str]) -> None:
    with pytest.raises(SetupError, match="“options” is a list of objects"):
        check_bot(program("greet(options=['depth']); hear()"))


# Faults before the game


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sys.exit(3)", "has ended with status 3"),
        ("sys.stderr.write('no weights\\n'); sys.exit(1)", "status 1; its last words: no weights"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "was ended by SIGSEGV"),
        ("print('Hello!')", 'says "Hello!", which is not a JSON object'),
        ("hear(); say(type='hello', protocol=2); hear()", "speaks protocol 2, not 1"),
        ("hear(); say(type='bestentry'); hear()", 'says "bestentry" where “hello” is expected'),
    ],
)
def test_a_program_that_fails_at_once_is_told_before_the_game(
    program: Callable[[str], str], body: str, said: str
) -> None:
    name = program(body)
    with pytest.raises(SetupError) as problem:
        check_bot(name)
    assert said in str(problem.value)
    with pytest.raises(SetupError):
        make_bot(name, 1)


def test_a_program_that_never_says_hello(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viae.bots.process.HELLO", 0.4)
    name = program("hear('hello')\nhear('nothing')")
    with pytest.raises(SetupError, match="has not said hello"):
        check_bot(name)
    assert fault_of(name, decisions=0).kind == "timeout"


def test_a_program_that_is_not_there_is_replaced_if_it_has_gone_since() -> None:
    seated = Seated("exec:no-such-program-anywhere", 1)
    decide(seated, Game.new(seed=1))
    (fault,) = seated.faults
    assert (fault.seat, fault.kind) == (0, "crash")
    assert "cannot be started: No such file" in fault.text


# Faults in the game


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ("sys.stderr.write('out of ideas\\n')\nsys.exit(4)", "crash", "status 4; its last words"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "crash", "was ended by SIGKILL"),
        ("raise ValueError('Gaul')", "crash", "ValueError: Gaul"),
        (
            "print('I think…', flush=True)\nhear()",
            "protocol",
            'says "I think…", which is not a JSON',
        ),
        ("print('[1, 2]', flush=True)\nhear()", "protocol", "not a JSON object"),
        ("print('{\"entry\": 1}', flush=True)\nhear()", "protocol", "not a JSON object with a"),
        ("print('[' * 60_000, flush=True)\nhear()", "protocol", "not a JSON object"),
        ("print('9' * 60_000, flush=True)\nhear()", "protocol", "not a JSON object"),
        ("os.write(1, b'\\xff\\xfe\\n')\nhear()", "protocol", "not a JSON object"),
        ("os.write(1, b'\\x1b[2J\\n')\nhear()", "protocol", "not a JSON object"),
        ("say(type='bestentry', entry='x' * 70_000)\nhear()", "protocol", "a line is longer"),
        ("while True: os.write(1, b'x' * 4096)", "protocol", "a line is longer"),
        ("say(type='hello')\nhear()", "protocol", 'says "hello" where “bestentry” is expected'),
        ("say(type='bestentry')\nhear()", "protocol", "“bestentry” has the text"),
        ("say(type='bestentry', entry=[1])\nhear()", "protocol", "“bestentry” has the text"),
        ("say(type='bestentry', entry='dance')\nhear()", "illegal", "unknown verb “dance”"),
        ("say(type='bestentry', entry='done')\nhear()", "illegal", "“done” is not legal now"),
        ("say(type='bestentry', entry='1: play prefect')\nhear()", "illegal", "not legal now"),
    ],
)
def test_a_program_that_fails_in_the_game_is_replaced(
    program: Callable[[str], str], body: str, kind: str, said: str
) -> None:
    fault = fault_of(program(f"greet()\nhear('go')\n{body}"), HANG)
    assert (fault.kind, said in fault.text) == (kind, True), fault.text
    assert fault.text.isprintable()


def test_a_program_that_closes_its_output(program: Callable[[str], str], impatience: None) -> None:
    fault = fault_of(program("greet()\nhear('go')\nos.close(1)\ntime.sleep(3600)"), HANG)
    assert fault.kind == "protocol"
    assert "has closed its output" in fault.text


def test_a_program_that_dies_in_mid_game(program: Callable[[str], str]) -> None:
    body = "greet()\nfor _ in range(3): say(type='bestentry', entry=hear('go')['legal'][0])\n"
    fault = fault_of(program(body + "sys.exit(5)"), decisions=3)
    assert fault.kind == "crash"
    assert "status 5" in fault.text


def test_a_program_that_hangs_is_stopped_and_then_ended(
    program: Callable[[str], str], impatience: None
) -> None:
    name = program("greet()\nhear('go')\nhear('stop')\ntime.sleep(3600)")
    fault = fault_of(name, 0.2)
    assert fault.kind == "timeout"
    assert "it had 0.2" in fault.text


def test_a_program_that_hangs_and_does_not_want_to_end(
    program: Callable[[str], str], impatience: None
) -> None:
    stubborn = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    name = program(f"{stubborn}greet()\nwhile True: time.sleep(1)")
    assert fault_of(name, 0.1).kind == "timeout"


def test_without_a_clock_patience_has_an_end(
    program: Callable[[str], str], impatience: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viae.bots.process.PATIENCE", 0.3)
    fault = fault_of(program("greet()\nhear('go')\ntime.sleep(3600)"))
    assert fault.kind == "timeout"
    assert "there is no clock" in fault.text


def test_a_program_that_talks_without_end_and_never_answers(
    program: Callable[[str], str], impatience: None
) -> None:
    name = program("greet()\nhear('go')\nwhile True: say(type='info', line='x' * 1000)")
    assert fault_of(name, 0.3).kind == "timeout"


def test_a_program_that_does_not_read(
    program: Callable[[str], str], impatience: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe holds some thousand bytes; after that nothing can be written."""
    monkeypatch.setattr(
        "viae.bots.process.new_game", lambda *_: {"type": "x", "x": "x" * 1_000_000}
    )
    fault = fault_of(program("greet()\ntime.sleep(3600)"), 0.3)
    assert fault.kind == "timeout"
    assert "does not read its input" in fault.text


def test_a_program_that_closes_its_input(program: Callable[[str], str], impatience: None) -> None:
    deaf = "hear('hello')\nos.close(0)\nsay(type='hello')\ntime.sleep(3600)"
    fault = fault_of(program(deaf), HANG)
    assert fault.kind == "protocol"
    assert "does not read its input any more" in fault.text


def test_an_answer_that_nobody_asked_for(program: Callable[[str], str]) -> None:
    name = program(
        "greet()\n"
        "answer = json.dumps({'type': 'bestentry', 'entry': hear('go')['legal'][0]}) + '\\n'\n"
        "os.write(1, 2 * answer.encode())\n"
        "play_on()"
    )
    fault = fault_of(name, decisions=2)
    assert fault.kind == "protocol"
    assert "without being asked" in fault.text


def test_answers_without_end_that_nobody_asked_for(program: Callable[[str], str]) -> None:
    fault = fault_of(program("greet()\nhear('go')\nwhile True: say(type='bestentry', entry='x')"))
    assert fault.kind in ("protocol", "illegal")


def test_only_the_last_words_are_told(program: Callable[[str], str]) -> None:
    body = "sys.stderr.write('chatter\\n' * 200_000 + 'the end\\n')\nsys.exit(1)"
    fault = fault_of(program(f"greet()\nhear('go')\n{body}"))
    assert fault.text.endswith("chatter | the end")
    assert len(fault.text) < 500


# Leaving


@pytest.mark.parametrize(
    "body",
    [
        "greet()\nplay_on()",  # leaves when it is asked to
        "greet()\nwhile sys.stdin.readline(): pass",  # or when its input ends
        "greet()\nwhile True: time.sleep(1)",  # has to be terminated
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ngreet()\nwhile True: time.sleep(1)",
        "greet()\nwhile True: sys.stderr.write('x' * 4096)",
        "greet()\nwhile True: say(type='info')",
        "greet()\nos.close(0); os.close(1); os.close(2)\ntime.sleep(3600)",
    ],
)
def test_nothing_is_left_of_a_program_that_is_closed(
    program: Callable[[str], str], impatience: None, body: str
) -> None:
    bot = make_bot(program(body), 1)
    assert isinstance(bot, ProcessBot)
    bot.close()
    bot.close()


def test_what_a_program_started_is_ended_with_it(
    program: Callable[[str], str], tmp_path: Path
) -> None:
    """The helper holds a pipe open for as long as it lives."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reading = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    helper = f"import time; open({str(fifo)!r}, 'w'); file = open({str(fifo)!r}, 'w'); print(1)"
    helper += "; import sys; sys.stdout.flush(); time.sleep(3600)"
    started = f"[sys.executable, '-S', '-c', {helper!r}], stdout=subprocess.PIPE"
    name = program(f"subprocess.Popen({started}).stdout.readline()\ngreet()\nplay_on()")
    bot = make_bot(name, 1)
    assert isinstance(bot, ProcessBot)
    with pytest.raises(BlockingIOError):
        os.read(reading, 1)
    bot.close()
    os.set_blocking(reading, True)
    assert os.read(reading, 1) == b""
    os.close(reading)


def test_a_program_that_nobody_closes_does_not_stay(program: Callable[[str], str]) -> None:
    bot = make_bot(program("greet()\nplay_on()"), 1)
    del bot
    gc.collect()


def test_a_program_does_not_outlive_the_python_that_started_it(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = program("greet()\nplay_on()")
    code = f"from viae.bots import make_bot; bot = make_bot({name!r}, 1)"
    subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        check=True,
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        timeout=HANG,
    )


# What is told of the game


def test_taking_back_is_told() -> None:
    game = Game.new(board="italia", players=2, seed=1)
    course = Course(game.state.copy(), game.entries)
    follower = Follower()

    def follow() -> dict[str, Any]:
        seen = observe(game)
        seen.course = course
        return follower.follow(seen)

    assert follow()["since"] == []
    game.play("play prefect")
    told = follow()
    assert (told["number"], told["since"]) == (1, ["0: play prefect"])
    assert told["position"]["entries"] == ["0: play prefect"]
    game.undo()
    game.play("play architect")
    told = follow()
    assert (told["number"], told["since"]) == (1, None)
    assert told["position"] == game.position() | {"players": told["position"]["players"]}
    game.play("done")
    told = follow()
    assert (told["number"], told["since"]) == (2, ["0: done"])
    assert "entries" not in told["position"]  # a new turn


def test_where_nobody_keeps_the_course_only_the_beginning_of_a_turn_is_told() -> None:
    game = Game.new(board="italia", players=2, seed=1)
    follower = Follower()
    told = follower.follow(observe(game))
    assert told["position"] == game.position()
    assert (told["number"], told["since"]) == (None, None)
    game.play("play prefect")
    assert follower.follow(observe(game)) == {"number": None, "since": None, "position": None}
    assert new_game(observe(game), 3)["position"] is None


def test_a_game_that_began_inside_a_turn_has_a_position_from_the_next_on() -> None:
    game = Game.new(board="italia", players=2, seed=1)
    game.play("play prefect")
    played: list[str] = []
    course = Course(game.state.copy(), played)
    follower = Follower()
    seen = observe(game)
    seen.course = course
    assert follower.follow(seen)["position"] is None
    played.append(game.play("produce liguria"))
    seen = observe(game)
    seen.course = course
    told = follower.follow(seen)
    assert told["since"] == ["0: produce liguria"]
    assert told["position"] == game.position()


# The page

PAGE = ROOT / "docs" / "bot-protocol.md"


def test_the_page_shows_every_message_as_it_is(
    program: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each message of Viae is documented, with an example that has its keys."""
    monkeypatch.setattr("viae.bots.process.GRACE", HANG)
    monkeypatch.setattr("viae.bots.program.QUIT", HANG)
    heard = tmp_path / "heard"
    listen = (
        "number = {'type': 'integer'}\n"
        "for line in sys.stdin:\n"
        f"    with open({str(heard)!r}, 'a') as file: file.write(line)\n"
        "    kind = json.loads(line)['type']\n"
        "    if kind == 'hello': say(type='hello', options=[{'name': 'depth', **number}])\n"
        "    if kind == 'stop': say(type='bestentry', entry='play prefect')\n"
    )
    game = Game.new(players=2, seed=1)
    course = Course(game.state.copy(), game.entries)
    seated = Seated(with_settings(program(listen), "depth=3"), 1, 0.1, course=course)
    decide(seated, game)
    seated.close()
    assert seated.faults == []
    said = [json.loads(line) for line in heard.read_text().splitlines()]
    kinds = ["hello", "options", "new_game", "position", "go", "stop", "quit"]
    assert [message["type"] for message in said] == kinds
    page, _, answers = PAGE.read_text(encoding="utf-8").partition("\n## Messages from the program")
    sections = re.split(r"^### ", page, flags=re.MULTILINE)[1:]
    assert [re.match("`(.+?)`", section)[1] for section in sections] == kinds  # type: ignore[index]
    for message, section in zip(said, sections, strict=True):
        shown = json.loads(re.findall(r"```json\n(.+?)```", section, re.DOTALL)[0])
        assert list(shown) == list(message)
        told = "".join(re.findall(r"^\| (.+?) \|", section, re.MULTILINE))
        if message["type"] != "options":
            assert all(f"`{key}`" in told for key in message if key != "type")
    assert re.findall(r"^### `(.+?)`", answers, re.MULTILINE) == ["hello", "info", "bestentry"]


def test_the_shortest_program_of_the_page_plays(tmp_path: Path) -> None:
    (code,) = re.findall(r"```py\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "fortuna.py").write_text(code, encoding="utf-8")
    name = f"exec:{shlex.quote(sys.executable)} -S {shlex.quote(str(tmp_path / 'fortuna.py'))}"
    (played,) = simulate(SimulationSettings("italia", players=2, bots=(name,), seed=4), 1)
    assert played.faults == ()
    assert played.winner is not None


def test_the_page_tells_the_limits_that_hold() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"within {HELLO:.0f} seconds" in page
    assert f"does not answer within {GRACE:.0f} seconds" in page
    assert f"{LINE:,} bytes" in page
    assert f"still running after {QUIT:.0f} seconds" in page
    assert PATIENCE == 600
    assert "after ten minutes" in page


# The examples


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize(("variant", "players"), [("concordia", 2), ("venus-team", 4)])
def test_a_whole_game_is_played_in_javascript(variant: str, players: int) -> None:
    name = f"exec:boldness=5:node {shlex.quote(str(ROOT / 'examples' / 'bot.mjs'))}"
    settings = SimulationSettings("ionium-small", variant, players, bots=(name,), seed=4)
    (played,) = simulate(settings, 1)
    assert played.faults == ()
    record = json.loads(played.record)
    assert replay(record) == (len(record["entries"]), [])
    assert Game.from_record(record).over
    (again,) = simulate(settings, 1)
    assert again.record == played.record  # it uses the seed


def test_the_bot_in_python_plays_as_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    file = shlex.quote(str(ROOT / "examples" / "bot.py"))
    name = f"exec:depth=1:{shlex.quote(sys.executable)} {file}"
    settings = SimulationSettings(
        "italia", players=2, bots=(name, "random"), seed=4, max_entries=60
    )
    (played,) = simulate(settings, 1)
    assert played.faults == ()
    record = json.loads(played.record)
    assert replay(record) == (60, [])
    (again,) = simulate(settings, 1)
    assert again.record == played.record


def test_the_bot_in_python_beats_random_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    from bot import Caesar  # type: ignore[import-not-found]

    with registered("caesar", Caesar):
        settings = SimulationSettings(
            "italia", players=2, bots=("caesar:depth=1", "random"), seed=1
        )
        wins = [played.winner for played in simulate(settings, 5)]
    assert wins.count(0) >= 4


def test_what_a_served_bot_prints_does_not_disturb_the_protocol(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    body = """
from viae.bots.serve import serve
class Talker:
    def __init__(self, seed): print("ready", seed)
    def choose(self, seen): print("hm"); return seen.entries[0]
    def close(self): print("bye")
serve(Talker)
"""
    game = Game.new(board="italia", players=2, seed=1)
    name = program(body).replace(" -S ", " ")
    seated = Seated(name, 1, course=Course(game.state.copy(), game.entries))
    first = sorted(observe(game).entries)
    assert decide(seated, game).removeprefix("0: ") in first
    decide(seated, game)
    seated.close()
    assert seated.faults == []


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e999"])
def test_an_option_is_a_number_that_json_has(text: str) -> None:
    """What is sent is JSON, which knows no NaN and no Infinity."""
    with pytest.raises(SetupError, match="the option “heat” is a number, not"):
        read_options({"heat": text}, [{"name": "heat", "type": "number"}])


def test_choices_that_are_no_list_offer_nothing() -> None:
    with pytest.raises(SetupError, match="the option “style” is one of"):
        read_options({"style": "calm"}, [{"name": "style", "type": "choice", "choices": 3}])
