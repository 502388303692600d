"""`viae arena`: bots against each other, and what that says about them."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import threading
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from viae.cli.choosing import (
    GAME,
    RUN,
    AddressOption,
    ClusterOption,
    DisplayOption,
    GamesAtOnceOption,
    IncomeOption,
    IntermediateOption,
    JsonOption,
    SeedOption,
    VariantOption,
    complete_board,
    complete_bots,
    draw_seed,
    options_from,
)
from viae.errors import ViaeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console

    from viae.arena.match import Match, MatchSettings
    from viae.arena.pool import WorkerPool
    from viae.arena.results import Result

STOPPED = 130
SHOWN_FAULTS = 5
OUTPUT = "Output"


def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...",
            help="One bot for each seat; one for all; two, the first against the second at all"
            " other seats; or in team play one for each team.",
            show_default=False,
            autocompletion=complete_bots,
        ),
    ] = None,
    board: Annotated[
        str,
        typer.Option(
            "--board",
            "-b",
            metavar="BOARD",
            help="A board by name or file, or a comma-separated list: all games on each.",
            autocompletion=complete_board,
            rich_help_panel=GAME,
        ),
    ] = "imperium",
    variant: VariantOption = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            "-p",
            metavar="N",
            min=1,
            help="Number of players: 2 to 5, in teams 4 or 6. Default: the number of bots named.",
            show_default=False,
            rich_help_panel=GAME,
        ),
    ] = None,
    intermediate_scoring: IntermediateOption = None,
    colonist_income: IncomeOption = None,
    display: DisplayOption = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            min=0,
            help="Number of games on each board, rounded up to full sets of seatings.",
            rich_help_panel=RUN,
        ),
    ] = 100,
    seed: SeedOption = None,
    time: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            help="Seconds a bot may think per turn. Default: no limit.",
            show_default=False,
            rich_help_panel=RUN,
        ),
    ] = None,
    max_turns: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="Score a game as it stands after this many turns of every player.",
            rich_help_panel=RUN,
        ),
    ] = 100,
    control: Annotated[
        bool,
        typer.Option(
            "--control",
            help="Play each deal once more with the second bot at all seats: does the seat matter?",
            rich_help_panel=RUN,
        ),
    ] = False,
    jobs: GamesAtOnceOption = None,
    cluster: ClusterOption = False,
    address: AddressOption = None,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write every game to this file, one per line; an existing file is continued.",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    no_records: Annotated[
        bool,
        typer.Option(
            "--no-records",
            help="Write only the results of the games, not their entries.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write a report with plots to this folder, as Markdown and HTML.",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    ratings: Annotated[
        bool,
        typer.Option(
            "--ratings",
            help="Play nothing: the arguments are files written with --out, and all bots in them"
            " are rated together.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Let bots play against each other, and report which is better and how certain that is.

    Every deal of tokens and cards is played once with each seating, so that all bots sit at every
    seat equally often and get the same luck. The same seed gives the same games. Ctrl-C stops; with
    a file ([bold]--out[/bold]) the same command continues later.

    For example:

        viae arena greedy random
        viae arena search greedy --players 4 --games 4 --time 0.02
        viae arena level-8 greedy --variant venus-team --board imperium,cyprus --out games.jsonl
        viae arena --ratings games.jsonl others.jsonl --report report
    """
    from viae.arena.match import Match, MatchSettings
    from viae.arena.standings import figures
    from viae.cli.out import print_json
    from viae.cli.seats import split

    if report is not None:
        from viae.arena.plots import need_matplotlib

        need_matplotlib()
    if ratings:
        _rate(bots or [], report, as_json)
        return
    settings = MatchSettings(
        bots=tuple(bots or ()),
        boards=tuple(split(board)),
        variant=variant or "concordia",
        players=players,
        options=options_from(intermediate_scoring, colonist_income, display),
        games=games,
        seed=_seed(seed, out),
        time=time,
        max_turns=max_turns,
        control=control,
        records=out is not None and not no_records,
    )
    match = Match(settings)
    if match.games != games:
        _note(
            f"{match.games} games on each board instead of {games}:"
            f" every deal is played with all {match.rotations} seatings."
        )
    began = perf_counter()
    hired = _cluster(settings, address, jobs) if cluster or address is not None else None
    results, complete = _play(match, out, jobs, hired)
    summary = _about(match, complete, perf_counter() - began) | figures(results)
    if as_json:
        print_json(summary)
    else:
        _tell(summary, out)
    if not complete:
        _tell_how_to_go_on(summary, settings, out, report)
        raise typer.Exit(STOPPED)
    if report is not None:
        _write_report(report, results, _command(settings, out, report))


def _note(text: str) -> None:
    """Print a note that is not a result."""
    from viae.cli.out import err

    err().print(text, soft_wrap=True)


