"""Load on the server: live tables with a socket for each player, entries at a steady rate.

    python benchmarks/load.py --tables 500 --rate 100 --seconds 60
    python benchmarks/load.py --database postgresql --servers 2

Everything stays on loopback. For each entry the time is taken from sending it to the moment at
which the last player's message has arrived. A gap in the numbers of any connection, or a message
that does not come within ten seconds, counts as lost. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from viae.server.people.sessions import Sessions, make_secret  # noqa: E402
from viae.server.process.server import Server  # noqa: E402
from viae.server.settings import Settings  # noqa: E402
from viae.server.store import database as databases  # noqa: E402 - after the path is set
from viae.server.tables.requests import SeatRequest, TableRequest  # noqa: E402
from viae.table.delta import apply_delta  # noqa: E402

PLAYERS = 4
LATE = 10.0  # seconds


class Player:
    """A person with a connection."""

    def __init__(self, person: str, cookie: str, csrf: str) -> None:
        self.person = person
        self.cookie = cookie
        self.csrf = csrf
        self.socket: ClientConnection | None = None
        self.url = ""
        self.number = 0  # of the last message
        self.view: Any = None
        self.gaps = 0


class Seated:
    """A table: its players by seat, and what the one who decides can do."""

    def __init__(self, table: str, players: list[Player]) -> None:
        self.id = table
        self.players = players
        self.answers = 0
        self.decider: Player | None = None
        self.legal: list[str] = []
        self.posted: dict[int, tuple[float, set[int]]] = {}
        self.busy = False
        self.over = False


class Posting:
    """Posts over HTTP as a proxy does: it keeps connections, and sends a small post in one piece.

    A client library would take more time for a post than the server does.
    """

    def __init__(self, url: str) -> None:
        self.host = url.removeprefix("http://")
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, player: Player, body: bytes) -> int:
        """The status of the answer."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nCookie: viae={player.cookie}\r\n"
            f"X-Viae-Csrf: {player.csrf}\r\nAccept: */*\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        while self.idle:
            line = self.idle.pop()
            # The server may close it at this moment; the key lets the same be posted again.
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                return await self._ask(line, head.encode() + body)
        host, _, port = self.host.partition(":")
        return await self._ask(await asyncio.open_connection(host, port), head.encode() + body)

    async def _ask(
        self, line: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: bytes
    ) -> int:
        reader, writer = line
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))
        self.idle.append(line)
        return int(head.split(b" ", 2)[1])

    def close(self) -> None:
        """Hang up."""
        for _, writer in self.idle:
            writer.close()


