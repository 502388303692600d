"""A whole review in one call, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from viae.analysis.course import course
from viae.analysis.critical import TOP
from viae.analysis.moment import WIDTH
from viae.analysis.outlook import Simulator
from viae.analysis.review import (
    STANDARD,
    checked,
    judge_of,
    next_moment,
    read_game,
    review,
    shift,
    summary,
)
from viae.analysis.writing import turn_review
from viae.bots.evaluation import Evaluator, shipped
from viae.errors import SetupError, ViaeError
from viae.header import is_count
from viae.options import quote

if TYPE_CHECKING:
    from viae.analysis.course import Part
    from viae.analysis.documents import AnalysisSettings, Review, TurnReview
    from viae.game import Game

Task = tuple[int, "Part"]


def analyse(
    game: Game | Mapping[str, Any] | str,
    *,
    nodes: int = STANDARD,
    width: int = WIDTH,
    seed: int = 0,
    seat: int | None = None,
    top: int = TOP,
    jobs: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Review:
    """The complete review of a game; `progress` is called with the share that is done.

    The arguments are those of `review`. The figures are the same, whatever the number of `jobs`,
    which are processes.
    """
    if not is_count(jobs) or jobs < 1:
        raise SetupError("analysis", [f"jobs is a whole number from 1 on, not {quote(jobs)}"])
    game = read_game(game)
    if jobs > 1:
        settings = checked(nodes, width, seed, seat, len(game.players), top)
        return _in_processes(game, settings, top, jobs, progress)
    last: Review | None = None
    for update in review(game, nodes=nodes, width=width, seed=seed, seat=seat, top=top):
        if update["kind"] == "review":
            last = update["review"]
        if progress:
            progress(update["done"])
    assert last is not None
    return last


def _in_processes(
    game: Game,
    settings: AnalysisSettings,
    top: int,
    jobs: int,
    progress: Callable[[float], None] | None,
) -> Review:
    seat = settings["seat"]
    parts = [one for one in course(game) if one.finished and seat in (None, one.seat)]
    turns: list[TurnReview] = []
    for turn in _judged(list(enumerate(parts)), settings, jobs, game.state.setup.team):
        turns.append(turn)
        shift(turns, len(turns) - 1)
        if progress:
            progress(len(turns) / len(parts))
    document = summary(game, settings, turns, settings["nodes"], True, top)
    document["next"] = next_moment(game, settings)
    return document


def _judged(
    tasks: list[Task], settings: AnalysisSettings, jobs: int, team: bool
) -> Iterator[TurnReview]:
    """In the order of the tasks."""
    from concurrent.futures.process import BrokenProcessPool

    from viae.workers import start_workers  # a browser has no processes

    workers = start_workers(max(1, min(jobs, len(tasks))), _start_worker, settings, team)
    try:
        yield from workers.map(_judge_in_worker, tasks)
    except BrokenProcessPool:
        raise ViaeError(
            "a process of the analysis has died; maybe there was no memory left."
            " Fewer at once (jobs) need less"
        ) from None
    finally:
        workers.shutdown(wait=True, cancel_futures=True)


# In a worker process: its net and settings.
_worker: tuple[Evaluator, AnalysisSettings] | None = None


def _start_worker(settings: AnalysisSettings, team: bool) -> None:
    global _worker
    _worker = shipped(team), settings


def _judge_in_worker(task: Task) -> TurnReview:
    assert _worker is not None
    net, settings = _worker
    index, part = task
    judge = judge_of(net, Simulator(net), part, settings)
    judge.refine(settings["nodes"])
    return turn_review(index, part, judge)
