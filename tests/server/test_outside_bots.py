"""Outside bots: marked accounts, scoped tokens, the event stream, `viae bot`, the examples."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select, update
from websockets.asyncio.client import connect

from tests.server.kit import Site, Somebody, people
from tests.server.serving import PLAIN, SOURCES, Live, Server, serving
from tests.waiting import HANG, until
from viae.server.http.routes import bots as routes
from viae.server.people.tokens import ALLOWED, SCOPES
from viae.server.store.models import Person, Token

pytestmark = pytest.mark.anyio
EXAMPLES = Path(__file__).parents[2] / "examples"


async def new_bot(somebody: Somebody, name: str, *scopes: str) -> str:
    """Make an account a bot; a token of it."""
    await somebody.register(name)
    somebody._know(await somebody.post("/api/me/bot"))
    wish = {"name": "test", "scopes": list(scopes or ("watch", "play"))}
    return str((await somebody.post("/api/me/tokens", wish, 201))["token"])


def with_token(client: httpx.AsyncClient, token: str) -> Somebody:
    client.headers["Authorization"] = f"Bearer {token}"
    return Somebody(client)


async def test_an_account_becomes_a_bot_and_is_marked(site: Site) -> None:
    guest = await site.guest("Gaius")
    refused = await guest.post("/api/me/bot", {}, 409)
    assert refused["error"]["code"] == "bot.needs-account"
    livia = await site.nobody().register("Livia")
    refused = await livia.post("/api/me/tokens", {"name": "x"}, 403)
    assert refused["error"]["code"] == "token.bots-only"
    await livia.new_table(seats=people("me", "open"))
    refused = await livia.post("/api/me/bot", {}, 409)
    assert refused["error"]["code"] == "bot.has-played"
    fortuna = await site.nobody().register("Fortuna")
    # Whoever invites an account does not decide what becomes of it.
    await livia.new_table(seats=people("me", "invited:Fortuna"))
    fortuna._know(await fortuna.post("/api/me/bot"))
    await fortuna.post("/api/me/tokens", {"name": "test"}, 201)
    assert fortuna.name == "Fortuna (bot)"
    assert (await fortuna.get("/api/session"))["person"]["bot"] is True
    for name in ("Fortuna (bot)", "caesar (BOT)", "Caesar ( b0t )", "Caesar \uff08bot\uff09"):
        refused = await site.nobody().post("/api/session", {"name": name}, 409)
        assert refused["error"]["code"] == "account.bot-name"
    ladder = (await site.nobody().get("/api/ladder"))["bots"]
    assert [(one["name"], one["rating"]) for one in ladder] == [("Fortuna (bot)", None)]
    await site.nobody().get("/api/ladder?variant=chess", 422)


async def test_tokens_are_scoped_listed_hashed_and_revoked(site: Site) -> None:
    fortuna = site.nobody()
    token = await new_bot(fortuna, "Fortuna")
    async with site.server.db.read() as connection:
        stored = (await connection.execute(select(Token.token))).scalar_one()
    assert token not in stored
    bot = with_token(site.nobody().client, token)
    assert (await bot.get("/api/session"))["person"]["name"] == "Fortuna (bot)"
    assert (await bot.get("/api/me/turns"))["tables"] == []
    refused = await bot.new_table(403, seats=people("me", "open"))
    assert refused["error"]["code"] == "token.scope"
    assert refused["error"]["values"] == {"scope": "tables"}
    for method, path in (
        ("PATCH", "/api/me"),
        ("GET", "/api/me/tokens"),
        ("DELETE", "/api/session"),
    ):
        refused = (await bot.ask(method, path, {} if method == "PATCH" else None)).json()
        assert refused["error"]["code"] == "token.not-here", path
    wish = {"name": "all", "scopes": list(SCOPES)}
    every = (await fortuna.post("/api/me/tokens", wish, 201))["token"]
    await with_token(site.nobody().client, every).new_table(seats=people("me", "open"))
    listed = (await fortuna.get("/api/me/tokens"))["tokens"]
    assert [one["name"] for one in listed] == ["all", "test"]
    assert all(one["used"] for one in listed)
    await fortuna.delete(f"/api/me/tokens/{listed[1]['id']}")
    refused = await bot.get("/api/me/turns", 401)
    assert refused["error"]["code"] == "token.wrong"
    await fortuna.delete(f"/api/me/tokens/{listed[1]['id']}", 404)
    await with_token(site.nobody().client, "viae_wrong").get("/api/session", 401)


async def test_what_is_doubted_is_read_again(site: Site) -> None:
    """Messages may have been lost, and with them that a token was revoked or its bot disabled."""
    fortuna, server = site.nobody(), site.server
    one = with_token(site.nobody().client, await new_bot(fortuna, "Fortuna"))
    two = with_token(site.nobody().client, await new_bot(site.nobody(), "Felix"))
    felix = (await two.get("/api/session"))["person"]["id"]
    await one.get("/api/session")
    async with server.db.write() as connection:
        await connection.execute(delete(Token).where(Token.person == fortuna.id))
        await connection.execute(update(Person).where(Person.id == felix).values(disabled=1.0))
    server._heard({"everything": True})
    for bot in (one, two):
        refused = await bot.get("/api/session", 401)
        assert refused["error"]["code"] == "token.wrong"


async def test_the_scopes_name_routes_that_exist(sqlite_site: Site) -> None:
    document = sqlite_site.app.openapi()
    there = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    assert set(ALLOWED) <= there
    assert set(ALLOWED.values()) == set(SCOPES)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("bots") / "viae.db"
    with serving(f"sqlite:///{path}", bots=0) as found:
        yield found


@contextlib.asynccontextmanager
async def events(server: Server, token: str) -> AsyncIterator[Any]:
    """The event stream, message by message."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx.AsyncClient(
            base_url=server.url, timeout=HANG, headers=headers, verify=PLAIN
        ) as client,
        client.stream("GET", "/api/events") as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.aiter_lines()

        async def heard() -> Any:
            async for line in lines:
                if line.startswith("data: "):
                    return json.loads(line[6:])
            return None

        yield heard


