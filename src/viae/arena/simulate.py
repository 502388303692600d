"""Simulate games between bots, in one process or several, always with the same result.

Each game's seed is derived from the seed of the run and the number of the game, and each bot's from
the seed of its game. So the records do not depend on how many processes played them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from viae.bots import Course, Fault, Seated, check_bot
from viae.errors import SetupError
from viae.game import Game
from viae.progress import MOST_ENTRIES, Progress, Start
from viae.rules import roles
from viae.rules.playout import Dice
from viae.rules.turn import legal
from viae.seeds import derive
from viae.workers import lost_worker, start_workers

MOST_AT_ONCE = 16  # games handed to a process in one go


@dataclass(frozen=True)
class SimulationSettings:
    """What is to be simulated. `bots` names one bot for all seats, or one for each."""

    board: str = "imperium"
    variant: str = "concordia"
    players: int = 3
    options: dict[str, bool | str] = field(default_factory=dict)
    bots: tuple[str, ...] = ("random",)
    seed: int = 0
    records: bool = True  # write the games down
    legal: bool = False  # and all legal entries of every decision
    max_entries: int | None = MOST_ENTRIES  # stop a game after this many (R8.3); None: never


class Played(NamedTuple):
    """One game: its record as a line of JSON if wanted, and what a summary needs of it."""

    record: str
    entries: int
    turns: int
    scores: list[int]  # of each seat
    sides: list[int]  # of each side: the scores, or in team play those of the teams
    winner: int | None  # a side; None for a game that was stopped
    faults: tuple[Fault, ...] = ()  # of bots that lost their seats


class Simulator:
    """Plays the games of a simulation; SetupError if what it asks for makes no sense."""

    def __init__(self, settings: SimulationSettings) -> None:
        self.settings = settings
        if settings.max_entries is not None and settings.max_entries < 1:
            fault = f"at least 1, or None for no limit, not {settings.max_entries}"
            raise SetupError("max_entries", [fault])
        self.bots = _seat_bots(settings)
        self.names = [f"bot:{bot}" for bot in self.bots]
        # A first game checks what is asked for, and has the terms of all others.
        self._model = Game.new(
            settings.board, settings.variant, self.names, settings.options, settings.seed
        ).progress.start

    def play(self, number: int) -> Played:
        """Play the game of that number."""
        settings = self.settings
        model = self._model
        seed = derive(settings.seed, number)
        # The dice of the set-up go on to draw the cards, as they do in a Game with this seed.
        dice = Dice(seed)
        start = Start.deal(model.setup.terms, dice, model.options, self.names)
        progress = Progress(start, keep=0)
        course = Course.of(progress)
        seats = [
            Seated(name, derive(seed, seat), course=course, timed=False)
            for seat, name in enumerate(self.bots)
        ]
        try:
            lists = self._play_on(progress, seats, dice)
        finally:
            for seat in seats:
                seat.close()
        faults = tuple(fault for seat in seats for fault in seat.faults)
        result = progress.result()
        scores: list[int] = result["scores"]
        line = ""
        if settings.records:
            record = progress.record()
            # The order of the keys is that of all files written so far.
            ended = record.pop("result", None)
            record["meta"] = {"seed": seed, "run": {"seed": settings.seed, "game": number}}
            if not progress.over:
                record["meta"]["stopped"] = {"limit": settings.max_entries}
            if faults:
                record["meta"]["faults"] = [fault._asdict() for fault in faults]
            if settings.legal:
                record["legal"] = lists
            if ended is not None:
                record["result"] = ended
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        return Played(
            record=line,
            entries=len(progress.log),
            turns=progress.turns,
            scores=scores,
            sides=result.get("teams", scores),
            winner=result["winner"] if progress.over else None,
            faults=faults,
        )

    def _play_on(self, progress: Progress, seats: list[Seated], dice: Dice) -> list[list[str]]:
        """Play to the end or the limit; all legal lists, if they are wanted."""
        limit = self.settings.max_entries
        wanted = self.settings.legal
        lists: list[list[str]] = []
        state, log, play = progress.state, progress.log, progress.play
        while state.decision != roles.OVER and len(log) != limit:
            found = legal(state)
            if wanted:
                lists.append(progress.legal_texts())
            actor = state.actor
            if actor == roles.CHANCE:
                code = found[dice.below(len(found))]
            else:
                code = seats[actor].decide(state, found)
            play(code)
        return lists


def _seat_bots(settings: SimulationSettings) -> list[str]:
    bots = [check_bot(name) for name in settings.bots]
    if len(bots) == 1:
        bots *= settings.players
    if len(bots) != settings.players:
        fault = (
            f"{len(bots)} bots for {settings.players} players; name one for all, or one for each"
        )
        raise SetupError("bots", [fault])
    return bots


# In a worker process: its simulator.
_simulator: Simulator | None = None


def _start_worker(settings: SimulationSettings) -> None:
    global _simulator
    _simulator = Simulator(settings)


def _play_in_worker(number: int) -> Played:
    assert _simulator is not None
    return _simulator.play(number)


def simulate(settings: SimulationSettings, games: int, jobs: int = 1) -> Iterator[Played]:
    """Play games 0 … games - 1 of a simulation, in that order, with `jobs` processes."""
    simulator = Simulator(settings)  # also checks the settings before any process starts
    jobs = min(jobs, games)
    if jobs <= 1:
        for number in range(games):
            yield simulator.play(number)
        return
    workers = start_workers(jobs, _start_worker, settings)
    try:
        at_once = max(1, min(MOST_AT_ONCE, games // (4 * jobs)))
        yield from workers.map(_play_in_worker, range(games), chunksize=at_once)
    except BrokenProcessPool:
        raise lost_worker() from None
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
        """Count a game; one that was stopped counts for entries only."""
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
            "stopped": self.games - self.finished,
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
