from __future__ import annotations

import copy
import pickle
import random
import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    # Where all of PettingZoo is installed, its tests import one of its games by a deprecated name.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )
from pettingzoo import make  # noqa: E402
from pettingzoo.test.state_test import test_state_space as check_state_space  # noqa: E402
from pettingzoo.utils.conversions import parallel_to_aec  # noqa: E402

from viae import Game  # noqa: E402
from viae.data import board_names, load_board  # noqa: E402
from viae.envs import viae_concordia_v0  # noqa: E402
from viae.envs.observation import flat, layout  # noqa: E402
from viae.envs.rewards import ranking, rewards  # noqa: E402
from viae.errors import IllegalEntry, SetupError  # noqa: E402
from viae.options import PLAYERS  # noqa: E402
from viae.rules import score  # noqa: E402

TERMS = [(variant, n) for variant, numbers in PLAYERS.items() for n in numbers]
BOARDS = [(board, variant) for board in board_names() for variant in PLAYERS]
# Everything else that `api_test` warns about is an error. These three it says of every environment
# with a mask in its observation, except those of its own that it knows by name, and of every game
# that ends: who has lost or won has nothing left to do.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def play_out(env: Any, seed: int = 0, limit: int = 100_000) -> dict[str, float]:
    """Random legal actions to the end; what every agent got in all."""
    dice = random.Random(seed)
    got: dict[str, float] = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(limit):
        seen, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return got


# PettingZoo's own tests


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_pettingzoo_api_test(variant: str, players: int) -> None:
    api_test(viae_concordia_v0.env(variant=variant, players=players), num_cycles=1000)


@pytest.mark.parametrize(("board", "variant"), BOARDS)
def test_pettingzoo_api_test_on_every_board(board: str, variant: str) -> None:
    api_test(viae_concordia_v0.env(board=board, variant=variant), num_cycles=50)


