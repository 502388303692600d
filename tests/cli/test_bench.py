"""`viae bench`: what it measures, how it judges, and what it says about what is missing."""

from __future__ import annotations

import json
import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import viae
from tests.waiting import HANG
from viae.cli import bench, thinking
from viae.errors import ViaeError

RATIOS = {
    "pure_vs_catanatron",
    "driven_vs_catanatron",
    "incore_vs_catanatron",
    "driven_vs_pure",
    "copy_vs_step",
}
PACKAGE = Path(viae.__file__).parent
BRIEF = ("--rounds", "1", "--seconds", "0.01")


@pytest.fixture(scope="module")
def without_compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with this package, its rules not compiled."""
    folder = tmp_path_factory.mktemp("source")
    ignore = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(PACKAGE, folder / "viae", ignore=ignore)
    return folder


def run(source: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command of the package in a folder, measuring as briefly as it can."""
    command = [sys.executable, "-P", "-m", "viae.cli", "bench", *BRIEF, *arguments]
    # Not under coverage: the copy's rules would count as rules that no test runs.
    env = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    env |= {"PYTHONPATH": str(source), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        command, env=env, capture_output=True, encoding="utf-8", check=False, timeout=HANG
    )


@pytest.fixture(scope="module")
def measured(without_compiled: Path) -> dict[str, Any]:
    """What --json prints."""
    done = run(without_compiled, "--json")
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_json_has_all_ratios(measured: dict[str, Any]) -> None:
    assert set(measured["ratios"]) == RATIOS


def test_what_is_missing_is_named_with_a_remedy_and_has_no_ratio(measured: dict[str, Any]) -> None:
    missing = measured["missing"]
    ratios = measured["ratios"]
    assert "make compile" in missing["compiled"]
    assert measured["games_per_second"]["driven"] is None
    assert ratios["driven_vs_pure"] is None
    assert ratios["incore_vs_catanatron"] is None
    assert (ratios["pure_vs_catanatron"] is None) == ("catanatron" in missing)
    assert "make bench" in missing.get("catanatron", "make bench")


def test_every_variant_is_measured_with_every_number_of_players(measured: dict[str, Any]) -> None:
    from viae.options import PLAYERS

    wanted = {(variant, players) for variant, all_ in PLAYERS.items() for players in all_}
    assert {(row["variant"], row["players"]) for row in measured["growth"]} == wanted
    assert all(row["pure"]["entries_per_second"] > 0 for row in measured["growth"])


def test_without_the_compiled_engine_a_copy_is_compared_with_an_interpreted_step(
    measured: dict[str, Any],
) -> None:
    times = measured["microseconds"]["pure"]
    assert measured["microseconds"]["compiled"] is None
    assert times["step"] == times["legal"] + times["apply"]
    assert measured["ratios"]["copy_vs_step"] == times["copy"] / times["step"]


def test_importing_is_timed_and_the_package_weighed(measured: dict[str, Any]) -> None:
    package = measured["package"]
    assert 0 < package["import_ms"] < package["import_game_ms"]
    assert 0.1 < package["installed_mb"] < 100


def test_check_fails_when_a_bar_could_not_be_measured(without_compiled: Path) -> None:
    done = run(without_compiled, "--check")
    assert done.returncode == 1
    assert "missed or not measured: " in done.stderr
    assert "driven_vs_pure" in done.stderr
    text = " ".join(done.stdout.split())  # lines are broken anywhere
    assert "viae, compiled, was not measured: the rules are not compiled" in text


def test_the_tables_show_every_figure(measured: dict[str, Any]) -> None:
    text = shown(measured)
    for bar in measured["bars"]:
        assert bar["figure"] in text
    for name in bench.NAMES.values():
        assert name in text
    assert "venus-team 6" in text
    assert "…" not in text  # nothing is cut off on a terminal of 80 columns


def test_a_busy_machine_is_told(measured: dict[str, Any]) -> None:
    rates = dict(measured["games_per_second"]["pure"], best=100.0, median=50.0)
    assert "the machine was busy" in shown(measured | {"games_per_second": {"pure": rates}})
    rates["median"] = 95.0
    assert "busy" not in shown(measured | {"games_per_second": {"pure": rates}})


def shown(result: dict[str, Any]) -> str:
    """The tables on a terminal of 80 columns."""
    output = StringIO()
    bench.report(result, Console(file=output, width=80))
    return output.getvalue()


