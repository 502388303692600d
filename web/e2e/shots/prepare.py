"""Fill an empty data folder with the people and games of the pictures; print where they are.

Bots with a fixed seed play the games, and the server's own parts write them down, at times that
were agreed on: the same pictures come out of every run. Usage: prepare.py FOLDER SECRET
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from pydantic import SecretStr

from viae.rules.figures import Board
from viae.server.people.accounts import User
from viae.server.people.sessions import Sessions
from viae.server.process.server import Server
from viae.server.settings import Settings
from viae.server.tables.requests import ClockRequest, SeatRequest, TableRequest
from viae.table.choices import choices
from viae.table.game import TableGame
from viae.table.history import describe_entry
from viae.table.news import EntriesNews
from viae.table.terms import TableTerms
from viae.table.transaction import TableTransaction
from viae.table.types.history import HistoryItem
from viae.table.view import decision

NOW = 1_894_913_100  # 17 January 2030, 20:05 UTC: clocks run out long after the pictures
HOUR = 3600.0
DAY = 24 * HOUR
VIAE = Path(sys.executable).with_name("viae")

Record = dict[str, Any]
Moment = Callable[[TableGame], float]  # how well a moment suits a picture; 0 if not at all

ME = SeatRequest(kind="me")
OPEN = SeatRequest(kind="open")


def bot(level: int) -> SeatRequest:
    """A bot's seat."""
    return SeatRequest(kind="bot", bot=f"level-{level}")


def simulate(seed: int, board: str, variant: str, players: int) -> Record:
    """A whole game of good bots."""
    command = [str(VIAE), "simulate", "--bots", "level-4", "--games", "1", "--records", "-"]
    command += ["--seed", str(seed), "--board", board, "--variant", variant]
    done = subprocess.run(
        [*command, "--players", str(players)], check=True, capture_output=True, text=True
    )
    record: Record = json.loads(next(one for one in done.stdout.splitlines() if one[:1] == "{"))
    return record


def games(record: Record) -> list[TableGame]:
    """The game at each of its moments."""
    game = TableGame.restore(record)
    found = [game.copy()]
    for entry in record["entries"]:
        game.read(entry)
        found.append(game.copy())
    return found


def best(record: Record, suits: Moment) -> int:
    """After how many entries the game suits a picture best."""
    moments = games(record)
    value, entries = max((suits(game), -number) for number, game in enumerate(moments))
    if not value:
        raise SystemExit("no moment of the game suits the picture")
    return -entries


def asks(kind: str, first: int = 30, last: int = 70, seat: int = 0) -> Moment:
    """A decision of a seat between two turns, with as much to choose from as possible."""

    def suits(game: TableGame) -> float:
        if not first <= game.turns <= last or game.actor != seat:
            return 0
        now = decision(game)
        if now["kind"] != kind:
            return 0
        legal = choices(game.state, False)
        kinds = [one["kind"] for one in legal]
        value = 1.0 + 0.01 * game.turns
        if kind == "play":
            value += len(kinds)
        if kind == "architect":
            moves = kinds.count("move")
            value += 10 * min(kinds.count("build"), 3) + min(moves, 20) + 10 * (moves > 6)
        if kind == "prefect":
            goods = [cast("dict[str, int]", one["gain"]["goods"]) for one in legal]
            gain = sum(sum(one.values()) for one in goods)
            value += 3 * kinds.count("produce") + 3 * kinds.count("collect") + gain
        if kind in {"senator", "consul", "praetor"}:
            value += 3 * len({one["card"] for one in legal if one["kind"] == "purchase"})
            value += 5 * any(one.get("with") for one in legal)
        if now["kind"] == "mercator":
            value += 3 * len({(one["kind"], one.get("good")) for one in legal})
            value += 6 * (len(now["traded"]) == 1)
        if kind == "keep":
            value += len(kinds)
        if kind == "tribune":
            value += 3 * len(kinds)
        return value

    return suits


def awaited(seat: int) -> Moment:
    """Somebody else in the middle of a turn."""
    return asks("architect", seat=seat)


def whole(game: TableGame) -> float:
    """The end of the game."""
    return float(game.over)


