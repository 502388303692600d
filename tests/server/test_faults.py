"""Databases that are absent, starting, full, damaged, newer or in use: plain words."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update

from tests.server import postgres
from tests.server.conftest import open_site
from tests.server.kit import Site
from tests.waiting import HANG, until
from viae.errors import SetupError
from viae.server.app import make_app
from viae.server.process import server as servers
from viae.server.process.audit import set_up_audit
from viae.server.process.serve import claimed
from viae.server.settings import Settings, load_settings
from viae.server.store.database import Database
from viae.server.store.faults import as_answer
from viae.server.store.models import Fact

pytestmark = pytest.mark.anyio


def settings_of(folder: Path) -> Settings:
    return load_settings(data=folder, bots=0, log_level="error")


def check_start(settings: Settings) -> None:
    """Start and stop, as `viae serve` does it."""

    async def run() -> None:
        server = servers.Server(settings)
        try:
            await server.start()
        finally:
            await server.stop()

    asyncio.run(run())


@contextlib.contextmanager
def claim_file(settings: Settings) -> Iterator[None]:
    db = Database(settings.database)
    with claimed(db):
        yield


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def refusal_of(settings: Settings) -> str:
    with pytest.raises(SetupError) as caught, claim_file(settings):
        check_start(settings)
    return str(caught.value)


# The file of SQLite


def test_database_and_folder_are_for_their_owner_alone(tmp_path: Path) -> None:
    settings = settings_of(tmp_path / "data")
    with claim_file(settings):
        check_start(settings)
    assert mode(tmp_path / "data") == 0o700
    assert {mode(one) for one in (tmp_path / "data").iterdir()} == {0o600}
    # What an earlier version made is closed, too; the folder only if nothing else is in it.
    (tmp_path / "data").chmod(0o755)
    (tmp_path / "data" / "viae.db").chmod(0o644)
    with claim_file(settings):
        assert mode(tmp_path / "data") == 0o700
        assert mode(tmp_path / "data" / "viae.db") == 0o600
    (tmp_path / "data").chmod(0o755)
    (tmp_path / "data" / "other").touch()
    with claim_file(settings):
        assert mode(tmp_path / "data") == 0o755


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    with claim_file(settings):
        assert "another `viae serve` uses" in (said := refusal_of(settings))
        assert "--data" in said
    with claim_file(settings):
        pass  # it is free again


@pytest.mark.parametrize("content", [b"no database" * 1000, b"SQLite format 3\0" + b"x" * 5000])
def test_a_damaged_file_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "viae.db").write_bytes(content)
    said = refusal_of(settings_of(tmp_path))
    assert "is damaged, or no database" in said
    assert "viae restore" in said
    assert (tmp_path / "viae.db").read_bytes() == content


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refusal_of(settings_of(tmp_path / "file" / "data"))
    assert "cannot be used" in said
    assert "--data" in said


def test_an_audit_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SetupError, match="cannot be written"):
        set_up_audit(tmp_path / "file" / "audit.jsonl", logging.Formatter())


def test_a_newer_schema_is_told(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    with claim_file(settings):
        check_start(settings)
    with contextlib.closing(sqlite3.connect(tmp_path / "viae.db")) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
        connection.commit()
    said = refusal_of(settings)
    assert "newer version of Viae" in said
    assert "9999" in said


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """Nothing can be written to any file of this process."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (32, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


async def test_a_full_disk_makes_it_not_ready(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "WRITE_CHECK", 0.0)
    async with open_site(new_database("sqlite")) as site:
        nobody = site.nobody()
        await nobody.get("/readyz")
        with full_disk():
            refused = await nobody.get("/readyz", 503)
            assert refused["error"]["code"] == "server.not-writable"
            answer = await nobody.ask("POST", "/api/session", {"name": "Livia"})
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0
        await nobody.get("/readyz")
        await nobody.be_guest("Livia")


# PostgreSQL


