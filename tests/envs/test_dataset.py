"""`viae dataset`: games packed as tables and arrays, with a card that tells the truth."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import typer
from typer.testing import CliRunner

from viae import Game
from viae.arena.simulate import SimulationSettings, simulate
from viae.cli.dataset import dataset
from viae.cli.guard import GuardedGroup
from viae.data import load_board
from viae.envs import dataset as packing
from viae.envs.actions import action_space
from viae.envs.dataset import pack
from viae.envs.observation import flat
from viae.errors import RecordError, ViaeError

SAMPLE = Path(__file__).parents[2] / "docs" / "research" / "sample"
FILES = ["README.md", "arrays.npz", "entries.parquet", "games.parquet"]

app = typer.Typer(cls=GuardedGroup)
app.callback()(lambda: None)
app.command("dataset")(dataset)


def run(*arguments: str | Path, typed: str = "", status: int = 0) -> str:
    """Run the command; its output and complaints."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"})
    result = runner.invoke(app, ["dataset", *(str(one) for one in arguments)], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == status, result.output
    return result.output


def records(games: int, **given: Any) -> list[str]:
    return [played.record for played in simulate(SimulationSettings(**given), games)]


def tables(folder: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of both tables."""
    games, entries = (pq.read_table(folder / f"{name}.parquet") for name in ("games", "entries"))
    return games.to_pylist(), entries.to_pylist()


@pytest.mark.parametrize(
    "given",
    [
        {"players": 2, "board": "italia"},
        {"players": 4, "variant": "venus", "options": {"display": "wine"}},
        {"players": 4, "variant": "venus-team"},
    ],
)
def test_tables_and_arrays_hold_the_games(tmp_path: Path, given: dict[str, Any]) -> None:
    lines = records(3, seed=5, **given)
    pack(lines, tmp_path, "Played.", observe=0.05)
    games, entries = tables(tmp_path)
    arrays = dict(np.load(tmp_path / "arrays.npz"))
    assert [row["record"] for row in games] == lines
    space = action_space(
        load_board(given.get("board", "imperium")), given.get("variant", "concordia")
    )
    row = 0
    for number, (line, told) in enumerate(zip(lines, games, strict=True)):
        record = json.loads(line)
        game = Game.from_record(record, upto=0, chance="manual")
        assert arrays["starts"][number] == row
        for entry in record["entries"]:
            found = entries[row]
            actor = -1 if game.actor == "*" else game.actor
            words = entry.partition(": ")[2]
            assert found["game"] == number
            assert found["number"] == row - arrays["starts"][number]
            assert found["actor"] == actor == arrays["players"][row]
            assert found["action"] == space.parse(words) == arrays["actions"][row]
            assert found["choices"] == len(game.legal())
            assert found["entry"] == words
            game.play(entry)
            row += 1
        assert told["scores"] == record["result"]["scores"] == arrays["scores"][number].tolist()
        assert told["winner"] == record["result"]["winner"] == arrays["winners"][number]
        assert told["finished"]
        assert json.loads(told["options"]) == given.get("options", {})
    assert row == len(entries) == arrays["starts"][-1]


def test_observations_are_those_before_the_entries(tmp_path: Path) -> None:
    (line,) = records(1, seed=2, players=3)
    pack([line], tmp_path, "Played.", ["npz"], observe=0.1)
    arrays = dict(np.load(tmp_path / "arrays.npz"))
    record = json.loads(line)
    assert len(arrays["observed"]) == len(arrays["observations"]) > 10
    for number, row in enumerate(arrays["observed"]):
        game = Game.from_record(record, upto=int(row), chance="manual")
        assert isinstance(game.actor, int)
        assert np.array_equal(arrays["observations"][number], flat(game.state, game.actor))
        legal = arrays["legal"][arrays["offsets"][number] : arrays["offsets"][number + 1]]
        space = action_space(game.board, "concordia")
        assert sorted(space.text(int(action)) for action in legal) == game.legal()


def test_abandoned_games_have_no_winner(tmp_path: Path) -> None:
    """R8.3"""
    pack(records(2, seed=1, max_entries=20), tmp_path, "Played.")
    games, _ = tables(tmp_path)
    assert [row["winner"] for row in games] == [None, None]
    assert not any(row["finished"] for row in games)
    assert np.load(tmp_path / "arrays.npz")["winners"].tolist() == [-1, -1]
    assert "2, 0 of them finished" in (tmp_path / "README.md").read_text("utf-8")


def test_stopped_games_are_told(tmp_path: Path) -> None:
    """R8.3"""
    told = run(tmp_path, "-n", "2", "-s", "1", "--max-entries", "20", "--format", "npz")
    assert "2 games stopped at 20 entries without an end." in told
    told = run(tmp_path, "-n", "1", "-s", "1", "--max-entries", "0", "--format", "npz", "--json")
    assert json.loads(told)["stopped"] == 0
    assert "--max-entries 0`" in (tmp_path / "README.md").read_text("utf-8")


def test_many_games_are_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "GROUP", 2)
    lines = records(5, seed=1, players=2, max_entries=30)
    pack(lines, tmp_path, "Played.", ["parquet"])
    assert pq.ParquetFile(tmp_path / "games.parquet").num_row_groups == 3
    games, entries = tables(tmp_path)
    assert [row["record"] for row in games] == lines
    assert len(entries) == 150
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "README.md",
        "entries.parquet",
        "games.parquet",
    ]


# What is refused


def test_a_dataset_holds_games_on_the_same_terms(tmp_path: Path) -> None:
    lines = records(1, players=2) + records(1, players=3)
    with pytest.raises(ViaeError, match=r"game 1 is concordia on imperium, 3 players.*2 players"):
        pack(lines, tmp_path, "Played.")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            lambda r: r["entries"].insert(3, "0: play prefect"),
            "is out of turn",
        ),
        (lambda r: r["entries"].insert(0, "1: play prefect"), "is out of turn"),
        (lambda r: r["entries"].insert(0, "0: dance"), "unknown verb"),
        (lambda r: r["result"]["scores"].reverse(), "scores: it should be"),
        (lambda r: r.pop("tokens"), "tokens"),
    ],
)
def test_a_faulty_record_is_refused(tmp_path: Path, change: Any, fault: str) -> None:
    record = json.loads(records(1, seed=3, players=2)[0])
    change(record)
    with pytest.raises(RecordError, match=fault):
        pack([json.dumps(record)], tmp_path, "Played.")


def test_only_a_finished_game_has_a_result(tmp_path: Path) -> None:
    game = Game.new(players=2, seed=1)
    record = game.record() | {"result": game.result()}
    with pytest.raises(RecordError, match="the game is not finished"):
        pack([json.dumps(record)], tmp_path, "Played.")


def test_no_games_make_no_dataset(tmp_path: Path) -> None:
    with pytest.raises(ViaeError, match="at least one game"):
        pack([], tmp_path, "Played.")


# The command


def test_the_command_plays_and_packs(tmp_path: Path) -> None:
    told = run(
        tmp_path / "new", "--games", "2", "--players", "2", "--seed", "4", "--observe", "0.02"
    )
    assert "2 games" in told
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == FILES
    run(tmp_path / "again", "--games", "2", "--players", "2", "--seed", "4", "--observe", "0.02")
    for name in ("README.md", "arrays.npz"):
        assert (tmp_path / "new" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()
    assert tables(tmp_path / "new") == tables(tmp_path / "again")


def test_the_summary_for_programs(tmp_path: Path) -> None:
    told = run(
        tmp_path, "-n", "2", "-p", "2", "-s", "1", "--json", "--format", "npz", "-v", "venus"
    )
    summary = json.loads(told)
    assert summary["games"] == summary["finished"] == 2
    assert summary["files"] == ["README.md", "arrays.npz"]
    assert len(summary["sha256"]) == 64


def test_the_command_packs_a_file_of_records(tmp_path: Path) -> None:
    lines = records(2, seed=9, players=2)
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    run(tmp_path / "packed", "--records", file)
    assert [row["record"] for row in tables(tmp_path / "packed")[0]] == lines
    run(tmp_path / "piped", "--records", "-", typed="\n".join(lines))
    assert tables(tmp_path / "piped") == tables(tmp_path / "packed")
    assert "read from records" in (tmp_path / "packed" / "README.md").read_text("utf-8")


def test_wrong_wishes_are_told(tmp_path: Path) -> None:
    assert "there are parquet and npz, not csv" in run(tmp_path, "--format", "csv", status=2)
    assert "no bot" in run(tmp_path / "no", "--bots", "nobody", status=2)
    assert not (tmp_path / "no").exists()
    (tmp_path / "bad.jsonl").write_text("{\n", encoding="utf-8")
    assert "not JSON" in run(tmp_path / "out", "--records", tmp_path / "bad.jsonl", status=2)
    assert "not.there" in run(tmp_path / "out", "--records", "not.there", status=2)


@pytest.mark.parametrize("missing", ["numpy", "pyarrow"])
def test_what_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    told = run(tmp_path, "--games", "1", status=2)
    assert missing in told
    assert "“dataset”" in told


# The card and the sample


def test_the_card_tells_how_to_make_the_dataset_again(tmp_path: Path) -> None:
    run(
        tmp_path / "first", "-n", "2", "-p", "2", "-s", "6", "--display", "wine",
        "--intermediate-scoring", "--max-entries", "60", "--observe", "0.05",
    )  # fmt: skip
    card = (tmp_path / "first" / "README.md").read_text("utf-8")
    command = card.partition("`viae dataset FOLDER ")[2].partition("`")[0]
    run(tmp_path / "second", *command.split())
    assert (tmp_path / "second" / "README.md").read_text("utf-8") == card


def test_the_sample_is_as_the_command_makes_it(tmp_path: Path) -> None:
    assert sorted(path.name for path in SAMPLE.iterdir()) == FILES
    card = (SAMPLE / "README.md").read_text("utf-8")
    command = card.partition("`viae dataset FOLDER ")[2].partition("`")[0]
    run(tmp_path, *command.split())
    assert (tmp_path / "README.md").read_text("utf-8") == card
    assert tables(tmp_path) == tables(SAMPLE)
    sample, made = (np.load(folder / "arrays.npz") for folder in (SAMPLE, tmp_path))
    assert sample.files == made.files
    assert all(np.array_equal(sample[name], made[name]) for name in sample.files)
    assert sum(path.stat().st_size for path in SAMPLE.iterdir()) < 200_000