async def test_the_event_stream_tells_of_invitations_and_turns_and_ends(server: Server) -> None:
    fortuna = server.somebody()
    token = await new_bot(fortuna, "Fortuna Huiusce")
    bot = with_token(server.somebody().client, token)
    livia = await server.guest("Livia")
    async with events(server, token) as heard:
        assert (await heard())["person"]["id"] == fortuna.id
        made = await livia.new_table(
            seats=people("me", "invited:Fortuna Huiusce (bot)"), shuffle=False
        )
        table = made["table"]["id"]
        assert await heard() == {"type": "turn", "table": table, "yours": False}
        await bot.post(f"/api/tables/{table}/sit", {})
        await livia.post(f"/api/tables/{table}/start", {})
        while not (await bot.view(table))["you"]["decides"]:
            await livia.play(table)
        assert await heard() == {"type": "turn", "table": table, "yours": True}
        mine = (await fortuna.get("/api/me/tokens"))["tokens"][0]["id"]
        await fortuna.delete(f"/api/me/tokens/{mine}")
        assert await heard() is None


async def test_the_socket_takes_a_token(server: Server) -> None:
    token = await new_bot(server.somebody(), "Fortuna Redux", "watch")
    headers = {"Authorization": f"Bearer {token}"}
    address = server.url.replace("http", "ws") + "/api/live"
    async with connect(address, additional_headers=headers) as socket:
        line = Live(socket)
        hello = await line.hear()
        assert hello["person"]["name"] == "Fortuna Redux (bot)"
        await line.say(type="chat", table="x", text="hello", id=1)
        assert (await line.hear_until("error", id=1))["error"]["code"] == "token.scope"
        await line.say(type="showing", table="x", number=0, seconds=5, id=2)
        assert (await line.hear_until("error", id=2))["error"]["code"] == "token.scope"


def commands(server: Server, tokens: list[str]) -> list[list[str]]:
    """One bot of each kind."""
    viae = [sys.executable, "-m", "viae.cli", "bot", "--server", server.url, "--token"]
    program = f"exec:{sys.executable} {EXAMPLES / 'bot.py'}"
    node = shutil.which("node")
    assert node, "Node is needed to build the client, so it is there"
    return [
        [*viae, tokens[0], "greedy"],
        [*viae, tokens[1], program],
        [sys.executable, str(EXAMPLES / "remote_bot.py"), server.url, tokens[2]],
        [node, str(EXAMPLES / "remote_bot.mjs"), server.url, tokens[3]],
    ]


async def test_bots_of_every_kind_play_with_each_other(server: Server) -> None:
    """A bot of the registry, a program of the bot protocol, the examples in Python and Node."""
    names = [f"Outsider {number}" for number in range(4)]
    tokens = [await new_bot(server.somebody(), name) for name in names]
    livia = await server.guest("Livia")
    with contextlib.ExitStack() as stack:
        for command in commands(server, tokens):
            started = subprocess.Popen(
                command, env={"PYTHONPATH": SOURCES, "PATH": "/usr/bin:/bin"}
            )
            stack.callback(started.wait)
            stack.callback(started.kill)
        made = await livia.new_table(seats=people("me", *(f"invited:{one}" for one in names)))
        table = made["table"]["id"]
        async with asyncio.timeout(HANG):
            while any(one["kind"] == "invited" for one in made["table"]["seats"]):
                await asyncio.sleep(0.1)
                made = await livia.view(table)
            view = await livia.post(f"/api/tables/{table}/start", {})
            while view["game"]["turn"]["number"] < 8:  # everybody has had a turn
                if view["you"]["decides"]:
                    view = (await livia.play(table))["view"]
                else:
                    await asyncio.sleep(0.05)
                    view = await livia.view(table)


