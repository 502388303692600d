"""Plays whole games at tables where nothing but the standard library can be imported.

Run in a process of its own by `test_alone.py`; prints what it has seen as JSON.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


def tops() -> set[str]:
    """The packages in memory."""
    return {name.partition(".")[0] for name in sys.modules}


AT_START = tops()  # what the interpreter itself brings in, such as hooks of an environment
# A Python in the browser has no processes, no sockets and no OpenSSL.
ABSENT = {
    "_hashlib",
    "_ssl",
    "_socket",
    "multiprocessing",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
}
OURS = {"viae", *sys.stdlib_module_names} - ABSENT


class OnlyStandardLibrary:
    """Refuses every import but those of this project and of a Python as browsers have it."""

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None, so that the next finder is asked; ModuleNotFoundError for a stranger."""
        top = name.partition(".")[0]
        if top in OURS or top in AT_START - ABSENT:
            return None
        raise ModuleNotFoundError(f"{name} is not in the standard library", name=name)


def play(variant: str, players: int) -> dict[str, object]:
    """One game with everything a host does."""
    import json
    import random

    from viae.table import clock as clocks
    from viae.table.clock import Clock
    from viae.table.game import TableGame
    from viae.table.terms import TableTerms

    choose = random.Random(players)
    terms = TableTerms(variant=variant, clock=Clock("player", 600, 10))
    names = [f"player {seat}" for seat in range(players)]
    game = TableGame.new(terms, names, secret=b"a secret of the host")
    clock = clocks.begin(terms.clock, players)
    log: list[str] = []
    now = 0.0
    blocked: set[str] = set()
    kinds: set[str] = set()
    undone = 0
    while not game.over:
        seat = game.actor
        assert seat is not None
        now += 1.0
        clock = clocks.move_on(terms.clock, clock, seat, game.turns, now)
        assert clocks.shown(terms.clock, clock, now).get("seat") == seat
        assert game.decides([seat])
        view = json.loads(json.dumps(game.view()))
        assert view["decision"]["seat"] == seat
        assert game.cards([seat])[str(seat)]["hand"] is not None
        options = game.options()
        blocked |= {one["kind"] for one in options["blocked"]}
        entry = choose.choice(options["legal"])["entry"]
        rows = game.play(entry, [seat])
        log += [row.text for row in rows]
        kinds |= {row.item["kind"] for row in rows}
        if choose.random() < 0.02 and game.undo_limit([seat]) < len(game.entries):
            log.append(game.undo(game.undo_limit([seat]), [seat]).text)
            undone += 1
    again = TableGame.restore(game.start_document(), log, terms, game.secret)
    assert again.view() == game.view()
    assert len(game.history()) == len(game.entries)
    record = game.record(names)
    return {
        "entries": len(game.entries),
        "undone": undone,
        "kinds": sorted(kinds),
        "blocked": sorted(blocked),
        "result": record["result"],
        "record": record,
    }


def main() -> None:
    """Play the games that are named as arguments, such as `concordia:3`."""
    sys.meta_path.insert(0, OnlyStandardLibrary())
    import json

    for name in ("pydantic", "numpy", "typing_extensions", "_hashlib", "socket"):
        try:
            __import__(name)
        except ModuleNotFoundError:
            continue
        raise SystemExit(f"{name} could be imported")
    found = []
    for argument in sys.argv[1:]:
        variant, _, players = argument.partition(":")
        found.append(play(variant, int(players)))
    json.dump({"games": found, "strangers": sorted(tops() - AT_START - OURS)}, sys.stdout)


if __name__ == "__main__":
    main()
