"""The command `python -m viae.testing`: many random games, checked; exit status 1 on a fault."""

from __future__ import annotations

import argparse
import os
import sys
import time

from viae import engine
from viae.data import board_names
from viae.errors import ViaeError
from viae.options import CHOICES, PLAYERS
from viae.testing.kit import CHUNK, Progress, Report, check_many, combinations


def main(arguments: list[str] | None = None) -> int:
    """Run the games asked for and say what came out."""
    parser = _parser()
    wish = parser.parse_args(arguments)
    some = combinations(wish.board or (), wish.variant or (), wish.players or ())
    if not some:
        parser.error("no variant asked for has that number of players")
    began = time.monotonic()
    try:
        report = check_many(
            wish.games,
            wish.seed,
            wish.jobs or _jobs(wish.games),
            _progress() if sys.stderr.isatty() else None,
            wish.level,
            some,
            _options(wish.option, parser) if wish.option else None,
        )
    except ViaeError as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    _tell(report, time.monotonic() - began, wish.verbose)
    return 1 if report.violations else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m viae.testing",
        description="Play random games over all boards, variants, player counts and options,"
        " and check the laws of the game at every state.",
    )
    add = parser.add_argument
    rounds = 8 * len(combinations())  # options have eight choices
    add("--games", type=_number, default=rounds, help=f"how many (default {rounds}: all cases)")
    add("--seed", type=_count, default=0, help="seed of the first game; the next has one more")
    add("--jobs", type=_number, help="processes to use (default: one for each core)")
    add("--level", choices=("sampled", "full"), default="sampled", help="full: all checks always")
    boards = ", ".join(board_names())
    add("--board", action="append", metavar="BOARD", help=f"only {boards} or a file")
    add("--variant", action="append", choices=tuple(PLAYERS), help="only this variant")
    add("--players", action="append", type=_count, help="only this number of players")
    add("--option", action="append", metavar="KEY=VALUE", help="fixed options instead of all")
    add("--verbose", action="store_true", help="also tell coins and goods by cause")
    return parser


def _jobs(games: int) -> int:
    """A process for each core, unless there is too little to do for that."""
    return min(os.cpu_count() or 1, -(-games // CHUNK))


def _count(word: str, least: int = 0) -> int:
    """A whole number, as an argument."""
    if not (word.isascii() and word.isdigit() and int(word) >= least):
        raise argparse.ArgumentTypeError(f"a whole number from {least} on, not {word!r}")
    return int(word)


def _number(word: str) -> int:
    return _count(word, 1)


def _options(words: list[str], parser: argparse.ArgumentParser) -> dict[str, bool | str]:
    found: dict[str, bool | str] = {}
    for word in words:
        key, _, value = word.partition("=")
        values = {str(choice).lower(): choice for choice in CHOICES.get(key, ())}
        if value.lower() not in values:
            known = [f"{k}={str(v).lower()}" for k, some in CHOICES.items() for v in some]
            parser.error(f"--option {word}: there are {', '.join(known)}")
        found[key] = values[value.lower()]
    return found


def _progress() -> Progress:
    began = time.monotonic()

    def show(done: int, games: int) -> None:
        speed = done / (time.monotonic() - began)
        left = (games - done) / speed
        line = f"\r{done}/{games} games, {speed:.1f} games/s, {left:.0f} s left "
        end = "\r\033[K" if done == games else ""
        print(line, end=end, file=sys.stderr, flush=True)

    return show


def _tell(report: Report, seconds: float, verbose: bool) -> None:
    for violation in report.violations:
        print(violation, end="\n\n")
    if verbose:
        for what in ("coins", "goods", "verbs", "endings"):
            counts = getattr(report, what).most_common()
            print(f"{what}: " + ", ".join(f"{name} {number}" for name, number in counts))
        print(f"thorough checks: {report.thorough}, unfinished games: {report.unfinished}")
    print(f"{report} in {seconds:.0f} s ({engine.status().kind} engine)")


if __name__ == "__main__":
    sys.exit(main())
