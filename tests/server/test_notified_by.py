"""Mail and Web Push, delivered to real servers; and what a crash does to a delivery."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable
from typing import Any

import http_ece
import pytest
from aiohttp import web
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from sqlalchemy import update

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody
from tests.server.mailbox import Mailbox, mailbox
from tests.server.receiver import receiver
from tests.server.serving import Server
from tests.server.test_notifications import (
    HERE,
    nothing_waits,
    play_turn,
    soon,  # noqa: F401 - a fixture for all tests here
    table_of_two,
    webhook,
)
from tests.waiting import until
from viae.server.notify import delivery
from viae.server.notify.push import contact_of
from viae.server.notify.shapes import PushNotice
from viae.server.store.models import Delivery, Person

pytestmark = pytest.mark.anyio
PUBLIC = "https://viae.example.org"


def mailing(new_database: Callable[[str], str], box: Mailbox) -> Any:
    settings = {"smtp_url": box.url, "mail_from": "viae@example.org", "public_url": PUBLIC}
    return open_site(new_database("sqlite"), webhook_networks=HERE, **settings)


async def with_address(site: Site, name: str, **chosen: Any) -> Somebody:
    """Somebody with a confirmed address who wants mail."""
    person = site.nobody()
    person.client.base_url = PUBLIC
    await person.register(name)
    async with site.server.db.write() as connection:
        mine = update(Person).where(Person.id == person.id)
        await connection.execute(mine.values(email=f"{name.lower()}@example.org"))
    await person.put("/api/me/notifications", {"after": 0, "mail": "single", **chosen})
    return person


async def host_of(site: Site) -> Somebody:
    host = site.nobody()
    host.client.base_url = PUBLIC
    return await host.be_guest("Host")


# Mail


async def test_a_letter_says_where_and_how_to_end_the_letters(
    new_database: Callable[[str], str],
) -> None:
    with mailbox() as box:
        async with mailing(new_database, box) as site:
            host, livia = await host_of(site), await with_address(site, "Livia", language="de")
            table = await table_of_two(host, livia)
            await play_turn(host, table)
            await until(lambda: box.letters, "a letter")
            (letter,) = box.letters
            assert letter["To"] == "livia@example.org"
            assert letter["Subject"] == "Viae: Du bist dran: Ostia"
            assert f"{PUBLIC}/t/{table}" in box.text()
            link = letter["List-Unsubscribe"].strip("<>")
            assert link.startswith(PUBLIC + "/api/unsubscribe/")
            assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            assert link.rpartition("/")[2] in box.text().rpartition("/unsubscribe/")[2]
            # As a mail program does: a form, no cookie, from nowhere.
            nobody = site.nobody().client
            path = link.removeprefix(PUBLIC)
            headers = {"Host": "viae.example.org"}
            answer = await nobody.post(
                path, data={"List-Unsubscribe": "One-Click"}, headers=headers
            )
            assert answer.json() == {"unsubscribed": True}
            answer = await nobody.get(path, headers=headers)
            assert answer.headers["location"] == path.removeprefix("/api")
            view = await livia.get("/api/me/notifications")
            assert (view["settings"]["mail"], view["channels"]) == ("off", [])
            assert (await nobody.post(path, headers=headers)).status_code == 200  # once more
            wrong = await nobody.post(path + "x", headers=headers)
            assert wrong.json()["error"]["code"] == "notify.wrong-link"


async def test_a_digest_is_one_letter_about_all_tables(new_database: Callable[[str], str]) -> None:
    with mailbox() as box:
        async with mailing(new_database, box) as site:
            host = await host_of(site)
            livia = await with_address(site, "Livia", mail="digest")
            tables = [await table_of_two(host, livia) for _ in range(3)]
            for table in tables:
                await play_turn(host, table)
            await play_turn(livia, tables[2])  # it is not her turn there when the letter is written
            async with site.server.db.write() as connection:
                # A day passes; a temporary failure of the mail server changes nothing.
                aged = update(Delivery).values(at=Delivery.at - 86_400, due=0.0)
                await connection.execute(aged)
            await until(lambda: box.letters, "a letter")
            await nothing_waits(site)
            assert len(box.letters) == 1
            assert [table for table in tables if table in box.text()] == tables[:2]


async def test_a_mail_server_that_is_busy_is_tried_again(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "FIRST_PAUSE", 0.01)
    with mailbox() as box:
        box.refusals = ["451 later", "550 no"]
        async with mailing(new_database, box) as site:
            livia = await with_address(site, "Livia")
            (channel,) = (await livia.get("/api/me/notifications"))["channels"]
            await livia.post(f"/api/me/notifications/{channel['id']}/test", {}, 202)
            await until(lambda: box.letters, "a letter")
            assert not box.refusals


# Web Push


class Browser:
    """The push manager of a browser: it alone can read what it is sent."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    def subscription(self, endpoint: str) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": _text(point), "auth": _text(self.auth)}
        return {"endpoint": endpoint, "keys": keys, "name": "Firefox"}

    def read(self, body: bytes) -> Any:
        said = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return json.loads(said)


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


