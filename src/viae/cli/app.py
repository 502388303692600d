"""The `viae` command line: registers all commands; each has its own module."""

from __future__ import annotations

from typing import Annotated

import typer

from viae.cli.admin import admin_app
from viae.cli.analyse import analyse
from viae.cli.arena import arena
from viae.cli.bench import bench
from viae.cli.board import board_app
from viae.cli.bot import bot
from viae.cli.bots import bots
from viae.cli.dataset import dataset
from viae.cli.doctor import doctor
from viae.cli.dump import dump
from viae.cli.guard import GuardedGroup
from viae.cli.help import help_text
from viae.cli.ladder import ladder
from viae.cli.learn import learn
from viae.cli.play import play
from viae.cli.puzzles import puzzles_app
from viae.cli.replay import replay
from viae.cli.serve import backup, restore, serve, worker
from viae.cli.show import show
from viae.cli.simulate import simulate
from viae.cli.stats import stats

app = typer.Typer(
    name="viae",
    cls=GuardedGroup,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from viae import __version__

        print(f"viae {__version__}")
        raise typer.Exit


@app.callback()
def viae(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_version),
    ] = False,
) -> None:
    """Play the board game Concordia, simulate it, replay it.

    Start with [bold]viae serve[/bold] or, in the terminal, [bold]viae play[/bold]. Every command
    has a [bold]--help[/bold].
    """


PLAYING, RECORDS, MACHINE = "Playing", "Many games and their records", "This installation"
SERVER = "Tables in the browser"

for name, command, panel, short in (
    ("play", play, PLAYING, "Play a game in the terminal, with friends or against bots."),
    ("new", play, PLAYING, "Set up a new game and play it: another name of play."),
    ("bots", bots, PLAYING, "List the bots that can be played against."),
    ("simulate", simulate, RECORDS, "Let bots play many games, and sum up how they went."),
    ("arena", arena, RECORDS, "Let bots play against each other, and say who is better."),
    ("ladder", ladder, RECORDS, "Measure bots against a fixed pool, as one table."),
    ("learn", learn, RECORDS, "Train the learned bot by self-play."),
    ("replay", replay, RECORDS, "Replay records and check what they claim."),
    ("show", show, RECORDS, "Show a record or a position at any moment."),
    ("analyse", analyse, RECORDS, "Say what each turn of a game was worth, and what was better."),
    ("stats", stats, RECORDS, "Statistics of many games: openings, cards, seats."),
    ("dataset", dataset, RECORDS, "Pack many games as tables and arrays, for learning."),
    ("serve", serve, SERVER, "Open tables in the browser, with friends and bots."),
    ("worker", worker, SERVER, "Think for the bots of several servers."),
    ("bot", bot, SERVER, "Let a bot play at the tables of a server."),
    ("backup", backup, SERVER, "Write all games and people to one file."),
    ("dump", dump, SERVER, "Write the public finished games to files for everybody."),
    ("restore", restore, SERVER, "Fill an empty database from a backup."),
    ("bench", bench, MACHINE, "Measure how fast the engine is."),
    ("doctor", doctor, MACHINE, "Say which engine runs and why, and check the installation."),
):
    app.command(name, help=help_text(command), short_help=short, rich_help_panel=panel)(command)
app.add_typer(admin_app, name="admin", rich_help_panel=SERVER)
app.add_typer(puzzles_app, name="puzzles", rich_help_panel=RECORDS)
app.add_typer(board_app, name="board", rich_help_panel=PLAYING)
