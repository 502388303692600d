"""Training: fits the net's weights by stochastic gradient descent (Adam)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from viae.bots.core.features import SIZE
from viae.bots.evaluation import OUTPUTS, SAID, SIDES
from viae.bots.net import Bytes, Floats, Net, squash
from viae.learn.selfplay import TARGETS

BATCH: Final = 1024
POINTS_WEIGHT: Final = 2.0  # of the error in points, beside the errors of the chances
LATER_WEIGHT: Final = 0.25  # of the errors in what the net only says while it learns
DECAY: Final = (0.9, 0.999)  # of Adam's averages
SMALL: Final = 1e-8
MEAN: Final = 0.998  # of the mean over the steps that the net is taken from
WARMING: Final = 300  # steps until Adam knows enough for the full rate


class Trainer:
    """Weights in training, with what Adam remembers of each.

    The net sees features as they are; training sees them divided by how much they vary, which is
    measured once and folded into the first layer. The net is a moving mean of the weights, which
    plays better than those of any single step. While it learns it also says what it will not be
    asked for: points by god and turns left.
    """

    def __init__(self, hidden: list[int], seed: int) -> None:
        fresh = Net.fresh(hidden, np.random.default_rng(seed), TARGETS)
        self.parameters: list[Floats] = [array for layer in fresh.layers for array in layer]
        self.scale: Floats = np.zeros(SIZE, np.float32)
        self.first: list[Floats] = [np.zeros_like(array) for array in self.parameters]
        self.second: list[Floats] = [np.zeros_like(array) for array in self.parameters]
        self.mean: list[Floats] = [array.copy() for array in self.parameters]
        self.steps = 0

    def net(self) -> Net:
        """The net as it is now."""
        arrays = [array.copy() for array in self.mean]
        arrays[0] *= self.scale[:, None]
        arrays[-2], arrays[-1] = arrays[-2][:, :SAID], arrays[-1][:SAID]
        return Net(list(zip(arrays[::2], arrays[1::2], strict=True)))

    def measure(self, rows: Bytes) -> None:
        """Take the scale of the features from the first lessons."""
        deviation = rows[:200_000].astype(np.float32).std(axis=0)
        self.scale = (1.0 / np.maximum(deviation, 0.25)).astype(np.float32)

    def begin_with(self, net: Net) -> None:
        """Take over what a net has learned. Its layers may be smaller; it then says the same."""
        own = self.parameters
        last = len(own) - 2
        known = 0  # how many of the numbers before a layer the net has
        for i, (weights, biases) in enumerate(net.layers):
            before, after = weights.shape
            into, bias = own[2 * i], own[2 * i + 1]
            if i == 0:
                into[:before, :after] = weights / self.scale[:before, None]
                into[before:, :after] = 0.0
                bias[:after] = biases
            elif 2 * i < last:
                into[:known, :after] = weights
                into[known:, :after] = 0.0
                bias[:after] = biases
            else:
                into[:, :SAID] = 0.0
                bias[:SAID] = 0.0
                if after == OUTPUTS:  # only its own chance: all others share the rest
                    into[:known, [0, SIDES, SIDES + 1]] = weights
                    bias[[0, SIDES, SIDES + 1]] = biases
                    bias[1:SIDES] = -np.log(SIDES - 1)
                else:
                    into[:known, :SAID] = weights
                    bias[:SAID] = biases
            known = after
        self.mean = [array.copy() for array in own]

    def train(
        self, rows: Bytes, targets: Floats, steps: int, rate: float, rng: np.random.Generator
    ) -> float:
        """So many steps on random batches; the mean error on the way."""
        errors = 0.0
        full = rate
        for _ in range(steps):
            rate = full * min(1.0, (self.steps + 1) / WARMING)
            chosen = rng.integers(len(rows), size=BATCH)
            values = rows[chosen].astype(np.float32) * self.scale
            errors += self._step(values, targets[chosen], rate)
        return errors / max(1, steps)

    def error(self, rows: Bytes, targets: Floats) -> float:
        """The mean error on lessons that are only looked at."""
        said = self._forward(rows.astype(np.float32) * self.scale)[-1]
        return _error(said, targets)

    def _forward(self, values: Floats) -> list[Floats]:
        layers = [values]
        last = len(self.parameters) - 2
        for i in range(0, len(self.parameters), 2):
            values = values @ self.parameters[i] + self.parameters[i + 1]
            if i < last:
                values = np.maximum(values, 0.0)
            layers.append(values)
        squash(layers[-1])
        return layers

    def _step(self, values: Floats, targets: Floats, rate: float) -> float:
        layers = self._forward(values)
        slope = (layers[-1] - targets) / len(values)
        slope[:, SIDES + 1] *= POINTS_WEIGHT
        slope[:, SAID:] *= LATER_WEIGHT
        self.steps += 1
        for i in range(len(self.parameters) - 2, -1, -2):
            below = layers[i // 2]
            gradients = (below.T @ slope, slope.sum(axis=0))
            if i:
                slope = (slope @ self.parameters[i].T) * (below > 0.0)
            for at, gradient in zip((i, i + 1), gradients, strict=True):
                self._adam(at, gradient, rate)
        return _error(layers[-1], targets)

    def _adam(self, at: int, gradient: Floats, rate: float) -> None:
        first, second = self.first[at], self.second[at]
        first += (1.0 - DECAY[0]) * (gradient - first)
        second += (1.0 - DECAY[1]) * (gradient * gradient - second)
        first_now = first / (1.0 - DECAY[0] ** self.steps)
        second_now = second / (1.0 - DECAY[1] ** self.steps)
        self.parameters[at] -= rate * first_now / (np.sqrt(second_now) + SMALL)
        # At the beginning the mean is that of few steps, not of what was there before.
        keep = min(MEAN, self.steps / (self.steps + 10.0))
        self.mean[at] += (1.0 - keep) * (self.parameters[at] - self.mean[at])

    def dump(self) -> dict[str, Any]:
        """Everything needed to go on, for `restore`."""
        arrays: dict[str, Any] = {"scale": self.scale, "steps": np.array(self.steps)}
        for i, array in enumerate(self.parameters):
            arrays[f"parameter{i}"] = array
            arrays[f"first{i}"] = self.first[i]
            arrays[f"second{i}"] = self.second[i]
            arrays[f"mean{i}"] = self.mean[i]
        return arrays

    def restore(self, arrays: Any) -> None:
        """Go on from what `dump` gave."""
        self.scale = arrays["scale"]
        self.steps = int(arrays["steps"])
        for i in range(len(self.parameters)):
            self.parameters[i] = arrays[f"parameter{i}"]
            self.first[i] = arrays[f"first{i}"]
            self.second[i] = arrays[f"second{i}"]
            self.mean[i] = arrays[f"mean{i}"]


def _error(said: Floats, targets: Floats) -> float:
    """Mean squared error of own chance, margin and points: whatever else is learned."""
    asked = [0, SIDES, SIDES + 1]
    return float(np.mean((said[:, asked] - targets[:, asked]) ** 2))
