"""Simulating: games between bots, one after another or in several processes, always the same ones.

Each game's seed is derived from the seed of the run and the number of the game, and each bot's from
the seed of its game. So the records do not depend on how many processes played them.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import get_context
from typing import Any, NamedTuple

from viae.bots import Course, Fault, Seated, check_bot
from viae.errors import SetupError
from viae.game import Game
from viae.header import show_tokens
from viae.options import terms_for
from viae.record import write_result
from viae.rules import notation, roles
from viae.rules.playout import Dice, random_start
from viae.rules.setup import Setup
from viae.rules.state import BEGIN_TURN, State
from viae.rules.turn import apply, legal

MOST_AT_ONCE = 16  # games handed to a process in one go


def derive(seed: int, number: int) -> int:
    """A seed that follows from another one; below 2**53, so that every JSON reader keeps it."""
    digest = sha256(f"{seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11


@dataclass(frozen=True)
class Plan:
    """What is to be simulated. `bots` names one bot for all seats, or one for each."""

    board: str = "imperium"
    variant: str = "concordia"
    players: int = 3
    options: dict[str, bool | str] = field(default_factory=dict)
    bots: tuple[str, ...] = ("random",)
    seed: int = 0
    records: bool = True  # write the games down
    legal: bool = False  # and all legal entries of every decision
    max_entries: int | None = None  # abandon a game after so many (R8.3)


class Played(NamedTuple):
    """One game: its record as a line of JSON if wanted, and what a summary needs of it."""

    record: str
    entries: int
    turns: int
    scores: list[int]  # of each seat
    sides: list[int]  # of each side: the scores, or in team play those of the teams
    winner: int | None  # a side; None for a game that was abandoned
    faults: tuple[Fault, ...] = ()  # of bots that lost their seats


class Simulator:
    """Plays the games of a plan; SetupError if the plan makes no sense."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.bots = _seat_bots(plan)
        names = [f"bot:{bot}" for bot in self.bots]
        # One game stands for all: it holds the board and writes headers and results.
        self._game = Game.new(
            plan.board, plan.variant, names, plan.options, seed=plan.seed, chance="manual"
        )
        self._header = self._game.record()
        self._terms = terms_for(self._game.board, plan.variant, plan.players, self._game.options)
        self._words: dict[int, str] = {}

    def play(self, number: int) -> Played:
        """Play the game of that number."""
        seed = derive(self.plan.seed, number)
        # The dice of the set-up go on to draw the cards, as they do in a Game with this seed.
        dice = Dice(seed)
        state = random_start(self._terms, dice)
        record = dict(self._header)
        record["tokens"] = show_tokens(state.setup)
        record["display"] = [self._terms.faces.ids[card] for card in state.display]
        entries: list[tuple[int, int]] = []
        course = Course(state.copy(), entries)
        seats = [
            Seated(name, derive(seed, seat), course=course, timed=False)
            for seat, name in enumerate(self.bots)
        ]
        try:
            lists, turns = self._play_on(state, entries, seats, dice)
        finally:
            for seat in seats:
                seat.close()
        faults = tuple(fault for seat in seats for fault in seat.faults)
        over = state.decision == roles.OVER
        result = write_result(state)
        scores: list[int] = result["scores"]
        winner: int | None = result["winner"] if over else None
        line = ""
        if self.plan.records:
            record["entries"] = [self._entry(state.setup, *entry) for entry in entries]
            if self.plan.legal:
                record["legal"] = lists
            if over:
                record["result"] = result
            record["meta"] = {"seed": seed, "run": {"seed": self.plan.seed, "game": number}}
            if faults:
                record["meta"]["faults"] = [fault._asdict() for fault in faults]
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        sides = result.get("teams", scores)
        return Played(line, len(entries), turns, scores, sides, winner, faults)

    def _play_on(
        self, state: State, entries: list[tuple[int, int]], seats: list[Seated], dice: Dice
    ) -> tuple[list[list[str]], int]:
        """Play to the end or the limit; legal lists, if wanted, and the number of turns."""
        turns = 0
        lists: list[list[str]] = []
        while state.decision != roles.OVER and len(entries) != self.plan.max_entries:
            if state.decision == roles.PLAY and state.detail == BEGIN_TURN:
                turns += 1
            found = legal(state)
            actor = state.actor
            if self.plan.legal:
                lists.append(sorted([self._show(state.setup, code) for code in found]))
            if actor == roles.CHANCE:
                code = found[dice.below(len(found))]
            else:
                code = seats[actor].decide(state, found)
            entries.append((actor, code))
            apply(state, code)
        return lists, turns

    def _entry(self, setup: Setup, actor: int, code: int) -> str:
        return f"{'*' if actor == roles.CHANCE else actor}: {self._show(setup, code)}"

    def _show(self, setup: Setup, code: int) -> str:
        """The words of a code, which are the same in all games of a plan."""
        words = self._words.get(code)
        if words is None:
            words = self._words[code] = notation.show(setup, code)
        return words