class Load:
    """The whole run."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.tables: list[Seated] = []
        self.times: list[float] = []
        self.lost = 0
        self.refused = 0
        self.messages = 0
        self.bytes = 0
        self.choose = random.Random(1)
        self.posting: dict[str, Posting] = {}

    # Setting up

    async def prepare(self, database: str) -> None:
        """Seat people and start the games, through the server's own functions."""
        databases.SYNCHRONOUS = "OFF"
        server = Server(Settings(database_url=database, bots=0, max_open_tables=10_000))  # type: ignore[arg-type]
        await server.db.migrate()
        sessions = Sessions(server.accounts, await make_secret(server.db), [])
        seats = [SeatRequest(kind="me"), *[SeatRequest(kind="open") for _ in range(PLAYERS - 1)]]
        for number in range(self.options.tables):
            guests = [await server.accounts.new_guest(f"P{number}-{n}") for n in range(PLAYERS)]
            plan = TableRequest(seats=seats, shuffle=False)
            made = await server.tables.create(guests[0].id, guests[0].name, plan.wish())
            for guest in guests[1:]:
                await server.seats.sit(made.id, guest.id, guest.name, None)
            await server.tables.start(made.id, guests[0].id, None)
            begun = [await sessions.begin(guest, "load") for guest in guests]
            players = [Player(s.user.id, cookie, sessions.token(s)) for s, cookie in begun]
            self.tables.append(Seated(made.id, players))
        await server.db.close()
        databases.SYNCHRONOUS = "FULL"

    async def connect(self, urls: list[str]) -> None:
        """A socket for each player; with several servers the players of a table are spread."""
        gate = asyncio.Semaphore(40)

        async def one(table: Seated, seat: int) -> None:
            player = table.players[seat]
            player.url = urls[seat % len(urls)]
            async with gate:
                player.socket = await connect(
                    player.url.replace("http", "ws") + "/api/live",
                    additional_headers={"Cookie": f"viae={player.cookie}"},
                    compression=None,
                    max_size=1 << 22,
                    ping_interval=None,
                    open_timeout=60,
                )
                watch = {"type": "watch", "table": table.id, "deltas": True}
                await player.socket.send(json.dumps(watch))
            while True:
                message = orjson.loads(await player.socket.recv())
                if message["type"] == "watching":
                    player.number = message["number"]
                    player.view = message["view"]
                    self._look(table, player, player.view)
                    break
            self.readers.append(asyncio.create_task(self._read(table, seat)))

        self.readers: list[asyncio.Task[None]] = []
        await asyncio.gather(*(one(t, s) for t in self.tables for s in range(PLAYERS)))

    def _look(self, table: Seated, player: Player, view: Any) -> None:
        table.answers = max(table.answers, view["game"]["number"])
        table.over = view["game"]["over"]
        if view["you"]["decides"] and view["game"]["number"] == table.answers:
            table.decider = player
            table.legal = [one["entry"] for one in view["you"]["legal"]]

    async def _read(self, table: Seated, seat: int) -> None:
        player = table.players[seat]
        assert player.socket is not None
        with contextlib.suppress(Exception):
            async for text in player.socket:
                message = orjson.loads(text)
                now = time.perf_counter()
                self.messages += 1
                self.bytes += len(text)
                if message["type"] == "news":
                    player.gaps += message["number"] != player.number + 1
                    player.number = message["number"]
                    if message["news"]["kind"] == "entries":
                        self._arrived(table, seat, message["news"]["entries"][0]["number"], now)
                    if "delta" in message:
                        player.view = apply_delta(player.view, message["delta"])
                        self._look(table, player, player.view)
                elif message["type"] == "behind":
                    player.view = message["view"]
                    player.gaps += 1
                    player.number = message["number"]
                elif message["type"] == "error":
                    self.refused += 1
                    table.busy = False

    def _arrived(self, table: Seated, seat: int, number: int, now: float) -> None:
        posted = table.posted.get(number)
        if posted is None:
            return
        posted[1].add(seat)
        if len(posted[1]) == PLAYERS:
            self.times.append(now - posted[0])
            del table.posted[number]
            table.busy = False

    # Playing

    async def run(self, seconds: float) -> int:
        """Post entries at the rate; how many."""
        posted = 0
        began = time.perf_counter()
        sending: set[asyncio.Task[None]] = set()
        while (now := time.perf_counter()) < began + seconds:
            due = int((now - began) * self.options.rate)
            while posted < due:
                table = self.choose.choice(self.tables)
                if table.busy or table.over or table.decider is None:
                    ready = [t for t in self.tables if not t.busy and not t.over and t.decider]
                    if not ready:
                        break
                    table = self.choose.choice(ready)
                player, table.decider, table.busy = table.decider, None, True
                assert player is not None
                task = asyncio.create_task(self._post(table, player))
                sending.add(task)
                task.add_done_callback(sending.discard)
                posted += 1
            await asyncio.sleep(0.002)
        await asyncio.gather(*sending)
        until = time.perf_counter() + LATE
        while any(table.posted for table in self.tables) and time.perf_counter() < until:
            await asyncio.sleep(0.05)
        for table in self.tables:
            self.lost += sum(PLAYERS - len(got) for _, got in table.posted.values())
            self.lost += sum(player.gaps for player in table.players)
        return posted

    async def _post(self, table: Seated, player: Player) -> None:
        assert player.socket is not None
        entry = self.choose.choice(table.legal)
        body = {"number": table.answers, "entry": entry, "key": uuid.uuid4().hex}
        table.posted[table.answers] = (time.perf_counter(), set())
        if self.options.by == "socket":
            message = {"type": "play", "table": table.id, **body}
            await player.socket.send(json.dumps(message))
            return
        path = f"/api/tables/{table.id}/entries"
        if await self.posting[player.url].post(path, player, orjson.dumps(body)) != 200:
            self.refused += 1

    async def close(self) -> None:
        """Hang up."""
        for reader in self.readers:
            reader.cancel()
        await asyncio.gather(*self.readers, return_exceptions=True)
        players = [player for table in self.tables for player in table.players]
        await asyncio.gather(
            *(p.socket.close() for p in players if p.socket), return_exceptions=True
        )
        for posting in self.posting.values():
            posting.close()


