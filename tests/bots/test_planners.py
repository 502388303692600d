"""Greedy, learned, search and the levels: games at every kind of table, and their settings."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.bots.moments import moments, start
from viae.analysis.puzzles import shipped_puzzles
from viae.bots import make_bot
from viae.bots.core.turns import plans
from viae.bots.evaluation import highest, shipped
from viae.bots.learned import LAST_TURN, BlurredBot, plan_values
from viae.bots.levels import TITLES
from viae.bots.registry import BUILT_IN
from viae.bots.seat import Seated
from viae.bots.styles import liking
from viae.errors import SetupError
from viae.game import Game
from viae.rules import roles, score
from viae.rules.roles import NAMES as ROLES
from viae.rules.state import State
from viae.rules.turn import apply, legal

# Interpreted, a searched turn takes a while: simulations are few here, and games are cut short.
QUICK = ("greedy", "pupil", "learned", "search:nodes=2:width=2", "level-1", "level-2", "level-3")


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
    [
        "learned:style=baker",
        "learned:blur=much",
        "search:leaf=tree",
        "search:choose=none",
        "search:time=0",
        "search:time=nan",
    ],
)
def test_choices_that_there_are_not_are_refused(name: str) -> None:
    with pytest.raises(SetupError, match=r"is one of|is a number from 0"):
        make_bot(name, 1)


@pytest.mark.parametrize("name", ["learned:blur=0.1", "learned:style=builder"])
def test_failings_and_styles_change_what_is_played_and_keep_to_the_seed(name: str) -> None:
    _, plain = play(["learned"] * 2, "italia", "concordia", seed=6, turns=8)
    _, one = play([name] * 2, "italia", "concordia", seed=6, turns=8)
    _, two = play([name] * 2, "italia", "concordia", seed=6, turns=8)
    assert plain != one == two


@pytest.mark.parametrize(
    "name",
    ["search:leaf=moment", "search:leaf=mean", "search:choose=finalists", "search:time=3600"],
)
def test_search_can_end_and_choose_otherwise(name: str) -> None:
    play([f"{name}:nodes=4:width=2"] * 2, "italia", "concordia", seed=6, turns=4)


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


def test_no_bot_is_called_like_a_card() -> None:
    assert len(set(TITLES.values())) == len(TITLES)
    assert not {title.lower() for title in TITLES.values()} & set(ROLES)


@pytest.mark.parametrize("name", ["level-3", "level-4", "level-5"])
def test_a_level_errs_only_so_far(name: str) -> None:
    """It plays no turn that is worse than the best by more than it may misjudge and like."""
    bot = make_bot(name, 5)
    assert isinstance(bot, BlurredBot)
    assert bot.style is not None
    erred = 0
    for state in islice(moments("italia", "concordia", 3, seed=4, every=7), 25):
        found = plans(state, 40)
        values = plan_values(shipped(), state, found, state.actor)
        chosen = bot.pick(state, found)
        likes = liking(bot.style, found, state.actor)
        best = highest(values)
        most = 2 * bot.blur + bot.liked * (likes[chosen] - likes[best])
        assert values[best] - values[chosen] <= most + 1e-6
        erred += values[best] - values[chosen] > 0
    assert erred


def test_a_style_is_seen_in_what_a_level_likes() -> None:
    """With a style the liked points of the chosen turns are more than without."""
    liked = {"builder": 0.0, "": 0.0}
    for style in liked:
        bot = BlurredBot(1, None, 0.0, style or None, 0.05)
        for state in islice(moments("italia", "concordia", 3, seed=4, every=7), 25):
            found = plans(state, 40)
            chosen = bot.pick(state, found)
            liked[style] += liking("builder", found, state.actor)[chosen]
    assert liked["builder"] > liked[""]


def test_a_blurred_bot_counts_the_points_of_the_last_turn() -> None:
    """It errs by a small part of what it errs by otherwise, and likes nothing."""
    bot = BlurredBot(1, None, 0.28, "trader", 0.01)
    last = (one for one in shipped_puzzles().values() if one["kind"] == "last-round")
    for puzzle in islice(last, 12):
        state = Game.from_position(puzzle["position"], chance="manual").state
        found = plans(state, 40)
        values = plan_values(shipped(), state, found, state.actor)
        chosen = bot.pick(state, found)
        assert max(values) - values[chosen] <= 2 * LAST_TURN * bot.blur + 1e-6
