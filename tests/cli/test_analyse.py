"""`viae analyse` from one end to the other."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.games import TEAMS, fresh, opening
from tests.cli.running import run
from tests.records import record
from viae import Game, analysis
from viae.analysis.critical import TOP
from viae.cli.analyse import in_short

NODES = ("--nodes", "3")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games that are not over, one on each line."""
    path = tmp_path_factory.mktemp("analyse") / "games.jsonl"
    given = json.loads(fresh())
    games = [opening(given, 30), opening(given, 9)]
    path.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def told(file: Path) -> str:
    return run("analyse", file, *NODES).stdout


@cache
def found(file: Path, number: int = 0, **settings: Any) -> analysis.Review:
    line = file.read_text(encoding="utf-8").splitlines()[number]
    return analysis.analyse(line, nodes=3, **settings)


def test_the_table_fits_a_terminal_of_80_columns(told: str) -> None:
    assert max(map(len, told.splitlines())) <= 80
    assert told.startswith("concordia on italia, 2 players\n")
    heading = "turn player   played"
    assert heading in told
    assert re.search(r"^   1 greedy 0 architect: .* \d+ → +\d+ +\d+", told, re.MULTILINE)


def test_every_turn_has_a_row(told: str, file: Path) -> None:
    rows = re.findall(r"^ *(\d+) greedy [01] ", told, re.MULTILINE)
    assert [int(row) for row in rows] == [turn["number"] for turn in found(file)["turns"]]


def test_critical_moments_are_told_with_the_better_turn(told: str, file: Path) -> None:
    report = found(file)
    for number, moment in enumerate(report["critical"], 1):
        turn = report["turns"][moment["turn"]]
        behind = told.partition(f"\n{number}. Turn {turn['number']}, ")[2]
        said = " ".join(behind.partition("\n\n")[0].split())
        assert ("The table turned: " in said) == ("shift" in moment["why"])
        assert (" of the chance to win and " in said) == ("lost" in moment["why"])
        better = "; ".join(turn["best"]["entries"])
        assert said.endswith("Nothing better was found." if turn["found"] else better)


def test_a_game_that_is_not_over_gets_advice(told: str, file: Path) -> None:
    advice = found(file)["next"]
    assert advice is not None
    said = " ".join(told.split())
    assert f"Turn {advice['number']}: greedy {advice['seat']} decides" in said
    for choice in advice["turns"]:
        assert "; ".join(choice["entries"]) in said


def test_json_is_what_the_library_gives(file: Path) -> None:
    given = run("analyse", file, *NODES, "--json", "--game", "2", "--seat", "1", "--top", "1")
    assert json.loads(given.stdout) == found(file, 1, seat=1, top=1)


def test_a_record_may_come_through_a_pipe() -> None:
    text = json.dumps(opening(record(*TEAMS), 4))
    said = run("analyse", "-", "--nodes", "0", typed=text).stdout
    assert said.startswith("venus-team on hellas, 4 players\n")


def test_a_position_gets_advice_alone() -> None:
    position = Game.new("italia", players=["Livia", "Marcus"], seed=1).position()
    said = run("analyse", "-", "--nodes", "0", typed=json.dumps(position)).stdout
    assert "Turn 1: Livia decides, with a chance of " in said
    assert "played" not in said


def test_without_a_turn_of_the_seat_that_is_said(file: Path) -> None:
    position = Game.new("italia", players=2, seed=1).position()
    typed = json.dumps(position)
    said = run("analyse", "-", "--nodes", "0", "--seat", "1", typed=typed).stdout
    assert "There is no turn to analyse." in said


def test_a_plot_is_drawn(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / "game.svg"
    said = run("analyse", file, "--game", "2", "--nodes", "0", "--plot", plot).stdout
    assert "Plot: " in said
    assert plot.read_text(encoding="utf-8").rstrip().endswith("</svg>")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--nodes", "-1"], "-1 is not in the range x>=0"),
        (["--seat", "2"], "seat is a number from 0 to 1, not 2"),
        (["--game", "3"], "there is no game 3; the file holds 2 games"),
        (["--plot", "game.pdf"], "game.pdf: a plot is an .svg or a .png file"),
    ],
)
def test_what_makes_no_sense_is_refused(file: Path, arguments: list[str], said: str) -> None:
    assert said in " ".join(run("analyse", file, *arguments, status=2).stderr.split())


def test_what_is_no_game_is_refused_with_the_name_of_its_file(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    assert "wrong.json" in run("analyse", wrong, status=2).stderr
    for text, said in (
        ("", "the file is empty"),
        ("nonsense", "not JSON"),
        ('{"viae": 1}', 'the key "board" is missing'),
        ('{"unseen": []}', "position"),
        (fresh().replace('"winner":', '"winner":1'), "result.winner: it should be"),
    ):
        wrong.write_text(text, encoding="utf-8")
        error = run("analyse", wrong, status=2).stderr
        assert said in error
        assert "wrong.json" in error.replace("\n", "")


def test_help_names_the_defaults() -> None:
    said = " ".join(run("analyse", "--help", width=120).stdout.replace("│", " ").split())
    assert f"Default: {analysis.STANDARD}." in said
    assert f"[default: {TOP}]" in said


@pytest.mark.parametrize(
    ("entries", "short"),
    [
        (["play prefect", "produce gallia"], "prefect: gallia"),
        (["play architect", "move land roma a~b", "build isca", "done"], "architect: isca"),
        (["play architect", "move land roma a~b", "done"], "architect: 1 move"),
        (
            ["play architect", "move land roma a~b", "move sea roma a~b", "done"],
            "architect: 2 moves",
        ),
        (["play tribune", "done"], "tribune"),
        (["play diplomat", "copy 1", "collect"], "diplomat: Marcus's card: collect"),
        (
            ["play diplomat", "copy 1 as mercator", "done"],
            "diplomat: Marcus's card as mercator",
        ),
        (["build isca", "done"], "build isca"),
        (["done"], "nothing"),
    ],
)
def test_a_turn_in_few_words(entries: list[str], short: str) -> None:
    assert in_short(entries, ["Livia", "Marcus"]) == short
