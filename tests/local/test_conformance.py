"""The same conversations with the server and with a host without one get the same answers."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.local.memory import NOW, Memory, decision
from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody, people
from viae.data import load_board
from viae.local import Host
from viae.server.http.routes.live import _answer
from viae.server.live.sockets import LiveConnection
from viae.table import thinking

pytestmark = pytest.mark.anyio
KEY = "key-number-%04d"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Talk(Protocol):
    """One side of a conversation: what is asked, and what is sent meanwhile."""

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]: ...

    async def live(self, message: dict[str, Any]) -> None: ...

    async def bots(self) -> int: ...

    def heard(self) -> list[dict[str, Any]]: ...


class OfServer:
    """A conversation with the server."""

    def __init__(self, site: Site, somebody: Somebody) -> None:
        self.server = site.server
        self.somebody = somebody
        self.connection: LiveConnection | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        answer = await self.somebody.ask(method, path, body)
        found = answer.json()
        if path == "/api/session" and method == "POST" and answer.status_code == 201:
            self.somebody._know(found)
            self.connection = LiveConnection(self, self.somebody.id, self.somebody.name)
            self.server.live.connect(self.connection)
            self.server.store.token(16)  # the other side makes the id of a person of it
        if isinstance(found, dict) and "csrf" in found:
            found["csrf"] = None
        return answer.status_code, found

    async def live(self, message: dict[str, Any]) -> None:
        assert self.connection is not None
        await _answer(self.server, self.connection, json.dumps(message))

    async def bots(self) -> int:
        """Let bots play until a person decides."""
        number = 0
        for table in list(self.server.store._kept.values()):
            while True:
                snapshot = await self.server.store.look(table.id)
                game, seat = snapshot.game, snapshot.row.actor
                bot = None if seat is None or snapshot.study else snapshot.seats[seat].played_by
                if game is None or seat is None or bot is None or snapshot.status != "running":
                    break
                seed = thinking.seed_of(table.id, seat, game.rows)
                codes = thinking.think(thinking.pack(game), bot, seed, 60.0)
                assert await self.server.play.bot_plays(table.id, game.rows, seat, codes)
                number += 1
        return number

    def heard(self) -> list[dict[str, Any]]:
        assert self.connection is not None
        found = [json.loads(message) for message in self.connection._queue]
        self.connection.drop_all()
        return found

    async def send_text(self, data: str) -> None:
        raise AssertionError("nothing is sent, only queued")

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        pass


class OfHost:
    """A conversation with a host without a server."""

    def __init__(self) -> None:
        self.around = Memory()
        self.host = Host(self.around)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        status, found = await self.host.ask(method, path, body)
        return status, json.loads(json.dumps(found))

    async def live(self, message: dict[str, Any]) -> None:
        await self.host.live.take(message)

    async def bots(self) -> int:
        """Let bots play until a person decides."""
        number = 0
        while self.around.thoughts:
            thought = self.around.thoughts.pop(0)
            codes = decision(thought)
            if await self.host.decided(thought["table"], thought["number"], thought["seat"], codes):
                number += 1
        return number

    def heard(self) -> list[dict[str, Any]]:
        found, self.around.sent = self.around.sent, []
        return found


@asynccontextmanager
async def both(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Talk, Talk]]:
    """Both sides, with the same random bytes and the same time."""
    async with open_site(f"sqlite:///{folder / 'tables.db'}") as site:
        dice = random.Random(1)
        monkeypatch.setattr(site.server.store, "token", dice.randbytes)
        monkeypatch.setattr(site.server.store, "now", lambda: NOW)
        monkeypatch.setattr(site.server.store.uptime, "now", lambda: 0.0)
        yield OfServer(site, site.nobody()), OfHost()


def same(value: Any, names: dict[str, str]) -> Any:
    """A value with the ids of people replaced by what they are called."""
    if isinstance(value, dict):
        return {key: same(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [same(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


class Conversation:
    """Says the same to both sides, and compares what they answer and send."""

    def __init__(self, sides: tuple[Talk, Talk]) -> None:
        self.sides = sides
        self.names: list[dict[str, str]] = [{}, {}]
        self.asked = 0

    async def ask(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        answers = [await side.ask(method, path, body) for side in self.sides]
        if path == "/api/session":
            for (_, found), names in zip(answers, self.names, strict=True):
                if found.get("person"):
                    names[found["person"]["id"]] = "the person"
        self.asked += 1
        compared = [same([*one], names) for one, names in zip(answers, self.names, strict=True)]
        assert compared[0] == compared[1], f"{method} {path} {body}"
        if status is not None:
            assert answers[0][0] == status, answers[0]
        return answers[0][1]

    async def live(self, **message: Any) -> list[dict[str, Any]]:
        for side in self.sides:
            await side.live(message)
        return self.heard(str(message))

    async def bots(self) -> int:
        numbers = [await side.bots() for side in self.sides]
        assert numbers[0] == numbers[1]
        self.heard("bots")
        return numbers[0]

    def heard(self, what: str) -> list[dict[str, Any]]:
        """What was sent; who is there is told by the server a little later."""
        sent = [
            [same(one, names) for one in side.heard() if one["type"] != "presence"]
            for side, names in zip(self.sides, self.names, strict=True)
        ]
        assert sent[0] == sent[1], what
        return sent[0]

    async def new(self, *seats: str, **plan: Any) -> str:
        body = {"seats": people(*seats), "start": True, "shuffle": False, **plan}
        view = await self.ask("POST", "/api/tables", body, 201)
        return str(view["table"]["id"])


Script = Callable[[Conversation], Awaitable[None]]


async def lists_and_sessions(talk: Conversation) -> None:
    for path in ("session", "catalogue", "boards/italia", "boards/itali", "tables", "me/turns"):
        await talk.ask("GET", f"/api/{path}")
    await talk.ask("POST", "/api/session", {"name": ""}, 422)
    await talk.ask("POST", "/api/session", {"name": "a\u0007b"}, 422)
    await talk.ask("POST", "/api/session", {}, 422)
    await talk.ask("POST", "/api/tables", {"seats": people("me", "random")}, 401)
    await talk.ask("POST", "/api/session", {"name": "  Livia  "}, 201)
    await talk.ask("POST", "/api/session", {"name": "Livia"}, 409)
    await talk.ask("PATCH", "/api/me", {"name": "Livia Drusilla"}, 200)
    await talk.ask("PATCH", "/api/me", {}, 422)
    await talk.ask("GET", "/api/session", status=200)
    await talk.ask("GET", "/api/tables/nowhere", status=404)
    await talk.ask("GET", "/api/leaderboard?variant=venus", status=200)


FAULTY: list[dict[str, Any]] = [
    {"seats": people("me")},
    {"seats": "me"},
    {"seats": [{"kind": "us"}, {"kind": "bot"}, {"kind": "me", "bot": "random"}]},
    {"seats": people("me", "me", "me"), "variant": "venus-team"},
    {"seats": people("me", "wizard"), "board": "atlantis", "options": {"magic": True}},
    {"seats": people("random", "random")},
    {"seats": people("me", "random"), "board_file": {"id": "x"}},
    {"seats": people("me", "random"), "clock": {"kind": "turn", "seconds": 1}},
    {"seats": people("me", "random"), "clock": {"kind": "hourglass"}},
    {"seats": people("me", "random"), "live_score": "perhaps", "rated": None, "color": 1},
    {"seats": people("me", "random"), "key": "short"},
    {"seats": people("me", "random"), "options": {"salt": 3}},
    {"seats": people("me", "exec:sh"), "name": "x" * 61},
]


async def new_tables(talk: Conversation) -> None:
    await talk.ask("POST", "/api/session", {"name": "Livia"}, 201)
    for body in FAULTY:
        await talk.ask("POST", "/api/tables", body, 422)
    body = {"seats": people("me", "open", "me:Ben"), "key": KEY % 1, "clock": {"kind": "none"}}
    view = await talk.ask("POST", "/api/tables", body, 201)
    again = await talk.ask("POST", "/api/tables", body, 201)
    assert again["table"]["id"] == view["table"]["id"]
    table = f"/api/tables/{view['table']['id']}"
    for what in ("history", "moments", "record", "position"):
        await talk.ask("GET", f"{table}/{what}", status=409)
    await talk.ask("POST", f"{table}/start", {}, 409)
    await talk.ask("POST", f"{table}/sit", {}, 409)
    await talk.ask("PUT", f"{table}/seats/1", {"kind": "bot", "bot": "level-2"}, 200)
    await talk.ask("PUT", f"{table}/seats/7", {"kind": "open"}, 422)
    await talk.ask("PUT", f"{table}/seats/2", {"kind": "invited", "name": "Nemo"}, 422)
    await talk.ask("PUT", f"{table}/seats/1", {"kind": "open"}, 200)
    await talk.ask("POST", f"{table}/rematch", {}, 409)
    await talk.ask("POST", f"{table}/start", {"fill": "wizard"}, 422)
    await talk.ask("POST", f"{table}/start", {"fill": "random"}, 200)
    await talk.ask("DELETE", table, status=409)
    await talk.ask("POST", f"{table}/leave", {}, 409)
    closed = await talk.ask("POST", "/api/tables", {}, 201)
    await talk.ask("DELETE", f"/api/tables/{closed['table']['id']}", status=200)
    left = await talk.ask("POST", "/api/tables", {}, 201)
    await talk.ask("POST", f"/api/tables/{left['table']['id']}/leave", {}, 200)
    for path in ("me/tables", "me/tables?status=running", "tables?status=running", "me/turns"):
        await talk.ask("GET", f"/api/{path}", status=200)
    await talk.ask("GET", "/api/me/tables?status=lost", status=422)
    await talk.ask("GET", "/api/tables?status=lost", status=422)


async def a_game(talk: Conversation) -> None:
    await talk.ask("POST", "/api/session", {"name": "Livia"}, 201)
    name = await talk.new("me", "level-1", "me:Ben", variant="venus", board="cyprus")
    table = f"/api/tables/{name}"
    await talk.live(type="watch", table=name, id=1)
    await talk.live(type="watch", table="nowhere", id="two")
    choose = random.Random(3)
    number = 0
    for turn in range(36):
        view = await talk.ask("GET", table, status=200)
        if not view["you"]["decides"]:
            assert await talk.bots()
            continue
        number = view["game"]["number"]
        entry = choose.choice(view["you"]["legal"])["entry"]
        body = {"number": number, "entry": entry, "key": KEY % number}
        await talk.ask("POST", f"{table}/preview", {"number": number, "entries": [entry]}, 200)
        if turn % 2:
            await talk.ask("POST", f"{table}/entries", body, 200)
            await talk.ask("POST", f"{table}/entries", body, 200)
        else:
            await talk.live(type="play", table=name, **body, id=turn)
        talk.heard(entry)
        if turn % 9 == 4:
            undo = {"number": number + 1, "key": KEY % (5000 + number)}
            await talk.ask("POST", f"{table}/undo", undo)
            await talk.ask("POST", f"{table}/undo", undo)
            talk.heard("undo")
    await talk.ask("POST", f"{table}/entries", {**body, "key": KEY % 9999}, 409)
    for wrong in ({**body, "entry": "fly roma"}, {**body, "entry": ""}, {"entry": 1}):
        await talk.ask("POST", f"{table}/entries", wrong)
    view = await talk.ask("GET", table, status=200)
    number = view["game"]["number"]
    for entry in ("play consul", "fly roma", "build roma"):
        await talk.ask(
            "POST", f"{table}/entries", {"number": number, "entry": entry, "key": KEY % 9001}
        )
    await talk.live(type="play", table=name, number=number, entry="fly roma", key=KEY % 9002)
    await talk.live(type="play", table=name, number=1, entry="fly roma", key=KEY % 9003, id=9)
    await talk.live(type="undo", table=name, number=number, to=number + 9, key=KEY % 9004, id=9)
    for message in ({"type": "dance"}, {"type": "watch"}, {"type": "play", "id": 3, "table": name}):
        await talk.live(**message)
    await talk.ask("POST", f"{table}/undo/proposal", {"number": number, "to": 2}, 200)
    talk.heard("proposal")
    await talk.ask("POST", f"{table}/undo/answer", {"accept": True}, 409)
    await talk.ask("POST", f"{table}/return", {}, 409)
    await talk.ask("POST", f"{table}/chat", {"text": "  ave  ", "key": KEY % 1}, 201)
    await talk.ask("POST", f"{table}/chat", {"text": "ave", "key": KEY % 1}, 201)
    await talk.live(type="chat", table=name, text="vale", id=10)
    await talk.ask("GET", f"{table}/chat", status=200)
    for what in ("history?first=1", "moments?first=0&count=3", "record", "history?first=x"):
        await talk.ask("GET", f"{table}/{what}")
    await talk.ask("GET", f"{table}/moments?count=51", status=422)
    await talk.ask("GET", f"{table}/position", status=409)
    await talk.live(type="unwatch", table=name, id=11)
    await talk.live(type="watch", table=name, after=3, id=12)
    await talk.ask("POST", f"{table}/resign", {"seat": 2, "bot": "random"}, 200)
    await talk.ask("POST", f"{table}/resign", {"seat": 2}, 409)
    talk.heard("resign")
    await talk.live(type="showing", table=name, number=number, seconds=3, id=13)
    await talk.ask("POST", f"{table}/resign", {}, 200)  # the seats that are left
    await talk.ask("POST", f"{table}/resign", {}, 409)
    await talk.ask("POST", f"{table}/rematch", {}, 200)
    await talk.ask("POST", f"{table}/rematch", {}, 200)


async def to_the_end(talk: Conversation) -> None:
    await talk.ask("POST", "/api/session", {"name": "Livia"}, 201)
    name = await talk.new("me", "random", board="cyprus", live_score=False)
    table = f"/api/tables/{name}"
    await talk.live(type="watch", table=name)
    choose = random.Random(3)
    view = await talk.ask("GET", table, status=200)
    await talk.ask("POST", f"{table}/help", {"number": view["game"]["number"]}, 200)
    await talk.ask("POST", f"{table}/help", {"number": 9999}, 409)
    while view["table"]["status"] != "finished":
        if view["you"]["decides"]:
            number = view["game"]["number"]
            entry = choose.choice(view["you"]["legal"])["entry"]
            body = {"number": number, "entry": entry, "key": KEY % number}
            view = (await talk.ask("POST", f"{table}/entries", body, 200))["view"]
        else:
            await talk.bots()
            view = (await talk.sides[0].ask("GET", table))[1]
    for what in ("", "/record", "/position", "/position?at=20", "/moments?first=9", "/history"):
        await talk.ask("GET", f"{table}{what}", status=200)
    person = next(iter(talk.names[0]))
    assert (await talk.sides[0].ask("GET", f"/api/people/{person}"))[0] == 200
    for path in ("me/tables?status=finished", "tables?status=finished"):
        await talk.ask("GET", f"/api/{path}", status=200)
    await talk.ask("POST", f"{table}/entries", {**body, "key": KEY % 9999}, 409)
    await talk.ask("POST", f"{table}/rematch", {}, 200)
    record = await talk.ask("GET", f"{table}/record", status=200)
    assert record["meta"]["help"] == [{"seat": 0, "at": 0}]
    position = await talk.ask("GET", f"{table}/position?at=30", status=200)
    study = await talk.ask("POST", "/api/study", {"document": record, "upto": 20}, 201)
    place = f"/api/tables/{study['table']['id']}"
    undo = {"number": study["game"]["number"], "to": 3, "key": KEY % 1}
    back = (await talk.ask("POST", f"{place}/undo", undo, 200))["view"]["game"]["number"]
    line = {"number": back, "to": 2, "entries": record["entries"][2:30]}
    there = await talk.ask("POST", f"{place}/line", line, 200)
    assert there["game"]["entries"] >= 30
    assert (await talk.ask("GET", f"{place}/record"))["entries"][:30] == record["entries"][:30]
    line["number"] = there["game"]["number"]
    await talk.ask("POST", f"{place}/line", {**line, "entries": ["0: build nowhere"]}, 400)
    await talk.ask("POST", f"{place}/line", {**line, "entries": record["entries"][:9]})
    await talk.ask("POST", f"{place}/line", {**line, "to": 9999})
    await talk.ask("POST", f"{place}/line", undo, 422)
    await talk.ask("POST", f"{place}/line", {**line, "number": 0}, 409)
    assert (await talk.ask("GET", place))["game"]["number"] == line["number"]
    await talk.ask("POST", f"{table}/line", line, 409)
    await talk.ask("POST", f"{place}/help", {"number": line["number"]})
    await talk.ask("POST", f"{table}/help", {"number": 0}, 409)
    await branches(talk, table, place, record)
    await talk.ask("POST", "/api/study", {"document": position, "chance": "manual"}, 201)
    await talk.ask("POST", "/api/study", {"document": {**record, "board": "atlantis"}}, 422)
    await talk.ask("POST", "/api/study", {"document": {**record, "entries": ["x"]}}, 422)
    await talk.ask("POST", "/api/study", {"document": 3}, 422)


async def branches(talk: Conversation, table: str, place: str, record: Any) -> None:
    """The tree of a study."""
    tree = [{"at": 0, "entries": record["entries"][:9], "comment": "so far", "marks": []}]
    await talk.ask("GET", f"{table}/tree", status=200)
    await talk.ask("GET", f"{place}/tree", status=200)
    await talk.ask("PUT", f"{place}/tree", {"version": 0, "tree": tree}, 200)
    await talk.ask("PUT", f"{place}/tree", {"version": 0, "tree": tree}, 409)
    await talk.ask("PUT", f"{place}/tree", {"version": 1, "tree": []}, 200)
    await talk.ask("PUT", f"{place}/tree", {"version": 2, "tree": tree}, 200)
    await talk.ask("PUT", f"{place}/tree", {"version": 3, "tree": [{"at": -1}]}, 422)
    await talk.ask("PUT", f"{place}/tree", {"version": -1, "tree": [3] * 301}, 422)
    await talk.ask("PUT", f"{table}/tree", {"version": 0, "tree": tree}, 409)
    assert (await talk.ask("GET", f"{place}/record", status=200))["tree"][0]["comment"] == "so far"
    await talk.ask("POST", "/api/study", {"document": {**record, "tree": tree}}, 201)


async def an_own_board(talk: Conversation) -> None:
    from importlib.resources import files

    await talk.ask("POST", "/api/session", {"name": "Livia"}, 201)
    body = json.loads((files("viae.data") / "boards" / "cyprus.json").read_text())
    board = {**body, "id": "my-island", "name": "Mein Zypern"}
    assert load_board("cyprus").id == "cyprus"
    name = await talk.new("me", "me:Ben", board_file=board)
    view = await talk.ask("GET", f"/api/tables/{name}", status=200)
    await talk.ask("GET", f"/api/boards/{view['table']['board_file']}", status=200)
    record = await talk.ask("GET", f"/api/tables/{name}/record", status=200)
    await talk.ask("POST", "/api/study", {"document": record}, 201)


@pytest.mark.parametrize(
    "script", [lists_and_sessions, new_tables, a_game, to_the_end, an_own_board]
)
async def test_both_answer_the_same(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with both(tmp_path, monkeypatch) as sides:
        talk = Conversation(sides)
        await script(talk)
        assert talk.asked > 5
