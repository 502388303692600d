"""Much of something: long lines, many messages, many faults. It costs the others nothing."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import uvicorn
from sqlalchemy import select

from tests.server.conftest import open_site
from tests.server.kit import Site, people
from tests.server.serving import live, serving
from tests.server.test_attacks import connected, heard
from tests.waiting import HANG, until
from viae.server.bots import queue as queues
from viae.server.http import middleware
from viae.server.http.middleware import network_of
from viae.server.http.routes import live as live_routes
from viae.server.http.routes.bots import Stream
from viae.server.http.routes.live import TOO_MANY, _answer
from viae.server.live import sockets
from viae.server.people import limits
from viae.server.process import protocol
from viae.server.process import server as servers
from viae.server.process.logs import LONGEST, log, set_up_logs, without_secrets
from viae.server.store.models import News
from viae.server.tables import reads
from viae.server.tables.reads import Reads
from viae.table.errors import TooMany

pytestmark = pytest.mark.anyio

MILLION = 1_000_000


# Logs


@pytest.mark.parametrize(
    "text",
    ["a" * MILLION, "token" * MILLION, "token=" * MILLION, "://a:" * MILLION, "bearer " * MILLION],
    ids=["word", "tokens", "equals", "urls", "bearers"],
)
def test_a_text_made_to_be_slow_is_searched_for_secrets_at_once(text: str) -> None:
    """With patterns that go back and forth each of these takes hours."""
    assert len(without_secrets(text)) < 2 * LONGEST
    assert "tr0ub4dor" not in without_secrets(text + "\ntoken: tr0ub4dor\n")


def test_what_is_not_logged_costs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    class Costly:
        def __str__(self) -> str:
            raise AssertionError("nobody reads this")

    set_up_logs("text", "warning")
    log().info("request", path=Costly())
    set_up_logs("json", "error")
    assert not capsys.readouterr().err


async def test_links_and_tokens_stay_out_of_the_log(
    sqlite_site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs("text", "info")
    nobody = sqlite_site.nobody()
    for path in ("/api/unsubscribe/tr0ub4dor", "/unsubscribe/tr0ub4dor", "/" + "x" * 5000):
        await nobody.ask("GET", path)
    log().info("bot", said="viae_" + "tr0ub4dor" * 4)
    set_up_logs("json", "error")
    lines = capsys.readouterr().err.splitlines()
    said = "\n".join(one for one in lines if "HTTP Request" not in one)  # of the client
    assert said.count("/unsubscribe/…") >= 2
    assert "tr0ub4dor" not in said
    assert "x" * 201 not in said


# Connections


@contextlib.asynccontextmanager
async def listening(app: Any) -> AsyncIterator[int]:
    """The port of a server with our protocol."""
    config = uvicorn.Config(
        app, port=0, http=protocol.PatientProtocol, lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    await until(lambda: server.started, "it listens")
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await running


async def large(_scope: Any, _receive: Any, send: Any) -> None:
    """An answer of 50 MB."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(50):
        await send({"type": "http.response.body", "body": b"x" * MILLION, "more_body": True})
    await send({"type": "http.response.body"})


