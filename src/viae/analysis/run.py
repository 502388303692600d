"""Analyse a game: judge every turn, in this process or in several."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, Final

from viae.analysis.course import course
from viae.analysis.critical import TOP, critical_moments
from viae.analysis.judge import Judge, Verdict
from viae.analysis.report import (
    FORMAT,
    Advice,
    Analysis,
    Choice,
    Expected,
    Lost,
    Player,
    Settings,
    Turn,
)
from viae.bots.net import shipped
from viae.bots.search import WIDTH
from viae.errors import RecordError, SetupError, ViaeError
from viae.game import Game
from viae.header import as_object, is_count
from viae.options import quote
from viae.position import is_position
from viae.rules import codes, notation
from viae.rules.state import begins_turn
from viae.workers import start_workers

if TYPE_CHECKING:
    from viae.analysis.course import Part
    from viae.analysis.judge import Option
    from viae.analysis.outlook import Outlook
    from viae.rules.setup import Setup

NODES: Final = 48  # simulations of a turn

Progress = Callable[[int, int], None]
Task = tuple["Part", bool]  # a turn, and whether to look at the moment before it, too


def analyse(
    game: Game | Mapping[str, Any] | str,
    *,
    nodes: int = NODES,
    time: float | None = None,
    width: int = WIDTH,
    seed: int = 0,
    seat: int | None = None,
    top: int = TOP,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Analysis:
    """Analyse a game, a record or a position; a game that is not over gets advice for its turn.

    `nodes` is how many simulations the search makes for each turn; `time`, in seconds, takes their
    place. `width` is how many turns are tried out. `seat` leaves out the turns of all others, `top`
    is how many critical moments are named. `progress` is called with how many turns are done, and
    of how many. Without `time` the same game gets the same analysis, whatever the number of
    `jobs`, which are processes.
    """
    _check(nodes, time, width, seed, top, jobs)
    if not isinstance(game, Game):
        game = _read(game)
    _check_seat(seat, len(game.players))
    settings = Settings(None if time is not None else nodes, width, time, seed, seat)
    parts = course(game)
    wanted = [part for part in parts if part.finished and seat in (None, part.seat)]
    asked = isinstance(game.actor, int) and seat in (None, game.actor)
    total = len(wanted) + (1 if asked else 0)
    verdicts: list[Verdict] = []
    for verdict in _verdicts(_tasks(wanted), settings, jobs, game.state.setup.team):
        verdicts.append(verdict)
        if progress:
            progress(len(verdicts), total)
    advice = _advice(game, parts, settings) if asked else None
    if asked and progress:
        progress(total, total)
    turns = _turns(game.state.setup, wanted, verdicts)
    return Analysis(
        FORMAT,
        game.board.id,
        game.variant,
        game.over,
        game.winner,
        tuple([one.total for one in game.scores()]),
        _sides(game.state.setup),
        _players(game, turns),
        settings,
        turns,
        critical_moments(turns, top),
        advice,
    )


# What is asked for


def _read(document: Mapping[str, Any] | str) -> Game:
    given = as_object(document, "record", RecordError)
    if is_position(given):
        return Game.from_position(given, chance="manual")
    return Game.from_record(given, chance="manual")


def _check(
    nodes: object, time: object, width: object, seed: object, top: object, jobs: object
) -> None:
    faults = [
        f"{name} is a whole number from {least} on, not {quote(value)}"
        for name, value, least in (
            ("nodes", nodes, 1),
            ("width", width, 2),
            ("seed", seed, 0),
            ("top", top, 0),
            ("jobs", jobs, 1),
        )
        if not is_count(value) or value < least
    ]
    if time is not None and not (
        isinstance(time, (int, float)) and math.isfinite(time) and time > 0
    ):
        faults.append(f"time is a number of seconds above 0, not {quote(time)}")
    if faults:
        raise SetupError("analysis", faults)


def _check_seat(seat: object, players: int) -> None:
    if seat is not None and not (is_count(seat) and seat < players):
        fault = f"seat is a number from 0 to {players - 1}, not {quote(seat)}"
        raise SetupError("analysis", [fault])


# Judging


def _tasks(parts: Sequence[Part]) -> list[Task]:
    """The moment before a turn is known from the turn before, unless something came between."""
    tasks: list[Task] = []
    end = -1
    for part in parts:
        tasks.append((part, part.at != end))
        end = part.end
    return tasks


def _verdicts(
    tasks: Sequence[Task], settings: Settings, jobs: int, team: bool
) -> Iterator[Verdict]:
    """In the order of the tasks."""
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        judge = Judge(shipped(team), settings)
        for task in tasks:
            yield judge.verdict(*task)
        return
    workers = start_workers(jobs, _start_worker, settings, team)
    try:
        yield from workers.map(_judge_in_worker, tasks)
    except BrokenProcessPool:
        raise ViaeError(
            "a process of the analysis has died; maybe there was no memory left."
            " Fewer at once (jobs) need less"
        ) from None
    finally:
        workers.shutdown(wait=True, cancel_futures=True)


# In a worker process: its judge.
_judge: Judge | None = None


def _start_worker(settings: Settings, team: bool) -> None:
    global _judge
    _judge = Judge(shipped(team), settings)


def _judge_in_worker(task: Task) -> Verdict:
    assert _judge is not None
    return _judge.verdict(*task)


# Reporting


def _turns(setup: Setup, parts: Sequence[Part], verdicts: Sequence[Verdict]) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    after: Outlook | None = None
    for part, verdict in zip(parts, verdicts, strict=True):
        before = verdict.before or after
        assert before is not None
        after = verdict.after
        side = part.seat % setup.sides
        best = verdict.best
        turns.append(
            Turn(
                part.number,
                part.part,
                part.at,
                part.seat,
                _texts(setup, part.codes),
                tuple([setup.faces.ids[codes.card_of(code)] for code in part.revealed]),
                verdict.options,
                _expected(before),
                _expected(after),
                _choice(setup, best),
                Lost(
                    max(0.0, float(best.outlook.win[side] - after.win[side])),
                    max(0.0, best.outlook.side_points(side) - after.side_points(side)),
                ),
                0.5 * float(abs(after.win - before.win).sum()),
            )
        )
    return tuple(turns)


def _advice(game: Game, parts: Sequence[Part], settings: Settings) -> Advice:
    state = game.state
    setup = state.setup
    last = parts[-1] if parts else None
    begun = last.codes if last and not last.finished else []
    number = last.number if last else 0
    part = last.part if last else 0
    if begins_turn(state):
        number, part = number + 1, 1
    elif not begun:
        part += 1
    now, options, choices = Judge(shipped(setup.team), settings).advice(state, len(game.entries))
    return Advice(
        number,
        part,
        len(game.entries),
        state.actor,
        _texts(setup, begun),
        options,
        _expected(now),
        tuple([_choice(setup, choice) for choice in choices]),
    )


def _players(game: Game, turns: Sequence[Turn]) -> tuple[Player, ...]:
    players: list[Player] = []
    for seat, name in enumerate(game.players):
        own = [turn for turn in turns if turn.seat == seat]
        lost = Lost(sum(turn.lost.win for turn in own), sum(turn.lost.points for turn in own))
        side = seat % game.state.setup.sides
        players.append(Player(name, side, len(own), sum(turn.found for turn in own), lost))
    return tuple(players)


def _sides(setup: Setup) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple(range(side, setup.players, setup.sides)) for side in range(setup.sides)])


def _texts(setup: Setup, codes: Sequence[int]) -> tuple[str, ...]:
    return tuple([notation.show(setup, code) for code in codes])


def _choice(setup: Setup, option: Option) -> Choice:
    return Choice(_texts(setup, option.codes), _expected(option.outlook))


def _expected(outlook: Outlook) -> Expected:
    win: list[float] = outlook.win.tolist()
    points: list[float] = outlook.points.tolist()
    return Expected(tuple(win), tuple(points))
