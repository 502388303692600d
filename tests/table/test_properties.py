"""Clocks and undo limits: what holds whatever happens."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.kit import new_game, play_on
from viae.table.clock import Clock, ClockState, begin, from_json, move_on, run_out, stop
from viae.table.game import TableGame

NO_DEADLINE = settings(deadline=None)
PLAYERS = 3
CLOCKS = st.one_of(
    st.builds(Clock, st.just("turn"), st.integers(5, 600)),
    st.builds(Clock, st.just("days"), st.integers(86_400, 7 * 86_400)),
    st.builds(Clock, st.just("player"), st.integers(5, 7200), st.integers(0, 60)),
)
# Who decides next (None for a bot or chance), how long the present one thought, and whether a new
# turn begins.
STEPS = st.lists(
    st.tuples(
        st.one_of(st.none(), st.integers(0, PLAYERS - 1)),
        st.floats(0, 1000, allow_nan=False),
        st.booleans(),
    ),
    max_size=30,
)


@NO_DEADLINE
@given(CLOCKS, STEPS)
def test_time_only_runs_for_the_seat_that_decides(
    clock: Clock, steps: list[tuple[int | None, float, bool]]
) -> None:
    state, now, turn = begin(clock, PLAYERS), 1000.0, 1
    for seat, seconds, next_turn in steps:
        now += seconds
        turn += next_turn
        before = state
        state = move_on(clock, before, seat, turn, now)
        assert state.seat == seat
        if seat is None:
            assert state.deadline is None
        else:
            assert state.deadline is not None
        if clock.kind != "player":
            assert state.banks == []
            assert state.seat is None or 0 < state.left <= clock.seconds
            continue
        for other in range(PLAYERS):
            if other != before.seat:
                assert state.banks[other] == before.banks[other]
            else:
                assert state.banks[other] <= before.banks[other] + clock.increment
            assert state.banks[other] >= 0


@NO_DEADLINE
@given(CLOCKS, STEPS)
def test_a_clock_is_stored_without_loss_and_runs_out(
    clock: Clock, steps: list[tuple[int | None, float, bool]]
) -> None:
    state, now, turn = begin(clock, PLAYERS), 0.0, 1
    for seat, seconds, next_turn in steps:
        now += seconds
        turn += next_turn
        state = move_on(clock, state, seat, turn, now)
        assert from_json(state.to_json()) == state
        if seat is not None:
            after = run_out(clock, state)
            assert after.deadline is None
            assert after.is_lent(seat, turn)
            assert after.missed[seat] == state.missed[seat] + 1
            assert from_json(after.to_json()) == after
        assert stop(clock, state, now).deadline is None


@NO_DEADLINE
@given(CLOCKS, st.floats(0, 1000, allow_nan=False), st.floats(0, 1000, allow_nan=False))
def test_taking_a_turn_back_brings_no_time(clock: Clock, thought: float, waited: float) -> None:
    first = move_on(clock, begin(clock, PLAYERS), 0, 1, 0.0)
    other = move_on(clock, first, 1, 2, thought)
    back = move_on(clock, other, 0, 1, thought + waited, back=True)
    assert back.seat == 0
    assert back.left == pytest.approx(max(0.0, first.left - thought))


@NO_DEADLINE
@given(STEPS)
def test_without_a_clock_nothing_is_ever_timed(steps: list[tuple[int | None, float, bool]]) -> None:
    clock, state = Clock(), ClockState()
    for turn, (seat, now, _next) in enumerate(steps):
        state = move_on(clock, state, seat, turn, now)
        assert state == ClockState()


@pytest.fixture(scope="module")
def played() -> TableGame:
    """A whole game of three."""
    game = new_game("venus-team", 4)
    play_on(game, 100_000)
    return game


@NO_DEADLINE
@given(st.randoms(use_true_random=False), st.sets(st.integers(0, 3)))
def test_one_goes_back_alone_over_own_decisions_only(
    played: TableGame, choose: random.Random, seats: set[int]
) -> None:
    game = played.at(choose.randint(0, len(played.entries)))
    limit = game.undo_limit(seats)
    assert 0 <= limit <= len(game.entries)
    assert all(game.actor_of(number) in seats for number in range(limit, len(game.entries)))
    assert limit == 0 or game.actor_of(limit - 1) not in seats
    if limit < len(game.entries):
        entries, rows = game.entries[:limit], game.rows
        row = game.undo(limit, seats)
        assert game.entries == entries
        assert (row.number, game.rows) == (rows, rows + 1)
        assert game.state.key() == played.at(limit).state.key()
        assert game.view()["players"] == played.at(limit).view()["players"]
        assert game.builds == played.at(limit).builds
