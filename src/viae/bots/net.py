"""The learned evaluation, computed by numpy: a small net from features to what a seat may expect.

Two hidden layers. The outputs are the winning chances of the seat's own side and of each other
side, which sum to 1, the expected margin (0.5 is level), and the seat's points. Nets of the first
kind have fewer features and only the chance of their own side. They were trained by self-play, see
`viae.learn`; the weights are in `weights/`.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from viae.bots.core.features import FRESH, LAST, OLD_SIZE, OWN, PAYABLE, SIZE, STORE
from viae.bots.evaluation import OUTPUTS, POINTS, SAID, SIDES, Outputs
from viae.errors import ViaeError

if TYPE_CHECKING:
    from viae.bots.core.features import Rows

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]


class Net:
    """Weights and what they say of rows of features."""

    def __init__(self, layers: list[tuple[Floats, Floats]]) -> None:
        """`layers` are pairs of weights and biases, first to last."""
        self.layers = layers
        self._pieces: tuple[Floats, Floats, Floats] | None = None

    @property
    def inputs(self) -> int:
        """How many features it knows: those at the beginning of a row."""
        return int(self.layers[0][0].shape[0])

    @classmethod
    def fresh(cls, sizes: list[int], rng: np.random.Generator, outputs: int = SAID) -> Net:
        """A net that has learned nothing yet, with hidden layers of these sizes."""
        layers: list[tuple[Floats, Floats]] = []
        before = SIZE
        for i, size in enumerate([*sizes, outputs]):
            spread = np.sqrt(2.0 / before) if i < len(sizes) else np.sqrt(0.1 / before)
            weights = rng.normal(0.0, spread, (before, size)).astype(np.float32)
            layers.append((weights, np.zeros(size, np.float32)))
            before = size
        return cls(layers)

    @classmethod
    def load(cls, data: bytes) -> Net:
        """The net in a file's content; `ViaeError` if it is not one that fits these features."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                number = int(arrays["layers"])
                layers = [
                    (
                        arrays[f"weights{i}"].astype(np.float32),
                        arrays[f"biases{i}"].astype(np.float32),
                    )
                    for i in range(number)
                ]
        except (KeyError, ValueError, OSError, EOFError, BadZipFile) as problem:
            raise ViaeError(f"the weights cannot be read: {problem}") from problem
        features, said = layers[0][0].shape[0], layers[-1][0].shape[1]
        if (features, said) not in ((SIZE, SAID), (OLD_SIZE, OUTPUTS)):
            fault = f"{features} features, but this version has {SIZE}"
            raise ViaeError(f"the weights are for another version: {fault}")
        return cls(layers)

    def dump(self) -> bytes:
        """A file's content for `load`; weights of half precision are precise enough to play."""
        arrays: dict[str, Any] = {"layers": np.array(len(self.layers))}
        for i, (weights, biases) in enumerate(self.layers):
            arrays[f"weights{i}"] = weights.astype(np.float16)
            arrays[f"biases{i}"] = biases
        file = io.BytesIO()
        np.savez_compressed(file, **arrays)
        return file.getvalue()

    def outputs(self, rows: bytes) -> Floats:
        """For each row: chance to win, margin, points in hundreds."""
        return _in_short(self.said(rows))

    def said(self, rows: bytes) -> Floats:
        """For each row: the chances of all sides in the row's order, then margin and points."""
        values = np.frombuffer(rows, np.uint8).reshape(-1, SIZE)[:, : self.inputs]
        return self._onward(values.astype(np.float32) @ self.layers[0][0])

    def _onward(self, hidden: Floats) -> Floats:
        """From the sums of the first layer, without its biases, to what the net says."""
        last = len(self.layers) - 1
        for i, (weights, biases) in enumerate(self.layers):
            if i:
                hidden = hidden @ weights
            hidden += biases
            if i < last:
                np.maximum(hidden, 0.0, out=hidden)
        return squash(hidden)

    def evaluate(self, rows: bytes) -> list[Outputs]:
        """The outputs as plain numbers."""
        plain: list[Outputs] = self.outputs(rows).tolist()
        return plain

    def evaluate_rows(self, rows: Rows) -> list[Outputs]:
        """The same for the plans of one decision; what many share is multiplied once."""
        if self._pieces is None:
            self._pieces = _pieces(self.layers[0][0])
        fresh, facts, rest = self._pieces
        hidden = _numbers([rows.fresh], FRESH) @ fresh
        for kept, which, size, weights in (
            (rows.facts, rows.which_facts, OWN - FRESH, facts),
            (rows.rest, rows.which_rest, SIZE - OWN, rest),
        ):
            shared = _numbers(kept, size)[:, : len(weights)] @ weights
            hidden += shared if len(kept) == 1 else shared[which]
        plain: list[Outputs] = _in_short(self._onward(hidden)).tolist()
        return plain


def squash(sums: Floats) -> Floats:
    """From the sums of the last layer to what is said: chances of sides, margin, points, others."""
    sides = SIDES if sums.shape[1] > OUTPUTS else 1
    if sides == 1:
        sums[:, :POINTS] = sigmoid(sums[:, :POINTS])
        return sums
    chances = sums[:, :sides]
    chances = np.exp(chances - chances.max(axis=1, keepdims=True))
    sums[:, :sides] = chances / chances.sum(axis=1, keepdims=True)
    sums[:, sides] = sigmoid(sums[:, sides])
    return sums


def _in_short(said: Floats) -> Floats:
    """The own chance, margin and points."""
    if said.shape[1] == OUTPUTS:
        return said
    return said[:, [0, SIDES, SIDES + 1]]


def _numbers(parts: list[bytes], size: int) -> Floats:
    return np.frombuffer(b"".join(parts), np.uint8).reshape(-1, size).astype(np.float32)


def _pieces(weights: Floats) -> tuple[Floats, Floats, Floats]:
    """The weights of the first layer, cut as `Rows` cuts a row."""
    payable = slice(OWN - LAST - PAYABLE, OWN - LAST)
    fresh = np.concatenate([weights[:STORE], weights[payable]])
    facts = np.concatenate([weights[STORE : payable.start], weights[payable.stop : OWN]])
    return fresh, facts, weights[OWN:].copy()


def sigmoid(x: Floats) -> Floats:
    """From any number to one between 0 and 1."""
    squashed: Any = 1.0 / (1.0 + np.exp(-x))  # of the same precision
    return cast("Floats", squashed)


class Noise:
    """Random numbers of numpy's default generator."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def gumbel(self, spread: float, number: int) -> list[float]:
        """So many numbers of the Gumbel distribution around 0."""
        drawn: list[float] = self._rng.gumbel(0.0, spread, number).tolist()
        return drawn


# What `viae.bots.evaluation` asks of an implementation.
load = Net.load
noise = Noise
