"""The live connection: numbered news, resuming, presence, slow clients, messages of any kind."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus

from tests.server import postgres
from tests.server.conftest import KINDS, new_databases, open_site
from tests.server.kit import Site, Somebody, new_key, people
from tests.server.serving import Server, live, serving
from tests.waiting import HANG, until
from viae.server.http.routes.live import _answer
from viae.server.http.schemas.live import MESSAGES
from viae.server.live import sockets
from viae.server.live.sockets import LiveConnection
from viae.table.delta import apply_delta

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server on a database of each kind in turn, shared by tests with tables of their own."""
    folder = tmp_path_factory.mktemp("live")
    with new_databases(request, folder) as make, serving(make(request.param), bots=0) as found:
        yield found


async def two_at(server: Server) -> tuple[Somebody, Somebody, str]:
    livia, marcus = await server.guest("Livia"), await server.guest("Marcus")
    made = await livia.new_table(seats=people("me", "open"), shuffle=False)
    table = made["table"]["id"]
    await marcus.post(f"/api/tables/{table}/sit", {"seat": 1})
    return livia, marcus, table


async def test_news_are_numbered_and_resumed_without_a_gap(server: Server) -> None:
    livia, marcus, table = await two_at(server)
    async with live(server.url, livia) as hers, live(server.url, marcus) as his:
        assert (await hers.hear())["person"]["name"] == "Livia"
        await hers.say(type="watch", table=table, id=1)
        first = await hers.hear_until("watching")
        assert first["view"]["table"]["status"] == "open"
        await his.say(type="watch", table=table)
        await his.hear_until("watching")
        await livia.post(f"/api/tables/{table}/start", {})
        started = await his.hear_until("news")
        assert started["news"]["kind"] == "started"
        assert started["number"] == first["number"] + 1
        assert not started["view"]["you"]["decides"]
        await hers.say(
            type="play", table=table, number=0, entry="play prefect", key=new_key(), id="x"
        )
        done = await hers.hear_until("done", id="x")
        assert done["number"] == 0
        entry = await his.hear_until("news")
        assert entry["news"]["entries"][0]["card"] == "prefect"
        assert entry["number"] == started["number"] + 1
        last = entry["number"]
    # Marcus was away for some news.
    await livia.play(table, "produce italia", number=1)
    await livia.post(f"/api/tables/{table}/chat", {"text": "your turn"}, 201)
    async with live(server.url, marcus) as his:
        await his.say(type="watch", table=table, after=last)
        missed = [await his.hear_until("news"), await his.hear_until("news")]
        assert [one["number"] for one in missed] == [last + 1, last + 2]
        assert missed[1]["news"]["text"] == "your turn"
        now = await his.hear_until("watching")
        assert now["number"] == last + 2
        assert now["view"]["you"]["decides"]


async def test_people_hear_wherever_they_are_that_it_is_their_turn(server: Server) -> None:
    livia, marcus, table = await two_at(server)
    async with live(server.url, marcus) as his:  # he watches nothing
        await livia.post(f"/api/tables/{table}/start", {})
        await livia.play(table, "play prefect", number=0)
        await livia.play(table, "produce italia", number=1)
        assert (await his.hear_until("turn", yours=True))["table"] == table


async def test_what_is_said_after_a_new_name_comes_under_it(server: Server) -> None:
    livia, _, table = await two_at(server)
    async with live(server.url, livia) as hers:
        await hers.say(type="watch", table=table)
        await livia.patch("/api/me", {"name": "Drusilla"})
        await hers.say(type="chat", table=table, text="hello")
        assert (await hers.hear_until("news"))["news"]["name"] == "Drusilla"