@pytest.mark.parametrize("reward", ["rank", "margin", "win"])
@pytest.mark.parametrize("actions", ["entries", "parts"])
@pytest.mark.parametrize("observation", ["flat", "parts"])
def test_pettingzoo_api_test_on_every_setting(reward: str, actions: str, observation: str) -> None:
    env = viae_concordia_v0.env(
        board="italia",
        players=2,
        options={"intermediate_scoring": True, "display": "wine"},
        reward=reward,
        actions=actions,
        observation=observation,
    )
    api_test(env, num_cycles=300)


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_pettingzoo_seed_test(variant: str, players: int) -> None:
    seed_test(partial(viae_concordia_v0.env, variant=variant, players=players), num_cycles=500)


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_pettingzoo_max_cycles_test(variant: str, players: int) -> None:
    """It knows only environments that ask everybody in every cycle: the parallel one.

    PettingZoo itself leaves it out for turn-based games, where one agent may act several times
    running; the AEC side here is the parallel environment through PettingZoo's own conversion.
    """
    terms = {"variant": variant, "players": players}

    def parallel(max_cycles: int) -> Any:
        return viae_concordia_v0.parallel_env(max_cycles=max_cycles, **terms)

    def aec(max_cycles: int) -> Any:
        return parallel_to_aec(parallel(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=aec))


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_pettingzoo_render_test(
    variant: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("PIL")
    make = partial(viae_concordia_v0.env, variant=variant, players=players)
    render_test(make, custom_tests={"svg": lambda drawing: drawing.startswith("<svg ")})
    assert "player_0" in capsys.readouterr().out  # human


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_pettingzoo_tests_of_the_parallel_environment(variant: str, players: int) -> None:
    make = partial(viae_concordia_v0.parallel_env, variant=variant, players=players)
    parallel_api_test(make(), num_cycles=200)
    parallel_seed_test(make, num_cycles=50)
    api_test(parallel_to_aec(make()), num_cycles=50)


# The game behind it


def test_a_seed_means_the_same_game_as_in_the_library() -> None:
    env = viae_concordia_v0.env(board="hellas", variant="venus", players=4, max_cycles=300)
    env.reset(seed=21)
    play_out(env)
    record = env.unwrapped.record()
    game = Game.new("hellas", "venus", 4, seed=21)
    assert record["tokens"] == game.record()["tokens"]
    for entry in record["entries"]:
        if not entry.startswith("*"):
            game.play(entry)
    assert game.entries == record["entries"]  # the cards revealed are the same too


def test_one_seed_makes_a_series_of_different_games() -> None:
    first, second = viae_concordia_v0.raw_env(players=2), viae_concordia_v0.raw_env(players=2)
    first.reset(seed=3)
    second.reset(seed=3)
    tokens = []
    for _ in range(3):
        assert first.record() == second.record()
        tokens.append(str(first.record()["tokens"]))
        first.reset()
        second.reset()
    assert len(set(tokens)) == 3


def test_without_a_seed_games_differ() -> None:
    found = set()
    for _ in range(3):
        env = viae_concordia_v0.raw_env()
        env.reset()
        found.add(str(env.record()["tokens"]))
    assert len(found) == 3


def test_a_finished_game_is_a_record_that_replays() -> None:
    env = viae_concordia_v0.env(board="italia", variant="venus-team", players=4)
    env.reset(seed=5)
    play_out(env)
    record = env.unwrapped.record()
    assert Game.from_record(record).over
    assert record["players"] == ["player_0", "player_1", "player_2", "player_3"]


def test_it_can_begin_from_a_position() -> None:
    game = Game.new("italia", "concordia", 3, seed=8)
    for entry in ("play prefect", "produce venetia"):
        game.play(entry)
    env = viae_concordia_v0.raw_env(board="italia", players=3)
    env.reset(seed=1, options={"position": game.position()})
    assert env.agent_selection == "player_1"
    assert np.array_equal(env.observe("player_2")["observation"], flat(game.state, 2))
    with pytest.raises(SetupError, match="other terms"):
        viae_concordia_v0.raw_env(board="italia", players=2).reset(
            options={"position": game.position()}
        )


def test_only_the_agent_that_decides_has_actions() -> None:
    env = viae_concordia_v0.env(players=4)
    env.reset(seed=1)
    for agent in env.agents:
        ones = env.observe(agent)["action_mask"].sum()
        assert (ones > 0) == (agent == env.agent_selection)


def test_named_parts_are_the_flat_vector_cut_up() -> None:
    named = viae_concordia_v0.raw_env(board="cyprus", players=3, observation="parts")
    plain = viae_concordia_v0.raw_env(board="cyprus", players=3)
    named.reset(seed=4)
    plain.reset(seed=4)
    parts = layout(load_board("cyprus"), "concordia", 3).split(
        plain.observe("player_1")["observation"]
    )
    seen = named.observe("player_1")["observation"]
    assert seen.keys() == parts.keys()
    assert all(np.array_equal(seen[name], parts[name]) for name in parts)


def test_entries_said_in_parts_make_the_same_game() -> None:
    env = viae_concordia_v0.env(board="italia", players=3, actions="parts")
    env.reset(seed=9)
    play_out(env)
    assert Game.from_record(env.unwrapped.record()).over
    assert env.action_space("player_0").n < 400


def test_what_was_said_so_far_is_seen() -> None:
    env = viae_concordia_v0.raw_env(players=2, actions="parts", observation="parts")
    env.reset(seed=2)
    parts = env.core.parts
    assert parts is not None

    def say(text: str) -> None:
        env.step(next(i for i in range(parts.size) if parts.text(i) == text))

    say("play mercator")
    say("sell wine")
    # The only wine: its number leaves no choice.
    assert env.core.said == ()
    say("sell food")
    seen = env.observe("player_1")["observation"]["said"]
    assert [parts.text(int(i)) for i in np.flatnonzero(seen)] == ["sell food"]
    allowed = np.flatnonzero(env.observe("player_0")["action_mask"])
    assert [parts.text(int(i)) for i in allowed] == ["1", "2"]
    with pytest.raises(IllegalEntry, match="no legal entry continues that way"):
        say("done")
    say("2")
    assert env.record()["entries"][-2:] == ["0: sell 1 wine", "0: sell 2 food"]


def test_an_illegal_action_names_the_rule() -> None:
    env = viae_concordia_v0.raw_env(players=2)
    env.reset(seed=1)
    with pytest.raises(IllegalEntry, match="“collect” is illegal"):
        env.step(env.core.entries.parse("collect"))
    assert env.record()["entries"] == []


def test_an_illegal_action_ends_the_game_through_the_usual_wrappers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = viae_concordia_v0.env(players=2, reward="margin")
    env.reset(seed=1)
    env.step(env.unwrapped.core.entries.parse("collect"))
    assert env.rewards == {"player_0": -100.0, "player_1": 0}
    assert all(env.terminations.values())


def test_an_action_outside_the_space_is_refused() -> None:
    env = viae_concordia_v0.env(players=2)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(env.action_space("player_0").n)


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    env = viae_concordia_v0.env()
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        _ = env.agent_selection
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    assert str(env) == "viae_concordia_v0"


@pytest.mark.parametrize("limit", [1, 2, 17])
def test_a_game_is_broken_off_after_exactly_so_many_actions(limit: int) -> None:
    env = viae_concordia_v0.env(players=3, max_cycles=limit)
    env.reset(seed=2)
    acted = 0
    while not any(env.truncations.values()):
        seen, *_ = env.last()
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        acted += 1
    assert acted == limit
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}  # R8.3: a game that was abandoned has no result
    assert not env.last()[0]["action_mask"].any()
    for _ in range(3):
        env.step(None)
    assert env.agents == []


