"""A host without a server: what it keeps, what happens when storage is full, copies of games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.local.memory import Memory, decision, run
from viae import Game
from viae.local import Host

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "me", "name": "Ben"}]


def opened(around: Memory) -> Host:
    host = Host(around)
    run(host.open())
    return host


def ask(host: Host, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    found = run(host.ask(method, f"/api/{path}", body))
    assert found[0] == status, found
    return found[1]


def begin(around: Memory, **plan: Any) -> tuple[Host, str]:
    host = opened(around)
    ask(host, "POST", "session", {"name": "Livia"}, 201)
    body = {"seats": SEATS, "start": True, "shuffle": False, "board": "cyprus", **plan}
    view = ask(host, "POST", "tables", body, 201)
    return host, view["table"]["id"]


def post(host: Host, table: str, status: int = 200) -> dict[str, Any]:
    """Play the first legal entry."""
    view = ask(host, "GET", f"tables/{table}")
    number = view["game"]["number"]
    entry = view["you"]["legal"][0]["entry"]
    body = {"number": number, "entry": entry, "key": f"key-{number:08}"}
    ask(host, "POST", f"tables/{table}/entries", body, status)
    return body


def test_a_whole_game_runs_with_the_standard_library_alone_and_is_opened_again_in_between() -> None:
    script = Path(__file__).with_name("alone.py")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["strangers"] == []
    assert found["opened"] > 1
    assert Game.from_record(found["record"]).result() == found["record"]["result"]


def test_nothing_is_acknowledged_before_it_is_saved() -> None:
    around = Memory()
    host, table = begin(around)
    post(host, table)
    before = ask(host, "GET", f"tables/{table}")
    around.full = True
    body = post(host, table, 503)
    assert ask(host, "GET", f"tables/{table}") == before
    around.full = False
    again = opened(around)
    assert ask(again, "GET", f"tables/{table}") == before
    ask(again, "POST", f"tables/{table}/entries", body)


def test_a_post_that_was_saved_before_a_crash_is_acknowledged_again_and_played_once() -> None:
    around = Memory()
    host, table = begin(around)
    body = post(host, table)
    again = opened(around)
    ask(again, "POST", f"tables/{table}/entries", body)
    assert ask(again, "GET", f"tables/{table}")["game"]["number"] == body["number"] + 1


def test_a_bot_that_had_the_turn_thinks_on_after_the_page_was_opened_again() -> None:
    around = Memory()
    host, table = begin(around)
    while not around.thoughts:
        post(host, table)
    around.thoughts.clear()
    again = opened(around)
    (thought,) = around.thoughts
    codes = decision(thought)
    assert run(again.decided(table, thought["number"], thought["seat"], codes))
    assert not run(again.decided(table, thought["number"], thought["seat"], codes))


def test_a_bot_that_fails_is_asked_again_and_then_the_simplest_one() -> None:
    around = Memory()
    host, table = begin(around, seats=[{"kind": "bot", "bot": "level-2"}, {"kind": "me"}])
    asked = []
    while around.thoughts:
        thought = around.thoughts.pop()
        asked.append(thought["bot"])
        run(host.decided(table, thought["number"], thought["seat"], None))
    assert asked == ["level-2", "level-2", "level-2", "random"]


def test_clocks_run_and_the_time_without_a_page_costs_nothing() -> None:
    around = Memory()
    host, table = begin(around, clock={"kind": "turn", "seconds": 60})
    assert run(host.tick()) == 1
    around.time += 10
    assert run(host.tick()) == 1
    around.time += 3600
    again = opened(around)
    assert run(again.tick()) == 1
    clock = ask(again, "GET", f"tables/{table}")["table"]["clock"]
    assert clock["left"] == 50.0
    for _ in range(5):
        assert ask(again, "GET", f"tables/{table}")["table"]["seats"][0]["left"] is None
        around.time += 10
        run(again.tick())
    assert ask(again, "GET", f"tables/{table}")["table"]["seats"][0]["left"] == "turn"


def test_all_games_go_to_another_device_and_damaged_files_change_nothing() -> None:
    around = Memory()
    host, table = begin(around)
    post(host, table)
    copy = json.loads(json.dumps(ask(host, "GET", "local/games")))
    other = Memory(seed=2)
    there = opened(other)
    ask(there, "POST", "session", {"name": "Drusus"}, 201)
    assert ask(there, "POST", "local/games", copy, 201) == {"tables": 1}
    assert ask(there, "POST", "local/games", copy, 201) == {"tables": 0}
    again = opened(other)
    view = ask(again, "GET", f"tables/{table}")
    assert view["you"]["seats"] == [0, 2]
    assert view["game"]["entries"] == 1
    while not other.thoughts:
        post(again, table)
    broken = json.loads(json.dumps(copy))
    broken["games"][0]["game"]["entries"][0]["text"] = "0: fly roma"
    broken["games"][0]["table"]["id"] = "another"
    bodies: list[Any] = [broken, {**copy, "version": 2}, {**copy, "format": "x"}, {"games": []}, []]
    for body in bodies:
        error = ask(there, "POST", "local/games", body, 422)["error"]
        assert error["kind"] == "malformed"
    assert list(there.store.kept) == [table]


def test_a_game_that_cannot_be_read_keeps_nobody_from_the_others() -> None:
    around = Memory()
    host, damaged = begin(around)
    while not around.thoughts:
        post(host, damaged)
    body = {"seats": SEATS, "start": True, "board": "cyprus"}
    whole = ask(host, "POST", "tables", body, 201)["table"]["id"]
    del around.stored["starts"][damaged]
    again = opened(around)
    assert ask(again, "GET", f"tables/{whole}")["table"]["status"] == "running"
    assert len(ask(again, "GET", "me/tables")["tables"]) == 2
    with pytest.raises(KeyError):  # for whoever looks into the matter; the page is told too
        run(again.live.take({"type": "watch", "table": damaged, "id": 7}))
    told = around.sent[-1]
    assert (told["type"], told["id"], told["error"]["code"]) == ("error", 7, "server.failed")
    copy = ask(again, "GET", "local/games")
    assert [one["table"]["id"] for one in copy["games"]] == [whole]
