"""Long computations in a worker of their own: a function by its name, with progress.

`web/src/local/pool.ts` starts the workers, which make a `Task`. Any function of Viae will do whose
arguments and result are JSON. One with a parameter `progress` can tell how far it is, as often as
it likes: a number from 0 to 1, or any value that is JSON. One that returns an iterator tells every
item; the last one is its result. It can be stopped between two items; others with their worker.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from viae.bots import search
from viae.errors import ViaeError
from viae.table import thinking
from viae.table.errors import api_error

Progress = Callable[[Any], None]


def find(name: str) -> Callable[..., Any]:
    """The function of a name such as `viae.local.tasks:bot_turn`."""
    module, _, function = name.partition(":")
    if module.split(".")[0] != "viae" or not function or function.startswith("_"):
        raise ValueError(f"not the name of a function of Viae: {name}")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


class Task:
    """A computation, step by step: between two steps its worker can be told to stop."""

    def __init__(self, name: str, arguments: str, tell: Callable[[str], object]) -> None:
        self._function = find(name)
        self._given: dict[str, Any] = json.loads(arguments)
        self._tell = tell
        self._items: Iterator[Any] | None = None
        self._last: Any = None
        if "progress" in inspect.signature(self._function).parameters:
            self._given["progress"] = self._told

    def _told(self, how_far: Any) -> None:
        self._tell(_text(how_far))

    def step(self) -> str:
        """Go on: the result as JSON, `{"value": …}` or `{"error": …}`, or nothing yet."""
        try:
            if self._items is None:
                value = self._function(**self._given)
                if not isinstance(value, Iterator):
                    return _text({"value": value})
                self._items = value
            for item in self._items:
                self._last = item
                self._told(item)
                return ""
        except ViaeError as problem:
            return _text({"error": api_error(problem).to_json()["error"]})
        return _text({"value": self._last})


def run(name: str, arguments: str, tell: Callable[[str], object]) -> str:
    """The result of a function as JSON: all steps at once."""
    task = Task(name, arguments, tell)
    while not (answer := task.step()):
        pass
    return answer


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def bot_turn(moment: str, bot: str, seed: int, seconds: float, progress: Progress) -> list[int]:
    """The codes that a bot plays; see `viae.table.thinking`."""
    search.on_progress = progress
    try:
        return thinking.think(thinking.read(moment), bot, seed, seconds)
    finally:
        search.on_progress = None
