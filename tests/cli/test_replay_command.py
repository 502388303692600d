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
    assert "entries[10]" in result.stderr


def test_a_wrong_result_and_a_wrong_legal_list_are_failures(tmp_path: Path) -> None:
    run(
        "simulate", "--games", "1", "-p", "2", "--seed", "1", "--legal", "--records", tmp_path / "g"
    )
    record = json.loads((tmp_path / "g").read_text(encoding="utf-8"))
    wrong = {**record, "result": {**record["result"], "winner": 5}}
    lists = {**record, "legal": [[], *record["legal"][1:]]}
    result = run("replay", written(tmp_path, record, wrong, lists), status=1)
    assert result.stdout.endswith("2 failures\n")
    assert "result.winner: it should be" in result.stderr
    assert "list of legal entries lacks" in result.stderr


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
            "count": 1,
            "faults": ["not JSON: line 2, column 1: Expecting value"],
        }
    ]


def test_only_the_first_twenty_faults_of_a_file_are_listed(
    tmp_path: Path, games: list[dict[str, Any]]
) -> None:
    broken = {**games[1], "tokens": {}, "x": 1}  # thirty tokens are missing, and a key is unknown
    file = written(tmp_path, games[0], "garbage", broken, "garbage", games[2])
    result = run("replay", file, status=1)
    assert result.stdout == "5 games, 80 entries, 3 failures\n"
    lines = result.stderr.splitlines()
    assert "line 2: not JSON" in lines[0]
    assert len([line for line in lines if line.startswith("  - ")]) == 19
    assert lines[-1] == f"viae: {file}: 33 faults in 3 games; 20 are listed"
    report = json.loads(run("replay", file, "--json", status=1).stdout)
    assert [one["count"] for one in report["failures"]] == [1, 31, 1]
    assert [len(one["faults"]) for one in report["failures"]] == [1, 19, 0]


def test_each_file_has_twenty_faults_of_its_own(tmp_path: Path) -> None:
    file = written(tmp_path, *["garbage"] * 20)
    result = run("replay", file, file, status=1)
    assert result.stderr.count("not JSON") == 40
    assert "listed" not in result.stderr


def test_a_position_is_said_to_be_one() -> None:
    result = run("replay", DOCS / "examples" / "final.json", status=1)
    assert "this is a position, not a record" in result.stderr


def test_a_json_string_that_contains_a_record_is_a_failure(
    tmp_path: Path, games: list[dict[str, Any]]
) -> None:
    file = written(tmp_path, json.dumps(json.dumps(games[0])), games[1])
    result = run("replay", file, status=1)
    assert result.stdout == "2 games, 40 entries, 1 failures\n"
    assert "line 1: this is a JSON string that contains JSON" in result.stderr


def test_a_key_that_stands_twice_is_a_failure(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    """The false result stands before the true one, and behind it."""
    text = json.dumps({**games[0], "meta": {}})
    for twice in (
        text.replace('"meta": {}', '"meta": {}, "meta": {"a": 1}'),
        text.replace('"viae"', '"meta": {}, "viae"', 1),
    ):
        result = run("replay", written(tmp_path, twice), status=1)
        assert 'line 1: the key "meta" appears 2 times in one object' in result.stderr


def test_a_board_file_is_named_in_a_warning(tmp_path: Path) -> None:
    board = tmp_path / "mine.json"
    board.write_text(run("board", "show", "italia", "--json").stdout, encoding="utf-8")
    file = tmp_path / "games.jsonl"
    run("simulate", "--games", "2", "--board", board, "--max-entries", "9", "--records", file)
    found = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [game["board"]["id"] for game in found] == ["italia", "italia"]
    assert run("replay", file).stderr == ""
    old = written(tmp_path, *({**game, "board": str(board)} for game in found))
    result = run("replay", old)
    assert result.stdout == "2 games, 18 entries, 0 failures\n"
    assert result.stderr.count("viae: warning: the board is given by the path") == 1


def test_a_file_without_records_is_no_failure(tmp_path: Path) -> None:
    assert run("replay", written(tmp_path, "", "")).stdout == "0 games, 0 entries, 0 failures\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"viae": \xff}\n', "the text is not in UTF-8: line 1 has the byte 0xff"),
        (b'{\n "a": 1\n \xff\n', "the text is not in UTF-8: line 3"),
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
