"""Attacks on the server: none of them stops it, slows others down, or finds out a secret."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import random
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn

from tests.server.conftest import open_site
from tests.server.kit import Site, people
from tests.waiting import HANG, until
from viae import Game
from viae.server.http.routes.live import TOO_MANY, _answer
from viae.server.live.sockets import LiveConnection
from viae.server.people import limits
from viae.server.people.names import check_name
from viae.server.process import protocol
from viae.server.process.logs import log, set_up_logs
from viae.server.tables import checks, reads
from viae.table import views
from viae.table.text import UnfitText

pytestmark = pytest.mark.anyio


class Listening:
    """A socket that notes what it is told."""

    def __init__(self) -> None:
        self.closed: int | None = None

    async def send_text(self, data: str) -> None:
        """Nothing is sent: the queue is read."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        self.closed = code


def connected() -> tuple[Listening, LiveConnection]:
    socket = Listening()
    return socket, LiveConnection(socket, None, None)


def heard(connection: LiveConnection) -> list[dict[str, object]]:
    found = [json.loads(message) for message in connection._queue]
    connection.drop_all()
    return found


# Live messages


@pytest.mark.parametrize(
    "message",
    [
        '{"type":"ping","id":12345678901234567890123}',
        '{"type":"ping","id":-9223372036854775809}',
        '{"type":"ping","id":1e400}',
        '{"type":"play","table":"x","number":99999999999999999999,"entry":"pass","key":"12345678"}',
        '{"type":"watch","table":"x","after":18446744073709551617,"id":18446744073709551617}',
        '{"type":"ping",' + ",".join(f'"k{number}":1' for number in range(1500)) + "}",
        "[" * 8000,
        "1" * 16000,
    ],
)
async def test_no_message_fails_on_our_side(sqlite_site: Site, message: str) -> None:
    _, connection = connected()
    await _answer(sqlite_site.server, connection, message)
    (answer,) = heard(connection)
    assert answer["type"] == "error"
    assert answer["error"]["kind"] == "malformed"  # type: ignore[index]
    assert len(json.dumps(answer)) < 20_000


async def test_a_flood_of_junk_closes_the_connection(new_database: Callable[[str], str]) -> None:
    async with open_site(new_database("sqlite"), rate_limits=1.0) as site:
        socket, connection = connected()
        for _ in range(20):
            await _answer(site.server, connection, '{"type":"ping"}')
        assert socket.closed is None  # a lively client is no attack
        sent = 0
        while socket.closed is None:
            await _answer(site.server, connection, "junk")
            sent += 1
            assert sent < 1000
        assert socket.closed == TOO_MANY


# Documents


def chain(cities: int) -> dict[str, Any]:
    """A board on which each city is joined to the next."""
    names = [f"c{number}" for number in range(cities)]
    return {
        "id": "chain",
        "name": "Chain",
        "capital": "c0",
        "provinces": [{"id": "p", "name": "P"}],
        "cities": [
            {"id": one, "name": one, "province": "p", "letter": "A", "lat": 1, "lon": 1}
            for one in names
        ],
        "paths": [
            {"id": f"p{number}", "kind": "land", "ends": [one, other]}
            for number, (one, other) in enumerate(itertools.pairwise(names))
        ],
    }


EMPTY = chain(2) | {"cities": [{}] * 90_000}
LONG_NAME = chain(2) | {"name": "x" * 1_000_000}
CODES = {"board.too-many", "value.too-long", "request.too-many-values"}


@pytest.mark.parametrize(
    "board",
    [EMPTY, LONG_NAME, chain(5000), chain(2) | {"cities": [{}] * 300_000}],
    ids=["empty", "name", "chain", "huge"],
)
async def test_no_board_gets_a_large_answer(sqlite_site: Site, board: dict[str, Any]) -> None:
    livia = await sqlite_site.guest("Livia")
    body = {"board_file": board, "seats": people("me", "open")}
    for path in ("/api/tables", "/api/study"):
        sent = body if path == "/api/tables" else {"document": {"board": board}}
        answer = await livia.ask("POST", path, sent)
        assert answer.status_code in (413, 422)
        assert len(answer.content) < 100_000
        error = answer.json()["error"]
        found = {error["code"], *(fault["code"] for fault in error.get("faults", ()))}
        assert found & CODES


