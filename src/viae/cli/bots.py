"""`viae bots`: which bots there are."""

from __future__ import annotations

from viae.cli.choosing import JsonOption


def bots(as_json: JsonOption = False) -> None:
    """List the bots, including those of installed packages.

    Every command that takes a bot takes these names, with settings after a colon if the bot has
    some, and [bold]exec:COMMAND[/bold], which lets your own program play.

    For example:

        viae bots
        viae play --bots 'exec:node examples/bot.mjs'
    """
    from rich.table import Table

    from viae.bots.registry import bot_names, describe, oddities, origin, printable
    from viae.cli.out import err, out, print_json

    listed = [
        {"name": name, "about": describe(name), "origin": origin(name)} for name in bot_names()
    ]
    if as_json:
        print_json(listed)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("bot", no_wrap=True)
    table.add_column("what it does")
    for bot in listed:
        brought = f" ({bot['origin']})" if bot["origin"] != "viae" else ""
        table.add_row(bot["name"], printable(f"{bot['about']}{brought}".strip()))
    table.add_row("exec:COMMAND", "your own program, in any language")
    out().print(table)
    for odd in oddities():
        err().print(printable(odd))
