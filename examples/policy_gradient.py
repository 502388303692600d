"""Learns to beat random players, with numpy alone, in less than a minute on one core.

    python examples/policy_gradient.py
    python examples/policy_gradient.py --every 5 --plot curve.svg

Many games are played side by side; the policy has one seat at each table, a random player the
other. The policy is a network with one hidden layer that sees the observation and rates the legal
actions. It learns by policy gradient (REINFORCE): a decision becomes more likely if the lead in
points grew more than usual after it. Every few updates it plays games that it does not learn from,
and the share it wins is printed.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from viae.envs.observation import POINT_UNIT
from viae.envs.rollouts import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

BOARD, PLAYERS = "ionium-small", 2
TABLES = 16  # games side by side
HIDDEN = 32
RATE = 0.003
DISCOUNT = 0.98  # what the next decision brings counts so much less
SPREAD = 0.01  # keeps the policy from settling too early
SLICE = 512  # decisions in one step of learning


class Choices(NamedTuple):
    """The legal actions of several decisions: one list after the other, and where they begin."""

    found: NDArray[np.int32]
    offsets: NDArray[np.int64]  # one more than there are lists

    @property
    def first(self) -> NDArray[np.int64]:
        """Where each list begins."""
        return self.offsets[:-1]

    @property
    def counts(self) -> NDArray[np.int64]:
        """How long each list is."""
        return np.diff(self.offsets)


class Policy:
    """Rates actions: a hidden layer, then weights for each action."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def weights(*shape: int) -> Floats:
            drawn = rng.standard_normal(shape, dtype=np.float32)
            drawn /= np.sqrt(np.float32(shape[-1]))
            return drawn

        self.weights = [
            weights(HIDDEN, inputs),
            np.zeros(HIDDEN, np.float32),
            weights(actions, HIDDEN) * np.float32(0.1),
            np.zeros(actions, np.float32),
        ]
        self._moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self.weights]
        self._steps = 0

    def rate(self, seen: Floats, choices: Choices) -> tuple[Floats, Floats]:
        """The hidden layer, and the probability of each legal action."""
        into, bias, out, base = self.weights
        hidden = np.tanh(seen @ into.T + bias)
        of = np.repeat(np.arange(len(seen)), choices.counts)
        logits = (hidden[of] * out[choices.found]).sum(axis=1) + base[choices.found]
        logits -= np.repeat(np.maximum.reduceat(logits, choices.first), choices.counts)
        odds = np.exp(logits)
        return hidden, odds / np.repeat(np.add.reduceat(odds, choices.first), choices.counts)

    def choose(self, seen: Floats, choices: Choices, rng: np.random.Generator) -> NDArray[np.int64]:
        """For each decision the place of an action in `choices`, drawn by its probability."""
        _, odds = self.rate(seen, choices)
        # The place at which the running sum passes a random number of its own stretch.
        sums = np.cumsum(odds, dtype=np.float64)
        before = sums[choices.first] - odds[choices.first]
        at = np.searchsorted(sums, before + rng.random(len(seen)))
        return np.clip(at, choices.first, choices.offsets[1:] - 1)

    def learn(
        self, seen: Floats, choices: Choices, chosen: NDArray[np.int64], gains: Floats
    ) -> None:
        """Make decisions with large gains more likely."""
        out = self.weights[2]
        hidden, odds = self.rate(seen, choices)
        of = np.repeat(np.arange(len(seen)), choices.counts)
        slope = odds * gains[of]
        slope[chosen] -= gains
        surprise = np.log(odds + np.float32(1e-8))
        usual = np.repeat(np.add.reduceat(odds * surprise, choices.first), choices.counts)
        slope += np.float32(SPREAD) * odds * (surprise - usual)
        slope /= np.float32(len(seen))
        to_out = np.zeros_like(out)
        np.add.at(to_out, choices.found, slope[:, None] * hidden[of])
        to_base = np.bincount(choices.found, slope, len(out)).astype(np.float32)
        back = np.add.reduceat(slope[:, None] * out[choices.found], choices.first)
        back *= 1 - hidden**2
        self._descend([back.T @ seen, back.sum(axis=0), to_out, to_base])

    def _descend(self, slopes: list[Floats]) -> None:
        """A step of Adam."""
        self._steps += 1
        scale = np.float32(RATE * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps))
        for at, slope in enumerate(slopes):
            mean, square = self._moments[at]
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            self.weights[at] -= scale * mean / (np.sqrt(square) + np.float32(1e-8))


class Story:
    """What the policy saw and did in one game, and its lead in points each time."""

    def __init__(self) -> None:
        self.seen: list[Floats] = []
        self.found: list[NDArray[np.int32]] = []
        self.chosen: list[int] = []
        self.leads: list[float] = []

    def gains(self) -> Floats:
        """What each decision led to: the points won after it, later ones counting less."""
        steps = np.diff(np.array(self.leads, dtype=np.float32))
        gains = np.zeros_like(steps)
        later = np.float32(0)
        for at in range(len(steps) - 1, -1, -1):
            later = steps[at] + np.float32(DISCOUNT) * later
            gains[at] = later
        return gains


