"""Self-play: games of the net against itself, stored as rows to learn from.

Each row is a moment seen from a seat: after each turn from the seat that played it, and from one
other. What a row should have said follows from the end of its game and from what the net said of
the later rows of the same seat: TD(λ).
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from viae.bots.core.features import SIZE, row
from viae.bots.core.judgement import JUDGEMENT, judge, remaining
from viae.bots.core.turns import plans
from viae.bots.learned import plan_values
from viae.bots.net import OUTPUTS, Bytes, Floats, Net, outcome
from viae.learn.tables import kind_of, terms_of
from viae.rules import roles
from viae.rules.playout import Dice, random_start
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from viae.bots.core.turns import Plan

PLANS: Final = 600  # looked at in one turn
TRACE: Final = 0.95  # λ per row; a seat has about two rows for each of its turns
# How much the choices of a game are blurred, and in how many of a hundred games.
NOISE: Final = ((0.0, 30), (0.01, 50), (0.03, 20))
GREEDY_NOISE: Final = 1.5  # in points, for the first generation
ASTRAY: Final = 0.3  # the share of games with one turn that is played at random
TURNS: Final = 45  # of each player, after which a game is scored as it stands


class Lessons(NamedTuple):
    """Rows and what should be said of them."""

    rows: Bytes
    targets: Floats


class SelfPlay:
    """One game; without a net it is played by the greedy judgement."""

    def __init__(self, net: Net | None, number: int, seed: int, tables: str = "all") -> None:
        self.net = net
        kind = kind_of(number, tables)
        self.players = kind.players
        self.rng = np.random.default_rng(seed)
        self.dice = Dice(seed)
        self.state = random_start(terms_of(kind.board, kind.variant, kind.players), self.dice)
        self.seen: list[list[bytes]] = [[] for _ in range(kind.players)]
        lot = int(self.rng.integers(100))
        self.noise = 0.0
        for scale, share in NOISE:
            lot -= share
            if lot < 0:
                self.noise = scale
                break
        astray = self.rng.random() < ASTRAY
        self.astray = int(self.rng.integers(25 * kind.players)) if astray else -1

    def play(self) -> Lessons:
        """To the end; what is to be learned from it."""
        turns = 0
        while self.state.decision != roles.OVER and turns < TURNS * self.players:
            if self.state.actor == roles.CHANCE:
                found = legal(self.state)
                apply(self.state, found[self.dice.below(len(found))])
            else:
                self._turn(turns == self.astray)
                turns += 1
        return self._lessons()

    def _turn(self, astray: bool) -> None:
        seat = self.state.actor
        found = plans(self.state, PLANS)
        if astray:
            chosen = int(self.rng.integers(len(found)))
        elif len(found) == 1:
            chosen = 0
        else:
            chosen = int(np.argmax(self._values(found, seat)))
        self.state = found[chosen].state
        self.seen[seat].append(row(self.state, seat))
        other = (seat + 1 + int(self.rng.integers(self.players - 1))) % self.players
        self.seen[other].append(row(self.state, other))

    def _values(self, found: list[Plan], seat: int) -> Floats:
        if self.net is None:
            left = remaining(self.state)
            judged = [judge(plan.state, seat, JUDGEMENT, left) for plan in found]
            values = np.array(judged, np.float32)
            blur = GREEDY_NOISE
        else:
            values = plan_values(self.net, self.state, found, seat)
            blur = self.noise
        if blur:
            values += self.rng.gumbel(0.0, blur, len(values)).astype(np.float32)
        return values

    def _lessons(self) -> Lessons:
        count = sum(len(seen) for seen in self.seen)
        content = b"".join(b"".join(seen) for seen in self.seen)
        targets = np.empty((count, OUTPUTS), np.float32)
        said = None if self.net is None else self.net.outputs(content)
        at = 0
        for seat, seen in enumerate(self.seen):
            last = np.array(outcome(self.state, seat), np.float32)
            for i in range(at + len(seen) - 1, at - 1, -1):
                targets[i] = last
                if said is not None:
                    last = TRACE * last + (1 - TRACE) * said[i]
            at += len(seen)
        return Lessons(np.frombuffer(content, np.uint8).reshape(count, SIZE), targets)


def play_games(
    weights: bytes | None, numbers: range, seeds: list[int], tables: str = "all"
) -> Lessons:
    """Several games, in a separate process."""
    gc.disable()  # nothing here refers to itself, and looking for it would take half the time
    net = None if weights is None else Net.load(weights)
    played = [
        SelfPlay(net, number, seed, tables).play()
        for number, seed in zip(numbers, seeds, strict=True)
    ]
    return Lessons(
        np.concatenate([lessons.rows for lessons in played]),
        np.concatenate([lessons.targets for lessons in played]),
    )
