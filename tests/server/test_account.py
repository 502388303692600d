"""The account: recovered by codes and by mail, handed out as data, deleted for good."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody, people
from tests.server.mailbox import Mailbox, mailbox
from tests.waiting import HANG, until
from viae.errors import SetupError
from viae.server.notify.channels import choices_of
from viae.server.people.mail import Letter
from viae.server.people.words import LANGUAGES, TEXTS
from viae.server.settings import load_settings
from viae.server.store.models import Base, Person, RecoveryCode
from viae.server.tables.requests import TableRequest
from viae.table.errors import Unknown

pytestmark = pytest.mark.anyio
PASSWORD, NEW = "correct horse", "battery staple"


async def signs_in(site: Site, name: str, password: str) -> bool:
    body = {"name": name, "password": password}
    answer = await site.nobody().ask("POST", "/api/session/sign-in", body)
    return answer.status_code == 200


# Codes


async def test_a_code_sets_a_new_password_once(site: Site) -> None:
    livia = await site.nobody().register("Livia")
    before = await livia.get("/api/me/account")
    assert (before["codes"], before["email"], before["mail"]) == (0, None, False)
    await livia.post("/api/me/recovery-codes", {"password": "wrong wrong"}, 401)
    codes = (await livia.post("/api/me/recovery-codes", {"password": PASSWORD}))["codes"]
    assert len(set(codes)) == 8
    async with site.server.db.read() as connection:
        stored = list((await connection.execute(select(RecoveryCode.code))).scalars())
    assert not set(codes) & set(stored)
    body = {"name": "livia", "code": codes[0].upper().replace("-", " "), "password": NEW}
    for wrong in ({**body, "name": "Marcus"}, {**body, "code": "abcde-abcde-abcde"}):
        refused = await site.nobody().post("/api/session/recover", wrong, 403)
        assert refused["error"]["code"] == "recovery.wrong-code"
    back = site.nobody()
    back._know(await back.post("/api/session/recover", body))
    assert back.id == livia.id
    assert (await livia.get("/api/session"))["person"] is None  # all other sessions have ended
    assert await signs_in(site, "Livia", NEW)
    assert not await signs_in(site, "Livia", PASSWORD)
    await site.nobody().post("/api/session/recover", body, 403)
    assert (await back.get("/api/me/account"))["codes"] == 7
    await back.post("/api/me/recovery-codes", {"password": NEW})
    body["code"] = codes[1]
    await site.nobody().post("/api/session/recover", body, 403)


async def test_what_recovery_needs(sqlite_site: Site) -> None:
    guest = await sqlite_site.guest("Gaius")
    refused = await guest.post("/api/me/recovery-codes", {}, 409)
    assert refused["error"]["code"] == "account.guest-password"
    nobody = sqlite_site.nobody()
    for body in ({"password": NEW}, {"password": NEW, "name": "A", "code": "b", "token": "c"}):
        refused = await nobody.post("/api/session/recover", body, 422)
        assert refused["error"]["faults"][0]["code"] == "recovery.how"
    refused = await nobody.post("/api/session/recovery", {"name": "Livia"}, 409)
    assert refused["error"]["code"] == "mail.none"


# Mail


@contextlib.asynccontextmanager
async def with_mail(database: str, **more: object) -> AsyncIterator[tuple[Site, Mailbox]]:
    with mailbox() as box:
        mail: dict[str, Any] = {
            "smtp_url": box.url,
            "mail_from": "Viae <viae@example.org>",
            "public_url": "https://viae.example.org",
            "origins": ["http://test"],
        }
        async with open_site(database, **mail, **more) as site:
            yield site, box


async def sent_off(site: Site) -> None:
    """Nothing is being sent any more."""
    await until(lambda: not site.server.recovery.sending, "what was to be sent has been sent")


async def test_a_confirmed_address_recovers_the_account(
    new_database: Callable[[str], str],
) -> None:
    async with with_mail(new_database("sqlite")) as (site, box):
        nobody = site.nobody()
        assert await nobody.get("/api/session/recovery") == {"mail": True}
        livia = await site.nobody().register("Livia")
        await nobody.post("/api/session/recovery", {"name": "Livia"}, 202)
        await sent_off(site)
        assert box.letters == []  # there is no address yet
        wish = {"email": "no address", "password": PASSWORD}
        refused = await livia.put("/api/me/email", wish, 422)
        assert refused["error"]["faults"][0]["code"] == "mail.address"
        wish["email"] = "livia@example.org"
        await livia.put("/api/me/email", {**wish, "password": "wrong wrong"}, 401)
        account = await livia.put("/api/me/email", {**wish, "language": "de"})
        assert account["email"] is None
        assert box.letters[0]["To"] == "livia@example.org"
        assert box.letters[0]["Subject"] == "Viae: Adresse bestätigen"
        await nobody.post("/api/session/recovery", {"name": "Livia"}, 202)
        await sent_off(site)
        assert len(box.letters) == 1  # it is not confirmed yet
        page, _, token = box.link().partition("#confirm=")
        assert page == "https://viae.example.org/account"
        await nobody.post("/api/session/confirm-email", {"token": token[:-2]}, 403)
        await nobody.post("/api/session/confirm-email", {"token": token})
        assert (await livia.get("/api/me/account"))["email"] == "livia@example.org"

        sent = await nobody.post("/api/session/recovery", {"name": "Livia", "language": "ru"}, 202)
        assert sent == await nobody.post("/api/session/recovery", {"name": "Nobody"}, 202)
        await sent_off(site)
        assert len(box.letters) == 2
        assert "Здравствуйте, Livia" in box.text()
        token = box.link().partition("#recover=")[2]
        back = site.nobody()
        back._know(await back.post("/api/session/recover", {"token": token, "password": NEW}))
        assert back.id == livia.id
        assert (await livia.get("/api/session"))["person"] is None
        refused = await nobody.post("/api/session/recover", {"token": token, "password": NEW}, 403)
        assert refused["error"]["code"] == "recovery.wrong-link"

        box.refusals = ["550 no such box"]
        refused = await back.put("/api/me/email", {"email": "x@example.org", "password": NEW}, 409)
        assert refused["error"]["code"] == "mail.not-sent"
        account = await back.put("/api/me/email", {"email": None, "password": NEW})
        assert account["email"] is None


async def with_address(site: Site, name: str, email: str) -> None:
    livia = await site.nobody().register(name)
    async with site.server.db.write() as connection:
        await connection.execute(update(Person).where(Person.id == livia.id).values(email=email))


async def test_an_account_gets_few_links_whoever_asks(
    new_database: Callable[[str], str],
) -> None:
    async with with_mail(new_database("sqlite"), rate_limits=1.0) as (site, box):
        await with_address(site, "Livia", "livia@example.org")
        for name in ("Livia", "Nobody"):  # the refusal tells nothing either
            for number in range(5):
                asking = site.nobody(f"192.0.2.{number}")
                wish = {"name": name if number % 2 else name.upper()}
                refused = await asking.post(
                    "/api/session/recovery", wish, 202 if number < 3 else 429
                )
            assert refused["error"]["code"] == "limit.requests"
        await sent_off(site)
        assert len(box.letters) == 3


async def test_few_mails_to_confirm_go_to_one_address(new_database: Callable[[str], str]) -> None:
    async with with_mail(new_database("sqlite"), rate_limits=1.0) as (site, box):
        for number in range(4):
            livia = await site.nobody(f"192.0.2.{number}").register(f"Livia {number}")
            wish = {"email": "victim@example.org", "password": PASSWORD}
            await livia.put("/api/me/email", wish, 200 if number < 3 else 429)
        assert len(box.letters) == 3


async def test_the_answer_does_not_wait_for_the_mail(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its time would tell whether there is an account with an address."""
    async with with_mail(new_database("sqlite")) as (site, _box):
        await with_address(site, "Livia", "livia@example.org")
        answered, sent = asyncio.Event(), []

        async def send(letter: Letter) -> None:
            await answered.wait()
            sent.append(letter.to)

        monkeypatch.setattr(site.server.mail, "send", send)
        async with asyncio.timeout(HANG):
            await site.nobody().post("/api/session/recovery", {"name": "Livia"}, 202)
        answered.set()
        await sent_off(site)
        assert sent == ["livia@example.org"]


