"""The scale of ratings, and the bots' fixed places on it.

A rating starts at 1500. The scale is that of chess: who has 400 points more wins ten of eleven
games for two. openskill's model has a mean `mu`, 25 at the start; `shown` is the same on our scale.

The ratings of the bots are measured once (`viae ladder FOLDER --levels`) and stored in
`ratings.json` with the command and the results they come from.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

START: Final = 1500
LOWEST: Final = 100
MEAN: Final = 25.0  # openskill's start
BETA: Final = MEAN / 6  # openskill's spread of a single performance
# Points of ours in one of openskill's: both say the same of a game for two.
POINTS: Final = 400 / math.log(10) / (math.sqrt(2) * BETA)
SURE: Final = 3.0  # the deviation of a bot's fixed rating, on openskill's scale
PROVISIONAL: Final = 10  # games; a rating of fewer may still be far off


def shown(mu: float) -> int:
    """A mean of openskill as people see it."""
    return max(LOWEST, round(START + POINTS * (mu - MEAN)))


def mean(rating: float) -> float:
    """The mean of openskill for a rating that people see."""
    return MEAN + (rating - START) / POINTS


@lru_cache(maxsize=1)
def measured() -> dict[str, Any]:
    """The table with everything that was measured."""
    text = (files("viae.bots") / "ratings.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def fixed_ratings() -> dict[str, int]:
    """The rating of each bot that has one, the strongest first."""
    found: dict[str, int] = measured()["ratings"]
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def fixed_rating(bot: str) -> int | None:
    """The rating of a bot, or None if it was not measured."""
    found: dict[str, int] = measured()["ratings"]
    return found.get(bot)
