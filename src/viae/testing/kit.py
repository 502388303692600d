"""Entry points: check one game, or many over all boards, variants, player counts and options."""

from __future__ import annotations

import gc
import itertools
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from viae.data import board_names
from viae.options import CHOICES, DEFAULTS, PLAYERS, changed
from viae.testing.laws import ConformanceError, Violation
from viae.testing.trial import Level, Trial
from viae.workers import start_workers

LIMIT = 20_000  # entries after which a game is abandoned (R8.3)
MOST_VIOLATIONS = 10  # then many games are stopped: the rest would say the same
CHUNK = 20  # games a process plays before it reports

Options = Mapping[str, bool | str]
Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Report:
    """What was checked; games of several reports can be added up with `add`."""

    games: int = 0
    entries: int = 0
    unfinished: int = 0
    thorough: int = 0  # states whose copies, texts, positions and scores were tried
    coins: Counter[str] = field(default_factory=Counter)  # over all games, by cause
    goods: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)  # what triggered the end (R8.1)
    violations: list[ConformanceError] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Count the games of another report too."""
        self.games += other.games
        self.entries += other.entries
        self.unfinished += other.unfinished
        self.thorough += other.thorough
        self.coins.update(other.coins)
        self.goods.update(other.goods)
        self.verbs.update(other.verbs)
        self.endings.update(other.endings)
        self.violations += other.violations

    def __str__(self) -> str:
        counts = (self.games, "game"), (self.entries, "entry"), (len(self.violations), "violation")
        return ", ".join(f"{number} {_plural(word, number)}" for number, word in counts)


def _plural(word: str, number: int) -> str:
    if number == 1:
        return word
    return "entries" if word == "entry" else f"{word}s"


def check_game(
    board: str | os.PathLike[str] = "imperium",
    variant: str = "concordia",
    players: int = 3,
    options: Options | None = None,
    seed: int = 0,
    level: Level = "full",
    limit: int = LIMIT,
) -> Report:
    """Play one random game and check every state; raises `ConformanceError` at the first fault.

    With the level `full` every check is made at every state; `sampled` makes those that take long
    at a few states of the game and at its end. `board` may be the path of a board file.

    >>> report = check_game("hellas", "venus", 3, seed=1, level="sampled")
    >>> report.games, report.violations
    (1, [])
    """
    trial = Trial(str(board), variant, players, options or {}, seed, level)
    game: dict[str, Any] = {
        "board": str(board),
        "variant": variant,
        "players": players,
        "options": changed(options or {}),
        "seed": seed,
        "level": level,
    }
    if limit != LIMIT:
        game["limit"] = limit
    try:
        trial.run(limit)
    except Violation as broken:
        raise _error(trial, game, broken.law, broken.text) from broken
    except Exception as problem:
        text = f"{type(problem).__name__}: {problem}"
        raise _error(trial, game, "crash", text) from problem
    ledger = trial.ledger
    return Report(
        games=1,
        entries=len(trial.earlier),
        unfinished=int(ledger.actor is not None),
        thorough=trial.thorough,
        coins=ledger.coin_causes,
        goods=ledger.goods_causes,
        verbs=ledger.verbs,
        endings=Counter([ledger.ended_by] if ledger.ended_by else []),
    )


def _error(trial: Trial, game: dict[str, Any], law: str, text: str) -> ConformanceError:
    entries = trial.game.entries
    return ConformanceError(law, text, len(entries), entries[-1] if entries else "", game)


# Many games


def combinations(
    boards: Sequence[str] = (), variants: Sequence[str] = (), counts: Sequence[int] = ()
) -> list[tuple[str, str, int]]:
    """Every board with every variant and player count; narrowed to some of them if given."""
    return [
        (board, variant, players)
        for variant in variants or PLAYERS
        for players in PLAYERS[variant]
        for board in boards or board_names()
        if not counts or players in counts
    ]


def option_sets(variant: str) -> list[dict[str, bool | str]]:
    """Every choice of options a variant allows (R1.3)."""
    found = [
        dict(zip(DEFAULTS, chosen, strict=True))
        for chosen in itertools.product(*(CHOICES[key] for key in DEFAULTS))
    ]
    if variant == "venus-team":
        found = [options for options in found if not options["intermediate_scoring"]]
    return found


def cases(
    games: int,
    seed: int = 0,
    some: Sequence[tuple[str, str, int]] = (),
    options: Options | None = None,
) -> Iterator[dict[str, Any]]:
    """The arguments of `check_game` for many games: combinations in turn, options varied."""
    chosen = list(some) or combinations()
    for number in range(games):
        lap, at = divmod(number, len(chosen))
        board, variant, players = chosen[at]
        sets = option_sets(variant)
        yield {
            "board": board,
            "variant": variant,
            "players": players,
            "options": changed(sets[(lap + at) % len(sets)]) if options is None else options,
            "seed": seed + number,
        }


def check_many(
    games: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    level: Level = "sampled",
    some: Sequence[tuple[str, str, int]] = (),
    options: Options | None = None,
) -> Report:
    """Check games over all combinations, the n-th with the seed `seed` + n.

    Violations are collected in the report, at most about ten. `progress` is told the number of
    games done and to do. `some` and `options` narrow what is played.
    """
    todo = list(cases(games, seed, some, options))
    chunks = [todo[at : at + CHUNK] for at in range(0, len(todo), CHUNK)]
    total = Report()
    if jobs == 1:
        for case in todo:
            total.add(_check_chunk([case], level))
            if progress:
                progress(total.games, games)
            if len(total.violations) >= MOST_VIOLATIONS:
                break
        return total
    with start_workers(jobs) as pool:
        for report in pool.map(_check_chunk, chunks, [level] * len(chunks)):
            total.add(report)
            if progress:
                progress(total.games, games)
            if len(total.violations) >= MOST_VIOLATIONS:
                pool.shutdown(wait=True, cancel_futures=True)
                break
    return total


def _check_chunk(some: list[dict[str, Any]], level: Level) -> Report:
    """Check some games, perhaps in a process of its own."""
    total = Report()
    # A game keeps all its states until it is over: looking for garbage meanwhile takes a third of
    # the time and finds none.
    collecting = gc.isenabled()
    gc.disable()
    try:
        for case in some:
            try:
                total.add(check_game(**case, level=level))
            except ConformanceError as problem:
                total.add(Report(games=1, entries=problem.at, violations=[problem]))
    finally:
        if collecting:
            gc.enable()
    return total
