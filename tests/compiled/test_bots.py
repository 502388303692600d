"""What bots promise on the compiled engine: the turns of the interpreted one, and their time."""

from __future__ import annotations

from statistics import median

import pytest

from tests.bots.moments import start
from tests.compiled.engines import HERE, both
from viae.bots.seat import Seated
from viae.rules import roles
from viae.rules.turn import apply, legal


def turn_seconds(name: str, players: int, time: float | None, turns: int) -> list[float]:
    """How long a bot thinks for each of its turns at a table of its like."""
    state, dice = start("imperium", "concordia", players, 5)
    seats = [Seated(name, seat, time) for seat in range(players)]
    while state.decision != roles.OVER and turns > 0:
        found = legal(state)
        if state.actor == roles.CHANCE:
            apply(state, found[dice.below(len(found))])
        else:
            turns -= state.decision == roles.PLAY
            apply(state, seats[state.actor].decide(state, found))
    return [seconds for seat in seats for seconds in seat.turn_seconds]


def test_bots_choose_the_same_turns_on_both_engines() -> None:
    interpreted, compiled = both(str(HERE / "turns.py"))
    assert interpreted == compiled
    assert len(compiled) == 12


@pytest.mark.parametrize("name", ["greedy", "learned"])
def test_a_turn_of_a_bot_without_search_takes_milliseconds(name: str) -> None:
    """30 ms in the median are promised; a busy machine is no excuse, it takes about one."""
    assert median(turn_seconds(name, 4, None, 60)) < 0.030


@pytest.mark.parametrize("time", [0.1, 0.3])
def test_search_keeps_its_time(time: float) -> None:
    """Within a tenth or 20 ms; one turn in ten may be late, when the machine was elsewhere."""
    taken = sorted(turn_seconds("search", 3, time, 30))
    kept = max(time * 1.1, time + 0.020)
    assert taken[len(taken) * 9 // 10] <= kept
    assert max(taken) > time / 2  # and it is made use of