async def test_presence_and_spectators(server: Server) -> None:
    livia, marcus, table = await two_at(server)
    async with live(server.url, livia) as hers:
        await hers.say(type="watch", table=table)
        assert (await hers.hear_until("presence"))["people"] == [livia.id]
        async with live(server.url, marcus) as his, live(server.url, None) as watcher:
            await his.say(type="watch", table=table)
            here = sorted([livia.id, marcus.id])
            assert (await hers.hear_until("presence", people=here))["people"] == here
            await watcher.say(type="watch", table=table)
            seen = await watcher.hear_until("watching")
            assert seen["view"]["you"]["own"] == {}
            await watcher.say(type="chat", table=table, text="hello", id=7)
            assert (await watcher.hear_until("error"))["error"]["kind"] == "no-session"
        assert await hers.hear_until("presence", people=[livia.id])


async def test_a_private_table_is_not_there_for_others(server: Server) -> None:
    livia, stranger = await server.guest("Livia"), await server.guest("Stranger")
    made = await livia.new_table(seats=people("me", "open"), visibility="link")
    table, key = made["table"]["id"], made["table"]["key"]
    async with live(server.url, stranger) as socket:
        await socket.say(type="watch", table=table, id=1)
        refused = await socket.hear_until("error")
        assert refused["error"]["kind"] == "unknown"
        assert refused["id"] == 1
        await stranger.post(f"/api/tables/{table}/enter", {"key": "wrong"}, 404)
        await stranger.post(f"/api/tables/{table}/enter", {"key": key})
        await socket.say(type="watch", table=table)
        assert await socket.hear_until("watching")


async def test_pages_of_other_sites_cannot_connect(server: Server) -> None:
    livia = await server.guest("Livia")
    with pytest.raises(InvalidStatus):
        async with live(server.url, livia, Origin="https://evil.example"):
            pass
    async with live(server.url, livia, Origin=server.url) as socket:
        assert (await socket.hear())["type"] == "hello"


async def test_too_many_connections_are_refused(new_database: Callable[[str], str]) -> None:
    with serving(new_database("sqlite"), bots=0, max_sockets_per_person=2) as server:
        livia = await server.guest("Livia")
        async with live(server.url, livia) as one, live(server.url, livia) as two:
            await one.hear()
            await two.hear()
            with pytest.raises(InvalidStatus):
                async with live(server.url, livia):
                    pass


async def test_when_the_server_stops_it_says_goodbye(new_database: Callable[[str], str]) -> None:
    server = Server(new_database("sqlite"), bots=0)
    async with live(server.url, None) as socket:
        await socket.hear()
        stopping = asyncio.create_task(asyncio.to_thread(server.stop))
        said = await socket.hear()
        assert said["type"] == "goodbye"
        assert said["code"] == "server.stopping"
        MESSAGES.validate_python(said)
        assert await stopping == 0


class Deaf:
    """A connection that takes no message until it is told to."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.taken: list[Any] = []
        self.closed: int | None = None

    async def send_text(self, data: str) -> None:
        await self.open.wait()
        self.taken.append(json.loads(data))

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        self.closed = code


async def test_a_slow_client_gets_the_present_view_instead_of_everything(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_site(new_database("sqlite")) as site:
        livia = await site.guest("Livia")
        made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
        table = made["table"]["id"]
        deaf = Deaf()
        line = LiveConnection(deaf, livia.id, livia.name)
        site.server.live.connect(line)
        running = asyncio.create_task(line.run(site.server.live))
        await _answer(site.server, line, json.dumps({"type": "watch", "table": table}))
        for number in range(sockets.MOST_QUEUED + 20):
            await livia.post(f"/api/tables/{table}/chat", {"text": f"message {number}"}, 201)
        assert line.waiting <= sockets.MOST_QUEUED  # memory is bounded
        deaf.open.set()
        await until(lambda: any(one["type"] == "behind" for one in deaf.taken), "behind")
        behind = next(one for one in deaf.taken if one["type"] == "behind")
        last = (await livia.view(table))["table"]["news"]
        assert behind["number"] == last
        assert behind["view"]["table"]["id"] == table
        await livia.post(f"/api/tables/{table}/chat", {"text": "and now?"}, 201)
        await until(lambda: deaf.taken[-1].get("number") == last + 1, "news after it")
        # One that takes nothing at all is closed in the end.
        monkeypatch.setattr(sockets, "PATIENCE", 0.1)
        deaf.open.clear()
        await livia.post(f"/api/tables/{table}/chat", {"text": "still there?"}, 201)
        async with asyncio.timeout(HANG):
            await running
        assert deaf.closed == sockets.TOO_SLOW
        site.server.live.disconnect(line)


async def test_who_cannot_be_brought_up_to_date_is_closed(
    sqlite_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection to which nothing is written any more must not stay open."""
    live = sqlite_site.server.live
    livia = await sqlite_site.guest("Livia")
    table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
    ear = Deaf()
    ear.open.set()
    line = LiveConnection(ear, livia.id, livia.name)
    live.connect(line)
    await _answer(sqlite_site.server, line, json.dumps({"type": "watch", "table": table}))

    async def away(_table: str) -> NoReturn:
        raise ConnectionError

    monkeypatch.setattr(live.store, "look", away)
    live._fall_behind(line)
    running = asyncio.create_task(line.run(live))
    await until(running.done, "it gives up")
    assert ear.closed == sockets.TOO_SLOW
    live.disconnect(line)


