"""A table needs no server and no package: whole games run with the standard library alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from viae import Game

SCRIPT = Path(__file__).with_name("alone.py")
GAMES = ["concordia:3", "venus:4", "venus-team:4"]


def test_whole_games_of_all_variants_run_with_the_standard_library_alone() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *GAMES], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["strangers"] == []
    kinds: set[str] = set()
    blocked: set[str] = set()
    for game in found["games"]:
        assert game["undone"] > 0
        kinds |= set(game["kinds"])
        blocked |= set(game["blocked"])
        assert Game.from_record(game["record"]).result() == game["result"]
    assert kinds == {
        *("play", "move", "build", "produce", "collect", "sell", "buy", "cash", "settle"),
        *("purchase", "copy", "repeat", "suggest", "keep", "done", "reveal"),
    }
    assert {"build", "produce", "sell", "buy", "settle", "purchase", "copy"} <= blocked
