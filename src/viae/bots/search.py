"""The search bot: tries out its best turns, each in several continuations of the game.

The net names the most promising turns. Each of them is simulated: the cards still to come are
drawn, everybody else answers as the net would, and the net judges where that leaves the seat in its
next turn. Simulations go where they help most (sequential halving): all candidates get some, then
the better half gets as many again, until two are left.
"""

from __future__ import annotations

import gc
from operator import add
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from viae.bots.core.features import row
from viae.bots.core.turns import plans
from viae.bots.evaluation import (
    OUTPUTS,
    Evaluator,
    Outputs,
    frozen,
    frozen_2,
    highest,
    library,
    load_net,
    noise,
    outcome,
    shipped,
    values_of,
    worth,
)
from viae.bots.learned import PLANS, plan_outputs
from viae.bots.planning import PlanningBot
from viae.bots.settings import choice, decimal, whole_number
from viae.rules import roles
from viae.rules.playout import Dice
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import ProcessPoolExecutor

    from viae.bots.core.turns import Plan
    from viae.rules.state import State

WIDTH: Final = 8  # candidates
NODES: Final = 32  # simulations of a turn, without a clock
MOST_NODES: Final = 1000  # with one, if no candidate is clearly the best before
ROUNDS: Final = 2  # how many own turns ahead a simulation goes
# What a simulation says: what the net expects of the best own turn at its end, of the moment before
# that, which takes less time, or on average of the best own turns on the way.
LEAVES: Final = ("turn", "moment", "mean")
# Whom the search chooses from: all candidates, or those with the most simulations.
CHOICES: Final = ("all", "finalists")
BLUR: Final = 0.005  # of the choices inside simulations
TRUST: Final = 2.0  # how many simulations the net's own opinion of a turn counts for
# What is kept of the time for what comes after the simulations: a share of it, and at least these
# seconds; of very little time, half.
RESERVE: Final = 0.05
LEAST_RESERVE: Final = 0.02
FOREVER: Final = float("inf")
# With a clock, a search ends early when one candidate leads by this many standard errors.
CLEAR: Final = 3.0
LEAST: Final = 8  # simulations of each before that is checked
# Told which part of a search is done, from 0 to 1, where somebody watches a bot think.
on_progress: Callable[[float], None] | None = None


class Candidate:
    """A turn that is tried out, and what the simulations said of it."""

    __slots__ = ("expected", "number", "plan", "said", "total", "tries")

    def __init__(self, plan: Plan, number: int, expected: Outputs) -> None:
        self.plan = plan
        self.number = number
        self.expected = expected  # what the net says at once: win, margin, points
        self.total: list[float] = [0.0] * OUTPUTS
        self.said: list[float] = []  # its value in each simulation
        self.tries = 0

    def outputs(self) -> list[float]:
        """What is to be expected: win, margin, points."""
        weight = self.tries + TRUST
        return [
            (total + TRUST * expected) / weight
            for total, expected in zip(self.total, self.expected, strict=True)
        ]

    def value(self) -> float:
        """How good that is, from 0 to 1."""
        return worth(self.outputs())


class Reply(NamedTuple):
    """The turns that are possible somewhere, and what the net expects of each."""

    turns: list[list[int]]  # as codes
    outputs: list[Outputs]
    values: list[float]


class Simulator:
    """Plays on from finished turns, as the net would.

    The same moment comes up again and again, in particular where no card was revealed, so what was
    worked out for it is kept while one turn is being searched.
    """

    def __init__(self, net: Evaluator, rounds: int, leaf: str = LEAVES[0]) -> None:
        self.net = net
        self.rounds = rounds
        self.leaf = leaf
        self._replies: dict[tuple[object, ...], Reply] = {}

    def forget(self) -> None:
        """Nothing is kept from one search to the next."""
        self._replies.clear()

    def trim(self, most: int) -> None:
        """Forget everything once it has become too much."""
        if len(self._replies) > most:
            self._replies.clear()

    def play(self, state: State, seat: int, seed: int, deadline: float) -> Outputs | None:
        """What the seat's own next turn promises, when everybody has answered.

        None if the deadline, a time of `perf_counter`, passes before.
        """
        dice = Dice(seed)
        luck = noise(seed)
        rounds = self.rounds
        promised: list[Outputs] = []
        state = state.copy()
        while state.decision != roles.OVER:
            if state.actor == roles.CHANCE:
                drawn = legal(state)
                apply(state, drawn[dice.below(len(drawn))])
                continue
            if perf_counter() > deadline:
                return None
            if state.actor == seat:
                rounds -= 1
                if rounds == 0 and self.leaf == "moment":
                    return self.net.evaluate(row(state, seat))[0]
            reply = self._reply(state)
            if state.actor == seat:
                best = highest(reply.values)
                promised.append(reply.outputs[best])
                if rounds == 0:
                    return _mean(promised) if self.leaf == "mean" else promised[-1]
            else:
                blur = luck.gumbel(BLUR, len(reply.values))
                best = highest(map(add, reply.values, blur))
            for code in reply.turns[best]:
                apply(state, code)
        ended = outcome(state, seat)
        return _mean(promised + [ended] * rounds) if self.leaf == "mean" else ended

    def _reply(self, state: State) -> Reply:
        key = state.key()
        reply = self._replies.get(key)
        if reply is None:
            found = plans(state, PLANS)
            outputs = plan_outputs(self.net, state, found, state.actor)
            reply = Reply([plan.codes for plan in found], outputs, values_of(outputs))
            self._replies[key] = reply
        return reply


