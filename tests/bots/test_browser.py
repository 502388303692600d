"""Nets without numpy: the same weights, the same noise, the same turns."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

from tests.bots.moments import moments
from viae.bots import evaluation
from viae.bots.browser import JavaScript, Layer, PlainNoise, read_layers
from viae.bots.core.features import SIZE, row
from viae.bots.core.turns import plans
from viae.bots.evaluation import OUTPUTS, SIDES, shipped
from viae.bots.learned import plan_values
from viae.bots.net import Net, Noise
from viae.bots.search import Searcher
from viae.errors import ViaeError


class Answer(list[float]):
    """Stands for a JavaScript array."""

    def to_py(self) -> memoryview:
        """As Pyodide converts it."""
        return memoryview(array("d", self))


def plain_net(layers: Sequence[Layer], width: int) -> Callable[[bytes], Answer]:
    """Computes a net number by number, as JavaScript does."""
    tables = [
        ([weights[i * after : (i + 1) * after] for i in range(before)], biases)
        for before, after, weights, biases in layers
    ]

    def compute(rows: bytes) -> Answer:
        said = Answer()
        for at in range(0, len(rows), width):
            values: list[float] = list(rows[at : at + len(tables[0][0])])
            for i, (table, biases) in enumerate(tables):
                sums = list(biases)
                for value, weights in zip(values, table, strict=True):
                    if value:
                        sums = [
                            one + value * weight for one, weight in zip(sums, weights, strict=True)
                        ]
                values = sums if i == len(tables) - 1 else [max(0.0, one) for one in sums]
            sides = SIDES if len(values) > OUTPUTS else 1
            rivals = [math.exp(one - values[0]) for one in values[:sides]] + [math.exp(-values[0])]
            own = 1.0 / (sum(rivals[:-1]) if sides > 1 else sum(rivals))
            said += [own, 1.0 / (1.0 + math.exp(-values[sides])), values[sides + 1]]
        return said

    return compute


@pytest.fixture
def without_numpy() -> Iterator[JavaScript]:
    """The other implementation is in use."""
    library = JavaScript(plain_net)
    evaluation.use(library)
    yield library
    evaluation.use(None)


def test_weights_are_read_as_numpy_reads_them() -> None:
    data = shipped().dump()
    for (before, after, weights, biases), (expected, level) in zip(
        read_layers(data), Net.load(data).layers, strict=True
    ):
        assert (before, after) == expected.shape
        assert np.array_equal(np.array(weights, np.float32).reshape(before, after), expected)
        assert np.array_equal(np.array(biases, np.float32), level)


@pytest.mark.parametrize("seed", [0, 1, 8 * 1_000_003 + 2, 2**32, 2**70 + 5, 2**200 + 9])
def test_noise_is_that_of_numpy(seed: int) -> None:
    plain, numpy = PlainNoise(seed), Noise(seed)
    for number in (3, 200):
        assert plain.gumbel(0.5, number) == pytest.approx(numpy.gumbel(0.5, number), rel=1e-12)


def test_search_ranks_turns_alike_with_and_without_numpy(without_numpy: JavaScript) -> None:
    state = next(iter(moments("italia", "concordia", 2, seed=2, every=9)))
    found = plans(state, 12)
    rankings = []
    for library in (without_numpy, None):
        evaluation.use(library)
        ranked = Searcher(shipped(), width=3, nodes=6).rank(state, found, seed=8)
        rankings.append([(one.number, one.tries, round(one.value(), 5)) for one in ranked])
        if library is not None:
            assert not isinstance(shipped(), Net)
    assert rankings[0] == rankings[1]


def test_values_are_those_of_numpy(without_numpy: JavaScript) -> None:
    net = without_numpy.load(Net.fresh([16, 8], np.random.default_rng(3)).dump())
    numpy = Net.load(net.dump())
    state = next(iter(moments("ionium", "venus-team", 4, seed=1, every=40)))
    found = plans(state, 20)
    values = [plan_values(one, state, found, state.actor) for one in (net, numpy)]
    assert values[0] == pytest.approx(values[1], abs=1e-6)
    assert len(net.evaluate(row(state, 0))[0]) == OUTPUTS


@pytest.mark.parametrize("content", [b"", b"PK nonsense"])
def test_a_file_that_is_no_net_is_refused(content: bytes, without_numpy: JavaScript) -> None:
    with pytest.raises(ViaeError, match="cannot be read"):
        without_numpy.load(content)


def test_a_net_for_other_features_is_refused(without_numpy: JavaScript) -> None:
    layers = [(np.zeros((SIZE + 1, 3), np.float32), np.zeros(3, np.float32))]
    with pytest.raises(ViaeError, match=f"{SIZE + 1} features, but this version has {SIZE}"):
        without_numpy.load(Net(layers).dump())
