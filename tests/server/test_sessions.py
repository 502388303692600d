"""Sessions: a new cookie at each sign-in, and an end that every server and every socket hears."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.exceptions import ConnectionClosed

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody, people
from tests.server.serving import Live, Server, live, serving
from tests.waiting import HANG, until
from viae.server.live.sockets import ENDED, LiveConnection
from viae.server.people import accounts, sessions
from viae.server.store.models import Session

pytestmark = pytest.mark.anyio
PASSWORD = "correct horse"  # noqa: S105 - of nobody


def with_cookie(site: Site, cookie: str) -> Somebody:
    found = site.nobody()
    found.client.cookies.set("viae", cookie, domain="test.local")  # as from the server
    return found


async def is_nobody(site: Site, cookie: str) -> bool:
    session = await with_cookie(site, cookie).get("/api/session")
    return session["person"] is None


async def sign_in(somebody: Somebody, name: str) -> Somebody:
    body = {"name": name, "password": PASSWORD}
    somebody._know(await somebody.post("/api/session/sign-in", body))
    return somebody


async def test_the_cookie_changes_and_the_old_one_ends(site: Site) -> None:
    livia = await site.guest("Livia")
    guest = livia.client.cookies["viae"]
    await livia.register("Livia")
    registered = livia.client.cookies["viae"]
    assert registered != guest
    assert await is_nobody(site, guest)
    # Somebody who planted a cookie of their own in a browser has nothing after the sign-in there.
    planted = (await site.guest("Thief")).client.cookies["viae"]
    victim = with_cookie(site, planted)
    victim.csrf = (await victim.get("/api/session"))["csrf"]
    await sign_in(victim, "Livia")
    assert victim.client.cookies["viae"] not in (planted, registered)
    assert await is_nobody(site, planted)
    assert not await is_nobody(site, registered)


async def test_only_hashes_are_stored(site: Site) -> None:
    livia = await site.guest("Livia")
    async with site.server.db.read() as connection:
        rows = (await connection.execute(select(Session))).all()
    assert len(rows) == 1
    assert livia.client.cookies["viae"] not in str(rows)


async def test_signing_out_ends_the_cookie_for_good(site: Site) -> None:
    livia = await site.nobody().register("Livia")
    cookie = livia.client.cookies["viae"]
    await livia.delete("/api/session")
    assert await is_nobody(site, cookie)


async def test_sessions_are_listed_and_revoked(site: Site) -> None:
    livia = await site.nobody().register("Livia")
    phone = site.nobody()
    phone.client.headers["User-Agent"] = "Phone " + "x" * 300
    await sign_in(phone, "Livia")
    listed = (await livia.get("/api/me/sessions"))["sessions"]
    assert {one["current"] for one in listed} == {True, False}
    theirs = next(one for one in listed if not one["current"])
    assert theirs["agent"].startswith("Phone x")
    assert len(theirs["agent"]) == 200
    other = await site.guest("Marcus")
    await other.delete(f"/api/me/sessions/{theirs['id']}", 404)
    left = (await livia.delete(f"/api/me/sessions/{theirs['id']}"))["sessions"]
    assert [one["current"] for one in left] == [True]
    assert (await phone.get("/api/session"))["person"] is None
    refused = await livia.delete(f"/api/me/sessions/{theirs['id']}", 404)
    assert refused["error"]["code"] == "session.unknown"


async def test_the_oldest_of_too_many_sessions_ends(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MOST", 3)
    first = await sqlite_site.nobody().register("Livia")
    for _ in range(3):
        await sign_in(sqlite_site.nobody(), "Livia")
    assert await is_nobody(sqlite_site, first.client.cookies["viae"])


class Ear:
    """A socket that notes how it was closed."""

    def __init__(self) -> None:
        self.code = 0

    async def send_text(self, data: str) -> None:
        raise AssertionError(data)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        self.code = code


async def test_an_end_that_nobody_told_is_found_by_looking(sqlite_site: Site) -> None:
    """As when a notification was lost: the row is gone, the sockets are still there."""
    server = sqlite_site.server
    livia = await sqlite_site.guest("Livia")
    ear = Ear()
    line = LiveConnection(ear, livia.id, livia.name)
    async with server.db.write() as connection:
        line.session = (await connection.execute(select(Session.id))).scalar_one()
        server.live.connect(line)
        await server.live.end_missing()
        assert not line.ended
        await connection.execute(delete(Session))
    await server.live.end_missing()
    assert line.ended
    assert line.send(b"{}")
    assert line.waiting == 0
    await until(lambda: ear.code, "the socket is closed")
    assert ear.code == ENDED
    server.live.disconnect(line)


async def closed(line: Live) -> int:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await line.hear()
    assert line.socket.close_code is not None
    return line.socket.close_code


async def everywhere(here: Server, there: Server) -> None:
    """Sign out, a new password: cookies and sockets of both servers end."""
    livia = await here.somebody().register("Livia")
    table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
    far = await sign_in(there.somebody(), "Livia")
    async with live(here.url, livia) as near_line, live(there.url, far) as far_line:
        await far_line.say(type="watch", table=table, id=1)
        await far_line.hear_until("watching")
        cookie = livia.client.cookies["viae"]
        old, session = far.client.cookies["viae"], (await far.get("/api/me/sessions"))["sessions"]
        mine = next(one["id"] for one in session if one["current"])
        # One session, ended from the other server.
        await livia.delete(f"/api/me/sessions/{mine}")
        assert await closed(far_line) == ENDED
        assert (await far.get("/api/session"))["person"] is None
        # A new password ends all others, and this browser goes on with a new cookie.
        away = await sign_in(there.somebody(), "Livia")
        async with live(there.url, away) as away_line:
            body = {"old_password": PASSWORD, "password": "battery staple"}
            livia._know(await livia.patch("/api/me", body))
            assert await closed(away_line) == ENDED
            assert await closed(near_line) == ENDED
        assert livia.client.cookies["viae"] != cookie
        assert (await livia.get("/api/session"))["person"]["id"] == livia.id
    for server in (here, there):
        for gone in (cookie, old, away.client.cookies["viae"]):
            somebody = server.somebody()
            somebody.client.cookies.set("viae", gone)
            assert (await somebody.get("/api/session"))["person"] is None


async def test_two_servers_hear_of_every_end(new_database: Callable[[str], str]) -> None:
    database = new_database("postgresql")
    with serving(database, bots=0) as here, serving(database, bots=0) as there:
        await everywhere(here, there)


async def test_two_servers_hear_of_a_new_name(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (accounts, sessions):
        monkeypatch.setattr(module, "TRUSTED", math.inf)  # nothing is read again by itself
    database = new_database("postgresql")
    async with open_site(database) as here, open_site(database) as there:
        livia = await here.guest("Livia")
        far = with_cookie(there, livia.client.cookies["viae"])
        assert (await far.get("/api/session"))["person"]["name"] == "Livia"
        await livia.patch("/api/me", {"name": "Drusilla"})
        find = there.server.accounts.find
        async with asyncio.timeout(HANG):
            while getattr(await find(livia.id), "name", None) != "Drusilla":
                await asyncio.sleep(0.01)
        assert (await far.get("/api/session"))["person"]["name"] == "Drusilla"


async def test_two_servers_hear_of_a_new_bot(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (accounts, sessions):
        monkeypatch.setattr(module, "TRUSTED", math.inf)  # nothing is read again by itself
    database = new_database("postgresql")
    async with open_site(database) as here, open_site(database) as there:
        fortuna = await here.nobody().register("Fortuna")
        far = with_cookie(there, fortuna.client.cookies["viae"])
        assert (await far.get("/api/session"))["person"]["name"] == "Fortuna"
        marcus = await here.guest("Marcus")
        await there.server.accounts.find(marcus.id)
        await fortuna.post("/api/me/bot")
        await marcus.patch("/api/me", {"name": "Gaius"})
        known = there.server.accounts._recent
        await until(lambda: marcus.id not in known, "what came later is heard")
        person = (await far.get("/api/session"))["person"]
        assert (person["name"], person.get("bot")) == ("Fortuna (bot)", True)


async def test_sessions_are_not_trusted_while_no_end_can_be_heard(database: str) -> None:
    async with open_site(database) as site:
        livia = await site.guest("Livia")
        assert (await livia.get("/api/session"))["person"]
        async with site.server.db.write() as connection:
            await connection.execute(delete(Session))
        assert (await livia.get("/api/session"))["person"]  # still in memory
        site.server.sessions.trusted = lambda: False
        assert (await livia.get("/api/session"))["person"] is None


@pytest.mark.parametrize("way", ["user", "session"])
async def test_who_changes_while_being_read_is_read_again(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    livia = await sqlite_site.guest("Livia")
    server = sqlite_site.server
    user, read = await server.accounts.find(livia.id), server.db.read
    assert user is not None
    server.accounts.forget(livia.id)
    server.sessions.doubt()

    @contextlib.asynccontextmanager
    async def read_and_be_late() -> AsyncIterator[AsyncConnection]:
        monkeypatch.setattr(server.db, "read", read)  # the others are as usual
        async with read() as connection:
            yield connection
        await server.accounts.rename(user, "Drusilla")

    monkeypatch.setattr(server.db, "read", read_and_be_late)
    if way == "user":
        await server.accounts.find(livia.id)
    else:
        await server.sessions.read(livia.client.cookies["viae"])
    found = await server.accounts.find(livia.id)
    assert found is not None
    assert found.name == "Drusilla"