# --- bars and ratios ---


def test_a_bar_is_a_least_value_or_one_to_stay_below() -> None:
    fast = bench.Bar("driven_vs_pure", 3)
    assert (fast.holds(3.0), fast.holds(2.9), fast.holds(None)) == (True, False, None)
    small = bench.Bar("installed_mb", 3, below=True)
    assert (small.holds(2.9), small.holds(3.0), small.holds(None)) == (True, False, None)
    assert (str(fast), str(small)) == ("≥ 3", "< 3")


def test_there_is_a_bar_for_every_ratio() -> None:
    assert {bar.figure for bar in bench.BARS} >= RATIOS


def test_ratios_are_those_of_the_best_rounds() -> None:
    games = {
        "pure": {"best": 500.0},
        "driven": {"best": 2000.0},
        "incore": {"best": 4000.0},
        "catanatron": {"best": 20.0},
    }
    times = {"pure": {"copy": 9.0, "step": 1.0}, "compiled": {"copy": 1.0, "step": 2.0}}
    assert bench.ratios(games, times) == {
        "pure_vs_catanatron": 25.0,
        "driven_vs_catanatron": 100.0,
        "incore_vs_catanatron": 200.0,
        "driven_vs_pure": 4.0,
        "copy_vs_step": 0.5,
    }


# --- workers and series ---


@pytest.fixture
def worker() -> Iterator[bench.Worker]:
    """A worker with the interpreted engine."""
    worker = bench.Worker("pure")
    yield worker
    worker.close()


def test_a_worker_plays_the_games_asked_for(worker: bench.Worker) -> None:
    request = {"seed": 1, "variant": "concordia", "players": 2, "games": 2}
    played = worker.ask({"measure": "incore", **request})
    assert not worker.missing
    assert played["seconds"] > 0
    assert played["entries"] > 200
    assert worker.ask({"measure": "incore", **request})["entries"] == played["entries"]
    assert worker.ask({"measure": "pure", **request})["entries"] > 200


def test_a_worker_that_fails_is_an_error_and_not_a_wait(worker: bench.Worker) -> None:
    with pytest.raises(ViaeError, match="“pure” ended with status 1"):
        worker.ask({"measure": "nonsense"})
    with pytest.raises(ViaeError, match="“pure” ended"):
        worker.ask({"measure": "nonsense"})


def test_short_games_do_not_make_a_round_the_best(worker: bench.Worker) -> None:
    series = bench.Series("pure", worker, "concordia", 4, 1.0, games=10)
    # The first round was played faster, the second had the shorter games.
    series.rounds = [
        bench.Round(games=10, entries=8000, seconds=1.0),
        bench.Round(games=10, entries=4000, seconds=0.8),
    ]
    figures = series.figures()
    assert figures["entries_per_game"] == 600
    assert figures["entries_per_second"] == 8000
    assert figures["best"] == 8000 / 600
    assert figures["median"] == 6500 / 600
    assert figures["games"] == 20


def test_the_size_counts_every_file_and_the_bytecode_pip_will_make(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("def answer():\n    return 42\n", encoding="utf-8")
    (tmp_path / "board.json").write_bytes(b"1" * 1000)
    before = bench.installed_bytes(tmp_path)
    bytecode = py_compile.compile(str(module), doraise=True)
    assert bytecode is not None
    assert bench.installed_bytes(tmp_path) == before
    assert abs(before - 1000 - module.stat().st_size - Path(bytecode).stat().st_size) < 50


def test_how_fast_bots_think_is_compared_with_an_earlier_version() -> None:
    """Only what is reported: the figures depend on the machine."""
    result = {
        "random_games_per_second": 1000.0,
        "figures": {
            name: {"per_second": 2.0, "per_random_game": 0.002, "baseline": base, "ratio": 1.5}
            for name, base in thinking.BASELINE.items()
        },
    }
    console = Console(file=StringIO(), width=100)
    console.print(thinking.as_table(result))
    assert isinstance(console.file, StringIO)
    said = console.file.getvalue()
    assert all(name in said for name in thinking.NAMES.values())
    assert said.count("1.50") == len(thinking.BASELINE)
    tasks = thinking._tasks()
    assert tasks["plans"]() > 100
    assert set(tasks) == {"random", *thinking.BASELINE}
