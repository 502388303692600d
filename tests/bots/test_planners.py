"""Greedy, learned, search and the levels: games at every kind of table, and their settings."""

from __future__ import annotations

import pytest

from tests.bots.moments import start
from viae.bots import make_bot
from viae.bots.levels import TITLES
from viae.bots.registry import BUILT_IN
from viae.bots.seat import Seated
from viae.errors import SetupError
from viae.rules import roles, score
from viae.rules.state import State
from viae.rules.turn import apply, legal

# Interpreted, a searched turn takes a while: simulations are few here, and games are cut short.
QUICK = ("greedy", "learned", "search:nodes=2:width=2", "level-1", "level-2", "level-3", "level-4")


def play(
    names: list[str], board: str, variant: str, seed: int, turns: int = 400
) -> tuple[State, list[int]]:
    """A game between bots; the state it came to and all codes."""
    state, dice = start(board, variant, len(names), seed)
    seats = [Seated(name, seed + seat) for seat, name in enumerate(names)]
    played: list[int] = []
    while state.decision != roles.OVER and turns > 0:
        found = legal(state)
        if state.actor == roles.CHANCE:
            code = found[dice.below(len(found))]
        else:
            turns -= state.decision == roles.PLAY
            code = seats[state.actor].decide(state, found)
        played.append(code)
        apply(state, code)
    for seat in seats:
        seat.close()
        assert seat.faults == []
    return state, played


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize(
    ("board", "variant", "players"),
    [("italia", "concordia", 2), ("cyprus", "venus", 3), ("ionium-small", "venus-team", 4)],
)
def test_they_play_by_the_rules_at_every_table(
    name: str, board: str, variant: str, players: int
) -> None:
    play([name] * players, board, variant, seed=3, turns=10)


def test_a_game_of_greedy_bots_ends() -> None:
    """A bot that only looks at its own points must not wait for ever: R8."""
    for seed in range(2):
        state, _ = play(["greedy"] * 3, "italia", "concordia", seed, turns=180)
        assert state.decision == roles.OVER
        assert max(score.totals(state)) > 60


def test_greedy_beats_random() -> None:
    won = 0
    for game in range(4):
        names = ["random", "random"]
        names[game % 2] = "greedy"
        state, _ = play(names, "italia", "concordia", seed=game // 2, turns=160)
        won += score.winner(state) == game % 2
    assert won == 4


@pytest.mark.parametrize("name", ["greedy", "search:nodes=4:width=2", "level-1"])
def test_the_same_seed_makes_the_same_game(name: str) -> None:
    _, one = play([name] * 2, "italia", "concordia", seed=6, turns=8)
    _, two = play([name] * 2, "italia", "concordia", seed=6, turns=8)
    assert one == two


@pytest.mark.parametrize(
    "name",
    ["search:nodes=0", "search:nodes=many", "search:width=1", "search:rounds=0", "search:jobs=-1"],
)
def test_settings_that_make_no_sense_are_refused(name: str) -> None:
    with pytest.raises(SetupError, match="is a whole number from"):
        make_bot(name, 1)


def test_every_level_has_a_title() -> None:
    assert [name for name in BUILT_IN if name.startswith("level-")] == list(TITLES)
    for name, title in TITLES.items():
        assert BUILT_IN[name].about.startswith(title)
