"""The command as a whole: help, version, errors, documentation, what it loads."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

import viae
from tests.cli.running import DOCS, SOURCES, run
from tests.waiting import HANG, wait_until
from viae.cli.app import app
from viae.cli.help import help_text


def commands(group: Any = None, path: str = "viae") -> dict[str, Any]:
    """Every command that can be typed, with what it takes."""
    group = group or get_command(app)
    found = {path: group}
    for name, command in getattr(group, "commands", {}).items():
        found |= commands(command, f"{path} {name}")
    return found


ALL = commands()
# What typer adds to the command as a whole; the page speaks of the first.
TYPERS = {"--install-completion", "--show-completion", "--help"}


def options(command: Any) -> list[str]:
    return [
        name
        for parameter in command.params
        for name in [*parameter.opts, *parameter.secondary_opts]
        if name.startswith("-") and name not in TYPERS
    ]


def test_the_commands_are_those_promised() -> None:
    promised = {"new", "play", "simulate", "replay", "show", "dataset", "board", "bench", "doctor"}
    promised |= {"analyse", "arena", "bot", "bots", "ladder", "learn", "puzzles", "stats"}
    promised |= {"admin", "serve", "worker", "backup", "dump", "restore"}
    assert {name.split()[1] for name in ALL if " " in name} == promised


@pytest.mark.parametrize("path", sorted(ALL))
def test_every_command_explains_itself(path: str) -> None:
    text = run(*path.split()[1:], "--help", width=100).stdout
    assert f"Usage: {path}" in text.replace("root", "viae")
    for name in options(ALL[path]):
        assert name in text


@pytest.mark.parametrize("path", sorted(path for path in ALL if path != "viae"))
def test_every_command_and_option_is_documented(path: str) -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    sections = re.split(r"^#{2,3} ", page, flags=re.MULTILINE)
    section = next((text for text in sections if text.startswith(f"`{path}`")), "")
    assert section, f"docs/cli.md has no section `{path}`"
    if path == "viae new":
        return  # the same as play, and says so
    # Rows name what they document in code: `--players N`, `-p`.
    documented = set(re.findall(r"`(--?[a-z-]+)[^`]*`", section))
    assert set(options(ALL[path])) <= documented


def test_no_option_is_documented_that_is_not_there() -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`-[^|]*) \|", page, flags=re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(--?[a-z-]+)", row)}
    there = {name for command in ALL.values() for name in options(command)}
    assert named <= there | TYPERS


def test_the_version() -> None:
    assert run("--version").stdout == f"viae {viae.__version__}\n"


def test_without_a_command_it_tells_which_there_are() -> None:
    text = run(status=2).output
    assert "simulate" in text
    assert "doctor" in text


def test_an_unknown_command_is_bad_usage() -> None:
    assert "No such command 'plya'" in run("plya", status=2).stderr


def test_help_does_not_load_the_rules() -> None:
    program = (
        "import sys; from typer.main import get_command; from viae.cli.app import app;"
        "get_command(app); print([m for m in sys.modules if m.startswith('viae.rules')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(SOURCES)},
    )
    assert done.stdout.strip() == "[]"


def test_shell_completion_knows_the_boards() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "viae.cli"],
        capture_output=True,
        text=True,
        check=False,
        env={
            "PYTHONPATH": str(SOURCES),
            "_VIAE_COMPLETE": "complete_bash",
            "COMP_WORDS": "viae play --board io",
            "COMP_CWORD": "3",
        },
    )
    assert done.stdout.split() == ["ionium", "ionium-small"]


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("viae simulate --bots ra", ["random"]),
        ("viae board show it", ["italia"]),
        ("viae sim", ["simulate"]),
    ],
)
def test_shell_completion(words: str, completed: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "viae.cli"],
        capture_output=True,
        text=True,
        check=False,
        env={
            "PYTHONPATH": str(SOURCES),
            "_VIAE_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        },
    )
    assert done.stdout.split() == completed


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "viae.cli", "simulate", "--games", "50", "--records", "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": str(SOURCES)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=HANG) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_is_quiet_and_keeps_the_games_played(tmp_path: Path) -> None:
    command = ["simulate", "--games", "1000000", "--records", "games.jsonl"]
    with subprocess.Popen(
        [sys.executable, "-m", "viae.cli", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={"PYTHONPATH": str(SOURCES)},
    ) as process:
        assert process.stderr is not None
        part = tmp_path / "games.jsonl.part"
        wait_until(
            lambda: (part.exists() and part.stat().st_size) or process.poll() is not None,
            "a game in the file",
        )
        process.send_signal(signal.SIGINT)
        said = process.stderr.read().decode()
        assert process.wait(timeout=HANG) == 130
    assert re.fullmatch(r"Stopped: the first \d+ games are in games\.jsonl\.part\n", said)
    assert not (tmp_path / "games.jsonl").exists()
    played = re.findall(r"\d+", said)[0]
    assert f"{played} games" in run("replay", part).stdout


def test_what_a_file_holds_does_not_steer_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text('{"viae": "\\u001b[2J"}', encoding="utf-8")
    assert "\x1b" not in run("show", file, status=2).output


def test_a_terminal_without_our_signs_gets_others(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "viae.cli", "board", "show", "italia"],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": str(SOURCES), "PYTHONIOENCODING": "ascii"},
        cwd=tmp_path,
    )
    assert b" roma        ?" in done.stdout


def test_help_texts_keep_examples_and_join_paragraphs() -> None:
    def example() -> None:
        """One
        sentence.

        Two
        lines.

            viae a
            viae b
        """

    assert help_text(example) == "One sentence.\n\nTwo lines.\n\n    viae a\n    viae b"


def test_memory_and_unicode_errors_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("too much")

    monkeypatch.setattr("viae.data.board_names", fail)
    assert "MemoryError: too much" in run("board", "list", status=2).stderr


def test_the_app_is_a_typer_app() -> None:
    assert isinstance(app, typer.Typer)


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_requests_are_logged_only_if_wanted(command: str) -> None:
    quiet, talking = (
        json.loads(run(command, "--check-config", *more).stdout) for more in ((), ("--verbose",))
    )
    assert (quiet["log_level"], talking["log_level"]) == ("warning", "info")
