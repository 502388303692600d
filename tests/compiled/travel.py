"""Sends states through pickle and goes on playing with what arrives: run by both engines."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import viae.engine
from viae.data import load_board
from viae.options import DEFAULTS, PLAYERS, terms_for
from viae.rules.playout import Dice, fingerprint, playout, random_start
from viae.rules.state import State

ENTRIES = (0, 7, 60, 61, 62, 150)  # moments at which a game is sent, in and between turns


def moments() -> list[tuple[State, Dice]]:
    """Some states of each variant, with the dice to go on."""
    found = []
    for variant, counts in PLAYERS.items():
        terms = terms_for(load_board("ionium"), variant, counts[-1], DEFAULTS)
        for entries in ENTRIES:
            dice = Dice(entries)
            state = random_start(terms, dice)
            playout(state, dice, entries)
            found.append((state, dice))
    return found


def main(folder: Path) -> None:
    """Print the fingerprints of the games continued from states sent and received."""
    print(viae.engine.status().kind)
    for number, (state, dice) in enumerate(moments()):
        path = folder / f"{number}.pickle"
        path.write_bytes(pickle.dumps((state, dice)))
        arrived, arrived_dice = pickle.loads(path.read_bytes())  # noqa: S301  # our own bytes
        same = type(arrived) is State and arrived.key() == state.key()
        setup = (
            arrived.setup is not state.setup and arrived.setup.city_good == state.setup.city_good
        )
        left = playout(arrived, arrived_dice)
        print(same, setup, left == playout(state, dice), left, fingerprint(arrived))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
