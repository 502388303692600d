"""The Gymnasium environment passes Gymnasium's checks; bots play the other seats."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.bots.asking import registered
from viae import Game
from viae.bots import Observation, bot_names
from viae.envs.gym import ID, ConcordiaEnv
from viae.envs.observation import flat
from viae.errors import IllegalEntry, SetupError
from viae.options import PLAYERS

EVERY = [(variant, players) for variant, counts in PLAYERS.items() for players in counts]


def make(**settings: Any) -> ConcordiaEnv:
    env = gymnasium.make(ID, **settings).unwrapped
    assert isinstance(env, ConcordiaEnv)
    return env


def finish(env: gymnasium.Env[Any, Any], seed: int) -> tuple[float, int, dict[str, Any]]:
    """Play at random to the end: the last reward, the number of steps, the last info."""
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    steps = 0
    while True:
        action = env.action_space.sample(info["action_mask"])
        _, reward, terminated, truncated, info = env.step(action)
        steps += 1
        if terminated or truncated:
            return float(reward), steps, info
        assert reward == 0


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"variant": "venus", "players": 5, "seat": 4, "reward": "win"},
        {"variant": "venus-team", "players": 4, "seat": None, "reward": "margin"},
        {"observation": "parts", "board": "italia"},
        {"actions": "parts", "players": 2},
        {"render_mode": "ansi", "max_cycles": 100},
        {"render_mode": "rgb_array", "board": "cyprus"},
        {"render_mode": "svg", "board": "cyprus"},
    ],
)
def test_the_checks_of_gymnasium_pass(settings: dict[str, Any]) -> None:
    # Other render modes are tried by the checks of `rgb_array` and `ansi`; svg is not known there.
    skip = settings.get("render_mode") == "svg"
    check_env(make(**settings), skip_render_check=skip)


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_games_are_played_to_their_end(variant: str, players: int) -> None:
    env = gymnasium.make(ID, variant=variant, players=players, board="ionium-small", seat=1)
    reward, _, info = finish(env, players)
    sides = players // 2 if variant == "venus-team" else players
    assert info["rank"] in range(1, sides + 1)
    assert reward == pytest.approx(1 - 2 * (info["rank"] - 1) / (sides - 1))
    assert info["points"] > 0
    assert not info["action_mask"].any()
    record = env.unwrapped.record()  # type: ignore[attr-defined]
    assert record["players"][1] == "learner"
    assert record["players"].count("bot:random") == players - 1
    game = Game.from_record(record)
    assert game.over


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_bots_play_whole_entries_where_the_learner_says_parts(bots: str) -> None:
    env = make(players=2, board="italia", bots=bots, actions="parts")
    finish(env, 3)
    assert Game.from_record(env.record()).over


def test_a_game_is_broken_off_in_the_middle_of_the_entry_of_a_bot() -> None:
    for most in range(20, 40):
        env = make(players=2, board="italia", actions="parts", max_cycles=most)
        finish(env, most)
        assert env.core.cycles == most
        assert env.core.truncated


def test_the_same_seed_makes_the_same_game() -> None:
    first, again, other = (make(players=2) for _ in range(3))
    for env, seed in ((first, 1), (again, 1), (other, 2)):
        finish(env, seed)
    assert first.record() == again.record()
    assert first.record() != other.record()


def test_one_seed_makes_a_series_of_games() -> None:
    def series(seed: int) -> list[dict[str, Any]]:
        env = make(players=2, max_cycles=40, seat=None)
        records = []
        env.action_space.seed(seed)
        for number in range(4):
            _, info = env.reset(seed=seed if number == 0 else None)
            done = False
            while not done:
                _, _, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
                done = over or cut
            records.append(env.record())
        return records

    assert series(5) == series(5)
    assert len({str(record["tokens"]) for record in series(5)}) == 4
    assert {record["players"].index("learner") for record in series(5)} == {0, 1}


def test_the_set_up_is_that_of_a_game_with_the_seed() -> None:
    env = make(players=3)
    env.reset(seed=12)
    game = Game.new(players=3, seed=12)
    assert env.core.episode.state.key() == game.state.key()


def test_a_game_without_a_seed_can_begin() -> None:
    env = make(players=2)
    _, info = env.reset()
    assert info["action_mask"].any()


def test_the_learner_sees_what_its_seat_sees() -> None:
    env = make(players=3, seat=2)
    seen, info = env.reset(seed=1)
    state = env.core.episode.state
    assert info["seat"] == 2
    assert state.actor == 2  # the bots have played
    assert np.array_equal(seen, flat(state, 2))


def test_the_mask_is_the_legal_entries() -> None:
    env = make(players=2, board="hellas")
    _, info = env.reset(seed=3)
    for _ in range(60):
        legal = env.core.entries.indices(env.core.episode.legal())
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(legal)
        assert np.array_equal(info["action_mask"], env.action_masks())
        _, _, _, _, info = env.step(legal[-1])


def test_an_illegal_action_is_replaced_and_told() -> None:
    env = make(players=2)
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, _, _, _, info = env.step(illegal)
    assert info["replaced"]
    assert len(env.record()["entries"]) >= 1
    legal = int(np.flatnonzero(info["action_mask"])[0])
    assert "replaced" not in env.step(legal)[4]


def test_an_illegal_action_can_be_an_error() -> None:
    env = make(players=2, illegal="raise")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(IllegalEntry):
        env.step(illegal)
    assert env.record()["entries"] == []


def test_a_game_is_cut_off_after_max_cycles() -> None:
    env = make(players=3, max_cycles=50)
    reward, _, info = finish(env, 1)
    assert reward == 0
    assert "points" not in info
    assert not info["action_mask"].any()
    decided = [entry for entry in env.record()["entries"] if not entry.startswith("*")]
    assert len(decided) == 50


@pytest.mark.parametrize("bot", bot_names())
def test_every_bot_can_be_played_against(bot: str) -> None:
    env = make(players=3, bots=["random", bot], max_cycles=30)
    finish(env, 1)
    assert env.record()["players"] == ["learner", "bot:random", f"bot:{bot}"]


class Sulking:
    """A bot that does not want to play."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, observation: Observation) -> int:
        raise RuntimeError("not today")


