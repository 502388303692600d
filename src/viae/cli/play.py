"""`viae play` and `viae new`: a game in the terminal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from viae.cli.choosing import (
    BoardOption,
    DisplayOption,
    IncomeOption,
    IntermediateOption,
    PlayersOption,
    SeedOption,
    VariantOption,
    complete_bots,
    draw_seed,
    options_from,
    players_or_default,
)
from viae.errors import ViaeError

if TYPE_CHECKING:
    from viae.cli.screen import Screen
    from viae.game import Game


def play(
    board: BoardOption = None,
    variant: VariantOption = None,
    players: PlayersOption = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="BOTS",
            help="The number of bots; or a comma-separated list with a bot's name or"
            " [bold]you[/bold] for each seat. Default: all but you.",
            show_default=False,
            autocompletion=complete_bots,
        ),
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help="Names of the people, or of all players, separated by commas."
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(metavar="S", min=0, help="How many seconds a slow bot may think per turn."),
    ] = None,
    seed: SeedOption = None,
    intermediate_scoring: IntermediateOption = None,
    colonist_income: IncomeOption = None,
    display: DisplayOption = None,
    load: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Continue a saved game, or start from a position."),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(metavar="K", help="Which game of the file to load."),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Save the game to this file after every decision."),
    ] = None,
) -> None:
    """Play a game in the terminal, with friends or against bots.

    You sit at seat 0 and bots at the others, unless you say otherwise. Answer with the number of
    an entry or with its words; [bold]help[/bold] explains what else you can type.
    [bold]quit[/bold] saves the game and says how to continue it.

    For example:

        viae play                               you against two bots
        viae play -b italia -p 2 --bots 0       two people, one keyboard
        viae play --variant venus-team --bots random,you,random,random
        viae play --load viae-game.json         go on where you stopped
    """
    from viae.cli.out import out
    from viae.cli.reader import Reader
    from viae.cli.screen import Screen
    from viae.cli.session import Session

    number = draw_seed() if seed is None else seed
    options = options_from(intermediate_scoring, colonist_income, display)
    if load is not None:
        fixed = {"--board": board, "--variant": variant, "--players": players, "--names": names}
        given = [flag for flag, value in fixed.items() if value is not None]
        given += [f"--{key.replace('_', '-')}" for key in options]
        if given:
            raise ViaeError(f"a saved game is as it is: {', '.join(given)} cannot go with --load")
        table = _load(load, game, bots, number)
    elif game is not None:
        raise ViaeError("--game chooses a game of the file given with --load")
    else:
        table = _new(board, variant, players, bots, names, number, options)
    if save is not None and save != load:
        _check_new_file(save)
    kept = save or (load if table.ours and game is None else None)
    console = out()
    reader = Reader(console)
    screen = Screen(console, paged=reader.terminal)
    _welcome(screen, table.game, load)
    Session(table.game, table.bots, screen, reader, number, kept, time).run()


class Table(NamedTuple):
    """A game with its bots; `ours` if it comes from a file that this command wrote."""

    game: Game
    bots: list[str | None]
    ours: bool


def _new(
    board: str | None,
    variant: str | None,
    players: int | None,
    bots: str | None,
    names: str | None,
    seed: int,
    options: dict[str, bool | str],
) -> Table:
    from viae.cli.seats import choose_bots, choose_names
    from viae.game import Game

    variant = variant or "concordia"
    number = players_or_default(players, variant)
    # A wrong number of players is told by the game itself, beside all that is wrong.
    Game.new(board or "imperium", variant, number, options)
    seats = choose_bots(bots, number)
    named = choose_names(names, seats)
    return Table(Game.new(board or "imperium", variant, named, options, seed=seed), seats, False)


def _load(path: str, number: int | None, bots: str | None, seed: int) -> Table:
    from viae.cli.files import naming, read_one
    from viae.cli.seats import choose_bots, remembered_bots, seat_again
    from viae.game import Game
    from viae.position import is_position

    if path == "-":
        raise ViaeError("--load needs a file: the standard input is where you answer")
    document = read_one(path, number)
    with naming(path):
        if is_position(document):
            game = Game.from_position(document, seed=seed)
        else:
            game = Game.from_record(document, seed=seed)
    # Only a file written by a session is kept up to date; others may be somebody's collection.
    ours = "bots" in (document.get("meta") or {})
    if bots is not None:
        return Table(game, choose_bots(bots, len(game.players)), ours)
    return Table(game, seat_again(remembered_bots(document, game.players)), ours)


def _check_new_file(path: str) -> None:
    if os.path.exists(path):
        raise ViaeError(
            f"{path} already exists; continue it with --load {path}, or choose another name"
        )
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise ViaeError(f"{path}: there is no folder {folder}")


def _welcome(screen: Screen, game: Game, load: str | None) -> None:
    from viae.cli.view import shown_names

    many = len(game.players)
    begun = f"{load}: " if load else ""
    screen.say(f"{begun}{game.board.name}, {game.variant}, {many} players.")
    low, high = game.board.recommended_players
    if not low <= many <= high and not load:
        screen.say(f"(This board is at its best with {low} to {high} players.)")
    names = ", ".join(f"{at} {name}" for at, name in enumerate(shown_names(game.players)))
    screen.say(f"Seats: {names}.")
    screen.say("Answer with a number or with words. “help” explains, “quit” saves and leaves.")
