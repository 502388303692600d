"""A bot at the tables of a server, over HTTP with a token: any bot of the registry, or a program.

It hears of its turns by the event stream, reads the record of the game, and posts what the bot
decides. Nothing but the standard library is needed.
"""

from __future__ import annotations

import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import Any, TypeAlias

from viae.bots.observation import Course
from viae.bots.seat import Seated
from viae.errors import ViaeError
from viae.game import Game
from viae.rules import notation
from viae.rules.turn import legal as legal_in

Json: TypeAlias = dict[str, Any]  # what the server sends; the protocol page describes it
SILENCE = 45.0  # seconds without a sign of life after which the stream is opened again
ANSWER = 30.0  # seconds for an answer
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
LATER = (429, 503)


class Refused(ViaeError):
    """The server refused a request; `code` says why."""

    def __init__(self, status: int, error: Json) -> None:
        super().__init__(f"{error.get('message', 'the server refused this')} ({status})")
        self.status = status
        self.code = str(error.get("code", ""))
        self.view: Json | None = error.get("view")


class Connection:
    """Requests to a server, with a token."""

    def __init__(self, server: str, token: str) -> None:
        if urllib.parse.urlsplit(server).scheme not in ("http", "https"):
            raise ViaeError(f"“{server}” is no address such as https://viae.example.org")
        if not (token.isascii() and token.isprintable() and token.strip()):
            raise ViaeError("the token is not one: copy it from the account page of the server")
        self.server = server.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Make a request; what the server cannot do just now is tried again."""
        wait = FIRST_WAIT
        while True:
            try:
                with self._open(method, path, body, ANSWER) as answer:
                    found: Json = json.load(answer)
                return found
            except urllib.error.HTTPError as problem:
                refused = _refused(problem)
                if refused.status not in LATER:
                    raise refused from None
                wait = float(problem.headers.get("Retry-After") or wait)
            except (OSError, HTTPException, ValueError):
                if wait >= LONGEST_WAIT:
                    raise
            time.sleep(wait)
            wait = min(LONGEST_WAIT, wait * 2)

    def events(self) -> Iterator[Json]:
        """The messages of the event stream, until it breaks off."""
        try:
            with self._open("GET", "/api/events", None, SILENCE) as stream:
                for line in stream:
                    if line.startswith(b"data: "):
                        yield json.loads(line[6:])
        except urllib.error.HTTPError as problem:
            refused = _refused(problem)
            if refused.status not in LATER:
                raise refused from None
        except (OSError, HTTPException):
            return

    def _open(self, method: str, path: str, body: Json | None, seconds: float) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310 - only http and https, see above
            self.server + path, data, self._headers, method=method
        )
        return urllib.request.urlopen(request, timeout=seconds)  # noqa: S310


def _refused(problem: urllib.error.HTTPError) -> Refused:
    try:
        error = json.load(problem)["error"]
    except (ValueError, KeyError, TypeError, OSError):
        error = {}
    return Refused(problem.code, error if isinstance(error, dict) else {})


class RemotePlayer:
    """Plays wherever the account of the token sits; `tell` is called with what happens."""

    def __init__(
        self,
        connection: Connection,
        bot: str,
        *,
        games: int = 4,
        seconds: float = 1.0,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.connection = connection
        self.bot = bot
        self.games = games
        self.seconds = seconds
        self.tell = tell
        self.me = ""
        self._seated: dict[str, tuple[Seated, list[str]]] = {}

    def run(self) -> None:
        """Play until interrupted; a lost connection is opened again."""
        wait = FIRST_WAIT
        try:
            while True:
                for event in self.connection.events():
                    wait = FIRST_WAIT
                    self.take(event)
                self.tell(f"no connection; trying again in {wait:.0f} s")
                time.sleep(wait)
                wait = min(LONGEST_WAIT, wait * 2)
        finally:
            for seated, _ in self._seated.values():
                seated.close()

    def take(self, event: Json) -> None:
        """Do what a message asks for."""
        kind = event["type"]
        if kind == "hello":
            self.me = event["person"]["id"]
            self.tell(f"{event['person']['name']} is at {self.connection.server}")
            self.sit()
        elif kind == "turn" and event["yours"]:
            self.play(event["table"])
        elif kind == "turn":
            self.sit()

    def sit(self) -> None:
        """Take the seats that are kept for the bot, up to the number of games."""
        running = self.connection.ask("GET", "/api/me/tables?status=running")["tables"]
        at_once = sum(self._sits(table) for table in running)
        for table in set(self._seated) - {one["id"] for one in running}:
            self._seated.pop(table)[0].close()  # that game is over
        for table in self.connection.ask("GET", "/api/me/tables?status=open")["tables"]:
            if self._sits(table):
                at_once += 1
            elif at_once < self.games and any(
                seat["kind"] == "invited" and seat["person"] == self.me for seat in table["seats"]
            ):
                try:
                    self.connection.ask("POST", f"/api/tables/{table['id']}/sit", {})
                    self.tell(f"sits at “{table['name']}”")
                    at_once += 1
                except Refused as problem:
                    self.tell(f"cannot sit at “{table['name']}”: {problem}")

    def _sits(self, table: Json) -> bool:
        return any(one["kind"] == "person" and one["person"] == self.me for one in table["seats"])

    def play(self, table: str) -> None:
        """Decide at a table as long as it waits for the bot."""
        view = self.connection.ask("GET", f"/api/tables/{table}")
        while view["you"]["decides"]:
            post = {
                "number": view["game"]["number"],
                "entry": self.choose(table, view),
                "key": secrets.token_hex(12),
            }
            try:
                view = self.connection.ask("POST", f"/api/tables/{table}/entries", post)["view"]
            except Refused as problem:
                if problem.view is None:
                    self.tell(f"{table}: {problem}")
                    return
                view = problem.view

    def choose(self, table: str, view: Json) -> str:
        """What the bot plays now."""
        legal = [str(one["entry"]) for one in view["you"]["legal"]]
        if len(legal) == 1:
            return legal[0]
        record = self.connection.ask("GET", f"/api/tables/{table}/record")
        game = Game.from_record(record)
        state = game.progress.state
        if table not in self._seated:
            entries: list[str] = []
            course = Course(game.progress.start.state, entries)
            self._seated[table] = (
                Seated(self.bot, secrets.randbits(48), self.seconds, course=course),
                entries,
            )
        seated, entries = self._seated[table]
        entries[:] = record["entries"]
        told = len(seated.faults)
        code = seated.decide(state, legal_in(state))
        for fault in seated.faults[told:]:
            self.tell(f"{fault.name} failed: {fault.text}; {seated.playing} plays on")
        return notation.show(state.setup, code)
