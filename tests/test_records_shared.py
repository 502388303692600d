"""The games in tests/records replay: the same legal entries at every decision, the same results."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from tests.records import FILES, lines, numbered, record
from viae import Game

ALL = [game for name in FILES for game in numbered(name)]


def with_defaults(played: dict[str, Any]) -> dict[str, Any]:
    """A record as it was before `legal` was added to it."""
    return {key: value for key, value in played.items() if key != "legal"}


def test_no_game_is_missing() -> None:
    assert [len(lines(name)) for name in FILES] == [24, 10]


def test_the_games_span_all_variants_options_and_boards() -> None:
    """R1: every board, variant, number of players and option occurs."""
    games = [record(*game) for game in ALL]
    assert {(game["variant"], len(game["players"])) for game in games} == {
        *(("concordia", number) for number in (2, 3, 4, 5)),
        *(("venus", number) for number in (2, 3, 4, 5)),
        *(("venus-team", number) for number in (4, 6)),
    }
    assert {game["board"] for game in games} == {
        *("imperium", "italia", "hellas", "ionium", "ionium-small", "cyprus")
    }
    assert {option for game in games for option in game["options"].items()} == {
        ("intermediate_scoring", True),
        ("colonist_income", "2x"),
        ("display", "wine"),
    }


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_game_replays_to_its_result(name: str, number: int) -> None:
    """R8, R9: the game is over after the last entry, not before, with the points of the record."""
    given = record(name, number)
    game = Game.from_record(lines(name)[number])
    assert game.over
    assert game.actor is None
    assert game.legal() == []
    result = given["result"]
    assert [score.total for score in game.scores()] == result["scores"]
    assert [score.gods for score in game.scores()] == result["gods"]
    assert [[*score.gods] for score in game.scores()] == [[*gods] for gods in result["gods"]]
    assert game.winner == result["winner"]
    assert game.teams() == result.get("teams")
    before = Game.from_record(given, upto=len(given["entries"]) - 1, chance="manual")
    assert not before.over
    assert before.winner is None


@pytest.mark.parametrize(("name", "number"), ALL)
def test_every_entry_is_legal_and_canonical_when_it_comes(name: str, number: int) -> None:
    given = record(name, number)
    game = Game.from_record(given, upto=0, chance="manual")
    for entry in given["entries"]:
        actor, _, words = entry.partition(": ")
        found = game.legal()
        assert str(game.actor) == actor
        assert words in found
        assert all(one < other for one, other in pairwise(found))
        assert game.play(words) == entry
    assert game.entries == given["entries"]
    assert game.over


@pytest.mark.parametrize(("name", "number"), numbered("legal"))
def test_the_legal_entries_are_the_same_at_every_decision(name: str, number: int) -> None:
    given = record(name, number)
    assert len(given["legal"]) == len(given["entries"])
    game = Game.from_record(given, upto=0, chance="manual")
    for at, (entry, legal) in enumerate(zip(given["entries"], given["legal"], strict=True)):
        assert game.legal() == legal, f"before entry {at}, {entry}"
        game.play(entry)


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_replayed_game_writes_the_same_record(name: str, number: int) -> None:
    """Equal down to the order of the keys."""
    given = with_defaults(record(name, number))
    again = Game.from_record(given).record()
    # The order of the cities in `tokens` is free, everything else is written one way.
    assert again.pop("tokens") == given.pop("tokens")
    assert json.dumps(again) == json.dumps(given)


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_game_is_taken_back_to_its_first_entry(name: str, number: int) -> None:
    given = record(name, number)
    game = Game.from_record(given, chance="manual")
    first = Game.from_record(given, upto=0, chance="manual")
    for left in range(len(given["entries"]), 0, -1):
        assert len(game.entries) == left
        game.undo()
    assert game.entries == []
    assert game.state.key() == first.state.key()
    assert game.position() == first.position()
