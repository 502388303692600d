"""Fair time with a real server, real seconds and real faults; minutes long, so only on request.

`VIAE_TEST_REAL_TIME=1` runs it. The test that moves the clock of a server needs libfaketime, which
is in Debian's package faketime. `test_fair_time` tests the same with clocks of its own.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.server.kit import Somebody, people
from tests.server.serving import Server

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif("VIAE_TEST_REAL_TIME" not in os.environ, reason="takes ten minutes"),
]
SECONDS = 60
AWAY = 30.0
HANG = 900.0  # only what hangs takes so long
FAKETIME = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))


async def turns_of_seat_0(livia: Somebody, table: str) -> int:
    entries = (await livia.get(f"/api/tables/{table}/history"))["entries"]
    return len([one for one in entries if one["turn_begins"] and one["actor"] == 0])


async def until_turns(livia: Somebody, table: str, turns: int) -> Any:
    """Wait until so many turns of seat 0 are played and it is Livia's again, or lost.

    How long a bot has the seat for one turn depends on the machine, so nothing waits for that.
    """
    with anyio.fail_after(HANG):
        while True:
            view = await livia.view(table)
            settled = view["you"]["decides"] or view["table"]["seats"][0]["left"] == "time"
            if settled and await turns_of_seat_0(livia, table) >= turns:
                break
            await anyio.sleep(0.5)
    assert await turns_of_seat_0(livia, table) == turns
    return view


async def still_hers(livia: Somebody, table: str, turns: int) -> float:
    """It is Livia's decision, and no bot has played for her; how many seconds she has left."""
    view = await livia.view(table)
    assert view["you"]["decides"], view["table"]
    assert view["table"]["seats"][0]["left"] is None
    assert await turns_of_seat_0(livia, table) == turns
    left: float = view["table"]["clock"]["left"]
    assert 0 < left <= SECONDS
    return left


async def test_a_real_clock_game(tmp_path: Path) -> None:
    file = tmp_path / "viae.db"
    database = f"sqlite:///{file}"
    server = Server(database)
    try:
        livia = await server.guest("Livia")
        seats = people("me", "level-1", "level-1")
        clock = {"kind": "turn", "seconds": SECONDS}
        made = await livia.new_table(seats=seats, clock=clock, shuffle=False, start=True)
        table = made["table"]["id"]

        # A suspended server: nothing of it counts.
        before = await still_hers(livia, table, 0)
        os.kill(server.process.pid, signal.SIGSTOP)
        await anyio.sleep(AWAY)
        os.kill(server.process.pid, signal.SIGCONT)
        after = await still_hers(livia, table, 0)
        assert before - after < AWAY / 2

        # A database that nobody can write to.
        before = after
        with sqlite3.connect(file, isolation_level=None) as held:
            held.execute("begin exclusive")
            await anyio.sleep(AWAY)
            held.execute("rollback")
        held.close()
        after = await still_hers(livia, table, 0)
        assert before - after < AWAY / 2

        # Four restarts.
        begun = time.monotonic()
        for _ in range(4):
            server.kill()
            server.log.close()
            server = Server(database, server.port)
            await still_hers(livia, table, 0)
        print(f"four restarts took {time.monotonic() - begun:.0f} s")

        # Asleep: one turn, then the game is hers again.
        await until_turns(livia, table, 1)
        begun = time.monotonic()
        await still_hers(livia, table, 1)
        await anyio.sleep(SECONDS - 20)
        await still_hers(livia, table, 1)

        # Two more in a row: the seat. Before further turns of the bot the game waits.
        await until_turns(livia, table, 2)
        assert time.monotonic() - begun > SECONDS - 10
        await still_hers(livia, table, 2)
        view = await until_turns(livia, table, 3)
        assert view["table"]["seats"][0]["left"] == "time"
        with anyio.fail_after(HANG):
            while not view["table"]["clock"]["pausing"]:
                await anyio.sleep(0.5)
                view = await livia.view(table)
        assert await turns_of_seat_0(livia, table) == 3
        back = await livia.post(f"/api/tables/{table}/return", {})
        assert back["you"]["decides"]
        assert back["table"]["clock"]["left"] > SECONDS - 10
        await still_hers(livia, table, 3)
    finally:
        server.stop()


@pytest.mark.skipif(not FAKETIME, reason="needs libfaketime")
async def test_a_clock_that_is_moved_by_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = tmp_path / "moved"
    moved.write_text("+0")
    with monkeypatch.context() as patch:
        patch.setenv("LD_PRELOAD", str(FAKETIME[0]))
        patch.setenv("FAKETIME_TIMESTAMP_FILE", str(moved))
        patch.setenv("FAKETIME_NO_CACHE", "1")
        patch.setenv("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        server = Server(f"sqlite:///{tmp_path / 'viae.db'}")

    async def ahead() -> float:
        """How many seconds the server's clock is ahead of this one."""
        answer = await livia.client.get(f"/api/tables/{table}")
        return parsedate_to_datetime(answer.headers["date"]).timestamp() - time.time()

    try:
        livia = await server.guest("Livia")
        seats = people("me", "level-1", "level-1")
        clock = {"kind": "turn", "seconds": SECONDS}
        made = await livia.new_table(seats=seats, clock=clock, shuffle=False, start=True)
        table = made["table"]["id"]
        for hours in (1, -1, 0):
            moved.write_text(f"{3600 * hours:+d}")
            await anyio.sleep(3)
            assert await ahead() == pytest.approx(3600 * hours, abs=60)
            await still_hers(livia, table, 0)
    finally:
        server.stop()
