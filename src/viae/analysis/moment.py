"""A moment that is judged: the best whole turns, and how far the one that was played is behind.

The net names the most promising turns. Each is simulated: a round is played on, and the net says
what everybody can expect then. All turns meet the same luck, so that their difference is known
better than each by itself. Simulations go where they help most: all turns get one, then the
better ones get more; the turn that was played stays to the end.

More simulations only ever add to what is there: `refine(64)` gives the same figures whether or not
`refine(8)` was asked for before, on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from viae.analysis.outlook import Outlook, Sample, Simulator, assess, facts_of, is_decided
from viae.bots.core.turns import Plan, plans
from viae.bots.evaluation import worth
from viae.bots.learned import PLANS, plan_outputs
from viae.bots.planning import without_garbage_collection

if TYPE_CHECKING:
    from viae.bots.evaluation import Evaluator
    from viae.rules.state import State

WIDTH: Final = 6  # turns that are tried out, besides the one that was played
FIRST: Final = 8  # simulations of the first stage; each stage has as many as all before it
TRUST: Final = 2.0  # how many simulations the net's own word counts for
# What single simulations vary by, as long as too few are there to say: measured on real games.
USUAL_WIN: Final = 0.12
USUAL_POINTS: Final = 6.0
USUAL_APART: Final = 0.05  # the value of two turns with the same luck
USUAL_TRUST: Final = 2.0  # how many simulations that counts for
# A turn is called better if it is ahead by more than this many spreads.
BETTER: Final = 1.0


class Found(NamedTuple):
    """A turn of a seat, and where it leads."""

    codes: list[int]
    state: State


class Candidate:
    """A turn that is tried out, and what the simulations said of it."""

    __slots__ = ("codes", "decided", "number", "prior", "samples", "state")

    def __init__(self, plan: Plan, number: int, prior: Outlook) -> None:
        self.codes = plan.codes
        self.state = plan.state
        self.number = number
        self.prior = prior  # what the net says at once
        self.decided = is_decided(plan.state)
        self.samples: list[Sample] = []

    def outlook(self) -> Outlook:
        """What is to be expected."""
        if self.decided or not self.samples:
            return self.prior
        found = [one.outlook for one in self.samples]
        return Outlook(
            _mean(self.prior.win, [one.win for one in found]),
            _mean(self.prior.margin, [one.margin for one in found]),
            _mean(self.prior.points, [one.points for one in found]),
        )

    def value(self, seat: int) -> float:
        """How good that is for a seat, from 0 to 1."""
        return self.outlook().value(seat)

    def win_spread(self, side: int) -> float:
        """The standard error of the chance of a side."""
        return self._spread([one.outlook.win[side] for one in self.samples], USUAL_WIN)

    def points_spread(self, seat: int) -> float:
        """The standard error of the points of a seat."""
        return self._spread([one.outlook.points[seat] for one in self.samples], USUAL_POINTS)

    def _spread(self, values: Sequence[float], usual: float) -> float:
        return 0.0 if self.decided else spread(values, usual)

    def facts(self, seat: int) -> tuple[float, ...]:
        """How the side of the seat stands about a round later."""
        if not self.samples:
            return facts_of(self.state, seat)
        number = len(self.samples)
        columns = zip(*[one.facts for one in self.samples], strict=True)
        return tuple([sum(column) / number for column in columns])


class Apart(NamedTuple):
    """How far one turn is ahead of another for a seat, with standard errors."""

    win: float
    points: float
    value: float
    win_spread: float
    points_spread: float
    value_spread: float


class MomentJudge:
    """Judges one moment; `refine` makes the judgement better."""

    def __init__(
        self,
        net: Evaluator,
        simulator: Simulator,
        state: State,
        luck: int,
        width: int = WIDTH,
        keep: int = 2,
        played: Found | None = None,
    ) -> None:
        """`keep` turns get simulations to the end; `played` is the turn that was played."""
        self.simulator = simulator
        self.seat = state.actor
        self.side = state.actor % state.setup.sides
        self.nodes = 0
        self._stage = FIRST  # where the next stage begins
        self.luck = luck
        self.rounds = 0  # of simulations: every live candidate meets each luck
        self._keep = keep
        with without_garbage_collection():
            found = plans(state, PLANS)
            number = _number_of(played, found) if played else None
            self.options = len(found)
            outputs = plan_outputs(net, state, found, state.actor)
            order = sorted(range(len(found)), key=lambda i: (-worth(outputs[i]), i))
            chosen = order[:width]
            if number is not None and number not in chosen:
                chosen.append(number)
            self.candidates = [Candidate(found[i], i, assess(net, found[i].state)) for i in chosen]
        self.live = self.candidates[:]
        self.played: Candidate | None = None
        if number is not None:
            self.played = self.candidates[chosen.index(number)]

    @property
    def exact(self) -> bool:
        """Whether there is nothing to simulate: one turn only, or all end the game."""
        return len(self.candidates) == 1 and self.candidates[0].decided

    def refine(self, nodes: int) -> None:
        """Simulate until there are this many simulations, one for each turn and luck."""
        if self.exact:
            return
        with without_garbage_collection():
            while self._stage < nodes:
                self._simulate_to(self._stage)
                self._halve()
                self.nodes = self._stage  # too little for another round is not made up for
                self._stage *= 2
            self._simulate_to(nodes)

    def _simulate_to(self, nodes: int) -> None:
        while self.nodes + len(self.live) <= nodes:
            self._simulate()

    def _simulate(self) -> None:
        """One more luck for every turn that is left."""
        luck = self.luck + self.rounds
        for one in self.live:
            if not one.decided:
                one.samples.append(self.simulator.sample(one.state, self.seat, luck))
        self.rounds += 1
        self.nodes += len(self.live)

    def _halve(self) -> None:
        """Leave out the worse half."""
        ranked = self._ranked(self.live)
        kept = ranked[: max(self._keep, (len(ranked) + 1) // 2)]
        if self.played is not None and self.played not in kept:
            kept.append(self.played)
        self.live = [one for one in self.candidates if one in kept]

    def _ranked(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        return sorted(candidates, key=lambda one: (-one.value(self.seat), one.number))

    def best(self) -> Candidate:
        """The best turn found: the one that was played, unless another is clearly better."""
        best = self._ranked(self.live)[0]
        if self.played is None or best is self.played:
            return best
        apart = self.apart(best, self.played)
        return best if apart.value > BETTER * apart.value_spread else self.played

    def ranked(self) -> list[Candidate]:
        """All turns that were tried out: the best first, those that were given up last."""
        given_up = [one for one in self.candidates if one not in self.live]
        return self._ranked(self.live) + self._ranked(given_up)

    def apart(self, one: Candidate, other: Candidate) -> Apart:
        """How far one turn is ahead of another; with the same luck where both met it."""
        seat, side = self.seat, self.side
        first, second = one.outlook(), other.outlook()
        win = first.win[side] - second.win[side]
        points = first.side_points(side) - second.side_points(side)
        value = first.value(seat) - second.value(seat)
        if one is other or (one.decided and other.decided):
            return Apart(win, points, value, 0.0, 0.0, 0.0)
        pairs = _pairs(one, other)
        return Apart(
            win,
            points,
            value,
            spread([a.win[side] - b.win[side] for a, b in pairs], 2 * USUAL_APART),
            spread([a.side_points(side) - b.side_points(side) for a, b in pairs], USUAL_POINTS),
            spread([a.value(seat) - b.value(seat) for a, b in pairs], USUAL_APART),
        )


def spread(values: Sequence[float], usual: float) -> float:
    """The standard error of the mean, with what is usual as long as there are few values."""
    number = len(values)
    mean = sum(values) / number if number else 0.0
    squares = sum((value - mean) ** 2 for value in values) + USUAL_TRUST * usual**2
    return sqrt(squares / (USUAL_TRUST + max(0, number - 1)) / (number + TRUST))


def _pairs(one: Candidate, other: Candidate) -> list[tuple[Outlook, Outlook]]:
    """What was expected of both with the same luck."""
    if one.decided:
        return [(one.prior, sample.outlook) for sample in other.samples]
    if other.decided:
        return [(sample.outlook, other.prior) for sample in one.samples]
    return [(a.outlook, b.outlook) for a, b in zip(one.samples, other.samples, strict=False)]


def _mean(prior: tuple[float, ...], found: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    weight = TRUST + len(found)
    columns = zip(*found, strict=True)
    return tuple([(TRUST * a + sum(b)) / weight for a, b in zip(prior, columns, strict=True)])


def _number_of(played: Found, found: list[Plan]) -> int:
    """Which of the plans was played; one that is missing is added."""
    key = played.state.key()
    for number, plan in enumerate(found):
        if plan.state.key() == key:
            return number
    found.append(Plan(played.codes[:], played.state))
    return len(found) - 1
