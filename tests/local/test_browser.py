"""A host as a worker calls it: texts of JSON both ways, tasks with progress, storage that fails."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.local.memory import NOW, Memory, run
from viae import Game
from viae.local import tasks
from viae.local.browser import BrowserHost

ACROSS = {"variant": "concordia", "board": "cyprus", "shuffle": False, "start": True}


class TextPage:
    """What a worker gives, by a storage in memory."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.fault = ""
        self.sent: list[Any] = []
        self.thoughts: list[Any] = []

    async def tables(self) -> str:
        return json.dumps(await self.memory.tables())

    async def facts(self) -> str:
        return json.dumps(await self.memory.facts())

    async def game(self, table: str) -> str:
        return json.dumps(await self.memory.game(table))

    async def board(self, key: str) -> str:
        return json.dumps(await self.memory.board(key))

    async def save(self, changes: str) -> str:
        if not self.fault:
            await self.memory.save(json.loads(changes))
        return self.fault

    def now(self) -> float:
        return NOW

    def token(self, size: int) -> str:
        return self.memory.token(size).hex()

    def send(self, message: str) -> None:
        self.sent.append(json.loads(message))

    def think(self, thought: str) -> None:
        self.thoughts.append(json.loads(thought))


def opened(page: TextPage) -> BrowserHost:
    host = BrowserHost(page)
    run(host.open())
    return host


def ask(host: BrowserHost, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    text = "" if body is None else json.dumps(body)
    status, answer = json.loads(run(host.ask(method, f"/api/{path}", text)))
    return status, answer


def begun(page: TextPage, bot: str) -> tuple[BrowserHost, str]:
    host = opened(page)
    assert ask(host, "POST", "session", {"name": "Livia"})[0] == 201
    seats = [{"kind": "bot", "bot": bot}, {"kind": "me"}]
    status, view = ask(host, "POST", "tables", {**ACROSS, "seats": seats})
    assert status == 201
    return host, view["table"]["id"]


def decided(page: TextPage, told: list[float]) -> tuple[dict[str, Any], str]:
    """A bot's thought, and its answer as a task."""
    thought = page.thoughts.pop()
    given = {key: thought[key] for key in ("moment", "bot", "seed")} | {"seconds": 30.0}
    name = "viae.local.tasks:bot_turn"
    answer = json.loads(
        tasks.run(name, json.dumps(given), lambda text: told.append(json.loads(text)))
    )
    assert "value" in answer, answer
    return thought, json.dumps(answer["value"])


def test_a_bot_thinks_as_a_task_and_the_page_hears_of_its_turn() -> None:
    page = TextPage()
    host, table = begun(page, "search")
    run(host.hello())
    run(host.take(json.dumps({"type": "watch", "table": table, "deltas": True, "id": 1})))
    told: list[float] = []
    thought, codes = decided(page, told)
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] <= 1
    run(host.decided(table, thought["number"], thought["seat"], codes))
    kinds = [one["type"] for one in page.sent]
    assert kinds[:4] == ["hello", "watching", "presence", "done"]
    assert "news" in kinds
    view = ask(host, "GET", f"tables/{table}")[1]
    assert view["you"]["decides"]
    assert ask(opened(page), "GET", f"tables/{table}") == (200, view)


def test_a_bot_that_fails_is_asked_again() -> None:
    page = TextPage()
    host, table = begun(page, "level-1")
    thought = page.thoughts.pop()
    run(host.decided(table, thought["number"], thought["seat"], ""))
    assert page.thoughts == [thought]
    assert run(host.tick()) == 0


@pytest.mark.parametrize("fault", ["full", "failed"])
def test_storage_that_cannot_be_written_is_said(fault: str) -> None:
    page = TextPage()
    host, table = begun(page, "level-1")
    page.fault = fault
    status, answer = ask(host, "POST", f"tables/{table}/chat", {"text": "salve"})
    assert status == 503
    assert answer["error"]["code"] == f"storage.{fault}"


def test_a_bots_turn_waits_for_room_in_the_storage() -> None:
    page = TextPage()
    host, table = begun(page, "level-1")
    before = ask(host, "GET", f"tables/{table}")[1]
    thought, codes = decided(page, [])
    page.fault = "full"
    run(host.decided(table, thought["number"], thought["seat"], codes))
    run(host.tick())
    assert ask(host, "GET", f"tables/{table}")[1] == before
    page.fault = ""
    run(host.tick())
    view = ask(host, "GET", f"tables/{table}")[1]
    assert view["you"]["decides"]
    assert ask(opened(page), "GET", f"tables/{table}") == (200, view)
    run(host.tick())
    assert ask(host, "GET", f"tables/{table}") == (200, view)


def test_a_task_with_updates_goes_step_by_step_and_ends_with_the_last() -> None:
    given = {"name": "evaluate", "arguments": {"game": Game.new(seed=1).position(), "nodes": 8}}
    heard: list[Any] = []
    task = tasks.Task(
        "viae.analysis.jobs:run", json.dumps(given), lambda text: heard.append(json.loads(text))
    )
    assert task.step() == ""
    assert len(heard) == 1
    while not (answer := task.step()):
        pass
    assert json.loads(answer) == {"value": heard[-1]}
    assert heard[-1]["done"] == 1.0


def test_tasks_are_functions_of_viae_and_refusals_are_told() -> None:
    heard: list[str] = []
    given = json.dumps({"name": "nobody"})
    answer = json.loads(tasks.run("viae.table.bots:check_bot", given, heard.append))
    assert answer["error"]["code"] == "setup.faults"
    assert heard == []
    for name in ("os:system", "viae.local.tasks", "viae.local.tasks:_text", "viae_x:run"):
        with pytest.raises(ValueError, match="not the name"):
            tasks.find(name)