async def test_news_that_come_while_others_are_read_are_not_missed(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_site(new_database("sqlite")) as site:
        livia = await site.guest("Livia")
        table = (await livia.new_table(seats=people("me", "open")))["table"]["id"]
        ear = Deaf()
        ear.open.set()
        line = LiveConnection(ear, livia.id, livia.name)
        live = site.server.live
        live.connect(line)
        running = asyncio.create_task(line.run(live))
        await _answer(site.server, line, json.dumps({"type": "watch", "table": table}))
        # Another process writes, and its notification comes when we have just read.
        live.store.listeners.remove(live.committed)
        read = live.store.news_after
        said: list[int] = []

        async def read_and_be_late(*arguments: Any) -> Any:
            found = await read(*arguments)
            if len(said) < 3:
                await site.server.chat.say(table, livia.id, "Livia", "hello", None)
                said.append(len(said))
                live.elsewhere({"table": table, "turns": {}, "bot": False})
            return found

        monkeypatch.setattr(live.store, "news_after", read_and_be_late)
        live.elsewhere({"table": table, "turns": {}, "bot": False})

        def heard() -> list[int]:
            return [one["number"] for one in ear.taken if one["type"] == "news"]

        await until(lambda: heard() == [1, 2, 3], "all news in order")
        live.disconnect(line)
        running.cancel()


async def test_a_lost_connection_to_the_database_is_survived(
    new_database: Callable[[str], str],
) -> None:
    database = new_database("postgresql")
    with serving(database, bots=0) as server:
        livia, marcus, table = await two_at(server)
        async with live(server.url, marcus) as his:
            await his.say(type="watch", table=table)
            await his.hear_until("watching")
            name = database.rpartition("/")[2]
            postgres.execute(
                database.rpartition("/")[0],
                f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'",  # noqa: S608 - our own name
            )
            end = time.monotonic() + HANG
            while True:
                answer = await livia.ask(
                    "POST", f"/api/tables/{table}/chat", {"text": "still here?", "key": "k" * 20}
                )
                if answer.status_code == 201:
                    break
                assert answer.status_code == 503, answer.text
                assert answer.json()["error"]["kind"] == "unavailable"
                assert time.monotonic() < end, "the connection to the database stays lost"
                await asyncio.sleep(0.05)
            assert (await his.hear_until("news"))["news"]["text"] == "still here?"
            assert (await server.somebody().get("/readyz"))["status"] == "ready"


class Heard:
    """A connection that keeps what it is sent."""

    async def send_text(self, data: str) -> None:
        raise AssertionError("nothing runs the line here")

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        raise AssertionError("the connection must stay open")


names = st.sampled_from(["type", "table", "number", "entry", "key", "id", "after", "text", "to"])
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["watch", "unwatch", "play", "undo", "chat", "ping", "TABLE"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
messages = st.one_of(
    st.text(max_size=200),
    st.dictionaries(names, values, max_size=7).map(json.dumps),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["watch", "unwatch", "play", "undo", "chat", "ping"])},
        optional={
            "table": st.sampled_from(["TABLE", "none"]),
            "number": st.integers(-1, 3),
            "entry": st.sampled_from(["play prefect", "produce italia", "jump", "9: done", ""]),
            "key": st.sampled_from(["abcdefgh", "x", "keykeykey1"]),
            "after": st.integers(-1, 10),
            "text": st.text(max_size=10),
            "to": st.integers(-2, 5),
            "id": st.integers() | st.text(max_size=70),
        },
    ).map(json.dumps),
)


