"""The OpenSpiel game passes OpenSpiel's own tests and plays the game of the rules."""

from __future__ import annotations

import unittest
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts

from viae import Game
from viae.envs.actions import action_space
from viae.envs.observation import flat
from viae.envs.openspiel import PARAMETERS, PlayoutEvaluator
from viae.errors import SetupError
from viae.options import DEFAULTS, PLAYERS
from viae.rules.playout import Dice

from .playthroughs import FOLDER, GAMES, file_of, write

NAME = "python_viae_concordia"
EVERY = [(variant, players) for variant, counts in PLAYERS.items() for players in counts]


def load(**given: Any) -> Any:
    return pyspiel.load_game(NAME, given)


def advance(state: Any, seed: int, entries: int = 10**9) -> Any:
    """Play on at random, chance included."""
    dice = Dice(seed)
    while entries and not state.is_terminal():
        found = state.legal_actions()
        state.apply_action(found[dice.below(len(found))])
        entries -= 1
    return state


# OpenSpiel's own tests


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_the_random_simulation_test_of_openspiel_passes(variant: str, players: int) -> None:
    game = load(variant=variant, players=players, board="ionium-small")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"seed": 3, "intermediate_scoring": True, "colonist_income": "2x"},
        {"variant": "venus", "players": 2, "seed": 5, "display": "wine"},
        {"variant": "venus-team", "players": 6, "seed": 5},
    ],
)
def test_the_python_api_test_of_openspiel_passes(
    given: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    case = type(
        "Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": NAME, "game": load(**given)}
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    capfd.readouterr()  # OpenSpiel prints every error that it provokes
    assert result.testsRun == 5
    assert not result.errors + result.failures


@pytest.mark.parametrize("variant", PLAYERS)
def test_the_playthrough_of_a_variant_is_as_committed(variant: str) -> None:
    if write(variant) != file_of(variant).read_text("utf-8"):
        pytest.fail("the game looks different now; if that is meant: `make golden`")


def test_every_variant_has_a_playthrough() -> None:
    assert set(GAMES) == set(PLAYERS)
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYERS)


def test_the_tree_search_of_openspiel_plays_a_game() -> None:
    game = load(board="ionium-small", players=2, reward="win")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, 5, PlayoutEvaluator(1, seed=2), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert sorted(state.returns()) == [-1, 1]


def test_the_rollouts_of_openspiel_evaluate_states_too() -> None:
    game = load(players=2, seed=1)
    bot = mcts.MCTSBot(game, 1.0, 3, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()


def test_learning_environments_of_openspiel_take_the_game() -> None:
    environment = rl_environment.Environment(load(players=2), seed=1)
    moment = environment.reset()
    while not moment.last():
        player = moment.observations["current_player"]
        legal = moment.observations["legal_actions"][player]
        moment = environment.step([legal[0]])
        if environment.get_state.move_number() > 100:
            break
    size = environment.game.information_state_tensor_size()
    assert np.array(moment.observations["info_state"][0]).shape == (size,)


# Parameters


def test_the_game_is_registered_with_its_parameters() -> None:
    assert NAME in pyspiel.registered_names()
    assert set(PARAMETERS) == {
        "board", "variant", "players", "reward", "seed", "max_length", *DEFAULTS
    }  # fmt: skip
    text = f"{NAME}(board=italia,variant=venus,players=4,colonist_income=2x,display=wine)"
    game = pyspiel.load_game(text)
    assert game.num_players() == 4
    assert game.get_parameters()["board"] == "italia"
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.facts is game.facts


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"board": "atlantis"}, "there is no board"),
        ({"variant": "mars"}, 'there is no variant "mars"'),
        ({"variant": "venus-team"}, "4 or 6 players, not 3"),
        ({"players": 6}, "not 6"),
        ({"reward": "gold"}, "reward is"),
        ({"display": "beer"}, "option display"),
        ({"colonist_income": "3x"}, "option colonist_income"),
        ({"seed": -2}, "a seed must be"),
        ({"max_length": 0}, "max_length is at least 1"),
        ({"variant": "venus-team", "players": 4, "intermediate_scoring": True}, "R1.3"),
    ],
)
def test_wrong_parameters_are_named(given: dict[str, Any], fault: str) -> None:
    with pytest.raises(SetupError, match=fault):
        load(**given)


