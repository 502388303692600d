"""The hub: live connections, and the rooms in which they watch tables.

News of a table are numbered. A connection gets each number once and in order; one that was away
says which it had last and gets the rest. One that is too slow is told that it is behind and gets
the present view instead of everything it missed; one that does not read at all is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import Any, Protocol

import orjson

from viae.server.live.news import turns_of
from viae.server.process.logs import log
from viae.server.process.metrics import Metrics
from viae.server.store.transaction import Ledger, Loaded, Written
from viae.server.tables.views import view_json

MOST_QUEUED = 100  # messages
MOST_BYTES = 2 << 20
PATIENCE = 20.0  # seconds to take one message
RESUMED = 500  # news that are sent again at most
PRESENCE_DELAY = 0.25
PRESENCE_BEAT = 20.0
SWEEP = 5.0  # a process that dies after a commit does not tell of it
TOO_SLOW = 4008


class Socket(Protocol):
    """What is needed of a WebSocket."""

    async def send_text(self, data: str) -> None:
        """Send a message."""
        ...

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Close it."""
        ...


class Line:
    """One live connection with what is waiting to be sent to it."""

    def __init__(self, socket: Socket, person: str | None, name: str | None) -> None:
        self.socket = socket
        self.person = person
        self.name = name
        self.seen: dict[str, int] = {}  # table: the last number that was queued
        self.behind: set[str] = set()
        self.address = ""
        self.closed = False
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._more = asyncio.Event()

    def send(self, message: bytes) -> bool:
        """Queue a message; False if there are too many already."""
        if len(self._queue) >= MOST_QUEUED or self._bytes + len(message) > MOST_BYTES:
            return False
        self._queue.append(message)
        self._bytes += len(message)
        self._more.set()
        return True

    def drop_all(self) -> None:
        """Forget what is waiting."""
        self._queue.clear()
        self._bytes = 0
        self._more.set()

    @property
    def waiting(self) -> int:
        return len(self._queue)

    async def run(self, hub: Hub) -> None:
        """Send what is queued until the connection is closed."""
        while not self.closed:
            await self._more.wait()
            while self._queue:
                message = self._queue.popleft()
                self._bytes -= len(message)
                try:
                    await asyncio.wait_for(self.socket.send_text(message.decode()), PATIENCE)
                except TimeoutError:
                    log().info("live.too_slow", person=self.person)
                    with contextlib.suppress(Exception):
                        await asyncio.wait_for(self.socket.close(TOO_SLOW, "too slow"), 1)
                    return
                hub.metrics.messages.inc()
            if self.behind:
                await hub.catch_up(self)
            elif not self._queue:
                self._more.clear()


