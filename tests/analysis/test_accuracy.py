"""Accuracy: one figure for what the turns of a player lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from viae.analysis.accuracy import LEAST, STEEP, player_accuracy, turn_accuracy, weight

DOCS = Path(__file__).parents[2] / "docs" / "analysis.md"


def test_the_choice_of_the_engine_is_worth_100() -> None:
    assert turn_accuracy(0.0) == 100.0
    assert player_accuracy([(0.0, 0.0, 0.5)] * 3) == (100.0, 0.0)
    assert player_accuracy([]) is None


def test_whoever_loses_more_is_less_accurate() -> None:
    figures = [turn_accuracy(lost) for lost in (0.0, 0.01, 0.1, 0.5)]
    assert figures == sorted(figures, reverse=True)
    found = player_accuracy([(0.0, 0.0, 0.5), (0.1, 0.02, 0.5)])
    assert found is not None
    assert found[0] == pytest.approx((100.0 + turn_accuracy(0.1)) / 2)
    assert found[1] == pytest.approx(STEEP * turn_accuracy(0.1) * 0.02 / 2)


def test_turns_count_more_while_the_game_is_open() -> None:
    """Of two turns the one that lost much counts less where the game was lost anyway."""
    opened = player_accuracy([(0.0, 0.0, 0.01), (0.1, 0.0, 0.5)])
    decided = player_accuracy([(0.0, 0.0, 0.5), (0.1, 0.0, 0.01)])
    assert opened is not None
    assert decided is not None
    assert opened[0] < (100.0 + turn_accuracy(0.1)) / 2 < decided[0]
    assert weight(0.0) == weight(1.0) == LEAST


def test_the_documentation_has_the_factor() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert f"100 · exp(−{STEEP:g} · v)" in text
    assert f"√(p · (1 − p)) + {LEAST:g}" in text
