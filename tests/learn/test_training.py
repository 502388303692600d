"""Training: the slopes are those of the error, and lessons are learned."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from viae.bots.core.features import SIZE
from viae.bots.evaluation import SAID, SIDES, frozen_2
from viae.bots.net import Net
from viae.learn.selfplay import TARGETS
from viae.learn.training import LATER_WEIGHT, POINTS_WEIGHT, Trainer


def lessons(count: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 9, (count, SIZE), dtype=np.uint8)
    targets = rng.random((count, TARGETS)).astype(np.float32)
    targets[:, :SIDES] /= targets[:, :SIDES].sum(axis=1, keepdims=True)
    return rows, targets


def loss(trainer: Trainer, values: Any, targets: Any) -> float:
    """Cross entropy of the chances and of the margin, and the squared errors of the rest."""
    said = trainer._forward(values)[-1].astype(np.float64)
    entropy = -(targets[:, :SIDES] * np.log(said[:, :SIDES])).sum()
    margin, wanted = said[:, SIDES], targets[:, SIDES]
    entropy -= (wanted * np.log(margin) + (1 - wanted) * np.log(1 - margin)).sum()
    errors = 0.5 * (said - targets) ** 2
    rest = POINTS_WEIGHT * errors[:, SIDES + 1].sum() + LATER_WEIGHT * errors[:, SAID:].sum()
    return float(entropy + rest) / len(values)


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
    won = rows[:, 3] > 4
    targets[:, :SIDES] = 0.0
    targets[:, 0] = won
    targets[:, 1] = ~won
    trainer = Trainer([16, 8], 1)
    trainer.measure(rows)
    before = trainer.error(rows, targets)
    trainer.train(rows, targets, 350, 3e-3, np.random.default_rng(1))
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


@pytest.mark.parametrize("hidden", [[128, 32], [160, 40]])
def test_a_net_that_grows_says_what_it_said(hidden: list[int]) -> None:
    """Of the first kind, with fewer features, smaller layers and its own chance alone."""
    old = frozen_2()
    assert isinstance(old, Net)
    rows, _ = lessons(50)
    trainer = Trainer(hidden, 1)
    trainer.measure(rows)
    trainer.begin_with(old)
    net = trainer.net()
    assert net.outputs(rows.tobytes()) == pytest.approx(old.outputs(rows.tobytes()), abs=1e-4)
    assert net.said(rows.tobytes())[:, :SIDES].sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    again = Trainer(hidden, 2)
    again.measure(rows)
    again.begin_with(net)
    assert again.net().outputs(rows.tobytes()) == pytest.approx(
        net.outputs(rows.tobytes()), abs=1e-4
    )