def _seat_bots(plan: Plan) -> list[str]:
    bots = [check_bot(name) for name in plan.bots]
    if len(bots) == 1:
        bots *= plan.players
    if len(bots) != plan.players:
        fault = f"{len(bots)} bots for {plan.players} players; name one for all, or one for each"
        raise SetupError("bots", [fault])
    return bots


# In a worker process: its simulator.
_simulator: Simulator | None = None


def _start_worker(plan: Plan) -> None:
    global _simulator
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that collects
    _simulator = Simulator(plan)


def _play_in_worker(number: int) -> Played:
    assert _simulator is not None
    return _simulator.play(number)


def simulate(plan: Plan, games: int, jobs: int = 1) -> Iterator[Played]:
    """Play games 0 … games - 1 of a plan, in that order, with so many processes."""
    simulator = Simulator(plan)  # also checks the plan before any process starts
    jobs = min(jobs, games)
    if jobs <= 1:
        for number in range(games):
            yield simulator.play(number)
        return
    # Spawned, not forked: the caller may run threads (a progress bar), and it works everywhere.
    workers = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (plan,))
    try:
        at_once = max(1, min(MOST_AT_ONCE, games // (4 * jobs)))
        yield from workers.map(_play_in_worker, range(games), chunksize=at_once)
    finally:
        workers.shutdown(wait=True, cancel_futures=True)


class Tally:
    """Sums up games as they come."""

    def __init__(self, players: int, team: bool) -> None:
        self.team = team
        self.games = 0
        self.finished = 0
        self.entries = 0
        self.turns: list[int] = []
        self.points = [0] * players
        self.side_points = [0] * (players // 2 if team else players)
        self.best: list[int] = []  # the winner's points, game by game
        self.wins = [0] * len(self.side_points)
        self.faults: list[Fault] = []

    def add(self, played: Played) -> None:
        """Count a game; one that was abandoned counts for entries only."""
        self.games += 1
        self.entries += played.entries
        self.faults += played.faults
        if played.winner is None:
            return
        self.finished += 1
        self.turns.append(played.turns)
        self.wins[played.winner] += 1
        self.best.append(played.sides[played.winner])
        for seat, points in enumerate(played.scores):
            self.points[seat] += points
        for side, points in enumerate(played.sides):
            self.side_points[side] += points

    def summary(self, seconds: float) -> dict[str, Any]:
        """The figures of all games so far; means and rates are of finished games, None without."""

        def rounded(total: float) -> float | None:
            return round(total / self.finished, 4) if self.finished else None

        summary: dict[str, Any] = {
            "games": self.games,
            "finished": self.finished,
            "entries": self.entries,
            "seconds": round(seconds, 3),
            "games_per_second": round(self.games / seconds, 1) if seconds > 0 else None,
            "mean_entries": round(self.entries / self.games, 1) if self.games else None,
            "turns": {
                "mean": rounded(sum(self.turns)),
                "min": min(self.turns, default=None),
                "max": max(self.turns, default=None),
            },
            "mean_scores": [rounded(points) for points in self.points],
            "mean_winning_score": rounded(sum(self.best)),
            "wins": self.wins,
            "win_rates": [rounded(wins) for wins in self.wins],
        }
        if self.team:
            summary["mean_team_scores"] = [rounded(points) for points in self.side_points]
        if self.faults:
            summary["faults"] = [fault._asdict() for fault in self.faults]
        return summary
