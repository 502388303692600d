"""Security: other sites, headers, cookies, sizes, rates, paths, text that is no HTML."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody, new_key, people
from viae.server.people.limits import LIMITS, Limits
from viae.table.errors import TooMany

pytestmark = pytest.mark.anyio


async def ask(
    site: Site, method: str, path: str, person: Somebody | None = None, **options: Any
) -> httpx.Response:
    client = person.client if person else site.nobody().client
    return await client.request(method, path, **options)


async def test_what_changes_something_needs_the_token_of_the_page(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    plan: dict[str, Any] = {"seats": people("me", "open")}
    for headers in ({}, {"X-Viae-Csrf": "wrong"}, {"X-Viae-Csrf": ""}):
        answer = await ask(
            sqlite_site, "POST", "/api/tables", person=livia, json=plan, headers=headers
        )
        assert answer.status_code == 403
        assert answer.json()["error"]["kind"] == "cross-site"
    other = await sqlite_site.guest("Marcus")
    stolen = {"X-Viae-Csrf": other.csrf}
    answer = await ask(sqlite_site, "POST", "/api/tables", person=livia, json=plan, headers=stolen)
    assert answer.status_code == 403
    await livia.new_table(**plan)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://test.evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://test"}, 201),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({}, 201),
    ],
)
async def test_requests_of_other_sites_are_refused(
    sqlite_site: Site, headers: dict[str, str], status: int
) -> None:
    answer = await ask(sqlite_site, "POST", "/api/session", json={"name": "Livia"}, headers=headers)
    assert answer.status_code == status


async def test_other_origins_can_be_allowed(new_database: Callable[[str], str]) -> None:
    origins = ["https://play.example"]
    async with open_site(new_database("sqlite"), origins=origins) as site:
        answer = await ask(
            site,
            "POST",
            "/api/session",
            json={"name": "Livia"},
            headers={"Origin": "https://play.example"},
        )
        assert answer.status_code == 201


async def test_strict_headers_on_every_answer(sqlite_site: Site) -> None:
    for path in ("/", "/api/session", "/api/nothing", "/healthz", "/tables/x", "/api/tables/x"):
        answer = await ask(sqlite_site, "GET", path)
        csp = answer.headers["content-security-policy"]
        assert "default-src 'none'" in csp
        assert "script-src 'self' 'wasm-unsafe-eval';" in csp
        assert "frame-ancestors 'none'" in csp
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert len(answer.headers["x-request-id"]) == 16
        if path.startswith("/api"):
            assert answer.headers["cache-control"] == "no-store"


async def test_only_a_game_to_look_at_can_be_shown_in_a_frame(sqlite_site: Site) -> None:
    for path in ("/embed/abc", "/embed/abc?key=x&at=3"):
        answer = await ask(sqlite_site, "GET", path)
        assert "frame-ancestors *" in answer.headers["content-security-policy"]
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "x-frame-options" not in answer.headers
    for path in ("/embed", "/t/abc", "/t/abc/embed/", "/api/embed/abc"):
        answer = await ask(sqlite_site, "GET", path)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-frame-options"] == "DENY"


async def test_cookies_are_for_this_site_and_no_script(
    new_database: Callable[[str], str],
) -> None:
    async with open_site(new_database("sqlite"), secure_cookies="always") as site:
        answer = await ask(site, "POST", "/api/session", json={"name": "Livia"})
        cookie = answer.headers["set-cookie"].lower()
        for part in ("httponly", "samesite=lax", "secure", "path=/"):
            assert part in cookie


async def test_large_bodies_are_refused(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    headers = {"X-Viae-Csrf": livia.csrf, "Content-Type": "application/json"}
    large = b'{"name": "' + b"x" * 70_000 + b'"}'
    answer = await ask(
        sqlite_site, "PATCH", "/api/me", person=livia, content=large, headers=headers
    )
    assert answer.status_code == 413
    assert answer.json()["error"]["kind"] == "too-large"

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(80):
            yield b"x" * 1000

    answer = await ask(
        sqlite_site, "PATCH", "/api/me", person=livia, content=pieces(), headers=headers
    )
    assert answer.status_code == 413
    assert answer.json()["error"]["kind"] == "too-large"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"null", b"[" * 50_000])
async def test_bodies_that_are_not_right_get_a_typed_error(sqlite_site: Site, body: bytes) -> None:
    answer = await ask(
        sqlite_site,
        "POST",
        "/api/session",
        content=body,
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["kind"] == "malformed"


async def test_rates_are_limited(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "viae.server.people.limits.monotonic", lambda: 1000.0
    )  # however slow it is here
    async with open_site(new_database("sqlite"), rate_limits=1.0) as site:
        codes = [
            (await ask(site, "POST", "/api/session", json={"name": "Livia"})).status_code
            for _ in range(25)
        ]
        assert codes.count(201) == LIMITS["guest"].burst
        answer = await ask(site, "POST", "/api/session", json={"name": "Livia"})
        assert answer.status_code == 429
        assert answer.json()["error"]["kind"] == "too-many"
        assert int(answer.headers["retry-after"]) >= 1
    async with open_site(new_database("sqlite"), rate_limits=1.0) as site:
        livia = await site.guest("Livia")
        table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
        codes = [
            (await livia.ask("POST", f"/api/tables/{table}/chat", {"text": "hello"})).status_code
            for _ in range(12)
        ]
        assert codes.count(201) == LIMITS["chat"].burst
        wrong = {"name": "Livia", "password": "wrong wrong"}
        codes = [
            (await ask(site, "POST", "/api/session/sign-in", json=wrong)).status_code
            for _ in range(12)
        ]
        assert codes.count(401) == LIMITS["sign"].burst


def test_buckets_fill_again_and_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("viae.server.people.limits.monotonic", lambda: now)
    limits = Limits(1.0)
    for _ in range(8):
        limits.take("chat", "x")
    with pytest.raises(TooMany):
        limits.take("chat", "x")
    limits.take("chat", "y")
    now += 2.1
    limits.take("chat", "x")
    now += 1000
    limits._sweep(now)
    assert not limits._buckets


@pytest.mark.parametrize(
    "board", ["/etc/passwd", "../../etc/passwd", "imperium.json", "./imperium", "", "a" * 80]
)
async def test_no_file_of_the_server_is_ever_read(sqlite_site: Site, board: str) -> None:
    livia = await sqlite_site.guest("Livia")
    refused = await livia.new_table(422, seats=people("me", "open"), board=board)
    assert refused["error"]["faults"][0]["code"] == "board.unknown-name"
    document = {"board": board, "viae": 1}
    refused = await livia.post("/api/study", {"document": document}, 422)
    assert refused["error"]["code"] == "study.board"
    assert "root:" not in str(refused)


async def test_paths_lead_nowhere_else(sqlite_site: Site) -> None:
    for path in (
        "/../pyproject.toml",
        "/..%2f..%2fapp.py",
        "/assets/../../app.py",
        "/%2e%2e/app.py",
    ):
        answer = await ask(sqlite_site, "GET", path)
        assert answer.status_code in (200, 404)
        assert "make_app" not in answer.text


async def test_text_of_people_comes_back_as_json_and_nothing_else(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("<script>alert(1)</script>")
    table = (await livia.new_table(name="<img src=x>", seats=people("me", "open")))["table"]["id"]
    await livia.post(f"/api/tables/{table}/chat", {"text": "<b>bold</b>", "key": new_key()}, 201)
    for path in (f"/api/tables/{table}", f"/api/tables/{table}/chat", "/api/tables"):
        answer = await ask(sqlite_site, "GET", path)
        assert answer.headers["content-type"] == "application/json"
    page = await ask(sqlite_site, "GET", f"/t/{table}")
    assert "alert(1)" not in page.text
    assert "<img" not in page.text


async def test_chat_with_the_same_key_is_said_once(site: Site) -> None:
    livia = await site.guest("Livia")
    table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
    body = {"text": "hello", "key": new_key()}
    first = await livia.post(f"/api/tables/{table}/chat", body, 201)
    again = await livia.post(f"/api/tables/{table}/chat", body, 201)
    assert first == again
    said = (await livia.get(f"/api/tables/{table}/chat"))["messages"]
    assert [one["text"] for one in said] == ["hello"]
