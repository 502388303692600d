"""`viae analyse`: what every player could expect turn by turn, and what was lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from viae.cli.choosing import FileArgument, GameOption, JsonOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from viae.analysis.documents import (
        Critical,
        Evaluation,
        Expectation,
        Reason,
        Review,
        TurnOption,
        TurnReview,
    )
    from viae.game import Game

# One thread for the small matrices of the net: more only get into each other's way, and the order
# of additions, on which the last digits depend, is then the same for any number of processes.
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
HEADINGS = ("turn", "player", "played", "win %", "points", "lost %", "points", "")
PLAYER, PLAYED = 1, 2
LOST_MARK, SHIFT_MARK = "!", "~"
MOST_KINDS = 4  # of mistakes that are named
REASONS = {
    "houses": "houses",
    "colonists": "colonists",
    "cards": "cards",
    "coins": "coins",
    "goods": "coins worth of goods",
    "tempo": "cards in hand",
    "end": "of the chance that the game ends",
}
LEGEND = (
    "win %: the chance to win before the turn and after it. points: what is expected at the end."
    " lost: against the best turn found, ± its standard error."
    " Critical: ! much was lost, ~ the table turned."
)


def analyse(
    file: FileArgument,
    game: GameOption = 1,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Simulations per turn; more take longer and are more accurate. Default: 64."
            " 0 is a glance: the net's estimate alone.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="A different number gives different luck.")
    ] = 0,
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Analyse the turns of this seat only; the first is 0.",
            show_default=False,
        ),
    ] = None,
    top: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="The maximum number of critical moments to show."),
    ] = 6,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Draw the chances of all players over the turns, as .svg or .png.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[
        int,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="How many processes share the work."),
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Analyse a game: what all players could expect before and after each turn, and what was lost.

    Every turn is compared with the best ones that the search bot finds. The critical moments
    are listed with the better turn. An unfinished game gets advice for the next turn.
    The same game gives the same analysis, whatever the number of processes.

    For example:

        viae analyse game.json --nodes 0
        viae analyse games.jsonl --game 3 --seat 0 --nodes 12
        viae analyse game.json --plot game.svg --jobs 2
    """
    for name in THREADS:
        os.environ.setdefault(name, "1")
    from viae import analysis
    from viae.cli.out import out, print_json, progress

    if plot is not None:
        from viae.analysis.plot import check_plot

        check_plot(plot)
    found = _read(file, game)
    with progress("analysing", 1.0) as advance:
        done = 0.0

        def go_on(share: float) -> None:
            nonlocal done
            advance(share - done)
            done = share

        report = analysis.analyse(
            found,
            nodes=analysis.STANDARD if nodes is None else nodes,
            seed=seed,
            seat=seat,
            top=top,
            jobs=jobs,
            progress=go_on,
        )
    if plot is not None:
        from viae.analysis.plot import draw

        draw(report, plot)
    if as_json:
        print_json(report)
    else:
        Teller(report, out()).tell()
        if plot is not None:
            out().print(f"Plot: {plot}")


def _read(file: str, number: int) -> Game:
    from viae.cli.files import naming, read_one
    from viae.game import Game
    from viae.position import is_position

    document: Any = read_one(file, number)
    with naming(file):
        if is_position(document):
            return Game.from_position(document, chance="manual")
        return Game.from_record(document, chance="manual")


