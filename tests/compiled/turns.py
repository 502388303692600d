"""Prints which engine runs, and what bots play at several tables, as fingerprints."""

from __future__ import annotations

from tests.bots.moments import TABLES, start
from viae import engine
from viae.bots.seat import Seated
from viae.rules import roles
from viae.rules.playout import fingerprint
from viae.rules.turn import apply, legal


def main() -> None:
    """Let greedy and the learned bot play the first turns of a game at each table."""
    print(engine.status().kind)
    for name in ("greedy", "learned"):
        for board, variant, players in TABLES:
            state, dice = start(board, variant, players, 11)
            seats = [Seated(name, seat) for seat in range(players)]
            turns = players + 2
            while turns:
                found = legal(state)
                if state.actor == roles.CHANCE:
                    apply(state, found[dice.below(len(found))])
                else:
                    turns -= state.decision == roles.PLAY
                    apply(state, seats[state.actor].decide(state, found))
            print(name, board, variant, players, fingerprint(state))


if __name__ == "__main__":
    main()
