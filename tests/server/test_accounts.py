"""Guests and accounts: a name is enough, an account keeps everything, passwords are safe."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.server.conftest import open_site
from tests.server.kit import Site, people
from viae.server.store.models import Person

pytestmark = pytest.mark.anyio
PASSWORD = "correct horse"  # noqa: S105 - of nobody


async def test_a_guest_has_a_name_and_a_cookie(site: Site) -> None:
    nobody = site.nobody()
    assert await nobody.get("/api/session") == {"person": None, "csrf": None}
    refused = await nobody.get("/api/me/turns", 401)
    assert refused["error"]["kind"] == "no-session"
    livia = await nobody.be_guest("  Livia \n Drusilla ")
    assert livia.name == "Livia Drusilla"
    session = await livia.get("/api/session")
    assert session["person"] == {"id": livia.id, "name": "Livia Drusilla", "account": False}
    refused = await livia.post("/api/session", {"name": "Again"}, 409)
    assert refused["error"]["code"] == "session.exists"
    await livia.patch("/api/me", {"name": "Livia"})
    assert (await livia.get("/api/session"))["person"]["name"] == "Livia"
    await livia.delete("/api/session")
    assert (await livia.get("/api/session"))["person"] is None


@pytest.mark.parametrize("name", ["", "   ", "x" * 33, "a\0b", "a\u202eb", 7, None])
async def test_names_that_cannot_be(sqlite_site: Site, name: object) -> None:
    refused = await sqlite_site.nobody().post("/api/session", {"name": name}, 422)
    assert refused["error"]["kind"] == "malformed"
    assert refused["error"]["faults"][0]["values"]["where"] == "name"


async def test_a_guest_who_makes_an_account_keeps_seats_and_games(site: Site) -> None:
    guest = await site.guest("Livia")
    made = await guest.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
    table = made["table"]["id"]
    before = guest.id
    await guest.register("Livia Augusta")
    assert guest.id == before
    view = await guest.view(table)
    assert view["you"]["decides"]
    assert view["table"]["seats"][0]["name"] == "Livia Augusta"
    elsewhere = site.nobody()
    signed = await elsewhere.post(
        "/api/session/sign-in", {"name": "livia AUGUSTA", "password": PASSWORD}
    )
    assert signed["person"] == {"id": before, "name": "Livia Augusta", "account": True}
    refused = await guest.post("/api/accounts", {"name": "Other", "password": PASSWORD}, 409)
    assert refused["error"]["kind"] == "conflict"


async def test_an_account_name_is_taken_once(site: Site) -> None:
    await site.nobody().register("Livia")
    other = await site.guest("Marcus")
    body = {"name": "LIVIA", "password": PASSWORD}
    refused = await other.post("/api/accounts", body, 409)
    assert refused["error"]["kind"] == "name-taken"
    assert (await other.get("/api/session"))["person"]["account"] is False


async def test_wrong_names_and_passwords_are_not_told_apart(site: Site) -> None:
    await site.nobody().register("Livia")
    path = "/api/session/sign-in"
    wrong = await site.nobody().post(path, {"name": "Livia", "password": "wrong one"}, 401)
    unknown = await site.nobody().post(path, {"name": "Nobody", "password": PASSWORD}, 401)
    assert wrong == unknown
    assert wrong["error"]["kind"] == "wrong-password"
    short = await site.nobody().post(path, {"name": "Livia", "password": "short"}, 422)
    assert short["error"]["faults"][0]["code"] == "request.too-short"


async def test_passwords_are_stored_as_argon2(site: Site) -> None:
    livia = await site.nobody().register("Livia")
    async with site.server.db.read() as connection:
        wanted = select(Person.password).where(Person.id == livia.id)
        stored = (await connection.execute(wanted)).scalar_one()
    assert stored is not None
    assert stored.startswith("$argon2id$")
    assert PASSWORD not in stored


async def test_a_new_password_ends_the_other_sessions(site: Site) -> None:
    livia = await site.nobody().register("Livia")
    old = livia.client.cookies["viae"]
    body = {"password": "battery staple", "old_password": "wrong wrong"}
    await livia.patch("/api/me", body, 401)
    body["old_password"] = PASSWORD
    session = await livia.patch("/api/me", body)
    assert session["csrf"] != livia.csrf
    thief = site.nobody()
    thief.client.cookies.set("viae", old)
    assert (await thief.get("/api/session"))["person"] is None
    assert (await livia.get("/api/session"))["person"]["id"] == livia.id


async def test_signing_out_everywhere(site: Site) -> None:
    livia = await site.guest("Livia")
    cookie = livia.client.cookies["viae"]
    await livia.delete("/api/session?everywhere=true")
    other = site.nobody()
    other.client.cookies.set("viae", cookie)
    assert (await other.get("/api/session"))["person"] is None


async def test_forged_cookies_are_nobody(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    real = livia.client.cookies["viae"]
    for forged in (real[:-2], "x" * 600, "", "abc.def.ghi", real + "x", real.swapcase()):
        other = sqlite_site.nobody()
        other.client.cookies.set("viae", forged)
        assert (await other.get("/api/session"))["person"] is None


async def test_the_secret_is_made_once_and_outlives_a_restart(database: str) -> None:
    async with open_site(database) as site:
        livia = await site.guest("Livia")
        cookie = livia.client.cookies["viae"]
    async with open_site(database) as site:
        again = site.nobody()
        again.client.cookies.set("viae", cookie)
        assert (await again.get("/api/session"))["person"]["id"] == livia.id


async def test_profiles_and_the_leaderboard(site: Site) -> None:
    livia = await site.guest("Livia")
    profile = await site.nobody().get(f"/api/people/{livia.id}")
    assert profile == {
        "person": {"id": livia.id, "name": "Livia", "account": False},
        "ratings": [],
        "history": [],
        "games": [],
    }
    await site.nobody().get("/api/people/nobody", 404)
    ratings = (await livia.get("/api/leaderboard"))["ratings"]
    assert all(one["kind"] == "bot" and one["fixed"] for one in ratings)  # nobody has played
    await livia.get("/api/leaderboard?variant=chess", 422)