class World:
    """All that is in the pictures."""

    def __init__(self, folder: Path, secret: str) -> None:
        chosen: dict[str, Any] = {"data": folder, "secret": SecretStr(secret), "bots": 0}
        self.server = Server(Settings(**chosen))
        self.sessions = Sessions(self.server.accounts, secret, [])
        self.found: dict[str, Any] = {"now": NOW, "people": {}, "tables": {}}
        self.now = float(NOW)
        self.names: dict[str, User] = {}
        dice = random.Random(6)  # ids that are the same every time
        secrets.token_bytes = lambda nbytes=None: dice.randbytes(nbytes or 32)
        self._real_time = time.time
        time.time = lambda: self.now

    async def person(self, name: str, role: str, account: bool = False) -> User:
        """Somebody, by the role they have in the pictures."""
        known = await self.server.accounts.new_guest(name)
        if account:
            known = await self.server.accounts.register(known, name, "correct horse")
        self.names[role] = known
        self.found["people"][role] = {"id": known.id}
        return known

    async def table(
        self,
        role: str,
        host: User,
        seats: list[SeatRequest],
        *,
        name: str,
        record: Record | None = None,
        until: Moment | None = None,
        guests: tuple[User, ...] = (),
        clock: ClockRequest | None = None,
        listed: bool = False,
        ago: float = HOUR,
        latest: float = 12.0,
        open_hands: bool = False,
    ) -> str:
        """A table with a game as far as it suits, its guests on the open seats."""
        self.now = NOW - ago
        board = record["board"] if record else "imperium"
        plan = TableRequest(
            name=name,
            board=board,
            variant=record["variant"] if record else "concordia",
            seats=seats,
            visibility="public" if listed else "link",
            clock=clock or ClockRequest(),
            shuffle=False,
            open_hands=open_hands,
        )
        made = await self.server.tables.create(host.id, host.name, plan.wish())
        table, key = made.id, made.row.key
        for guest in guests:
            await self.server.members.enter(table, guest.id, key)
            await self.server.seats.sit(table, guest.id, guest.name, None)
        self.found["tables"][role] = {"id": table, "key": key}
        if record is not None and until is not None:
            entries = best(record, until)
            self.found["tables"][role]["entries"] = entries
            await self._play(table, host, record, entries, ago, latest)
        return table

    async def _play(
        self, table: str, host: User, record: Record, entries: int, ago: float, latest: float
    ) -> None:
        def deal(terms: TableTerms, players: list[str], secret: bytes, board: Board) -> TableGame:
            kept = {key: value for key, value in record.items() if key not in ("meta", "result")}
            return TableGame.restore({**kept, "players": players}, (), terms, secret, board)

        with patch.object(TableGame, "new", deal):
            await self.server.tables.start(table, host.id, None)
        pace = (ago - latest) / max(entries, 1)
        async with self.server.store.transaction(table) as transaction:
            self._write(transaction, record["entries"][:entries], pace)
            self.server.play.settle(transaction)

    @staticmethod
    def _write(transaction: TableTransaction, entries: list[str], pace: float) -> None:
        """Write entries as the server does: one message for a turn of a bot, else for an entry."""

        def tell() -> None:
            news: EntriesNews = {"kind": "entries", "at": transaction.now, "entries": told.copy()}
            transaction.tell(news)
            told.clear()

        told: list[HistoryItem] = []
        for text in entries:
            transaction.now += pace
            game = transaction.game
            before = game.state.copy()
            game.read(text)
            actor, code = game.progress.log[-1]
            person = None if actor < 0 else transaction.table.seats[actor].person
            row = transaction.add_entry(text, person, None)
            told.append(describe_entry(before, game.state, code, row))
            if game.state.actor != actor:
                tell()
        if told:
            tell()

    async def finish(self) -> dict[str, Any]:
        """Close everything; where it all is, and cookies that hold from now on."""
        time.time = self._real_time
        for role, known in self.names.items():
            _, cookie = await self.sessions.begin(known, "")
            self.found["people"][role]["cookie"] = cookie
        await self.server.db.close()
        return self.found

    async def say(self, table: str, ago: float, who: User, text: str) -> None:
        """A word in the chat."""
        self.now = NOW - ago
        await self.server.chat.say(table, who.id, who.name, text, None)


