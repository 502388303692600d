"""Notifications: written with the turn, delivered to real servers, tried again, never lost."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import socket
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, NoReturn

import pytest
from aiohttp import web
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody, people
from tests.server.receiver import receiver
from tests.waiting import HANG, until
from viae.server.notify import addresses, delivery, outgoing
from viae.server.notify.addresses import Allowed, NotAllowed, look_up
from viae.server.notify.channels import USUAL
from viae.server.notify.timing import after_quiet, ready_at
from viae.server.process.admin import Admin
from viae.server.store.models import Channel, Delivery
from viae.server.store.outbox import write_notices
from viae.server.store.quick import Overtaken
from viae.table.errors import Conflict

pytestmark = pytest.mark.anyio
HERE = ["127.0.0.0/8"]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due is delivered at once."""
    monkeypatch.setattr(delivery, "LOOK", 0.02)


@pytest.fixture
async def away(database: str) -> AsyncIterator[Site]:
    """A site whose notifications may go to this machine."""
    async with open_site(database, webhook_networks=HERE) as found:
        yield found


@pytest.fixture
async def sqlite_away(new_database: Callable[[str], str]) -> AsyncIterator[Site]:
    async with open_site(new_database("sqlite"), webhook_networks=HERE) as found:
        yield found


async def webhook(person: Somebody, url: str, form: str = "plain", **more: Any) -> Any:
    await person.put("/api/me/notifications", {"after": 0})
    body = {"url": url, "form": form, **more}
    return await person.post("/api/me/notifications/webhooks", body, 201)


async def table_of_two(host: Somebody, other: Somebody, **plan: Any) -> str:
    seats = people("me", "open")
    made = await host.new_table(seats=seats, shuffle=False, name="Ostia", **plan)
    table: str = made["table"]["id"]
    await other.post(f"/api/tables/{table}/sit", {"seat": 1})
    await host.post(f"/api/tables/{table}/start", {})
    return table


async def play_turn(person: Somebody, table: str) -> None:
    """Play until somebody else decides."""
    while (await person.view(table))["you"]["decides"]:
        await person.play(table)


async def waiting(site: Site) -> list[Any]:
    async with site.server.db.read() as connection:
        return list((await connection.execute(select(*Delivery.__table__.columns))).all())


def overtaken(table: str, _person: str | None = None) -> NoReturn:
    raise Overtaken(table)


async def nothing_waits(site: Site) -> None:
    while await waiting(site):
        await asyncio.sleep(0.01)


# The turn


async def test_a_turn_is_told_signed_and_only_once(away: Site) -> None:
    host, other = await away.guest("Host"), await away.nobody().register("Livia")
    async with receiver() as there:
        made = await webhook(other, there.url + "/hook")
        table = await table_of_two(host, other)
        await play_turn(host, table)
        (heard,) = await there.wait_for(1)
        await nothing_waits(away)
        told = heard.json
        assert (told["kind"], told["table"]["id"], told["table"]["name"]) == (
            "turn",
            table,
            "Ostia",
        )
        assert told["person"] == {"id": other.id, "name": "Livia"}
        assert told["number"] == (await other.view(table))["game"]["number"]
        key = base64.b64decode(made["secret"].removeprefix("whsec_"))
        stamp = heard.headers["webhook-timestamp"]
        content = f"{told['id']}.{stamp}.".encode() + heard.body
        signature = base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()
        assert heard.headers["webhook-signature"] == f"v1,{signature}"
        assert heard.headers["webhook-id"] == told["id"]
        await play_turn(other, table)  # her own entries tell her nothing
        await play_turn(host, table)
        heard_all = await there.wait_for(2)
        assert heard_all[1].json["id"] != told["id"]
        (channel,) = (await other.get("/api/me/notifications"))["channels"]
        assert channel["used"] is not None
        assert channel["fault"] is None


