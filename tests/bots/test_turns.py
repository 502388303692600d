"""Whole turns: every plan can be played, leads where it says, and little is left out."""

from __future__ import annotations

import pytest

from tests.bots.moments import TABLES, moments, start
from viae.bots.core.turns import plans, spread_plans
from viae.rules import codes, roles
from viae.rules.state import State
from viae.rules.turn import apply, legal

EVERY = 61


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_plan_is_legal_step_by_step_and_leads_to_its_state(
    table: tuple[str, str, int],
) -> None:
    for state in moments(*table, seed=5, every=EVERY):
        before = state.key()
        found = plans(state, 400)
        assert state.key() == before  # looking changes nothing
        assert found
        for plan in found:
            played = state.copy()
            for code in plan.codes:
                assert played.actor == state.actor
                assert code in legal(played)
                apply(played, code)
            assert played.key() == plan.state.key()
            assert played.actor != state.actor or played.turn != state.turn


def ends(state: State) -> set[tuple[object, ...]]:
    """All states in which the actor's part of the turn can end, by trying everything."""
    found: set[tuple[object, ...]] = set()
    seen: set[tuple[object, ...]] = set()
    waiting = [state.copy()]
    while waiting:
        here = waiting.pop()
        for code in legal(here):
            after = here.copy()
            apply(after, code)
            key = after.key()
            if after.actor != state.actor or after.turn != state.turn:
                found.add(key)
            elif key not in seen:
                seen.add(key)
                waiting.append(after)
    return found


@pytest.mark.parametrize("table", TABLES[:4], ids=str)
def test_without_an_architect_or_a_mercator_nothing_is_left_out(
    table: tuple[str, str, int],
) -> None:
    """R5: what other cards can do is tried in full; a mercator leaves out odd amounts only."""
    compared = 0
    for state in moments(*table, seed=8, every=5):
        if state.decision in {roles.ARCHITECT, roles.MERCATOR, roles.PLAY, roles.DIPLOMAT}:
            continue
        if state.decision in {roles.MAGISTER, roles.LEGATUS}:
            continue  # they lead to any other card
        everything = ends(state)
        assert {plan.state.key() for plan in plans(state, 100_000)} == everything
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("seed", range(6))
def test_an_architect_finds_every_city_that_one_move_brings_within_reach(seed: int) -> None:
    """R5.2: any house that can be built after at most one move is part of some plan."""
    compared = 0
    for state in moments("italia", "concordia", 3, seed=seed, every=7):
        if state.decision != roles.ARCHITECT or state.building:
            continue
        possible: set[int] = set()
        for code in legal(state):
            if code >> codes.SHIFT == codes.BUILD:
                possible.add(code)
            elif code >> codes.SHIFT == codes.MOVE:
                moved = state.copy()
                apply(moved, code)
                possible |= {c for c in legal(moved) if c >> codes.SHIFT == codes.BUILD}
        planned = {
            code
            for plan in plans(state, 100_000)
            for code in plan.codes
            if code >> codes.SHIFT == codes.BUILD
        }
        assert possible <= planned
        compared += bool(possible)
    assert compared


def test_no_plan_knows_a_card_that_is_still_unseen() -> None:
    """R5.6: the display is not refilled in the state of a plan, so unseen cards stay unseen."""
    for state in moments("imperium", "concordia", 3, seed=2, every=EVERY):
        for plan in plans(state, 200):
            assert plan.state.unseen == state.unseen


def test_the_number_of_plans_is_limited() -> None:
    state, _ = start("imperium", "concordia", 2, 1)
    assert len(plans(state, 10)) == 10


def test_where_plans_are_cut_every_card_keeps_some() -> None:
    cut = 0
    for state in moments("imperium", "concordia", 4, seed=5, every=37):
        if state.decision != roles.PLAY:
            continue
        every = {plan.codes[0] for plan in plans(state, 100_000)}
        limit = 2 * len(every)
        found = spread_plans(state, limit)
        assert len(found) <= limit
        assert {plan.codes[0] for plan in found} == every
        cut += {plan.codes[0] for plan in plans(state, limit)} != every
        whole = [plan.codes for plan in plans(state, 100_000)]
        assert [plan.codes for plan in spread_plans(state, 100_000)] == whole
    assert cut  # without spreading, whole cards are missing
