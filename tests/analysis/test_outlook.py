"""What everybody can expect at a moment."""

from __future__ import annotations

import numpy as np
import pytest

from tests.records import record
from viae import Game
from viae.analysis.outlook import assess, is_decided, look, mean, play_on
from viae.bots.net import shipped
from viae.rules import roles


def moment(name: str, number: int, at: int | None) -> Game:
    return Game.from_record(record(name, number), upto=at, chance="manual")


@pytest.mark.parametrize(("number", "sides"), [(0, 2), (2, 4), (8, 2), (9, 3)])
def test_the_chances_of_all_sides_add_up_to_one(number: int, sides: int) -> None:
    state = moment("games", number, 40).state
    found = assess(shipped(), state)
    assert len(found.win) == sides
    assert found.win.sum() == pytest.approx(1)
    assert len(found.points) == len(found.margin) == state.setup.players


@pytest.mark.parametrize("number", [0, 2, 8])
def test_at_the_end_it_is_the_result(number: int) -> None:
    game = moment("games", number, None)
    assert is_decided(game.state)
    found = look(shipped(), game.state, luck=1)
    assert found.win.tolist() == [
        float(side == game.winner) for side in range(game.state.setup.sides)
    ]
    assert found.points.tolist() == [one.total for one in game.scores()]
    teams = game.teams()
    if teams:
        assert [found.side_points(side) for side in range(2)] == teams


def test_everybody_plays_two_more_turns() -> None:
    game = Game.new("italia", players=2, seed=5, chance="manual")
    played = play_on(shipped(), game.state, luck=7)
    assert played.key() == play_on(shipped(), game.state, luck=7).key()
    assert game.state.key() == Game.new("italia", players=2, seed=5).state.key()
    cards = [len(pile) for pile in played.piles]
    tribunes = [played.setup.faces.role[pile[0]] == roles.TRIBUNE for pile in played.piles if pile]
    assert cards == [2, 2] or any(tribunes)


def test_a_turn_that_has_begun_is_finished_first() -> None:
    game = Game.new("italia", players=2, seed=5, chance="manual")
    game.play("play prefect")
    played = play_on(shipped(), game.state, luck=7)
    # Seat 0 is through with this turn and two more, seat 1 with two.
    assert len(played.piles[0]) == 3 or played.actor in (1, roles.CHANCE)
    assert played.turn == 0 or played.actor == 1


def test_a_mean_is_between() -> None:
    state = moment("games", 0, 30).state
    several = [look(shipped(), state, luck) for luck in (1, 2, 3)]
    together = mean(several)
    assert together.win.sum() == pytest.approx(1)
    lowest = np.min([one.points for one in several], axis=0)
    highest = np.max([one.points for one in several], axis=0)
    assert (lowest - 1e-6 <= together.points).all()
    assert (together.points <= highest + 1e-6).all()