async def test_a_database_that_is_absent_at_the_start_is_waited_for(
    new_database: Callable[[str], str],
) -> None:
    """A proxy stands before the database: it is closed at first."""
    real = new_database("postgresql")
    address, _, name = real.rpartition("/")
    port = postgres.free_port()
    async with open_site(f"postgresql://viae@127.0.0.1:{port}/{name}") as site:
        nobody = site.nobody()
        for path in ("/readyz", "/api/tables", "/api/session"):
            answer = await nobody.ask("GET", path)
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0
        await nobody.get("/healthz")
        proxy = await forward(port, int(address.rpartition(":")[2]))
        try:
            await until(lambda: site.server.ready, "it is ready once the database is there")
            await nobody.be_guest("Livia")
            assert (await nobody.get("/readyz"))["status"] == "ready"
        finally:
            proxy.close()


async def forward(port: int, target: int) -> asyncio.Server:
    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", target)
        await asyncio.gather(pipe(reader, there[1]), pipe(there[0], writer))

    return await asyncio.start_server(handle, "127.0.0.1", port)


async def test_a_live_connection_before_the_start_is_refused(tmp_path: Path) -> None:
    """As while the database is waited for: open pages try again and again."""
    app = make_app(settings_of(tmp_path))
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "ws",
        "path": "/api/live",
        "raw_path": b"/api/live",
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"test")],
        "client": ("127.0.0.1", 1),
        "server": ("test", 80),
        "subprotocols": [],
    }
    said: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        said.append(message)

    await app(scope, receive, send)
    assert [(one["type"], one["reason"]) for one in said] == [("websocket.close", "not ready")]


async def test_odd_text_is_bad_input_on_either_database(site: Site) -> None:
    livia = await site.guest("Livia")
    for path in (
        "/api/tables/a%00b",
        "/api/people/a%00b",
        "/api/boards/a%00b",
        "/api/tables?board=%00",
        "/api/tables?variant=%00",
        "/api/tables/" + "x" * 3000,
        "/api/people/" + "x" * 3000,
    ):
        answer = await livia.ask("GET", path)
        assert answer.status_code in (404, 422), path
    for name in ("a\0b", "x" * 10_000, "\ud800"):
        body = json.dumps({"name": name})
        answer = await site.nobody().client.post(
            "/api/session", content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 422, name


async def test_what_a_deadlock_undid_may_be_tried_again(new_database: Callable[[str], str]) -> None:
    db = Database(new_database("postgresql"))
    async with db.write() as connection:
        for key in "ab":
            await connection.execute(insert(Fact).values(key=key, value=""))
    both = asyncio.Barrier(2)

    async def lock(*keys: str) -> None:
        async with db.write() as connection:
            for key in keys:
                await connection.execute(update(Fact).where(Fact.key == key).values(value="x"))
                if key == keys[0]:
                    await both.wait()

    done = await asyncio.gather(lock("a", "b"), lock("b", "a"), return_exceptions=True)
    (problem,) = (one for one in done if one is not None)
    assert as_answer(problem).status == 503
    await db.close()


async def test_a_pool_that_runs_dry_sheds_load_and_says_so(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viae.server.store.database.POOL_TIMEOUT", 0.5)
    async with open_site(new_database("postgresql"), pool=1) as site:
        held = [await site.server.db.engine.connect().start() for _ in range(2)]  # all there are
        try:
            nobody = site.nobody()
            async with asyncio.timeout(HANG):
                answers = await asyncio.gather(
                    *(nobody.ask("GET", "/api/tables") for _ in range(40))
                )
        finally:
            for connection in held:
                await connection.close()
        assert {one.status_code for one in answers} == {503}
        codes = [one.json()["error"]["code"] for one in answers]
        assert codes.count("server.busy") > 20
        assert all("Retry-After" in one.headers for one in answers)
        text = (await nobody.ask("GET", "/metrics")).text
        assert "viae_shed_total" in text
        await nobody.get("/api/tables")


async def test_errors_tell_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIAE_DATABASE_URL", raising=False)
    port = postgres.free_port()
    db = Database(f"postgresql://viae:hidden@127.0.0.1:{port}/viae")
    with pytest.raises(ConnectionError) as caught:
        await db.migrate()
    assert "hidden" not in str(caught.value)
    await db.close()
