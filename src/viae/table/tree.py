"""Study trees: branches of a game with comments and marks, as records hold them in `tree`."""

from __future__ import annotations

from typing import Any

from viae.errors import ViaeError
from viae.progress import Progress
from viae.table.errors import Malformed
from viae.table.types.basics import Branch

MOST_BRANCHES = 300
MOST_ENTRIES = 5_000  # of all branches
MOST_COMMENT = 2_000  # characters
MOST_MARKS = 60  # of a branch
DEEPEST = 30
KEYS = ("at", "entries", "comment", "marks", "tree")
MARK_KEYS = ("kind", "at", "to", "colour")


class TreeReader:
    """Reads a tree; Malformed says where it is wrong."""

    def __init__(self) -> None:
        self.branches = 0
        self.entries = 0

    def read(self, parent: Progress, first: int, tree: object, depth: int = 0) -> list[Branch]:
        """The branches of a line that began after `first` entries of `parent`."""
        if not isinstance(tree, list) or depth > DEEPEST:
            raise Malformed("study.tree")
        return [self._branch(parent, first, one, depth) for one in tree]

    def _branch(self, parent: Progress, first: int, branch: object, depth: int) -> Branch:
        if not isinstance(branch, dict) or set(branch) - set(KEYS):
            raise Malformed("study.tree")
        at: Any = branch.get("at")
        entries, comment = branch.get("entries", []), branch.get("comment", "")
        marks = branch.get("marks", [])
        self._check(parent, first, at, entries, comment, marks)
        line = parent.at(first + at)
        for entry in entries:
            try:
                line.play(line.code_of(entry, named=True))
            except ViaeError as problem:
                raise Malformed("study.branch", entry=str(entry)[:80]) from problem
        found: Branch = {"at": at, "entries": line.entries[first + at :]}
        if comment:
            found["comment"] = comment
        if marks:
            found["marks"] = marks
        if branch.get("tree"):
            found["tree"] = self.read(line, first + at, branch["tree"], depth + 1)
        return found

    def _check(
        self, parent: Progress, first: int, at: Any, entries: Any, comment: Any, marks: Any
    ) -> None:
        most = len(parent.log) - first
        good = type(at) is int and 0 <= at <= most
        good = good and isinstance(entries, list) and all(type(one) is str for one in entries)
        good = good and isinstance(comment, str) and len(comment) <= MOST_COMMENT
        good = good and isinstance(marks, list) and len(marks) <= MOST_MARKS
        if not good or not all(_is_mark(one) for one in marks):
            raise Malformed("study.tree")
        self.branches += 1
        self.entries += len(entries)
        if self.branches > MOST_BRANCHES or self.entries > MOST_ENTRIES:
            raise Malformed("study.tree-size", branches=MOST_BRANCHES, entries=MOST_ENTRIES)


def _is_mark(mark: object) -> bool:
    if not isinstance(mark, dict) or set(mark) - set(MARK_KEYS):
        return False
    texts = all(isinstance(one, str) and len(one) <= 80 for one in mark.values())
    needed = ("kind", "at", "to") if mark.get("kind") == "arrow" else ("kind", "at")
    return texts and mark.get("kind") in ("arrow", "ring") and all(key in mark for key in needed)


def read_tree(game: Progress, tree: object) -> list[Branch]:
    """A tree of this game, checked and in canonical form."""
    return TreeReader().read(game, 0, tree)
