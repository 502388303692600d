"""The learning curve of a run as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

if TYPE_CHECKING:
    from pathlib import Path

LINES = (
    ("greedy_2", "against greedy, 2 players", "-", "#8c2f1b"),
    ("greedy_4", "against greedy, 4 players", "-", "#1f5a7a"),
    ("greedy_6", "against greedy, 6 players", "--", "#4d7a1f"),
    ("back_4", "against four generations before", ":", "#6b6b6b"),
    ("back_4_4", "the same, one against three", "--", "#6b6b6b"),
)


def draw(log: list[dict[str, Any]], file: Path) -> None:
    """Win rates above, the error on games not yet learned from below."""
    figure = Figure(figsize=(8, 6), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[2, 1])
    for key, label, style, colour in LINES:
        known = [(line["generation"], line[key]) for line in log if key in line]
        if known:
            above.plot(*zip(*known, strict=True), style, color=colour, label=label, linewidth=1.8)
    above.set_ylim(0, 1.02)
    above.set_ylabel("games won")
    above.legend(frameon=False, loc="lower right")
    above.grid(alpha=0.25)
    later = [line for line in log if line["generation"] > 0]
    below.plot(
        [line["generation"] for line in later],
        [line["error_before"] for line in later],
        color="#444444",
        linewidth=1.5,
    )
    below.set_ylabel("error on new games")
    below.set_xlabel("generation")
    below.grid(alpha=0.25)
    for axes in (above, below):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file)