async def lobby(world: World, records: dict[str, Record]) -> None:
    """Livia's own tables, those she could join, and the games that made her rating."""
    livia = await world.person("Livia", "livia", account=True)
    marcus = await world.person("Marcus", "marcus", account=True)
    aelia = await world.person("Aelia", "aelia", account=True)
    quintus = await world.person("Quintus", "quintus", account=True)
    days = ClockRequest(kind="days", days=2)
    turn = ClockRequest(kind="turn", seconds=120)
    fours = [
        (11, [livia, marcus, aelia, quintus]),
        (12, [marcus, livia, quintus, aelia]),
        (13, [aelia, quintus, livia, marcus]),
        (14, [livia, aelia, marcus, quintus]),
        (15, [quintus, marcus, livia, aelia]),
        (16, [marcus, aelia, livia, quintus]),
    ]
    names = ["Ides", "New year", "Saturnalia", "First snow", "Second try", "Housewarming"]
    boards = ["imperium", "italia", "hellas", "ionium", "imperium", "cyprus"]
    rounds = list(enumerate(zip(fours, names, boards, strict=True)))
    for number, ((seed, (host, *others)), name, board) in reversed(rounds):  # the oldest first
        await world.table(
            f"finished-{number}",
            host,
            [ME, OPEN, OPEN, OPEN, bot(4)],
            guests=tuple(others),
            name=name,
            record=simulate(seed, board, "concordia", 5),
            until=whole,
            listed=True,
            ago=(4 + 6 * number) * DAY,
            latest=(4 + 6 * number) * DAY - 2 * HOUR,
        )
    await world.table(
        "days",
        livia,
        [ME, OPEN, OPEN],
        guests=(marcus, aelia),
        name="Slow and steady",
        record=records["hellas"],
        until=asks("play"),
        clock=days,
        ago=9 * DAY,
        latest=27 * HOUR,
    )
    await world.table(
        "evening",
        marcus,
        [ME, OPEN, OPEN, bot(3)],
        guests=(livia, quintus),
        name="Thursday evening",
        record=records["imperium"],
        until=asks("play", seat=1),
        clock=turn,
        listed=True,
        latest=15,
    )
    await world.table(
        "colleagues",
        quintus,
        [ME, OPEN, OPEN, OPEN, bot(1)],
        guests=(aelia, marcus, livia),
        name="Five of us",
        record=records["ionium"],
        until=asks("play", seat=3),
        clock=ClockRequest(kind="days", days=3),
        ago=12 * DAY,
        latest=5 * HOUR,
    )
    await world.table(
        "lesson",
        livia,
        [ME, bot(1), bot(1), bot(1)],
        name="Livia’s table",
        record=records["imperium"],
        until=asks("play", seat=2),
        latest=60,
    )
    await world.table(
        "partners",
        aelia,
        [ME, OPEN, OPEN, OPEN],
        guests=(marcus, livia, quintus),
        name="Partners",
        record=records["venus-team"],
        until=asks("play", seat=0),
        clock=days,
        listed=True,
        ago=3 * DAY,
        latest=8 * HOUR,
    )
    gaius = await world.person("Gaius", "gaius")
    tullia = await world.person("Tullia", "tullia")
    waits = await world.table(
        "waiting",
        livia,
        [ME, OPEN, OPEN, bot(2)],
        guests=(marcus,),
        name="Games night",
        clock=turn,
        ago=300,
    )
    await world.say(waits, 90, marcus, "Salve! Shall we wait for Aelia?")
    await world.table(
        "open-0",
        gaius,
        [ME, OPEN, OPEN],
        name="Newcomers welcome",
        record=records["italia"],
        listed=True,
        ago=240,
    )
    await world.table(
        "open-1",
        tullia,
        [ME, OPEN, OPEN, OPEN, bot(5)],
        guests=(aelia, quintus),
        name="One seat left",
        record=records["ionium"],
        clock=days,
        listed=True,
        ago=7 * HOUR,
    )
    await world.table(
        "open-2",
        quintus,
        [ME, OPEN, OPEN, OPEN],
        guests=(gaius,),
        name="Partners wanted",
        record=records["venus-team"],
        clock=turn,
        listed=True,
        ago=900,
    )
    await world.table(
        "watch",
        gaius,
        [ME, OPEN, bot(4)],
        guests=(tullia,),
        name="Lunch break",
        record=records["ionium-small"],
        until=asks("play"),
        clock=turn,
        listed=True,
        latest=30,
    )


async def scenes(world: World, records: dict[str, Record]) -> None:
    """The tables of the pictures, each at its moment; nobody but this Livia has them in a list."""
    livia = await world.person("Livia", "scenes")
    marcus = await world.person("Marcus", "marcus-scenes")
    clock = ClockRequest(kind="days", days=2)  # it runs while the pictures are taken
    moments: dict[str, Moment] = {
        "play": asks("play"),
        "architect": asks("architect"),
        "prefect": asks("prefect"),
        "mercator": asks("mercator"),
        "senator": asks("senator", first=8),
        "tribune": asks("tribune", first=16),
        "others": awaited(1),
        "final": whole,
    }
    for role, until in moments.items():
        table = await world.table(
            role,
            livia,
            [ME, OPEN, bot(2), bot(1)],
            guests=(marcus,),
            name="Thursday evening",
            record=records["imperium"],
            until=until,
            clock=clock,
        )
        await world.say(table, 1900, marcus, "Good luck, everybody!")
        await world.say(table, 1850, livia, "Have fun!")
    for board in ("imperium", "italia", "hellas", "ionium", "ionium-small", "venus-team"):
        record = records[board]
        await world.table(
            f"board-{record['board']}",
            livia,
            [ME, *(bot(seat) for seat in range(1, len(record["players"])))],
            name="Sunday afternoon",
            record=record,
            until=asks("play", first=40, last=64),
        )
    await world.table(
        "hand-over",
        livia,
        [ME, SeatRequest(kind="me", name="Gaius"), SeatRequest(kind="me", name="Tullia")],
        name="At the kitchen table",
        record=records["italia"],
        until=asks("play", seat=1),
    )


async def fill(folder: Path, secret: str) -> dict[str, Any]:
    """Write everything."""
    world = World(folder, secret)
    await world.server.db.migrate()
    records = {
        "imperium": simulate(14, "imperium", "concordia", 4),
        "italia": simulate(12, "italia", "concordia", 3),
        "hellas": simulate(4, "hellas", "concordia", 3),
        "ionium": simulate(7, "ionium", "concordia", 5),
        "ionium-small": simulate(7, "ionium-small", "venus", 3),
        "venus-team": simulate(8, "cyprus", "venus-team", 4),
    }
    await scenes(world, records)  # guests first: none may have the name of an account
    await lobby(world, records)
    return await world.finish()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(fill(Path(sys.argv[1]), sys.argv[2]))))
