"""The board of the documentation: records and positions with entries to try out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from viae.errors import ViaeError
from viae.local import tasks
from viae.local.playground import tried

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def example(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
    return found


def test_a_record_is_shown_at_any_moment_and_goes_on_from_there() -> None:
    opening = example("opening.json")
    whole = tried(opening)
    assert whole["entries"] == opening["entries"]
    assert whole["game"]["number"] == len(opening["entries"])
    assert whole["players"] == ["Livia", "Marcus"]
    for count in range(len(opening["entries"])):
        before = tried(opening, opening["entries"][:count])
        assert opening["entries"][count] in before["legal"]
        assert before["game"]["number"] == count
    other = tried(opening, [*opening["entries"][:4], "1: play architect"])
    assert other["game"]["turn"]["seat"] == 1
    assert all(entry.startswith("1: ") for entry in other["legal"])


def test_chance_is_played_by_hand() -> None:
    opening = example("opening.json")
    before = tried(opening, opening["entries"][:9])
    assert "*: reveal diplomat-1" in before["legal"]


def test_a_position_is_shown() -> None:
    shown = tried(example("final.json"))
    assert shown["board"] == "imperium"
    assert shown["entries"] == []


def test_what_is_wrong_is_refused_with_its_rule() -> None:
    opening = example("opening.json")
    with pytest.raises(ViaeError):
        tried(opening, ["0: build roma"])
    given = json.dumps({"document": opening, "entries": ["0: build roma"]})
    answer = json.loads(tasks.run("viae.local.playground:tried", given, lambda _: None))
    assert answer["error"]["code"]
