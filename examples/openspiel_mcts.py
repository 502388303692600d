"""Lets OpenSpiel's own Monte Carlo tree search play against random players.

python examples/openspiel_mcts.py
python examples/openspiel_mcts.py --board imperium --players 3 --simulations 50 --games 5
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from viae.envs.openspiel import PlayoutEvaluator


def play(game: pyspiel.Game, simulations: int, seed: int) -> tuple[list[float], str]:
    """One game, the search at the first seat: the returns, and the end of the log."""
    rng = np.random.RandomState(seed)  # the kind that OpenSpiel's search wants
    bot = mcts.MCTSBot(
        game,
        uct_c=1.0,
        max_simulations=simulations,
        evaluator=PlayoutEvaluator(playouts=1, seed=seed),
        random_state=rng,
    )
    state = game.new_initial_state()
    log = []
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(outcomes, p=probabilities)
        elif player == 0:
            action = bot.step(state)
        else:
            action = rng.choice(state.legal_actions())
        log.append(f"{'*' if player < 0 else player}: {state.action_to_string(player, action)}")
        state.apply_action(action)
    return state.returns(), "\n".join(log[-5:])


def main() -> None:
    """Play some games and tell who won."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="ionium-small")
    parser.add_argument("--variant", default="concordia")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=20, help="for each decision")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    name = (
        f"python_viae_concordia(board={given.board},variant={given.variant},"
        f"players={given.players},reward=win)"
    )
    game = pyspiel.load_game(name)
    won = 0
    for number in range(given.games):
        began = time.perf_counter()
        returns, end = play(game, given.simulations, given.seed + number)
        won += returns[0] > 0
        shown = ", ".join(f"{one:+.2f}" for one in returns)
        print(f"game {number}: {shown} in {time.perf_counter() - began:.1f} s\n{end}")
    print(f"the search won {won} of {given.games} games")


if __name__ == "__main__":
    main()
