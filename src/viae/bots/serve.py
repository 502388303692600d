"""The program's side of the protocol: runs a bot written in Python as a program.

A file that ends with `serve(MyBot)` can be played against as `exec:python my_bot.py`, without being
installed, with libraries or a Python of its own, and held to the clock.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from viae.bots.observation import Observation
from viae.bots.process import PROTOCOL
from viae.data.parse import parse_board
from viae.game import Game
from viae.rules.turn import legal

if TYPE_CHECKING:
    from typing import IO

    from viae.bots.registry import Bot


def serve(factory: Callable[..., Bot], name: str | None = None) -> None:
    """Answer on stdin and stdout until there is no more to be asked.

    The factory is called for each game as that of an installed bot is: with a seed, and with
    settings as texts. What the bot prints goes to stderr.
    """
    answers = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        Server(factory, name or str(getattr(factory, "__name__", "bot")), answers).run(sys.stdin)


class Server:
    """One conversation."""

    def __init__(self, factory: Callable[..., Bot], name: str, answers: IO[str]) -> None:
        self._factory = factory
        self._name = name
        self._answers = answers
        self._settings: dict[str, str] = {}
        self._game: dict[str, Any] = {}
        self._position: dict[str, Any] | None = None
        self._bot: Bot | None = None

    def run(self, lines: IO[str]) -> None:
        """Answer line after line."""
        heard: dict[str, Callable[[dict[str, Any]], None]] = {
            "hello": self._hello,
            "options": self._set_options,
            "new_game": self._begin,
            "position": self._place,
            "go": self._go,
        }
        for line in lines:
            message = json.loads(line)
            if message["type"] == "quit":
                break
            answer = heard.get(message["type"])
            if answer is not None:
                answer(message)
        self._close()

    def _say(self, **message: Any) -> None:
        self._answers.write(json.dumps(message, ensure_ascii=False) + "\n")
        self._answers.flush()

    def _hello(self, _: dict[str, Any]) -> None:
        options = [
            {"name": one.name, "type": "text", "default": str(one.default)}
            for one in list(inspect.signature(self._factory).parameters.values())[1:]
        ]
        self._say(type="hello", protocol=PROTOCOL, name=self._name, options=options)

    def _set_options(self, message: dict[str, Any]) -> None:
        self._settings |= {key: str(value) for key, value in message["options"].items()}

    def _begin(self, message: dict[str, Any]) -> None:
        self._close()
        self._game = message
        self._bot = self._factory(message["seed"], **self._settings)

    def _place(self, message: dict[str, Any]) -> None:
        self._position = message["position"]

    def _go(self, message: dict[str, Any]) -> None:
        entry: int | str = message["legal"][0]  # where nobody knows the position
        if self._position is not None:
            assert self._bot is not None
            board = parse_board(self._game["map"], self._game["board"])
            state = Game.from_position(self._position, chance="manual", board=board).state
            seen = Observation(state.actor, state, legal(state), message["time"])
            entry = self._bot.choose(seen)
            if not isinstance(entry, str):
                entry = seen.show(entry)
        self._say(type="bestentry", entry=entry)

    def _close(self) -> None:
        close = getattr(self._bot, "close", None)
        if callable(close):
            close()
        self._bot = None
