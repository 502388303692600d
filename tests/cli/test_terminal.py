"""At a real terminal: what fits on the screen, colours, completion, Ctrl-C, progress."""

from __future__ import annotations

import json
import os
import re
import select
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import SOURCES
from tests.waiting import HANG, wait_until
from viae import Game
from viae.cli.reader import completions

fcntl = pytest.importorskip("fcntl", reason="pseudo-terminals are Unix's")
termios = pytest.importorskip("termios")

ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")
PROMPT = re.compile(r"^[A-Z][a-z]+> $", re.MULTILINE)


class Terminal:
    """A command at a pseudo-terminal of a certain size."""

    def __init__(self, *arguments: str, folder: Path, rows: int = 24, columns: int = 80) -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "viae.cli", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env={**kept, "PYTHONPATH": str(SOURCES), "TERM": "xterm-256color", "LANG": "C.UTF-8"},
            preexec_fn=lambda: os.login_tty(slave),  # noqa: PLW1509 - makes Ctrl-C work
        )
        os.close(slave)
        self.raw = ""

    def read(self, until: re.Pattern[str] | None = PROMPT, seconds: float = HANG) -> str:
        """What appears until a pattern does, or until the end; without escape sequences."""
        deadline = time.monotonic() + seconds
        seen = b""
        while time.monotonic() < deadline:
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if not ready:
                if until is None and self.process.poll() is not None:
                    break
                continue
            try:
                chunk = os.read(self.master, 65536)
            except OSError:  # the other side has closed
                break
            if not chunk:
                break
            seen += chunk
            if until and until.search(plain(seen)):
                break
        self.raw = seen.decode(errors="replace")
        return plain(seen)

    def type(self, text: str, until: re.Pattern[str] | None = PROMPT) -> str:
        os.write(self.master, text.encode())
        return self.read(until)

    def interrupt(self) -> str:
        """Press Ctrl-C once the command waits for a key.

        Python loses a signal that comes between the prompt and the waiting; people are slower.
        """
        state = Path(f"/proc/{self.process.pid}/stat")

        def asleep() -> bool:
            return not state.exists() or state.read_text().rpartition(") ")[2].startswith("S")

        wait_until(asleep, "the command waits for a key")
        os.write(self.master, b"\x03")
        return self.read(None)

    def end(self) -> int:
        self.read(None)
        status = self.process.wait(timeout=HANG)
        os.close(self.master)
        return status


def plain(seen: bytes) -> str:
    return ESCAPES.sub("", seen.decode(errors="replace")).replace("\r", "")


def crowded(folder: Path) -> str:
    """A position in which all colonists of a player are on the board and can move far."""
    position = Game.new(players=["Livia", "Marcus"], seed=1).position()
    position["players"][0]["colonists"] = [
        {"kind": "land", "at": at} for at in ("aquileia~roma", "novaria~roma", "roma")
    ] + [{"kind": "sea", "at": at} for at in ("carthago~roma", "massilia~roma", "roma")]
    file = folder / "crowded.json"
    file.write_text(json.dumps(position), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (30, 60), (48, 120)])
def test_a_turn_fits_on_the_screen(tmp_path: Path, rows: int, columns: int) -> None:
    terminal = Terminal("play", "--seed", "5", folder=tmp_path, rows=rows, columns=columns)
    screen = terminal.read()
    turn = screen[screen.index("── turn 1") :].splitlines()
    assert len(turn) <= rows
    assert max(map(len, turn)) <= columns
    assert ("Britannia" in screen) == (rows == 48)
    terminal.type("quit\r", re.compile("Nothing was played"))
    assert terminal.end() == 0


def test_a_long_list_is_folded_and_can_be_unfolded(tmp_path: Path) -> None:
    terminal = Terminal("play", "--load", crowded(tmp_path), "--bots", "0", folder=tmp_path)
    terminal.read()
    folded = terminal.type("architect\r")
    assert "  1–35) move land aquileia~roma lists these 35" in folded
    assert len(folded.splitlines()) <= 24
    assert "athenae~syracusae" not in folded
    assert "move sea massilia~roma athenae~syracusae" in terminal.type("athenae\r")
    assert len(terminal.type("list\r").splitlines()) > 24
    terminal.type("quit!\r", None)
    assert terminal.end() == 0


