"""Real games as fixtures, random ones beside them, and faulty documents made of both."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from viae import Game
from viae.data import board_names
from viae.english import CODES
from viae.errors import FaultsError
from viae.game import Chance
from viae.options import PLAYERS

FOLDER = Path(__file__).parent
FILES = ("games", "legal")
TERMS = [
    (board, variant, players)
    for board in board_names()
    for variant, numbers in PLAYERS.items()
    for players in numbers
]
# Two boards for each variant and number: making the tables of all of them would take long.
SOME_TERMS = [
    (board_names()[(at + more) % 6], variant, players)
    for at, (variant, players) in enumerate(
        (variant, players) for variant, numbers in PLAYERS.items() for players in numbers
    )
    for more in (0, 3)
]
LONGEST = 600  # characters of a fault; one that repeats a whole document helps nobody


@cache
def lines(name: str) -> list[str]:
    """The games of a file, each as the text of its line."""
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def record(name: str, number: int) -> dict[str, Any]:
    """One game of a file, free to be changed."""
    found: dict[str, Any] = json.loads(lines(name)[number])
    return found


def numbered(name: str) -> list[tuple[str, int]]:
    """The games of a file as (file, number)."""
    return [(name, number) for number in range(len(lines(name)))]


def new_game(rng: random.Random, variant: str | None = None, chance: Chance = "auto") -> Game:
    """A freshly set up game on terms drawn at random."""
    terms = [one for one in SOME_TERMS if variant in (None, one[1])]
    board, variant, players = rng.choice(terms)
    options: dict[str, bool | str] = {}
    if rng.random() < 0.5:
        options = {
            "colonist_income": "2x",
            "display": "wine",
            "intermediate_scoring": variant != "venus-team",
        }
    return Game.new(board, variant, players, options, rng.randrange(2**32), chance)


def play_on(game: Game, rng: random.Random, entries: int = 10**6) -> Game:
    """Play random entries, at most so many, and return the same game."""
    while entries > 0 and not game.over:
        found = game.legal()
        # Ending an optional part at once would leave stores full and boards empty.
        some = [entry for entry in found if entry != "done"] if rng.random() < 0.7 else found
        game.play(rng.choice(some or found))
        entries -= 1
    return game


def random_game(seed: int, variant: str | None = None, chance: Chance = "auto") -> Game:
    """A game at a random moment; one in ten is over."""
    rng = random.Random(seed)
    entries = 10**6 if rng.random() < 0.1 else rng.randrange(400)
    return play_on(new_game(rng, variant, chance), rng, entries)


# Faulty documents

TEXTS = ["roma", "prefect", "tribune-1", "0: done", "done", "*", "", "0", "NaN", "coins", "cloth"]
TEXTS += ["\ud800", "\x1b[31m", "a\nb", "x" * 300, "\u0660", "\u202e", "\0"]
NUMBERS = [-1, 0, 1, 2, 7, 99, 2**63, 10**400, -(10**400), float("nan"), float("inf"), 1.0, 0.5]

texts = st.sampled_from(TEXTS) | st.text(max_size=8)
scalars = st.none() | st.booleans() | st.sampled_from(NUMBERS) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def nested(depth: int) -> list[Any]:
    """Brackets within brackets."""
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


def _containers(value: object) -> list[Any]:
    """Every list and object inside a JSON value, itself included."""
    found: list[Any] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (dict, list)):
            found.append(one)
            waiting += one.values() if isinstance(one, dict) else one
    return found


def spoil(document: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """A copy of a document with one to three values replaced, deleted, added or swapped."""
    spoilt = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(1, 3), "changes")):
        # The outer containers first: hypothesis shrinks towards them, and they matter most.
        inner = data.draw(st.sampled_from(_containers(spoilt)), "inside")
        keys: list[Any] = [*inner] if isinstance(inner, dict) else [*range(len(inner))]
        change = data.draw(st.sampled_from(["replace", "delete", "add", "swap"]), "change")
        if change == "add" or not keys:
            if isinstance(inner, dict):
                inner[data.draw(texts)] = data.draw(values)
            else:
                inner.insert(data.draw(st.integers(0, len(inner))), data.draw(values))
            continue
        key = data.draw(st.sampled_from(keys))
        if change == "replace":
            inner[key] = data.draw(values)
        elif change == "delete":
            del inner[key]
        else:
            other = data.draw(st.sampled_from(keys))
            inner[key], inner[other] = inner[other], inner[key]
    return spoilt


def check_faults(error: FaultsError) -> None:
    """Faults are sentences of one line each that any terminal can show."""
    assert error.faults
    for why in error.faults:
        assert set(why.values) - {"where"} == set(CODES[why.code]), why
        assert json.loads(json.dumps(why.values)) == why.values
    for fault in map(str, error.faults):
        assert fault.isprintable(), ascii(fault)
        assert len(fault) <= LONGEST, fault
    assert str(error).startswith(f"{error.what}: {len(error.faults)} fault")