async def test_any_message_gets_a_typed_answer(new_database: Callable[[str], str]) -> None:
    async with open_site(new_database("sqlite")) as site:
        livia = await site.guest("Livia")
        made = await livia.new_table(seats=people("me", "me:Ben"), start=True, shuffle=False)
        table = made["table"]["id"]
        loop = asyncio.get_running_loop()

        @settings(
            max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), database=None
        )
        @given(text=messages)
        def fuzz(text: str) -> None:
            line = LiveConnection(Heard(), livia.id, livia.name)
            told = text.replace("TABLE", table)
            work = _answer(site.server, line, told)
            asyncio.run_coroutine_threadsafe(work, loop).result(10)
            heard = [json.loads(one) for one in line._queue]
            answers = [one for one in heard if one["type"] in ("done", "error")]
            assert len(answers) == 1, (text, heard)
            if answers[0]["type"] == "error":
                assert answers[0]["error"]["kind"] not in ("failed", "refused"), (text, answers)
                assert answers[0]["error"]["message"]
            loop.call_soon_threadsafe(site.server.live.disconnect, line)

        await asyncio.to_thread(fuzz)
        assert (await livia.view(table))["table"]["status"] == "running"


async def test_deltas_lead_to_the_same_views(new_database: Callable[[str], str]) -> None:
    """One connection gets views, another of the same person what changes in them."""
    async with open_site(new_database("sqlite")) as site:
        livia = await site.guest("Livia")
        made = await livia.new_table(seats=people("me", "me:Ben", "me:Ada"), start=True)
        table = made["table"]["id"]
        lines = []
        for deltas in (False, True):
            line = LiveConnection(Heard(), livia.id, livia.name)
            site.server.live.connect(line)
            message = {"type": "watch", "table": table, "deltas": deltas}
            await _answer(site.server, line, json.dumps(message))
            lines.append(line)

        def heard(line: LiveConnection) -> list[Any]:
            found = [json.loads(one) for one in line._queue]
            line.drop_all()
            return [one for one in found if one["type"] in ("watching", "news")]

        (shown,) = [one["view"] for one in heard(lines[1])]
        assert [one["view"] for one in heard(lines[0])] == [shown]
        sizes, at = [0, 0], 0
        for number in range(150):
            if number % 50 == 20:
                await livia.post(f"/api/tables/{table}/chat", {"text": "hello"}, 201)
            elif number % 50 == 40:
                await livia.post(
                    f"/api/tables/{table}/undo/proposal", {"number": at, "to": at // 2}
                )
            else:
                at = (await livia.play(table))["view"]["game"]["number"]
            whole, changed = heard(lines[0])[-1], heard(lines[1])[-1]
            assert "view" not in changed
            shown = apply_delta(shown, changed["delta"])
            assert shown == whole["view"]
            sizes[0] += len(json.dumps(whole))
            sizes[1] += len(json.dumps(changed))
        assert sizes[1] < sizes[0] / 2
        for line in lines:
            site.server.live.disconnect(line)