def test_tab_completes_entries(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    terminal = Terminal("play", "--seed", "5", folder=tmp_path)
    terminal.read()
    assert "plays prefect" in terminal.type("pl\tpref\t\r")
    terminal.type("quit!\r", None)
    assert terminal.end() == 0


def test_tab_completes_a_name_without_its_verb(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    terminal = Terminal("play", "--seed", "5", folder=tmp_path)
    terminal.read()
    terminal.type("pref\t", re.compile("lay prefect "))
    assert "plays prefect" in terminal.type("\r")
    terminal.type("quit!\r", None)
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", ["build", "list", "move", "play"]),
        ("PL", ["play"]),
        ("pref", ["play prefect"]),
        ("mass", ["massilia", "massilia~roma"]),
        ("build ", ["massilia", "roma"]),
        ("b mass", ["massilia"]),
        ("move land rom", ["roma"]),
        ("tool", ["build roma tool"]),
        ("atlantis", []),
        ("build atl", []),
        ("play prefect ", []),
    ],
)
def test_what_tab_offers(line: str, found: list[str]) -> None:
    entries = (
        "play prefect",
        "build massilia",
        "build roma tool",
        "move land roma massilia~roma",
        "list",
    )
    before, _, text = line.rpartition(" ")
    assert completions(before, text, [entry.split() for entry in entries]) == found


def test_list_keeps_the_yields_on_a_small_terminal(tmp_path: Path) -> None:
    terminal = Terminal(
        *("play", "--seed", "5", "--bots", "0", "-p", "2"), folder=tmp_path, rows=20, columns=60
    )
    terminal.read()
    terminal.type("prefect\r")
    lines = terminal.type("list\r").splitlines()
    provinces = [line for line in lines if re.match(r" +\d+\) ", line)]
    assert len(provinces) > 9
    assert all(re.search(r" you \d [a-z]+", line) for line in provinces)
    assert max(map(len, lines)) <= 60
    terminal.type("quit!\r", None)
    assert terminal.end() == 0


def test_a_command_to_copy_is_on_one_line(tmp_path: Path) -> None:
    name = "the-game-of-livia-and-marcus-on-a-long-evening.json"
    terminal = Terminal(
        *("play", "--seed", "5", "--save", name), folder=tmp_path, rows=20, columns=60
    )
    terminal.read()
    terminal.type("prefect\r")
    said = terminal.type("quit\r", None)
    assert f"Saved. Continue with: viae play --load {name}\n" in said
    assert terminal.end() == 0


def test_colours_are_used_unless_unwanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coloured = re.compile(r"\x1b\[[0-9;]*3[1-6]m")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Terminal("play", "--seed", "5", folder=tmp_path)
    colours = terminal.read()
    assert coloured.search(terminal.raw)
    terminal.type("quit!\r", None)
    terminal.end()
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal("play", "--seed", "5", folder=tmp_path)
    assert terminal.read() == colours
    assert not coloured.search(terminal.raw)
    terminal.type("quit!\r", None)
    terminal.end()


def test_ctrl_c_saves_and_leaves_quietly(tmp_path: Path) -> None:
    terminal = Terminal("play", "--seed", "5", folder=tmp_path)
    terminal.read()
    terminal.type("prefect\r")
    said = terminal.interrupt()
    assert "Continue with: viae play --load viae-game.json" in said
    assert "Traceback" not in said
    assert terminal.end() == 130
    assert (tmp_path / "viae-game.json").exists()


def test_long_work_shows_its_progress(tmp_path: Path) -> None:
    terminal = Terminal("simulate", "--games", "300", "--seed", "1", folder=tmp_path)
    said = terminal.read(None)
    assert "playing ━" in said
    assert "300 games of concordia" in said
    assert terminal.end() == 0
