"""Plots: drawings for a report, as SVG that follows the colours and the font of its page.

Needs matplotlib, which comes with the extra `arena` of the package. Nothing depends on colour
alone: series differ in shape, and the figures stand beside the marks.
"""

from __future__ import annotations

import contextlib
import io
import math
import re
from collections.abc import Iterator, Sequence
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple

from viae.extras import missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 4.4  # inches: on a phone letters are about as large as the page's small print
ROW = 0.34

# Colours that stand for variables of the page's style sheet.
INK, SOFT, LINE = "#000001", "#000002", "#000003"
SERIES = ("#000011", "#000012", "#000013", "#000014", "#000015", "#000016")
MARKS = ("o", "s", "D", "^", "v", "P")
VARIABLES = {INK: "--ink", SOFT: "--soft", LINE: "--line"} | {
    color: f"--series-{number}" for number, color in enumerate(SERIES, 1)
}
STYLE: dict[str, Any] = {
    "axes.edgecolor": LINE,
    "axes.facecolor": "none",
    "axes.labelcolor": SOFT,
    "axes.labelsize": 10,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "none",
    "font.size": 11,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,  # a bot's name may have any sign
    "xtick.color": SOFT,
    "xtick.labelsize": 10,
    "ytick.color": INK,
    "ytick.left": False,
}


class Interval(NamedTuple):
    """A rate between its bounds; without figures the label is the heading of those below."""

    label: str
    rate: float | None = None
    low: float = 0.0
    high: float = 0.0
    even: float | None = None
    series: int = 0


class Pair(NamedTuple):
    """A figure of the winners beside that of the others."""

    label: str
    winners: float
    others: float


class Spread(NamedTuple):
    """The values of a bot."""

    label: str
    values: Sequence[float]
    series: int = 0


def need_matplotlib() -> None:
    """ViaeError if nothing can be drawn."""
    try:
        import matplotlib as mpl  # noqa: F401 - only asked whether it is there
    except ImportError:
        raise missing("a report needs matplotlib", "arena") from None


def draw_intervals(name: str, rows: Sequence[Interval]) -> str:
    """Rates in per cent with their bounds, and a tick where equals would be."""
    with _style(name):
        figure, (axes,) = _canvas(ROW * len(rows) + 0.55)
        for at, row in enumerate(rows):
            if row.rate is None:
                _heading(axes, row.label, at)
                continue
            color = SERIES[row.series % len(SERIES)]
            if row.even is not None:
                axes.plot([100 * row.even] * 2, [at - 0.33, at + 0.33], color=SOFT, lw=1.2)
            axes.plot([100 * row.low, 100 * row.high], [at, at], color=color, lw=2.4, alpha=0.45)
            axes.plot(
                100 * row.rate,
                at,
                MARKS[row.series % len(MARKS)],
                color=color,
                ms=6.5,
                clip_on=False,
            )
            axes.text(104, at, f"{100 * row.rate:.1f} %", va="center", fontsize=10)
        _rows(axes, [row.label if row.rate is not None else "" for row in rows])
        axes.set_xlim(-2, 124)
        axes.set_xticks([0, 25, 50, 75, 100])
        axes.set_xlabel("games won, in per cent; tick: what equals would win")
        return _svg(figure)


def draw_pairs(name: str, rows: Sequence[Pair], unit: str) -> str:
    """What winners have more or less of than the others."""
    with _style(name):
        figure, (axes,) = _canvas(0.27 * len(rows) + 0.95)
        for at, row in enumerate(rows):
            axes.plot([row.winners, row.others], [at, at], color=LINE, lw=2.6, zorder=1)
        places = range(len(rows))
        axes.plot(
            [row.others for row in rows],
            places,
            "o",
            mfc="none",
            mec=SOFT,
            ms=6,
            label="others",
            clip_on=False,
        )
        axes.plot(
            [row.winners for row in rows],
            places,
            "D",
            color=SERIES[0],
            ms=6,
            label="winners",
            clip_on=False,
        )
        _rows(axes, [row.label for row in rows])
        axes.set_xlim(left=0, right=1.04 * max(max(row.winners, row.others) for row in rows) or 1)
        axes.set_xlabel(unit)
        axes.legend(
            loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False, reverse=True
        )
        return _svg(figure)


