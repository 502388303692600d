"""Running Python with one engine or the other."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import viae

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SOURCES = Path(viae.__file__).parent.parent
SCRIPT = "import viae.engine as e; print(e.status().kind); print(e.status().reason)"


def run(pure: bool, *arguments: str) -> list[str]:
    """The lines that a Python of its own prints with one engine."""
    environment = {**os.environ, "VIAE_PURE": "1" if pure else "0"}
    environment["PYTHONPATH"] = os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@cache
def status() -> tuple[str, str]:
    """Which engine runs where nothing stands against the compiled one, and why."""
    kind, reason = run(False, "-c", SCRIPT)
    return kind, reason


def both(*arguments: str) -> tuple[list[str], list[str]]:
    """What the interpreted and what the compiled engine print, without the engine's name."""
    interpreted, compiled = run(True, *arguments), run(False, *arguments)
    assert interpreted[0] == "interpreted"
    assert compiled[0] == "compiled"
    return interpreted[1:], compiled[1:]
