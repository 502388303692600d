"""`viae board`: lists, shows and checks boards."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from viae.cli.choosing import JsonOption, complete_board
from viae.cli.guard import FAILURE, complain, tell_faults
from viae.cli.help import help_text
from viae.errors import BoardError, ViaeError

if TYPE_CHECKING:
    from viae.rules.figures import Board


def board(context: typer.Context) -> None:
    """List the boards, show one, or check your own board.

    Every command that takes a board also takes the path of a board file.

    For example:

        viae board                    list the boards
        viae board show italia        its cities and paths
        viae board check mine.json    what is wrong with a file
    """
    if context.invoked_subcommand is None:
        list_boards()


def list_boards(as_json: JsonOption = False) -> None:
    """List the boards that come with Viae."""
    from rich.table import Table

    from viae.cli.out import out, print_json
    from viae.data import board_names, load_board

    boards = [load_board(name) for name in board_names()]
    if as_json:
        print_json([counts(board) for board in boards])
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for title in ("board", "best with", "capital", "provinces", "cities", "roads", "lanes"):
        table.add_column(title, justify="left" if title in ("board", "capital") else "right")
    for board in boards:
        low, high = board.recommended_players
        paths = Counter(path.kind for path in board.paths)
        table.add_row(
            board.id,
            f"{low}–{high}",
            board.capital,
            str(len(board.provinces)),
            str(len(board.cities)),
            str(paths["land"]),
            str(paths["sea"]),
        )
    out().print(table)


def show_board(
    name: Annotated[
        str,
        typer.Argument(
            metavar="BOARD", help="The name or file of a board.", autocompletion=complete_board
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Show a board: its provinces and cities, with the paths that leave each city.

    The letter of a city says which tokens it draws its good from.
    """
    from viae.cli.out import out, print_json
    from viae.data import board_figures, load_board

    board = load_board(name)
    if as_json:
        print_json(board_figures(board))
        return
    console = out()
    for line in _drawn(board):
        console.print(line)


def check_board(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A board file.")],
    as_json: JsonOption = False,
) -> None:
    """Check a board file and list all its faults.

    The status is 0 if the board can be played on and 1 if it has faults.
    """
    from viae.cli.out import print_json
    from viae.data import board_names, load_board

    if file not in board_names() and not os.path.exists(file):
        raise ViaeError(f"{file}: there is no such file")
    faults: list[str] = []
    found: dict[str, Any] = {}
    try:
        found = counts(load_board(file))
    except BoardError as problem:
        faults = [str(fault) for fault in problem.faults]
        if not as_json:
            complain(tell_faults(file, faults))
    if as_json:
        print_json({"file": file, "faults": faults, "board": found or None})
    elif not faults:
        print(f"{file}: a good board, {_sentence(found)}")
    if faults:
        raise typer.Exit(FAILURE)


def counts(board: Board) -> dict[str, Any]:
    """A board in figures."""
    paths = Counter(path.kind for path in board.paths)
    letters = Counter(city.letter for city in board.cities if city.letter)
    return {
        "id": board.id,
        "name": board.name,
        "recommended_players": list(board.recommended_players),
        "capital": board.capital,
        "provinces": len(board.provinces),
        "cities": len(board.cities),
        "letters": dict(sorted(letters.items())),
        "land_paths": paths["land"],
        "sea_paths": paths["sea"],
    }


def _sentence(found: dict[str, Any]) -> str:
    letters = ", ".join(f"{number} {letter}" for letter, number in found["letters"].items())
    return (
        f"“{found['name']}”: {found['provinces']} provinces, {found['cities']} cities (capital"
        f" {found['capital']}; letters {letters}), {found['land_paths']} land paths,"
        f" {found['sea_paths']} sea paths"
    )


def _drawn(board: Board) -> list[Any]:
    """Lines and a table for people."""
    from rich.table import Table
    from rich.text import Text

    low, high = board.recommended_players
    title = Text(board.name, style="bold")
    title.append(f"  best with {low} to {high} players; colonists start in {board.capital}", "dim")
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("city", no_wrap=True)
    table.add_column("")
    table.add_column("roads to", overflow="fold")
    table.add_column("lanes to", overflow="fold")
    for province in board.provinces:
        table.add_row(Text(province.name, style="bold"))
        for city in board.cities:
            if city.province == province.id:
                ways = (_ways(board, city.id, kind) for kind in ("land", "sea"))
                table.add_row(f" {city.id}", city.letter or "★", *ways)
    lines: list[Any] = [title, table, Text("A–D: letter of the tokens   ★ capital", style="dim")]
    if any(not path.can_stop for path in board.paths):
        lines.append(Text("(…): a path on which nobody stops", style="dim"))
    return lines


def _ways(board: Board, city: str, kind: str) -> str:
    """The cities at the other ends of a city's paths."""
    ways = []
    for path in board.paths:
        if path.kind == kind and city in path.ends:
            other = path.ends[1] if path.ends[0] == city else path.ends[0]
            ways.append(other if path.can_stop else f"({other})")
    counted = Counter(ways)
    return ", ".join(f"{way} ×{n}" if n > 1 else way for way, n in sorted(counted.items()))


class BoardGroup(TyperGroup):
    """The commands of `viae board`; a word that is none of them is a board to show."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Read `viae board italia` as `viae board show italia`."""
        if args and args[0] not in self.commands:
            args = ["show", *args]
        return super().resolve_command(ctx, args)


board_app = typer.Typer(cls=BoardGroup, rich_markup_mode="rich")
board_app.callback(invoke_without_command=True, help=help_text(board))(board)
board_app.command("list", help=help_text(list_boards))(list_boards)
board_app.command("show", help=help_text(show_board))(show_board)
board_app.command("check", help=help_text(check_board))(check_board)
