"""Analysis by name, for whoever passes requests on: a browser's worker, a server's process.

A request is a name and arguments as JSON has them; the answer is a series of updates, the last of
which is complete. Between two updates the work can be stopped by not asking for the next one.

>>> from viae import Game
>>> position = Game.new("italia", players=2, seed=1).position()
>>> updates = list(run("evaluate", {"game": position, "nodes": 8}))
>>> [update["kind"] for update in updates]
['evaluation', 'evaluation']
>>> updates[-1]["evaluation"]["seat"], updates[-1]["done"]
(0, 1.0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from viae.analysis.review import read_game, review
from viae.analysis.study import evaluations, hints, verdicts
from viae.errors import SetupError
from viae.header import is_count
from viae.options import quote

if TYPE_CHECKING:
    from viae.analysis.documents import AnalysisUpdate, Puzzle, PuzzleHead
    from viae.game import Game

Work = Callable[..., Iterator[Any]]


def _evaluate(game: Game, at: int | None = None, **settings: Any) -> Iterator[Any]:
    return evaluations(_moment(game, at), **settings)


def _hint(game: Game, at: int | None = None, **settings: Any) -> Iterator[Any]:
    return hints(_moment(game, at), **settings)


def _moment(game: Game, at: int | None) -> Game:
    """The game after its first `at` entries."""
    if at is None:
        return game
    if not is_count(at):
        raise SetupError("analysis", [f"at is a number of entries, not {quote(at)}"])
    past = game.copy()
    past.progress.undo(at)
    return past


def _grade(_game: object, puzzle: Any, entries: Any, **settings: Any) -> Iterator[Any]:
    from viae.analysis import puzzles

    given = puzzles.puzzle(puzzle) if isinstance(puzzle, str) else puzzle
    grade = puzzles.grade_answer(given, entries, **settings)
    yield {"kind": "grade", "done": 1.0, "grade": grade}


# The names, and which settings each takes besides `game`.
JOBS: Final[dict[str, tuple[Work, frozenset[str]]]] = {
    "review": (review, frozenset({"nodes", "width", "seed", "seat", "top"})),
    "evaluate": (_evaluate, frozenset({"at", "nodes", "width", "seed", "turns"})),
    "verdict": (verdicts, frozenset({"at", "nodes", "width", "seed"})),
    "hint": (_hint, frozenset({"at", "nodes", "seed"})),
    "grade": (_grade, frozenset({"puzzle", "entries", "nodes"})),
}
WITHOUT_GAME: Final = frozenset({"grade"})


def run(name: str, arguments: Mapping[str, Any]) -> Iterator[AnalysisUpdate]:
    """The updates of a job; `SetupError` if there is no such job or it takes no such argument."""
    if name not in JOBS:
        known = ", ".join(JOBS)
        raise SetupError("analysis", [f"there is no job {quote(name)}; jobs are {known}"])
    work, known_settings = JOBS[name]
    settings = dict(arguments)
    game = settings.pop("game", None)
    faults = [f"{name} takes no {quote(key)}" for key in settings if key not in known_settings]
    if game is None and name not in WITHOUT_GAME:
        faults.append(f"{name} needs a game: a record or a position")
    if faults:
        raise SetupError("analysis", faults)
    return work(None if name in WITHOUT_GAME else read_game(game), **settings)


def task(
    name: str, arguments: Mapping[str, Any], progress: Callable[[Any], None] | None = None
) -> AnalysisUpdate:
    """The last update of a job; those before it go to `progress`. For a worker of the browser."""
    last: AnalysisUpdate | None = None
    for update in run(name, arguments):
        if last is not None and progress is not None:
            progress(last)
        last = update
    assert last is not None
    return last


def puzzles() -> list[PuzzleHead]:
    """What each puzzle that comes with Viae is about."""
    from viae.analysis.puzzles import listing

    return listing()


def puzzle(id: str) -> Puzzle:  # noqa: A002 - the name of the field
    """A puzzle by its id."""
    from viae.analysis import puzzles

    return puzzles.puzzle(id)


def puzzle_of_day(date: str) -> Puzzle:
    """The puzzle of a day, written 2030-01-31."""
    from viae.analysis import puzzles

    return puzzles.puzzle_of_day(date)