class Outside:
    """A bot that sits down where it is invited and plays at random, as the examples do."""

    def __init__(self, server: Server, token: str, name: str) -> None:
        self.server = server
        self.token = token
        self.name = name
        self.me = with_token(server.somebody().client, token)
        self.choose = random.Random(name)
        self.played = 0
        self.busy = self.over = False
        self.connected = asyncio.Event()

    async def run(self) -> None:
        async with events(self.server, self.token) as heard:
            person = (await heard())["person"]["id"]
            self.connected.set()
            while (event := await heard()) is not None and not self.over:
                self.busy = True
                if event.get("yours") is False:
                    for table in (await self.me.get("/api/me/tables?status=open"))["tables"]:
                        kept = [one for one in table["seats"] if one["kind"] == "invited"]
                        if any(one["person"] == person for one in kept):
                            await self.me.post(f"/api/tables/{table['id']}/sit", {})
                elif event.get("yours"):
                    await self.play(event["table"])
                self.busy = False

    async def play(self, table: str) -> None:
        view = await self.me.view(table)
        while view["you"]["decides"] and not self.over:
            entry = self.choose.choice(view["you"]["legal"])["entry"]
            view = (await self.me.play(table, entry, number=view["game"]["number"]))["view"]
            self.played += 1


async def test_fifty_bots_at_once(server: Server) -> None:
    """Ten tables with five bots each, all connected at the same time; each of them plays."""
    bots = []
    for number in range(50):
        name = f"Legion {number:02}"
        token = await new_bot(server.somebody(), name, "watch", "play", "tables")
        bots.append(Outside(server, token, f"{name} (bot)"))
    async with asyncio.timeout(HANG):
        running = [asyncio.create_task(one.run()) for one in bots]
        try:
            for bot in bots:  # whoever is not there yet would not hear of an invitation
                await bot.connected.wait()
            for first in range(0, 50, 5):
                host = bots[first].me
                four = [f"invited:{one.name}" for one in bots[first + 1 : first + 5]]
                made = await host.new_table(seats=people("me", *four))
                table = made["table"]["id"]
                while any(one["kind"] == "invited" for one in made["table"]["seats"]):
                    await asyncio.sleep(0.05)
                    made = await host.view(table)
                await host.post(f"/api/tables/{table}/start", {})
            while not all(one.played for one in bots):
                for one in running:
                    assert not one.done() or one.result()
                await asyncio.sleep(0.1)
        finally:
            for bot in bots:
                bot.over = True
            await until(lambda: not any(bot.busy for bot in bots), "what was begun is finished")
            for one in running:
                one.cancel()
            await asyncio.gather(*running, return_exceptions=True)


async def test_a_quiet_stream_shows_that_it_lives(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "BEAT", 0.01)
    stream = routes.Stream()

    written = routes._written(stream)
    assert await anext(written) == ": still here\n\n"
    await stream.close()
    assert [one async for one in written][-1:] in ([], [": still here\n\n"])


async def status_of_stream(site: Site, person: Somebody, **query: str) -> int:
    """The status of a stream whose reader goes while the first event is written."""
    request = person.client.build_request("GET", "/api/events", params=query)
    cookie = "; ".join(f"{name}={value}" for name, value in person.client.cookies.items())
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},  # as uvicorn's
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": request.url.path,
        "raw_path": request.url.raw_path,
        "query_string": request.url.query,
        "root_path": "",
        "headers": [(b"host", b"test"), (b"cookie", cookie.encode())],
        "client": ("127.0.0.1", 1),
        "server": ("test", 80),
    }
    coming = [{"type": "http.request", "body": b"", "more_body": False}]
    statuses = []
    written = asyncio.Event()

    async def receive() -> Any:
        if coming:
            return coming.pop()
        await written.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
        elif message.get("more_body"):
            written.set()
            await asyncio.Event().wait()  # nobody reads it

    await site.app(scope, receive, send)
    return int(statuses[0])


async def test_a_stream_whose_reader_has_gone_leaves_nothing(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    live = sqlite_site.server.live
    for _ in range(3):
        await status_of_stream(sqlite_site, livia)
    assert not live.connections
    assert not live.by_person
    assert not live.by_address


async def test_a_session_that_ends_while_a_stream_begins_gets_none(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    livia = await sqlite_site.guest("Livia")
    table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
    server = sqlite_site.server
    see = server.store.see

    async def see_late(*arguments: Any) -> Any:
        found = await see(*arguments)
        await server.sessions.end(livia.id)
        return found

    monkeypatch.setattr(server.store, "see", see_late)
    assert await status_of_stream(sqlite_site, livia, table=table) == 401
    assert not server.live.connections
