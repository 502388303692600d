"""`viae arena`: matches from start to end, gone on with, stopped, reported, refused."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.bots.asking import registered
from tests.cli.running import DOCS, SOURCES, run, spawn
from tests.waiting import HANG, wait_until
from viae.arena.match import MatchSettings
from viae.bots import Observation
from viae.cli.arena import _command

QUICK = ("--board", "italia", "--seed", "4", "--max-turns", "6", "--jobs", "1")
PROMISED = {
    *("name", "games", "wins", "rate", "low", "high", "mean_score", "median_ms_per_turn"),
}


def told(*arguments: str | Path) -> dict[str, Any]:
    summary: dict[str, Any] = json.loads(run("arena", *arguments, "--json").stdout)
    return summary


def metas(file: Path) -> list[dict[str, Any]]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["meta"]["arena"] for line in lines]


def test_the_summary_for_programs() -> None:
    summary = told("greedy", "random", *QUICK, "--players", "3", "--games", "6")
    greedy, random = summary["bots"]
    assert set(greedy) >= PROMISED
    assert [greedy["name"], random["name"]] == ["greedy", "random"]
    assert greedy["games"] == random["games"] == summary["games"] == 6
    assert greedy["wins"] + random["wins"] == 6
    assert greedy["rate"] == pytest.approx(greedy["wins"] / 6, abs=0.0001)
    assert greedy["low"] <= greedy["rate"] <= greedy["high"]
    assert greedy["even"] == pytest.approx(1 / 3, abs=0.0001)
    assert summary["line_up"] == ["greedy", "random", "random"]
    assert (summary["deals"], summary["seatings"], summary["seed"]) == (2, 3, 4)
    assert summary["complete"]


def test_the_summary_for_people() -> None:
    text = run("arena", "greedy", "random", *QUICK, "--games", "4", width=100).stdout
    assert "4 games of concordia on italia, 2 players" in text
    assert "2 deals with 2 seatings each; seed 4" in text
    lines = {line.split()[0]: line.split() for line in text.splitlines() if line}
    assert lines["greedy"][2] == "4"
    assert "Scored as it stood when the turns were up (--max-turns): 4 games." in text


def test_the_clock_is_told() -> None:
    text = run("arena", "random", "random", *QUICK, "--games", "1", "--time", "0.25").stdout
    assert "0.25 s for a turn" in text


def test_one_name_is_a_mirror_match() -> None:
    text = run("arena", "random", *QUICK, "--players", "4", "--games", "8").stdout
    assert "Mirror match of random, 8 games: won by seat" in text
    assert text.count(" %") >= 4


def test_the_control_is_a_mirror_match_of_the_second_bot() -> None:
    summary = told("greedy", "random", *QUICK, "--games", "4", "--control")
    (mirror,) = summary["mirrors"]
    assert (mirror["name"], mirror["games"], len(mirror["seats"])) == ("random", 2, 2)
    assert summary["games"] == 6
    assert [bot["games"] for bot in summary["bots"]] == [4, 4]


def test_games_are_rounded_up_to_full_sets_and_that_is_told() -> None:
    result = run("arena", "greedy", "random", *QUICK, "--players", "3", "--games", "4", "--json")
    assert "6 games on each board instead of 4" in result.stderr
    summary = json.loads(result.stdout)
    assert (summary["asked"], summary["games"]) == (4, 6)


def test_teams_and_several_boards() -> None:
    summary = told(
        *("random", "greedy", "--variant", "venus-team", *QUICK[2:], "--games", "2"),
        *("--board", "italia,cyprus"),
    )
    assert summary["line_up"] == ["random", "greedy", "random", "greedy"]
    assert summary["games"] == 4
    assert set(summary["bots"][0]["boards"]) == {"italia", "cyprus"}
    assert [bot["even"] for bot in summary["bots"]] == [0.5, 0.5]


def test_options_of_the_game_reach_the_table(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("arena", "random", "random", *QUICK, "-n", "1", "--display", "wine", "--out", file)
    assert json.loads(file.read_text(encoding="utf-8"))["options"] == {"display": "wine"}


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    board = DOCS / "examples" / "sicilia.json"
    run("arena", "random", "random", *QUICK[2:], "-n", "2", "--board", board, "--out", file)
    assert run("replay", file).stdout.startswith("2 games")


def test_a_file_of_results_replays_and_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    match = ("arena", "random", "greedy", *QUICK, "--out", file)
    run(*match, "--games", "2")
    result = run(*match, "--games", "6")
    assert f"2 games are in {file} already; 4 are left." in " ".join(result.stderr.split())
    assert "6 games of concordia" in result.stdout
    assert run("replay", file).stdout.startswith("6 games")
    before = file.read_bytes()
    again = run(*match, "--games", "6")  # nothing is left to do
    assert "6 games of concordia" in again.stdout
    assert file.read_bytes() == before
    # Fewer games than are there: the figures are of those that were asked for.
    assert "2 games of concordia" in run(*match, "--games", "2").stdout


def test_the_file_knows_its_seed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    match = ("random", "random", "--board", "italia", "--max-turns", "3", "-j", "1", "--out", file)
    first = told(*match, "--games", "1")
    assert told(*match, "--games", "3")["seed"] == first["seed"]
    assert len(metas(file)) == 3


def test_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("arena", "random", "random", *QUICK, "--games", "1", "--out", file)
    result = run("arena", "random", "greedy", *QUICK, "--games", "2", "--out", file, status=2)
    said = " ".join(result.stderr.split())
    assert "bots: random random there, random greedy here" in said
    assert len(metas(file)) == 1


def test_results_without_records(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("arena", "random", "random", *QUICK, "--games", "2", "--out", file, "--no-records")
    assert len(metas(file)) == 2
    assert all(
        list(json.loads(line)) == ["meta"] for line in file.read_text(encoding="utf-8").splitlines()
    )


def test_the_number_of_processes_does_not_change_the_file(tmp_path: Path) -> None:
    found = []
    for jobs in ("1", "2"):
        file = tmp_path / jobs
        spawn(
            *("arena", "random", "greedy", *QUICK[:-1], jobs, "--games", "8", "--out", file),
        )
        found.append([meta | {"microseconds": []} for meta in metas(file)])
    assert found[0] == found[1]


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """A match of many games, once some of them are in its file."""
    process = subprocess.Popen(
        [sys.executable, "-m", "viae.cli", "arena", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={"PYTHONPATH": str(SOURCES), "COLUMNS": "80"},
    )
    file = folder / "games.jsonl"
    wait_until(
        lambda: (file.exists() and file.stat().st_size > 100_000) or process.poll() is not None,
        "games in the file",
    )
    return process


LONG = ("random", "random", "random", "--board", "italia", "--seed", "3", "--out", "games.jsonl")


@pytest.mark.parametrize(
    ("time", "said"), [(1.0, "1"), (0.25, "0.25"), (0.012345678, "0.012345678")]
)
def test_the_command_to_go_on_names_the_same_time(time: float, said: str) -> None:
    words = _command(MatchSettings(bots=("random",), time=time), None, None).split()
    assert words[words.index("--time") + 1] == said


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    ("number", "jobs"), [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "2")]
)
def test_a_signal_keeps_the_games_and_tells_how_to_go_on(
    tmp_path: Path, number: signal.Signals, jobs: str
) -> None:
    with start(tmp_path, *LONG, "--games", "100000", "--jobs", jobs) as process:
        process.send_signal(number)
        out, err = process.communicate(timeout=HANG)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"Warning" not in err
    played = len(metas(tmp_path / "games.jsonl"))
    assert f"{played} games of concordia" in out.decode()
    assert f"Stopped after {played} games; they are in games.jsonl. To continue:" in err.decode()
    command = err.decode().splitlines()[-1].split()
    assert command[:2] == ["viae", "arena"]
    command[command.index("100000")] = str(played + 2)
    done = spawn(*command[1:], folder=tmp_path)
    assert f"{played + 2} games of concordia" in done.stdout
    assert run("replay", tmp_path / "games.jsonl").stdout.endswith(" 0 failures\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_match_that_was_killed_is_gone_on_with(tmp_path: Path) -> None:
    with start(tmp_path, *LONG, "--games", "100000", "--jobs", "2") as process:
        process.kill()
        process.communicate(timeout=HANG)
    file = tmp_path / "games.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) - 50])  # whatever was written last may be half there
    kept = len(file.read_bytes().splitlines()) - 1
    done = spawn("arena", *LONG, "--games", str(kept + 3), "--jobs", "2", folder=tmp_path)
    assert f"{kept} games are in games.jsonl already; 3 are left." in done.stderr
    assert [meta["deal"] for meta in metas(file)] == list(range(kept + 3))


class Impatient:
    """Presses Ctrl-C, once it was made so often; and again, if there are presses left."""

    made = 0
    presses = 0

    def __init__(self, seed: int) -> None:
        Impatient.made -= 1

    def choose(self, observation: Observation) -> int:
        if Impatient.made < 0 < Impatient.presses:
            Impatient.presses -= 1
            signal.raise_signal(signal.SIGINT)
        return observation.legal[0]


@pytest.mark.parametrize(("presses", "played"), [(1, "1 game of concordia"), (2, "")])
def test_ctrl_c_without_a_file(monkeypatch: pytest.MonkeyPatch, presses: int, played: str) -> None:
    monkeypatch.setattr(Impatient, "made", 3)  # once to check it, twice for a whole game
    monkeypatch.setattr(Impatient, "presses", presses)
    with registered("impatient", Impatient):
        result = run("arena", "impatient", *QUICK, "--max-turns", "3", "-p", "2", status=130)
    assert result.stdout.startswith(played)
    said = "Stopped after 1 game; --out FILE keeps what was played."
    assert (said in result.stderr) == bool(played)


class Broken:
    """Cannot play, each time for another reason."""

    asked = 0

    def choose(self, observation: Observation) -> int:
        Broken.asked += 1
        raise ArithmeticError(f"reason {Broken.asked}")


def test_faults_of_bots_are_listed() -> None:
    with registered("broken", lambda seed: Broken()):
        text = run("arena", "broken", "random", *QUICK, "-n", "8").stdout
    assert "8 faults of bots, replaced for the rest of their games:" in text
    assert "1 × broken, crash: ArithmeticError: reason" in text
    assert "and 3 other kinds" in text


def test_progress_shows_the_rate_of_the_first_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100, _environ={})
    monkeypatch.setattr("viae.cli.out.err", lambda: console)
    run("arena", "greedy", "random", *QUICK, "--games", "2", "--control")
    assert re.search(r"greedy \d+\.\d%", screen.getvalue())
    assert "3/3" in screen.getvalue()


def test_ratings_of_several_files(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    run("arena", "greedy", "random", *QUICK[:4], "--games", "4", "-j", "1", "--out", one)
    run("arena", "random", "greedy", *QUICK[2:], "-b", "cyprus", "--games", "2", "--out", two)
    text = run("arena", "--ratings", one, two, width=120).stdout
    assert "6 games from 2 files" in text
    assert "rating" in text
    summary = told("--ratings", two, one)
    assert [bot["name"] for bot in summary["bots"]] == ["greedy", "random"]
    assert summary["bots"][0]["rating"]["mu"] > summary["bots"][1]["rating"]["mu"]
    assert summary == told("--ratings", one, two) | {"files": [str(two), str(one)]}


def test_a_report_is_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file, folder = tmp_path / "games.jsonl", tmp_path / "report"
    match = ("greedy", "random", *QUICK, "--games", "2", "--out", file)
    result = run("arena", *match, "--report", folder)
    assert "Report: " in result.stderr
    assert (folder / "report.html").stat().st_size > 10_000
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert "# greedy against random" in text
    assert "viae arena greedy random --board italia" in text
    pytest.importorskip("openskill")
    run("arena", "--ratings", file, "--report", tmp_path / "again")
    assert (tmp_path / "again" / "report.html").is_file()


def test_without_the_extras_only_ratings_and_reports_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("openskill", "matplotlib", "ray"):
        monkeypatch.setitem(sys.modules, name, None)
    file = tmp_path / "games.jsonl"
    match = ("random", "greedy", *QUICK, "--games", "2", "--out", file)
    assert told(*match)["bots"][0]["rating"] is None
    assert "“arena”" in run("arena", "--ratings", file, status=2).stderr
    assert "“arena”" in run("arena", *match, "--report", tmp_path, status=2).stderr
    cluster = ("random", "random", *QUICK, "--games", "2", "--cluster")
    assert "“cluster”" in run("arena", *cluster, status=2).stderr


def test_on_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    file, other = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    match = ("arena", "random", "greedy", *QUICK[:-1], "2", "--games", "4", "--out")
    run(*match, file)
    spawn(*match, other, "--address", "local")
    assert [meta | {"microseconds": []} for meta in metas(file)] == [
        meta | {"microseconds": []} for meta in metas(other)
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name the bots that play"),
        (("oracle", "random"), "no bot “oracle”"),
        (("random", "greedy", "random", "--players", "4"), "3 names for 4 players"),
        (("random", "random", "--players", "6"), "not 6 (R1.1)"),
        (("random", "random", "-v", "venus-team", "-p", "5"), "4 or 6 players, not 5 (R1.1)"),
        (("random", "random", "random", "-v", "venus-team", "-p", "4"), "for each team"),
        (("random", "random", "--board", "atlantis"), "no board or file of this name"),
        (("random", "random", "--board", ","), "name a board"),
        (("random", "random", "--control"), "there is only one"),
        (("random", "random", "--time", "0"), "more than 0 seconds"),
        (("random", "random", "--games", "-1"), "not in the range"),
        (("random", "random", "--jobs", "0"), "not in the range"),
        (("random", "random", "--max-turns", "0"), "not in the range"),
        (("random", "random", "-n", "1", "--out", "no/where.jsonl"), "no/where.jsonl: No such"),
        (("random", "random", "--address", "here"), "“here” is no address"),
    ],
)
def test_bad_wishes_are_told(arguments: tuple[str, ...], said: str) -> None:
    if "--address" in arguments:
        pytest.importorskip("ray")
    result = run("arena", *arguments, status=2)
    assert said in " ".join(result.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [((), "--ratings needs files of results"), (("missing.jsonl",), "there is no such file")],
)
def test_ratings_of_nothing(arguments: tuple[str, ...], said: str) -> None:
    pytest.importorskip("openskill")
    assert said in run("arena", "--ratings", *arguments, status=2).stderr


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("precious\n", encoding="utf-8")
    result = run("arena", "random", "random", *QUICK, "-n", "1", "--out", file, status=2)
    assert "line 1: this is no game of viae arena" in " ".join(result.stderr.split())
    assert file.read_text(encoding="utf-8") == "precious\n"
