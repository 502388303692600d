"""The compiled engine plays the very games of the interpreted one."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import viae
from viae.testing import combinations

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


@pytest.fixture(autouse=True)
def need_compiled() -> None:
    """Skip without a compiled engine, unless VIAE_REQUIRE_COMPILED=1 makes that a failure."""
    kind, reason = status()
    if kind == "compiled":
        return
    if os.environ.get("VIAE_REQUIRE_COMPILED") == "1":
        pytest.fail(f"VIAE_REQUIRE_COMPILED=1, but the engine is {kind}: {reason}")
    pytest.skip(f"the compiled engine is not available: {reason}")


def both(*arguments: str) -> tuple[list[str], list[str]]:
    """What the interpreted and what the compiled engine print, without the engine's name."""
    interpreted, compiled = run(True, *arguments), run(False, *arguments)
    assert interpreted[0] == "interpreted"
    assert compiled[0] == "compiled"
    return interpreted[1:], compiled[1:]


def test_both_engines_play_the_same_games() -> None:
    interpreted, compiled = both(str(HERE / "games.py"))
    for one, other in zip(interpreted, compiled, strict=True):
        assert one == other
    played = [tuple(line.split()[:3]) for line in compiled]
    assert {(board, variant, str(n)) for board, variant, n in combinations()} == set(played)
    assert len(played) == 300
    # The loop inside the core plays what is played entry by entry.
    assert {line.split()[-2] for line in compiled} == {"True"}


def test_states_travel_between_processes_under_both_engines(tmp_path: Path) -> None:
    interpreted, compiled = both(str(HERE / "travel.py"), str(tmp_path))
    assert interpreted == compiled
    assert len(compiled) == 18
    for line in compiled:
        assert line.split()[:3] == ["True", "True", "True"]


def test_the_conformance_kit_passes_the_compiled_engine() -> None:
    interpreted, compiled = (
        run(pure, "-m", "viae.testing", "--games", "60", "--verbose") for pure in (True, False)
    )
    assert interpreted[:-1] == compiled[:-1]  # coins and goods by cause, verbs, endings
    assert "0 violations" in compiled[-1]
    assert "compiled engine" in compiled[-1]


def test_the_golden_playthroughs_are_those_of_the_compiled_engine() -> None:
    lines = run(False, "-m", "tests.golden", "--check")
    assert len(lines) == 6


def test_the_perft_counts_are_those_of_the_compiled_engine() -> None:
    lines = run(False, "-m", "tests.perft")
    assert len(lines) == len(list((ROOT / "tests" / "perft").glob("*.json")))
