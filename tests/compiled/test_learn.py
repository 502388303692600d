"""Learning from end to end, on the compiled engine: interpreted, its games would take minutes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.running import spawn
from viae.bots.net import Net
from viae.errors import SetupError
from viae.learn.run import Run, Settings
from viae.learn.tables import KINDS, kind_of

TINY = Settings(
    seed=5, generations=2, games=3, first_games=4, steps=4, window=2, hidden=(8, 4), evaluation=1
)


def learn(folder: Path, jobs: int, generations: int | None = None) -> list[dict[str, Any]]:
    run = Run(folder, TINY, jobs)
    logs = []
    for log in run.go():
        logs.append(log)
        if generations is not None and len(logs) == generations:
            break
    return logs


def nets(folder: Path) -> list[bytes]:
    return [(folder / f"net-{number:03}.npz").read_bytes() for number in range(3)]


def test_a_run_is_reproducible_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = learn(tmp_path / "whole", 1)
    assert [log["generation"] for log in whole] == [0, 1, 2]
    learn(tmp_path / "parts", 2, generations=1)  # other processes, and stopped after one
    (tmp_path / "parts" / "games-001.part").write_bytes(b"half written")
    learn(tmp_path / "parts", 2)
    assert nets(tmp_path / "whole") == nets(tmp_path / "parts")
    for content in nets(tmp_path / "whole"):
        Net.load(content)
    assert not (tmp_path / "whole" / "games-000.npz").exists()  # out of the window
    lines = (tmp_path / "parts" / "log.jsonl").read_text().splitlines()
    results = [{key: value for key, value in log.items() if key != "seconds"} for log in whole]
    assert [
        {key: value for key, value in json.loads(line).items() if key != "seconds"}
        for line in lines
    ] == results


def test_another_run_in_the_folder_is_refused(tmp_path: Path) -> None:
    Run(tmp_path, TINY, 1)
    with pytest.raises(SetupError, match="seed is 5 in this run, not 6"):
        Run(tmp_path, Settings(seed=6), 1)


def test_a_run_can_begin_with_a_net_and_play_in_teams_only(tmp_path: Path) -> None:
    start = Net.fresh([6, 4], np.random.default_rng(2)).dump()
    settings = replace(TINY, generations=0, first_games=1, tables="teams", hidden=(6, 4))
    run = Run(tmp_path, settings, 1, start)
    assert run.settings.hidden == (6, 4)
    (log,) = run.go()
    assert {"greedy_4", "greedy_6"} <= log.keys()
    learned = Net.load(run.net_file(0).read_bytes())
    assert np.allclose(learned.layers[0][0], Net.load(start).layers[0][0], atol=0.05)
    with pytest.raises(SetupError, match="start is"):
        Run(tmp_path, settings, 1, Net.fresh([6, 4], np.random.default_rng(3)).dump())


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = "--generations 1 --games 2 --first-games 2 --steps 3 --hidden 8,4 --evaluation 1"
    done = spawn("learn", folder, *options.split())
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [
        ["generation", "0"],
        ["generation", "1"],
    ]
    assert (folder / "curve.svg").read_text().startswith("<?xml")
    again = spawn("learn", folder, *options.split())
    assert "finished" in again.stdout
    bad = spawn("learn", folder, "--hidden", "8,x", status=2)
    assert "--hidden is sizes with commas between" in bad.stderr


def test_any_hundred_games_hold_every_kind_of_table() -> None:
    held = [kind_of(number) for number in range(100)]
    assert sum(kind.share for kind in KINDS) == 100
    for kind in KINDS:
        assert held.count(kind) == kind.share
