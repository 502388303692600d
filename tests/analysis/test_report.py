"""The report as JSON: what comes out is what the page on analysis promises."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.games import QUICK, analysed_ending, analysed_opening, fresh, opening
from viae import analysis
from viae.analysis import Advice, Analysis, Choice, Critical, Expected, Lost, Player, Turn
from viae.analysis.critical import LOST, SHIFT, TOP
from viae.analysis.report import FORMAT, Settings

PAGE = Path(__file__).parents[2] / "docs" / "analysis.md"
SECTIONS = {
    "The analysis": Analysis,
    "Settings": Settings,
    "A player": Player,
    "A turn": Turn,
    "What is expected": Expected,
    "A choice": Choice,
    "What is lost": Lost,
    "A critical moment": Critical,
    "Advice": Advice,
}


def section(title: str) -> str:
    text = PAGE.read_text(encoding="utf-8")
    (found,) = re.findall(rf"^### {title}[^\n]*\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.mark.parametrize("title", SECTIONS)
def test_every_field_is_documented_and_no_other(title: str) -> None:
    documented = re.findall(r"^\| `([a-z]+)` \|", section(title), re.MULTILINE)
    assert documented == [field.name for field in fields(SECTIONS[title])]


def test_the_page_tells_the_figures_it_depends_on() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"{100 * LOST:.0f} %" in text
    assert f"{100 * SHIFT:.0f} %" in text
    assert f"at most {TOP} " in text
    assert f"{analysis.NODES} simulations" in text


def shape(value: Any) -> Any:
    """What kinds of values there are, key by key."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in value.items()}
    return shape(value[0]) if isinstance(value, list) and value else type(value).__name__


def test_the_json_has_plain_values_only() -> None:
    found = analysed_opening().to_dict()
    assert json.loads(json.dumps(found)) == found
    assert [*found] == [field.name for field in fields(Analysis)]
    expected = {"win": "float", "points": "float"}
    choice = {"entries": "str", "after": expected}
    assert shape(found["turns"][0]) == {
        "number": "int",
        "part": "int",
        "at": "int",
        "seat": "int",
        "entries": "str",
        "revealed": shape(found["turns"][0]["revealed"]),
        "options": "int",
        "before": expected,
        "after": expected,
        "best": choice,
        "lost": {"win": "float", "points": "float"},
        "shift": "float",
    }
    assert shape(found["next"])["turns"] == choice
    assert shape(found["players"]) == {
        "name": "str",
        "side": "int",
        "turns": "int",
        "found": "int",
        "lost": {"win": "float", "points": "float"},
    }
    assert found["settings"] == {**QUICK, "time": None, "seed": 0, "seat": None}
    assert found["format"] == FORMAT
    assert found["over"] is False


def test_numbers_are_rounded_and_still_add_up() -> None:
    for turn in analysed_opening().to_dict()["turns"]:
        assert sum(turn["after"]["win"]) == pytest.approx(1, abs=0.001)
        assert all(round(chance, 4) == chance for chance in turn["after"]["win"])


def test_a_finished_game_has_a_winner_and_no_advice() -> None:
    found = analysed_ending().to_dict()
    assert found["over"] is True
    assert found["next"] is None
    assert found["winner"] in (0, 1)
    assert found["scores"] == json.loads(fresh())["result"]["scores"]


def test_critical_moments_point_to_turns() -> None:
    found = analysis.analyse(opening(json.loads(fresh()), 30), top=100, **QUICK)
    assert [moment.turn for moment in found.critical] == [
        at for at, turn in enumerate(found.turns) if turn.lost.win >= LOST or turn.shift >= SHIFT
    ]
