"""The command `python -m tests.endings`: games of each bot at each table; status 1 if one lasts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from viae.arena.match import cores

from . import BOTS, TABLES, unfinished


def main(arguments: list[str] | None = None) -> int:
    """Play the games, and say for each bot and table how many did not end."""
    parser = argparse.ArgumentParser(prog="python -m tests.endings", description=__doc__)
    parser.add_argument("bots", nargs="*", metavar="BOT", default=BOTS, help="only these")
    parser.add_argument("--games", type=int, default=2000, help="of each bot at each table")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes to use")
    wish = parser.parse_args(arguments)
    failed = 0
    for bot in wish.bots:
        for table in TABLES:
            reached = list(unfinished(bot, table, wish.games, wish.jobs))
            failed += sum(reached)
            where = f"{Path(table.board).stem} {table.variant} {table.players}"
            print(f"{bot:24} {where:28} {sum(reached)} of {len(reached)} unfinished", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
