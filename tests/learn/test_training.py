"""Training: the slopes are those of the error, and lessons are learned."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from viae.bots.core.features import SIZE
from viae.bots.net import OUTPUTS, POINTS
from viae.learn.training import POINTS_WEIGHT, Trainer


def lessons(count: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 9, (count, SIZE), dtype=np.uint8)
    targets = rng.random((count, OUTPUTS)).astype(np.float32)
    return rows, targets


def loss(trainer: Trainer, values: Any, targets: Any) -> float:
    """Cross entropy of the two chances, and the squared error of the points."""
    said = trainer._forward(values)[-1].astype(np.float64)
    chances, wanted = said[:, :POINTS], targets[:, :POINTS]
    entropy = -(wanted * np.log(chances) + (1 - wanted) * np.log(1 - chances)).sum()
    points = 0.5 * POINTS_WEIGHT * ((said[:, POINTS] - targets[:, POINTS]) ** 2).sum()
    return float(entropy + points) / len(values)


def test_the_slopes_are_those_of_the_error() -> None:
    """Each weight's slope, found by moving it a little, is what the step was made of."""
    rows, targets = lessons(6)
    rng = np.random.default_rng(4)
    for layer in range(6):
        trainer = Trainer([5, 4], 2)
        trainer.measure(rows)
        start: list[Any] = [array.astype(np.float64) for array in trainer.parameters]
        for biases in start[1::2]:  # away from zero, where the slope of a ReLU is anybody's
            biases[:] = rng.normal(0.0, 0.1, biases.shape)
        values: Any = rows.astype(np.float64) * trainer.scale
        trainer.parameters = [array.copy() for array in start]
        with patch.object(trainer, "_adam") as adam:
            trainer._step(values, targets, 0.0)
        slopes = {call.args[0]: call.args[1] for call in adam.call_args_list}
        place = tuple(0 for _ in start[layer].shape)
        small = 1e-6
        sides = []
        for sign in (1, -1):
            trainer.parameters = [array.copy() for array in start]
            trainer.parameters[layer][place] += sign * small
            sides.append(loss(trainer, values, targets))
        numeric = (sides[0] - sides[1]) / (2 * small)
        assert slopes[layer][place] == pytest.approx(numeric, rel=1e-4, abs=1e-8)


def test_lessons_are_learned() -> None:
    rows, targets = lessons(400)
    targets[:, 0] = rows[:, 3] > 4
    trainer = Trainer([16, 8], 1)
    trainer.measure(rows)
    before = trainer.error(rows, targets)
    trainer.train(rows, targets, 150, 3e-3, np.random.default_rng(1))
    assert trainer.error(rows, targets) < before / 2
    said = trainer.net().outputs(rows.tobytes())[:, 0]
    assert ((said > 0.5) == (targets[:, 0] > 0.5)).mean() > 0.9


def test_a_trainer_goes_on_from_what_it_wrote() -> None:
    rows, targets = lessons(100)
    one = Trainer([8, 4], 1)
    one.measure(rows)
    one.train(rows, targets, 3, 1e-3, np.random.default_rng(1))
    two = Trainer([8, 4], 9)
    two.restore(one.dump())
    for trainer in (one, two):
        trainer.train(rows, targets, 3, 1e-3, np.random.default_rng(2))
    assert one.net().dump() == two.net().dump()
