"""Live connections, and the rooms in which they watch tables.

News of a table are numbered. A connection gets each number once and in order. A client that was
away sends the last number it had and gets the rest. A connection that is too slow gets the present
view instead of everything it missed; one that does not read at all is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections import deque
from collections.abc import Awaitable, Callable, Container
from typing import Any, Protocol

import orjson

from viae.errors import refusal
from viae.server.live.messages import LastNews, Shown, news_message, shown_to, watching
from viae.server.live.news import BusMessage
from viae.server.process.logs import log
from viae.server.process.metrics import Metrics
from viae.server.store.transaction import TableStore
from viae.table.errors import fault_json
from viae.table.rows import NumberedNews
from viae.table.transaction import Change, TableSnapshot, turns_of

MOST_QUEUED = 100  # messages
MOST_ANSWERS = 200  # messages, if the last one is an answer
ANSWERS = (b'{"type":"done"', b'{"type":"error"')
MOST_BYTES = 2 << 20
PATIENCE = 20.0  # seconds to take one message
RESUMED = 500  # news that are sent again at most
PRESENCE_DELAY = 0.25
PRESENCE_BEAT = 20.0
SWEEP = 5.0  # seconds between looks for news of processes that died before they sent them
TOO_SLOW = 4008
MOST_WATCHED = 20_000  # tables of other processes before those not heard of lately are forgotten
ENDED = 4401  # the session has ended
_numbers = itertools.count(1)


class Socket(Protocol):
    """The methods of a WebSocket that are needed here."""

    async def send_text(self, data: str) -> None:
        """Send a message."""
        ...

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Close it."""
        ...


class LiveConnection:
    """One live connection with what is waiting to be sent to it."""

    def __init__(self, socket: Socket, person: str | None, name: str | None) -> None:
        self.number = str(next(_numbers))  # no other one has it, even when this one is gone
        self.socket = socket
        self.person = person
        self.name = name
        self.seen: dict[str, int] = {}  # table: the last number that was queued
        self.behind: set[str] = set()
        self.views: dict[str, Shown] = {}  # table: the last view, where what changed is wanted
        self.address = ""
        self.session: str | None = None
        self.scopes: frozenset[str] | None = None  # of a token
        self.ended = False  # its session has ended: it hears nothing and says nothing any more
        self.closed = False
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._more = asyncio.Event()

    def send(self, *messages: bytes, most: int = MOST_QUEUED) -> bool:
        """Queue messages, all or none; False if the queue is full."""
        if self.ended:
            return True
        size = sum(map(len, messages))
        if len(self._queue) + len(messages) > most or self._bytes + size > MOST_BYTES:
            return False
        self._queue.extend(messages)
        self._bytes += size
        self._more.set()
        return True

    def answer(self, message: bytes) -> None:
        """Queue the answer to a message of the client, which waits for it."""
        self.send(message, most=MOST_ANSWERS)

    def drop_all(self) -> None:
        """Drop the queued messages."""
        self._queue.clear()
        self._bytes = 0
        self._more.set()

    def drop_news(self) -> None:
        """Drop the queued messages except answers."""
        kept = [one for one in self._queue if one.startswith(ANSWERS)]
        self.drop_all()
        self._queue.extend(kept)
        self._bytes = sum(map(len, kept))

    @property
    def waiting(self) -> int:
        return len(self._queue)

    async def run(self, live: LiveConnections) -> None:
        """Send what is queued until the connection is closed."""
        while not self.closed:
            await self._more.wait()
            while self._queue:
                message = self._queue.popleft()
                self._bytes -= len(message)
                try:
                    async with asyncio.timeout(PATIENCE):
                        await self.socket.send_text(message.decode())
                except TimeoutError:
                    log().info("live.too_slow", person=self.person)
                    await self._give_up()
                    return
                live.metrics.messages.inc()
            if self.behind:
                try:
                    await live.catch_up(self)
                except Exception as problem:  # noqa: BLE001 - the client connects again
                    log().error("live.behind", problem=repr(problem))
                    await self._give_up()
                    return
            elif not self._queue:
                self._more.clear()

    async def _give_up(self) -> None:
        """Close what cannot be brought up to date."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self.socket.close(TOO_SLOW, "too slow")


class Room:
    """A watched table: its connections, the last number they were sent, who is there."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.connections: set[LiveConnection] = set()
        self.catching_up: asyncio.Task[None] | None = None
        self.more = False  # something happened since catching up began
        self.elsewhere: dict[str, tuple[float, list[str]]] = {}  # process: until when, who
        self.presence_due = False

    def present(self) -> list[str]:
        """The users who watch in this process."""
        return sorted({connection.person for connection in self.connections if connection.person})