def memory(process: subprocess.Popen[str]) -> float:
    """Megabytes that a process occupies."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


@contextlib.contextmanager
def servers(database: str, count: int) -> Iterator[list[tuple[subprocess.Popen[str], str]]]:
    """`viae serve` in processes of their own."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "VIAE_DATABASE_URL": database,
        "VIAE_RATE_LIMITS": "0",
        "VIAE_MAX_SOCKETS_PER_ADDRESS": "100000",
        "VIAE_LOG_LEVEL": "warning",
        "VIAE_BOTS": "0",
    }
    found: list[tuple[subprocess.Popen[str], str]] = []
    try:
        for _ in range(count):
            process = subprocess.Popen(
                [sys.executable, "-m", "viae.cli", "serve", "--no-browser", "--port", "0"],
                env=environment,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("Viae is at "):
                    found.append((process, line.split()[-1]))
                    break
            else:
                raise SystemExit("the server did not start")
        yield found
    finally:
        for process, _ in found:
            process.terminate()
        for process, _ in found:
            process.wait(30)


@contextlib.contextmanager
def database_of(options: argparse.Namespace) -> Iterator[str]:
    """A new database of the kind that is asked for."""
    if options.database == "sqlite":
        with tempfile.TemporaryDirectory(prefix="viae-load-") as folder:
            yield f"sqlite:///{folder}/load.db"
        return
    from tests.server import postgres

    with postgres.running(durable=True) as url:
        postgres.execute(url, "create database load")
        yield f"{url}/load"


def percentile(times: list[float], share: float) -> float:
    """A percentile in milliseconds."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


async def measure(options: argparse.Namespace, database: str) -> dict[str, Any]:
    """One run."""
    load = Load(options)
    began = time.perf_counter()
    await load.prepare(database)
    print(f"{options.tables} tables set up in {time.perf_counter() - began:.1f} s", flush=True)
    with servers(database, options.servers) as running:
        urls = [url for _, url in running]
        load.posting = {url: Posting(url) for url in urls}
        before = sum(memory(process) for process, _ in running)
        began = time.perf_counter()
        await load.connect(urls)
        print(
            f"{options.tables * PLAYERS} sockets in {time.perf_counter() - began:.1f} s", flush=True
        )
        cpu = [_cpu(process) for process, _ in running]
        own = time.process_time()
        began = time.perf_counter()
        gc.freeze()  # our own look for garbage stops all clients for up to half a second,
        gc.disable()  # and the server would seem slow
        posted = await load.run(options.seconds)
        took = time.perf_counter() - began
        used = [_cpu(process) - start for (process, _), start in zip(running, cpu, strict=True)]
        after = sum(memory(process) for process, _ in running)
        await load.close()
    if not load.times:
        raise SystemExit("nothing was played")
    return {
        "p50_ms": percentile(load.times, 0.50),
        "p95_ms": percentile(load.times, 0.95),
        "p99_ms": percentile(load.times, 0.99),
        "max_ms": percentile(load.times, 1.0),
        "mean_ms": round(1000 * statistics.mean(load.times), 1),
        "lost": load.lost,
        "refused": load.refused,
        "tables": options.tables,
        "sockets": options.tables * PLAYERS,
        "entries": posted,
        "entries_per_s": round(posted / options.seconds, 1),
        "mb_per_table": round((after - before) / options.tables, 3),
        "mb": round(after, 1),
        "kb_per_entry": round(load.bytes / 1024 / posted, 1),
        "messages_per_entry": round(load.messages / posted, 1),
        "server_ms_per_entry": round(1000 * sum(used) / posted, 2),
        "server_cpu": [round(one / took, 2) for one in used],
        "client_cpu": round((time.process_time() - own) / took, 2),
        "machine_load": [round(one, 1) for one in os.getloadavg()],
        "database": options.database,
        "servers": options.servers,
        "by": options.by,
    }


def _cpu(process: subprocess.Popen[str]) -> float:
    """Seconds of processor time of a process."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=100.0, help="entries per second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--by", choices=("socket", "http"), default="socket")
    options = parser.parse_args()
    if options.servers > 1 and options.database == "sqlite":
        parser.error("several servers need --database postgresql")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    with database_of(options) as database:
        result = asyncio.run(measure(options, database))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
