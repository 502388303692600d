"""Ratings as tables and pages show them."""

from __future__ import annotations

from viae.bots.ratings import LOWEST, POINTS, SURE, fixed_ratings, shown
from viae.table.shapes import RatingChange, RatingView


def fixed_bots(variant: str) -> list[RatingView]:
    """The bots whose ratings are measured, the strongest first; the same in every variant."""
    return [
        {
            "variant": variant,
            "kind": "bot",
            "id": name,
            "name": name,
            "rating": rating,
            "deviation": round(POINTS * SURE),
            "games": 0,
            "provisional": False,
            "fixed": True,
        }
        for name, rating in fixed_ratings().items()
    ]


def rescaled(body: dict[str, list[RatingChange]]) -> dict[str, list[RatingChange]]:
    """The news of a rated game on today's scale; earlier ones had openskill's means."""
    return {
        "ratings": [
            {**one, "before": _on_scale(one["before"]), "after": _on_scale(one["after"])}
            for one in body["ratings"]
        ]
    }


def _on_scale(rating: float) -> int:
    return round(rating) if rating >= LOWEST else shown(rating)