async def test_nobody_sends_endless_headers() -> None:
    line = b"X-Some: " + b"x" * 5000 + b"\r\n"
    async with listening(large) as port:
        for head in (
            b"GET /" + b"x" * 60_000 + b" HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + line * 20 + b"\r\n",
            b"GET / HTTP/1.1\r\nX-Some: " + b"x" * 2 * MILLION,  # and no end
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            answer = b""
            with contextlib.suppress(ConnectionError):
                writer.write(head)
                await writer.drain()
                async with asyncio.timeout(HANG):
                    answer = await reader.read(1000)
            assert answer.startswith(b"HTTP/1.1 400") or not answer
            writer.close()


async def test_who_does_not_read_an_answer_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "READING", 0.2)
    ended = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await large(scope, receive, send)
        ended.set()

    async with listening(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        async with asyncio.timeout(HANG):
            await ended.wait()  # the connection was closed, and the rest went nowhere
        writer.close()
        # Who reads, however slowly, gets all of it.
        monkeypatch.setattr(protocol, "READING", HANG)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        async with asyncio.timeout(HANG):
            assert len(await reader.read()) > 50 * MILLION
        writer.close()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("a:b", "a:b"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(address: str, network: str) -> None:
    assert network_of({"client": (address, 1)}) == network


# Live messages


async def test_live_messages_and_connections_count_as_requests(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)  # no token comes back
    monkeypatch.setitem(limits.LIMITS, "address", limits.Limit(1, 10, "limit.requests"))
    async with open_site(new_database("sqlite"), rate_limits=1.0) as site:
        asked = 0
        codes: list[str] = []
        while "limit.requests" not in codes:  # from many connections, each of them modest
            _, connection = connected()
            connection.address = "203.0.113.7"
            await _answer(site.server, connection, '{"type":"ping"}')
            codes = [one.get("error", {}).get("code") for one in heard(connection)]  # type: ignore[attr-defined]
            asked += 1
        assert asked == 11
        told: list[Any] = []

        async def send(message: Any) -> None:
            told.append(message)

        async def receive() -> Any:
            return {"type": "websocket.connect"}

        scope = {"type": "websocket", "path": "/api/live", "headers": [], "query_string": b""}
        for address in ("203.0.113.7", "203.0.113.8"):
            app = middleware.RequestMiddleware(accepts, site.server)
            await app({**scope, "client": (address, 1)}, receive, send)
        assert [one["type"] for one in told] == ["websocket.close", "websocket.accept"]
        assert told[0]["code"] == TOO_MANY


async def accepts(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})


async def test_no_connection_has_the_limits_of_one_that_is_gone(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, keys = sqlite_site.server, []

    def take(name: str, key: str) -> None:
        if name == "socket":
            keys.append(key)

    monkeypatch.setattr(server.limits, "take", take)
    for _ in range(20):  # the memory of one is used again for the next
        await _answer(server, sockets.LiveConnection(Deaf(), None, None), '{"type":"ping"}')
    assert len(set(keys)) == len(keys) == 20


class Deaf:
    """A socket that needs nothing."""

    async def send_text(self, data: str) -> None:
        pass

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        pass


async def test_a_message_with_very_many_keys_is_refused_before_they_are_looked_at(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unasked:
        def validate_json(self, _text: str) -> None:
            raise AssertionError("hundreds of faults take milliseconds to tell")

    monkeypatch.setattr(live_routes, "REQUESTS", Unasked())
    many = {f"k{number}": [number] for number in range(900)}
    _, connection = connected()
    await _answer(sqlite_site.server, connection, json.dumps({"type": "ping", "id": 7, **many}))
    (told,) = heard(connection)
    assert told["id"] == 7
    assert told["error"]["code"] == "request.too-many-values"  # type: ignore[index]


async def test_others_come_in_between_the_messages_of_one(sqlite_site: Site) -> None:
    """However many of them have arrived already."""
    seen: list[str] = []

    class Full:
        left = 20

        async def receive(self) -> dict[str, str]:
            seen.append("message")
            self.left -= 1
            kind = "websocket.receive" if self.left else "websocket.disconnect"
            return {"type": kind, "text": '{"type":"ping"}'}

    async def others() -> None:
        while True:
            seen.append("other")
            await asyncio.sleep(0)

    going = asyncio.create_task(others())
    _, connection = connected()
    await live_routes._listen(sqlite_site.server, connection, Full())  # type: ignore[arg-type]
    going.cancel()
    assert seen.count("message") == 20
    assert not any(one == other == "message" for one, other in itertools.pairwise(seen))


async def test_whoever_missed_many_messages_gets_them_all(
    new_database: Callable[[str], str],
) -> None:
    """More than may usually wait for a connection."""
    many = sockets.MOST_QUEUED + 30
    database = new_database("sqlite")
    async with open_site(database) as site:
        livia = await site.guest("Livia")
        table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
        for number in range(many):
            await livia.post(
                f"/api/tables/{table}/chat",
                {"text": f"{number}", "key": "x" * 8 + str(number)},
                201,
            )
        cookie = livia.client.cookies["viae"]
        async with site.server.db.read() as connection:
            last = max((await connection.execute(select(News.number))).scalars())
    with serving(database, bots=0) as server:
        again = server.somebody()
        again.client.cookies.set("viae", cookie)
        async with live(server.url, again) as line:
            await line.say(type="watch", table=table, after=last - many, id=7)
            numbers = []
            while (message := await line.hear())["type"] != "done":
                if message["type"] == "news":
                    numbers.append(message["number"])
                elif message["type"] == "watching":
                    assert not message["skipped"]
                    assert message["number"] == last
                    numbers.append("view")
            assert message["id"] == 7
            assert numbers == [*range(last - many + 1, last + 1), "view"]


async def test_missed_messages_are_counted(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_site(new_database("sqlite"), rate_limits=1.0) as site:
        livia = await site.guest("Livia")
        table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
        for number in range(6):
            said = {"text": "hello", "key": f"number-{number}"}
            await livia.post(f"/api/tables/{table}/chat", said, 201)
        monkeypatch.setattr(limits, "monotonic", lambda: 0.0)
        _, connection = connected()
        connection.address = "203.0.113.7"
        message = f'{{"type":"watch","table":"{table}","after":0}}'
        await _answer(site.server, connection, message)
        news = [one for one in heard(connection) if one["type"] == "news"]
        assert len(news) >= 6
        left = site.server.limits._buckets["address", "203.0.113.7"][0]
        assert left == pytest.approx(400 - 1 - len(news) / 10)
        site.server.live.disconnect(connection)


def test_a_connection_that_falls_behind_keeps_the_answers() -> None:
    _, connection = connected()
    while connection.send(b'{"type":"news"}'):
        pass
    assert connection.waiting == sockets.MOST_QUEUED
    connection.answer(b'{"type":"done","id":1}')
    connection.answer(b'{"type":"error","id":2}')
    connection.drop_news()
    assert [one["id"] for one in heard(connection)] == [1, 2]
    for _ in range(2 * sockets.MOST_ANSWERS):
        connection.answer(b'{"type":"done"}')
    assert connection.waiting == sockets.MOST_ANSWERS  # memory is bounded


async def test_a_stream_that_is_full_ends_all_the_same() -> None:
    stream = Stream()
    for _ in range(100):
        await stream.send_text("{}")
    waiting = asyncio.create_task(stream.send_text("{}"))
    await asyncio.sleep(0)
    await stream.close()
    assert stream.events.get_nowait() is None
    await waiting


# Requests


async def test_a_request_with_very_many_faults_is_refused_early(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)
    async with open_site(new_database("sqlite"), rate_limits=1.0) as site:
        livia = await site.guest("Livia")
        many = {f"k{number}": True for number in range(20_000)}
        seats = people("me", "open")
        for path, body in (
            ("/api/tables", many),
            ("/api/tables", {"seats": [many, many]}),
            ("/api/tables", {"seats": seats, "options": many}),
            ("/api/study", {"document": {}, **many}),
            ("/api/tables", {"seats": seats, "options": dict(list(many.items())[:60])}),
            ("/api/session/sign-in", {"name": [0] * 6000}),
        ):
            answer = await livia.ask("POST", path, body)
            assert answer.status_code == 422
            assert answer.json()["error"]["code"] in ("request.too-many-values", "request.faults")
            assert len(answer.content) < 20_000
        left = site.server.limits._buckets["address", "127.0.0.1"][0]
        await livia.post("/api/tables", dict(list(many.items())[:500]), 422)
        now = site.server.limits._buckets["address", "127.0.0.1"][0]
        assert left - now == 1 + 500 / middleware.FAULTS  # faults count as requests


async def test_one_expensive_read_at_a_time_and_others_in_between(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    table = await sqlite_site.server.store.look(made["table"]["id"])
    seen: list[str] = []
    done = asyncio.Event()

    def make() -> bytes:
        seen.append("made")
        return b"{}"

    async def others() -> None:
        while not done.is_set():
            seen.append("other")
            await asyncio.sleep(0)

    going = asyncio.create_task(others())
    kept = Reads(limits.Limits(0))
    await asyncio.gather(*(kept.get("x", table, (number % 20,), make) for number in range(40)))
    done.set()
    await going
    assert seen.count("made") == 20  # whoever asked for the same waited for it
    assert not any(one == other == "made" for one, other in itertools.pairwise(seen))


async def test_what_is_kept_is_there_for_those_who_read_too_much(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)
    hours = itertools.count(0.0, 3600.0)
    monkeypatch.setattr(reads, "clock", lambda: next(hours))  # everything takes far too long
    livia = await sqlite_site.guest("Livia")
    made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    table = await sqlite_site.server.store.look(made["table"]["id"])
    kept = Reads(limits.Limits(1.0))
    assert await kept.get("x", table, ("a",), lambda: b"a") == b"a"
    with pytest.raises(TooMany):
        await kept.get("x", table, ("b",), lambda: b"b")
    assert await kept.get("x", table, ("a",), lambda: b"c") == b"a"


async def test_readiness_is_looked_at_once_for_all_who_ask(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "READY_KEPT", HANG)
    looked = []
    state = sqlite_site.server.bot_queue.state

    async def count() -> Any:
        looked.append(1)
        return await state()

    monkeypatch.setattr(sqlite_site.server.bot_queue, "state", count)
    nobody = sqlite_site.nobody()
    await asyncio.gather(*(nobody.get("/readyz") for _ in range(20)))
    assert len(looked) == 1
    sqlite_site.server.draining = True  # what costs nothing is looked at each time
    await nobody.get("/readyz", 503)


async def test_the_interface_is_written_down_while_others_are_served(sqlite_site: Site) -> None:
    told = threading.Event()
    sqlite_site.app.openapi = lambda: {"told": told.wait(HANG)}  # type: ignore[method-assign]
    nobody = sqlite_site.nobody()
    asked = [asyncio.create_task(nobody.get("/api/openapi.json")) for _ in range(2)]
    await nobody.get("/healthz")
    told.set()
    assert await asyncio.gather(*asked) == [{"told": True}] * 2


# Bots


async def test_the_turns_of_many_do_not_hide_that_of_another(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queues, "MOST_LOOKED_AT", 8)
    queue = sqlite_site.server.bot_queue
    for name in ("Ada", "Ben", "Cid", "Livia"):
        person = await sqlite_site.guest(name)
        for _ in range(1 if name == "Livia" else 6):
            made = await person.new_table(seats=people("random", "me"), start=True, shuffle=False)
    queue.shares.add((await sqlite_site.server.store.look(made["table"]["id"])).row.host, 0.0, 0.0)
    found = [one.game for one in await queue._waiting(1, 1e12)]
    assert len(found) == 8
    assert made["table"]["id"] in found