def test_a_game_that_ends_with_the_last_action_is_not_broken_off() -> None:
    env = viae_concordia_v0.raw_env(board="hellas", players=2)
    env.reset(seed=6)
    play_out(env)
    length = env.core.cycles
    env = viae_concordia_v0.raw_env(board="hellas", players=2, max_cycles=length)
    env.reset(seed=6)
    play_out(env, limit=length)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


# Rewards


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_rewards_at_the_end(variant: str, players: int) -> None:
    for reward in ("rank", "margin", "win"):
        env = viae_concordia_v0.env(variant=variant, players=players, reward=reward)
        env.reset(seed=13)
        got = play_out(env, seed=1)
        state = env.unwrapped.core.episode.state
        assert list(got.values()) == rewards(state, reward)
        points, best, sides = score.totals(state), score.winner(state), state.setup.sides
        by_side = [got[f"player_{side}"] for side in range(sides)]
        # R9.10: partners sit opposite each other and share what their team gets.
        assert [got[f"player_{seat}"] for seat in range(players)] == by_side * (players // sides)
        assert by_side.index(max(by_side)) == best
        if reward == "win":
            assert sum(by_side) == pytest.approx(0)
            assert by_side[best] == 1
        elif reward == "rank":
            assert sorted(by_side) == pytest.approx(np.linspace(-1, 1, sides))
        else:
            others = [p for side, p in enumerate(points) if side != best]
            assert by_side[best] == points[best] - max(others)
            assert all(value <= 0 for side, value in enumerate(by_side) if side != best)


def test_infos_at_the_end_have_points_and_ranks() -> None:
    env = viae_concordia_v0.raw_env(board="italia", players=3)
    env.reset(seed=3)
    dice = random.Random(2)
    while not any(env.terminations.values()):
        allowed = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(dice.choice(allowed.tolist()))
    assert [env.infos[agent]["points"] for agent in env.agents] == score.totals(
        env.core.episode.state
    )
    assert sorted(info["rank"] for info in env.infos.values()) == [1, 2, 3]


def test_a_tie_ranks_as_it_is_won() -> None:
    """R9.11: equal points are ranked to the right from the Praefectus Magnus."""
    state = Game.new("imperium", "concordia", 4, seed=1).state
    for seat in range(4):
        state.coins[seat] = 10
    for holder in range(4):
        state.magnus = holder
        assert ranking(state) == [(holder - step) % 4 for step in range(4)]
        assert score.winner(state) == holder
    state = Game.new("imperium", "venus-team", 6, seed=1).state
    state.coins = [10] * 6
    state.magnus = 4
    assert ranking(state) == [1, 0, 2]  # teams by the nearer partner


# Settings, copies


def test_pettingzoos_registry_knows_it() -> None:
    env = make("aec", "viae/Concordia-v0", board="italia", players=2, max_cycles=3)
    env.reset(seed=1)
    play_out(env)
    assert str(env) == "viae_concordia_v0"
    assert len(make("parallel", "viae/Concordia-v0", players=2).possible_agents) == 2


def test_every_wrong_setting_is_named_at_once() -> None:
    with pytest.raises(SetupError) as caught:
        viae_concordia_v0.env(board="atlantis", variant="solo", options={"display": "beer"})
    text = str(caught.value)
    assert "atlantis" in text
    assert "solo" in text
    assert "beer" in text
    with pytest.raises(SetupError, match="4 or 6 players, not 5"):
        viae_concordia_v0.env(variant="venus-team", players=5)
    with pytest.raises(SetupError, match="rank or margin or win"):
        viae_concordia_v0.env(reward="glory")
    with pytest.raises(SetupError) as caught:
        viae_concordia_v0.env(render_mode="video", actions="words", observation="x", max_cycles=0)
    assert len(caught.value.faults) == 4


def test_a_team_game_has_four_players_unless_told_otherwise() -> None:
    assert viae_concordia_v0.env(variant="venus-team").possible_agents == [
        f"player_{seat}" for seat in range(4)
    ]


@pytest.mark.parametrize("wrapped", [False, True])
def test_copies_and_pickles_go_on_from_the_same_moment(wrapped: bool) -> None:
    make = viae_concordia_v0.env if wrapped else viae_concordia_v0.raw_env
    env = make(board="italia", variant="venus", players=3)
    env.reset(seed=4)
    dice = random.Random(4)
    for _ in range(150):
        seen, *_ = env.last()
        env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301 - our own
    for one in copies:
        assert one.agent_selection == env.agent_selection
    finished = play_out(env, seed=1)
    for one in copies:
        assert play_out(one, seed=1) == finished
        assert one.unwrapped.record() == env.unwrapped.record()


def test_rendering_without_a_mode_says_so() -> None:
    env = viae_concordia_v0.raw_env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
    env.close()


def test_the_state_is_the_view_of_seat_0() -> None:
    for env in (viae_concordia_v0.raw_env(players=2), viae_concordia_v0.parallel_env(players=2)):
        env.reset(seed=1)
        assert env.state_space.contains(env.state())
        assert np.array_equal(env.state(), flat(env.core.episode.state, 0))
        check_state_space(env)


# The parallel environment


def test_in_the_parallel_environment_the_others_wait() -> None:
    env = viae_concordia_v0.parallel_env(players=3)
    seen, _ = env.reset(seed=1)
    assert seen["player_0"]["action_mask"].sum() > 1
    for agent in ("player_1", "player_2"):
        assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == [0]
    play = env.core.entries.parse("play prefect")
    _, _, _, _, infos = env.step({"player_0": play, "player_1": 0, "player_2": 0})
    assert env.record()["entries"] == ["0: play prefect"]
    assert infos == {"player_0": {}, "player_1": {}, "player_2": {}}
    _, _, _, _, infos = env.step({"player_0": 0, "player_1": 0, "player_2": 0})
    assert infos["player_0"] == {"replaced": True}  # `done` does not end a prefect
    assert env.record()["entries"][1].startswith("0: produce")


def test_a_parallel_game_ends_with_rewards() -> None:
    env = viae_concordia_v0.parallel_env(board="hellas", players=2, reward="win")
    env.reset(seed=1)
    got: dict[str, float] = {}
    never = env.core.size - 1  # chance's: always replaced by a legal one
    while env.agents:
        _, got, terminated, _, infos = env.step(dict.fromkeys(env.agents, never))
    assert sorted(got.values()) == [-1, 1]
    assert all(terminated.values())
    assert {info["rank"] for info in infos.values()} == {1, 2}
    assert Game.from_record(env.record()).over
