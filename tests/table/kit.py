"""Games at tables for tests."""

from __future__ import annotations

import random

from viae.table.game import Row, TableGame
from viae.table.terms import TableTerms

SECRET = b"0123456789abcdef"
TERMS = [("concordia", 2), ("concordia", 5), ("venus", 4), ("venus-team", 4), ("venus-team", 6)]


def new_game(
    variant: str = "concordia",
    players: int = 3,
    seed: int = 5,
    terms: TableTerms | None = None,
) -> TableGame:
    """A new game, dealt by a seed; the cards to come are the same for all seeds."""
    dealt = TableGame.new(
        terms or TableTerms(variant=variant),
        [f"p{seat}" for seat in range(players)],
        secret=str(seed).encode(),
    )
    return TableGame(dealt.start, dealt.terms, SECRET)


def play_on(game: TableGame, rows: int, seed: int = 0) -> list[Row]:
    """Play random entries until there are this many rows or more, or the game is over."""
    choose = random.Random(seed)
    found: list[Row] = []
    while len(found) < rows and not game.over:
        found += game.play_codes([choose.choice(game.legal())])
    return found


def walk(variant: str, players: int, seed: int) -> list[TableGame]:
    """Every moment of a random game, those of chance too."""
    terms = TableTerms(variant=variant, manual_chance=True)
    game = new_game(variant, players, seed, terms)
    choose = random.Random(seed)
    found = [game.copy()]
    while not game.over:
        game.play_codes([choose.choice(game.legal())])
        found.append(game.copy())
    return found
