"""Calibration: what predictions are off by, what is fitted, and what the report says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from viae.analysis.calibrated import report
from viae.analysis.calibration import (
    MOMENTS,
    SIMULATED,
    Prediction,
    corrected,
    errors,
    expected_error,
    fit,
    predict,
    read,
)


def predictions(chance: float, won: int, of: int, tenth: int = -1) -> list[Prediction]:
    """Two sides; the first is given a chance, and wins some of the games."""
    said = [[chance, 1.0 - chance]]
    return [
        Prediction("2", game, said, 0 if game % of < won else 1, tenth) for game in range(10 * of)
    ]


def test_chances_that_come_true_have_no_error() -> None:
    assert expected_error(errors(predictions(0.75, won=3, of=4))) == pytest.approx(0.0)


def test_the_error_is_the_distance_to_the_share_that_won() -> None:
    assert expected_error(errors(predictions(0.9, won=3, of=4))) == pytest.approx(0.15)


def test_a_correction_keeps_the_sum_and_moves_the_chances() -> None:
    surer, less_sure = corrected([0.6, 0.3, 0.1], 1.5), corrected([0.6, 0.3, 0.1], 0.5)
    assert sum(surer) == pytest.approx(1.0)
    assert sum(less_sure) == pytest.approx(1.0)
    assert surer[0] > 0.6 > less_sure[0]


def test_the_fit_makes_a_net_that_is_too_sure_less_sure() -> None:
    sure = predictions(0.9, won=3, of=4)
    power = fit(sure)
    assert power < 1.0
    assert expected_error(errors(sure, power)) < 0.01


def test_a_game_is_looked_at_in_moments_of_all_its_parts(tmp_path: Path) -> None:
    found = list(predict("2", 0, seed=5))
    assert len(found) == MOMENTS + SIMULATED
    assert sum(one.simulated for one in found) == SIMULATED
    for one in found:
        assert all(sum(chances) == pytest.approx(1.0, abs=1e-3) for chances in one.said)
        assert 0 <= one.tenth <= 9
    assert len({one.tenth for one in found}) > 2
    file = tmp_path / "found.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in found), encoding="utf-8")
    assert read([file]) == found


def test_the_report_tells_the_error_of_each_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    given = [one for tenth in range(10) for one in predictions(0.75, 3, 4, tenth)]
    assert report(given, fitted=20, plot=None, write=False) == {"2": pytest.approx(1.0, abs=0.02)}
    told = capsys.readouterr().out
    assert "2 players" in told
    assert "in each tenth of the game, corrected: 0." in told


def test_files_without_tenths_are_still_read(capsys: pytest.CaptureFixture[str]) -> None:
    report(predictions(0.75, 3, 4), fitted=20, plot=None, write=False)
    assert "tenth" not in capsys.readouterr().out
