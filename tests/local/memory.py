"""Surroundings of a host for tests: a storage in memory that can be full, time that stands still.

Needs nothing but the standard library and `viae.local`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

from viae.local.surroundings import Changes, SavedGame, SavedTable, StorageError, Thought
from viae.table import thinking
from viae.table.types.basics import Document

T = TypeVar("T")
NOW = 1_700_000_000.0


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise AssertionError("the host waited for something")


class Memory:
    """What a browser gives a host; everything goes through JSON, as it does there."""

    def __init__(self, seed: int = 1) -> None:
        self.stored: dict[str, dict[Any, str]] = {
            name: {} for name in ("tables", "starts", "entries", "boards", "facts")
        }
        self.time = NOW
        self.full = False
        self.sent: list[dict[str, Any]] = []
        self.thoughts: list[Thought] = []
        self.dice = random.Random(seed)

    async def tables(self) -> list[SavedTable]:
        return [json.loads(one) for one in self.stored["tables"].values()]

    async def facts(self) -> dict[str, Any]:
        return {key: json.loads(one) for key, one in self.stored["facts"].items()}

    async def game(self, table: str) -> SavedGame:
        entries = sorted(key for key in self.stored["entries"] if key[0] == table)
        return {
            "start": json.loads(self.stored["starts"][table]),
            "entries": [json.loads(self.stored["entries"][key]) for key in entries],
        }

    async def board(self, key: str) -> Document | None:
        found = self.stored["boards"].get(key)
        return None if found is None else json.loads(found)

    async def save(self, changes: Changes) -> None:
        if self.full:
            raise StorageError(full=True)
        for entry in changes.get("entries", []):
            key = (entry["game"], entry["number"])
            assert key not in self.stored["entries"], "entries are only ever added"
            self.stored["entries"][key] = json.dumps(entry)
        for table in changes.get("tables", []):
            self.stored["tables"][table["id"]] = json.dumps(table)
        for start in changes.get("starts", []):
            self.stored["starts"][start["game"]] = json.dumps(start)
        for board in changes.get("boards", []):
            self.stored["boards"][board["id"]] = json.dumps(board["body"])
        for name, fact in changes.get("facts", {}).items():
            self.stored["facts"][name] = json.dumps(fact)

    def now(self) -> float:
        return self.time

    def token(self, size: int) -> bytes:
        return self.dice.randbytes(size)

    def send(self, message: Mapping[str, Any]) -> None:
        self.sent.append(json.loads(json.dumps(message)))

    def think(self, thought: Thought) -> None:
        self.thoughts.append(json.loads(json.dumps(thought)))


def decision(thought: Thought) -> list[int]:
    """What a bot decides."""
    moment = thinking.read(thought["moment"])
    return thinking.think(moment, thought["bot"], thought["seed"], 60.0)
