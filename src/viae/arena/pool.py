"""Worker pools: groups of workers that play a match; games are handed out in chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from viae.arena.match import Fixture, Match, MatchSettings, play_one_by_one
from viae.errors import ViaeError
from viae.workers import CONTEXT, lost_worker, start_workers

if TYPE_CHECKING:
    from viae.arena.results import Played

CHUNK_SECONDS = 0.5  # how long the games handed over in one go should take
MOST_AT_ONCE = 64
PATIENCE = 0.2  # seconds between looks at whether to stop


class Chunk(NamedTuple):
    """Games that were handed over together and have been played; fewer after a stop."""

    first: int  # the number of the first of them
    played: list[Played]
    seconds: float


class Flag(Protocol):
    """A value that all processes see."""

    value: bool


class WorkerPool(Protocol):
    """Plays games, several at once."""

    size: int  # how many at once

    def start(self, first: int, fixtures: Sequence[Fixture]) -> None:
        """Hand over games; the first of them has this number."""
        ...

    def finished(self) -> list[Chunk]:
        """What has been played since; waits a moment if there is nothing."""
        ...

    def close(self) -> list[Chunk]:
        """Stop; what was still played to its end."""
        ...


def hand_out(
    pool: WorkerPool, games: Sequence[Fixture], stop: Callable[[], bool] | None = None
) -> Iterator[Played]:
    """Keep a pool busy, and put what it has played in order; see `viae.arena.match.play_match`."""
    given = under_way = came = 0
    at_once = 1
    waiting: dict[int, Played] = {}
    failed: ViaeError | None = None

    def take(chunk: Chunk) -> None:
        waiting.update(enumerate(chunk.played, chunk.first))

    try:
        while came < len(games) and not (stop and stop()):
            while given < len(games) and under_way < 2 * pool.size:
                # Towards the end smaller chunks, so that nobody waits long for the last one.
                fair = (len(games) - given) // (2 * pool.size)
                chunk = games[given : given + max(1, min(at_once, fair))]
                pool.start(given, chunk)
                given += len(chunk)
                under_way += 1
            for done in pool.finished():
                under_way -= 1
                take(done)
                pace = CHUNK_SECONDS * len(done.played) / max(done.seconds, 1e-6)
                at_once = max(1, min(MOST_AT_ONCE, int(pace)))
            while came in waiting:
                yield waiting.pop(came)
                came += 1
    except ViaeError as problem:  # a worker is lost; what the others have finished is not
        failed = problem
    finally:
        for done in pool.close():
            take(done)
    for number in sorted(waiting):
        yield waiting[number]
    if failed is not None:
        raise failed


def play_chunk(
    match: Match, first: int, fixtures: Sequence[Fixture], stop: Callable[[], bool] | None
) -> Chunk:
    """Play some games, as many as there is time for."""
    began = perf_counter()
    played = list(play_one_by_one(match, fixtures, stop))
    return Chunk(first, played, perf_counter() - began)


class Processes:
    """A pool of processes on this machine."""

    def __init__(self, settings: MatchSettings, jobs: int) -> None:
        self.size = jobs
        self._stop = CONTEXT.RawValue("b")  # read at every turn: an Event would take its time
        self._pool = start_workers(jobs, _start_worker, settings, self._stop)
        self._under_way: set[Future[Chunk]] = set()

    def start(self, first: int, fixtures: Sequence[Fixture]) -> None:
        self._under_way.add(self._pool.submit(_play_in_worker, first, list(fixtures)))

    def finished(self) -> list[Chunk]:
        done, self._under_way = wait(self._under_way, PATIENCE, FIRST_COMPLETED)
        return [_chunk_of(future) for future in done]

    def close(self) -> list[Chunk]:
        self._stop.value = True
        self._pool.shutdown(wait=True, cancel_futures=True)
        left = [future for future in self._under_way if not future.cancelled()]
        self._under_way = set()
        return [future.result() for future in left if future.exception() is None]


def _chunk_of(future: Future[Chunk]) -> Chunk:
    try:
        return future.result()
    except BrokenProcessPool:
        raise lost_worker() from None


# In a worker process: its settings, the match that it plays, and the sign to stop.
_settings: MatchSettings | None = None
_match: Match | None = None
_stop: Flag | None = None


def _start_worker(settings: MatchSettings, stop: Flag) -> None:
    global _settings, _stop
    _settings, _stop = settings, stop


def _play_in_worker(first: int, fixtures: list[Fixture]) -> Chunk:
    global _match
    assert _settings is not None
    assert _stop is not None
    if _match is None:  # made here, not at the start, so that what it raises is handed on
        _match = Match(_settings)
    stop = _stop
    return play_chunk(_match, first, fixtures, lambda: stop.value)