def test_mail_needs_the_public_address() -> None:
    with pytest.raises(SetupError, match="public_url"):
        load_settings(smtp_url="smtp://localhost", mail_from="viae@example.org")
    with pytest.raises(SetupError, match="smtps"):
        load_settings(smtp_url="mail.example.org")


def test_every_letter_is_there_in_every_language() -> None:
    for what, texts in TEXTS.items():
        assert set(texts) == set(LANGUAGES), what
        values = {frozenset(re.findall(r"\$\w+", text)) for _subject, text in texts.values()}
        assert len(values) == 1, what  # every language tells the same


# Data


async def play_a_little(livia: Somebody, marcus: Somebody) -> str:
    made = await livia.new_table(seats=people("me", "open"), shuffle=False)
    table: str = made["table"]["id"]
    await marcus.post(f"/api/tables/{table}/sit", {})
    await livia.post(f"/api/tables/{table}/start", {})
    await livia.play(table)
    await livia.post(f"/api/tables/{table}/chat", {"text": "my secret words"}, 201)
    await marcus.post(f"/api/tables/{table}/chat", {"text": "good luck"}, 201)
    return table


async def test_the_export_has_everything_of_oneself_and_nothing_of_others(site: Site) -> None:
    livia, marcus = await site.nobody().register("Livia"), await site.guest("Marcus")
    table = await play_a_little(livia, marcus)
    made = await marcus.new_table(seats=people("me", "open"), visibility="link")
    private = made["table"]["id"]
    await livia.post(f"/api/tables/{private}/enter", {"key": made["table"]["key"]})
    record = await livia.get(f"/api/tables/{table}/record")
    record["players"] = ["one", "two"]
    study = (await livia.post("/api/study", {"document": record}, 201))["table"]["id"]
    tree = [{"at": 0, "entries": [], "comment": "my thoughts"}]
    await livia.put(f"/api/tables/{study}/tree", {"version": 0, "tree": tree})
    answer = await livia.ask("GET", "/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["person"]["name"] == "Livia"
    assert [one["id"] for one in found["tables"]] == [table, study]
    assert [one["seat"] for one in found["seats"] if one["table"] == table] == [0]
    assert sorted(one["game"] for one in found["entries"]) == sorted([table, study])
    assert [one["text"] for one in found["chat"]] == ["my secret words"]
    assert [one["current"] for one in found["sessions"]] == [True]
    assert [one["table"] for one in found["entered"]] == [private]
    assert [one["tree"][0]["comment"] for one in found["trees"]] == ["my thoughts"]
    assert found["tokens"] == found["reviews"] == []
    for others in ("Marcus", "good luck", "argon2", livia.client.cookies["viae"]):
        assert others not in answer.text


async def test_others_come_in_between_the_parts_of_an_export(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    tables = 20
    for _ in range(tables):
        made = await livia.new_table(seats=people("me", "me:Ben"), start=True)
        await livia.play(made["table"]["id"])
    server, turns = sqlite_site.server, 0
    session = await server.sessions.read(livia.client.cookies["viae"])
    assert session is not None
    export = asyncio.create_task(server.personal_data.export(session))
    while not export.done():
        await asyncio.sleep(0)
        turns += 1
    assert len(export.result()["entries"]) == tables
    assert turns >= tables


async def everything(site: Site) -> str:
    """All rows of the database, as text."""
    found = []
    async with site.server.db.read() as connection:
        for table in Base.metadata.sorted_tables:
            found += [str(row) for row in (await connection.execute(select(table))).all()]
    return "\n".join(found)


async def test_a_deleted_account_leaves_no_trace_but_the_games(site: Site) -> None:
    livia, marcus = await site.nobody().register("Livia Drusilla"), await site.guest("Marcus")
    table = await play_a_little(livia, marcus)
    open_table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
    invited = await marcus.new_table(seats=people("me", "invited:Livia Drusilla"))
    cookie = livia.client.cookies["viae"]
    await livia.post("/api/me/delete", {"password": "wrong wrong"}, 401)
    gone = await livia.post("/api/me/delete", {"password": PASSWORD})
    assert gone["person"] is None
    thief = site.nobody()
    thief.client.cookies.set("viae", cookie)
    assert (await thief.get("/api/session"))["person"] is None
    assert not await signs_in(site, "Livia Drusilla", PASSWORD)
    await marcus.get(f"/api/people/{livia.id}", 404)

    text = await everything(site)
    for word in ("Livia", "Drusilla", "my secret words", "argon2"):
        assert word not in text
    view = await marcus.view(table)
    assert view["table"]["seats"][0]["name"] == ""
    assert view["table"]["seats"][0]["stand_in"]
    said = (await marcus.get(f"/api/tables/{table}/chat"))["messages"]
    assert [one["text"] for one in said] == ["good luck"]
    assert (await marcus.get(f"/api/tables/{table}/record"))["players"] == ["deleted", "Marcus"]
    assert (await site.server.store.look(open_table)).status == "closed"
    seats = (await marcus.view(invited["table"]["id"]))["table"]["seats"]
    assert [one["kind"] for one in seats] == ["person", "open"]
    await site.nobody().register("Livia Drusilla")  # the name is free again


async def test_the_news_of_seats_that_were_left_lose_the_name(site: Site) -> None:
    """Whoever has left a table, or declined to sit there, is still named in its news."""
    livia, marcus = await site.nobody().register("Livia Drusilla"), await site.guest("Marcus")
    for leaves in (True, False):  # by themselves, and with the deletion
        table = (await marcus.new_table(seats=people("me", "open")))["table"]["id"]
        await livia.post(f"/api/tables/{table}/sit", {})
        if leaves:
            await livia.post(f"/api/tables/{table}/leave")
    made = await marcus.new_table(seats=people("me", "open"))
    path = f"/api/tables/{made['table']['id']}"
    await marcus.put(f"{path}/seats/1", {"kind": "invited", "name": "Livia Drusilla"})
    await livia.post(f"{path}/leave")
    assert "Drusilla" in await everything(site)
    await livia.post("/api/me/delete", {"password": PASSWORD})
    assert "Drusilla" not in await everything(site)


async def test_a_request_that_was_under_way_writes_nothing_about_who_is_deleted(
    site: Site,
) -> None:
    server = site.server
    livia, marcus = await site.nobody().register("Livia Drusilla"), await site.guest("Marcus")
    made = (await marcus.new_table(seats=people("me", "open", "open")))["table"]
    session = await server.sessions.read(livia.client.cookies["viae"])
    assert session is not None
    user, me, table, name = session.user, livia.id, made["id"], "Livia Drusilla"
    await livia.post("/api/me/delete", {"password": PASSWORD})
    before = await everything(site)
    wish = TableRequest.model_validate({"seats": people("me", "open")}).wish()
    late: list[Callable[[], Awaitable[object]]] = [
        lambda: server.seats.sit(table, me, name, None),
        lambda: server.chat.say(table, me, name, "I am Livia", None),
        lambda: server.tables.create(me, name, wish),
        lambda: server.members.enter(table, me, made["key"]),
        lambda: server.personal.change(table, me, {"notes": "Livia's notes"}),
        lambda: server.channels.choose(user, choices_of(None)),
        lambda: server.sessions.begin(user, "Livia's browser"),
        lambda: server.accounts.rename(user, "Livia drusilla"),
        lambda: server.tokens.become_bot(user),
        lambda: server.tokens.create(
            dataclasses.replace(user, bot=True), "Livia's token", ["play"]
        ),
    ]
    for one in late:
        with pytest.raises(Unknown) as refused:
            await one()
        assert refused.value.refusal.code == "person.unknown"
    await server.accounts.set_public_name(user, True)
    await server.accounts.set_password(me, "argon2 of Livia")
    assert await everything(site) == before
    assert "Livia" not in before


async def test_a_guest_needs_no_password_to_go(sqlite_site: Site) -> None:
    guest = await sqlite_site.guest("Gaius Petronius")
    await guest.new_table(seats=people("me", "me:Ben"), start=True)
    await guest.post("/api/me/delete", {})
    assert "Petronius" not in await everything(sqlite_site)


async def test_an_interrupted_deletion_goes_on(new_database: Callable[[str], str]) -> None:
    database = new_database("sqlite")
    async with open_site(database) as site:
        livia, marcus = await site.nobody().register("Livia"), await site.guest("Marcus")
        table = await play_a_little(livia, marcus)
        async with site.server.db.write() as connection:
            gone = {"account": None, "password": None, "deleted": 1.0}
            await connection.execute(update(Person).where(Person.id == livia.id).values(**gone))
    async with open_site(database) as site:
        await site.server.personal_data.go_on()
        assert "Livia" not in await everything(site)
        assert (await site.server.store.look(table)).seats[0].stand_in


async def test_a_deletion_leaves_the_tables_of_others_as_they_are(sqlite_site: Site) -> None:
    """Somebody called “a” who said something there may not change what a table is called."""
    livia, guest = await sqlite_site.guest("Livia"), await sqlite_site.guest("a")
    made = await livia.new_table(seats=people("me", "open"), name="Saturday, a game")
    own = await guest.new_table(seats=people("me", "open"), name="a’s table at a party")
    await livia.post(f"/api/tables/{own['table']['id']}/sit", {})
    table = made["table"]["id"]
    await guest.post(f"/api/tables/{table}/chat", {"text": "hello"}, 201)
    await guest.post("/api/me/delete", {})
    assert (await livia.view(table))["table"]["name"] == "Saturday, a game"
    left = await livia.view(own["table"]["id"])
    assert left["table"]["name"] == "a’s table at a party"  # it is Livia's now


async def test_ones_own_table_loses_the_name_as_a_word(sqlite_site: Site) -> None:
    livia, marcus = await sqlite_site.guest("Ada"), await sqlite_site.guest("Marcus")
    made = await livia.new_table(seats=people("me", "open"), name="Ada’s table in Adana")
    table = made["table"]["id"]
    await marcus.post(f"/api/tables/{table}/sit", {})
    await livia.post(f"/api/tables/{table}/start", {})
    await livia.post("/api/me/delete", {})
    assert (await marcus.view(table))["table"]["name"] == "…’s table in Adana"


async def test_a_game_that_begins_while_its_player_leaves_goes_on_with_a_bot(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    livia, marcus = await sqlite_site.guest("Livia"), await sqlite_site.guest("Marcus")
    table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
    await marcus.post(f"/api/tables/{table}/sit", {})
    seats = sqlite_site.server.seats
    leave = seats.leave

    async def leave_late(*arguments: Any) -> Any:
        await livia.post(f"/api/tables/{table}/start", {})
        return await leave(*arguments)

    monkeypatch.setattr(seats, "leave", leave_late)
    await marcus.post("/api/me/delete", {})
    rows = (await sqlite_site.server.store.look(table)).seats
    assert [one.stand_in for one in rows if one.person == marcus.id] == ["level-2"]