class Arena:
    """Games side by side, the policy at one seat of each table."""

    def __init__(self, seed: int) -> None:
        self.tables = Tables(TABLES, board=BOARD, players=PLAYERS, seed=seed, reward="margin")
        self.rng = np.random.default_rng(seed)
        self.seats = np.arange(TABLES) % PLAYERS  # as often first as last
        self.stories = [Story() for _ in range(TABLES)]

    def play(self, policy: Policy, games: int) -> list[Story]:
        """Play until so many games have ended."""
        ended: list[Story] = []
        while len(ended) < games:
            choices = Choices(*self.tables.legal())
            at = choices.first + (self.rng.random(TABLES) * choices.counts).astype(np.int64)
            mine = np.flatnonzero(self.tables.players == self.seats)
            if len(mine):
                at[mine] = choices.first[mine] + self._decide(policy, mine)
            rewards, dones = self.tables.step(choices.found[at])
            for table in np.flatnonzero(dones):
                story = self.stories[table]
                story.leads.append(float(rewards[table, self.seats[table]]))
                ended.append(story)
                self.stories[table] = Story()
        return ended

    def _decide(self, policy: Policy, mine: NDArray[np.int64]) -> NDArray[np.int64]:
        """The policy's choice at some tables: which of their legal actions."""
        seen = self.tables.observe(mine.tolist())
        own = Choices(*self.tables.legal(mine.tolist()))
        chosen = policy.choose(seen, own, self.rng) - own.first
        points = self.tables.layout.split(seen)["points"].sum(axis=-1) * POINT_UNIT
        leads = points[:, 0] - points[:, 1:].max(axis=1)
        for row, table in enumerate(mine):
            story = self.stories[table]
            story.seen.append(seen[row])
            story.found.append(own.found[own.offsets[row] : own.offsets[row + 1]])
            story.chosen.append(int(chosen[row]))
            story.leads.append(float(leads[row]))
        return chosen


def update(policy: Policy, arena: Arena, games: int) -> None:
    """Play some games and learn from them."""
    stories = [story for story in arena.play(policy, games) if story.seen]
    seen = np.concatenate([np.stack(story.seen) for story in stories])
    found = [one for story in stories for one in story.found]
    chosen = np.array([one for story in stories for one in story.chosen])
    gains = np.concatenate([story.gains() for story in stories])
    gains = (gains - gains.mean()) / (gains.std() + np.float32(1e-6))
    order = arena.rng.permutation(len(seen))
    for start in range(0, len(order), SLICE):
        rows = order[start : start + SLICE]
        offsets = np.cumsum([0, *(len(found[row]) for row in rows)])
        choices = Choices(np.concatenate([found[row] for row in rows]), offsets)
        policy.learn(seen[rows], choices, offsets[:-1] + chosen[rows], gains[rows])


def judge(policy: Policy, games: int, seed: int) -> tuple[float, float]:
    """The share of games won against a random player, and the mean lead at the end."""
    leads = np.array([story.leads[-1] for story in Arena(seed).play(policy, games)])
    return float((leads > 0).mean()), float(leads.mean())


def draw(points: list[tuple[int, float]]) -> str:
    """The share of wins over the games played, as an SVG drawing."""
    width, height, left, low = 640, 320, 60, 270
    most = max(games for games, _ in points) or 1
    places = [(left + 560 * games / most, low - 240 * won) for games, won in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    labels = "".join(
        f'<text x="{left - 8}" y="{low - 240 * share + 4}" text-anchor="end">{share:.0%}</text>'
        f'<path d="M{left} {low - 240 * share}h560" stroke="#8884"/>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="13" fill="#888">'
        f'{labels}<polyline points="{line}" fill="none" stroke="#a33" stroke-width="2.5"/>'
        f'<text x="{left}" y="{low + 20}">0</text>'
        f'<text x="{left + 560}" y="{low + 20}" text-anchor="end">{most} games</text>'
        f'<text x="{left}" y="{low + 40}">Games won against a random player</text></svg>\n'
    )


def main() -> None:
    """Train, and tell how it goes."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--updates", type=int, default=40, help="how often to learn")
    parser.add_argument("--games", type=int, default=16, help="games played for each update")
    parser.add_argument("--judged", type=int, default=100, help="games played to judge the policy")
    parser.add_argument("--every", type=int, default=10, help="updates between judgements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="write the curve to this SVG file")
    given = parser.parse_args()
    arena = Arena(given.seed)
    policy = Policy(arena.tables.layout.size, arena.tables.space.size, arena.rng)
    points: list[tuple[int, float]] = []
    began = time.process_time()
    for number in range(given.updates + 1):
        if number % given.every == 0 or number == given.updates:
            won, lead = judge(policy, given.judged, given.seed + 1)
            points.append((number * given.games, won))
            bar = "█" * round(40 * won)
            print(
                f"{points[-1][0]:6} games {time.process_time() - began:6.1f} s"
                f"  won {won:4.0%} {bar:40}  lead {lead:6.1f}"
            )
        if number < given.updates:
            update(policy, arena, given.games)
    if given.plot:
        given.plot.write_text(draw(points), encoding="utf-8")


if __name__ == "__main__":
    main()