class Teller:
    """Tells an analysis to people."""

    def __init__(self, analysis: Review, console: Console) -> None:
        from viae.cli.view import shown_names

        self.analysis = analysis
        self.console = console
        self.names = shown_names([player["name"] for player in analysis["players"]])
        self.critical = {moment["turn"]: moment for moment in analysis["critical"]}

    def tell(self) -> None:
        """Everything."""
        analysis = self.analysis
        say = self.console.print
        say(f"{analysis['variant']} on {analysis['board']}, {len(self.names)} players")
        if analysis["turns"]:
            say("")
            self._table()
            say("")
            say(LEGEND, style="dim")
            say("")
            self._summary()
        elif analysis["next"] is None:
            say("There is no turn to analyse.")
        for number, moment in enumerate(analysis["critical"], 1):
            say("")
            self._moment(number, moment)
        if analysis["next"] is not None:
            say("")
            self._advice(analysis["next"])

    def _table(self) -> None:
        from rich.table import Table

        rows = [self._row(at, turn) for at, turn in enumerate(self.analysis["turns"])]
        widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
        # What was played takes what is left of the line, up to its longest.
        widths[PLAYED] -= max(0, sum(widths) + len(widths) - 1 - self.console.width)
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
        for at, heading in enumerate(HEADINGS):
            table.add_column(
                heading,
                justify="left" if at in (PLAYER, PLAYED) else "right",
                width=max(1, widths[at]),
                no_wrap=True,
                overflow="ellipsis",
            )
        for row in rows:
            table.add_row(*row)
        self.console.print(table)

    def _row(self, at: int, turn: TurnReview) -> list[str]:
        seat, lost = turn["seat"], turn["lost"]
        before, after = self._win(turn["before"], seat), self._win(turn["after"], seat)
        return [
            str(turn["number"]) if turn["part"] == 1 else "",
            self.names[seat],
            in_short(turn["entries"], self.names),
            f"{before} →{after:>4}",
            f"{turn['after']['points'][seat]:.0f}",
            "" if turn["found"] else _with_spread(100 * lost["win"], 100 * lost["win_spread"]),
            "" if turn["found"] else f"{lost['points']:.0f}",
            _marks(self.critical.get(at)),
        ]

    def _summary(self) -> None:
        from rich.table import Table

        table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
        for heading in ("player", "turns", "accuracy", "best found", "lost a turn", "points"):
            table.add_column(heading, justify="left" if heading == "player" else "right")
        for seat, player in enumerate(self.analysis["players"]):
            turns = player["turns"]
            if turns and player["accuracy"] is not None:
                table.add_row(
                    self.names[seat],
                    str(turns),
                    _with_spread(player["accuracy"], player["accuracy_spread"] or 0.0),
                    f"{100 * player['found'] / turns:.0f} %",
                    f"{100 * player['lost']['win'] / turns:.1f} %",
                    f"{player['lost']['points'] / turns:.1f}",
                )
        self.console.print(table)
        for seat, player in enumerate(self.analysis["players"]):
            if player["mistakes"]:
                told = ", ".join(
                    f"{one['count']} × {one['kind'].replace('-', ' ')}"
                    for one in player["mistakes"][:MOST_KINDS]
                )
                self._below(f"{self.names[seat]}: {told}", "")

    def _moment(self, number: int, moment: Critical) -> None:
        turn = self.analysis["turns"][moment["turn"]]
        name = self.names[turn["seat"]]
        played = in_short(turn["entries"], self.names)
        self._item(number, f"Turn {turn['number']}, {name}: {played}")
        if "shift" in moment["why"]:
            self._below(f"The table turned: {self._moved(moment['turn'])}.")
        if "lost" in moment["why"]:
            lost = turn["lost"]
            share = _with_spread(100 * lost["win"], 100 * lost["win_spread"])
            self._below(
                f"It lost {share} % of the chance to win and {_points(lost['points'])}"
                f"{self._why(turn['reasons'])}."
            )
        if turn["found"]:
            self._below("Nothing better was found.")
        else:
            self._below(f"Better, with {self._promise(turn['best'], turn['seat'])}")

    def _why(self, reasons: Sequence[Reason]) -> str:
        told = [self._reason(one) for one in reasons[:3]]
        return f"; the better turn brings {', '.join(told)}" if told else ""

    def _reason(self, reason: Reason) -> str:
        value = f"{reason['value']:+.1f}"
        if reason["code"] == "god":
            return f"{value} points of {reason.get('god', '').capitalize()}"
        if reason["code"] == "opponents":
            return f"{value} points to {self.names[reason.get('seat', 0)]}"
        return f"{value} {REASONS[reason['code']]}"

    def _advice(self, advice: Evaluation) -> None:
        seat = advice["seat"]
        if seat is None:
            return
        now = f"{self._win(advice['now'], seat)} %"
        begun = f" after {'; '.join(advice['begun'])}" if advice["begun"] else ""
        self.console.print(
            f"Turn {advice['number']}: {self.names[seat]} decides{begun}, with a chance of"
            f" {now} to win. The best found of {advice['options']} ways to carry on:"
        )
        for number, choice in enumerate(advice["turns"], 1):
            self._item(number, self._promise(choice, seat))

    def _promise(self, choice: TurnOption, seat: int) -> str:
        """What a turn promises, and how it is written."""
        points = _points(choice["after"]["points"][seat])
        return f"{self._win(choice['after'], seat)} % and {points}: {'; '.join(choice['entries'])}"

    def _item(self, number: int, text: str) -> None:
        self._below(text, f"{number}. ")

    def _below(self, text: str, first: str = "   ") -> None:
        """A paragraph that stands a little to the right; a number keeps its per cent sign."""
        import textwrap

        lines = textwrap.wrap(
            text.replace(" %", "\u00a0%"),
            self.console.width,
            initial_indent=first,
            subsequent_indent="   ",
            break_on_hyphens=False,
        )
        for line in lines:
            self.console.print(line.replace("\u00a0", " "))

    def _moved(self, at: int) -> str:
        """The sides whose chances changed most since the turn before, up to three."""
        turns = self.analysis["turns"]
        old = turns[at - 1]["after"]["win"] if at else turns[0]["before"]["win"]
        new = turns[at]["after"]["win"]
        changes = [
            (abs(after - before), f"{self._side(side)} {_percent(before)} → {_percent(after)} %")
            for side, (before, after) in enumerate(zip(old, new, strict=True))
        ]
        changes.sort(key=lambda change: -change[0])
        return ", ".join(text for size, text in changes[:3] if size >= 0.005)

    def _side(self, side: int) -> str:
        return " and ".join(self.names[seat] for seat in self.analysis["sides"][side])

    def _win(self, expected: Expectation, seat: int) -> str:
        return _percent(expected["win"][seat % len(expected["win"])])


