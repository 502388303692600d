"""Search: repeatable by its number of simulations, exact at the end, fair to its candidates."""

from __future__ import annotations

from time import perf_counter

import pytest

from tests.bots.moments import moments, start
from viae.bots.core.turns import plans
from viae.bots.evaluation import WIN, shipped
from viae.bots.learned import plan_outputs, plan_values
from viae.bots.search import Searcher, Simulator
from viae.rules import roles, score
from viae.rules.state import State


def last_turn(seed: int) -> State:
    """A player's very last turn."""
    for state in moments("italia", "concordia", 2, seed, 1):
        if state.last_turns == 1 and state.decision == roles.PLAY:
            return state
    raise AssertionError(seed)


def test_the_number_of_simulations_is_kept() -> None:
    state, _ = start("italia", "concordia", 2, 1)
    found = plans(state, 40)
    for nodes in (4, 9):
        ranked = Searcher(shipped(), width=4, nodes=nodes).rank(state, found, seed=5)
        assert sum(one.tries for one in ranked) <= nodes
        assert sum(one.tries for one in ranked) >= nodes - 3
        assert len(ranked) == 4


def test_every_candidate_is_tried_even_with_few_simulations() -> None:
    state, _ = start("italia", "concordia", 2, 1)
    ranked = Searcher(shipped(), width=4, nodes=6).rank(state, plans(state, 40), seed=5)
    assert sorted(one.tries for one in ranked) == [1, 1, 2, 2]


def test_the_same_seed_gives_the_same_ranking_in_any_number_of_processes() -> None:
    state, _ = start("italia", "concordia", 2, 2)
    found = plans(state, 40)
    rankings = []
    for jobs in (1, 1, 2):
        searcher = Searcher(shipped(), width=3, nodes=6, jobs=jobs)
        ranked = searcher.rank(state, found, seed=8)
        searcher.close()
        rankings.append([(one.number, one.tries, round(one.value(), 5)) for one in ranked])
    assert rankings[0] == rankings[1] == rankings[2]


def test_a_plan_that_is_asked_for_is_among_the_candidates() -> None:
    state, _ = start("italia", "concordia", 2, 3)
    found = plans(state, 40)
    values = plan_values(shipped(), state, found, state.actor)
    worst = values.index(min(values))
    ranked = Searcher(shipped(), width=2, nodes=4).rank(state, found, seed=1, always=worst)
    assert worst in [one.number for one in ranked]


@pytest.mark.parametrize("seed", range(4))
def test_the_last_turn_of_a_game_is_played_for_its_result(seed: int) -> None:
    """R8.2, R9: nothing is left to guess, so what is chosen wins if anything does."""
    state = last_turn(seed)
    seat = state.actor
    found = plans(state, 100_000)
    ranked = Searcher(shipped(), width=4, nodes=4).rank(state, found, seed=1)
    best = max(score.winner(plan.state) == seat for plan in found)
    assert (score.winner(ranked[0].plan.state) == seat) == best
    outputs = plan_outputs(shipped(), state, found, seat)
    for plan, said in zip(found, outputs, strict=True):
        assert said[WIN] == (score.winner(plan.state) == seat)


def test_a_simulation_leaves_the_state_alone_and_stops_at_its_deadline() -> None:
    state, _ = start("italia", "concordia", 2, 4)
    plan = plans(state, 5)[0]
    before = plan.state.key()
    simulator = Simulator(shipped(), rounds=1)
    once = simulator.play(plan.state, 0, 1, float("inf"))
    again = simulator.play(plan.state, 0, 1, float("inf"))  # from what it has kept
    assert once is not None
    assert again is not None
    assert list(once) == list(again)
    assert simulator.play(plan.state, 0, 1, perf_counter() - 1) is None
    assert plan.state.key() == before
