"""The options that several commands share: which game is meant, and how it is played."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

Variant = Literal["concordia", "venus", "venus-team"]
Income = Literal["5+1", "2x"]
Display = Literal["cloth", "wine"]

GAME = "The game"
RUN = "The run"


def complete_board(incomplete: str) -> list[str]:
    """The names of boards that begin with the typed text, for shell completion."""
    from viae.data import board_names

    return [name for name in board_names() if name.startswith(incomplete)]


def complete_bots(incomplete: str) -> list[str]:
    """The names of bots that begin with the typed text, for shell completion."""
    from viae.bots import bot_names

    return [name for name in bot_names() if name.startswith(incomplete)]


BoardOption = Annotated[
    str | None,
    typer.Option(
        "--board",
        "-b",
        metavar="BOARD",
        help="The name of a board (see [bold]viae board[/bold]) or a board file."
        " Default: imperium.",
        show_default=False,
        autocompletion=complete_board,
        rich_help_panel=GAME,
    ),
]
VariantOption = Annotated[
    Variant | None,
    typer.Option(
        "--variant",
        "-v",
        metavar="VARIANT",
        help="[bold]concordia[/bold], the base game and default; [bold]venus[/bold]; or"
        " [bold]venus-team[/bold], in teams of two.",
        show_default=False,
        rich_help_panel=GAME,
    ),
]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players",
        "-p",
        metavar="N",
        min=1,
        help="Number of players: 2 to 5, in teams 4 or 6. Default: 3, in teams 4.",
        show_default=False,
        rich_help_panel=GAME,
    ),
]
IntermediateOption = Annotated[
    bool | None,
    typer.Option(
        "--intermediate-scoring",
        help="Count everybody's points once, at their first tribune.",
        show_default=False,
        rich_help_panel=GAME,
    ),
]
IncomeOption = Annotated[
    Income | None,
    typer.Option(
        "--colonist-income",
        metavar="RULE",
        help="What a colonist card pays: [bold]5+1[/bold] for each colonist (default), or"
        " [bold]2x[/bold] for each, as in the first edition.",
        show_default=False,
        rich_help_panel=GAME,
    ),
]
DisplayOption = Annotated[
    Display | None,
    typer.Option(
        "--display",
        metavar="SIDE",
        help="Which side of the display to use: [bold]cloth[/bold] (default) or [bold]wine[/bold].",
        show_default=False,
        rich_help_panel=GAME,
    ),
]
BotsOption = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="BOTS",
        help="The bot for all seats, or a comma-separated list with one bot per seat.",
        autocompletion=complete_bots,
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        "-s",
        metavar="N",
        min=0,
        help="The same number gives the same tokens, cards and bots.",
        show_default=False,
    ),
]
FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A record or a position; [bold]-[/bold] for stdin.")
]
GameOption = Annotated[
    int,
    typer.Option(
        "--game",
        "-g",
        metavar="K",
        help="Which game of the file: 1 for the first, -1 for the last.",
    ),
]
ProcessesOption = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", min=1, help="How many processes to use.")
]
GamesAtOnceOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=1,
        help="How many games to play at once. Default: one per processor.",
        show_default=False,
        rich_help_panel=RUN,
    ),
]
ClusterOption = Annotated[
    bool,
    typer.Option(
        "--cluster",
        help="Play on a Ray cluster: the running one, or a new one on this machine.",
        rich_help_panel=RUN,
    ),
]
AddressOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on the Ray cluster at this address.",
        show_default=False,
        rich_help_panel=RUN,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
MaxEntriesOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        help="Stop a game after 5000 entries (default), or this many; 0 for no limit (R8.3).",
    ),
]


def most_entries(given: int | None) -> int | None:
    """Where games are stopped: by default at `MOST_ENTRIES`; None for no limit."""
    from viae.progress import MOST_ENTRIES

    return MOST_ENTRIES if given is None else given or None


def players_or_default(players: int | None, variant: str) -> int:
    """The given number of players; by default 3, in team play 4."""
    if players is not None:
        return players
    return 4 if variant == "venus-team" else 3


def options_from(
    intermediate: bool | None, income: str | None, display: str | None
) -> dict[str, bool | str]:
    """The options of a game that were given."""
    given = {
        "intermediate_scoring": intermediate,
        "colonist_income": income,
        "display": display,
    }
    return {key: value for key, value in given.items() if value is not None}


def draw_seed() -> int:
    """A random seed, short enough to type."""
    import random

    return random.SystemRandom().randrange(1_000_000_000)
