"""The process is killed again and again; nothing that was acknowledged is lost.

`VIAE_TEST_KILLS` and `VIAE_TEST_TABLES` make it longer: 20 and 50 are what the server promises.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.server.kit import Somebody, new_key, people
from tests.server.serving import Server
from tests.waiting import HANG
from viae import Game

pytestmark = pytest.mark.anyio
KILLS = int(os.environ.get("VIAE_TEST_KILLS", "3"))
TABLES = int(os.environ.get("VIAE_TEST_TABLES", "6"))


class Scripted:
    """Somebody who plays on whatever happens, and remembers what was acknowledged."""

    def __init__(self, person: Somebody, table: str, seed: int) -> None:
        self.person = person
        self.table = table
        self.choose = random.Random(seed)
        self.acknowledged: dict[int, str] = {}
        self.stop = False

    async def run(self) -> None:
        while not self.stop:
            try:
                view = await self.person.view(self.table)
                if not view["you"]["decides"]:
                    await asyncio.sleep(0.05)
                    continue
                await self._play(view)
            except (httpx.HTTPError, AssertionError):
                await asyncio.sleep(0.05)  # the server is away

    async def _play(self, view: Any) -> None:
        number = view["game"]["number"]
        entry = self.choose.choice([one["entry"] for one in view["you"]["legal"]])
        body = {"number": number, "entry": entry, "key": new_key()}
        path = f"/api/tables/{self.table}/entries"
        while not self.stop:
            try:
                answer = await self.person.ask("POST", path, body)
            except httpx.HTTPError:
                await asyncio.sleep(0.05)  # sent, but was it played? The same post again tells
                continue
            if answer.status_code == 200:
                assert answer.json()["number"] == number
                self.acknowledged[number] = entry
            else:
                assert answer.status_code < 500, answer.text
            return


async def _progress(scripts: list[Scripted], wanted: int) -> None:
    """Until so many entries have been acknowledged."""
    async with asyncio.timeout(HANG):
        while sum(len(script.acknowledged) for script in scripts) < wanted:
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_nothing_acknowledged_is_lost(kind: str, new_database: Callable[[str], str]) -> None:
    database = new_database(kind)
    servers = [Server(database, bots=1)]
    try:
        await _play_and_kill(servers, database)
    finally:
        assert servers[-1].stop() == 0


async def _play_and_kill(servers: list[Server], database: str) -> None:
    server = servers[0]
    scripts: list[Scripted] = []
    for number in range(TABLES):
        person = await server.guest(f"Player {number}")
        seats = people("me", "random", "random")
        made = await person.new_table(seats=seats, start=True)
        scripts.append(Scripted(person, made["table"]["id"], number))
    playing = [asyncio.create_task(script.run()) for script in scripts]
    lived = random.Random(1)
    for kill in range(1, KILLS + 1):
        await _progress(scripts, kill * TABLES)
        await asyncio.sleep(lived.uniform(0, 0.3))  # at any moment
        server.kill()
        server.log.close()
        server = await asyncio.to_thread(Server, database, server.port, bots=1)
        servers.append(server)
    await _progress(scripts, (KILLS + 1) * TABLES)
    for script in scripts:
        script.stop = True
    await asyncio.gather(*playing)
    for script in scripts:
        record = await script.person.get(f"/api/tables/{script.table}/record")
        Game.from_record(record)  # it replays, entry by entry
        entries = record["entries"]
        for number, entry in script.acknowledged.items():
            assert entries[number].partition(": ")[2] == entry, (script.table, number)
    await _not_stuck(server, scripts)


async def _not_stuck(server: Server, scripts: list[Scripted]) -> None:
    """Every game waits for its person, is over, or goes on by itself to one of these."""
    until = time.monotonic() + HANG
    for script in scripts:
        while True:
            view = await script.person.view(script.table)
            if view["you"]["decides"] or view["table"]["status"] == "finished":
                break
            assert time.monotonic() < until, f"{script.table} is stuck"
            await asyncio.sleep(0.05)
