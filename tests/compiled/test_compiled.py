"""The compiled engine plays the very games of the interpreted one."""

from __future__ import annotations

from pathlib import Path

from tests.compiled.engines import HERE, ROOT, both, run
from viae.testing import combinations


def test_both_engines_play_the_same_games() -> None:
    interpreted, compiled = both(str(HERE / "games.py"))
    for one, other in zip(interpreted, compiled, strict=True):
        assert one == other
    played = [tuple(line.split()[:3]) for line in compiled]
    assert {(board, variant, str(n)) for board, variant, n in combinations()} == set(played)
    assert len(played) == 300
    # The loop inside the core plays what is played entry by entry.
    assert {line.split()[-2] for line in compiled} == {"True"}


def test_states_travel_between_processes_under_both_engines(tmp_path: Path) -> None:
    interpreted, compiled = both(str(HERE / "travel.py"), str(tmp_path))
    assert interpreted == compiled
    assert len(compiled) == 18
    for line in compiled:
        assert line.split()[:3] == ["True", "True", "True"]


def test_the_conformance_kit_passes_the_compiled_engine() -> None:
    interpreted, compiled = (
        run(pure, "-m", "viae.testing", "--games", "60", "--verbose") for pure in (True, False)
    )
    assert interpreted[:-1] == compiled[:-1]  # coins and goods by cause, verbs, endings
    assert "0 violations" in compiled[-1]
    assert "compiled engine" in compiled[-1]


def test_the_golden_playthroughs_are_those_of_the_compiled_engine() -> None:
    lines = run(False, "-m", "tests.golden", "--check")
    assert len(lines) == 6


def test_the_perft_counts_are_those_of_the_compiled_engine() -> None:
    lines = run(False, "-m", "tests.perft")
    assert len(lines) == len(list((ROOT / "tests" / "perft").glob("*.json")))
