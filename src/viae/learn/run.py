"""A run of learning: generation after generation of self-play, training and evaluation.

Everything is kept in one folder: the settings, the net of every generation, a log, and a checkpoint
after each generation, from which an interrupted run goes on. The same settings give the same net.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from viae.bots.net import Net
from viae.errors import SetupError
from viae.learn.evaluation import Duel, play_duel
from viae.learn.selfplay import Lessons, play_games
from viae.learn.training import Trainer
from viae.seeds import derive
from viae.workers import lost_worker, start_workers

AT_ONCE: Final = 20  # games handed to a process in one go
FIRST_RATE: Final = 1e-3
LAST_RATE: Final = 1e-4
SLOWER: Final = 0.96  # the rate of a generation against the one before
SETTINGS: Final = "run.json"
CHECKPOINT: Final = "checkpoint.npz"
LOG: Final = "log.jsonl"


@dataclass(frozen=True)
class Settings:
    """What a run depends on; nothing else changes its result."""

    seed: int = 1
    generations: int = 60
    games: int = 400  # of self-play in each generation
    first_games: int = 1000  # by the greedy judgement, in generation 0
    steps: int = 600  # of training in each generation
    window: int = 12  # generations whose games are learned from
    hidden: tuple[int, ...] = (128, 32)
    evaluation: int = 24  # games against each opponent after each generation
    tables: str = "all"  # where the games are played, see viae.learn.tables
    searched: float = 0.0  # the share of turns that are searched; then only these teach
    league: float = 0.0  # the share of games in which an earlier net plays every other seat
    rate: float = FIRST_RATE  # how fast it learns at first
    start: str = ""  # the fingerprint of the net it begins with, instead of greedy games


Report = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


def silent(_what: str, _done: int, _of: int) -> None:
    """Tell nobody."""


class Run:
    """A run in a folder; SetupError if another one is there."""

    def __init__(
        self, folder: Path, settings: Settings, jobs: int, start: bytes | None = None
    ) -> None:
        self.start = start
        if start is not None:
            net = Net.load(start)
            sizes = tuple(weights.shape[1] for weights, _ in net.layers[:-1])
            if len(sizes) == len(settings.hidden):  # a net may grow, but not shrink
                sizes = tuple(map(max, sizes, settings.hidden))
            digest = sha256(start).hexdigest()[:16]
            settings = replace(settings, hidden=sizes, start=digest)
        self.folder = folder
        self.settings = settings
        self.jobs = jobs
        self.trainer = Trainer(list(settings.hidden), settings.seed)
        self.done = 0  # generations
        folder.mkdir(parents=True, exist_ok=True)
        self._settle()
        if (folder / CHECKPOINT).exists():
            with np.load(folder / CHECKPOINT, allow_pickle=False) as arrays:
                self.trainer.restore(arrays)
                self.done = int(arrays["generations"])

    def _settle(self) -> None:
        """Write the settings down, or compare them with those of the run that is here."""
        file = self.folder / SETTINGS
        wanted = json.loads(json.dumps(asdict(self.settings)))
        if not file.exists():
            write_whole(file, json.dumps(wanted, indent=2).encode() + b"\n")
            return
        there = json.loads(file.read_text())
        known = asdict(Settings()) | there  # settings that came later have their defaults
        faults = [
            f"{key} is {known[key]!r} in this run, not {value!r}"
            for key, value in wanted.items()
            if known[key] != value and key != "generations"  # a run may be made longer
        ]
        if faults:
            faults.append("continue with the same settings, or name another folder")
            raise SetupError(f"run in {self.folder.name}", faults)

    def go(self, report: Report = silent) -> Iterator[dict[str, Any]]:
        """Do what is left to do; the log of each generation when it is finished."""
        with _workers(self.jobs) as workers:
            while self.done <= self.settings.generations:
                yield self._generation(workers, report)

    def _generation(self, workers: Executor, report: Report) -> dict[str, Any]:
        settings = self.settings
        number = self.done
        began = perf_counter()
        lessons = self._play(workers, number, report)
        played = perf_counter()
        if number == 0:
            self.trainer.measure(lessons.rows)
            if self.start is not None:
                self.trainer.begin_with(Net.load(self.start))
        unseen = self.trainer.error(lessons.rows[:20_000], lessons.targets[:20_000])
        rows, targets = self._window(number)
        rate = max(LAST_RATE, settings.rate * SLOWER**number)
        rng = np.random.default_rng(derive(settings.seed, f"batches {number}", " "))
        error = self.trainer.train(rows, targets, settings.steps, rate, rng)
        trained = perf_counter()
        net = self.trainer.net()
        write_whole(self.net_file(number), net.dump())
        results = self._evaluate(workers, net, number, report)
        log = {
            "generation": number,
            "games": settings.first_games if number == 0 else settings.games,
            "rows": len(lessons.rows),
            "window": len(rows),
            "error_before": round(unseen, 5),
            "error": round(error, 5),
            "rate": round(rate, 6),
            **results,
            "seconds": {
                "play": round(played - began, 1),
                "train": round(trained - played, 1),
                "evaluate": round(perf_counter() - trained, 1),
            },
        }
        self.done = number + 1
        self._keep(log)
        return log

    def _play(self, workers: Executor, number: int, report: Report) -> Lessons:
        """The games of a generation; taken from the folder if they were played already."""
        file = self.folder / f"games-{number:03}.npz"
        if file.exists():
            with np.load(file, allow_pickle=False) as arrays:
                return Lessons(arrays["rows"], arrays["targets"])
        settings = self.settings
        games = settings.first_games if number == 0 else settings.games
        weights = self.net_file(number - 1).read_bytes() if number else self.start
        parts: list[Lessons] = []
        waiting = []
        for first in range(0, games, AT_ONCE):
            numbers = range(first, min(games, first + AT_ONCE))
            seeds = [derive(settings.seed, f"game {number}.{game}", " ") for game in numbers]
            older = self._older(number, first)
            waiting.append(
                workers.submit(
                    play_games, weights, numbers, seeds, settings.tables, settings.searched, older
                )
            )
        for future in waiting:
            parts.append(future.result())
            report(f"generation {number}: playing", min(games, len(parts) * AT_ONCE), games)
        lessons = Lessons(
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.targets for part in parts]),
        )
        partial = file.with_suffix(".part")
        with partial.open("wb") as out:
            np.savez(out, rows=lessons.rows, targets=lessons.targets)
        partial.replace(file)
        return lessons

    def _older(self, number: int, first: int) -> bytes | None:
        """An earlier net for some games of a generation; None for the others."""
        if number < 2 or not self.settings.league:
            return None
        rng = np.random.default_rng(derive(self.settings.seed, f"league {number}.{first}", " "))
        if rng.random() >= self.settings.league:
            return None
        return self.net_file(int(rng.integers(number - 1))).read_bytes()

    def _window(self, number: int) -> Lessons:
        """The games that are learned from: this generation's and some before it."""
        first = max(0, number - self.settings.window + 1)
        parts: list[Lessons] = []
        for earlier in range(first, number + 1):
            with np.load(self.folder / f"games-{earlier:03}.npz", allow_pickle=False) as arrays:
                parts.append(Lessons(arrays["rows"], arrays["targets"]))
        for old in range(first):
            (self.folder / f"games-{old:03}.npz").unlink(missing_ok=True)
        return Lessons(
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.targets for part in parts]),
        )

    def _evaluate(self, workers: Executor, net: Net, number: int, report: Report) -> dict[str, Any]:
        """Win rates against greedy with two sides and with more, and against earlier nets."""
        weights = net.dump()
        teams = self.settings.tables == "teams"
        variant = "venus-team" if teams else "concordia"
        few, many = (4, 6) if teams else (2, 4)
        opponents: list[tuple[str, int, bytes | None]] = [
            (f"greedy_{few}", few, None),
            (f"greedy_{many}", many, None),
        ]
        for back in (1, 4):
            if number >= back:
                earlier = self.net_file(number - back).read_bytes()
                opponents.append((f"back_{back}", few, earlier))
                if back > 1:  # games of two say little about games of more
                    opponents.append((f"back_{back}_{many}", many, earlier))
        games = self.settings.evaluation
        duels = [
            Duel(variant, players, weights, opponent, game)
            for _, players, opponent in opponents
            for game in range(games)
        ]
        results: dict[str, Any] = {}
        outcomes = []
        for done, played in enumerate(workers.map(play_duel, duels, chunksize=4)):
            outcomes.append(played)
            report(f"generation {number}: evaluating", done + 1, len(duels))
        for i, (name, _, _) in enumerate(opponents):
            part = outcomes[i * games : (i + 1) * games]
            results[name] = round(sum(won for won, _ in part) / max(1, games), 4)
            results[f"{name}_points"] = round(sum(points for _, points in part) / max(1, games), 1)
        return results

    def _keep(self, log: dict[str, Any]) -> None:
        lines = [*self.log()[: log["generation"]], log]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        write_whole(self.folder / LOG, text.encode())
        partial = self.folder / "checkpoint.part"
        with partial.open("wb") as out:
            np.savez(out, generations=np.array(self.done), **self.trainer.dump())
        partial.replace(self.folder / CHECKPOINT)

    def log(self) -> list[dict[str, Any]]:
        """The log of all generations so far."""
        file = self.folder / LOG
        if not file.exists():
            return []
        return [json.loads(line) for line in file.read_text().splitlines()]

    def net_file(self, number: int) -> Path:
        """Where the net of a generation is kept."""
        return self.folder / f"net-{number:03}.npz"


@contextmanager
def _workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that play; stopped at once if something goes wrong here."""
    workers = start_workers(jobs)
    try:
        yield workers
    except BrokenProcessPool:
        raise lost_worker() from None
    finally:
        workers.shutdown(wait=True, cancel_futures=True)


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that it is either the old one or the new one, whatever happens."""
    partial = file.with_suffix(file.suffix + ".part")
    with partial.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    partial.replace(file)
