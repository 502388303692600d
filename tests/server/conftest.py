"""What the tests of the server share: databases of both kinds, applications, people."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.kit import Site
from viae.server.app import make_app
from viae.server.process import server as servers
from viae.server.process.logs import set_up_logs
from viae.server.settings import Settings
from viae.server.store import database as databases
from viae.server.store.database import Database

KINDS = ("sqlite", "postgresql")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server of our own, with a migrated database to copy."""
    with postgres.running() as url:
        postgres.execute(url, "create database template_viae")
        _migrate_now(f"{url}/template_viae")
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file to copy."""
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    _migrate_now(f"sqlite:///{path}")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    return path


def _migrate_now(url: str) -> None:
    # In a thread of its own: in this one a loop may be running.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(_migrate(url))).result()


async def _migrate(url: str) -> None:
    db = Database(url)
    await db.migrate()
    await db.close()


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Makes databases, ready to use, and removes them."""
    with new_databases(request, tmp_path) as make:
        yield make


@contextlib.contextmanager
def new_databases(request: pytest.FixtureRequest, folder: Path) -> Iterator[Callable[[str], str]]:
    """The same for a fixture of any scope; the folder is for those of SQLite."""
    dropped: list[Callable[[], None]] = []

    def make(kind: str) -> str:
        name = f"t{uuid.uuid4().hex[:12]}"
        if kind == "sqlite":
            template: Path = request.getfixturevalue("sqlite_template")
            shutil.copy(template, folder / f"{name}.db")
            return f"sqlite:///{folder / f'{name}.db'}"
        server: str = request.getfixturevalue("postgres_url")
        postgres.execute(server, f"create database {name} template template_viae")
        drop = f"drop database {name} with (force)"
        dropped.append(lambda: postgres.execute(server, drop))
        return f"{server}/{name}"

    yield make
    for drop in dropped:
        drop()


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """A database of each kind in turn."""
    return new_database(request.param)


@pytest.fixture
async def site(database: str) -> AsyncIterator[Site]:
    """The application on a database of each kind, without bots' processes and without limits."""
    async with open_site(database) as found:
        yield found


@pytest.fixture
async def sqlite_site(new_database: Callable[[str], str]) -> AsyncIterator[Site]:
    """The application on SQLite, for what has nothing to do with the database."""
    async with open_site(new_database("sqlite")) as found:
        yield found


@pytest.fixture(scope="session", autouse=True)
def quiet_and_quick() -> None:
    """Tests in this process write no log, need not outlive a power failure, and look anew."""
    set_up_logs("json", "error")
    databases.SYNCHRONOUS = "OFF"
    servers.READY_KEPT = 0.0


@contextlib.asynccontextmanager
async def open_site(database: str, **settings: object) -> AsyncIterator[Site]:
    """An application that runs in this process."""
    chosen: dict[str, object] = {"bots": 0, "rate_limits": 0.0, "log_level": "error", **settings}
    app = make_app(Settings(database_url=database, **chosen))  # type: ignore[arg-type]
    async with app.router.lifespan_context(app):
        yield Site(app)
