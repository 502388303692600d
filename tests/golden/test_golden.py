"""The golden playthroughs replay with equal legal lists and results, and none is missing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from viae.data import board_names
from viae.game import Game
from viae.options import CHOICES, PLAYERS

from . import DIGITS, FOLDER, Combination, combinations, digest, file_of, read, write
from .__main__ import main

RECORDS = {one: record for board in board_names() for one, record in read(board).items()}


def golden(combination: Combination) -> dict[str, Any]:
    if combination not in RECORDS:
        pytest.fail("there is no golden playthrough of this; `make golden` writes it")
    return RECORDS[combination]


def test_every_board_variant_and_player_count_has_a_playthrough() -> None:
    assert sorted(RECORDS) == sorted(combinations())
    assert len(RECORDS) == len(board_names()) * (4 + 4 + 2)
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(board_names())


def test_every_choice_of_every_option_is_played_in_every_variant_that_has_it() -> None:
    played = Counter(
        (variant, key, record["options"].get(key, choices[0]))
        for (_, variant, _), record in RECORDS.items()
        for key, choices in CHOICES.items()
    )
    wanted = {
        (variant, key, choice)
        for variant in PLAYERS
        for key, choices in CHOICES.items()
        for choice in choices
        if (variant, choice) != ("venus-team", True)  # R1.3
    }
    assert set(played) == wanted


def test_the_playthroughs_contain_every_verb() -> None:
    verbs = {entry.split()[1] for record in RECORDS.values() for entry in record["entries"]}
    assert len(verbs) == 16


def decisions(game: Game, record: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Each decision of a replay with the digest the record has for it."""
    digests = record["meta"]["legal"]
    for at in range(len(record["entries"]) + 1):
        yield at, digests[DIGITS * at : DIGITS * (at + 1)]
        if at < len(record["entries"]):
            game.play(record["entries"][at])


@pytest.mark.parametrize("combination", combinations(), ids=str)
def test_a_playthrough_replays_with_the_same_legal_lists_and_result(
    combination: Combination,
) -> None:
    record = golden(combination)
    game = Game.from_record(record, upto=0, chance="manual")
    for at, right in decisions(game, record):
        if digest(game) != right:
            pytest.fail(
                f"another legal list before entry {at}, after {game.entries[-3:]};"
                f" {game.actor} has now {game.legal()}"
            )
    assert game.over
    assert game.result() == record["result"]
    assert game.record() == record


@pytest.mark.parametrize("board", board_names())
def test_writing_the_playthroughs_anew_changes_nothing(board: str) -> None:
    if write(board) != file_of(board).read_text("utf-8"):
        pytest.fail("the seed gives another game now; if that is meant: `make golden`")


@pytest.mark.parametrize("board", board_names())
def test_the_files_are_compact_json_lines(board: str) -> None:
    for line in file_of(board).read_text("utf-8").splitlines():
        assert line == json.dumps(json.loads(line), separators=(",", ":"), ensure_ascii=False)


# The command


def test_the_command_checks_without_writing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["--check", "cyprus"]) == 0
    assert "10 games, 0 of them changed" in capsys.readouterr().out
    monkeypatch.setattr(f"{__package__}.FOLDER", tmp_path)
    assert main(["--check", "cyprus"]) == 1
    assert "10 games, 10 of them changed" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
    assert main(["cyprus"]) == 0
    assert main(["--check", "cyprus"]) == 0


def test_the_command_knows_its_boards(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["atlantis"])
    assert "no board atlantis" in capsys.readouterr().err
