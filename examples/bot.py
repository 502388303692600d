"""A bot in twenty lines, and a program that plays.

Play against it with `viae play --bots 'exec:python examples/bot.py'`.
"""

from random import Random

from viae.bots import Observation
from viae.bots.serve import serve


class Caesar:
    """Looks two entries ahead and likes what puts it in the lead."""

    def __init__(self, seed: int, depth: str = "2") -> None:
        self.random = Random(seed)
        self.depth = int(depth)

    def choose(self, observation: Observation) -> int:
        return max(observation.legal, key=lambda code: self.promise(observation, code, self.depth))

    def promise(self, seen: Observation, code: int, depth: int) -> tuple[int, float]:
        state = seen.after(code)
        if depth > 1 and state.actor == seen.seat:
            there = seen.at(state)
            return max(self.promise(there, further, depth - 1) for further in there.legal)
        return seen.lead(state), self.random.random()


if __name__ == "__main__":
    serve(Caesar)