def _seed(seed: int | None, out: str | None) -> int:
    """The seed that was given; else that of the file, if there is one; else any."""
    from viae.arena.results import read_results

    if seed is not None:
        return seed
    if out is not None and os.path.isfile(out):
        for result in read_results([out]):
            known: int = result.plan["seed"]
            return known
    return draw_seed()


def _cluster(
    settings: MatchSettings, address: str | None, jobs: int | None
) -> Callable[[], WorkerPool]:
    """How to get a cluster to play, once it is clear that there is something to play."""

    def make_workers() -> WorkerPool:
        from viae.arena.cluster import Cluster

        return Cluster(settings, address, jobs)

    return make_workers


def _play(
    match: Match, out: str | None, jobs: int | None, make_workers: Callable[[], WorkerPool] | None
) -> tuple[list[Result], bool]:
    """Play what is not in the file yet; all results, and whether they are complete."""
    from viae.arena.match import cores, play_match
    from viae.arena.results import ResultsFile

    wanted = match.fixtures()
    with contextlib.ExitStack() as stack:
        file = None if out is None else stack.enter_context(ResultsFile(out, match.terms))
        found = {result.key: result for result in file.found} if file else {}
        results = [found[fixture] for fixture in wanted if fixture in found]
        missing = [fixture for fixture in wanted if fixture not in found]
        if results and missing:
            _note(f"{len(results)} games are in {out} already; {len(missing)} are left.")
        show = stack.enter_context(_progress(match, results, len(wanted)))
        stop = stack.enter_context(stopping())
        workers = make_workers() if make_workers and missing else None
        for played in play_match(match.settings, jobs or cores(), missing, stop.is_set, workers):
            if file is not None:
                file.write(played)
            results.append(played.result)
            show(played.result)
    return results, len(results) == len(wanted)


