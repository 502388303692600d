"""Who may do what: every route and every message, for everybody there is.

Each row of the matrix is a route; each column somebody: the host (seat 0, to decide), another
player (seat 1), a spectator (has the link of the private table), a stranger with a session, nobody.
A route that is not in the matrix is a failure, so no new one is forgotten.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from tests.server.kit import Site, Somebody, new_key, people
from viae.server.http.routes.live import _answer
from viae.server.live.sockets import LiveConnection

pytestmark = pytest.mark.anyio
WHO = ("host", "player", "spectator", "stranger", "nobody")


class Row(NamedTuple):
    """A request, and the status it has for each of WHO; at an open or a running table."""

    method: str
    path: str
    body: Any
    expected: tuple[int, int, int, int, int]
    running: bool = True


def post(path: str, body: Any, *expected: int, running: bool = True) -> Row:
    return Row("POST", path, body, tuple(expected), running)  # type: ignore[arg-type]


def get(path: str, *expected: int, running: bool = True) -> Row:
    return Row("GET", path, None, tuple(expected), running)  # type: ignore[arg-type]


T = "/api/tables/{table}"
ENTRY = {"number": 0, "entry": "play prefect", "key": "KEY"}
PUSH = {"endpoint": "https://push.invalid/1", "keys": {"p256dh": "no", "auth": "no"}}
MATRIX = [
    # Open to all.
    get("/api/session", 200, 200, 200, 200, 200),
    get("/api/catalogue", 200, 200, 200, 200, 200),
    get("/api/boards/{board}", 200, 200, 200, 200, 200),
    get("/api/tables", 200, 200, 200, 200, 200),
    get("/api/people/{person_id}", 200, 200, 200, 200, 200),
    get("/api/leaderboard", 200, 200, 200, 200, 200),
    get("/api/statistics", 200, 200, 200, 200, 200),
    get("/healthz", 200, 200, 200, 200, 200),
    get("/readyz", 200, 200, 200, 200, 200),
    get("/metrics", 200, 200, 200, 200, 200),  # from this machine
    # About oneself.
    post("/api/session", {"name": "New"}, 409, 409, 409, 409, 201),
    post("/api/accounts", {"name": "NAME", "password": "long enough"}, 201, 201, 201, 201, 201),
    post(
        "/api/session/sign-in", {"name": "No", "password": "long enough"}, 401, 401, 401, 401, 401
    ),
    Row("DELETE", "/api/session", None, (200, 200, 200, 200, 200)),
    Row("PATCH", "/api/me", {"name": "Other"}, (200, 200, 200, 200, 401)),
    get("/api/me/tables", 200, 200, 200, 200, 401),
    get("/api/session/recovery", 200, 200, 200, 200, 200),
    post("/api/session/recovery", {"name": "No"}, 409, 409, 409, 409, 409),
    post(
        "/api/session/recover",
        {"name": "No", "code": "no", "password": "long enough"},
        *(403, 403, 403, 403, 403),
    ),
    post("/api/session/confirm-email", {"token": "no"}, 403, 403, 403, 403, 403),
    get("/api/ladder", 200, 200, 200, 200, 200),
    post("/api/me/bot", {}, 409, 409, 409, 409, 401),
    get("/api/me/tokens", 200, 200, 200, 200, 401),
    post("/api/me/tokens", {"name": "x"}, 403, 403, 403, 403, 401),
    Row("DELETE", "/api/me/tokens/{token_id}", None, (404, 404, 404, 404, 401)),
    get("/api/me/account", 200, 200, 200, 200, 401),
    get("/api/me/export", 200, 200, 200, 200, 401),
    post("/api/me/delete", {}, 200, 200, 200, 200, 401),
    post("/api/me/recovery-codes", {}, 409, 409, 409, 409, 401),
    Row("PUT", "/api/me/email", {"email": None, "password": "no"}, (409, 409, 409, 409, 401)),
    get("/api/me/notifications", 200, 200, 200, 200, 401),
    Row("PUT", "/api/me/notifications", {}, (200, 200, 200, 200, 401)),
    post("/api/me/notifications/push", PUSH, 409, 409, 409, 409, 401),
    post("/api/me/notifications/webhooks", {"url": "no"}, 403, 403, 403, 403, 401),
    post("/api/me/notifications/{channel_id}/test", {}, 404, 404, 404, 404, 401),
    Row("DELETE", "/api/me/notifications/{channel_id}", None, (404, 404, 404, 404, 401)),
    post("/api/unsubscribe/{token}", {}, 403, 403, 403, 403, 403),
    get("/api/me/sessions", 200, 200, 200, 200, 401),
    Row("DELETE", "/api/me/sessions/{session_id}", None, (404, 404, 404, 404, 401)),
    get("/api/puzzles/ratings", 200, 200, 200, 200, 200),
    get("/api/me/puzzles", 403, 403, 403, 403, 401),  # all are guests
    post("/api/puzzles/{puzzle}/answer", {"entries": []}, 403, 403, 403, 403, 401),
    get("/api/me/turns", 200, 200, 200, 200, 401),
    post("/api/tables", {}, 201, 201, 201, 201, 401),
    post("/api/study", {"document": {"board": "imperium"}}, 422, 422, 422, 422, 401),
    # A private table, watched.
    get(T, 200, 200, 200, 404, 404),
    get(T + "/history", 200, 200, 200, 404, 404),
    get(T + "/moments", 200, 200, 200, 404, 404),
    get(T + "/record", 200, 200, 200, 404, 404),
    get(T + "/position", 409, 409, 409, 404, 404),  # hands are closed while it runs
    get(T + "/chat", 200, 200, 200, 404, 404),
    post(T + "/chat", {"text": "hello"}, 201, 201, 201, 404, 401),
    post(T + "/enter", {"key": "wrong"}, 200, 200, 200, 404, 401),
    get(T + "/analysis", 404, 404, 404, 404, 404),  # nobody has asked for it
    post(T + "/analysis", {}, 409, 409, 409, 404, 401),  # the game is not over
    Row("DELETE", T + "/analysis", None, (404, 404, 404, 404, 401)),
    get(T + "/tree", 200, 200, 200, 404, 404),
    Row("PUT", T + "/tree", {"version": 0, "tree": []}, (409, 409, 409, 404, 401)),
    post(T + "/line", {"number": 0, "to": 0, "entries": []}, 409, 409, 409, 404, 401),
    post(T + "/help", {"number": 0}, 403, 403, 403, 404, 401),
    # Played at: only who decides may.
    post(T + "/entries", ENTRY, 200, 409, 403, 404, 401),
    post(T + "/preview", {"number": 0, "entries": []}, 200, 200, 403, 404, 401),
    get(T + "/personal", 200, 200, 200, 404, 401),
    Row("PUT", T + "/personal", {"notes": "x"}, (200, 200, 200, 404, 401)),
    post(T + "/plan/preview", {"entries": []}, 200, 200, 403, 404, 401),
    post(T + "/undo", {"number": 0, "key": "KEY"}, 409, 409, 403, 404, 401),
    post(T + "/undo/proposal", {"number": 0, "to": 0}, 409, 409, 403, 404, 401),
    post(T + "/undo/answer", {"accept": True}, 409, 409, 403, 404, 401),
    post(T + "/resign", {}, 200, 200, 403, 404, 401),
    post(T + "/resign", {"seat": 1}, 403, 200, 403, 404, 401),
    post(T + "/return", {}, 409, 409, 403, 404, 401),
    post(T + "/rematch", {}, 409, 409, 409, 404, 401),
    # Before the game.
    get(T, 200, 200, 200, 404, 404, running=False),
    get(T + "/record", 409, 409, 409, 404, 404, running=False),
    post(T + "/entries", ENTRY, 409, 409, 409, 404, 401, running=False),
    post(T + "/sit", {}, 409, 409, 200, 404, 401, running=False),
    post(T + "/leave", {}, 200, 200, 409, 404, 401, running=False),
    Row("PUT", T + "/seats/{seat}", {"kind": "open"}, (200, 403, 403, 404, 401), running=False),
    post(T + "/start", {"fill": "random"}, 200, 403, 403, 404, 401, running=False),
    Row("DELETE", T, None, (200, 403, 403, 404, 401), running=False),
]


async def set_up(site: Site, running: bool) -> tuple[dict[str, Somebody], str]:
    everybody = {
        "host": await site.guest("Host"),
        "player": await site.guest("Player"),
        "spectator": await site.guest("Spectator"),
        "stranger": await site.guest("Stranger"),
        "nobody": site.nobody(),
    }
    host = everybody["host"]
    seats = people("me", "open") if running else people("me", "open", "open")
    made = await host.new_table(seats=seats, visibility="link", shuffle=False)
    table, key = made["table"]["id"], made["table"]["key"]
    for name in ("player", "spectator"):
        await everybody[name].post(f"/api/tables/{table}/enter", {"key": key})
    await everybody["player"].post(f"/api/tables/{table}/sit", {"seat": 1})
    if running:
        await host.post(f"/api/tables/{table}/start", {})
    return everybody, table


@pytest.mark.parametrize("who", WHO)
async def test_the_matrix(sqlite_site: Site, who: str) -> None:
    for number, row in enumerate(MATRIX):
        everybody, table = await set_up(sqlite_site, row.running)
        somebody = everybody[who]
        path = row.path.format(
            table=table,
            seat=2,
            puzzle="none",
            board="imperium",
            person_id=everybody["host"].id,
            session_id="none",
            token_id="none",  # noqa: S106 - of nothing
            channel_id="none",
            token="none",  # noqa: S106
        )
        body = json.loads(json.dumps(row.body).replace("KEY", new_key())) if row.body else row.body
        if isinstance(body, dict) and body.get("name") == "NAME":
            body["name"] = f"{who} {number}"
        answer = await somebody.ask(row.method, path, body)
        expected = row.expected[WHO.index(who)]
        assert answer.status_code == expected, (who, row.method, row.path, answer.text)
        if expected >= 400:
            assert answer.json()["error"]["kind"]


async def test_no_route_is_left_out(sqlite_site: Site) -> None:
    document = sqlite_site.app.openapi()
    there = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    endless = {("GET", "/api/events")}  # a stream, in test_outside_bots
    assert there - endless == {(row.method, row.path) for row in MATRIX}


MESSAGES: list[tuple[dict[str, Any], tuple[str, str, str, str, str]]] = [
    ({"type": "ping"}, ("done", "done", "done", "done", "done")),
    ({"type": "watch"}, ("done", "done", "done", "unknown", "unknown")),
    ({"type": "unwatch"}, ("done", "done", "done", "done", "done")),
    ({"type": "chat", "text": "hello"}, ("done", "done", "done", "unknown", "unknown")),
    ({"type": "play", **ENTRY}, ("done", "out-of-turn", "forbidden", "unknown", "unknown")),
    (
        {"type": "undo", "number": 0, "key": "KEY"},
        ("conflict", "conflict", "forbidden", "unknown", "unknown"),
    ),
]


class Silent:
    async def send_text(self, data: str) -> None:
        pass

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        pass


@pytest.mark.parametrize("who", WHO)
async def test_the_matrix_of_live_messages(sqlite_site: Site, who: str) -> None:
    for message, expected in MESSAGES:
        everybody, table = await set_up(sqlite_site, running=True)
        somebody = everybody[who]
        line = LiveConnection(Silent(), somebody.id or None, somebody.name or None)
        sent = {**message, **({"table": table} if message["type"] != "ping" else {})}
        if "key" in sent:
            sent["key"] = new_key()
        await _answer(sqlite_site.server, line, json.dumps(sent))
        answers = [json.loads(one) for one in line._queue]
        found = next(one for one in answers if one["type"] in ("done", "error"))
        said = found["error"]["kind"] if found["type"] == "error" else "done"
        assert said == expected[WHO.index(who)], (who, message, found)
        sqlite_site.server.live.disconnect(line)


async def test_only_its_owner_plays_at_a_study_table_and_its_link_shows_it(site: Site) -> None:
    livia, other = await site.guest("Livia"), await site.guest("Other")
    from viae import Game

    game = Game.new(players=["A", "B"], seed=3)
    game.play("play prefect")
    made = await livia.post("/api/study", {"document": game.record()}, 201)
    table = made["table"]["id"]
    assert "key" in made["table"]
    await other.view(table, 404)
    await other.play(table, "produce italia", 404, number=1)
    await other.post(f"/api/tables/{table}/enter", {"key": made["table"]["key"]})
    assert not (await other.view(table))["you"]["decides"]
    await other.play(table, "produce italia", 403, number=1)


async def test_the_link_of_a_private_table_opens_for_whoever_has_no_name(sqlite_site: Site) -> None:
    livia, nobody = await sqlite_site.guest("Livia"), sqlite_site.nobody()
    made = await livia.new_table(seats=people("me", "me:Ben"), visibility="link", start=True)
    table, key = made["table"]["id"], made["table"]["key"]
    await livia.play(table)
    asked = ("", "/history", "/moments", "/chat", "/record")
    for path in asked:
        address = f"/api/tables/{table}{path}"
        assert (await nobody.get(address, 404))["error"]["code"] == "table.unknown"
        await nobody.get(address, 404, key=key[:-1])
        await nobody.get(address, key=key)
    view = await nobody.get(f"/api/tables/{table}", key=key)
    assert view["you"]["own"] == {}
    assert not view["you"]["legal"]
    assert "key" not in view["table"]
    refused = await nobody.get(f"/api/tables/{table}/position", 409, key=key)
    assert refused["error"]["code"] == "table.hands-hidden"
    line = LiveConnection(Silent(), None, None)
    for given, said in ((None, "error"), ("wrong", "error"), (key, "watching")):
        message = {"type": "watch", "table": table, "key": given}
        await _answer(sqlite_site.server, line, json.dumps(message))
        assert said in [json.loads(one)["type"] for one in line._queue]
        line.drop_all()
    sqlite_site.server.live.disconnect(line)
