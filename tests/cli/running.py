"""Runs the command in this process or in one of its own, and plays whole games for it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from typer.testing import CliRunner

import viae
from viae import Game
from viae.cli.app import app
from viae.cli.seats import ROMANS

if TYPE_CHECKING:
    from typer.testing import Result

SOURCES = Path(viae.__file__).parents[1]
DOCS = SOURCES.parent / "docs"


def run(*arguments: str | Path, typed: str = "", status: int = 0, width: int = 80) -> Result:
    """Run `viae` here; an unexpected status shows all output, an exception is raised."""
    runner = CliRunner(env={"COLUMNS": str(width), "NO_COLOR": "1", "TERM": "dumb"})
    result = runner.invoke(app, [str(one) for one in arguments], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result


def spawn(
    *arguments: str | Path, typed: str = "", folder: Path | None = None, status: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run `viae` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "viae.cli", *(str(one) for one in arguments)],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(SOURCES),
            "COLUMNS": "80",
            "PYTHONIOENCODING": "utf-8",
        },
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def script(variant: str, players: int, board: str, seed: int) -> list[str]:
    """The entries of everybody in a whole game that `viae play --bots 0 --seed` then repeats."""
    game = Game.new(board, variant, list(ROMANS[:players]), seed=seed)
    choose = random.Random(seed)
    entries = []
    while not game.over:
        entries.append(choose.choice(game.legal()))
        game.play(entries[-1])
    return entries


def lines(*texts: str) -> str:
    """What somebody types, line by line."""
    return "".join(f"{text}\n" for text in texts)
