"""Pyodide plays the very games of this Python, and its bots choose the same turns."""

from __future__ import annotations

import pytest

from tests.browser.compare import GAMES, TURNS
from tests.browser.python import ROOT, run_in_pyodide
from tests.compiled.engines import run

pytestmark = pytest.mark.skipif(
    not (ROOT / "web" / "node_modules" / "pyodide").is_dir(), reason="pyodide is not installed"
)


def test_pyodide_plays_the_same_games() -> None:
    played = run_in_pyodide(GAMES, "100")
    assert played == run(True, str(GAMES), "100")
    assert len(played) == 101


def test_bots_choose_the_same_turns_in_pyodide() -> None:
    there, here = run_in_pyodide(TURNS, "12"), run(True, str(TURNS), "12")
    assert [line.split()[1:] for line in there] == [line.split()[1:] for line in here]
    assert len(there) == 12