@contextlib.contextmanager
def stopping() -> Iterator[threading.Event]:
    """Set by Ctrl-C or SIGTERM, so that the match ends in good order; a second one is as usual."""
    stop = threading.Event()

    def handle(number: int, _: object) -> None:
        stop.set()
        signal.signal(number, before[number])

    before: dict[int, Any] = {
        number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _progress(
    match: Match, results: Sequence[Result], total: int
) -> Iterator[Callable[[Result], None]]:
    """A progress bar on stderr with the first bot's rate, where somebody is watching."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from viae.arena.results import CONTROL
    from viae.arena.standings import Share
    from viae.cli.out import err

    console = err()
    if not console.is_terminal:
        yield lambda _: None
        return
    first = match.seats[0]
    share = Share()
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task(first, total=total)

        def show(result: Result) -> None:
            if result.rotation != CONTROL:
                share.add(first in result.names(result.winner), 0)
            said = f"{first} {share.wins / share.games:.1%}" if share.games else first
            bar.update(task, advance=1, description=said)

        for result in results:
            show(result)
        yield show


def _about(match: Match, complete: bool, seconds: float) -> dict[str, Any]:
    """What was played, for the summary."""
    settings = match.settings
    return {
        "line_up": list(match.seats),
        "boards": list(settings.boards),
        "variant": settings.variant,
        "players": match.players,
        "options": match.terms["options"],
        "seed": settings.seed,
        "time": settings.time,
        "max_turns": settings.max_turns,
        "asked": settings.games,
        "deals": match.deals,
        "seatings": match.rotations,
        "complete": complete,
        "seconds": round(seconds, 3),
    }


def _rate(files: list[str], report: Path | None, as_json: bool) -> None:
    """Sum up and rate what files of results hold."""
    from viae.arena.ratings import need_openskill
    from viae.arena.results import read_results
    from viae.arena.standings import figures
    from viae.cli.out import print_json

    need_openskill()
    if not files:
        raise ViaeError("--ratings needs files of results, such as those written with --out")
    for path in files:
        if not os.path.isfile(path):
            raise ViaeError(f"{path}: there is no such file")
    results = list(read_results(files))
    summary = {"files": files} | figures(results)
    summary["bots"].sort(key=lambda bot: -bot["rating"]["mu"] if bot["rating"] else 0)
    if as_json:
        print_json(summary)
    else:
        _tell(summary, None)
    if report is not None:
        _write_report(report, results, shlex.join(["viae", "arena", "--ratings", *files]))


def _tell(summary: dict[str, Any], out: str | None) -> None:
    """The summary for people."""
    from viae.cli.out import out as stdout

    console = stdout()
    _tell_what(summary, console)
    if summary["bots"]:
        console.print(_table(summary["bots"]))
    for mirror in summary["mirrors"]:
        _tell_mirror(mirror, console)
    _tell_odd(summary, console)
    if out is not None:
        console.print(f"Results: {out}", soft_wrap=True)


def _tell_what(summary: dict[str, Any], console: Console) -> None:
    games = _count(summary["games"], "game")
    if "files" in summary:
        console.print(f"{games} from {_count(len(summary['files']), 'file')}")
        return
    where = ", ".join(summary["boards"])
    players = summary["players"]
    console.print(f"{games} of {summary['variant']} on {where}, {players} players", soft_wrap=True)
    clock = f", {summary['time']:g} s for a turn" if summary["time"] else ""
    deals, seatings = _count(summary["deals"], "deal"), _count(summary["seatings"], "seating")
    console.print(f"{deals} with {seatings} each{clock}; seed {summary['seed']}", soft_wrap=True)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _table(bots: list[dict[str, Any]]) -> Any:
    """A line for each bot."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    rated = any(bot["rating"] for bot in bots)
    table.add_column("bot", overflow="fold")
    for title in ("won", "of", "rate", "95 %", "even", "score", "turns", "ms/turn"):
        table.add_column(title, justify="right", no_wrap=True)
    if rated:
        table.add_column("rating", justify="right", no_wrap=True)
    for bot in bots:
        rating = bot["rating"]
        table.add_row(
            bot["name"],
            str(bot["wins"]),
            str(bot["games"]),
            _percent(bot["rate"]),
            f"{_percent(bot['low'])}–{_percent(bot['high'])}",
            _percent(bot["even"]),
            _decimal(bot["mean_score"]),
            _decimal(bot["mean_turns"]),
            _milliseconds(bot["median_ms_per_turn"]),
            *([f"{rating['mu']:.1f} ±{rating['sigma']:.1f}" if rating else "–"] if rated else []),
        )
    return table


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _decimal(number: float | None) -> str:
    return "–" if number is None else f"{number:.1f}"


def _milliseconds(number: float | None) -> str:
    return "–" if number is None else f"{number:.3g}" if number < 100 else f"{number:.0f}"


def _tell_mirror(mirror: dict[str, Any], console: Console) -> None:
    """Whether the seat matters among equals."""
    rates = ", ".join(f"{_percent(share['rate'])} %" for share in mirror["seats"])
    console.print(
        f"Mirror match of {mirror['name']}, {_count(mirror['games'], 'game')}: won by seat {rates};"
        f" equal seats differ that much with a chance of {mirror['chance']:.2g}",
        soft_wrap=True,
    )


def _tell_odd(summary: dict[str, Any], console: Console) -> None:
    """Games without an end, bots that failed."""
    if summary["capped"]:
        capped = _count(summary["capped"], "game")
        console.print(f"Scored as it stood when the turns were up (--max-turns): {capped}.")
    faults = summary["faults"]
    if faults:
        spoilt = sum(fault["games"] for fault in faults)
        console.print(f"{_count(spoilt, 'fault')} of bots, replaced for the rest of their games:")
        for fault in faults[:SHOWN_FAULTS]:
            console.print(
                f"  {fault['games']} × {fault['name']}, {fault['kind']}: {fault['text']}",
                soft_wrap=True,
            )
        if len(faults) > SHOWN_FAULTS:
            console.print(f"  and {len(faults) - SHOWN_FAULTS} other kinds")


def _tell_how_to_go_on(
    summary: dict[str, Any], settings: MatchSettings, out: str | None, report: Path | None
) -> None:
    played = _count(summary["games"], "game")
    if out is None:
        _note(f"Stopped after {played}; --out FILE keeps what was played.")
    else:
        _note(f"Stopped after {played}; they are in {out}. To continue:")
        _note(f"  {_command(settings, out, report)}")


def _command(settings: MatchSettings, out: str | None, report: Path | None) -> str:
    """The command that plays this match."""
    said = ["viae", "arena", *settings.bots, "--board", ",".join(settings.boards)]
    said += ["--variant", settings.variant]
    if settings.players is not None:
        said += ["--players", str(settings.players)]
    for key, value in settings.options.items():
        name = "--" + key.replace("_", "-")
        said += [name] if value is True else [name, str(value)]
    said += ["--games", str(settings.games), "--seed", str(settings.seed)]
    if settings.time is not None:
        said += ["--time", str(settings.time).removesuffix(".0")]
    said += ["--max-turns", str(settings.max_turns)]
    if settings.control:
        said.append("--control")
    if out is not None:
        said += ["--out", out] if settings.records else ["--out", out, "--no-records"]
    if report is not None:
        said += ["--report", str(report)]
    return shlex.join(said)


def _write_report(folder: Path, results: list[Result], command: str) -> None:
    from viae.arena.report import write_report

    page = write_report(results, folder, command)
    _note(f"Report: {page}")
