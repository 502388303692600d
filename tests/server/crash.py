"""The long crash test: everything is killed again and again, and nothing that counts is lost.

    python -m tests.server.crash --kills 100 --seed 1

Two servers and a worker share a PostgreSQL that writes to the disk. People play against each other
and against bots, with notifications to a web server of our own. Meanwhile a server, the worker, a
process of a bot or PostgreSQL is killed (SIGKILL), one after the other in random order, and started
again. In pauses and at the end it is checked that

- every entry that was acknowledged is in its game once, and the game replays;
- every table goes on: it waits for a person, or is over;
- whoever a table waits for has been notified of this decision, or has already played since it came
  to them: then a notification that was not sent yet is dropped.

`tests/server/test_crash.py` is the short version, on either database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx

from tests.server import postgres
from tests.server.kit import Somebody, new_key, people
from tests.server.receiver import Receiver, receiver
from tests.server.serving import Process, Server
from tests.server.test_processes import children
from tests.waiting import HANG
from viae import Game

PAUSE = 0.05


class Table:
    """A table, its people, and what was acknowledged to them."""

    def __init__(self, name: str, players: list[Player]) -> None:
        self.id = name
        self.players = players
        self.over = False
        self.acknowledged: dict[int, str] = {}


class Player:
    """Somebody who plays on whatever happens."""

    def __init__(self, person: Somebody, ports: list[int], seed: int) -> None:
        self.person = person
        self.ports = ports
        self.choose = random.Random(seed)

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask any of the servers until one answers; what is away says nothing or 503."""
        end = time.monotonic() + HANG
        while True:
            port = self.choose.choice(self.ports)
            self.person.client.base_url = httpx.URL(f"http://127.0.0.1:{port}")
            with contextlib.suppress(httpx.HTTPError):
                answer = await self.person.ask(method, path, body)
                if answer.status_code != 503:
                    return answer
            if time.monotonic() > end:
                raise AssertionError(f"no server answers {path}")
            await asyncio.sleep(PAUSE)

    async def view(self, table: str) -> Any:
        answer = await self.ask("GET", f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text[:500]
        return answer.json()

    async def play(self, table: Table, paused: Callable[[], bool]) -> None:
        """Play whenever it is one's turn, until the game is over."""
        while not table.over:
            if paused():
                await asyncio.sleep(PAUSE)
                continue
            view = await self.view(table.id)
            table.over = view["table"]["status"] == "finished"
            if not view["you"]["decides"]:
                await asyncio.sleep(PAUSE)
                continue
            number = view["game"]["number"]
            entry = self.choose.choice([one["entry"] for one in view["you"]["legal"]])
            body = {"number": number, "entry": entry, "key": new_key()}
            # The same post again tells whether the first one was played.
            answer = await self.ask("POST", f"/api/tables/{table.id}/entries", body)
            if answer.status_code == 200:
                assert answer.json()["number"] == number, answer.text[:500]
                table.acknowledged[number] = entry
            else:
                assert answer.status_code < 500, answer.text[:500]


class Crash:
    """The whole run."""

    def __init__(self, database: str, server: postgres.Postgres, seed: int) -> None:
        self.database = database
        self.postgres = server
        self.choose = random.Random(seed)
        self.settings: dict[str, object] = {"webhook_networks": '["127.0.0.0/8"]', "pool": 5}
        self.servers: list[Server] = []
        self.worker: Process | None = None
        self.tables: list[Table] = []
        self.tasks: list[asyncio.Task[None]] = []  # of those who play
        self.killed: Counter[str] = Counter()
        self.pausing = False

    # Processes

    async def begin(self) -> None:
        for _ in range(2):
            await self._serve(0)
        await self._work()

    async def _serve(self, port: int) -> None:
        made = await asyncio.to_thread(Server, self.database, port, bots=0, **self.settings)
        self.servers.append(made)

    async def _work(self) -> None:
        self.worker = Process("worker", self.database, 0, bots=2, **self.settings)

    async def kill_one(self) -> None:
        """Kill something, and start it again."""
        kind = self.choose.choice(["server", "server", "worker", "bot", "bot", "postgres"])
        if kind == "bot":
            assert self.worker is not None
            found = sorted(children(self.worker.process.pid))
            if not found:
                kind = "worker"
            else:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.choose.choice(found), signal.SIGKILL)
        if kind == "server":
            gone = self.servers.pop(self.choose.randrange(len(self.servers)))
            gone.kill()
            gone.log.close()
            await self._serve(gone.port)
        elif kind == "worker":
            assert self.worker is not None
            self.worker.kill()
            self.worker.log.close()
            await self._work()
        elif kind == "postgres":
            self.postgres.kill()
            await asyncio.to_thread(self.postgres.start)
        self.killed[kind] += 1

    async def rest(self) -> None:
        """Nobody plays any more."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def stop(self) -> None:
        for one in self.servers:
            one.stop()
        if self.worker is not None:
            self.worker.stop()

    # Playing

    async def set_up(self, tables: int, there: Receiver) -> None:
        """Half of the tables for two people, half with bots; everybody is notified, and plays."""
        ports = [one.port for one in self.servers]
        for number in range(len(self.tables), len(self.tables) + tables):
            both: list[Somebody] = []
            for name in ("a", "b")[: 2 if number % 2 else 1]:
                person = await self.servers[0].somebody().register(f"Player {number}{name}")
                await person.put("/api/me/notifications", {"after": 0, "turns": "all"})
                body = {"url": f"{there.url}/{person.id}", "form": "plain"}
                await person.post("/api/me/notifications/webhooks", body, 201)
                both.append(person)
            seats = people("me", "open") if number % 2 else people("me", "random", "random")
            made = await both[0].new_table(seats=seats, shuffle=False)
            table = Table(made["table"]["id"], [])
            for other in both[1:]:
                await other.post(f"/api/tables/{table.id}/sit", {})
            await both[0].post(f"/api/tables/{table.id}/start", {})
            self.tables.append(table)
            for at, one in enumerate(both):
                player = Player(one, ports, 10 * number + at)
                table.players.append(player)
                playing = player.play(table, lambda: self.pausing)
                self.tasks.append(asyncio.create_task(playing))

    async def ready(self) -> None:
        """Until all servers are ready: their database may just have come back."""
        async with asyncio.timeout(HANG):
            for server in self.servers:
                while (await server.somebody().ask("GET", "/readyz")).status_code != 200:
                    await asyncio.sleep(PAUSE)

    def entries(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables)

    async def progress(self, tables: int, there: Receiver) -> None:
        """Until so many tables could each have had an entry; for games that end others begin."""
        wanted = self.entries() + tables
        async with asyncio.timeout(HANG):
            while self.entries() < wanted:
                on = sum(not table.over for table in self.tables)
                if on <= tables // 2:
                    await self.ready()
                    await self.set_up(tables - on, there)
                await asyncio.sleep(PAUSE)
        for task in self.tasks:
            if task.done():
                task.result()

    # Checking

    async def check(self, there: Receiver) -> tuple[int, int]:
        """Nobody plays: everything acknowledged is there, nothing is stuck, all are notified."""
        self.pausing = True
        checked = notified = 0
        for table in self.tables:
            view, decides = await self._settled(table)
            answer = await table.players[0].ask("GET", f"/api/tables/{table.id}/record")
            record = answer.json()
            Game.from_record(record)  # it replays, entry by entry
            for number, entry in list(table.acknowledged.items()):
                assert record["entries"][number].partition(": ")[2] == entry, (table.id, number)
                checked += 1
            if decides is not None and not has_played(record, view["you"]["seats"]):
                await self._notified(there, table.id, decides, view["game"]["number"])
                notified += 1
        self.pausing = False
        return checked, notified

    async def _settled(self, table: Table) -> tuple[Any, Player | None]:
        """The view of a table that waits for a person or is over, and whom it waits for."""
        end = time.monotonic() + HANG
        before = -1
        while True:
            views = [await one.view(table.id) for one in table.players]
            number = views[0]["game"]["number"]
            if number == before and all(view["game"]["number"] == number for view in views):
                for view, player in zip(views, table.players, strict=True):
                    if view["you"]["decides"]:
                        return view, player
                if views[0]["table"]["status"] == "finished":
                    return views[0], None
            before = number
            assert time.monotonic() < end, f"{table.id} is stuck at {number}"
            await asyncio.sleep(0.3)

    async def _notified(self, there: Receiver, table: str, player: Player, number: int) -> None:
        """They were told of this decision."""
        end = time.monotonic() + HANG
        while True:
            told = [
                one.json["number"]
                for one in there.heard
                if one.path == f"/{player.person.id}" and one.json["table"]["id"] == table
            ]
            if number in told:
                return
            assert time.monotonic() < end, f"{table}: nobody told of {number}, only {told[-3:]}"
            await asyncio.sleep(0.1)


def has_played(record: Any, seats: list[int]) -> bool:
    """Whether these seats played last, chance aside; at the start nobody is notified."""
    actors = [entry.partition(": ")[0] for entry in record["entries"]]
    played = [actor for actor in actors if actor.isdigit()]
    return not played or int(played[-1]) in seats


async def run(kills: int, tables: int, seed: int, durable: bool = True) -> dict[str, Any]:
    """Play and kill; what was checked."""
    began = time.monotonic()
    with postgres.controlled(durable=durable) as server:
        postgres.execute(server.url, "create database crash")
        crash = Crash(f"{server.url}/crash", server, seed)
        try:
            async with receiver() as there:
                await crash.begin()
                checked = notified = 0
                for kill in range(1, kills + 1):
                    await crash.progress(tables, there)
                    await asyncio.sleep(crash.choose.uniform(0, 0.3))
                    await crash.kill_one()
                    if kill % 10 == 0 or kill == kills:
                        checked, more = await crash.check(there)
                        notified += more
                        print(f"{kill} killed, {checked} entries are there", file=sys.stderr)
                heard = len(there.heard)
        finally:
            await crash.rest()
            crash.stop()
    return {
        "kills": dict(crash.killed),
        "entries": checked,
        "lost": 0,  # each of these stops the run
        "stuck": 0,
        "checked_notifications": notified,
        "notifications": heard,
        "seconds": round(time.monotonic() - began),
        "machine_load": [round(one, 1) for one in os.getloadavg()],
    }


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(json.dumps(asyncio.run(run(options.kills, options.tables, options.seed))))


if __name__ == "__main__":
    main()
