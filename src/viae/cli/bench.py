"""`viae bench`: how fast the engine is, interpreted and compiled, beside catanatron in one run.

A process has one engine, so each is measured in a worker of its own: this file, run as a script.
Workers start once and answer one request at a time, and the rounds go through all of them in turn,
so that a busy moment of the machine hits all alike and the best round is little disturbed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from viae import __version__, engine
from viae.cli.choosing import JsonOption
from viae.cli.guard import FAILURE
from viae.errors import ViaeError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

BOARD = "imperium"
CONTEST = ("concordia", 4)  # the table of all comparisons
TABLES = (
    *(("concordia", players) for players in (2, 3, 4, 5)),
    *(("venus", players) for players in (2, 3, 4, 5)),
    *(("venus-team", players) for players in (4, 6)),
)
ENGINES = {"pure": "interpreted", "compiled": "compiled"}
WORKERS = {"pure": "pure", "driven": "compiled", "incore": "compiled", "catanatron": "catanatron"}
NAMES = {
    "pure": "viae, interpreted",
    "driven": "viae, compiled, driven from Python",
    "incore": "viae, compiled, whole game inside",
    "catanatron": "catanatron",
}
REMEDIES = {
    "compiled": "`make compile` compiles the rules where there is a C compiler",
    "catanatron": "`make bench` installs it",
}
SAMPLES = 200  # states on which legal, apply and copy are timed
IMPORTS = 7  # fresh processes for the time of an import
GROWTH_SHARE = 0.2  # of a measurement's seconds, for every table but the one of the comparisons
CALM = 0.8  # a median below this share of the best round means a busy machine

# CPU time does not count what other processes take; some systems give it in steps of 15 ms.
FINE = time.get_clock_info("process_time").resolution < 1e-4
clock = time.process_time if FINE else time.perf_counter


# --- a worker: measures when asked ---


def serve(kind: str) -> None:
    """Answer requests, a line of JSON each, until there are no more."""
    import gc
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever else is printed is no answer
    print(json.dumps(introduce(kind)), file=answers, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        gc.collect()
        print(json.dumps(MEASURES[request["measure"]](request)), file=answers, flush=True)


def introduce(kind: str) -> dict[str, str]:
    """Which engine this process really has."""
    if kind != "catanatron":
        status = engine.status()
        return {"kind": status.kind, "reason": status.reason}
    from importlib.metadata import version

    try:
        import catanatron  # noqa: F401
    except ImportError as error:
        return {"kind": "missing", "reason": str(error)}
    return {"kind": "catanatron", "reason": f"version {version('catanatron')}"}


def play_driven(request: dict[str, Any]) -> dict[str, float]:
    """Whole games, entry by entry from here, as a bot or a server would play them."""
    from random import Random

    from viae.rules.playout import Dice, random_start
    from viae.rules.turn import apply, legal

    terms = _terms(request)
    dice, chance = Dice(request["seed"]), Random(request["seed"]).random
    entries = 0
    start = clock()
    for _ in range(request["games"]):
        state = random_start(terms, dice)
        while found := legal(state):
            apply(state, found[int(chance() * len(found))])
            entries += 1
    return {"seconds": clock() - start, "entries": entries}


def play_incore(request: dict[str, Any]) -> dict[str, float]:
    """Whole games with the loop inside the engine."""
    from viae.rules.playout import Dice, playout, random_start

    terms = _terms(request)
    dice = Dice(request["seed"])
    entries = 0
    start = clock()
    for _ in range(request["games"]):
        entries += playout(random_start(terms, dice), dice)
    return {"seconds": clock() - start, "entries": entries}


def play_catanatron(request: dict[str, Any]) -> dict[str, float]:
    """Whole games of catanatron between four random players."""
    from catanatron import Color, Game, RandomPlayer

    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    first = 1 + request["seed"] * 100_000  # a seed of 0 means none
    entries = 0
    start = clock()
    for number in range(request["games"]):
        game = Game([RandomPlayer(color) for color in colors], seed=first + number)
        game.play()
        entries += len(game.state.actions)
    return {"seconds": clock() - start, "entries": entries}


def time_parts(request: dict[str, Any]) -> dict[str, float]:
    """Microseconds of a legal, an apply and a copy, on states of random games.

    A copy is dropped at once; `keep` is a copy that stays with others, and so includes what
    Python's garbage collector does about them.
    """
    from viae.rules.turn import apply, legal

    states, codes = _sample(request)
    spent = {"legal": 0.0, "apply": 0.0, "copy": 0.0, "keep": 0.0}
    passes = 0
    while sum(spent.values()) < request["seconds"]:
        passes += 1
        start = clock()
        kept = [state.copy() for state in states]
        spent["keep"] += clock() - start
        start = clock()
        for state in states:
            state.copy()
        spent["copy"] += clock() - start
        start = clock()
        for state in kept:
            legal(state)
        spent["legal"] += clock() - start
        start = clock()
        for state, code in zip(kept, codes, strict=True):
            apply(state, code)
        spent["apply"] += clock() - start
    return {part: seconds * 1e6 / (passes * SAMPLES) for part, seconds in spent.items()}


def _terms(request: dict[str, Any]) -> Any:
    from viae.data import load_board
    from viae.options import DEFAULTS, terms_for

    return terms_for(load_board(BOARD), request["variant"], request["players"], DEFAULTS)


def _sample(request: dict[str, Any]) -> tuple[list[Any], list[int]]:
    """States from all moments of random games, and a legal entry of each."""
    from viae.rules.playout import Dice, random_start
    from viae.rules.turn import apply, legal

    terms, dice = _terms(request), Dice(request["seed"])
    states: list[Any] = []
    codes: list[int] = []
    while True:
        state = random_start(terms, dice)
        while found := legal(state):
            code = found[dice.below(len(found))]
            if dice.below(25) == 0:
                states.append(state.copy())
                codes.append(code)
                if len(codes) == SAMPLES:
                    return states, codes
            apply(state, code)


MEASURES: dict[str, Callable[[dict[str, Any]], dict[str, float]]] = {
    "pure": play_driven,
    "driven": play_driven,
    "incore": play_incore,
    "catanatron": play_catanatron,
    "parts": time_parts,
}


# --- the process that asks ---


def environment(source: Path | None = None) -> dict[str, str]:
    """The environment of a process that imports this `viae`, or the one in another folder."""
    root = source or Path(__file__).parents[2]
    path = filter(None, [str(root), os.environ.get("PYTHONPATH")])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


class Worker:
    """A process that measures, and sleeps unless it is asked."""

    def __init__(self, kind: str, source: Path | None = None) -> None:
        self.kind = kind
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__, kind],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={
                **environment(source),
                "VIAE_PURE": "1" if kind == "pure" else "0",
                "PYTHONHASHSEED": "0",  # catanatron's games depend on it, besides the seed
            },
        )
        about = self._answer()
        self.about: str = about["reason"]
        self.missing = about["kind"] != ENGINES.get(kind, kind)

    def lack(self) -> str:
        """Why it cannot measure, and what to do about it."""
        remedy = REMEDIES[self.kind]
        return self.about if "make compile" in self.about else f"{self.about}; {remedy}"

    def ask(self, request: Mapping[str, object]) -> dict[str, Any]:
        """Have one measurement made."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it is gone: the missing answer tells
            print(json.dumps(request), file=self._process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            status = self._process.wait()
            raise ViaeError(f"the process that measures “{self.kind}” ended with status {status}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        with suppress(OSError):
            self._process.communicate()


class Round(NamedTuple):
    """What one round of games gave."""

    games: int
    entries: int
    seconds: float


@dataclass
class Series:
    """Random games of one engine at one table, round by round."""

    name: str
    worker: Worker
    variant: str
    players: int
    seconds: float
    games: int = 1  # in a round
    rounds: list[Round] = field(default_factory=list)

    def warm_up(self) -> None:
        """Find out how many games fill the time; these do not count."""
        while (played := self._play(0)).seconds < self.seconds / 4:
            self.games *= 2
        self.games = max(1, round(self.games * self.seconds / played.seconds))

    def run(self, number: int) -> None:
        """Play a round; every round has games of its own."""
        self.rounds.append(self._play(number))

    def _play(self, seed: int) -> Round:
        table = {"variant": self.variant, "players": self.players}
        request = {"measure": self.name, "seed": seed, "games": self.games, **table}
        answer = self.worker.ask(request)
        return Round(self.games, answer["entries"], answer["seconds"])

    def figures(self) -> dict[str, Any]:
        """Games and entries per second.

        The length of a game is taken from all rounds: otherwise the round that happened to have the
        shortest games would be the best.
        """
        from statistics import median

        games = sum(played.games for played in self.rounds)
        length = sum(played.entries for played in self.rounds) / games
        paces = [played.entries / played.seconds for played in self.rounds]
        return {
            "best": max(paces) / length,
            "median": median(paces) / length,
            "entries_per_second": max(paces),
            "entries_per_game": length,
            "games": games,
        }


@dataclass
class Parts:
    """The times of legal, apply and copy of one engine, round by round."""

    worker: Worker
    seconds: float
    rounds: list[dict[str, float]] = field(default_factory=list)

    def warm_up(self) -> None:
        """Once for nothing."""
        self._time(0)

    def run(self, number: int) -> None:
        """Time a round; every round has states of its own."""
        self.rounds.append(self._time(number))

    def _time(self, seed: int) -> dict[str, float]:
        table = {"variant": CONTEST[0], "players": CONTEST[1]}
        request = {"measure": "parts", "seed": seed, "seconds": self.seconds, **table}
        return self.worker.ask(request)

    def figures(self) -> dict[str, float]:
        """The best of each in microseconds; a step is one legal and one apply."""
        best = {part: min(times[part] for times in self.rounds) for part in self.rounds[0]}
        return {**best, "step": best["legal"] + best["apply"]}


class Schedule:
    """All that is measured in a run."""

    def __init__(self, workers: dict[str, Worker], seconds: float) -> None:
        share = seconds * GROWTH_SHARE
        here = {name: workers[kind] for name, kind in WORKERS.items() if not workers[kind].missing}
        self.contest = [Series(name, worker, *CONTEST, seconds) for name, worker in here.items()]
        self.parts = [Parts(workers[kind], share) for kind in ENGINES if not workers[kind].missing]
        self.growth = [
            Series(name, worker, variant, players, share)
            for variant, players in TABLES
            for name, worker in here.items()
            if name != "catanatron"
        ]
        self.items: list[Series | Parts] = [*self.contest, *self.parts, *self.growth]

    def run(self, rounds: int, progress: Callable[[str, float], None]) -> None:
        """Warm up, then go round; `progress` hears how much is done, from 0 to 1."""
        steps = (rounds + 1) * len(self.items)
        for done, item in enumerate(self.items):
            progress("warming up", done / steps)
            item.warm_up()
        for number in range(1, rounds + 1):
            for done, item in enumerate(self.items, number * len(self.items)):
                progress(f"round {number} of {rounds}", done / steps)
                item.run(number)


def measure(rounds: int, seconds: float, progress: Callable[[str, float], None]) -> dict[str, Any]:
    """Measure everything; the object that --json prints."""
    import platform

    with ExitStack() as stack:
        workers: dict[str, Worker] = {}
        for kind in (*ENGINES, "catanatron"):
            workers[kind] = Worker(kind)
            stack.callback(workers[kind].close)
        schedule = Schedule(workers, seconds)
        schedule.run(rounds, progress)
    games = dict.fromkeys(WORKERS) | {one.name: one.figures() for one in schedule.contest}
    times = dict.fromkeys(ENGINES) | {one.worker.kind: one.figures() for one in schedule.parts}
    result = {
        "viae": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "board": BOARD,
        "rounds": rounds,
        "seconds": seconds,
        "clock": "process_time" if FINE else "perf_counter",
        "engines": {kind: worker.about for kind, worker in workers.items()},
        "missing": {worker.kind: worker.lack() for worker in workers.values() if worker.missing},
        "games_per_second": games,
        "ratios": ratios(games, times),
        "microseconds": times,
        "growth": [growth(table, schedule.growth) for table in TABLES],
        "package": package(),
    }
    return {**result, "bars": judge(result)}


def ratios(games: dict[str, Any], times: dict[str, Any]) -> dict[str, float | None]:
    """Best rounds against best rounds; None where one of the two is missing."""

    def speed(name: str, other: str) -> float | None:
        if games[name] is None or games[other] is None:
            return None
        ratio: float = games[name]["best"] / games[other]["best"]
        return ratio

    fastest = times["compiled"] or times["pure"]
    return {
        "pure_vs_catanatron": speed("pure", "catanatron"),
        "driven_vs_catanatron": speed("driven", "catanatron"),
        "incore_vs_catanatron": speed("incore", "catanatron"),
        "driven_vs_pure": speed("driven", "pure"),
        "copy_vs_step": fastest["copy"] / fastest["step"],
    }


def growth(table: tuple[str, int], measured: list[Series]) -> dict[str, Any]:
    """The figures of one variant and number of players."""
    here = {one.name: one.figures() for one in measured if (one.variant, one.players) == table}
    rates = {name: here.get(name) for name in WORKERS if name != "catanatron"}
    return {"variant": table[0], "players": table[1], **rates}


# --- the package: how long it takes to import, how large it is ---


def package() -> dict[str, float]:
    """The figures of the package as it is here."""
    return {
        "import_ms": import_ms("import viae"),
        "import_game_ms": import_ms("from viae import Game"),
        "installed_mb": installed_bytes(Path(__file__).parents[1]) / 1e6,
    }


def import_ms(statement: str, source: Path | None = None) -> float:
    """The best time of an import in a fresh process, without that of starting Python."""
    code = f"from time import perf_counter as t; a = t(); {statement}; print((t() - a) * 1000)"
    command = [sys.executable, "-P", "-c", code]
    runs = [
        subprocess.run(command, env=environment(source), capture_output=True, text=True, check=True)
        for _ in range(IMPORTS)
    ]
    return min(float(run.stdout) for run in runs)


# What stands on the core.
PACKAGES = {"analysis", "arena", "bots", "envs", "learn", "local", "server", "table", "testing"}
COMMANDS = {
    "admin",
    "analyse",
    "arena",
    "bot",
    "bots",
    "dataset",
    "dump",
    "ladder",
    "learn",
    "puzzles",
    "serve",
    "stats",
    "thinking",
}
BEYOND = PACKAGES | {f"{name}.py" for name in COMMANDS}


def installed_bytes(folder: Path) -> int:
    """The size of the core as pip leaves it: with the bytecode of every source, cached or not.

    The core is the game: rules, data, records, the command. Left out is what stands on it; the
    compiled library has the bots' part in it, which counts.
    """
    import marshal

    files = [
        path
        for path in folder.rglob("*")
        if path.is_file() and BEYOND.isdisjoint(path.relative_to(folder).parts)
    ]
    size = sum(path.stat().st_size for path in files if path.parent.name != "__pycache__")
    for path in files:
        if path.suffix == ".py":
            code = compile(path.read_bytes(), path, "exec", dont_inherit=True)
            size += 16 + len(marshal.dumps(code))  # a .pyc begins with 16 bytes of its own
    return size


# --- the bars ---


class Bar(NamedTuple):
    """What a figure has to reach: at least the limit, or less than it."""

    figure: str
    limit: float
    below: bool = False

    def holds(self, value: float | None) -> bool | None:
        """Whether the value is good enough; None without one."""
        if value is None:
            return None
        return value < self.limit if self.below else value >= self.limit

    def __str__(self) -> str:
        return f"{'<' if self.below else '≥'} {self.limit:g}"


BARS = (
    Bar("pure_vs_catanatron", 10),
    Bar("driven_vs_catanatron", 40),
    Bar("incore_vs_catanatron", 90),
    Bar("driven_vs_pure", 3),
    Bar("copy_vs_step", 3, below=True),
    Bar("import_ms", 100, below=True),
    Bar("installed_mb", 3, below=True),
)


def judge(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Every bar with what was reached; `holds` is None for what could not be measured."""
    figures = {**result["ratios"], **result["package"]}
    return [
        {
            "figure": bar.figure,
            "value": figures[bar.figure],
            "bar": str(bar),
            "holds": bar.holds(figures[bar.figure]),
        }
        for bar in BARS
    ]


# --- what a person sees ---


def report(result: dict[str, Any], console: Console) -> None:
    """Print the tables."""
    console.print(
        f"Random games on {BOARD}: one thread each, {result['rounds']} rounds in turn, "
        f"{result['seconds']:g} s each, ratios of the best rounds. "
        f"viae {result['viae']}, {result['python']}."
    )
    for make in (contest_table, parts_table, growth_table, bars_table):
        console.print()
        console.print(make(result))
    for kind, reason in result["missing"].items():
        name = NAMES.get(kind, f"viae, {kind},")
        console.print(f"\n{name} was not measured: {reason}.", style="bold")
    rates = [rates for rates in result["games_per_second"].values() if rates]
    if any(one["median"] < CALM * one["best"] for one in rates):
        console.print(
            "\nThe rounds differ much: the machine was busy. More rounds, or a quieter "
            "moment, give better figures.",
            style="yellow",
        )


def grid(title: str, *columns: str) -> Table:
    """An empty table; all columns but the first hold numbers."""
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    return table


def show(value: float | None, digits: int = 0) -> str:
    """A number for a table, or a dash for none."""
    return "–" if value is None else f"{value:,.{digits}f}"


def contest_table(result: dict[str, Any]) -> Table:
    """Games per second beside those of catanatron."""
    title = f"{CONTEST[1]} players, {CONTEST[0]}: games/s"
    table = grid(title, "", "best", "median", "entries/s", "× catanatron")
    for name, rates in result["games_per_second"].items():
        if rates is None:
            table.add_row(NAMES[name], *("–" * 4))
            continue
        digits = 0 if rates["best"] > 100 else 1
        table.add_row(
            NAMES[name],
            show(rates["best"], digits),
            show(rates["median"], digits),
            show(rates["entries_per_second"]),
            show(result["ratios"].get(f"{name}_vs_catanatron", 1.0), 1),
        )
    return table


def parts_table(result: dict[str, Any]) -> Table:
    """Microseconds of the parts of a step and of a copy."""
    table = grid("Microseconds", "", "legal", "apply", "copy", "copy, kept", "copy / step")
    for kind, times in result["microseconds"].items():
        if times is not None:
            row = [show(times[part], 2) for part in ("legal", "apply", "copy", "keep")]
            table.add_row(f"viae, {ENGINES[kind]}", *row, show(times["copy"] / times["step"], 2))
    return table


def growth_table(result: dict[str, Any]) -> Table:
    """Games per second for each number of players, entries per second of the fastest."""
    columns = ("", "entries/game", "interpreted", "driven", "inside", "entries/s")
    table = grid("With the players: games/s, entries/s of the fastest", *columns)
    for row in result["growth"]:
        rates = [row[name] for name in ("pure", "driven", "incore")]
        fastest = [one for one in rates if one][-1]
        table.add_row(
            f"{row['variant']} {row['players']}",
            show(fastest["entries_per_game"]),
            *(show(one["best"] if one else None) for one in rates),
            show(fastest["entries_per_second"]),
        )
    return table


def bars_table(result: dict[str, Any]) -> Table:
    """What is to be reached, and whether it was."""
    from rich.text import Text

    table = grid("Bars", "", "value", "bar", "")
    verdicts = {True: ("holds", "green"), False: ("missed", "bold red"), None: ("not measured", "")}
    for bar in result["bars"]:
        verdict = Text(*verdicts[bar["holds"]])
        table.add_row(bar["figure"], show(bar["value"], 1), bar["bar"], verdict)
    return table


@contextmanager
def progress_bar() -> Iterator[Callable[[str, float], None]]:
    """A bar on a terminal's standard error, drawn between the measurements, not during them."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from viae.cli.out import err

    console = err()
    bar = Progress(
        TextColumn("{task.description:16}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        auto_refresh=False,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("", total=1.0)
        yield lambda text, done: bar.update(task, description=text, completed=done, refresh=True)


def bench(
    rounds: Annotated[
        int | None,
        typer.Option(min=1, help="How many rounds to measure.", show_default="5"),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.01, help="How long one measurement takes.", show_default="1"),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="A rough measurement: 2 rounds of 0.2 seconds.")
    ] = False,
    as_json: JsonOption = False,
    check: Annotated[
        bool, typer.Option("--check", help="Fail if a bar is missed or could not be measured.")
    ] = False,
    bots: Annotated[
        bool, typer.Option("--bots", help="Measure how fast bots think, instead of the engine.")
    ] = False,
) -> None:
    """Measure the speed of the engine next to catanatron, in one run on one thread.

    If the compiled engine or catanatron is missing, the report says so and leaves it out.
    """
    from viae.cli.out import err, out, print_json

    if bots:
        from viae.cli import thinking

        found = thinking.measure(rounds or (1 if quick else 3))
        if as_json:
            print_json(found)
        else:
            out().print(thinking.as_table(found))
        return
    with progress_bar() as progress:
        result = measure(
            rounds or (2 if quick else 5), seconds or (0.2 if quick else 1.0), progress
        )
    if as_json:
        print_json(result)
    else:
        report(result, out())
    missed = [bar["figure"] for bar in result["bars"] if not bar["holds"]]
    if check and missed:
        err().print(f"viae bench: missed or not measured: {', '.join(missed)}", soft_wrap=True)
        raise typer.Exit(FAILURE)


if __name__ == "__main__":
    serve(sys.argv[1])
