"""Plays games of fixed seeds and prints a line for each: run by both engines, the lines are equal.

`python games.py [N]` prints which engine runs, then for each of N games its combination, the number
of entries, the fingerprint of its end and a digest of every legal list and state on the way.
"""

from __future__ import annotations

import hashlib
import sys

import viae.engine
from viae.data import load_board
from viae.options import terms_for
from viae.rules import notation, roles
from viae.rules.playout import Dice, fingerprint, playout, random_start
from viae.rules.score import by_god, winner
from viae.rules.turn import apply, legal
from viae.testing import cases, option_sets

GAMES = 300


def play(case: dict[str, object], dice: Dice) -> str:
    """One game, entry by entry, and once more inside the core."""
    board = load_board(str(case["board"]))
    variant, players = str(case["variant"]), int(str(case["players"]))
    options = option_sets(variant)[int(str(case["seed"])) % len(option_sets(variant))]
    state = random_start(terms_for(board, variant, players, options), dice)
    again, same_dice = state.copy(), dice.copy()
    digest = hashlib.sha256()
    entries = 0
    while state.decision != roles.OVER:
        found = legal(state)
        code = found[dice.below(len(found))]
        digest.update(repr(found).encode())
        digest.update(notation.show(state.setup, code).encode())
        apply(state, code)
        digest.update(b"%d" % fingerprint(state))
        entries += 1
    digest.update(repr(state.key()).encode())
    points = [by_god(state, seat) for seat in range(players)]
    digest.update(repr(points).encode())
    inside = playout(again, same_dice)
    same = inside == entries and again.key() == state.key()
    parts = [board.id, variant, players, entries, fingerprint(state), winner(state), same]
    return " ".join(map(str, [*parts, digest.hexdigest()]))


def main(games: int) -> None:
    """Print the engine and a line for each game."""
    print(viae.engine.status().kind)
    for case in cases(games, seed=7000):
        print(play(case, Dice(int(case["seed"]))))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