def test_a_bot_that_fails_is_replaced_and_told() -> None:
    with registered("sulking", Sulking):
        env = make(players=3, bots=["sulking", "random"], max_cycles=30)
        with pytest.warns(UserWarning, match=r"bot “sulking” at seat 1: RuntimeError: not today"):
            finish(env, 1)
    assert [(fault.seat, fault.kind) for fault in env.faults] == [(1, "crash")]
    assert len(env.record()["entries"]) >= 30
    env.close()  # told once


def test_bots_follow_a_game_that_begins_from_a_position() -> None:
    game = Game.new(players=2, board="italia", seed=1)
    game.play("play architect")
    env = make(players=2, board="italia", seat=1)
    env.reset(seed=1, options={"position": game.position()})
    assert env.core.actor == 1
    assert env.faults == []


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"bots": "nobody"}, "there is no bot “nobody”"),
        ({"bots": ["random"] * 3}, "3 bots for 2 seats"),
        ({"seat": 3}, "seat is a number from 0 to 2"),
        ({"illegal": "ignore"}, "illegal is replace or raise"),
        ({"players": 9}, "R1.1"),
        ({"reward": "gold"}, "reward is"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], fault: str) -> None:
    with pytest.raises(SetupError, match=fault):
        make(**settings)


def test_gymnasium_finds_the_environment_by_the_name_of_the_module() -> None:
    code = f"import gymnasium; print(gymnasium.make('viae.envs.gym:{ID}').spec.id)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ID


def test_rendering_for_people_prints(capsys: pytest.CaptureFixture[str]) -> None:
    env = make(players=2, render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out


def test_rendering_without_a_mode_warns() -> None:
    env = make(players=2)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
