"""Prints which engine runs, and how many games of bots at small tables do not end."""

from __future__ import annotations

from tests.endings import TABLES, TINY, Table, unfinished
from viae import engine


def main() -> None:
    """A few games of the bots that have stalled before, where they did."""
    print(engine.status().kind)
    for bot, games in (("greedy", 6), ("level-1", 4), ("learned", 2)):
        for table in (Table(TINY, "concordia", 2), TABLES[0]):
            print(bot, table.players, sum(unfinished(bot, table, games)))


if __name__ == "__main__":
    main()
