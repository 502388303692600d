"""The history of a game: one row of its log, with its parts and what it changed."""

from __future__ import annotations

from typing import Final, cast

from viae.rules import codes, notation, roles
from viae.rules.state import State
from viae.table.choices import changes, parts
from viae.table.types.history import Past, PlayedItem, UndoItem

UNDO: Final = "undo"


def describe_entry(before: State, after: State, code: int, number: int) -> PlayedItem:
    """One entry: its number in the log, its text, its parts, and what it changed."""
    past: Past = {
        "number": number,
        "actor": "*" if before.actor == roles.CHANCE else before.actor,
        "entry": notation.show(before.setup, code),
        "changes": changes(before, after),
    }
    if after.concordia >= 0 > before.concordia:
        past["concordia"] = after.concordia
    item = cast("PlayedItem", {**parts(before, code), **past})  # the kind says which member it is
    if item["kind"] == "build":
        item["houses"] = after.crowd[codes.city_of(code)]
    return item


def describe_undo(to: int, number: int, by: int | None) -> UndoItem:
    """An undo: back to the first `to` entries; `by` is the seat, None if it was agreed on."""
    return {"kind": UNDO, "number": number, "actor": by, "entry": f"{UNDO} {to}", "to": to}
