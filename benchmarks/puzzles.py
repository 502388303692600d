"""Put together the set of puzzles that comes with Viae.

    python benchmarks/puzzles.py src/viae/analysis/puzzles/puzzles.jsonl.gz found/*.jsonl --keep 560

The first file is written; what it holds is chosen from, too. All best-turn puzzles are kept. Last
rounds fill up the rest: in turn from each kind of table (board, variant, number of players), first
those with several different ends, and of these those whose themes are rarest. How often each level
solves a puzzle is measured again, and so is its rating, because both follow from the bots as they
are now; those that the weakest level always solves are dropped. With `--as-measured` the figures in
the files stay, for bots that have not changed since. `--drop ID` leaves a puzzle out.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from viae.analysis.puzzles.make import LEVELS, measured
from viae.game import Game
from viae.rules.turn import apply

if TYPE_CHECKING:
    from viae.analysis.documents import Puzzle, Theme

SEVERAL = 5  # different ends of a last round; with fewer there is little to weigh up


def main() -> None:
    """See the first lines of this file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("found", type=Path, nargs="*")
    parser.add_argument("--keep", type=int, default=560)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--as-measured", action="store_true")
    parser.add_argument("--drop", action="append", default=[], metavar="ID")
    args = parser.parse_args()
    lines = gzip.decompress(args.out.read_bytes()).splitlines() if args.out.exists() else []
    lines += [line.encode() for file in args.found for line in file.read_text().splitlines()]
    every: dict[str, Puzzle] = {one["id"]: one for one in map(json.loads, lines)}
    chosen = choose([one for one in every.values() if one["id"] not in args.drop], args.keep)
    if not args.as_measured:
        with ProcessPoolExecutor(args.jobs) as pool:
            rated = pool.map(rate, chosen, chunksize=4)
            chosen = [one for one in rated if one is not None]
    chosen.sort(key=lambda one: one["id"])
    text = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in chosen)
    args.out.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    report(chosen)


def rate(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with how often each level solves it now; None if it is too easy."""
    game = Game.from_position(puzzle["position"], chance="manual")
    before = game.state.copy()
    chosen: list[int] = []
    for entry in puzzle["answers"][0]["entries"]:
        code = game.progress.code_of(entry)
        chosen.append(code)
        apply(game.state, code)
    return measured(puzzle, before, chosen)


def choose(puzzles: list[Puzzle], keep: int) -> list[Puzzle]:
    """All best turns, and last rounds evenly from all boards, variants and kinds of tables."""
    chosen = [one for one in puzzles if one["kind"] == "best-turn"]
    themes = Counter(theme for one in puzzles for theme in one["themes"])
    tables: dict[tuple[str, str, int], list[Puzzle]] = defaultdict(list)
    for one in puzzles:
        if one["kind"] == "last-round":
            tables[one["board"], one["variant"], one["players"]].append(one)
    for rest in tables.values():  # the best at the end, from where they are taken
        rest.sort(key=lambda one: (rarity(one, themes), one["id"]))
    boards = Counter(one["board"] for one in chosen)
    variants = Counter((one["board"], one["variant"]) for one in chosen)
    while len(chosen) < keep and any(tables.values()):
        # The board with the fewest puzzles is next, there the variant with the fewest, and of that
        # the table with the most left.
        left = [key for key in tables if tables[key]]
        board = min((key[0] for key in left), key=lambda one: boards[one])
        left = [key for key in left if key[0] == board]
        variant = min((key[1] for key in left), key=lambda one: variants[board, one])
        key = max((one for one in left if one[1] == variant), key=lambda one: len(tables[one]))
        chosen.append(tables[key].pop())
        boards[board] += 1
        variants[board, variant] += 1
    return chosen


def rarity(one: Puzzle, themes: Counter[Theme]) -> tuple[bool, int]:
    """The greater, the sooner it is taken: with several different ends, then with a rare theme."""
    return one["proof"]["endings"] >= SEVERAL, -min(themes[theme] for theme in one["themes"])


def report(puzzles: list[Puzzle]) -> None:
    """Print what the documentation says of the set."""
    print(len(puzzles), "puzzles")
    for name in ("kind", "board", "variant", "players"):
        print(name, dict(Counter(one[name] for one in puzzles)))
    print("themes", dict(Counter(theme for one in puzzles for theme in one["themes"])))
    for kind in ("last-round", "best-turn"):
        own = [one for one in puzzles if one["kind"] == kind]
        rates = {level: sum(one["solved"][level] for one in own) / len(own) for level in LEVELS}
        print(kind, len(own), {level: f"{100 * found:.0f} %" for level, found in rates.items()})


if __name__ == "__main__":
    main()