async def test_heavy_checks_run_elsewhere_and_not_for_long(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new(players=2, seed=1)
    choose = random.Random(1)
    for _ in range(40):
        game.play(choose.choice(game.legal()))
    record = game.record()
    branches = [{"at": 0, "entries": record["entries"]} for _ in range(100)]  # below 5000 entries
    livia = await sqlite_site.guest("Livia")
    monkeypatch.setattr(checks, "SECONDS", 0.0)
    body = {"document": {**record, "tree": branches}}
    refused = await livia.post("/api/study", body, 422)
    assert refused["error"]["code"] == "request.too-heavy"
    monkeypatch.setattr(checks, "SECONDS", HANG)  # however slow the machine is
    await livia.post("/api/study", body, 201)
    wrong = {**record, "entries": [*record["entries"], "nonsense"], "tree": []}
    refused = await livia.post("/api/study", {"document": wrong}, 422)
    assert refused["error"]["code"] == "record.faults"


async def test_a_long_history_comes_in_parts(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    livia = await sqlite_site.guest("Livia")
    made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    table = made["table"]["id"]
    await livia.play(table, "play prefect", number=0)
    await livia.play(table, "produce italia", number=1)
    monkeypatch.setattr(views, "MOST_HISTORY", 1)
    for first in (0, 1):
        found = await livia.get(f"/api/tables/{table}/history", first=first)
        assert found["total"] == 2
        assert [one["number"] for one in found["entries"]] == [first]


# Names


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a\u200db", "name.invisible"),
        ("\u3164", "name.invisible"),
        ("Li\u034fvia", "name.invisible"),
        ("Z\u0301\u0301\u0301\u0301\u0301", "name.invisible"),
        ("\u0301", "name.invisible"),  # an accent on nothing
        ("\U0001d159", "name.invisible"),
        ("L\u0456via", "name.confusable"),  # with a Cyrillic letter
        ("adrnin", "name.reserved"),
        ("admin", "name.reserved"),
        ("ADMIN", "name.reserved"),
        ("level-3", "name.reserved"),
        ("Ливия", "request.ok"),
        ("Zoë 2", "request.ok"),
        ("太郎", "request.ok"),
    ],
)
def test_names_that_nobody_may_have(name: str, code: str) -> None:
    try:
        assert check_name(name) == unicodedata.normalize("NFC", name)
        found = "request.ok"
    except UnfitText as problem:
        found = problem.code
    assert found == code


async def test_nobody_looks_like_an_account(site: Site) -> None:
    livia = await site.nobody().register("Paul")
    for name in ("paul", "PAUL", "Pau1", "Pa ul", "\uff30aul"):
        refused = await site.nobody().post("/api/session", {"name": name}, 409)
        assert refused["error"]["code"] == "account.name-taken", name
    body = {"name": "Pau1", "password": "correct horse"}
    await site.nobody().post("/api/accounts", body, 409)
    other = await site.guest("Marcus")
    await other.patch("/api/me", {"name": "PAUl"}, 409)
    await livia.patch("/api/me", {"name": "PAUL"})  # one's own name may change its capitals
    await site.nobody().register("Bernd Wolf")
    for name in ("Bemd Wolf", "BERND VVOLF"):
        await site.nobody().post("/api/session", {"name": name}, 409)


# Connections


async def test_other_hosts_are_refused_where_a_public_address_is_set(
    new_database: Callable[[str], str],
) -> None:
    public = "https://viae.example"
    async with open_site(new_database("sqlite"), public_url=public) as site:
        client = site.nobody().client
        for host, status in (
            ("viae.example", 200),
            ("viae.example:443", 200),
            ("localhost:8642", 200),
            ("evil.example", 421),
            ("viae.example.evil.example", 421),
            ("[", 421),
            ("", 421),
        ):
            for path in ("/", "/api/tables"):
                answer = await client.get(path, headers={"Host": host})
                assert answer.status_code == status, host
        assert (await client.get("/healthz", headers={"Host": "10.0.0.1"})).status_code == 200


