"""`viae board`: the boards there are, one of them, and a file that is checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import DOCS, run
from viae.data import board_figures, board_names, load_board

SICILIA = DOCS / "examples" / "sicilia.json"


def test_the_boards_are_listed() -> None:
    for arguments in ((), ("list",)):
        text = run("board", *arguments).stdout
        assert all(name in text for name in board_names())


def test_the_list_for_programs() -> None:
    boards = json.loads(run("board", "list", "--json").stdout)
    assert [board["id"] for board in boards] == list(board_names())
    assert boards[0]["letters"] == {"A": 7, "B": 8, "C": 10, "D": 5}


@pytest.mark.parametrize("name", board_names())
def test_every_board_can_be_shown(name: str) -> None:
    board = load_board(name)
    text = run("board", "show", name).stdout
    assert all(city.id in text for city in board.cities)
    assert all(province.name in text for province in board.provinces)
    assert ("a path on which nobody stops" in text) == (name == "ionium")


def test_show_may_be_left_out() -> None:
    assert run("board", "italia").stdout == run("board", "show", "italia").stdout


def test_doubled_lanes_are_counted() -> None:
    assert "messana ×2" in run("board", "show", "ionium").stdout


def test_a_board_for_programs_is_a_board(tmp_path: Path) -> None:
    file = tmp_path / "copy.json"
    file.write_text(run("board", "show", "italia", "--json").stdout, encoding="utf-8")
    assert board_figures(load_board(file)) == board_figures(load_board("italia"))
    assert run("board", "check", file).exit_code == 0


def test_a_good_board_is_told_with_its_figures() -> None:
    text = run("board", "check", SICILIA).stdout
    assert "a good board" in text
    assert "13 cities (capital syracusae" in text
    assert "15 land paths, 10 sea paths" in text


def test_every_fault_is_told(tmp_path: Path) -> None:
    board = json.loads(SICILIA.read_text(encoding="utf-8"))
    board["capital"] = "atlantis"
    board["cities"][1]["letter"] = "Z"
    del board["name"]
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(board), encoding="utf-8")
    result = run("board", "check", file, status=1)
    assert result.stdout == ""
    for word in ("faults", "atlantis", "Z", "name"):
        assert word in result.stderr
    report = json.loads(run("board", "check", file, "--json", status=1).stdout)
    assert report["board"] is None
    assert len(report["faults"]) >= 3


def test_a_good_board_for_programs() -> None:
    report = json.loads(run("board", "check", SICILIA, "--json").stdout)
    assert report["faults"] == []
    assert report["board"]["provinces"] == 5


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "the text is empty"), (b"{", "not JSON"), (b"\xff", "UTF-8"), (b"[]", "object")],
)
def test_files_that_are_no_board(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "board.json"
    file.write_bytes(content)
    assert said in run("board", "check", file, status=1).stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "nothing.json"), "there is no such file"),
        (("check",), "Missing argument"),
        (("show", "atlantis"), "no board or file of this name"),
        (("show",), "Missing argument"),
        (("atlantis",), "no board or file of this name"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], said: str) -> None:
    assert said in run("board", *arguments, status=2).stderr