class LiveConnections:
    """All live connections of this process."""

    def __init__(self, store: TableStore, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        self.rooms: dict[str, Room] = {}
        self.connections: set[LiveConnection] = set()
        self.by_person: dict[str, set[LiveConnection]] = {}
        self.by_address: dict[str, int] = {}
        self.publish: Callable[[BusMessage], None] | None = None  # of the bus, where there is one
        self.process = ""
        self._watched: dict[str, float] = {}  # table: until when, in other processes
        # Which of these sessions have ended, by the database.
        self.missing_sessions: Callable[[list[str]], Awaitable[set[str]]] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        store.listeners.append(self.committed)

    # Lines

    def connect(self, connection: LiveConnection) -> None:
        """Add a connection."""
        self.connections.add(connection)
        self.by_address[connection.address] = self.by_address.get(connection.address, 0) + 1
        if connection.person is not None:
            self.by_person.setdefault(connection.person, set()).add(connection)
        self.metrics.sockets.set(len(self.connections))

    def disconnect(self, connection: LiveConnection) -> None:
        """Remove a connection."""
        connection.closed = True
        connection.drop_all()
        for table in list(connection.seen):
            self.leave(connection, table)
        self.connections.discard(connection)
        left = self.by_address.pop(connection.address, 1) - 1
        if left:
            self.by_address[connection.address] = left
        if connection.person is not None:
            mine = self.by_person.get(connection.person, set())
            mine.discard(connection)
            if not mine:
                self.by_person.pop(connection.person, None)
        self.metrics.sockets.set(len(self.connections))

    def end(self, person: str, sessions: Container[str]) -> None:
        """Close the connections of sessions that have ended."""
        for connection in list(self.by_person.get(person, ())):
            if connection.session is not None and connection.session in sessions:
                connection.ended = True
                connection.drop_all()
                self._keep(asyncio.create_task(_close(connection.socket)))

    def end_person(self, person: str) -> None:
        """Close all connections of a user who may not be here any more."""
        mine = self.by_person.get(person, ())
        self.end(person, {one.session for one in mine if one.session is not None})

    def announce(self, text: str) -> None:
        """Show a text of the operator on all open pages."""
        message = orjson.dumps({"type": "announcement", "text": text})
        for connection in self.connections:
            connection.send(message)

    async def close_table(self, table: str) -> None:
        """A table is deleted: whoever watches it connects again, and is told that it is gone."""
        room = self.rooms.get(table)
        if room is not None:
            await _close_all([one.socket for one in room.connections])

    async def end_missing(self) -> None:
        """Close the connections of sessions whose end nobody told us."""
        if self.missing_sessions is None:
            return
        held = [one for one in self.connections if one.session is not None and not one.ended]
        if not held:
            return
        missing = await self.missing_sessions([one.session for one in held if one.session])
        for connection in held:
            if connection.person is not None and connection.session in missing:
                self.end(connection.person, missing)

    async def watch(
        self,
        connection: LiveConnection,
        table: TableSnapshot,
        after: int | None,
        deltas: bool = False,
    ) -> int:
        """Let a connection watch a table; it gets the news after a number. How many there were."""
        while True:
            missed: list[NumberedNews] = []
            if after is not None:
                missed = await self.store.news_after(table.id, after, RESUMED + 1)
            table = await self.store.look(table.id)
            room = self.rooms.get(table.id)
            top = table.row.news
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
            room = self.rooms[table.id] = Room(table.row.news)
        room.connections.add(connection)
        connection.seen[table.id] = top
        self.metrics.rooms.set(len(self.rooms))
        view = self._whole_view(connection, table, deltas)
        resumed = [news_message(table.id, written) for written in missed]
        resumed.append(watching(table.id, top, view, skipped))
        # What was missed may be more than what may usually wait.
        if not connection.send(*resumed, most=MOST_QUEUED + RESUMED):
            self._fall_behind(connection)
        self._presence(table.id)
        return RESUMED if skipped else len(missed)

    def leave(self, connection: LiveConnection, table: str) -> None:
        """End a connection's watching of a table."""
        connection.seen.pop(table, None)
        connection.views.pop(table, None)
        connection.behind.discard(table)
        room = self.rooms.get(table)
        if room is None:
            return
        room.connections.discard(connection)
        self._presence(table)
        if not room.connections:
            del self.rooms[table]
            self.metrics.rooms.set(len(self.rooms))

    def is_watched(self, table: str) -> bool:
        """Whether somebody has this table on a screen, in any process."""
        if table in self.rooms:
            return True
        if len(self._watched) > MOST_WATCHED:
            now = time.monotonic()
            self._watched = {one: until for one, until in self._watched.items() if until > now}
        return self._watched.get(table, 0.0) > time.monotonic()

    # News

    def committed(
        self, table: TableSnapshot, written: list[NumberedNews], wake: set[str], _bot: bool
    ) -> None:
        """After a commit of this process: send the news to everybody who watches."""
        self.turns(table.id, turns_of(table, wake))
        room = self.rooms.get(table.id)
        if room is None or not written:
            return
        if written[0].number == room.number + 1 and room.catching_up is None:
            self._deliver(room, table, written)
        else:
            self._catch_up_room(table.id, room)

    def elsewhere(self, message: BusMessage) -> None:
        """Deliver the message of another process."""
        if "everything" in message:
            self._keep(asyncio.create_task(self._look_at_all()))
            return
        if "ended" in message:
            return  # the sessions hear of it themselves
        table = message["table"]
        room = self.rooms.get(table)
        if "present" in message:
            self._watched[table] = time.monotonic() + 2.5 * PRESENCE_BEAT
        if "turns" in message:
            self.turns(table, message["turns"])
            if room is not None and not self._follow(table, room, message.get("change")):
                self._catch_up_room(table, room)
        elif room is not None:
            until = time.monotonic() + 2.5 * PRESENCE_BEAT
            known = room.elsewhere.get(message["process"])
            room.elsewhere[message["process"]] = (until, message["present"])
            if known is None or known[1] != message["present"]:
                self._presence(table, spread=False)

    def _follow(self, table: str, room: Room, change: Change | None) -> bool:
        """Deliver what another process posted, if all that came before is known here."""
        if change is None or room.catching_up is not None or change["before"][1] != room.number:
            return False
        after = self.store.follow(table, change)
        if after is None:
            return False
        numbers = range(room.number + 1, after.row.news + 1)
        news = [NumberedNews(*one) for one in zip(numbers, change["news"], strict=True)]
        self._deliver(room, after, news)
        return True

    def turns(self, table: str, turns: dict[str, bool]) -> None:
        """Send people whether it is their turn at a table, on all their connections."""
        for person, yours in turns.items():
            for connection in self.by_person.get(person, ()):
                connection.send(orjson.dumps({"type": "turn", "table": table, "yours": yours}))

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
                news = await self.store.news_after(table, room.number, RESUMED)
                if news:
                    snapshot = await self.store.look(table)
                    self._deliver(room, snapshot, news)
                    room.more = room.more or snapshot.row.news > room.number
        except Exception as problem:  # noqa: BLE001 - the next news tries again
            log().error("live.fetch", game=table, problem=repr(problem))
        finally:
            room.catching_up = None

    def _deliver(self, room: Room, table: TableSnapshot, news: list[NumberedNews]) -> None:
        """Queue news for every connection of a room; the last carries the view or its change."""
        bare = [news_message(table.id, one) for one in news[:-1]]
        made = LastNews(table, news[-1])
        room.number = news[-1].number
        for connection in room.connections:
            seen = connection.seen.get(table.id, 0)
            if table.id in connection.behind or seen >= room.number:
                continue
            last, shown = made.message(connection.person, connection.views.get(table.id))
            if shown is not None:
                connection.views[table.id] = shown
            sent = [one for one, row in zip(bare, news[:-1], strict=True) if row.number > seen]
            if connection.send(*sent, last):
                connection.seen[table.id] = room.number
            else:
                self._fall_behind(connection)

    def _whole_view(self, connection: LiveConnection, table: TableSnapshot, deltas: bool) -> bytes:
        """The view of a connection as JSON; with deltas it is kept, to see what changes in it."""
        shown = shown_to(table, connection.person)
        if deltas:
            connection.views[table.id] = shown
        else:
            connection.views.pop(table.id, None)
        return shown.to_json(table)

    def _fall_behind(self, connection: LiveConnection) -> None:
        connection.drop_news()
        connection.behind.update(connection.seen)
        self.metrics.behind.inc()

    async def catch_up(self, connection: LiveConnection) -> None:
        """Bring a connection that was too slow up to date: the present view of all it watches."""
        tables = list(connection.behind)
        connection.behind.clear()
        for table in tables:
            if table not in connection.seen:
                continue
            snapshot = await self.store.look(table)
            room = self.rooms.get(table)
            number = snapshot.row.news
            if room is not None and table in connection.seen:
                message = b'{"type":"behind","table":%b,"after":%d,"number":%d,"view":%b}' % (
                    orjson.dumps(table),
                    connection.seen[table],
                    number,
                    self._whole_view(connection, snapshot, table in connection.views),
                )
                connection.seen[table] = number
                connection.send(message)

    async def send_views(self) -> None:
        """Send the present view of every table with a running clock to all who watch it."""
        for table in list(self.rooms):
            snapshot = await self.store.look(table)
            room = self.rooms.get(table)
            if room is None or snapshot.row.deadline is None or snapshot.row.news != room.number:
                continue  # news are on their way, and bring a view
            for connection in room.connections:
                if table not in connection.behind:
                    view = self._whole_view(connection, snapshot, table in connection.views)
                    connection.send(watching(table, room.number, view))

    # Presence

    def _presence(self, table: str, spread: bool = True) -> None:
        """Send a room soon who is there; many changes at once are sent once."""
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
        for connection in room.connections:
            connection.send(message)

    def _spread(self, table: str, room: Room) -> None:
        if self.publish is not None:
            self.publish({"table": table, "process": self.process, "present": room.present()})

    async def beat(self) -> None:
        """Send other processes regularly who is here, until cancelled."""
        while True:
            await asyncio.sleep(PRESENCE_BEAT)
            for table, room in list(self.rooms.items()):
                self._spread(table, room)

    async def sweep(self) -> None:
        """Look regularly for news that other processes wrote and could not send."""
        while True:
            await asyncio.sleep(SWEEP)
            await self._look_at_all()

    async def _look_at_all(self) -> None:
        """Bring rooms that missed something up to date."""
        try:
            await self.end_missing()
            numbers = await self.store.news_numbers(list(self.rooms))
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
        """Close all connections: the server stops, and clients connect again."""
        connections = list(self.connections)
        goodbye = orjson.dumps({"type": "goodbye", **fault_json(refusal("server.stopping"))})
        for connection in connections:
            connection.send(goodbye)
        await asyncio.sleep(0.05 if connections else 0)
        await _close_all([connection.socket for connection in connections])


async def _close_all(sockets: list[Socket]) -> None:
    closing = [socket.close(1012, "restart") for socket in sockets]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(3):
            await asyncio.gather(*closing, return_exceptions=True)


async def _close(socket: Socket) -> None:
    with contextlib.suppress(Exception):
        async with asyncio.timeout(3):
            await socket.close(ENDED, "the session has ended")