@pytest.mark.parametrize(
    ("address", "sender", "contact"),
    [
        (None, None, "mailto:nobody@viae.invalid"),
        ("https://viae.example.org", None, "https://viae.example.org"),
        ("https://viae.example.org:8443/games", None, "https://viae.example.org"),
        ("http://viae.example.org", None, "mailto:postmaster@viae.example.org"),
        ("http://192.0.2.1:8000", None, "mailto:postmaster@192.0.2.1"),
        ("http://localhost:8000", None, "mailto:nobody@viae.invalid"),
        ("http://[::1]:8000", None, "mailto:nobody@viae.invalid"),
        (PUBLIC, "Viae <viae@example.org>", "mailto:viae@example.org"),
        (PUBLIC, "root", PUBLIC),
    ],
)
def test_every_server_names_a_contact_that_can_be_signed(
    address: str | None, sender: str | None, contact: str
) -> None:
    assert contact_of(address, sender) == contact
    key = Vapid02(ec.generate_private_key(ec.SECP256R1()))
    assert key.sign({"sub": contact, "aud": "https://push.example.org"})["Authorization"]


async def test_a_push_is_signed_and_only_the_browser_can_read_it(
    new_database: Callable[[str], str],
) -> None:
    async with (
        open_site(new_database("sqlite"), webhook_networks=HERE) as site,
        receiver() as there,
    ):
        host, livia = await site.guest("Host"), await site.guest("Livia")
        await livia.put("/api/me/notifications", {"after": 0, "language": "ru"})
        browser = Browser()
        wanted = browser.subscription(there.url + "/push/1")
        made = await livia.post("/api/me/notifications/push", wanted, 201)
        table = await table_of_two(host, livia)
        # What cannot be signed raises here; a delivery would be tried again and again.
        notice: PushNotice = {"id": "1", "kind": "test", "table": table, "title": "", "text": ""}
        await site.server.channels.push.request_for(wanted["endpoint"], wanted["keys"], notice)
        await play_turn(host, table)
        (heard,) = await there.wait_for(1)
        assert b"Ostia" not in heard.body
        told = browser.read(heard.body)
        assert told["table"] == table
        assert told["title"] == "Ваш ход: Ostia"
        assert heard.headers["content-encoding"] == "aes128gcm"
        assert int(heard.headers["ttl"]) > 0
        # The signature is that of the key with which the browser subscribed.
        key = made["notifications"]["push_key"]
        said = heard.headers["authorization"]
        assert said.endswith(f"k={key}")
        assert Vapid02.verify(said)
        claims = said.partition("t=")[2].split(".")[1]
        assert json.loads(base64.urlsafe_b64decode(claims + "=="))["aud"] == there.url
        # Another user of the same browser takes it over.
        marcus = await site.guest("Marcus")
        await marcus.post("/api/me/notifications/push", wanted, 201)
        assert not (await livia.get("/api/me/notifications"))["channels"]
        # A subscription that has ended is forgotten.
        there.answers = [web.Response(status=410)]
        (channel,) = (await marcus.get("/api/me/notifications"))["channels"]
        await marcus.post(f"/api/me/notifications/{channel['id']}/test", {}, 202)
        await nothing_waits(site)
        assert not (await marcus.get("/api/me/notifications"))["channels"]
        wrong = {**wanted, "keys": {"p256dh": "AAAA", "auth": wanted["keys"]["auth"]}}
        refused = await livia.post("/api/me/notifications/push", wrong, 409)
        assert refused["error"]["code"] == "notify.push-keys"


# Crashes


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_server_killed_between_delivery_and_mark_tells_once_more(
    kind: str, new_database: Callable[[str], str]
) -> None:
    """The server dies when the receiver has the notification, before it hears the answer."""
    database = new_database(kind)
    settings = {"bots": 0, "webhook_networks": json.dumps(HERE)}
    server = Server(database, **settings)  # type: ignore[arg-type]
    try:
        async with receiver() as there:
            host, livia = await server.guest("Host"), await server.somebody().register("Livia")
            await webhook(livia, there.url)
            table = await table_of_two(host, livia)
            there.before_answer = server.kill
            await play_turn(host, table)
            await there.wait_for(1)
            there.before_answer = None
            server.log.close()
            server = Server(database, server.port, **settings)
            first, again = await there.wait_for(2)
            assert again.json["id"] == first.json["id"]
            assert first.json["table"]["id"] == table
            # That was all: the next turn is the next notification.
            await play_turn(livia, table)
            await play_turn(host, table)
            heard = await there.wait_for(3)
            assert heard[2].json["number"] > first.json["number"]
            assert len(heard) == 3
    finally:
        assert server.stop() == 0
