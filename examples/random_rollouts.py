"""Plays random games and shows what comes out of them as arrays.

python examples/random_rollouts.py
python examples/random_rollouts.py --board italia --variant venus --players 4 --games 2000
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import numpy as np

from viae.envs.rollouts import CHANCE, rollouts


def main() -> None:
    """Play, count, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="imperium")
    parser.add_argument("--variant", default="concordia")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--observe", type=float, default=0.01, help="share of decisions observed")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    lengths: list[int] = []
    returns = []
    verbs: Counter[str] = Counter()
    choices = positions = entries = 0
    began = time.perf_counter()
    for batch in rollouts(
        given.board,
        given.variant,
        given.players,
        games=given.games,
        observe=given.observe,
        seed=given.seed,
        reward="win",
    ):
        entries += len(batch.actions)
        lengths += np.diff(batch.starts).tolist()
        returns.append(batch.returns)
        decided = batch.actions[batch.players != CHANCE]
        for index, number in zip(*np.unique(decided, return_counts=True), strict=True):
            verbs[batch.space.verb(int(index))] += int(number)
        choices += int((batch.offsets[batch.observed + 1] - batch.offsets[batch.observed]).sum())
        positions += len(batch.observed)
    seconds = time.perf_counter() - began
    won = (np.concatenate(returns) > 0).mean(axis=0)
    print(f"{given.games} games, {entries} entries, {entries / seconds:,.0f} entries/s")
    print(f"entries in a game: {np.mean(lengths):.0f} ({min(lengths)} to {max(lengths)})")
    print(f"won by seat: {', '.join(f'{share:.1%}' for share in won)}")
    if positions:
        print(f"legal actions in {positions} observed decisions: {choices / positions:.1f} each")
    for verb, number in verbs.most_common():
        print(f"{number / verbs.total():7.1%} {verb}")


if __name__ == "__main__":
    main()
