"""`viae show`: any moment of a record, or a position."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import DOCS, run
from viae import Game
from viae.cli.out import print_json

OPENING = DOCS / "examples" / "opening.json"
FINAL = DOCS / "examples" / "final.json"


def test_the_end_of_a_record() -> None:
    text = run("show", OPENING).stdout
    assert "after 15 of 15 entries" in text
    assert "Marcus plays architect" in text
    assert "Livia decides: play " in text


def test_a_finished_position() -> None:
    text = run("show", FINAL).stdout
    assert "Livia wins with 147 points." in text
    assert "final score" in text


@pytest.mark.parametrize(("at", "count"), [("0", 0), ("7", 7), ("-1", 14), ("-15", 0), ("15", 15)])
def test_any_moment(at: str, count: int) -> None:
    assert f"after {count} of 15 entries" in run("show", OPENING, "--at", at).stdout


def test_a_card_about_to_be_revealed() -> None:
    entries = json.loads(OPENING.read_text(encoding="utf-8"))["entries"]
    at = next(at for at, entry in enumerate(entries) if entry.startswith("*"))
    assert "A card is about to be revealed." in run("show", OPENING, "--at", str(at)).stdout


def test_the_moment_for_programs() -> None:
    moment = json.loads(run("show", OPENING, "--at", "2", "--json").stdout)
    assert (moment["at"], moment["entries"], moment["actor"], moment["turn"]) == (2, 15, 0, 0)
    assert moment["winner"] is None
    assert moment["legal"] == sorted(moment["legal"])
    game = Game.from_position(moment["position"])
    assert game.legal() == moment["legal"]


def test_a_position_can_be_taken_out_and_shown_again(tmp_path: Path) -> None:
    position = run("show", OPENING, "--at", "2", "--position").stdout
    file = tmp_path / "position.json"
    file.write_text(position, encoding="utf-8")
    assert "after 2 of 2 entries" in run("show", file).stdout
    assert "after 1 of 2 entries" in run("show", file, "--at", "1").stdout
    assert run("show", file, "--position").stdout == position


@pytest.mark.parametrize(
    "layout",
    [
        {"indent": 0},
        {"indent": 1},
        {"indent": "\t"},
        {"separators": (",", ":")},
        {"separators": (",\n", ":\n")},
        {"separators": (" , ", " :\r\n\r\n")},
        {"ensure_ascii": False, "indent": 3},
    ],
    ids=repr,
)
@pytest.mark.parametrize("around", ["{}", "\n\n  {}\n\n", "\ufeff{}", "\t{}"], ids=repr)
def test_any_layout_of_json(tmp_path: Path, layout: dict[str, Any], around: str) -> None:
    file = tmp_path / "game.json"
    for example in (OPENING, FINAL):
        text = json.dumps(json.loads(example.read_text(encoding="utf-8")), **layout)
        file.write_bytes(around.replace("{}", text).encode())
        assert run("show", file).stdout == run("show", example).stdout
        file.write_bytes(f"{text}\n{text}".encode())
        assert run("show", file, "--game", "2").stdout == run("show", example).stdout


def test_the_standard_input() -> None:
    text = run("show", "-", typed=OPENING.read_text(encoding="utf-8")).stdout
    assert "after 15 of 15 entries" in text


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
@pytest.mark.parametrize("name", ["Žofie é", "\ud800"])
def test_what_is_printed_for_programs_can_be_read_in_any_encoding(name: str, encoding: str) -> None:
    printed = io.BytesIO()
    with io.TextIOWrapper(printed, encoding, "replace", write_through=True) as file:
        print_json({"name": name}, file)
        assert json.loads(printed.getvalue().decode("utf-8")) == {"name": name}


@pytest.fixture
def three(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    run("simulate", "--games", "3", "--seed", "1", "--max-entries", "9", "--records", file)
    return file


def test_a_game_of_several(three: Path) -> None:
    seeds = [
        json.loads(run("show", three, "--game", number, "--json").stdout)["position"]["tokens"]
        for number in ("1", "2", "3", "-1")
    ]
    assert seeds[2] == seeds[3]
    assert seeds[0] != seeds[1]
    assert "random 0 plays" in run("show", three).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--game", "4"), "there is no game 4; the file holds 3 games"),
        (("--game", "0"), "there is no game 0"),
        (("--game", "-4"), "there is no game -4"),
        (("--at", "10"), "--at 10: there are 9 entries"),
        (("--at", "-10"), "--at -10"),
        (("--at", "x"), "not a valid int"),
    ],
)
def test_moments_that_are_not_there(three: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in " ".join(run("show", three, *arguments, status=2).stderr.split())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "the file is empty"),
        ("[]", "a JSON object is needed"),
        ("nonsense", "line 1: not JSON"),
        ('{"viae": 1}', "6 faults"),
        ('{"viae": 1, "unseen": {}}', "position: 7 faults"),
        ('{"viae": 1, "magnus": 0, "entries": 7}', "position: "),
        ('{"viae": 1, "entries": 7}', "record: "),
    ],
)
def test_files_that_cannot_be_shown(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "file.json"
    file.write_text(content, encoding="utf-8")
    result = run("show", file, status=2)
    assert said in result.stderr
    assert "file.json" in result.stderr


def test_a_missing_file() -> None:
    assert "nothing.json: No such file or directory" in run("show", "nothing.json", status=2).stderr
