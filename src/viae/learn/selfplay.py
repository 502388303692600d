"""Self-play: games of the net against itself, stored as rows to learn from.

Each row is a moment seen from a seat: after each turn from the seat that played it, and from one
other. What a row should have said follows from the end of its game and from what the net said of
the later rows of the same seat: TD(λ).

A share of the turns may be searched (playout-cap randomisation): then only these teach, half by the
end of the game and half by what the search said. Some seats may be played by an older net.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from viae.bots.core.features import SIZE, row, sides_in_order
from viae.bots.core.judgement import JUDGEMENT, judge, remaining
from viae.bots.core.turns import spread_plans
from viae.bots.evaluation import OUTPUTS, SAID, SIDES, Outputs, outcome
from viae.bots.learned import plan_values
from viae.bots.net import Bytes, Floats, Net
from viae.bots.search import Searcher
from viae.learn.tables import kind_of, terms_of
from viae.rules import roles, score
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
SEARCH_NODES: Final = 12  # simulations of a turn that is searched
SEARCH_WIDTH: Final = 4
TURNS: Final = 45  # of each player, after which a game is scored as it stands


# What a row should say beside what the net says: points by god, and turns left.
LATER: Final = roles.CONCORDIA + 1
TARGETS: Final = SAID + LATER
GOD_SCALE: Final = 50.0
TURN_SCALE: Final = 25.0


class Lessons(NamedTuple):
    """Rows and what should be said of them."""

    rows: Bytes
    targets: Floats


class SelfPlay:
    """One game; without a net it is played by the greedy judgement."""

    def __init__(
        self,
        net: Net | None,
        number: int,
        seed: int,
        tables: str = "all",
        searched: float = 0.0,
        older: Net | None = None,
    ) -> None:
        self.net = net
        self.searched = searched if net is not None else 0.0
        self.older = older  # plays every other seat, if there is one
        self.number = number
        kind = kind_of(number, tables)
        self.players = kind.players
        self.rng = np.random.default_rng(seed)
        self.dice = Dice(seed)
        self.state = random_start(terms_of(kind.board, kind.variant, kind.players), self.dice)
        self.seen: list[list[bytes]] = [[] for _ in range(kind.players)]
        self.told: list[list[Outputs | None]] = [[] for _ in range(kind.players)]  # by the search
        self.orders: list[list[list[int]]] = [[] for _ in range(kind.players)]  # of the sides
        self.when: list[list[int]] = [[] for _ in range(kind.players)]  # in turns of all
        self.turns = 0
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
        while self.state.decision != roles.OVER and self.turns < TURNS * self.players:
            if self.state.actor == roles.CHANCE:
                found = legal(self.state)
                apply(self.state, found[self.dice.below(len(found))])
            else:
                self._turn(self.turns == self.astray)
                self.turns += 1
        return self._lessons()

    def _turn(self, astray: bool) -> None:
        seat = self.state.actor
        found = spread_plans(self.state, PLANS)
        told: Outputs | None = None
        teaches = not self.searched and not self._is_older(seat)
        if astray:
            chosen = int(self.rng.integers(len(found)))
        elif len(found) == 1:
            chosen = 0
        elif self.searched and not self._is_older(seat) and self.rng.random() < self.searched:
            chosen, told = self._search(found)
            teaches = True
        else:
            chosen = int(np.argmax(self._values(found, seat)))
        self.state = found[chosen].state
        if teaches:
            self._see(seat, told)
            self._see((seat + 1 + int(self.rng.integers(self.players - 1))) % self.players, None)

    def _see(self, seat: int, told: Outputs | None) -> None:
        """Note the moment, as a seat sees it, as one to learn from."""
        self.seen[seat].append(row(self.state, seat))
        self.told[seat].append(told)
        self.orders[seat].append(sides_in_order(self.state, seat))
        self.when[seat].append(self.turns)

    def _is_older(self, seat: int) -> bool:
        """Whether an older net plays this seat."""
        return self.older is not None and (seat + self.number) % 2 == 1

    def _search(self, found: list[Plan]) -> tuple[int, Outputs]:
        """The turn that a small search ranks first, and what it expects of it."""
        assert self.net is not None
        searcher = Searcher(self.net, SEARCH_WIDTH, SEARCH_NODES)
        best = searcher.rank(self.state, found, self.dice.roll())[0]
        return best.number, best.outputs()

    def _values(self, found: list[Plan], seat: int) -> Floats:
        net = self.older if self._is_older(seat) else self.net
        if net is None:
            left = remaining(self.state)
            judged = [judge(plan.state, seat, JUDGEMENT, left) for plan in found]
            values = np.array(judged, np.float32)
            blur = GREEDY_NOISE
        else:
            values = np.array(plan_values(net, self.state, found, seat), np.float32)
            blur = self.noise
        if blur:
            values += self.rng.gumbel(0.0, blur, len(values)).astype(np.float32)
        return values

    def _lessons(self) -> Lessons:
        count = sum(len(seen) for seen in self.seen)
        content = b"".join(b"".join(seen) for seen in self.seen)
        targets = np.zeros((count, TARGETS), np.float32)
        said = None if self.net is None else self.net.said(content)
        winner = score.winner(self.state)
        at = 0
        for seat, seen in enumerate(self.seen):
            _won, margin, points = outcome(self.state, seat)
            # Chances by side, then margin and points: the order of a row changes, this does not.
            end = np.zeros(SIDES + OUTPUTS - 1, np.float32)
            end[winner] = 1.0
            end[SIDES:] = margin, points
            last = end.copy()
            gods = np.array(score.by_god(self.state, seat)[: roles.CONCORDIA]) / GOD_SCALE
            for i in range(at + len(seen) - 1, at - 1, -1):
                order = self.orders[seat][i - at]
                told = self.told[seat][i - at]
                by_side = last if told is None else 0.5 * end + 0.5 * _told(told, order)
                targets[i, : len(order)] = by_side[order]
                targets[i, SIDES:SAID] = by_side[SIDES:]
                targets[i, SAID:-1] = gods
                left = self.turns - self.when[seat][i - at]
                targets[i, -1] = left / self.players / TURN_SCALE
                if said is not None:
                    last = TRACE * last + (1 - TRACE) * _by_side(said[i], order)
            at += len(seen)
        return Lessons(np.frombuffer(content, np.uint8).reshape(count, SIZE), targets)


def _by_side(said: Floats, order: list[int]) -> Floats:
    """What a net said of a row, with the chances by side instead of in the row's order."""
    found = np.zeros(SAID, np.float32)
    if len(said) == OUTPUTS:
        return _told(said.tolist(), order)
    chances = said[: len(order)]
    found[order] = chances / chances.sum()
    found[SIDES:] = said[SIDES:]
    return found


def _told(told: Outputs, order: list[int]) -> Floats:
    """The same where only the chance of this seat is known: the others share the rest evenly."""
    found = np.zeros(SAID, np.float32)
    found[order] = (1.0 - told[0]) / max(1, len(order) - 1)
    found[order[0]] = told[0]
    found[SIDES:] = told[1:]
    return found


def play_games(
    weights: bytes | None,
    numbers: range,
    seeds: list[int],
    tables: str = "all",
    searched: float = 0.0,
    older: bytes | None = None,
) -> Lessons:
    """Several games, in a separate process."""
    gc.disable()  # nothing here refers to itself, and looking for it would take half the time
    net = None if weights is None else Net.load(weights)
    rival = None if older is None else Net.load(older)
    played = [
        SelfPlay(net, number, seed, tables, searched, rival).play()
        for number, seed in zip(numbers, seeds, strict=True)
    ]
    return Lessons(
        np.concatenate([lessons.rows for lessons in played]),
        np.concatenate([lessons.targets for lessons in played]),
    )