def test_all_wrong_parameters_are_named_at_once() -> None:
    with pytest.raises(SetupError) as caught:
        load(variant="mars", reward="gold", seed=-2, max_length=0)
    assert len(caught.value.faults) == 4


# Chance


def test_the_set_up_is_drawn_at_chance_nodes() -> None:
    """R2.1, R2.3: tokens by what is left of a letter, then cards of the first deck."""
    state = load().new_initial_state()
    terms = state.moment.facts.terms
    cities = state.moment.facts.cities
    left = {letter: Counter(tokens) for letter, tokens in terms.tokens.items()}
    for city in cities:
        assert state.is_chance_node()
        bag = left[terms.atlas.letters[city]]
        wanted = {kind: number / bag.total() for kind, number in bag.items() if number}
        assert dict(state.chance_outcomes()) == pytest.approx(wanted)
        action = state.chance_outcomes()[0][0]
        assert state.action_to_string(action).startswith(terms.atlas.city_ids[city])
        bag[action] -= 1
        state.apply_action(action)
    for number in range(7):
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 8 - number
        assert {chance for _, chance in outcomes} == {1 / len(outcomes)}
        state.apply_action(outcomes[-1][0])
    assert state.current_player() == 0
    assert state.move_number() == len(cities) + 7


def test_with_a_seed_the_set_up_is_that_of_a_game_with_the_seed() -> None:
    state = load(players=4, seed=11).new_initial_state()
    game = Game.new(players=4, seed=11)
    assert state.current_player() == 0
    assert state.moment.state.key() == game.state.key()
    assert state.moment.state.setup.city_good == game.state.setup.city_good


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_cards_are_revealed_with_equal_chances(variant: str, players: int) -> None:
    state = load(variant=variant, players=players, seed=2).new_initial_state()
    dice = Dice(1)
    reveals = 0
    while not state.is_terminal():
        found = state.legal_actions()
        if state.is_chance_node():
            reveals += 1
            outcomes = state.chance_outcomes()
            assert [outcome for outcome, _ in outcomes] == found
            assert {chance for _, chance in outcomes} == {1 / len(found)}
        state.apply_action(found[dice.below(len(found))])
    terms = state.moment.facts.terms
    cards = sum(len(terms.faces.decks[deck]) for deck in range(1, terms.decks + 1))
    unseen = state.moment.state.unseen.bit_count()
    assert reveals == cards - 7 - unseen
    assert reveals <= state.get_game().max_chance_nodes_in_history()


# The game of the rules


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_the_history_is_a_game_of_viae(variant: str, players: int) -> None:
    """Actions written as entries replay with the same legal lists and the same result."""
    state = load(variant=variant, players=players, seed=4, reward="win").new_initial_state()
    game = Game.new(variant=variant, players=players, seed=4, chance="manual")
    space = action_space(game.board, variant)
    dice = Dice(players)
    while not state.is_terminal():
        player = state.current_player()
        assert game.actor == ("*" if state.is_chance_node() else player)
        found = state.legal_actions()
        assert sorted(state.action_to_string(action) for action in found) == game.legal()
        action = found[dice.below(len(found))]
        text = state.action_to_string(action)
        if player >= 0:
            assert space.parse(text) == action
        game.play(text)
        state.apply_action(action)
    assert game.over
    sides = state.moment.facts.terms.sides
    returns = state.returns()
    assert [seat % sides for seat in range(players) if returns[seat] == 1] == (
        [game.winner] * (players // sides)
    )
    assert sum(returns) == pytest.approx(0)


def test_partners_have_the_same_returns() -> None:
    """R9.10"""
    returns = advance(
        load(variant="venus-team", players=6, seed=1).new_initial_state(), 1
    ).returns()
    assert returns[:3] == returns[3:]
    assert sorted(returns[:3]) == [-1, 0, 1]


def test_a_margin_adds_up_to_zero_between_two_sides_only() -> None:
    kinds = pyspiel.GameType.Utility
    two = load(players=2, reward="margin", seed=1)
    assert two.get_type().utility == kinds.ZERO_SUM
    assert sum(advance(two.new_initial_state(), 1).returns()) == 0
    three = load(players=3, reward="margin", seed=1)
    assert three.get_type().utility == kinds.GENERAL_SUM
    assert three.utility_sum() is None
    assert sum(advance(three.new_initial_state(), 1).returns()) != 0


def test_a_game_that_grows_too_long_is_abandoned() -> None:
    """R8.3"""
    state = advance(load(max_length=30, seed=1).new_initial_state(), 1)
    assert state.moment.entries == 30
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0]
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []


# Copies


def test_a_clone_goes_its_own_way() -> None:
    state = advance(load().new_initial_state(), 1, 150)
    before = str(state)
    clone = state.clone()
    assert str(clone) == before
    advance(clone, 2, 20)
    assert str(state) == before
    assert clone.moment.facts is state.moment.facts
    early = advance(load().new_initial_state(), 1, 10)
    late = advance(early.clone(), 1, 3)
    assert len(early.moment.tokens) == 10
    assert len(late.moment.tokens) == 13


@pytest.mark.parametrize("entries", [0, 10, 33, 120, 10**6])
def test_a_state_can_be_written_and_read(entries: int) -> None:
    game = load(variant="venus-team", players=4)
    state = advance(game.new_initial_state(), 3, entries)
    text = pyspiel.serialize_game_and_state(game, state)
    again, restored = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(game)
    assert str(restored) == str(state)
    assert restored.history() == state.history()
    assert restored.legal_actions() == state.legal_actions()
    assert restored.returns() == state.returns()
    assert len(text) < 15_000  # what games share is not written


# Observations


def test_tensors_are_the_observation_of_the_seat() -> None:
    state = advance(load(players=4).new_initial_state(), 2, 200)
    for player in range(4):
        vector = flat(state.moment.state, player)
        assert np.array_equal(state.observation_tensor(player), vector)
        information = np.array(state.information_state_tensor(player))
        assert np.array_equal(information[:-1], vector)
        assert information[-1] == pytest.approx(state.moment.entries / 10_000)


def test_strings_tell_the_table_and_the_history() -> None:
    state = advance(load(players=2).new_initial_state(), 2, 60)
    assert state.observation_string(1) == f"seat 1\n{state}"
    assert state.information_state_string(1) == f"seat 1\n{state.history_str()}"
    assert "display: " in str(state)
    assert "seat 1: " in str(state)


def test_a_suggestion_is_seen_until_it_is_answered() -> None:
    """R10.8"""
    game = load(variant="venus-team", players=4, seed=1)
    plain = shown = 0
    for seed in range(20):
        state = game.new_initial_state()
        dice = Dice(seed)
        while not state.is_terminal():
            found = state.legal_actions()
            action = found[dice.below(len(found))]
            text = state.action_to_string(action)
            state.apply_action(action)
            if text.startswith("suggest"):
                assert f"suggested: {text.split()[1]}" in str(state)
                vector = flat(state.moment.state, 0, state.moment.suggested)
                assert np.array_equal(state.observation_tensor(0), vector)
                assert not np.array_equal(vector, flat(state.moment.state, 0))
                shown += 1
            else:
                assert "suggested" not in str(state)
                plain += 1
        if shown:
            break
    assert shown
    assert plain


# The evaluator


def test_the_evaluator_plays_out_from_any_state() -> None:
    game = load(players=3, reward="win")
    for entries in (0, 12, 40, 200):
        state = advance(game.new_initial_state(), 1, entries)
        before = str(state)
        returns = PlayoutEvaluator(4, seed=1).evaluate(state)
        assert returns.shape == (3,)
        assert returns.sum() == pytest.approx(0)
        assert str(state) == before
        prior = PlayoutEvaluator().prior(state)
        assert [action for action, _ in prior] == state.legal_actions()
        assert sum(chance for _, chance in prior) == pytest.approx(1)


def test_a_playout_draws_the_tokens_as_likely_as_the_rules_do() -> None:
    """R2.1"""
    state = load(board="italia", players=2).new_initial_state()
    evaluator = PlayoutEvaluator(seed=1)
    first = state.moment.facts.cities[0]
    found = Counter(evaluator._begin(state.moment).setup.city_good[first] for _ in range(1500))
    for kind, chance in state.chance_outcomes():
        assert found[kind] / 1500 == pytest.approx(chance, abs=0.05)


def test_a_playout_that_grows_too_long_is_worth_nothing() -> None:
    state = load(max_length=5, seed=1).new_initial_state()
    assert PlayoutEvaluator().evaluate(state).tolist() == [0, 0, 0]
