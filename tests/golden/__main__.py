"""The command `python -m tests.golden`: write the golden playthroughs anew, or check them."""

from __future__ import annotations

import argparse
import sys

from viae.data import board_names

from . import file_of, write


def main(arguments: list[str] | None = None) -> int:
    """Write the files of some boards, or of all; with --check only say what would change."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="only these")
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a change")
    wish = parser.parse_args(arguments)
    unknown = sorted(set(wish.boards) - set(board_names()))
    if unknown:
        parser.error(f"no board {', '.join(unknown)}; there are {', '.join(board_names())}")
    changes = 0
    for board in wish.boards or board_names():
        path = file_of(board)
        before = path.read_text("utf-8").splitlines() if path.exists() else []
        text = write(board)
        changed = sum(line not in before for line in text.splitlines())
        changes += changed
        if not wish.check:
            path.write_text(text, "utf-8")
        print(f"{path.name}: {len(text.splitlines())} games, {changed} of them changed")
    return 1 if wish.check and changes else 0


if __name__ == "__main__":
    sys.exit(main())