class Room:
    """A table that is watched: its lines, the last number they were told, who is there."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.lines: set[Line] = set()
        self.catching_up: asyncio.Task[None] | None = None
        self.more = False  # something happened since the catching up began to read
        self.elsewhere: dict[str, tuple[float, list[str]]] = {}  # process: until when, who
        self.presence_due = False

    def present(self) -> list[str]:
        """Who is here, in this process."""
        return sorted({line.person for line in self.lines if line.person})


class Hub:
    """All live connections of this process."""

    def __init__(self, ledger: Ledger, metrics: Metrics) -> None:
        self.ledger = ledger
        self.metrics = metrics
        self.rooms: dict[str, Room] = {}
        self.lines: set[Line] = set()
        self.by_person: dict[str, set[Line]] = {}
        self.by_address: dict[str, int] = {}
        self.publish: Any = None  # of the bus, where there is one
        self.process = ""
        self._tasks: set[asyncio.Task[Any]] = set()
        ledger.listeners.append(self.committed)

    # Lines

    def connect(self, line: Line) -> None:
        """Take in a connection."""
        self.lines.add(line)
        self.by_address[line.address] = self.by_address.get(line.address, 0) + 1
        if line.person is not None:
            self.by_person.setdefault(line.person, set()).add(line)
        self.metrics.sockets.set(len(self.lines))

    def disconnect(self, line: Line) -> None:
        """Let a connection go."""
        line.closed = True
        line.drop_all()
        for table in list(line.seen):
            self.leave(line, table)
        self.lines.discard(line)
        left = self.by_address.pop(line.address, 1) - 1
        if left:
            self.by_address[line.address] = left
        if line.person is not None:
            mine = self.by_person.get(line.person, set())
            mine.discard(line)
            if not mine:
                self.by_person.pop(line.person, None)
        self.metrics.sockets.set(len(self.lines))

    async def watch(self, line: Line, table: Loaded, after: int | None) -> None:
        """Let a line watch a table, from the news after a number on."""
        while True:
            missed: list[Written] = []
            if after is not None:
                missed = await self.ledger.news_after(table.id, after, RESUMED + 1)
            table = await self.ledger.look(table.id)
            room = self.rooms.get(table.id)
            top = int(table.row["news"])
            if room is not None and top < room.number:
                continue  # read before the latest news were written
            skipped = len(missed) > RESUMED
            if after is None or skipped:
                missed = []
                break
            if (missed[-1].number if missed else min(after, top)) >= top:
                break
        # From here on nothing is awaited: no news can come in between.
        if room is None:
            room = self.rooms[table.id] = Room(int(table.row["news"]))
        room.lines.add(line)
        line.seen[table.id] = top
        self.metrics.rooms.set(len(self.rooms))
        for written in missed:
            line.send(news_json(table.id, written, None))
        line.send(
            b'{"type":"watching","table":%b,"number":%d,"skipped":%b,"view":%b}'
            % (
                orjson.dumps(table.id),
                top,
                b"true" if skipped else b"false",
                view_json(table, line.person),
            )
        )
        self._presence(table.id)

    def leave(self, line: Line, table: str) -> None:
        """Let a line no longer watch a table."""
        line.seen.pop(table, None)
        line.behind.discard(table)
        room = self.rooms.get(table)
        if room is None:
            return
        room.lines.discard(line)
        self._presence(table)
        if not room.lines:
            del self.rooms[table]
            self.metrics.rooms.set(len(self.rooms))

    # News

    def committed(self, table: Loaded, written: list[Written], wake: set[str], _bot: bool) -> None:
        """After a commit of this process: tell everybody who watches."""
        self.turns(table.id, turns_of(table, wake))
        room = self.rooms.get(table.id)
        if room is None or not written:
            return
        if written[0].number == room.number + 1 and room.catching_up is None:
            self._deliver(room, table, written)
        else:
            self._catch_up_room(table.id, room)

    def elsewhere(self, news: dict[str, Any]) -> None:
        """News of another process."""
        if news.get("everything"):
            self._keep(asyncio.create_task(self._look_at_all()))
            return
        table = str(news.get("table"))
        self.turns(table, news.get("turns") or {})
        found = self.rooms.get(table)
        if found is None:
            return
        if "present" in news:
            until = time.monotonic() + 2.5 * PRESENCE_BEAT
            known = found.elsewhere.get(news["process"])
            found.elsewhere[news["process"]] = (until, news["present"])
            if known is None or known[1] != news["present"]:
                self._presence(table, spread=False)
        else:
            self._catch_up_room(table, found)

    def turns(self, table: str, turns: dict[str, bool]) -> None:
        """Tell people whether it is their turn at a table, wherever they are."""
        for person, yours in turns.items():
            for line in self.by_person.get(person, ()):
                line.send(orjson.dumps({"type": "turn", "table": table, "yours": yours}))

    def _catch_up_room(self, table: str, room: Room) -> None:
        room.more = True
        if room.catching_up is None:
            room.catching_up = asyncio.create_task(self._fetch(table, room))
            self._keep(room.catching_up)

    async def _fetch(self, table: str, room: Room) -> None:
        """Read the news a room has not seen, and deliver them."""
        try:
            while room.more:
                room.more = False
                news = await self.ledger.news_after(table, room.number, RESUMED)
                if news:
                    loaded = await self.ledger.look(table)
                    self._deliver(room, loaded, news)
                    room.more = room.more or loaded.row["news"] > room.number
        except Exception as problem:  # noqa: BLE001 - the next news tries again
            log().error("live.fetch", game=table, problem=repr(problem))
        finally:
            room.catching_up = None

    def _deliver(self, room: Room, table: Loaded, news: list[Written]) -> None:
        """Queue news for every line of a room; the last of them carries the view."""
        bare = [news_json(table.id, one, None) for one in news[:-1]]
        views: dict[str | None, bytes] = {}
        room.number = news[-1].number
        for line in room.lines:
            seen = line.seen.get(table.id, 0)
            if table.id in line.behind or seen >= room.number:
                continue
            if line.person not in views:
                view = view_json(table, line.person)
                views[line.person] = news_json(table.id, news[-1], view)
            sent = [one for one, row in zip(bare, news[:-1], strict=True) if row.number > seen]
            if all(line.send(message) for message in (*sent, views[line.person])):
                line.seen[table.id] = room.number
            else:
                self._fall_behind(line)

    def _fall_behind(self, line: Line) -> None:
        line.drop_all()
        line.behind.update(line.seen)
        self.metrics.behind.inc()

    async def catch_up(self, line: Line) -> None:
        """Bring a line that was too slow up to date: the present view of all it watches."""
        tables = list(line.behind)
        line.behind.clear()
        for table in tables:
            if table not in line.seen:
                continue
            loaded = await self.ledger.look(table)
            room = self.rooms.get(table)
            number = int(loaded.row["news"])
            if room is not None and table in line.seen:
                message = b'{"type":"behind","table":%b,"after":%d,"number":%d,"view":%b}' % (
                    orjson.dumps(table),
                    line.seen[table],
                    number,
                    view_json(loaded, line.person),
                )
                line.seen[table] = number
                line.send(message)

    # Presence

    def _presence(self, table: str, spread: bool = True) -> None:
        """Tell a room soon who is there; many changes at once are told once."""
        room = self.rooms.get(table)
        if room is None:
            return
        if spread:
            self._spread(table, room)
        if not room.presence_due:
            room.presence_due = True
            asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._tell_presence, table)

    def _tell_presence(self, table: str) -> None:
        room = self.rooms.get(table)
        if room is None:
            return
        room.presence_due = False
        now = time.monotonic()
        here = set(room.present())
        for until, people in room.elsewhere.values():
            if until > now:
                here.update(people)
        message = orjson.dumps({"type": "presence", "table": table, "people": sorted(here)})
        for line in room.lines:
            line.send(message)

    def _spread(self, table: str, room: Room) -> None:
        if self.publish is not None:
            self.publish({"table": table, "process": self.process, "present": room.present()})

    async def beat(self) -> None:
        """Tell other processes now and then who is here, until cancelled."""
        while True:
            await asyncio.sleep(PRESENCE_BEAT)
            for table, room in list(self.rooms.items()):
                self._spread(table, room)

    async def sweep(self) -> None:
        """Look now and then whether other processes wrote news they could not tell of."""
        while True:
            await asyncio.sleep(SWEEP)
            await self._look_at_all()

    async def _look_at_all(self) -> None:
        """Bring the rooms up to date that have missed something."""
        try:
            numbers = await self.ledger.news_numbers(list(self.rooms))
        except Exception as problem:  # noqa: BLE001 - the database may be away for a while
            log().error("live.sweep", problem=repr(problem))
            return
        for table, number in numbers.items():
            room = self.rooms.get(table)
            if room is not None and number > room.number:
                self._catch_up_room(table, room)

    def _keep(self, task: asyncio.Task[Any]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End all connections: the server stops, and clients come back to another or a new one."""
        lines = list(self.lines)
        for line in lines:
            line.send(b'{"type":"goodbye","reason":"the server stops; come back in a moment"}')
        await asyncio.sleep(0.05 if lines else 0)
        closing = [line.socket.close(1012, "restart") for line in lines]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*closing, return_exceptions=True), 3)


def news_json(table: str, news: Written, view: bytes | None) -> bytes:
    """A numbered message."""
    body = orjson.dumps({"kind": news.kind, "at": news.at, **news.body})
    return b'{"type":"news","table":%b,"number":%d,"news":%b%b}' % (
        orjson.dumps(table),
        news.number,
        body,
        b"" if view is None else b',"view":' + view,
    )
