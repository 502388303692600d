"""Every position has exactly as many continuations as counted before."""

from __future__ import annotations

import json
from typing import Any

import pytest

from viae.game import Game

from . import counts, file_of, game_at, names, read, show_split, split
from .__main__ import main


@pytest.mark.parametrize("name", names())
def test_the_number_of_continuations(name: str) -> None:
    document = read(name)
    game = game_at(document)
    found = counts(game)
    for depth, (ways, right) in enumerate(zip(found, document["counts"], strict=True), 1):
        if ways != right:
            pytest.fail(f"depth {depth}: {ways}, not {right}\n{show_split(game, depth)}")


@pytest.mark.parametrize("name", names())
def test_counting_by_texts_and_undo_gives_the_same(name: str) -> None:
    document = read(name)
    game = game_at(document)
    by_entry = {}
    for entry in game.legal():
        game.play(entry)
        by_entry[entry] = len(game.legal())
        game.undo()
    assert by_entry == split(game, 2)
    assert [len(by_entry), sum(by_entry.values())] == document["counts"][:2]


@pytest.mark.parametrize("name", names())
def test_the_file_is_canonical(name: str) -> None:
    document = read(name)
    assert list(document) == ["about", "position", "counts"]
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    assert file_of(name).read_text("utf-8") == text
    assert game_at(document).position() == document["position"]


# Counts that can be worked out by hand.


def ways(name: str) -> dict[str, int]:
    return split(game_at(read(name)), 2)


def test_a_first_turn_has_a_way_for_each_different_card() -> None:
    """R4.1: the two prefects are one entry; a prefect has a way for each province."""
    found = ways("opening-concordia-3")
    assert len(found) == 6
    assert found["play prefect"] == len(Game.new("imperium", seed=1).board.provinces)
    assert found["play diplomat"] == 1  # no pile to copy
    assert found["play tribune"] == 3  # a land colonist, a sea colonist, or none


def test_a_colonist_passes_the_strip_and_does_not_end_on_it() -> None:
    """R5.2: a path with can_stop false."""
    legal = game_at(read("architect-ionium-strip")).legal()
    goals = {entry.split()[-1] for entry in legal if entry.startswith("move land ambrakia~")}
    assert "apollonia~brundisium" not in goals
    assert "brundisium~heraclea" in goals
    assert "apollonia~scodra" not in goals  # taken


def test_a_proconsul_is_not_answered_with_a_legatus() -> None:
    """R10.7: and a diplomat played as its answer copies no legatus."""
    game = game_at(read("team-proconsul"))
    game.play("done")
    assert "play legatus" not in game.legal()
    assert game_at(read("team-proconsul-answered-with-diplomat")).legal() == ["copy 1", "done"]


def test_a_card_the_partner_copied_is_closed() -> None:
    """R10.9: the top card of seat 1 was chosen by the partner."""
    assert game_at(read("team-diplomat-closed")).legal() == ["copy 3", "done"]


def test_a_magister_copied_through_a_repeated_diplomat_looks_below_it() -> None:
    """R5.10, R5.11: the double card at the bottom, its side chosen anew."""
    legal = game_at(read("magister-diplomat-magister")).legal()
    assert legal == ["done", "repeat as architect", "repeat as mercator"]


def test_the_end_has_no_continuation() -> None:
    """R8.1: the very last turn with nothing more to do."""
    assert ways("end-last-mercator")["done"] == 0


# The command


def test_the_command_prints_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["consul", "--split", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("consul ")
    assert "in all, depth 1" in out


def test_the_command_fails_on_another_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def other(name: str) -> dict[str, Any]:
        return {**read(name), "counts": [1, 2, 3]}

    monkeypatch.setattr(f"{__package__}.__main__.read", other)
    assert main(["consul"]) == 1
    assert "kept: [1, 2, 3]" in capsys.readouterr().out
