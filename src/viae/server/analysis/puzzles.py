"""First answers to puzzles: kept in the account, and what corrects how hard puzzles are.

Whether a puzzle was solved is decided here, without a search. Only accounts count: guests are made
too easily, and keep their numbers in the browser.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select

from viae.analysis.puzzles import check_answer, shipped_puzzles
from viae.analysis.puzzles.ratings import START, change, moved
from viae.errors import ViaeError
from viae.server.people.accounts import User
from viae.server.store.database import Database
from viae.server.store.models import Person, PuzzleAnswerRow
from viae.table.errors import Forbidden, Malformed, Unknown

if TYPE_CHECKING:
    from viae.analysis.documents import Puzzle, PuzzleProgress, PuzzleResult

FRESH = 60.0  # seconds for which the ratings of all puzzles are good enough


class PuzzleResults:
    """Takes answers, and says how people and puzzles do."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._ratings: tuple[float, dict[str, int]] = (-FRESH, {})

    async def ratings(self) -> dict[str, int]:
        """The ratings of the puzzles that people have answered; others have that of the set."""
        made, found = self._ratings
        if time.monotonic() - made >= FRESH:
            wanted = select(PuzzleAnswerRow.puzzle, func.sum(PuzzleAnswerRow.moved)).group_by(
                PuzzleAnswerRow.puzzle
            )
            async with self.db.read() as connection:
                rows = (await connection.execute(wanted)).all()
            there = shipped_puzzles()
            found = {
                puzzle: there[puzzle]["rating"] + int(total)
                for puzzle, total in rows
                if puzzle in there  # an earlier set had others
            }
            self._ratings = (time.monotonic(), found)
        return found

    async def progress(self, user: User) -> PuzzleProgress:
        """How a person does: rating, rows of solved puzzles, the score of each first answer."""
        _need_account(user)
        async with self.db.read() as connection:
            rows = (await connection.execute(_answers(user))).all()
        return _summary(rows)

    async def answer(self, user: User, puzzle: str, entries: Sequence[str]) -> PuzzleResult:
        """Take an answer; without entries somebody gave up. Only the first one counts."""
        _need_account(user)
        given = shipped_puzzles().get(puzzle)
        if given is None:
            raise Unknown("puzzle.unknown")
        score = _score(given, entries)
        total = select(func.count(), func.coalesce(func.sum(PuzzleAnswerRow.moved), 0)).where(
            PuzzleAnswerRow.puzzle == puzzle
        )
        lock = select(Person.id).where(Person.id == user.id, Person.deleted.is_(None))
        if not self.db.sqlite:
            lock = lock.with_for_update()  # answers of one person come one after the other
        async with self.db.write() as connection:
            if (await connection.execute(lock)).first() is None:
                raise Unknown("person.unknown")
            rows: list[Any] = list((await connection.execute(_answers(user))).all())
            answers, sum_moved = (await connection.execute(total)).one()
            before, rating = _summary(rows), given["rating"] + int(sum_moved)
            if puzzle in before["scores"]:
                return {"first": False, "score": score, "puzzle": rating, "change": 0, **before}
            new = {
                "person": user.id,
                "puzzle": puzzle,
                "score": score,
                "change": change(before["rating"], rating, score, len(rows)),
                "moved": moved(before["rating"], rating, score, int(answers)),
                "at": time.time(),
            }
            made = insert(PuzzleAnswerRow).values(**new)
            await connection.execute(made)
            rows = list((await connection.execute(_answers(user))).all())
        rating += int(str(new["moved"]))
        self._ratings[1][puzzle] = rating  # here at once, in other processes within a minute
        gained = int(str(new["change"]))
        return {
            "first": True,
            "score": score,
            "puzzle": rating,
            "change": gained,
            **_summary(rows),
        }


def _need_account(user: User) -> None:
    if user.account is None or user.bot:
        raise Forbidden("puzzle.account")


def _score(given: Puzzle, entries: Sequence[str]) -> int:
    if not entries:
        return 0
    try:
        return check_answer(given, entries)
    except ViaeError as problem:
        raise Malformed("puzzle.turn") from problem


def _answers(user: User) -> Any:
    row = PuzzleAnswerRow
    wanted = select(row.puzzle, row.score, row.change)
    return wanted.where(row.person == user.id).order_by(row.at, row.puzzle)


def _summary(rows: Sequence[Any]) -> PuzzleProgress:
    """What follows from the answers of a person, the oldest first."""
    streak = best = 0
    for row in rows:
        streak = streak + 1 if row.score == 100 else 0
        best = max(best, streak)
    return {
        "rating": START + sum(row.change for row in rows),
        "streak": streak,
        "best": best,
        "scores": {row.puzzle: row.score for row in rows},
    }
