"""`viae simulate`: records, summaries, and the same file whatever the number of processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import DOCS, SOURCES, run, spawn
from viae import progress

QUICK = ("--games", "6", "--seed", "4", "--max-entries", "60")


def test_the_number_of_processes_does_not_change_the_file(tmp_path: Path) -> None:
    for jobs in ("1", "2", "3"):
        spawn("simulate", *QUICK, "--legal", "--jobs", jobs, "--records", tmp_path / jobs)
    contents = {(tmp_path / jobs).read_bytes() for jobs in ("1", "2", "3")}
    assert len(contents) == 1
    assert len(contents.pop().splitlines()) == 6


@pytest.mark.parametrize(
    ("variant", "players"), [("concordia", "5"), ("venus", "4"), ("venus-team", "6")]
)
def test_records_with_legal_lists_replay(tmp_path: Path, variant: str, players: str) -> None:
    file = tmp_path / "games.jsonl"
    run(
        *("simulate", "--variant", variant, "--players", players, "--games", "2", "--seed", "1"),
        *("--legal", "--records", file),
    )
    assert run("replay", file).stdout.endswith("0 failures\n")


def test_records_hold_their_seeds(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("simulate", *QUICK, "--records", file)
    metas = [json.loads(line)["meta"] for line in file.read_text(encoding="utf-8").splitlines()]
    assert [meta["run"] for meta in metas] == [{"seed": 4, "game": game} for game in range(6)]
    assert len({meta["seed"] for meta in metas}) == 6


def test_the_summary_for_people() -> None:
    text = run("simulate", "--games", "3", "--seed", "1").stdout
    assert "3 games of concordia on imperium, 3 players" in text
    assert "games/s; seed 1" in text
    assert "mean score" in text
    assert "Mean score of the winner" in text


def test_the_summary_of_teams_counts_teams() -> None:
    text = run("simulate", "-v", "venus-team", "--games", "2", "--seed", "1").stdout
    assert "team" in text
    assert len([line for line in text.splitlines() if line.endswith("%")]) == 2


def test_stopped_games_are_told() -> None:
    text = run("simulate", *QUICK).stdout
    assert "6 games stopped at 60 entries without an end; the figures are of the others." in text
    assert json.loads(run("simulate", *QUICK, "--json").stdout)["stopped"] == 6


def test_games_are_stopped_by_default_and_0_lifts_the_limit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one = ("simulate", "--games", "1", "--seed", "1", "--json", "--records")
    free = json.loads(run(*one, tmp_path / "free", "--max-entries", "0").stdout)
    assert (free["max_entries"], free["finished"]) == (None, 1)
    usual = json.loads(run(*one, tmp_path / "usual").stdout)
    assert (usual["max_entries"], usual["finished"]) == (progress.MOST_ENTRIES, 1)
    assert (tmp_path / "usual").read_bytes() == (tmp_path / "free").read_bytes()
    monkeypatch.setattr(progress, "MOST_ENTRIES", free["entries"] - 1)
    short = json.loads(run(*one, tmp_path / "short").stdout)
    assert (short["stopped"], short["entries"]) == (1, free["entries"] - 1)


@pytest.mark.parametrize("command", ["simulate", "dataset"])
def test_the_help_names_the_usual_limit(command: str) -> None:
    told = " ".join(run(command, "--help").stdout.replace("│", " ").split())
    assert f"Stop a game after {progress.MOST_ENTRIES} entries (default)" in told


def test_the_summary_for_programs() -> None:
    summary = json.loads(run("simulate", "--games", "2", "--seed", "3", "--json").stdout)
    assert summary["games"] == summary["finished"] == 2
    assert summary["seed"] == 3
    assert summary["bots"] == ["random"]
    assert sum(summary["wins"]) == 2


def test_a_drawn_seed_is_told_so_that_the_run_can_be_repeated() -> None:
    first = json.loads(run("simulate", "--games", "1", "--json").stdout)
    again = run("simulate", "--games", "1", "--json", "--seed", str(first["seed"])).stdout
    assert json.loads(again)["mean_scores"] == first["mean_scores"]


def test_records_to_stdout_leave_the_summary_to_stderr() -> None:
    result = run("simulate", *QUICK, "--records", "-")
    assert len([json.loads(line) for line in result.stdout.splitlines()]) == 6
    assert "6 games of concordia" in result.stderr
    result = run("simulate", *QUICK, "--records", "-", "--json")
    assert json.loads(result.stderr)["games"] == 6


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    board = DOCS / "examples" / "sicilia.json"
    file = tmp_path / "games.jsonl"
    run("simulate", "--board", board, "-p", "2", *QUICK, "--jobs", "2", "--records", file)
    assert run("replay", file).stdout == "6 games, 360 entries, 0 failures\n"


def test_records_on_stdout_are_utf8_in_any_encoding(tmp_path: Path) -> None:
    board = json.loads((DOCS / "examples" / "sicilia.json").read_text(encoding="utf-8"))
    board["name"] = "Žižkov"
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board), encoding="utf-8")
    asked = ("simulate", "--board", str(file), "--players", "2", "--max-entries", "5", "-n", "1")
    done = subprocess.run(
        [sys.executable, "-m", "viae.cli", *asked, "--records", "-"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert json.loads(done.stdout.decode("utf-8"))["board"]["name"] == "Žižkov"


def test_no_games_at_all(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert "0 games" in run("simulate", "--games", "0", "--records", file).stdout
    assert file.read_bytes() == b""


def test_a_file_is_replaced_only_when_all_is_played(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("precious", encoding="utf-8")
    run("simulate", "--bots", "oracle", "--records", file, status=2)
    assert file.read_text(encoding="utf-8") == "precious"
    run("simulate", *QUICK, "--records", file)
    assert len(file.read_text(encoding="utf-8").splitlines()) == 6
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_records_may_go_to_a_device() -> None:
    run("simulate", *QUICK, "--records", "/dev/null")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--bots", "oracle"), "no bot “oracle”; bots are random"),
        (("--bots", "random,random"), "2 bots for 3 players"),
        (("--bots", ","), "0 bots for 3 players"),
        (("--players", "6"), "not 6 (R1.1)"),
        (("--board", "atlantis"), "no board or file of this name"),
        (("--games", "-1"), "not in the range"),
        (("--games", "many"), "not a valid int"),
        (("--jobs", "0"), "not in the range"),
        (("--max-entries", "-1"), "not in the range"),
        (("--seed", "-3"), "not in the range"),
        (("--records", "no/where.jsonl"), "no/where.jsonl: No such file or directory"),
        (("--colonist-income", "7"), "is not one of"),
        (("--legal",), "say with --records where they go"),
        (("extra",), "unexpected extra argument"),
    ],
)
def test_bad_wishes_are_told(arguments: tuple[str, ...], said: str) -> None:
    result = run("simulate", "--games", "1", *arguments, status=2)
    assert said in " ".join(result.stderr.replace("│", " ").split())
