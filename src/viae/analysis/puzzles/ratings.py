"""Ratings of people and puzzles: an answer is like a game of the one against the other (Elo).

A puzzle begins with the rating that the bots gave it; what people answer moves it from there. The
client has the same numbers for players without an account: `web/src/puzzles/progress.svelte.ts`.
"""

from __future__ import annotations

from typing import Final

START: Final = 1300
SCALE: Final = 400  # points of rating that make ten to one
FIRST: Final = 10  # answers of a person that count twice, until the rating is about right
STEP: Final = 24
PUZZLE_STEP: Final = 16  # what one person says of a puzzle is little beside what the bots say
KNOWN: Final = 30  # answers after which a puzzle moves half as far


def _surprise(rating: int, puzzle: int, score: int) -> float:
    """What an answer got more than could be expected; of a partial score half counts."""
    expected = 1 / (1 + 10 ** ((puzzle - rating) / SCALE))
    return float((1.0 if score == 100 else score / 200) - expected)


def change(rating: int, puzzle: int, score: int, answers: int) -> int:
    """How an answer changes the rating of a person who has given so many before."""
    step = 2 * STEP if answers < FIRST else STEP
    return round(step * _surprise(rating, puzzle, score))


def moved(rating: int, puzzle: int, score: int, answers: int) -> int:
    """How an answer changes the rating of a puzzle that so many people have answered before."""
    step = PUZZLE_STEP if answers < KNOWN else PUZZLE_STEP / 2
    return round(-step * _surprise(rating, puzzle, score))
