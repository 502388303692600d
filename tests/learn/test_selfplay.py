"""Self-play: what teaches, when turns are searched and when an older net plays along."""

from __future__ import annotations

import os

import numpy as np
import pytest

from viae.bots.evaluation import SAID, SIDES, outcome, shipped
from viae.bots.net import Net
from viae.errors import ViaeError
from viae.learn import selfplay
from viae.learn.run import Run, Settings, _workers
from viae.learn.selfplay import SelfPlay
from viae.learn.tables import kind_of
from viae.rules import roles, score

SMALL = next(n for n in range(100) if kind_of(n).board == "ionium-small")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first turns of a game: interpreted, a whole one takes a while."""
    monkeypatch.setattr(selfplay, "TURNS", 5)


def net() -> Net:
    found = shipped()
    assert isinstance(found, Net)
    return found


def test_without_search_every_turn_teaches() -> None:
    game = SelfPlay(net(), SMALL, 3)
    lessons = game.play()
    assert len(lessons.rows) == 2 * 2 * selfplay.TURNS  # from the seat in turn and from one other
    assert all(told is None for seat in game.told for told in seat)


def test_only_searched_turns_teach_half_by_what_the_search_said() -> None:
    game = SelfPlay(net(), SMALL, 3, searched=0.5)
    lessons = game.play()
    assert 0 < len(lessons.rows) < 2 * 2 * selfplay.TURNS
    told = [(seat, i) for seat in (0, 1) for i, one in enumerate(game.told[seat]) if one]
    assert len(told) * 2 == len(lessons.rows)
    seat, i = told[0]
    at = i + (0 if seat == 0 else len(game.seen[0]))
    end = np.array(outcome(game.state, seat), np.float32)
    said = np.array(game.told[seat][i], np.float32)
    asked = lessons.targets[at, [0, SIDES, SIDES + 1]]
    assert asked == pytest.approx(0.5 * end + 0.5 * said)


def test_the_chances_taught_are_those_of_the_sides_in_the_order_of_the_row() -> None:
    """The last moments of a game say who won it, from whichever seat."""
    number = next(n for n in range(100) if kind_of(n).players == 4)
    game = SelfPlay(net(), number, 5)
    lessons = game.play()
    assert lessons.targets[:, :SIDES].sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    winner = score.winner(game.state)
    at = 0
    for seat, seen in enumerate(game.seen):
        at += len(seen)
        order = game.orders[seat][-1]
        assert order[0] == seat % game.state.setup.sides
        assert sorted(order) == list(range(game.state.setup.sides))
        assert lessons.targets[at - 1, order.index(winner)] == 1.0
        gods = score.by_god(game.state, seat)[: roles.CONCORDIA]
        assert lessons.targets[at - 1, SAID:-1] * 50 == pytest.approx(gods)


def test_turns_of_an_older_net_do_not_teach() -> None:
    rng = np.random.default_rng(1)
    game = SelfPlay(net(), SMALL, 3, older=Net.fresh([8, 4], rng))
    lessons = game.play()
    assert len(lessons.rows) == 2 * selfplay.TURNS


def test_a_run_from_before_these_settings_can_be_continued(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("run")
    Run(folder, Settings(), 1)
    file = folder / "run.json"
    lines = [line for line in file.read_text().splitlines() if "searched" not in line]
    file.write_text("\n".join(line for line in lines if "league" not in line))
    Run(folder, Settings(generations=70), 1)


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(ViaeError, match="has died"), _workers(1) as workers:
        workers.submit(os._exit, 9).result()
