"""The report on calibration: errors of each kind of table, the fit of the correction, the plot."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from viae.analysis.calibration import (
    BINS,
    FILE,
    KINDS,
    Prediction,
    errors,
    expected_error,
    fit,
)

NAMES = {"2": "2 players", "3": "3 players", "4": "4 players", "5": "5 players"}


def report(
    predictions: Sequence[Prediction], fitted: int, plot: Path | None, write: bool
) -> dict[str, float]:
    """Print the errors with and without the correction; the powers of the fit.

    The power is fitted on the first `fitted` games of each kind, the error measured on all others,
    so that no game is judged by what it has taught.
    """
    powers: dict[str, float] = {}
    curves: dict[str, list[tuple[int, float, float]]] = {}
    for kind in KINDS:
        of_kind = [one for one in predictions if one.kind == kind]
        taught = [one for one in of_kind if one.game < fitted]
        others = [one for one in of_kind if one.game >= fitted]
        if not taught or not others:
            continue
        powers[kind] = fit(taught)
        games = len({one.game for one in others})
        sys.stdout.write(f"{_name(kind)}: power {powers[kind]}, {games} games held out\n")
        for simulated in (False, True):
            found = [one for one in others if one.simulated == simulated]
            if not found:
                continue
            before, after = (expected_error(errors(found, one)) for one in (1.0, powers[kind]))
            told = "after a simulated round" if simulated else "at a glance"
            sys.stdout.write(
                f"  {told}: {len(found)} moments, expected calibration error"
                f" {100 * before:.1f} % as the net says, {100 * after:.1f} % corrected\n"
            )
            if not simulated:
                curves[kind] = errors(found, powers[kind])
                _tell_tenths(found, powers[kind])
    if write:
        file = Path(str(files("viae.bots"))) / "weights" / FILE
        file.write_text(json.dumps({"powers": powers}) + "\n", encoding="utf-8")
    if plot is not None:
        _draw(curves, plot)
    return powers


def _tell_tenths(predictions: Sequence[Prediction], power: float) -> None:
    """The error in each tenth of the game."""
    tenths: list[list[Prediction]] = [[] for _ in range(10)]
    for one in predictions:
        if one.tenth >= 0:
            tenths[one.tenth].append(one)
    if all(tenths):
        found = [100 * expected_error(errors(one, power)) for one in tenths]
        told = ", ".join(f"{error:.1f}" for error in found)
        sys.stdout.write(f"  in each tenth of the game, corrected: {told} %\n")


def _name(kind: str) -> str:
    return NAMES.get(kind, f"{kind[-1]} teams")


def _draw(curves: dict[str, list[tuple[int, float, float]]], file: Path) -> None:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "viae", "font.size": 10.5}):
        figure = Figure((4.8, 4.4), layout="constrained")
        axes = figure.subplots()
        axes.plot([0, 100], [0, 100], color="#999999", linewidth=1, linestyle=(0, (3, 2)))
        for (kind, curve), mark in zip(curves.items(), "osD^v*", strict=False):
            said = [100 * one[1] for one in curve]
            was = [100 * one[2] for one in curve]
            axes.plot(said, was, marker=mark, markersize=5, linewidth=1.3, label=_name(kind))
        axes.set_xlabel(f"predicted chance to win, %, in {BINS} groups")
        axes.set_ylabel("won, %")
        axes.legend(frameon=False)
        axes.grid(color="#dddddd", linewidth=0.7)
        figure.savefig(file, format="svg", metadata={"Date": None})
