"""Files that are no records, statistics or puzzles: a sentence and a status, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run

NO_RECORDS = [
    "[1]",
    "3",
    '{"result": 3, "entries": []}',
    '{"viae_statistics": 1, "counts": [1]}',
    '{"viae_statistics": 1, "groups": [3]}',
    "[" * 100_000,
]


@pytest.mark.parametrize("content", NO_RECORDS, ids=range(len(NO_RECORDS)))
def test_statistics_of_something_else(tmp_path: Path, content: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(content + "\n", encoding="utf-8")
    assert run("stats", file, status=2).stderr.startswith("viae: ")


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        ('{"id": 1}', 2, "line 1: this is no puzzle"),
        ("[]", 2, "line 1: this is no puzzle"),
        ("[" * 100_000, 2, "nested too deeply"),
        ('{"id": "a", "kind": "last-round"}', 2, "0 of 1 puzzles hold"),
        ('{"id": "a", "kind": "last-round", "position": {}}', 2, "no puzzle: position: "),
    ],
    ids=range(5),
)
def test_proving_something_else(tmp_path: Path, content: str, status: int, said: str) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(content + "\n", encoding="utf-8")
    assert said in " ".join(run("puzzles", "prove", file, status=status).output.split())