def _with_spread(value: float, spread: float) -> str:
    return f"{value:.0f} ± {spread:.0f}" if spread >= 0.5 else f"{value:.0f}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}"


def _points(points: float) -> str:
    number = f"{points:.0f}"
    return f"{number} point" if number == "1" else f"{number} points"


def _marks(moment: Critical | None) -> str:
    if moment is None:
        return ""
    marks = {"lost": LOST_MARK, "shift": SHIFT_MARK}
    return "".join(marks[why] for why in moment["why"])


def in_short(entries: Sequence[str], names: Sequence[str]) -> str:
    """A turn in few words: the cards, and what they were used for."""
    told: list[str] = []
    moves = sum(entry.startswith("move ") for entry in entries)
    builds = any(entry.startswith("build ") for entry in entries)
    for entry in entries:
        verb, _, rest = entry.partition(" ")
        if verb == "play":
            told.append(f"{rest}:")
        elif verb == "copy":
            seat, _, side = rest.partition(" ")
            told.append(f"{names[int(seat)]}'s card{f' {side}' if side else ''}:")
        elif verb in {"build", "produce", "purchase"} and told:  # the card says which
            told.append(f"{rest},")
        elif verb == "move":
            if moves and not builds:
                told.append(f"{moves} move{'' if moves == 1 else 's'},")
                moves = 0
        elif verb != "done":
            told.append(f"{entry},")
    return " ".join(told).rstrip(",:") or "nothing"
