"""The net: it is kept and read again, says what matrices say, and refuses what is not its own."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bots.moments import moments, start
from viae.bots import make_bot
from viae.bots.core.features import SIZE, row
from viae.bots.evaluation import MARGIN, POINTS, WIN, highest, load_net, outcome, shipped, worth
from viae.bots.net import Net
from viae.errors import SetupError, ViaeError
from viae.rules import score
from viae.rules.playout import playout


def a_net() -> Net:
    return Net.fresh([16, 8], np.random.default_rng(3))


def some_rows() -> bytes:
    return b"".join(
        row(state, state.actor) for state in moments("italia", "concordia", 3, seed=1, every=50)
    )


def test_a_net_that_was_kept_says_the_same() -> None:
    net = a_net()
    again = Net.load(net.dump())
    assert np.allclose(again.outputs(some_rows()), net.outputs(some_rows()), atol=0.02)
    assert again.dump() == Net.load(again.dump()).dump()


def test_outputs_are_chances_and_points() -> None:
    for outputs in shipped().evaluate(some_rows()):
        assert all(0 <= chance <= 1 for chance in outputs[:POINTS])
        assert worth(outputs) == pytest.approx((outputs[WIN] + outputs[MARGIN]) / 2)


def test_of_values_that_differ_by_rounding_alone_the_first_is_chosen() -> None:
    assert highest([0.1, 0.5, 0.5 + 1e-7, 0.2]) == 1
    assert highest([0.1, 0.5, 0.5 + 1e-4, 0.2]) == 2


def test_the_outcome_of_a_finished_game() -> None:
    """R9: one side wins; a lead of nothing is half, and leads of two sides are opposite."""
    state, dice = start("italia", "concordia", 2, 4)
    playout(state, dice)
    ends = [outcome(state, seat) for seat in range(2)]
    assert [end[WIN] for end in ends] == [float(seat == score.winner(state)) for seat in range(2)]
    assert ends[0][MARGIN] + ends[1][MARGIN] == pytest.approx(1.0)
    assert [end[POINTS] * 100 for end in ends] == pytest.approx(score.totals(state))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", "cannot be read"),
        (b"PK nonsense", "cannot be read"),
    ],
)
def test_a_file_that_is_no_net_is_refused(content: bytes, text: str) -> None:
    with pytest.raises(ViaeError, match=text):
        Net.load(content)


def test_a_net_for_other_features_is_refused() -> None:
    layers = [(np.zeros((SIZE + 1, 3), np.float32), np.zeros(3, np.float32))]
    with pytest.raises(ViaeError, match=f"{SIZE + 1} features, but this version has {SIZE}"):
        Net.load(Net(layers).dump())


def test_weights_by_a_path_that_leads_nowhere_are_refused() -> None:
    with pytest.raises(SetupError, match="No such file"):
        load_net("nowhere.npz")
    with pytest.raises(SetupError, match="No such file"):
        make_bot("learned:weights=nowhere.npz", 1)
