"""The history of a game: its rows one by one, with their parts and what each changed."""

from __future__ import annotations

from typing import cast

from viae.rules import codes, notation
from viae.rules.state import State
from viae.table.choices import changes, parts
from viae.table.game import UNDO, TableGame
from viae.table.types import HistoryItem, Past, PlayedItem, UndoItem


def describe_entry(before: State, after: State, row: str, number: int) -> PlayedItem:
    """One entry: its number in the log, its text, its parts, and what it changed."""
    actor, _, words = row.partition(": ")
    code = notation.parse(before.setup, words)
    past: Past = {
        "number": number,
        "actor": "*" if actor == "*" else int(actor),
        "entry": words,
        "changes": changes(before, after),
    }
    if after.concordia >= 0 > before.concordia:
        past["concordia"] = after.concordia
    item = cast("PlayedItem", {**parts(before, code), **past})  # the kind says which member
    if item["kind"] == "build":
        item["houses"] = after.crowd[code & codes.OPERANDS]
    return item


def describe_undo(to: int, number: int, by: int | None) -> UndoItem:
    """An undo: back to the first `to` entries; `by` is the seat, None if it was agreed on."""
    return {"number": number, "actor": by, "entry": f"{UNDO} {to}", "kind": "undo", "to": to}


def entries_between(game: TableGame, first: int, last: int) -> list[HistoryItem]:
    """The entries that count from `first` to before `last`; `number` counts only these."""
    past = game.at(first)
    told: list[HistoryItem] = []
    for number in range(first, min(last, len(game.entries))):
        entry = game.entries[number]
        before = past.state.copy()
        begins = past.turn_began == number
        past.read(entry)
        item = describe_entry(before, past.state, entry, number)
        item["turn_begins"] = begins
        told.append(item)
    return told