def _mean(said: list[Outputs]) -> list[float]:
    """The mean of each output."""
    return [sum(values) / len(said) for values in zip(*said, strict=True)]


class Searcher:
    """Ranks turns by simulation; `jobs` processes share the work."""

    def __init__(
        self,
        net: Evaluator,
        width: int = WIDTH,
        nodes: int | None = None,
        rounds: int = 1,
        jobs: int = 1,
        leaf: str = LEAVES[0],
        choose: str = CHOICES[0],
    ) -> None:
        self.net = net
        self.width = width
        self.nodes = nodes
        self.choose = choose
        self._simulator = Simulator(net, rounds, leaf)
        self._workers: ProcessPoolExecutor | None = None
        if jobs > 1:
            from viae.workers import start_workers  # a browser has no processes

            self._workers = start_workers(jobs, _start_worker, net.dump(), rounds, leaf)

    def close(self) -> None:
        """End the processes."""
        if self._workers is not None:
            self._workers.shutdown(cancel_futures=True)

    def rank(
        self,
        state: State,
        found: list[Plan],
        seed: int,
        time: float | None = None,
        always: int | None = None,
    ) -> list[Candidate]:
        """The best turns, the very best first; the plan number `always` is tried in any case."""
        began = perf_counter()
        outputs = plan_outputs(self.net, state, found, state.actor)
        order = sorted(range(len(found)), key=lambda i: -worth(outputs[i]))
        chosen = order[: self.width]
        if always is not None and always not in chosen:
            chosen.append(always)
        candidates = [Candidate(found[i], i, outputs[i]) for i in chosen]
        if len(candidates) > 1:
            self._halve(candidates, state.actor, seed, began, time)
            # Not later: the next garbage collection would look through all of it.
            self._simulator.forget()
        candidates.sort(key=lambda one: (-one.value(), one.number))
        return candidates

    def _halve(
        self, candidates: list[Candidate], seat: int, seed: int, began: float, time: float | None
    ) -> None:
        """Sequential halving: each stage has its share of the simulations and of the time."""
        left = candidates[:]
        stages = max(1, (len(left) - 1).bit_length())
        limit = self.nodes or (NODES if time is None else MOST_NODES)
        span = 0.0 if time is None else time - max(RESERVE * time, min(LEAST_RESERVE, time / 2))
        end = FOREVER if time is None else began + span
        done = 0
        luck = 0  # every candidate of a stage meets the same
        for stage in range(stages):
            quota = limit * (stage + 1) // stages
            until = end if time is None else began + span * (stage + 1) / stages
            quota = min(limit, max(quota, done + len(left)))  # each stage tries all at least once
            while done + len(left) <= quota and perf_counter() < until:
                # Not `viae.seeds.derive`: that would change what the bot plays.
                self._try_all(left, seat, seed * 1_000_003 + luck, end)
                luck += 1
                done += len(left)
                if time is not None and is_clear(left):
                    return
                if on_progress is not None:
                    spent = 0.0 if time is None else (perf_counter() - began) / span
                    on_progress(min(1.0, max(done / limit, spent)))
            left.sort(key=lambda one: (-one.value(), one.number))
            left = left[: max(2, (len(left) + 1) // 2)]

    def _try_all(self, candidates: list[Candidate], seat: int, seed: int, end: float) -> None:
        results: list[Outputs | None]
        if self._workers is None:
            results = [self._simulator.play(one.plan.state, seat, seed, end) for one in candidates]
        else:
            waiting = [
                self._workers.submit(_simulate_in_worker, one.plan.state, seat, seed, end)
                for one in candidates
            ]
            results = [future.result() for future in waiting]
        for one, result in zip(candidates, results, strict=True):
            if result is not None:
                one.total = list(map(add, one.total, result))
                one.said.append(worth(result))
                one.tries += 1


def is_clear(candidates: list[Candidate]) -> bool:
    """Whether one candidate leads by so much that more simulations would hardly change it.

    All of them meet the same luck in the same order, so their values are compared pair by pair.
    """
    number = min(len(one.said) for one in candidates)
    if number < LEAST:
        return False
    best, *others = sorted(candidates, key=lambda one: -sum(one.said[:number]))
    for other in others:
        ahead = [mine - theirs for mine, theirs in zip(best.said, other.said, strict=False)]
        mean = sum(ahead) / len(ahead)
        spread = sum((one - mean) ** 2 for one in ahead) / (len(ahead) - 1)
        if spread > 0.0 and mean <= CLEAR * (spread / len(ahead)) ** 0.5:
            return False
    return True


# In a worker process: its simulator.
_simulator: Simulator | None = None
MOST_REPLIES: Final = 2000  # what a worker, which is not told when a search ends, keeps at most


def _start_worker(weights: bytes, rounds: int, leaf: str) -> None:
    global _simulator
    gc.disable()
    _simulator = Simulator(library().load(weights), rounds, leaf)


def _simulate_in_worker(state: State, seat: int, seed: int, end: float) -> Outputs | None:
    assert _simulator is not None
    _simulator.trim(MOST_REPLIES)
    return _simulator.play(state, seat, seed, end)


class SearchBot(PlanningBot):
    """Plays the turn that the search ranks first.

    Which net it searches with may depend on the table, so the searcher is made at the first turn.
    """

    def __init__(
        self, make_searcher: Callable[[bool], Searcher], seed: int, most: float | None = None
    ) -> None:
        super().__init__(PLANS)
        self._make_searcher = make_searcher  # given whether teams play
        self._most = most  # seconds for a turn, with or without a clock
        self._searcher: Searcher | None = None
        self._dice = Dice(seed)

    def pick(self, state: State, found: list[Plan]) -> int:
        if self._searcher is None:
            self._searcher = self._make_searcher(state.setup.team)
        times = [time for time in (self.time, self._most) if time is not None]
        left = min(times) - (perf_counter() - self.began) if times else None
        ranked = self._searcher.rank(state, found, self._dice.roll(), left)
        if self._searcher.choose == CHOICES[1]:
            most = max(one.tries for one in ranked)
            ranked = [one for one in ranked if one.tries == most]
        return ranked[0].number

    def close(self) -> None:
        """The game is over."""
        if self._searcher is not None:
            self._searcher.close()


def make(
    seed: int,
    nodes: str | None = None,
    width: str = str(WIDTH),
    rounds: str = str(ROUNDS),
    jobs: str = "1",
    weights: str | None = None,
    leaf: str = LEAVES[0],
    choose: str = CHOICES[0],
    time: str | None = None,
) -> SearchBot:
    """The bot of that name: simulations in all, candidates, own turns ahead, processes, seconds."""
    net = None if weights is None else load_net(weights)
    candidates = whole_number(width, "width", 2, 1000)
    simulations = None if nodes is None else whole_number(nodes, "nodes", 1, 1_000_000)
    ahead = whole_number(rounds, "rounds", 1, 20)
    processes = whole_number(jobs, "jobs", 1, 256)
    ends = choice(leaf, "leaf", LEAVES)
    chosen = choice(choose, "choose", CHOICES)
    most = None if time is None else decimal(time, "time", 0.01, 3600)
    return SearchBot(
        lambda team: Searcher(
            net or shipped(team), candidates, simulations, ahead, processes, ends, chosen
        ),
        seed,
        most,
    )


def make_yardstick(seed: int) -> SearchBot:
    """A small searcher with a net of its own, which stay as they are for comparisons."""
    return SearchBot(lambda _team: Searcher(frozen(), width=4, nodes=6, rounds=1), seed)


def make_yardstick_2(seed: int) -> SearchBot:
    """A stronger one, with nets of its own; it stays as it is too."""
    return SearchBot(lambda team: Searcher(frozen_2(team), width=8, nodes=64, rounds=1), seed)
