"""Ladders: many matches from one plan, played evenly, continued at any time, as one table.

A plan is a TOML file, a `[[match]]` for each line of the table:

    seed = 2026

    [[match]]
    first = "search:nodes=32"
    against = "yardstick"
    players = 4
    games = 400

Further keys of a match: `board`, `variant`, `time`, and what it has to reach: `rate`, and `bound`
for the lower end of the interval. The games of every match are kept in a file of their own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from viae.arena.match import Match, MatchSettings, play_match
from viae.arena.results import ResultsFile, read_match
from viae.arena.standings import wilson
from viae.errors import Faults, SetupError, ViaeError

if TYPE_CHECKING:
    from viae.arena.pool import WorkerPool
    from viae.arena.results import Result

FIRST_PASS: Final = 24  # games of every match, before any has more; then twice as many
KEYS: Final = {
    "first": str,
    "against": str,
    "players": int,
    "games": int,
    "board": str,
    "variant": str,
    "time": float,
    "rate": float,
    "bound": float,
}
SHARES: Final = ("rate", "bound")
NEEDED: Final = ("first", "against", "players", "games")


@dataclass
class Rung:
    """A match of a ladder: one bot against one at all other seats, or a team against others."""

    first: str
    settings: MatchSettings
    rate: float | None  # what has to be reached
    bound: float | None
    match: Match = field(init=False)
    results: dict[tuple[str, int, int], Result] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.match = Match(self.settings)

    @property
    def name(self) -> str:
        """The file of its games, without the ending."""
        said = self.settings
        parts = [*said.bots, str(said.players), *said.boards, said.variant]
        if said.time is not None:
            parts.append(f"{said.time:g}s")
        return re.sub(r"[^A-Za-z0-9.=-]+", "_", " ".join(parts))

    @property
    def sides(self) -> int:
        """Players, or teams."""
        players = self.match.players
        return players // 2 if self.settings.variant == "venus-team" else players

    @property
    def wins(self) -> int:
        """Games that the first bot won."""
        first = self.match.seats[0]
        return sum(first in one.names(one.winner) for one in self.results.values())

    def as_json(self) -> dict[str, Any]:
        """The line of the table."""
        games = len(self.results)
        low, high = wilson(self.wins, games)
        share = self.wins / games if games else None
        holds: bool | None = None
        if share is not None and games >= self.match.games and (self.rate or self.bound):
            holds = share >= (self.rate or 0.0) and low >= (self.bound or 0.0)
        said = self.settings
        return {
            "first": self.match.seats[0],
            "against": self.match.seats[1],
            "players": self.match.players,
            "board": said.boards[0],
            "variant": said.variant,
            "time": said.time,
            "games": games,
            "of": self.match.games,
            "wins": self.wins,
            "rate": None if share is None else round(share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "even": round(1 / self.sides, 4),
            "wanted": self.rate,
            "wanted_low": self.bound,
            "holds": holds,
        }


def shipped_plan() -> str:
    """The plan that comes with Viae: the fixed pool."""
    return (files("viae.arena") / "ladder.toml").read_text("utf-8")


def read_plan(text: str, seed: int | None = None, games: int | None = None) -> list[Rung]:
    """The matches of a plan; SetupError lists every fault.

    >>> plan = '[[match]]' + chr(10) + 'first="greedy"' + chr(10) + 'against="random"' + chr(10)
    >>> plan += 'players=2' + chr(10) + 'games=4'
    >>> [(rung.first, rung.match.games) for rung in read_plan(plan)]
    [('greedy', 4)]
    """
    try:
        plan = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ViaeError(f"the plan is not TOML: {problem}") from None
    faults: Faults = []
    for key in plan.keys() - {"seed", "match"}:
        faults.append(f"“{key}” is no key of a plan; there are seed and [[match]]")
    matches = plan.get("match", [])
    if not isinstance(matches, list) or not matches:
        faults.append("a plan has a [[match]] for each line of the table")
        matches = []
    base = plan.get("seed", 0) if seed is None else seed
    if not isinstance(base, int) or base < 0:
        faults.append(f"a seed is a whole number from 0 on, not {base!r}")
        base = 0
    rungs: list[Rung] = []
    files: dict[str, int] = {}  # whose games are kept there
    for number, one in enumerate(matches, 1):
        wrong = _faults(one)
        if not wrong:
            try:
                rung = _rung(one, base, games)
            except SetupError as problem:
                wrong = [str(fault) for fault in problem.faults]
            else:
                rungs.append(rung)
                if files.setdefault(rung.name, number) != number:
                    wrong = [f"its games would be in the file of match {files[rung.name]}"]
        faults += [f"match {number}: {fault}" for fault in wrong]
    if faults:
        raise SetupError("ladder", faults)
    return rungs


def _faults(match: Any) -> list[str]:
    if not isinstance(match, dict):
        return ["a match is a [[match]] with keys"]
    found = [f"it lacks “{key}”" for key in NEEDED if key not in match]
    for key, value in match.items():
        kind = KEYS.get(key)
        if kind is None:
            found.append(f"“{key}” is no key; there are {', '.join(KEYS)}")
        elif isinstance(value, bool) or not isinstance(value, int if kind is int else (kind, int)):
            found.append(f"“{key}” is {kind.__name__}, not {value!r}")
        elif key in SHARES and not _is_share(value):
            found.append(f"“{key}” is a share from 0 to 1, not {value!r}")
    return found


def _is_share(value: Any) -> bool:
    return bool(0 <= value <= 1)  # NaN is none


def _rung(match: dict[str, Any], seed: int, games: int | None) -> Rung:
    settings = MatchSettings(
        bots=(match["first"], match["against"]),
        boards=(match.get("board", "imperium"),),
        variant=match.get("variant", "concordia"),
        players=match["players"],
        games=match["games"] if games is None else min(games, match["games"]),
        seed=seed,
        time=match.get("time"),
        records=False,
    )
    return Rung(match["first"], settings, match.get("rate"), match.get("bound"))


def find_games(rungs: Sequence[Rung], folder: Path) -> None:
    """Give each rung its games in the folder, which is left as it is; they are of the same plan."""
    for rung in rungs:
        wanted = set(rung.match.fixtures())
        found = read_match(folder / f"{rung.name}.jsonl", rung.match.terms)
        rung.results = {one.key: one for one in found if one.key in wanted}


def play_ladder(
    rungs: Sequence[Rung],
    folder: Path,
    jobs: int,
    stop: Callable[[], bool] | None = None,
    make_workers: Callable[[MatchSettings], WorkerPool] | None = None,
) -> Generator[Rung, None, None]:
    """Play what is missing in the folder; each rung whenever some of its games were played.

    All matches get their first games before any gets more, so that the table is of use early.
    """
    folder.mkdir(parents=True, exist_ok=True)
    find_games(rungs, folder)
    target = FIRST_PASS
    most = max(rung.match.games for rung in rungs)
    while not (stop is not None and stop()):
        for rung in rungs:
            missing = [
                fixture
                for fixture in rung.match.fixtures()[:target]
                if tuple(fixture) not in rung.results
            ]
            if not missing:
                continue
            workers = make_workers(rung.settings) if make_workers else None
            with ResultsFile(folder / f"{rung.name}.jsonl", rung.match.terms) as file:
                for played in play_match(rung.settings, jobs, missing, stop, workers):
                    file.write(played)
                    rung.results[played.result.key] = played.result
            yield rung
            if stop is not None and stop():
                return
        if target >= most:
            return
        target *= 2


def table(rungs: Sequence[Rung]) -> str:
    """All lines as a Markdown table."""
    lines = [
        "| one | others | table | won | of | rate | 95 % | even | wanted |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for said in (rung.as_json() for rung in rungs):
        where = f"{said['players']} players"
        if said["board"] != "imperium":
            where += f", {Path(said['board']).stem}"
        if said["variant"] != "concordia":
            where += f", {said['variant']}"
        if said["time"] is not None:
            where += f", {said['time']:g} s"
        rate = "–" if said["rate"] is None else f"{said['rate']:.1%}"
        wanted = "" if said["wanted"] is None else f"{said['wanted']:.0%}"
        if said["wanted_low"] is not None:
            wanted += f" ({said['wanted_low']:.0%})"
        if said["holds"] is not None:
            wanted += " holds" if said["holds"] else " missed"
        lines.append(
            f"| `{said['first']}` | `{said['against']}` | {where} | {said['wins']}"
            f" | {said['games']} | {rate} | {said['low']:.1%}–{said['high']:.1%}"
            f" | {said['even']:.0%} | {wanted.strip()} |"
        )
    return "\n".join(lines)
