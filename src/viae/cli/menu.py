"""The menu: the legal entries on the screen, as long as there is room for them."""

from __future__ import annotations

import textwrap
from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from viae.cli.choices import Group
from viae.cli.draw import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viae.cli.choices import Choice

SLIM = 12  # columns that a remark has at least
MOVES = "T– 1: goods of the path's two cities (– is the capital), then the steps"


def menu(groups: Sequence[Group], width: int, room: int) -> list[Text]:
    """The entries in groups: with remarks if that fits into `room` lines, else ever shorter."""
    moves = any(group.verb == "move" for group in groups)
    key = [Text(MOVES, style="dim")] if moves else []
    room -= len(key)
    lines = [line for group in groups for line in _group(group, width, notes=True)]
    if len(lines) > room:
        lines = [line for group in groups for line in _group(group, width, notes=False)]
    if len(lines) > room:
        lines = [line for group in groups for line in _folded(group, width)]
        key = [Text("Or type a part of it: a city, a path, a good. All: list", style="dim")]
    return lines + key


def listing(choices: Sequence[Choice], width: int, notes: bool = False) -> list[Text]:
    """Some entries by number: under their heading if they share one, else in full.

    With `notes`, those under a heading have their whole remarks, however many lines that takes.
    """
    titles = {choice.about.title for choice in choices}
    if len(titles) == 1 and len(choices) > 1:
        return _group(Group(titles.pop(), tuple(choices)), width, notes, whole=notes)
    cells = []
    for choice in choices:
        cell = _numbered(choice, choice.entry)
        if choice.entry.startswith("move"):
            cell.append(f" {choice.about.note}", style="dim")
        cells.append(cell)
    return columns(cells, width)


def _group(group: Group, width: int, notes: bool, whole: bool = False) -> list[Text]:
    """A group with its title; remarks that are too long are cut, or go on below if `whole`."""
    lines = [Text(group.title, style="bold")] if group.title else []
    if group.verb == "move":
        cells = [
            _numbered(c, c.about.short).append(f" {c.about.note}", "dim") for c in group.choices
        ]
        return lines + columns(cells, width)
    if any(choice.about.row for choice in group.choices):
        return lines + _rows(group.choices, width)
    if not notes:
        return lines + columns([_numbered(c, c.about.short) for c in group.choices], width)
    longest = max(len(choice.about.short) for choice in group.choices)
    for choice in group.choices:
        line = _numbered(choice, f"{choice.about.short:<{longest}}  ")
        note, *more = [choice.about.note]
        if whole:
            beside = max(SLIM, width - line.cell_len)
            note, *more = textwrap.wrap(note, beside, break_long_words=False) or [""]
        below = " " * line.cell_len
        line.append(note, style="dim").truncate(width, overflow="ellipsis")
        line.rstrip()
        lines += [line, *(Text(below).append(rest, style="dim") for rest in more)]
    return lines


def _rows(choices: Sequence[Choice], width: int) -> list[Text]:
    """Entries that differ in one word side by side, those without a row one below the other."""
    longest = max(len(choice.about.row) for choice in choices)
    lines = []
    for row, members in groupby(choices, key=lambda choice: choice.about.row):
        if not row:
            lines += [_numbered(choice, choice.about.short) for choice in members]
            continue
        cells = [_numbered(choice, choice.about.cell) for choice in members]
        widest = max(cell.cell_len for cell in cells) + 1
        across = max(1, (width - longest - 5) // widest)
        head = f"     {row:<{longest}}"
        for at in range(0, len(cells), across):
            line = Text(head if at == 0 else " " * len(head))
            for cell in cells[at : at + across]:
                line.append_text(cell).append(" " * (widest - cell.cell_len))
            line.rstrip()
            lines.append(line)
    return lines


def _folded(group: Group, width: int) -> list[Text]:
    """A long group as one line, which says how to unfold it."""
    lines = _group(group, width, notes=False)
    if len(lines) <= 3:
        return lines
    first, last = group.choices[0], group.choices[-1]
    words = " ".join(first.entry.split()[:3]) if group.verb == "move" else group.verb
    line = Text().append(f"{first.number:>3}–{last.number}) ", style="cyan")
    line.append(words, style="bold").append(f" lists these {len(group.choices)}", style="dim")
    return [line]


def _numbered(choice: Choice, text: str) -> Text:
    return Text().append(f"{choice.number:>3}) ", style="cyan").append(text)
