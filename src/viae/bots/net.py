"""The learned evaluation: a small network from features to what a seat may expect.

Two hidden layers and three outputs: the chance to win, how the margin will turn out (0.5 is level),
and the seat's points. It was trained by self-play, see `viae.learn`; the weights lie in `weights/`.
"""

from __future__ import annotations

import io
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from viae.bots.core.features import SIZE
from viae.errors import SetupError, ViaeError
from viae.rules import score

if TYPE_CHECKING:
    from viae.rules.state import State

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

WIN: Final = 0
MARGIN: Final = 1
POINTS: Final = 2
OUTPUTS: Final = 3
POINTS_SCALE: Final = 100.0  # the third output counts hundreds of points
MARGIN_SCALE: Final = 12.0  # a lead of 12 points counts as 73 %


class Net:
    """Weights and what they say of rows of features."""

    def __init__(self, layers: list[tuple[Floats, Floats]]) -> None:
        """`layers` are pairs of weights and biases, first to last."""
        self.layers = layers

    @classmethod
    def fresh(cls, sizes: list[int], rng: np.random.Generator) -> Net:
        """A net that has learned nothing yet, with hidden layers of these sizes."""
        layers: list[tuple[Floats, Floats]] = []
        before = SIZE
        for size in [*sizes, OUTPUTS]:
            spread = np.sqrt(2.0 / before) if size != OUTPUTS else np.sqrt(0.1 / before)
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
        if layers[0][0].shape[0] != SIZE or layers[-1][0].shape[1] != OUTPUTS:
            fault = f"{layers[0][0].shape[0]} features, but this version has {SIZE}"
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
        hidden = np.frombuffer(rows, np.uint8).reshape(-1, SIZE).astype(np.float32)
        last = len(self.layers) - 1
        for i, (weights, biases) in enumerate(self.layers):
            hidden = hidden @ weights
            hidden += biases
            if i < last:
                np.maximum(hidden, 0.0, out=hidden)
        hidden[:, :POINTS] = sigmoid(hidden[:, :POINTS])
        return hidden

    def values(self, rows: bytes) -> Floats:
        """For each row how good it is, from 0 to 1: half the chance to win, half the margin."""
        return worth(self.outputs(rows))


def worth(outputs: Floats) -> Floats:
    """What outputs are worth to somebody who has to choose."""
    mean: Floats = 0.5 * (outputs[:, WIN] + outputs[:, MARGIN])
    return mean


def sigmoid(x: Floats) -> Floats:
    """From any number to one between 0 and 1."""
    squashed: Any = 1.0 / (1.0 + np.exp(-x))  # of the same precision
    return cast("Floats", squashed)


def outcome(state: State, seat: int) -> tuple[float, float, float]:
    """What a finished game was for a seat, in the same terms as a net's outputs."""
    side = seat % state.setup.sides
    points = score.totals(state)
    best = max(points[other] for other in range(len(points)) if other != side)
    lead = (points[side] - best) / MARGIN_SCALE
    won = 1.0 if score.winner(state) == side else 0.0
    return won, 1.0 / (1.0 + np.exp(-lead)), score.total(state, seat) / POINTS_SCALE


def _packaged(name: str) -> Net:
    return Net.load((files("viae.bots") / "weights" / name).read_bytes())


@lru_cache(maxsize=2)
def shipped(team: bool = False) -> Net:
    """The net that comes with Viae; team play has a separate one."""
    return _packaged("team.npz" if team else "learned.npz")


@lru_cache(maxsize=1)
def frozen() -> Net:
    """The net of the yardstick: one that never changes, so that strengths compare."""
    return _packaged("yardstick.npz")


@lru_cache(maxsize=8)
def load_net(path: str) -> Net:
    """A net from a file that `viae learn` wrote; SetupError if there is none."""
    try:
        return Net.load(Path(path).read_bytes())
    except OSError as problem:
        fault = f"weights={path}: {problem.strerror or problem}"
    except ViaeError as problem:
        fault = f"weights={path}: {problem}"
    raise SetupError("bots", [fault])
