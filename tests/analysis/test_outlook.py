"""What everybody can expect at a moment."""

from __future__ import annotations

import pytest

from tests.records import record
from viae import Game
from viae.analysis.outlook import FACTS, Simulator, assess, facts_of, is_decided
from viae.bots.evaluation import shipped
from viae.rules import roles


def moment(name: str, number: int, at: int | None) -> Game:
    return Game.from_record(record(name, number), upto=at, chance="manual")


@pytest.mark.parametrize(("number", "sides"), [(0, 2), (2, 4), (8, 2), (9, 3)])
def test_the_chances_of_all_sides_add_up_to_one(number: int, sides: int) -> None:
    state = moment("games", number, 40).state
    found = assess(shipped(), state)
    assert len(found.win) == sides
    assert sum(found.win) == pytest.approx(1)
    assert len(found.points) == len(found.margin) == state.setup.players


@pytest.mark.parametrize("number", [0, 2, 8])
def test_at_the_end_it_is_the_result(number: int) -> None:
    game = moment("games", number, None)
    assert is_decided(game.state)
    found = Simulator(shipped()).sample(game.state, 0, luck=1).outlook
    assert list(found.win) == [float(side == game.winner) for side in range(len(found.win))]
    assert list(found.points) == [one.total for one in game.scores()]
    teams = game.teams()
    if teams:
        assert [found.side_points(side) for side in range(2)] == teams


def test_everybody_plays_another_turn() -> None:
    game = Game.new("italia", players=2, seed=5, chance="manual")
    before = game.state.key()
    path: list[tuple[int, int]] = []
    played = Simulator(shipped()).play_on(game.state, 7, path)
    assert played.key() == Simulator(shipped()).play_on(game.state, 7).key()
    assert game.state.key() == before
    assert [seat for seat in dict.fromkeys(actor for actor, _ in path) if seat >= 0] == [0, 1]
    assert played.turn == 0 or played.actor == roles.CHANCE


def test_a_turn_that_has_begun_is_finished_first() -> None:
    game = Game.new("italia", players=2, seed=5, chance="manual")
    game.play("play prefect")
    path: list[tuple[int, int]] = []
    Simulator(shipped()).play_on(game.state, 7, path)
    seats = [actor for actor, _ in path if actor >= 0]
    assert seats == sorted(seats[: seats.index(1)]) + [1] * seats.count(1) + [0] * (
        len(seats) - seats.index(1) - seats.count(1)
    )
    assert seats[-1] == 0


def test_the_facts_of_a_side_are_those_of_both_partners() -> None:
    game = moment("games", 8, None)
    facts = facts_of(game.state, 0)
    assert len(facts) == len(roles.GODS) + len(FACTS)
    teams = game.teams()
    assert teams is not None
    assert sum(facts[: len(roles.GODS)]) == teams[0]
    assert facts[-1] == 1.0