async def test_half_a_request_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "PATIENCE", 0.3)

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    config = uvicorn.Config(
        app, port=0, http=protocol.PatientProtocol, lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    await until(lambda: server.started, "it listens")
    port = server.servers[0].sockets[0].getsockname()[1]
    for sent in (b"", b"GET / HT", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(HANG):
                answer = await reader.read()
            assert b"204" in answer or not answer
        writer.close()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(2):  # a connection may be used again
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        async with asyncio.timeout(HANG):
            assert b"204" in await reader.readuntil(b"\r\n\r\n")
        await asyncio.sleep(0.4)
    writer.close()
    server.should_exit = True
    await running


# Expensive reads


async def test_expensive_reads_are_made_once_and_counted_by_their_cost(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(reads, "clock", lambda: float(next(ticks)))  # each takes a second
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)  # and no token comes back
    async with open_site(new_database("sqlite"), rate_limits=1.0) as site:
        livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
        seats = people("me", "me:Ben")
        made = await livia.new_table(seats=seats, start=True, shuffle=False, open_hands=True)
        table = f"/api/tables/{made['table']['id']}"
        await livia.play(made["table"]["id"], "play prefect", number=0)
        for path in ("moments", "history", "record", "position"):
            spent = next(ticks)
            first = await livia.ask("GET", f"{table}/{path}")
            for _ in range(60):
                again = await livia.ask("GET", f"{table}/{path}")
                assert again.content == first.content
            assert next(ticks) == spent + 3  # made once
            site.server.limits._buckets.clear()
        await livia.play(made["table"]["id"], "produce italia", number=1)
        assert (await livia.get(f"{table}/history"))["total"] == 2  # and anew after an entry
        refused = 0
        for at in range(10):
            answer = await livia.ask("GET", f"{table}/moments?first={at}&count=2")
            refused += answer.status_code == 429
        assert refused == 8  # 300 tokens: a history and two moments of a second each
        assert answer.json()["error"]["code"] == "limit.reads"
        await marcus.get(f"{table}/moments?first=0&count=2")  # what is there costs nothing
        await livia.play(made["table"]["id"], status=200)  # and play goes on


# Logs


@pytest.fixture
def logs(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What was logged since."""
    yield lambda: capsys.readouterr().err
    set_up_logs("json", "error")


SECRET = "tr0ub4dor"  # noqa: S105 - of nobody


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_log_line_has_a_secret(form: str, logs: Callable[[], str]) -> None:
    set_up_logs(form, "info")

    def fail(password: str) -> None:
        cookie = f"viae={password}"
        raise RuntimeError("this failed" + cookie[:0])

    try:
        fail(SECRET)
    except RuntimeError:
        log().exception("failed")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    log().error(
        "fault",
        problem=f"cannot reach postgresql://viae:{SECRET}@db/viae",
        headers=f"cookie: viae={SECRET}; other={SECRET}",
        password=SECRET,
        body={"token": SECRET, "x": [f"Authorization: Bearer {SECRET}"]},
    )
    logging.getLogger("uvicorn.error").error("X-Viae-Csrf: %s", SECRET)
    said = logs()
    assert "this failed" in said
    assert "in fail" in said  # the traceback is there
    assert "cannot reach postgresql://viae:" in said
    assert SECRET not in said
    assert "cookie = " not in said


async def test_errors_of_the_database_do_not_show_their_values(
    sqlite_site: Site, logs: Callable[[], str]
) -> None:
    set_up_logs("text", "info")
    from sqlalchemy import insert
    from sqlalchemy.exc import IntegrityError

    from viae.server.store.models import Fact

    for _ in range(2):
        try:
            async with sqlite_site.server.db.write() as connection:
                await connection.execute(insert(Fact).values(key="x", value=SECRET))
        except IntegrityError as problem:
            log().error("failed", problem=str(problem))
    assert "IntegrityError" in (said := logs())
    assert SECRET not in said
