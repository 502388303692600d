"""Compares Pyodide with this Python: the games it plays, and the turns that its bots choose.

python -m tests.browser.compare games 1000
python -m tests.browser.compare turns 2000
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from statistics import median

from tests.browser.python import ROOT, run_in_pyodide
from tests.compiled.engines import run, status

GAMES = ROOT / "tests" / "compiled" / "games.py"
TURNS = Path(__file__).with_name("choices.py")
EQUAL = 0.999  # of the turns; rounding may decide between two that are worth the same


def compare_games(number: int) -> bool:
    """Whether Pyodide, the interpreted and the compiled engine play the same games."""
    played = {
        "Pyodide": run_in_pyodide(GAMES, str(number))[1:],
        "interpreted": run(True, str(GAMES), str(number))[1:],
    }
    if status()[0] == "compiled":
        played["compiled"] = run(False, str(GAMES), str(number))[1:]
    for name, lines in played.items():
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        print(f"  {name:<12} {len(lines)} games  {digest[:16]}")
    return all(len(lines) == number and lines == played["Pyodide"] for lines in played.values())


def compare_turns(number: int) -> bool:
    """Whether `learned` and `level-4` choose the same turns in Pyodide as here."""
    there = [line.split() for line in run_in_pyodide(TURNS, str(number))]
    here = [line.split() for line in run(False, str(TURNS), str(number))]
    assert len(there) == len(here) == number
    equal = True
    for bot, part in ("learned", slice(1)), ("level-4", slice(1, None)):
        same = sum(
            turns(one)[part] == turns(two)[part] for one, two in zip(there, here, strict=True)
        )
        print(f"  {same} of {number} turns of {bot} are equal ({same / number:.2%}).")
        equal &= same / number >= EQUAL
    time, native = (median(float(line[0]) for line in lines) for lines in (there, here))
    print(
        f"  A turn of learned takes {time:.0f} ms in the median in Pyodide, {native:.0f} ms here."
    )
    return equal


def turns(line: list[str]) -> list[list[str]]:
    """The turns in a line of choices.py: of `learned` and of `level-4`."""
    middle = line.index("/")
    return [line[1:middle], line[middle + 1 :]]


def main(what: str, number: int) -> None:
    """Compare, and fail where there is a difference."""
    equal = compare_games(number) if what == "games" else compare_turns(number)
    if not equal:
        sys.exit(f"  Pyodide differs: {what}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
