"""Real servers and workers in processes of their own, and live connections to them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from typing import IO, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import viae
from tests.server.kit import Somebody
from tests.waiting import HANG
from viae.server.people.sessions import COOKIE

# Nothing is encrypted on loopback, and reading all certificates takes long for each client.
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
SOURCES = os.path.dirname(os.path.dirname(viae.__file__))


class Process:
    """A process of `viae`; its log is kept for when something goes wrong."""

    def __init__(self, command: str, database: str, port: int = 0, **settings: object) -> None:
        given = {"rate_limits": 0, "log_level": "warning", "bots": 1, **settings}
        environment = {
            **{n: said for n, said in os.environ.items() if not n.startswith("VIAE_TEST_")},
            "PYTHONPATH": SOURCES,
            "VIAE_DATABASE_URL": database,
            **{f"VIAE_{name.upper()}": str(value) for name, value in given.items()},
        }
        self.log: IO[bytes] = tempfile.TemporaryFile("ab+")  # noqa: SIM115 - appended to while it is read
        arguments = [sys.executable, "-m", "viae.cli", command]
        if command == "serve":
            arguments += ["--no-browser", "--port", str(port)]
        self.process = subprocess.Popen(
            arguments, env=environment, stdout=self.log, stderr=subprocess.STDOUT
        )

    def output(self) -> str:
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def wait_until(self, pattern: str) -> str:
        """The first match of a pattern in what the process says."""
        until = time.monotonic() + HANG
        while time.monotonic() < until:
            found = re.search(pattern, self.output())
            if found:
                return found.group(1) if found.groups() else found.group(0)
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"no {pattern!r} in:\n{self.output()}")

    def kill(self) -> None:
        """As if the power had gone."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As an operator would."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(HANG)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"it did not stop:\n{self.output()}") from None
        finally:
            self.log.close()


class Server(Process):
    """A `viae serve`."""

    def __init__(self, database: str, port: int = 0, **settings: object) -> None:
        super().__init__("serve", database, port, **settings)
        self.url = self.wait_until(r"Viae is at (\S+)")
        self.port = int(self.url.rpartition(":")[2])

    def somebody(self) -> Somebody:
        # Without connections that are kept there is nothing to close in the end.
        limits = httpx.Limits(max_keepalive_connections=0)
        return Somebody(
            httpx.AsyncClient(base_url=self.url, timeout=HANG, limits=limits, verify=PLAIN)
        )

    async def guest(self, name: str) -> Somebody:
        return await self.somebody().be_guest(name)


@contextlib.contextmanager
def serving(database: str, **settings: object) -> Iterator[Server]:
    server = Server(database, **settings)  # type: ignore[arg-type]
    try:
        yield server
    finally:
        server.stop()


class Live:
    """A live connection."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> Any:
        async with asyncio.timeout(HANG):
            return json.loads(await self.socket.recv())

    async def hear_until(self, kind: str, **fields: Any) -> Any:
        """The next message of a type (with these fields); others before it are passed over."""
        async with asyncio.timeout(HANG):
            while True:
                message = json.loads(await self.socket.recv())
                if message["type"] == kind and fields.items() <= message.items():
                    return message


@contextlib.asynccontextmanager
async def live(url: str, person: Somebody | None, **headers: str) -> AsyncIterator[Live]:
    """Connect as somebody, or as nobody."""
    sent = dict(headers)
    if person is not None:
        sent["Cookie"] = f"{COOKIE}={person.client.cookies[COOKIE]}"
    address = url.replace("http", "ws") + "/api/live"
    async with connect(address, additional_headers=sent, max_size=1 << 24) as socket:
        yield Live(socket)
