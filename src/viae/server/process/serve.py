"""Runs the server or the bots' worker until somebody stops it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from viae.errors import SetupError
from viae.server.app import make_app
from viae.server.process.garbage import Garbage
from viae.server.process.logs import log, set_up_logs
from viae.server.process.protocol import PatientProtocol
from viae.server.process.server import Server
from viae.server.settings import Settings
from viae.server.store.database import Database
from viae.server.store.files import claim_file

MESSAGE = 32 << 10  # bytes of a live message from a client


class Announcing(uvicorn.Server):
    """A server that prints its address when it is ready, and tells clients before it stops."""

    def __init__(self, config: uvicorn.Config, server: Server, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self._viae = server
        self._tell = tell
        self._garbage: asyncio.Task[None] | None = None
        self.fault: SetupError | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self._viae.start()
        except SetupError as problem:  # for the person who started it; not for the log
            self.fault = problem
            self.should_exit = True
            return
        await super().startup(sockets)
        if self.started:
            self._garbage = asyncio.create_task(Garbage().run(), name="garbage")
            self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._viae.ready = False
        if self._garbage is not None:
            self._garbage.cancel()
        await self._viae.live.close()
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """A socket at the address of the settings; SetupError if it is taken or not ours."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
    except OSError as problem:
        found.close()
        reason = problem.strerror or str(problem)
        fault = f"{settings.host}:{settings.port} cannot be used: {reason}; --port names another"
        raise SetupError("serve", [fault]) from None
    found.set_inheritable(True)
    return found


def address(settings: Settings, bound: socket.socket) -> str:
    """The address for a browser on this machine."""
    port = bound.getsockname()[1]
    host = settings.host
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 - compared, not bound
        host = "127.0.0.1"
    return settings.public_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"


def allow_many_sockets() -> None:
    """Raise the limit of open files as far as the system allows: every connection is one."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve(settings: Settings, browser: bool) -> None:
    """Serve until SIGINT or SIGTERM; running requests are finished."""
    set_up_logs(settings.log, settings.log_level, settings.audit_log)
    allow_many_sockets()
    bound = listen(settings)
    where = address(settings, bound)
    app = make_app(settings)
    with claimed(app.state.server.db):
        _serve(app, settings, bound, where, browser)


def _serve(
    app: FastAPI, settings: Settings, bound: socket.socket, where: str, browser: bool
) -> None:
    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=MESSAGE,
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        ws_per_message_deflate=False,  # costs more memory and time than it saves on such messages
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or "127.0.0.1",
        timeout_graceful_shutdown=round(settings.shutdown_seconds),
        backlog=4096,
    )

    def tell() -> None:
        print(f"Viae is at {where}", flush=True)  # noqa: T201 - for the person who started it
        if browser:
            threading.Thread(target=_open, args=(where,), daemon=True).start()

    server = Announcing(config, app.state.server, tell)
    # Once it has stopped, uvicorn raises the signal again; being stopped is no failure here.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    server.run(sockets=[bound])
    bound.close()
    if server.fault is not None:
        raise server.fault
    if not server.started:
        raise SystemExit(3)


def claimed(db: Database) -> contextlib.AbstractContextManager[None]:
    """Keeps the file of SQLite for this process; a PostgreSQL can be shared."""
    return contextlib.nullcontext() if db.file is None else claim_file(db.file)


def _open(where: str) -> None:
    with contextlib.suppress(Exception):
        webbrowser.open(where)


def work(settings: Settings) -> None:
    """Run bots until SIGINT or SIGTERM; needs PostgreSQL."""
    set_up_logs(settings.log, settings.log_level, settings.audit_log)
    server = Server(settings)
    if server.db.sqlite:
        fault = "workers share a PostgreSQL; with SQLite `viae serve` runs the bots itself"
        raise SetupError("worker", [fault])
    if not settings.bots:
        raise SetupError("worker", ["bots is 0; a worker needs at least one process for bots"])
    asyncio.run(_work(server))


async def _work(server: Server) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    await server.start(serves=False)
    log().info("working", bots=server.settings.bots)
    await stopped.wait()
    await server.stop()
