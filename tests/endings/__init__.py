"""Games among bots end: played by the hundred on every table, tiny boards among them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from viae.arena.match import MatchSettings, play_match

TINY = str(Path(__file__).parents[2] / "docs" / "examples" / "sicilia.json")
LIMIT = 200  # turns of each player; games of people have about 25, of the slowest bots up to 100
BOTS = (
    "greedy",
    "learned",
    "search:nodes=4:width=2",
    "level-1",
    "level-2",
)


class Table(NamedTuple):
    """Where games are played."""

    board: str
    variant: str
    players: int


TABLES = (
    Table("imperium", "concordia", 2),
    Table("imperium", "concordia", 3),
    Table("imperium", "concordia", 4),
    Table("imperium", "concordia", 5),
    Table("imperium", "venus", 3),
    Table("imperium", "venus-team", 4),
    Table("ionium", "venus-team", 6),
    Table("ionium-small", "concordia", 2),
    Table("cyprus", "concordia", 2),
    Table(TINY, "concordia", 2),
    Table(TINY, "concordia", 3),
)


def unfinished(bot: str, table: Table, games: int, jobs: int = 1, seed: int = 17) -> Iterator[bool]:
    """For each game among bots of one kind whether it reached the limit."""
    settings = MatchSettings(
        bots=(bot,),
        boards=(table.board,),
        variant=table.variant,
        players=table.players,
        games=games,
        seed=seed,
        max_turns=LIMIT,
        records=False,
    )
    for played in play_match(settings, jobs):
        assert played.result.faults == []
        yield played.result.capped
