"""The tutorial's prepared games: they replay, and they teach what their texts say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from viae import Game

LESSON = Path(__file__).parents[2] / "web" / "src" / "learn" / "lesson.json"
CHAPTERS: list[dict[str, Any]] = json.loads(LESSON.read_text(encoding="utf-8"))["chapters"]
LEARNER, RIVAL = 0, 1


def begin(chapter: dict[str, Any]) -> Game:
    document = chapter["document"]
    if "unseen" in document:
        return Game.from_position(document, chance="manual")
    return Game.from_record(document, chance="manual")


def play(chapter: dict[str, Any], upto: int | None = None) -> Game:
    game = begin(chapter)
    for entry in chapter["entries"][:upto]:
        assert game.play(entry) == entry
    return game


def player(game: Game, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = game.position()["players"][seat]
    return found


@pytest.mark.parametrize("number", range(len(CHAPTERS)))
def test_every_entry_is_legal_and_canonical(number: int) -> None:
    chapter = CHAPTERS[number]
    assert chapter["document"]["entries"] == []
    assert play(chapter).entries == chapter["entries"]


def test_the_first_chapter_is_a_record_that_can_begin_anywhere() -> None:
    chapter = CHAPTERS[0]
    for upto in range(len(chapter["entries"]) + 1):
        record = {**chapter["document"], "entries": chapter["entries"][:upto]}
        assert len(Game.from_record(record, chance="manual").entries) == upto


def test_the_second_chapter_is_a_later_moment_of_the_first_game() -> None:
    first, later = (chapter["document"] for chapter in CHAPTERS)
    assert (first["board"], first["tokens"]) == (later["board"], later["tokens"])
    built = {seat: set(player(play(CHAPTERS[0]), seat)["houses"]) for seat in (LEARNER, RIVAL)}
    for seat, houses in built.items():
        assert houses <= set(later["players"][seat]["houses"])


def test_what_the_texts_say_of_the_first_chapter() -> None:
    chapter = CHAPTERS[0]
    entries = chapter["entries"]
    after = {entry: at + 1 for at, entry in reversed(list(enumerate(entries)))}  # its first time
    assert player(play(chapter, after["0: done"]), LEARNER)["coins"] == 2
    produced = player(play(chapter, after["0: produce italia"]), LEARNER)["goods"]
    assert produced == {"brick": 1, "food": 1, "tool": 1, "wine": 3, "cloth": 1}
    traded = play(chapter, after["0: buy 2 tool"])
    assert player(traded, LEARNER)["coins"] == 7
    back = after["0: settle sea roma"]  # a position shows a turn's beginning or its end
    assert player(play(chapter, back), LEARNER)["coins"] == (
        player(play(chapter, back - 2), LEARNER)["coins"] + 4
    )
    assert player(play(chapter, back), LEARNER)["pile"] == []
    cash = after["0: cash"]
    assert player(play(chapter, cash), LEARNER)["coins"] == (
        player(play(chapter, cash - 2), LEARNER)["coins"] + 8
    )


def test_what_the_texts_say_of_the_end() -> None:
    chapter = CHAPTERS[1]
    start = begin(chapter)
    assert len(player(start, LEARNER)["houses"]) == 8
    assert len(player(start, LEARNER)["colonists"]) == 5
    assert not any(start.position()["unseen"].values())
    choice = play(chapter, 2)
    assert choice.legal() == ["keep 1 brick", "keep 1 tool"]
    end = play(chapter)
    assert end.over
    assert end.winner == LEARNER
    score = end.scores()[LEARNER]
    assert (score.total, end.scores()[RIVAL].total) == (110, 76)
    assert (score.gods["saturnus"], score.gods["mars"], score.gods["concordia"]) == (28, 30, 7)
