"""The command `python -m tests.perft`: print the counts, a split by first entry, or write them."""

from __future__ import annotations

import argparse
import sys
import time

from . import counts, game_at, names, read, show_split, write


def main(arguments: list[str] | None = None) -> int:
    """Count the positions named, or all; exit status 1 if a count is not the one kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.perft", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="POSITION", help="only these")
    parser.add_argument("--split", type=int, choices=(1, 2, 3), help="divide by first entry")
    parser.add_argument("--write", action="store_true", help="keep the counts found")
    wish = parser.parse_args(arguments)
    unknown = sorted(set(wish.names) - set(names()))
    if unknown:
        parser.error(f"no position {', '.join(unknown)}; there are {', '.join(names())}")
    wrong = 0
    for name in wish.names or names():
        document = read(name)
        game = game_at(document)
        began = time.perf_counter()
        found = counts(game)
        seconds = time.perf_counter() - began
        same = found == document["counts"]
        note = "" if same else f"  kept: {document['counts']}"
        numbers = " ".join(f"{number:>9,}" for number in found)
        print(f"{name:<40} {numbers}  {seconds:6.2f} s{note}")
        if wish.split:
            print(show_split(game, wish.split))
        if wish.write and not same:
            write(name, {**document, "counts": found})
        wrong += not same
    return 1 if wrong and not wish.write else 0


if __name__ == "__main__":
    sys.exit(main())
