"""What bots ask of a net: rows of features in, what a seat may expect out.

Two implementations answer: numpy (`viae.bots.net`), and JavaScript where Python runs in a browser
(`viae.bots.browser`). Bots use plain lists of numbers, so that they run with either.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from viae.errors import SetupError, ViaeError
from viae.rules import score

if TYPE_CHECKING:
    from viae.bots.core.features import Rows
    from viae.rules.state import State

WIN: Final = 0
MARGIN: Final = 1
POINTS: Final = 2
OUTPUTS: Final = 3
SIDES: Final = 5  # the chances that a net gives to its side and to the others, in its order
SAID: Final = SIDES + OUTPUTS - 1  # what it says in all: all chances, then margin and points
POINTS_SCALE: Final = 100.0  # the third output counts hundreds of points
MARGIN_SCALE: Final = 12.0  # a lead of 12 points counts as 73 %
EVEN: Final = 2e-6  # values that differ by less are equal

Outputs = Sequence[float]  # of one row: chance to win, margin, points in hundreds


class Evaluator(Protocol):
    """A net, by whatever it is computed."""

    def evaluate(self, rows: bytes) -> list[Outputs]:
        """What a seat may expect, for each row of `viae.bots.core.features`."""
        ...

    def dump(self) -> bytes:
        """The weights as a file's content."""
        ...


@runtime_checkable
class RowsEvaluator(Protocol):
    """A net that makes use of what the rows of one decision have in common."""

    def evaluate_rows(self, rows: Rows) -> list[Outputs]:
        """What a seat may expect, for each row."""
        ...


def evaluate_rows(net: Evaluator, rows: Rows) -> list[Outputs]:
    """What a seat may expect of each plan of one decision."""
    if isinstance(net, RowsEvaluator):
        return net.evaluate_rows(rows)
    return net.evaluate(rows.whole())


class Noise(Protocol):
    """Random numbers of a seed."""

    def gumbel(self, spread: float, number: int) -> list[float]:
        """So many numbers of the Gumbel distribution around 0."""
        ...


class Library(Protocol):
    """An implementation: how to load a net, and where noise comes from."""

    def load(self, data: bytes) -> Evaluator:
        """The net in a file's content; `ViaeError` if it does not fit these features."""
        ...

    def noise(self, seed: int) -> Noise:
        """Random numbers that are the same in every implementation."""
        ...


_chosen: Library | None = None


def use(library: Library | None) -> None:
    """Compute with this implementation from now on; None: with numpy."""
    global _chosen
    _chosen = library
    for kept in (shipped, frozen, frozen_2, load_net):
        kept.cache_clear()


def library() -> Library:
    """The implementation in use."""
    if _chosen is not None:
        return _chosen
    # A net is small: threads of numpy would wait for each other more than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from viae.bots import net

    return net


def noise(seed: int) -> Noise:
    """Random numbers of a seed, from the implementation in use."""
    return library().noise(seed)


def worth(outputs: Outputs) -> float:
    """What outputs are worth to somebody who has to choose: half win, half margin."""
    return 0.5 * (outputs[WIN] + outputs[MARGIN])


def values_of(outputs: list[Outputs]) -> list[float]:
    """The same for many."""
    return [0.5 * (one[WIN] + one[MARGIN]) for one in outputs]


def highest(values: Iterable[float]) -> int:
    """The number of the highest value, the first of those that differ by rounding alone.

    Turns with the same features are common, and numpy may round equal rows differently.
    """
    found = list(values)
    least = max(found) - EVEN
    return next(i for i, value in enumerate(found) if value >= least)


def outcome(state: State, seat: int) -> tuple[float, float, float]:
    """What a finished game was for a seat, in the same terms as a net's outputs."""
    side = seat % state.setup.sides
    points = score.totals(state)
    best = max(points[other] for other in range(len(points)) if other != side)
    lead = (points[side] - best) / MARGIN_SCALE
    won = 1.0 if score.winner(state) == side else 0.0
    return won, 1.0 / (1.0 + math.exp(-lead)), score.total(state, seat) / POINTS_SCALE


def _packaged(name: str) -> Evaluator:
    return library().load((files("viae.bots") / "weights" / name).read_bytes())


@lru_cache(maxsize=2)
def shipped(team: bool = False) -> Evaluator:
    """The net that comes with Viae; team play has a separate one."""
    return _packaged("team.npz" if team else "learned.npz")


@lru_cache(maxsize=1)
def frozen() -> Evaluator:
    """The net of the yardstick: one that never changes, so that strengths compare."""
    return _packaged("yardstick.npz")


@lru_cache(maxsize=2)
def frozen_2(team: bool = False) -> Evaluator:
    """The nets of the second yardstick, which never change either."""
    return _packaged("yardstick-2-team.npz" if team else "yardstick-2.npz")


@lru_cache(maxsize=8)
def load_net(path: str) -> Evaluator:
    """A net from a file that `viae learn` wrote; SetupError if there is none."""
    try:
        return library().load(Path(path).read_bytes())
    except OSError as problem:
        fault = f"weights={path}: {problem.strerror or problem}"
    except ViaeError as problem:
        fault = f"weights={path}: {problem}"
    raise SetupError("bots", [fault])
