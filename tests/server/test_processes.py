"""Bots' processes may be killed or stopped at any moment: bots go on, and no process lingers."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.kit import Somebody, people
from tests.server.serving import Server, serving
from tests.server.test_bots import wait_for_turn
from tests.waiting import until, wait_until

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc"),
]


def children(pid: int) -> set[int]:
    """The processes that a process started, and those that they started."""
    found = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, task.read_text().split()):
                found |= {child} | children(child)
    return found


def state(pid: int) -> str:
    """R, S, T (stopped), Z (dead, not taken away), or nothing at all."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return ""


def gone(pids: set[int]) -> bool:
    return not any(map(state, pids))


async def play_round(server: Server, person: Somebody, table: str) -> dict[str, Any]:
    """Play until the bots have played and it is this person's turn again."""
    view = await wait_for_turn(server, table, person)
    turn = view["game"]["turn"]["number"]
    choose = random.Random(turn)
    while view["you"]["decides"] and view["game"]["turn"]["number"] == turn:
        entry = choose.choice([one["entry"] for one in view["you"]["legal"]])
        view = (await person.play(table, entry, number=view["game"]["number"]))["view"]
    return await wait_for_turn(server, table, person)


async def test_bots_go_on_after_their_process_was_killed_or_stopped(
    new_database: Callable[[str], str],
) -> None:
    with serving(new_database("sqlite"), bots=1) as server:
        livia = await server.guest("Livia")
        made = await livia.new_table(seats=people("me", "random"), start=True, shuffle=False)
        table = made["table"]["id"]
        await play_round(server, livia, table)
        for blow in (signal.SIGKILL, signal.SIGSTOP):
            hit = children(server.process.pid)
            assert hit, "there is a process for bots"
            for pid in hit:
                os.kill(pid, blow)
            # While nothing is to be done: the dead are taken away, and others stand ready.
            await until(partial(gone, hit), "the old ones are taken away")
            await until(lambda: children(server.process.pid), "there are new ones")
            await play_round(server, livia, table)
        for blow in (signal.SIGKILL, signal.SIGSTOP):  # and at work
            view = await wait_for_turn(server, table, livia)
            if view["table"]["status"] != "running":
                break
            for pid in children(server.process.pid):
                os.kill(pid, blow)
            await play_round(server, livia, table)
        ready = await livia.get("/readyz")
        assert ready["status"] == "ready"
        assert ready["bots"]["processes"] == 1

        left = children(server.process.pid)
        for pid in left:
            os.kill(pid, signal.SIGSTOP)  # one that cannot end by itself
        server.kill()
        wait_until(lambda: all(state(pid) in ("", "Z") for pid in left), "they end, too")
