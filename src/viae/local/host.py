"""A host without a server: one person's tables on one device.

Whoever runs it waits for one call to end before the next begins.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from viae.errors import ViaeError
from viae.local.live import Live
from viae.local.routes import Request, answer
from viae.local.store import LocalStore
from viae.local.surroundings import Surroundings
from viae.local.trees import LocalTrees
from viae.table import thinking
from viae.table.bots import default_stand_in, fallback
from viae.table.create import Tables, new_id
from viae.table.errors import Conflict, NoSession, Unavailable, api_error
from viae.table.news import ChatNews
from viae.table.play import RUNNING, Play
from viae.table.seats import Seats
from viae.table.shapes import UserView
from viae.table.study import Study
from viae.table.transaction import TableSnapshot, TableTransaction

MOST_OPEN = 500  # tables
BEAT = 5.0  # seconds after which the time that was counted is saved again
TRIES = 3  # of a bot, then the simplest one plays

__all__ = ["Host", "Surroundings"]


class Host:
    """Answers requests and live messages of one page."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.store = LocalStore(around)
        self.play = Play(self.store, default_stand_in())
        self.seats = Seats(self.store)
        self.tables = Tables(self.store, self.play, self.seats, MOST_OPEN)
        self.study = Study(self.store, self.play, MOST_OPEN)
        self.trees = LocalTrees(self.store)
        self.live = Live(self)
        self.person: UserView | None = None
        self._said: dict[tuple[str, str], int] = {}
        self._failed: dict[tuple[str, int], int] = {}
        self._unsaved: dict[str, tuple[int, int, list[int]]] = {}
        self._written = 0.0
        self.store.listeners += [self.live.committed, self._wake_bot]

    async def open(self) -> None:
        """Read what was saved; bots that had the turn think on."""
        await self.store.open()
        facts = await self.around.facts()
        self.person = facts.get("person")
        self.trees.open(facts)
        self.store.count(float(facts.get("uptime", 0.0)))
        for table in list(self.store.kept):
            with suppress(Exception):  # a game that is damaged keeps nobody from the others
                await self.wake(table)

    async def be(self, name: str) -> UserView:
        """The person of this device has this name."""
        known = self.person
        made = known["id"] if known else new_id(self.around.token(16))
        person: UserView = {"id": made, "name": name, "account": False}
        await self.store.save({"facts": {"person": person}})
        self.person = person
        return person

    def need_person(self) -> UserView:
        """The person of this device; NoSession before they gave a name."""
        if self.person is None:
            raise NoSession("session.needed")
        return self.person

    async def ask(self, method: str, address: str, body: Any = None) -> tuple[int, Any]:
        """The status and the answer to a request, as the server would give them."""
        parts = urlsplit(address)
        path = [unquote(part) for part in parts.path.split("/")[2:]]
        request = Request(method, path, dict(parse_qsl(parts.query)), body)
        try:
            return await answer(self, request)
        except ViaeError as problem:
            error = api_error(problem)
            return error.status, error.to_json()

    async def say(self, table: str, text: str, key: str | None) -> int:
        """Send a chat message; its number. The same message again is said once."""
        person = self.need_person()
        if key is not None and (table, key) in self._said:
            return self._said[table, key]
        async with self.store.transaction(table, person["id"]) as transaction:
            if transaction.table.status == "closed":
                raise Conflict("table.closed")
            seats = transaction.table.seats_of(person["id"])
            news: ChatNews = {
                "kind": "chat",
                "at": transaction.now,
                "text": text,
                "name": person["name"],
                "seat": seats[0] if seats else None,
            }
            number = transaction.tell(news, person["id"], key)
        if key is not None:
            self._said[table, key] = number
        return number

    # Bots

    def _wake_bot(self, transaction: TableTransaction) -> None:
        if transaction.bot_turn is not None:
            seat, bot = transaction.bot_turn
            self._think(transaction.table, seat, bot)

    async def wake(self, name: str) -> None:
        """A bot that has the turn at a table thinks on."""
        table = self.store.kept[name]
        seat = table.row.actor if table.status == RUNNING else None
        bot = None if seat is None or table.study else table.seats[seat].played_by
        if bot is not None and seat is not None:
            self._think(await self.store.look(table.id), seat, bot)

    def _think(self, table: TableSnapshot, seat: int, bot: str) -> None:
        game = table.game
        assert game is not None
        self.around.think(
            {
                "table": table.id,
                "number": game.rows,
                "seat": seat,
                "bot": bot,
                "seed": thinking.seed_of(table.id, seat, game.rows),
                "moment": thinking.write(thinking.pack(game)),
            }
        )

    async def decided(self, table: str, number: int, seat: int, codes: list[int] | None) -> bool:
        """A bot has decided, or failed (None); False if the decision is not the bot's any more.

        What the storage has no room for is played as soon as it has: see `tick`.
        """
        if codes is not None:
            try:
                return await self.play.bot_plays(table, number, seat, codes)
            except Unavailable:
                self._unsaved[table] = (number, seat, codes)
                return False
        snapshot = await self.store.look(table)
        game = snapshot.game
        bot = snapshot.seats[seat].played_by
        if game is None or game.rows != number or game.actor != seat or bot is None:
            return False
        failed = self._failed[table, number] = self._failed.get((table, number), 0) + 1
        if failed <= TRIES:
            self._think(snapshot, seat, bot if failed < TRIES else fallback())
        return False

    # Time

    async def tick(self) -> int:
        """Let bots play where the time is up or the storage was full; how many clocks run."""
        uptime = self.store.count()
        timed = [one for one in self.store.kept.values() if one.row.deadline is not None]
        try:
            for name, (number, seat, codes) in list(self._unsaved.items()):
                await self.play.bot_plays(name, number, seat, codes)
                del self._unsaved[name]
            for table in timed:
                deadline = table.row.deadline
                if table.status == RUNNING and deadline is not None and deadline <= uptime:
                    await self.play.time_is_up(table.id)
            if timed and uptime - self._written > BEAT:
                await self.store.save({"facts": {"uptime": uptime}})
                self._written = uptime
        except Unavailable:
            pass  # the page says so; the next tick tries again
        return len(timed)
