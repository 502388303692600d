"""A plot of an analysis: the chances of all sides over the turns, and what each turn lost.

Needs matplotlib, which comes with the extra `arena` of the package. Nothing depends on colour
alone: sides differ in line and mark, critical moments are numbered.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from viae.errors import ViaeError
from viae.extras import missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from viae.analysis.documents import Review

FORMATS: Final = ("svg", "png")
SIZE: Final = (4.6, 4.8)  # inches: on a phone letters are about as large as those of a page
DOTS: Final = 200  # of a PNG, for each inch
LONGEST: Final = 14  # letters of a name
MARKED: Final = 8  # marks on a line
STEP: Final = 0.085  # from one row of numbers to the next, as a share of the height
LABEL: Final = 0.055  # what a number takes of the width
COLORS: Final = ("#9c2f1b", "#1f5a8a", "#2f7d3a", "#a06a00", "#6a4a9c")
DASHES: Final[tuple[Any, ...]] = (
    "-",
    (0, (5, 1.5)),
    (0, (1.5, 1.2)),
    (0, (6, 1.5, 1.5, 1.5)),
    (0, (8, 1.5, 1.5, 1.5, 1.5, 1.5)),
)
MARKS: Final = ("o", "s", "D", "^", "v")
INK, SOFT = "#222222", "#666666"
STYLE: Final[Any] = {
    "axes.edgecolor": SOFT,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 10,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "white",
    "font.size": 10.5,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.7,
    "savefig.dpi": DOTS,
    "svg.fonttype": "none",
    "svg.hashsalt": "viae",
    "text.color": INK,
    "text.parse_math": False,  # a name may have any sign
    "xtick.color": SOFT,
    "ytick.color": SOFT,
}


def check_plot(file: Path) -> None:
    """ViaeError if no plot could be written there."""
    if file.suffix.lower().removeprefix(".") not in FORMATS:
        raise ViaeError(f"{file}: a plot is an .svg or a .png file")
    if not file.absolute().parent.is_dir():
        raise ViaeError(f"{file}: there is no such folder")
    try:
        import matplotlib as mpl  # noqa: F401 - only asked whether it is there
    except ImportError:
        raise missing("a plot needs matplotlib", "arena") from None


def draw(analysis: Review, file: Path) -> None:
    """Write the plot as SVG or PNG, as the file's name says."""
    check_plot(file)
    if not analysis["turns"]:
        raise ViaeError(f"{file}: there is nothing to draw, because no turn was finished")
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # a name may have any letters
        figure = Figure(SIZE, layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1])
        _chances(analysis, above)
        _critical(analysis, above)
        _losses(analysis, below)
        below.set_xlabel("turn")
        kind = file.suffix.lower().removeprefix(".")
        figure.savefig(file, format=kind, metadata={"Date": None} if kind == "svg" else None)


def side_names(analysis: Review) -> list[str]:
    """Who each side is: names that fit, no two alike."""
    names = [_tidy(player["name"]) for player in analysis["players"]]
    told = [f"{name} {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names)]
    return [" & ".join(told[seat] for seat in seats) for seats in analysis["sides"]]


def _tidy(name: str) -> str:
    shown = "".join(sign if sign.isprintable() else " " for sign in name.removeprefix("bot:"))
    shown = " ".join(shown.split()) or "?"
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def _places(analysis: Review) -> list[float]:
    """Where on the axis each turn begins, and where the last ends; parts share their turn."""
    turns = analysis["turns"]
    parts: dict[int, int] = {}
    for turn in turns:
        parts[turn["number"]] = max(turn["part"], parts.get(turn["number"], 0))
    places = [turn["number"] - 1 + (turn["part"] - 1) / parts[turn["number"]] for turn in turns]
    return [*places, float(turns[-1]["number"])]


def _chances(analysis: Review, axes: Axes) -> None:
    """A line for each side."""
    places = _places(analysis)
    moments = [turn["before"] for turn in analysis["turns"]]
    moments.append(analysis["turns"][-1]["after"])
    every = max(1, len(places) // MARKED)
    names = side_names(analysis)
    for side, name in enumerate(names):
        axes.plot(
            places,
            [100 * moment["win"][side] for moment in moments],
            color=COLORS[side % len(COLORS)],
            linestyle=DASHES[side % len(DASHES)],
            linewidth=1.5,
            marker=MARKS[side % len(MARKS)],
            markersize=5,
            markevery=(side * every // len(analysis["sides"]), every),
            label=name,
        )
    axes.set_ylim(-2, 102)
    axes.set_yticks(range(0, 101, 20))
    axes.set_ylabel("chance to win, %")
    axes.grid(axis="y")
    axes.legend(
        loc="lower center",
        bbox_to_anchor=(0.45, 1.0 + STEP * (0.3 + _rows(analysis))),
        ncols=2 if max(map(len, names)) <= LONGEST + 3 else 1,
        frameon=False,
        handlelength=3,
        columnspacing=1.2,
    )


def _labels(analysis: Review) -> list[tuple[float, int]]:
    """Where the number of each critical moment stands: along the axis, and in which row."""
    places = _places(analysis)
    least = LABEL * (places[-1] - places[0])
    rows: list[float] = []  # where the last one of each row is
    labels: list[tuple[float, int]] = []
    for moment in analysis["critical"]:
        at = (places[moment["turn"]] + places[moment["turn"] + 1]) / 2
        row = next((row for row, last in enumerate(rows) if at - last >= least), len(rows))
        rows[row : row + 1] = [at]
        labels.append((at, row))
    return labels


def _rows(analysis: Review) -> int:
    return max((row + 1 for _, row in _labels(analysis)), default=0)


def _critical(analysis: Review, axes: Axes) -> None:
    """The critical moments, numbered as in the text, above the lines."""
    for number, (at, row) in enumerate(_labels(analysis), 1):
        axes.axvline(at, color=SOFT, linewidth=0.8, linestyle=(0, (2, 2)), zorder=0)
        axes.annotate(
            str(number),
            (at, 1.0 + STEP * (row + 0.6)),
            xycoords=("data", "axes fraction"),
            ha="center",
            va="center",
            fontsize=9,
            bbox={"boxstyle": "circle,pad=0.18", "fc": "white", "ec": INK, "lw": 0.9},
            annotation_clip=False,
        )


def _losses(analysis: Review, axes: Axes) -> None:
    """A stem for each turn that lost something, with the mark of its side."""
    places = _places(analysis)
    for side in range(len(analysis["sides"])):
        found = [
            ((places[i] + places[i + 1]) / 2, 100 * turn["lost"]["win"])
            for i, turn in enumerate(analysis["turns"])
            if turn["seat"] % len(analysis["sides"]) == side and turn["lost"]["win"] > 0
        ]
        if found:
            at, lost = zip(*found, strict=True)
            color = COLORS[side % len(COLORS)]
            axes.vlines(at, 0, lost, color=color, linewidth=1)
            axes.plot(at, lost, MARKS[side % len(MARKS)], color=color, markersize=3.2)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("lost, %")
    axes.grid(axis="y")
