"""The history of a game: its rows one by one, with their parts and what each changed."""

from __future__ import annotations

from typing import Any

from viae.rules import codes, notation
from viae.rules.state import State
from viae.table.choices import changes, fields
from viae.table.game import UNDO, TableGame


def describe_entry(before: State, after: State, row: str, number: int) -> dict[str, Any]:
    """One entry: its number in the log, its text, its parts, and what it changed."""
    actor, _, words = row.partition(": ")
    code = notation.parse(before.setup, words)
    told: dict[str, Any] = {
        "number": number,
        "actor": "*" if actor == "*" else int(actor),
        "entry": words,
        **fields(before, code),
        "changes": changes(before, after),
    }
    if code >> codes.SHIFT == codes.BUILD:
        told["houses"] = after.crowd[code & codes.OPERANDS]
    if after.concordia >= 0 > before.concordia:
        told["concordia"] = after.concordia
    return told


def describe_undo(to: int, number: int, by: int | None) -> dict[str, Any]:
    """An undo: back to the first `to` entries; `by` is the seat, None if it was agreed on."""
    return {"number": number, "actor": by, "entry": f"{UNDO} {to}", "kind": UNDO, "to": to}


def entries_between(game: TableGame, first: int, last: int) -> list[dict[str, Any]]:
    """The entries that count from `first` to before `last`; `number` counts only these."""
    past = game.at(first)
    told = []
    for number in range(first, min(last, len(game.entries))):
        entry = game.entries[number]
        before = past.state.copy()
        begins = past.turn_began == number
        past.read(entry)
        told.append({**describe_entry(before, past.state, entry, number), "turn_begins": begins})
    return told
