"""Files of results: gone on with, mended, refused when they belong to another match."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import viae.bots
from tests.arena.made_up import game
from viae import ViaeError
from viae.arena.match import Match, MatchSettings, play_match
from viae.arena.replay import replay
from viae.arena.results import Result, ResultsFile, read_results

WEIGHTS = Path(viae.bots.__file__).parent / "weights"
PLAN = MatchSettings(bots=("random", "greedy"), boards=("italia",), games=4, seed=1, max_turns=3)


def write(path: Path, settings: MatchSettings = PLAN, only: int | None = None) -> list[Result]:
    """Go on with a match in a file, with so many games at the most; those that were played."""
    match = Match(settings)
    with ResultsFile(path, match.terms) as file:
        known = {result.key for result in file.found}
        missing = [fixture for fixture in match.fixtures() if fixture not in known][:only]
        played = []
        for one in play_match(settings, fixtures=missing):
            file.write(one)
            played.append(one.result)
    return played


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    played = write(path)
    assert list(read_results([path])) == played
    assert len(played) == 4


def test_every_line_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write(path, replace(PLAN, max_turns=100))
    for line in path.read_text(encoding="utf-8").splitlines():
        assert replay(json.loads(line)).faults == []


def test_games_with_another_net_in_the_same_file_are_refused(tmp_path: Path) -> None:
    path, net = tmp_path / "games.jsonl", tmp_path / "net.npz"
    settings = replace(PLAN, bots=(f"learned:weights={net}", "greedy"), games=2, max_turns=1)
    shutil.copy(WEIGHTS / "learned.npz", net)
    assert len(write(path, settings)) == 2
    assert write(path, settings) == []
    shutil.copy(WEIGHTS / "team.npz", net)
    with pytest.raises(ViaeError, match=r"a game of another match; nets: .*net\.npz="):
        write(path, settings)


def test_a_match_goes_on_after_the_games_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert len(write(path, only=3)) == 3
    assert len(write(path)) == 1
    assert write(path) == []
    whole = tmp_path / "whole.jsonl"
    write(whole)

    def keys(file: Path) -> list[tuple[str, int, int]]:
        return [result.key for result in read_results([file])]

    assert keys(path) == keys(whole)


def test_more_games_and_more_boards_are_the_same_match(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write(path)
    assert len(write(path, replace(PLAN, games=6))) == 2
    assert len(write(path, replace(PLAN, boards=("italia", "cyprus")))) == 4
    assert len(write(path, replace(PLAN, control=True, records=False))) == 2


@pytest.mark.parametrize("left", [1, 200, -1])
def test_a_half_written_line_is_cut_off(tmp_path: Path, left: int) -> None:
    path = tmp_path / "games.jsonl"
    write(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][: left - 1 if left < 0 else left])
    assert len(list(read_results([path]))) == 3
    assert len(write(path)) == 1
    assert len(list(read_results([path]))) == 4


def test_a_whole_line_without_its_end_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    played = write(path, only=3)
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    assert list(read_results([path])) == played
    assert len(write(path)) == 1
    assert len(path.read_bytes().splitlines()) == 4


def test_an_empty_file_is_a_beginning(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    assert len(write(path)) == 4


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": 2}, "seed: 1 there, 2 here"),
        ({"bots": ("greedy", "random")}, "bots: random greedy there, greedy random here"),
        ({"time": 0.5}, "time: none there, 0.5 here"),
        ({"max_turns": None}, "max turns: 3 there, none here"),
        ({"variant": "venus"}, "variant: concordia there, venus here"),
        ({"players": 3}, "players: 2 there, 3 here"),
        ({"options": {"display": "wine"}}, "options: none there, display=wine here"),
    ],
)
def test_another_match_is_refused_with_what_differs(
    tmp_path: Path, changed: dict[str, object], said: str
) -> None:
    path = tmp_path / "games.jsonl"
    write(path)
    before = path.read_bytes()
    with pytest.raises(ViaeError) as problem:
        write(path, replace(PLAN, **changed))  # type: ignore[arg-type]
    assert said in str(problem.value)
    assert "Name another file" in str(problem.value)
    assert path.read_bytes() == before


def test_games_of_another_version_are_not_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    write(path)
    monkeypatch.setattr("viae.arena.match.__version__", "77.0")
    with pytest.raises(ViaeError, match=r"version: .* there, 77.0 here"):
        write(path)


@pytest.mark.parametrize(
    "line",
    [
        "precious",
        "{}",
        '{"meta": {"arena": {}}}',
        '{"meta": {"arena": 7}}',
        "[" * 100_000,
        json.dumps({"meta": {"arena": game(["a", "b"], [1, 2])._asdict() | {"winner": 2}}}),
        json.dumps({"meta": {"arena": game(["a", "b"], [1, 2])._asdict() | {"scores": [1]}}}),
        json.dumps({"meta": {"arena": game(["a", "b"], [1, 2])._asdict() | {"turns": 3}}}),
    ],
)
def test_other_files_are_left_alone(tmp_path: Path, line: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ViaeError, match="line 1: this is no game of viae arena"):
        write(path)
    assert path.read_text(encoding="utf-8") == line + "\n"


WRONG: list[tuple[str, object]] = [
    ("board", ["italia"]),
    ("sides", [3]),
    ("sides", ["1", "2"]),
    ("scores", [1.5, 2]),
    ("winner", True),
    ("capped", "yes"),
    ("entries", -1),
    ("turns", [None, 3]),
    ("microseconds", [[-1], []]),
    ("microseconds", [[1 << 70], []]),
    ("microseconds", [3, 3]),
    ("gods", [[1], [2]]),
    ("houses", [[0, 0, 0, 0, "x"], [0, 0, 0, 0, 0]]),
    ("cards", [[["prefect-1"]], []]),
    ("colonists", []),
    ("faults", [{"seat": 2, "kind": "crash", "text": ""}]),
    ("faults", [{"seat": 0}]),
    ("faults", 3),
    ("plan", []),
]


@pytest.mark.parametrize(("key", "value"), WRONG)
def test_a_result_that_cannot_be_counted_is_refused(
    tmp_path: Path, key: str, value: object
) -> None:
    path = tmp_path / "games.jsonl"
    wrong = game(["a", "b"], [1, 2])._asdict() | {key: value}
    path.write_text(json.dumps({"meta": {"arena": wrong}}) + "\n", encoding="utf-8")
    with pytest.raises(ViaeError, match="line 1: this is no game of viae arena"):
        list(read_results([path]))


def test_a_last_line_without_its_end_may_be_anything(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("[" * 200_000, encoding="utf-8")
    assert list(read_results([path])) == []


def test_results_of_several_files_are_read_together(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl")
    write(tmp_path / "b.jsonl", replace(PLAN, seed=2))
    assert len(list(read_results([tmp_path / "a.jsonl", tmp_path / "b.jsonl"]))) == 8
