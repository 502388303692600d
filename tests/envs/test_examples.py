"""The examples run without a warning and do what they promise."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import viae

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SOURCES = Path(viae.__file__).parents[1]


def run(name: str | Path, *arguments: str | Path) -> str:
    """The output of an example (or of another script), run with warnings as errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *(str(one) for one in arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={
            **os.environ,
            "PYTHONPATH": str(SOURCES),
            "PYTHONIOENCODING": "utf-8",
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",  # which PettingZoo's chess would greet with
        },
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_every_example_is_run_by_a_test() -> None:
    others = ("bots/test_process.py", "server/test_outside_bots.py")
    tests = Path(__file__).read_text("utf-8")
    tests += "".join((ROOT / "tests" / name).read_text("utf-8") for name in others)
    for path in EXAMPLES.iterdir():
        if path.is_file():
            assert re.search(rf"""["']{path.name}["']""", tests)


def test_random_rollouts_are_counted() -> None:
    told = run("random_rollouts.py", "--games", "20", "--board", "italia", "--seed", "1")
    assert re.search(r"^20 games, \d+ entries", told)
    assert re.search(r"^ +\d+\.\d% play$", told, re.MULTILINE)


@pytest.mark.parametrize("variant", ["venus", "venus-team"])
def test_random_rollouts_of_other_variants(variant: str) -> None:
    told = run("random_rollouts.py", "--games", "5", "--variant", variant)
    assert "legal actions in" in told


def test_the_search_of_openspiel_plays_a_game() -> None:
    told = run("openspiel_mcts.py", "--games", "1", "--simulations", "4")
    assert re.search(r"^game 0: [+-]1\.00, [+-]1\.00", told)
    assert re.search(r"^the search won [01] of 1 games$", told, re.MULTILINE)


def test_the_benchmark_compares_with_the_core() -> None:
    benchmark = EXAMPLES.parent / "benchmarks" / "envs.py"
    told = json.loads(run(benchmark, "--rounds", "1", "--seconds", "0.02", "--json"))
    assert set(told["bars"]) <= set(told["ratios"]) | {"aec_vs_chess"}  # chess may be missing
    assert all(figure > 0 for figure in told["per_second"].values())
    assert "core" in told["per_second"]


def test_the_policy_gets_better(tmp_path: Path) -> None:
    """Random play wins half of the games against random play; a few updates are enough to see."""
    curve = tmp_path / "curve.svg"
    told = run(
        "policy_gradient.py", "--updates", "10", "--every", "10", "--judged", "48", "--plot", curve
    )
    first, last = (int(share) for share in re.findall(r"won +(\d+)%", told))
    assert 30 <= first <= 70
    assert last >= 75
    assert curve.read_text("utf-8").startswith("<svg")