async def test_the_row_is_written_with_the_entry_or_not_at_all(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, other = await site.guest("Host"), await site.nobody().register("Livia")
    await other.put("/api/me/notifications", {"after": 60})
    monkeypatch.setattr(site.server.channels.allowed, "networks", Allowed(HERE).networks)
    await other.post("/api/me/notifications/webhooks", {"url": "http://127.0.0.1:9/"}, 201)
    table = await table_of_two(host, other)
    assert not await waiting(site)
    written: list[int] = []
    # Under the lock of the table; without one it is a single statement (`test_posting`).
    monkeypatch.setattr(site.server.store, "attempt", overtaken)

    async def write_and_fail(connection: AsyncConnection, *rest: Any) -> None:
        await write_notices(connection, *rest)
        found = await connection.execute(select(Delivery.number))
        written.extend(found.scalars())
        raise RuntimeError("the power is gone")

    while (await host.view(table))["you"]["decides"]:
        monkeypatch.setattr("viae.server.store.transaction.write_notices", write_and_fail)
        number = (await host.view(table))["game"]["number"]
        with pytest.raises(RuntimeError, match="the power is gone"):
            await host.play(table)
        assert (await host.view(table))["game"]["number"] == number
        assert not await waiting(site)
        monkeypatch.setattr("viae.server.store.transaction.write_notices", write_notices)
        await host.play(table)
    assert len(written) == 1  # with the last entry of the turn
    (row,) = await waiting(site)
    view = await other.view(table)
    assert (row.kind, row.number, row.subject) == ("turn", view["game"]["number"], table)


async def test_who_has_played_in_the_meantime_hears_nothing(away: Site) -> None:
    host, other = await away.guest("Host"), await away.nobody().register("Livia")
    async with receiver() as there:
        await webhook(other, there.url)
        await other.put("/api/me/notifications", {"after": 30})
        table = await table_of_two(host, other)
        await play_turn(host, table)
        while not any(row.due > time.time() + 60 for row in await waiting(away)):
            await asyncio.sleep(0.01)  # postponed
        await play_turn(other, table)
        async with away.server.db.write() as connection:
            await connection.execute(update(Delivery).values(at=0.0, due=0.0))
        await nothing_waits(away)
        assert not there.heard


async def test_the_end_of_a_game_is_told(away: Site) -> None:
    host, other = await away.guest("Host"), await away.nobody().register("Livia")
    async with receiver() as there:
        await webhook(other, there.url)
        table = await table_of_two(host, other)
        for somebody in (host, other):
            await somebody.post(f"/api/tables/{table}/resign", {})
        await until(lambda: any(one.json["kind"] == "ended" for one in there.heard), "told")


async def test_what_is_not_wanted_is_not_told(sqlite_away: Site) -> None:
    host, other = await sqlite_away.guest("Host"), await sqlite_away.nobody().register("Livia")
    async with receiver() as there:
        await webhook(other, there.url)
        await other.put("/api/me/notifications", {"after": 0, "turns": "none", "ended": False})
        table = await table_of_two(host, other)
        await play_turn(host, table)
        await nothing_waits(sqlite_away)
        await other.put("/api/me/notifications", {"after": 0})
        clock = {"kind": "player", "seconds": 3600}
        quick = await table_of_two(host, other, clock=clock)
        assert (await other.view(quick))["table"]["pace"] == "live"
        await play_turn(host, quick)
        await nothing_waits(sqlite_away)
        await other.put("/api/me/notifications", {"after": 0, "turns": "all"})
        await play_turn(other, quick)
        await play_turn(host, quick)
        assert (await there.wait_for(1))[0].json["table"]["id"] == quick


# Failures


async def test_the_slow_webhooks_of_one_hold_up_nobody_else(
    sqlite_away: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", HANG)
    monkeypatch.setattr(delivery, "STOPPING", 0.0)
    slow, other = [await sqlite_away.nobody().register(name) for name in ("Slow", "Marcus")]
    livia = await sqlite_away.guest("Livia")
    asked: list[bytes] = []

    async def never_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(4096):
            asked.append(said)
        writer.close()

    never = await asyncio.start_server(never_answer, "127.0.0.1", 0)
    port = never.sockets[0].getsockname()[1]
    async with receiver() as there, never:
        for number in range(delivery.AT_ONCE + 4):
            await webhook(slow, f"http://127.0.0.1:{port}/{number}")
        await webhook(other, there.url)
        first, second = await table_of_two(livia, slow), await table_of_two(livia, other)
        await play_turn(livia, first)
        await until(lambda: asked, "the slow ones are asked")
        await play_turn(livia, second)
        await there.wait_for(1)
        await sqlite_away.server.stop()


async def test_who_is_disabled_is_told_nothing(sqlite_away: Site) -> None:
    host, other = await sqlite_away.guest("Host"), await sqlite_away.nobody().register("Livia")
    async with receiver() as there:
        await webhook(other, there.url)
        table = await table_of_two(host, other)
        await Admin(sqlite_away.server.db).disable("Livia")
        await play_turn(host, table)
        await nothing_waits(sqlite_away)
        assert not there.heard


async def test_a_failed_delivery_is_tried_again_later_and_later(
    away: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "FIRST_PAUSE", 0.01)
    host, other = await away.guest("Host"), await away.nobody().register("Livia")
    async with receiver() as there:
        there.answers = [web.Response(status=code) for code in (500, 302, 429)]
        there.answers[1].headers["Location"] = there.url + "/elsewhere"
        await webhook(other, there.url + "/hook")
        table = await table_of_two(host, other)
        await play_turn(host, table)
        heard = await there.wait_for(4)
        await nothing_waits(away)
        assert {one.path for one in heard} == {"/hook"}  # redirects are not followed
        assert len({one.json["id"] for one in heard}) == 1


async def test_pauses_grow_and_the_other_side_may_ask_for_more(
    sqlite_away: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, other = await sqlite_away.guest("Host"), await sqlite_away.nobody().register("Livia")
    async with receiver() as there:
        asks = web.Response(status=503, headers={"Retry-After": "7000"})
        there.answers = [web.Response(status=500), web.Response(status=500), asks]
        await webhook(other, there.url)
        table = await table_of_two(host, other)
        before = time.time()
        await play_turn(host, table)
        # The pause lies between the two, however long the attempt took.
        shortest: list[float] = []
        longest: list[float] = []
        for attempt in (1, 2, 3):
            while [row.attempts for row in await waiting(sqlite_away)] != [attempt]:
                await asyncio.sleep(0.01)
            (row,) = await waiting(sqlite_away)
            longest.append(row.due - before)
            shortest.append(row.due - time.time())
            before = time.time()
            async with sqlite_away.server.db.write() as connection:
                await connection.execute(update(Delivery).values(due=0.0))
        assert shortest[0] < 30 * 1.3
        assert longest[1] > 30 * 1.3
        assert shortest[1] < 60 * 1.3
        assert longest[2] > 3600
        assert shortest[2] <= 7000
        await there.wait_for(4)
        (channel,) = (await other.get("/api/me/notifications"))["channels"]
        await nothing_waits(sqlite_away)
    # Nobody is there any more: after days it is given up.
    monkeypatch.setattr(delivery, "GIVE_UP", 0.0)
    await other.post(f"/api/me/notifications/{channel['id']}/test", {}, 202)
    await nothing_waits(sqlite_away)


async def test_what_cannot_even_be_sent_counts_as_failed(
    sqlite_away: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_request(*_: object) -> None:
        raise ValueError("this cannot be signed")

    monkeypatch.setattr(delivery, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(delivery, "request_for", no_request)
    other = await sqlite_away.nobody().register("Livia")
    async with receiver() as there:
        await webhook(other, there.url)
        (channel,) = (await other.get("/api/me/notifications"))["channels"]
        await other.post(f"/api/me/notifications/{channel['id']}/test", {}, 202)
        while [row.attempts >= 2 for row in await waiting(sqlite_away)] != [True]:
            await asyncio.sleep(0.01)
        (channel,) = (await other.get("/api/me/notifications"))["channels"]
        assert channel["fault"] == "fault"
    monkeypatch.setattr(delivery, "GIVE_UP", 0.0)
    await nothing_waits(sqlite_away)


async def test_what_the_database_did_not_take_is_sent_again_soon(
    away: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes away after the sending: the claim is left behind, but not until it runs out."""
    taken = delivery.Deliveries._delivered
    gone = [True]

    async def not_taken(self: Any, *told: Any) -> None:
        if gone:
            raise OSError("the database is away")
        await taken(self, *told)

    async def not_noted(*_: object) -> None:
        gone.clear()

    monkeypatch.setattr(delivery, "FREEING", 0.02)
    monkeypatch.setattr(delivery.Deliveries, "_delivered", not_taken)
    monkeypatch.setattr(delivery.Deliveries, "_faulty", not_noted)
    host, other = await away.guest("Host"), await away.nobody().register("Livia")
    async with receiver() as there:
        await webhook(other, there.url)
        table = await table_of_two(host, other)
        await play_turn(host, table)
        heard = await there.wait_for(2)
        await nothing_waits(away)
        assert len({one.json["id"] for one in heard}) == 1


# Addresses


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.1"),
        *("100.64.0.1", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1"),
        *("::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
        *("2002:7f00:1::", "64:ff9b::7f00:1", "2001:db8::1", "::127.0.0.1", "::ffff:0:127.0.0.1"),
        *("64:ff9b:1::7f00:1", "fec0::1", "5f00::1"),
    ],
)
def test_addresses_that_are_not_public_are_refused(address: str) -> None:
    with pytest.raises(NotAllowed):
        Allowed([]).check(address, 443)


def test_public_addresses_and_allowed_ones_are_taken() -> None:
    for address in ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"):
        Allowed([]).check(address, 443)
    Allowed(["10.0.0.0/8"]).check("10.1.2.3", 22)
    Allowed(["fd00::/8"]).check("fd00::1", 80)
    with pytest.raises(NotAllowed):
        Allowed(["10.0.0.0/8"]).check("192.168.0.1", 80)
    with pytest.raises(NotAllowed):
        Allowed([]).check("8.8.8.8", 25)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://127.0.0.1:80/", "notify.private"),
        ("http://127.1/", "notify.private"),
        ("http://2130706433/", "notify.private"),
        ("http://[::1]/", "notify.private"),
        ("http://localhost:8642/", "notify.private"),
        ("ftp://example.org/", "notify.address"),
        ("gopher://example.org:8070/", "notify.address"),
        ("https://me:secret@example.org/", "notify.address"),
        ("https://example.org:99999/", "notify.address"),
        ("https:///nothing", "notify.address"),
        ("https://exa mple.org/", "notify.address"),
        ("javascript:alert(1)", "notify.address"),
        ("http://nowhere.test/", "notify.no-host"),
    ],
)
async def test_a_webhook_that_cannot_be_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, url: str, code: str
) -> None:
    def fake(host: str, port: int) -> list[str]:
        if host == "nowhere.test":  # without asking the network
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return look_up(host, port)

    monkeypatch.setattr(addresses, "look_up", fake)
    with pytest.raises(Conflict) as refused:
        await Allowed([]).admit(url)
    assert refused.value.refusal.code == code


async def test_a_name_that_later_means_a_private_address_is_not_connected_to(
    sqlite_away: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is resolved again at each delivery, and checked again."""

    def fake(host: str, port: int) -> list[str]:
        return ["127.0.0.1"] if host == "rebinding.test" else look_up(host, port)

    monkeypatch.setattr(addresses, "look_up", fake)
    livia = await sqlite_away.nobody().register("Livia")
    async with receiver() as there:
        url = there.url.replace("127.0.0.1", "rebinding.test")
        made = await webhook(livia, url)
        await livia.post(f"/api/me/notifications/{made['id']}/test", {}, 202)
        (heard,) = await there.wait_for(1)
        assert heard.headers["host"].startswith("rebinding.test")  # the name, at that address
        sqlite_away.server.channels.allowed.networks.clear()  # as if the address were private
        await nothing_waits(sqlite_away)
        await livia.post(f"/api/me/notifications/{made['id']}/test", {}, 202)
        while True:
            (channel,) = (await livia.get("/api/me/notifications"))["channels"]
            if channel["fault"]:
                break
            await asyncio.sleep(0.01)
        assert channel["fault"] == "private"
        assert len(there.heard) == 1


# Forms of webhooks


async def test_discord_slack_and_matrix_get_their_own_forms(sqlite_away: Site) -> None:
    host, other = await sqlite_away.guest("Host"), await sqlite_away.nobody().register("Livia")
    async with receiver() as there:
        await webhook(other, there.url + "/discord", "discord")
        await webhook(other, there.url + "/slack", "slack")
        refused = {"url": there.url, "form": "matrix"}
        answer = await other.post("/api/me/notifications/webhooks", refused, 409)
        assert answer["error"]["code"] == "notify.matrix"
        await webhook(other, there.url, "matrix", room="!a:b.org", token="tok")  # noqa: S106
        seats = people("me", "open")
        made = await host.new_table(seats=seats, shuffle=False, name="<!everyone> *a* @here")
        table = made["table"]["id"]
        await other.post(f"/api/tables/{table}/sit", {"seat": 1})
        await host.post(f"/api/tables/{table}/start", {})
        await play_turn(host, table)
        heard = {one.path.split("/")[1]: one for one in await there.wait_for(3)}
    discord, slack, matrix = heard["discord"], heard["slack"], heard["_matrix"]
    assert discord.json["allowed_mentions"] == {"parse": []}
    assert r"\*a\*" in discord.json["content"]
    assert "&lt;!everyone&gt;" in slack.json["text"]
    assert matrix.method == "PUT"
    assert "/rooms/%21a%3Ab.org/send/m.room.message/" in matrix.path
    assert matrix.headers["authorization"] == "Bearer tok"
    assert matrix.json["msgtype"] == "m.text"


# Settings


async def test_settings_are_checked_and_kept(sqlite_site: Site) -> None:
    livia = await sqlite_site.nobody().register("Livia")
    view = await livia.get("/api/me/notifications")
    assert view["settings"] == USUAL
    chosen = {**USUAL, "zone": "Europe/Berlin", "quiet_from": 1320, "quiet_to": 420}
    assert (await livia.put("/api/me/notifications", chosen))["settings"] == chosen
    wrong = [({"zone": "Mars/Olympus"}, "notify.zone"), ({"quiet_from": 5}, "notify.quiet")]
    for body, code in wrong:
        refused = await livia.put("/api/me/notifications", body, 422)
        assert refused["error"]["faults"][0]["code"] == code
    refused = await livia.put("/api/me/notifications", {"mail": "single"}, 409)
    assert refused["error"]["code"] == "mail.none"
    guest = await sqlite_site.guest("Guest")
    body = {"url": "https://example.org"}
    refused = await guest.post("/api/me/notifications/webhooks", body, 403)
    assert refused["error"]["code"] == "notify.account"


async def test_a_channel_that_is_added_twice_at_once_is_one(away: Site) -> None:
    livia = await away.nobody().register("Livia")
    async with receiver() as there:
        path, body = "/api/me/notifications/webhooks", {"url": there.url}
        answers = await asyncio.gather(*(livia.ask("POST", path, body) for _ in range(12)))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.json()["id"] for answer in answers}) == 1
        assert len((await livia.get("/api/me/notifications"))["channels"]) == 1


async def test_many_may_look_at_their_settings_at_once(site: Site) -> None:
    """Who looks first makes the key for browsers: that needs a connection, so none may be held."""
    livia = await site.guest("Livia")
    looks = (livia.ask("GET", "/api/me/notifications") for _ in range(30))
    assert {answer.status_code for answer in await asyncio.gather(*looks)} == {200}


async def test_nobody_has_endless_channels_and_all_go_with_the_account(sqlite_away: Site) -> None:
    livia = await sqlite_away.nobody().register("Livia")
    for number in range(20):
        await webhook(livia, f"http://127.0.0.1:9/{number}")
    refused = await livia.post(
        "/api/me/notifications/webhooks", {"url": "http://127.0.0.1:9/20"}, 409
    )
    assert refused["error"]["code"] == "notify.too-many"
    await webhook(livia, "http://127.0.0.1:9/3")  # known already
    channels = (await livia.get("/api/me/notifications"))["channels"]
    assert len(channels) == 20
    await livia.delete(f"/api/me/notifications/{channels[0]['id']}")
    marcus = await sqlite_away.nobody().register("Marcus")
    for method, path in (("DELETE", ""), ("POST", "/test")):
        answer = await marcus.ask(method, f"/api/me/notifications/{channels[1]['id']}{path}", {})
        assert answer.status_code == 404
    export = await livia.get("/api/me/export")
    assert len(export["channels"]) == 19
    await livia.post("/api/me/delete", {"password": "correct horse"})
    async with sqlite_away.server.db.read() as connection:
        assert not (await connection.execute(select(Channel.id))).all()


def _at(said: str) -> float:
    from datetime import datetime

    return datetime.fromisoformat(said).timestamp()


@pytest.mark.parametrize(
    ("at", "chosen", "expected"),
    [
        ("2030-01-10T12:00:00+01:00", {}, "2030-01-10T12:00:00+01:00"),
        # Quiet from 22 to 7, in winter and in summer.
        (
            "2030-01-10T23:30:00+01:00",
            {"quiet_from": 1320, "quiet_to": 420},
            "2030-01-11T07:00:00+01:00",
        ),
        (
            "2030-07-10T03:30:00+02:00",
            {"quiet_from": 1320, "quiet_to": 420},
            "2030-07-10T07:00:00+02:00",
        ),
        (
            "2030-07-10T07:00:00+02:00",
            {"quiet_from": 1320, "quiet_to": 420},
            "2030-07-10T07:00:00+02:00",
        ),
        # Over the night in which the clocks are put forward.
        (
            "2030-03-30T23:00:00+01:00",
            {"quiet_from": 1320, "quiet_to": 420},
            "2030-03-31T07:00:00+02:00",
        ),
        # Over the night in which they are put back: half past two comes twice.
        (
            "2030-10-27T02:10:00+02:00",
            {"quiet_from": 1320, "quiet_to": 150},
            "2030-10-27T02:30:00+02:00",
        ),
        (
            "2030-10-27T02:10:00+01:00",
            {"quiet_from": 1320, "quiet_to": 150},
            "2030-10-27T02:30:00+01:00",
        ),
        (
            "2030-10-27T02:40:00+01:00",
            {"mail": "digest", "digest_at": 150},
            "2030-10-28T02:30:00+01:00",
        ),
        # A time of day that is left out in spring comes an hour later.
        (
            "2030-03-31T01:00:00+01:00",
            {"quiet_from": 1320, "quiet_to": 150},
            "2030-03-31T03:30:00+02:00",
        ),
        # A digest at 8; one that would come in quiet hours waits for their end.
        (
            "2030-01-10T08:30:00+01:00",
            {"mail": "digest", "digest_at": 480},
            "2030-01-11T08:00:00+01:00",
        ),
        (
            "2030-01-10T05:00:00+01:00",
            {"mail": "digest", "digest_at": 360, "quiet_from": 1320, "quiet_to": 420},
            "2030-01-10T07:00:00+01:00",
        ),
    ],
)
def test_when_something_is_due(at: str, chosen: dict[str, Any], expected: str) -> None:
    settings: Any = {**USUAL, "zone": "Europe/Berlin", "after": 0, **chosen}
    ready = ready_at(_at(at), settings, mail=True)
    assert ready == _at(expected)
    assert after_quiet(ready, settings) == ready


async def test_quiet_hours_hold_a_notification_back(sqlite_away: Site) -> None:
    host, other = await sqlite_away.guest("Host"), await sqlite_away.nobody().register("Livia")
    async with receiver() as there:
        await webhook(other, there.url)
        minute = time.gmtime().tm_hour * 60 + time.gmtime().tm_min
        quiet = {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 120) % 1440}
        await other.put("/api/me/notifications", {"after": 0, **quiet})
        table = await table_of_two(host, other)
        await play_turn(host, table)
        while not any(row.due > time.time() + 3600 for row in await waiting(sqlite_away)):
            await asyncio.sleep(0.01)
        assert not there.heard
        await other.put("/api/me/notifications", {"after": 0})
        async with sqlite_away.server.db.write() as connection:
            await connection.execute(update(Delivery).values(due=0.0))
        await there.wait_for(1)


def test_a_url_needs_a_host() -> None:
    with pytest.raises(Conflict):
        addresses.target_of("https://")
