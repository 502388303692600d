"""`viae bots`, and bots at the terminal: outside programs, faults, saved games."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.running import lines, run
from viae.bots import DEFAULT_BOT, bot_names, describe
from viae.cli.seats import choose_bots

ANSWERS = """
import json, sys
def say(**message): print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello": say(type="hello")
    if message["type"] == "go" and "play mercator" in message["legal"]: %s
    if message["type"] == "go": say(type="bestentry", entry=message["legal"][0])
    if message["type"] == "quit": break
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def program(action: str = "pass") -> str:
    """A program as a bot; the action is what it does before it decides which card to play."""
    Path("bot.py").write_text(ANSWERS % action, encoding="utf-8")
    return f"exec:{shlex.quote(sys.executable)} -S bot.py"


# The list


def test_the_list_for_people() -> None:
    text = run("bots", width=100).stdout
    for name in bot_names():
        assert any(line.startswith(name) and describe(name) in line for line in text.splitlines())
    assert "exec:COMMAND" in text


def test_the_list_for_programs() -> None:
    listed = json.loads(run("bots", "--json").stdout)
    assert [bot["name"] for bot in listed] == list(bot_names())
    assert all(set(bot) == {"name", "about", "origin"} for bot in listed)


def test_no_line_of_the_list_is_wider_than_the_terminal() -> None:
    assert max(map(len, run("bots", width=50).stdout.splitlines())) <= 50


def test_the_usual_bot_sits_at_the_other_seats() -> None:
    assert choose_bots(None, 3) == [None, DEFAULT_BOT, DEFAULT_BOT]
    assert choose_bots("2", 3) == [None, DEFAULT_BOT, DEFAULT_BOT]


# At the terminal


def test_one_plays_against_a_program() -> None:
    asked = ("play", "-p", "2", "-b", "italia", "--seed", "1", "--time", "20")
    text = run(*asked, "--bots", program(), typed=lines("prefect", "1", "quit")).stdout
    assert "Marcus plays" in text
    # A file cannot have commands run, so they are named again.
    again = next(line for line in text.splitlines() if "Continue with" in line)
    words = shlex.split(text[text.index(again) :])
    assert words[words.index("--bots") + 1] == f"you,{program()}"
    saved = json.loads(Path("viae-game.json").read_text(encoding="utf-8"))
    assert saved["meta"]["bots"] == [None, program()]


def test_a_command_in_a_file_is_not_run() -> None:
    run("play", "-p", "2", "--seed", "1", "--bots", program(), typed=lines("prefect", "1"))
    Path("bot.py").write_text("open('ran', 'w')", encoding="utf-8")
    said = run("play", "--load", "viae-game.json", status=2).stderr
    assert "seat 1 was played by “exec:" in said
    assert "--bots" in said
    assert not Path("ran").exists()
    assert "Livia" in run("show", "viae-game.json").stdout
    assert not Path("ran").exists()
    text = run("play", "--load", "viae-game.json", "--bots", f"you,{program()}").stdout
    assert "Saved" in text


def test_a_record_of_programs_is_not_run_either() -> None:
    asked = ("--bots", f"random,{program()}", "--max-entries", "9", "--records", "g.jsonl")
    run("simulate", "-p", "2", "--games", "1", *asked)
    said = run("play", "--load", "g.jsonl", "--game", "1", status=2).stderr
    assert "a file cannot have commands run here" in said


def test_a_bot_that_is_not_here_any_more_is_told() -> None:
    run("play", "-p", "2", "--seed", "1", typed=lines("prefect", "1"))
    saved = json.loads(Path("viae-game.json").read_text(encoding="utf-8"))
    saved["meta"]["bots"] = [None, "oracle"]
    Path("viae-game.json").write_text(json.dumps(saved), encoding="utf-8")
    said = run("play", "--load", "viae-game.json", status=2).stderr
    assert "no bot “oracle”" in said
    assert "--bots" in said


def test_a_bot_that_fails_is_told_and_the_game_goes_on() -> None:
    bots = program("print('no idea', flush=True)")
    asked = ("play", "-p", "2", "-b", "italia", "--seed", "1", "--bots", bots)
    text = " ".join(run(*asked, typed=lines("prefect", "1", "senator", "done")).stdout.split())
    assert "Marcus's bot, exec:" in text
    assert 'fails: says "no idea", which is not a JSON object' in text
    assert "plays on for it." in text
    assert text.count("fails:") == 1


def test_a_program_is_shown_the_game_after_something_was_taken_back() -> None:
    asked = ("play", "-p", "2", "-b", "italia", "--seed", "1", "--bots", program())
    typed = lines("prefect", "1", "undo", "undo", "senator", "done", "quit")
    text = run(*asked, typed=typed).stdout
    assert "taken back" in text
    assert "fails" not in text


def test_faults_of_simulated_games_are_told() -> None:
    bots = f"random,{program('sys.exit(7)')}"
    asked = ("simulate", "-p", "2", "-b", "italia", "--max-entries", "30", "--bots", bots)
    done = run(*asked, "--games", "7", "--seed", "1", "--records", "g.jsonl", "--json")
    assert done.stderr.count("was replaced (crash): has ended with status 7") == 5
    assert "and 2 more bots were replaced" in done.stderr
    summary = json.loads(done.stdout)
    assert len(summary["faults"]) == 7
    assert summary["faults"][0]["seat"] == 1
    first = json.loads(Path("g.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["meta"]["faults"] == summary["faults"][:1]
    assert "7 games" in run("replay", "g.jsonl").stdout


def test_processes_may_play_against_programs() -> None:
    asked = ("simulate", "-p", "2", "-b", "italia", "--bots", f"{program()},random")
    for jobs in ("1", "2"):
        games = ("--games", "4", "--seed", "1", "--max-entries", "25", "--jobs", jobs)
        run(*asked, *games, "--records", f"{jobs}.jsonl")
    assert Path("1.jsonl").read_bytes() == Path("2.jsonl").read_bytes()