def draw_histograms(name: str, spreads: Sequence[Spread], unit: str) -> str:
    """How often each value was reached: one picture below the other, with a line at the median."""
    low = min(min(spread.values) for spread in spreads)
    high = max(max(spread.values) for spread in spreads)
    edges = _edges(low, high)
    with _style(name):
        figure, several = _canvas(0.95 * len(spreads) + 0.5, len(spreads))
        for axes, spread in zip(several, spreads, strict=True):
            color = SERIES[spread.series % len(SERIES)]
            weights = [100 / len(spread.values)] * len(spread.values)
            axes.hist(spread.values, edges, weights=weights, color=color, alpha=0.6, ec=color, lw=1)
            middle = median(spread.values)
            axes.axvline(middle, color=INK, lw=1.4, ls=(0, (4, 2)))
            axes.set_title(f"{_short(spread.label)}: median {middle:g}", loc="left", fontsize=11)
            axes.set_yticks([])
            axes.set_xlim(edges[0], edges[-1])
            axes.locator_params(axis="x", integer=True)
            axes.tick_params(length=0, labelbottom=axes is several[-1])
        several[-1].set_xlabel(unit)
        return _svg(figure)


def draw_times(name: str, spreads: Sequence[Spread], limit: float | None) -> str:
    """Thinking times in milliseconds on a scale of powers of ten."""
    with _style(name):
        figure, (axes,) = _canvas(2 * ROW * len(spreads) + 0.55)
        for number, spread in enumerate(spreads):
            at = 2 * number + 1
            color = SERIES[spread.series % len(SERIES)]
            values = [max(value, 0.001) for value in spread.values]
            twentieths = quantiles(values, n=20) if len(values) > 1 else values * 19
            axes.plot([twentieths[0], twentieths[18]], [at, at], color=color, lw=2, alpha=0.45)
            axes.plot([twentieths[4], twentieths[14]], [at, at], color=color, lw=6, alpha=0.45)
            axes.plot(median(values), at, MARKS[spread.series % len(MARKS)], color=color, ms=7)
            _heading(axes, f"{_short(spread.label)}: median {median(values):.3g} ms", at - 1)
        if limit is not None:
            axes.axvline(1000 * limit, color=SOFT, lw=1.2, ls=(0, (4, 2)))
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.minorticks_off()
        _rows(axes, [""] * (2 * len(spreads)))
        axes.set_xlabel("milliseconds for a turn: half of all turns, and nine in ten")
        return _svg(figure)


def _edges(low: float, high: float) -> list[float]:
    """Bounds of about twenty classes, at round numbers."""
    step = max(1.0, (high - low) / 20)
    power = 10 ** math.floor(math.log10(step))
    step = next(power * nice for nice in (1, 2, 5, 10) if power * nice >= step)
    first = math.floor(low / step) * step
    return [first + step * number for number in range(int((high - first) / step) + 2)]


def _short(label: str) -> str:
    return label if len(label) <= 34 else f"{label[:33]}…"


def _heading(axes: Axes, text: str, at: float) -> None:
    """A line of text over the rows below it, from the left edge of the picture."""
    axes.annotate(
        _short(text),
        (0, at + 0.12),
        xycoords=("axes fraction", "data"),
        va="center",
        ha="left",
        fontweight="bold",
    )


def _rows(axes: Axes, labels: Sequence[str]) -> None:
    """Rows from the top down."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", length=0)


@contextlib.contextmanager
def _style(name: str) -> Iterator[None]:
    """Our style. The ids in a drawing follow from its name, so that several fit on one page."""
    import matplotlib as mpl

    style: Any = STYLE | {"svg.hashsalt": name}
    with mpl.rc_context(style):
        yield


def _canvas(height: float, parts: int = 1) -> tuple[Figure, list[Axes]]:
    """A picture of this size in inches, with its parts one below the other."""
    from matplotlib.figure import Figure

    figure = Figure((WIDTH, height), layout="constrained")
    return figure, list(figure.subplots(parts, sharex=True, squeeze=False)[:, 0])


def _svg(figure: Figure) -> str:
    """The drawing as an SVG element as wide as its place, in the colours and font of its page."""
    written = io.StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None})
    text = written.getvalue()
    text = text[text.index("<svg") :]
    for pattern, new in TIDY:
        text = pattern.sub(new, text)
    for color, variable in VARIABLES.items():
        text = text.replace(color, f"var({variable})")
    return text


# What matplotlib writes and a page does not need, or must not have twice.
TIDY = tuple(
    (re.compile(pattern, re.DOTALL), new)
    for pattern, new in (
        (r"<metadata>.*?</metadata>\s*", ""),
        (r"<defs>\s*<style.*?</style>\s*</defs>\s*", ""),
        (r' xmlns:xlink="[^"]*"| width="[^"]*pt" height="[^"]*pt"| version="1.1"', ""),
        (r"xlink:href", "href"),
        (r'<g id="[^"]*">', "<g>"),
        (r'<g id="[^"]*"/>\s*', ""),
        (r" font-family: [^;]*;", ""),
        (r' transform="rotate\(-0 [^"]*"', ""),
        (r"\s*\n\s*", "\n"),
        (r" \n(?=[LMCQz])|\n(?=[LMCQz\"])", " "),
        (r"(\d+\.\d\d)\d{2,}", r"\1"),
    )
)
