"""`viae replay`: counts, failures with their lines, files of every shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import DOCS, SOURCES, run, spawn

RECORDS = SOURCES.parent / "tests" / "records"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    run("simulate", "--games", "3", "--seed", "2", "--max-entries", "40", "--records", file)
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def written(folder: Path, *lines: object) -> Path:
    file = folder / "games.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    file.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return file


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.jsonl")), ids=lambda file: file.name)
def test_real_games_replay(file: Path) -> None:
    count = len(file.read_text(encoding="utf-8").splitlines())
    text = run("replay", file).stdout
    assert text.startswith(f"{count} games, ")
    assert text.endswith(", 0 failures\n")


def test_the_examples_of_the_documentation_replay() -> None:
    assert run("replay", DOCS / "examples" / "opening.json").stdout == (
        "1 games, 15 entries, 0 failures\n"
    )


def test_a_record_over_several_lines(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    pretty = [
        json.dumps(games[0], indent=1),
        json.dumps(games[1], indent=4),
        json.dumps(games[2], indent="\t"),
    ]
    file = written(tmp_path, *pretty[:1])
    assert run("replay", file).stdout == "1 games, 40 entries, 0 failures\n"
    file = written(tmp_path, *pretty, games[0])
    assert run("replay", file).stdout == "4 games, 160 entries, 0 failures\n"


def test_failures_are_told_with_their_lines_and_the_rest_goes_on(
    tmp_path: Path, games: list[dict[str, Any]]
) -> None:
    illegal = {**games[1], "entries": [*games[1]["entries"][:10], "0: play consul-5"]}
    file = written(tmp_path, games[0], "", "garbage", illegal, '{"viae": 1,', "null", games[2])
    result = run("replay", file, status=1)
    assert result.stdout == "6 games, 90 entries, 4 failures\n"
    for line in (3, 4, 5, 6):
        assert f"games.jsonl, line {line}: " in result.stderr
    assert "line 2" not in result.stderr
    assert "entry 10" in result.stderr


def test_a_wrong_result_and_a_wrong_legal_list_are_failures(tmp_path: Path) -> None:
    run(
        "simulate", "--games", "1", "-p", "2", "--seed", "1", "--legal", "--records", tmp_path / "g"
    )
    record = json.loads((tmp_path / "g").read_text(encoding="utf-8"))
    wrong = {**record, "result": {**record["result"], "winner": 5}}
    lists = {**record, "legal": [[], *record["legal"][1:]]}
    result = run("replay", written(tmp_path, record, wrong, lists), status=1)
    assert result.stdout.endswith("2 failures\n")
    assert "winner should be" in result.stderr
    assert "legal list lacks" in result.stderr


def test_several_files_and_the_standard_input(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    file = written(tmp_path, *games)
    done = spawn("replay", file, "-", typed=json.dumps(games[0]))
    assert done.stdout == "4 games, 160 entries, 0 failures\n"


def test_the_report_for_programs(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    file = written(tmp_path, games[0], "garbage")
    report = json.loads(run("replay", file, "--json", status=1).stdout)
    assert (report["games"], report["entries"]) == (2, 40)
    assert report["failures"] == [
        {
            "file": str(file),
            "line": 2,
            "faults": ["not JSON: Expecting value (line 2, column 1)"],
        }
    ]


def test_a_file_without_records_is_no_failure(tmp_path: Path) -> None:
    assert run("replay", written(tmp_path, "", "")).stdout == "0 games, 0 entries, 0 failures\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"viae": \xff}\n', "not text in UTF-8: byte 0xff at column 10"),
        (b'{\n "a": 1\n \xff\n', "not text in UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"viae": ' + b"9" * 5000 + b"}", "too many digits"),
        (b'\xef\xbb\xbf{"viae": 1}', 'the key "board" is missing'),
        (b'{"viae": 1', "line 1, column 11"),
        (b'{"a":\n{"viae": 1}\n', "not JSON"),
    ],
)
def test_files_that_are_no_json_are_failures(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    assert said in run("replay", file, status=1).stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nothing.jsonl",), "there is no such file"),
        ((), "Missing argument"),
        ((".",), "directory"),
    ],
)
def test_bad_files_are_bad_usage(arguments: tuple[str, ...], said: str) -> None:
    assert said in run("replay", *arguments, status=2).stderr
