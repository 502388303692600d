"""Prints the turns that `learned` and `level-4` choose at many moments, and the milliseconds.

`python choices.py [N]` goes along games of `level-2` with fixed seeds, so that every Python comes
to the same moments; run by two of them, the turns can be compared.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import perf_counter

from viae.bots.core.turns import Plan, plans
from viae.bots.learned import PLANS, LearnedBot
from viae.bots.levels import level_2, level_4
from viae.data import load_board
from viae.options import DEFAULTS, terms_for
from viae.rules import roles
from viae.rules.playout import Dice, random_start
from viae.rules.state import State
from viae.rules.turn import apply, legal

TABLES = (
    ("imperium", "concordia", 4),
    ("italia", "concordia", 3),
    ("hellas", "concordia", 5),
    ("cyprus", "venus", 4),
    ("ionium", "venus-team", 4),
    ("imperium", "concordia", 2),
)
EVERY = 5  # turns; more moments of one game would be much alike
TURNS = 200  # of one game


def moments(number: int) -> Iterator[tuple[State, list[Plan], float]]:
    """So many decisions about whole turns, their plans, and the seconds it took to make them."""
    game = 0
    while True:
        board, variant, players = TABLES[game % len(TABLES)]
        dice = Dice(1000 + game)
        state = random_start(terms_for(load_board(board), variant, players, DEFAULTS), dice)
        driver = level_2(game)
        turn = 0
        while state.decision != roles.OVER and turn < TURNS:
            if state.actor == roles.CHANCE:
                found = legal(state)
                apply(state, found[dice.below(len(found))])
                continue
            began = perf_counter()
            possible = plans(state, PLANS)
            taken = perf_counter() - began
            turn += 1
            if turn % EVERY == 0 and len(possible) > 1:
                yield state, possible, taken
                number -= 1
                if number == 0:
                    return
            state = possible[driver.pick(state, possible)].state.copy()
        game += 1


def main(number: int) -> None:
    """Print a line for each moment: the time of `learned`, how many turns, both turns."""
    bot = LearnedBot()
    for moment, (state, possible, planning) in enumerate(moments(number)):
        began = perf_counter()
        chosen = possible[bot.pick(state, possible)]
        taken = planning + perf_counter() - began
        erring = possible[level_4(moment).pick(state, possible)]
        print(f"{taken * 1000:.1f}", len(possible), *chosen.codes, "/", *erring.codes)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
