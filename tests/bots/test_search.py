"""Search: repeatable by its number of simulations, exact at the end, fair to its candidates."""

from __future__ import annotations

from time import perf_counter

import pytest

from tests.bots.moments import moments, start
from viae.bots.core.turns import plans
from viae.bots.evaluation import WIN, shipped
from viae.bots.learned import plan_outputs, plan_values
from viae.bots.search import LEAST, MOST_NODES, Candidate, Searcher, Simulator, is_clear
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


def candidates_with(*values: list[float]) -> list[Candidate]:
    """Candidates that simulations gave these values."""
    state, _ = start("italia", "concordia", 2, 4)
    plan = plans(state, 1)[0]
    made = []
    for number, said in enumerate(values):
        one = Candidate(plan, number, (0.5, 0.5, 1.0))
        one.said = said
        made.append(one)
    return made


def test_a_search_is_clear_when_one_candidate_leads_in_nearly_every_simulation() -> None:
    ups = [0.5 + 0.1 * (number % 2) for number in range(LEAST)]
    far_behind = [value - 0.2 + 0.01 * (number % 3) for number, value in enumerate(ups)]
    beside = [1.1 - value for value in ups]  # the other way round, with the same mean
    assert is_clear(candidates_with(far_behind, ups))
    assert not is_clear(candidates_with(far_behind, ups, beside))
    assert not is_clear(candidates_with(far_behind[1:], ups[1:]))  # too few


def test_a_search_is_clear_when_simulations_say_always_the_same() -> None:
    same = [0.5] * LEAST
    assert is_clear(candidates_with(same, same, [0.4] * LEAST))


def test_with_a_clock_a_search_stops_when_nothing_is_left_to_find_out() -> None:
    """In the last turn of a game all simulations say the same, however much time there is."""
    state = last_turn(1)
    found = plans(state, 100_000)
    ranked = Searcher(shipped(), width=4).rank(state, found, seed=1, time=3600.0)
    assert sum(one.tries for one in ranked) == 4 * LEAST < MOST_NODES


def test_the_mean_of_a_simulation_counts_the_end_for_all_turns_that_are_not_played() -> None:
    """R8.2: what is known exactly weighs as much as all the turns that are left."""
    state = last_turn(2)
    plan = plans(state, 1)[0]
    ended = Simulator(shipped(), rounds=3).play(plan.state, state.actor, 1, float("inf"))
    meaned = Simulator(shipped(), rounds=3, leaf="mean").play(
        plan.state, state.actor, 1, float("inf")
    )
    assert ended is not None
    assert meaned is not None
    assert list(meaned) == pytest.approx(list(ended))


def test_the_mean_of_a_simulation_is_that_of_the_shorter_ones() -> None:
    state, _ = start("italia", "concordia", 2, 4)
    plan = plans(state, 5)[0]
    ways = [
        Simulator(shipped(), rounds=rounds, leaf=leaf).play(plan.state, 0, 1, float("inf"))
        for rounds, leaf in ((1, "turn"), (2, "turn"), (2, "mean"))
    ]
    short, long, mean = (list(way or ()) for way in ways)
    assert short != long
    assert mean == pytest.approx([(a + b) / 2 for a, b in zip(short, long, strict=True)])
