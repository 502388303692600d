"""`viae bot`: a bot at the tables of a server."""

from __future__ import annotations

from typing import Annotated

import typer


def bot(
    name: Annotated[
        str, typer.Argument(metavar="BOT", help="A bot of viae bots, or exec:COMMAND.")
    ],
    server: Annotated[
        str, typer.Option("--server", metavar="URL", help="The address of the server.")
    ],
    token: Annotated[
        str,
        typer.Option(
            "--token",
            metavar="TOKEN",
            envvar="VIAE_BOT_TOKEN",
            help="A token of the bot's account with the scopes watch and play.",
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many games at once.")
    ] = 4,
    seconds: Annotated[
        float, typer.Option("--time", metavar="SECONDS", min=0.01, help="For each turn.")
    ] = 1.0,
) -> None:
    """Let a bot play at the tables of a server: one of Viae's, or your own program.

    The account page of the server marks an account as a bot and makes tokens for it. People invite
    the bot by the name of the account. Ctrl-C stops it.

    For example:

        viae bot --server https://viae.example.org --token viae_TOKEN level-3
        viae bot --server http://127.0.0.1:8642 --token viae_TOKEN 'exec:node examples/bot.mjs'
    """
    from viae.bots import check_bot
    from viae.bots.remote import Connection, RemotePlayer
    from viae.cli.out import err

    player = RemotePlayer(
        Connection(server, token),
        check_bot(name),
        games=games,
        seconds=seconds,
        tell=lambda text: err().print(text, markup=False, highlight=False),
    )
    try:
        player.run()
    except KeyboardInterrupt:
        err().print("Stopped.")
