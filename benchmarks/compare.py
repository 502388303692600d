"""Two states of viae in one run: how much faster or slower one has become than the other.

    python benchmarks/compare.py OLD [NEW] [--rounds N] [--seconds S]

OLD and NEW are checkouts, NEW this one unless given. An old one is made with
`git worktree add OLD REVISION`, and compiled with `make -C OLD compile` if that is to be compared.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from viae.cli.bench import CONTEST, NAMES, WORKERS, Series, Worker

HERE = Path(__file__).resolve().parents[1]


def main() -> None:
    """Measure both in turn and print what the rounds gave."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old", type=Path, help="a checkout")
    parser.add_argument("new", type=Path, nargs="?", default=HERE, help="another, else this one")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5)
    given = parser.parse_args()
    for folder in (given.old, given.new):
        if not (folder / "src" / "viae").is_dir():
            parser.error(f"{folder} is no checkout of viae: it has no src/viae")
    with ExitStack() as stack:
        pairs = series(given.old, given.new, given.seconds, stack)
        for number in range(given.rounds + 1):
            for one in (one for pair in pairs.values() for one in pair):
                if number:
                    one.run(number)
                else:
                    one.warm_up()
    print(f"{'games/s, best of the rounds':36}{'old':>10}{'new':>10}{'new/old':>10}")
    for name, pair in pairs.items():
        old, new = (one.figures()["best"] for one in pair)
        print(f"{NAMES[name]:36}{old:10,.0f}{new:10,.0f}{new / old:10.2f}")


def series(old: Path, new: Path, seconds: float, stack: ExitStack) -> dict[str, list[Series]]:
    """What both can measure: a series of each, old before new."""
    workers = {}
    for kind in ("pure", "compiled"):
        pair = [Worker(kind, folder.resolve() / "src") for folder in (old, new)]
        for worker, folder in zip(pair, (old, new), strict=True):
            stack.callback(worker.close)
            if worker.missing:
                print(f"{folder}: not {kind}: {worker.about}")
        workers[kind] = pair
    return {
        name: [Series(name, worker, *CONTEST, seconds) for worker in workers[kind]]
        for name, kind in WORKERS.items()
        if kind in workers and not any(worker.missing for worker in workers[kind])
    }


if __name__ == "__main__":
    main()
