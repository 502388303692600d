"""Floods against a server: how long `/healthz` waits while somebody sends as much as they can.

    python benchmarks/floods.py
    python benchmarks/floods.py --check watches

Each attack runs against a new `viae serve` with the usual limits, after the same time without any
attack. Another process asks `/healthz` again and again. A stall is the longest time for which the
server worked before it answered, in processor time: on a busy machine the clock says more about the
machine. The longest wait by the clock stands beside it. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import itertools
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

SOCKETS = 90
WATCHED = 60  # messages on each connection
MOST = 0.25  # seconds; the bar


class Site:
    """A server, a person with a game, and those who attack it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = httpx.AsyncClient(base_url=url, timeout=60)
        self.csrf = ""
        self.tables: list[str] = []
        self.sent = 0
        self.refused = 0

    async def begin(self) -> None:
        """Somebody has a few public games under way."""
        made = await self.client.post("/api/session", json={"name": "Livia"})
        self.csrf = made.raise_for_status().json()["csrf"]
        seats = [{"kind": "me"}, {"kind": "me", "name": "Ben"}]
        body = {"seats": seats, "start": True, "visibility": "public"}
        for _ in range(3):
            answer = await self.post("/api/tables", body)
            self.tables.append(answer.raise_for_status().json()["table"]["id"])

    async def post(self, path: str, body: Any) -> httpx.Response:
        """Post as a page does."""
        return await self.client.post(path, json=body, headers={"X-Viae-Csrf": self.csrf})

    async def ask(self, path: str) -> None:
        """Read something, and count what is refused."""
        self.sent += 1
        with contextlib.suppress(httpx.HTTPError):
            answer = await self.client.get(path)
            assert answer.status_code < 500, answer.text
            self.refused += answer.status_code == 429

    async def say(self, messages: Iterator[str]) -> None:
        """Open a connection, say all this at once, and count what is refused."""
        uri = self.url.replace("http", "ws") + "/api/live"
        try:
            async with connect(uri, compression=None, max_size=None, open_timeout=60) as line:
                await asyncio.gather(self._say(line, messages), self._hear(line))
        except (OSError, TimeoutError, WebSocketException):
            self.refused += 1

    async def _say(self, line: ClientConnection, messages: Iterator[str]) -> None:
        for message in messages:
            self.sent += 1
            await line.send(message)
        await line.send('{"type":"ping","id":"last"}')

    async def _hear(self, line: ClientConnection) -> None:
        async for text in line:
            self.refused += '"limit.' in text
            if text.startswith(('{"type":"done","id":"last"', '{"type":"error","id":"last"')):
                return


# Attacks: each says all it has at once.


async def watches(site: Site) -> None:
    """Ninety connections, each watches games sixty times over."""

    def messages() -> Iterator[str]:
        for number in range(WATCHED):
            yield json.dumps({"type": "watch", "table": site.tables[number % 3], "after": 0})

    await asyncio.gather(*(site.say(messages()) for _ in range(SOCKETS)))


async def junk(site: Site) -> None:
    """The same with messages that are wrong in a way that takes long to tell."""
    wrong = json.dumps({"type": "watch", "table": "x", **{f"k{n}": [n] for n in range(900)}})
    messages = [wrong] * WATCHED
    await asyncio.gather(*(site.say(iter(messages)) for _ in range(SOCKETS)))


async def reads(site: Site) -> None:
    """Thousand requests for what is expensive to make."""
    paths = [
        f"/api/tables/{table}/{what}"
        for table in site.tables
        for what in ("moments?first=0&count=50", "record", "position", "history")
    ]
    await asyncio.gather(
        *(site.ask(path) for path in itertools.islice(itertools.cycle(paths), 1000))
    )


ATTACKS: dict[str, Callable[[Site], Awaitable[None]]] = {
    one.__name__: one for one in (watches, junk, reads)
}


# Measuring


def probe(port: int, process: int, told: Connection) -> None:
    """Ask `/healthz` until told to stop; send the longest waits: the server's work, the clock."""
    work = Path(f"/proc/{process}/task/{process}/schedstat")
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    worked = waited = 0.0
    asked = 0
    told.send(None)
    while not told.poll():
        before, began = int(work.read_text().split()[0]), time.perf_counter()
        line.request("GET", "/healthz")
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200
        waited = max(waited, time.perf_counter() - began)
        worked = max(worked, (int(work.read_text().split()[0]) - before) / 1e9)
        asked += 1
        time.sleep(0.005)
    told.send((worked, waited, asked))


async def measured(port: int, process: int, work: Awaitable[Any]) -> tuple[float, float, int]:
    """The longest waits while something is done."""
    ours, theirs = multiprocessing.Pipe()
    prober = multiprocessing.Process(target=probe, args=(port, process, theirs))
    prober.start()
    await asyncio.to_thread(ours.recv)
    await work
    ours.send(None)
    found: tuple[float, float, int] = await asyncio.to_thread(ours.recv)
    prober.join()
    return found


@contextlib.contextmanager
def server(folder: str) -> Iterator[tuple[str, int]]:
    """A `viae serve` with the usual limits: its address and its process."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "VIAE_DATABASE_URL": f"sqlite:///{folder}/floods.db",
        "VIAE_LOG_LEVEL": "error",
        "VIAE_BOTS": "0",
    }
    command = [sys.executable, "-m", "viae.cli", "serve", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = next(line.split()[-1] for line in process.stdout if line.startswith("Viae is at "))
        yield url, process.pid
    finally:
        process.terminate()
        process.wait(30)


async def attacked(name: str) -> dict[str, Any]:
    """One attack on a new server."""
    with tempfile.TemporaryDirectory(prefix="viae-floods-") as folder, server(folder) as found:
        url, process = found
        port = int(url.rpartition(":")[2])
        site = Site(url)
        await site.begin()
        quiet = await measured(port, process, asyncio.sleep(5))
        began = time.perf_counter()
        flooded = await measured(port, process, ATTACKS[name](site))
        took = time.perf_counter() - began
        await site.client.aclose()
    return {
        "attack": name,
        "stall_ms": round(1000 * flooded[0], 1),
        "stall_without_ms": round(1000 * quiet[0], 1),
        "longest_ms": round(1000 * flooded[1], 1),
        "longest_without_ms": round(1000 * quiet[1], 1),
        "asked": flooded[2],
        "sent": site.sent,
        "refused": site.refused,
        "seconds": round(took, 1),
        "machine_load": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Read the options and attack."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="default: all")
    parser.add_argument("--check", action="store_true", help="fail if a stall is over the bar")
    options = parser.parse_args()
    results = []
    for name in options.attacks or ATTACKS:
        results.append(asyncio.run(attacked(name)))
        print(results[-1], flush=True)
    print(json.dumps(results))
    if options.check and any(one["stall_ms"] > 1000 * MOST for one in results):
        raise SystemExit(f"a stall of more than {1000 * MOST:.0f} ms")


if __name__ == "__main__":
    main()
