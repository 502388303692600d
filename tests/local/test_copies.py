"""A file of all games of a device: what it brings, and files with faults."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from tests.local.memory import Memory, run
from tests.local.test_host import ask, begin, opened, post
from viae.local import Host


def copy_of(host: Host) -> Any:
    return json.loads(json.dumps(ask(host, "GET", "local/games")))


def another_device(seed: int = 2) -> tuple[Host, Memory]:
    around = Memory(seed=seed)
    host = opened(around)
    ask(host, "POST", "session", {"name": "Drusus"}, 201)
    return host, around


def test_what_was_said_comes_along() -> None:
    host, table = begin(Memory())
    ask(host, "POST", f"tables/{table}/chat", {"text": "salve"}, 201)
    there, around = another_device()
    ask(there, "POST", "local/games", copy_of(host), 201)
    for one in (there, opened(around)):
        said = ask(one, "GET", f"tables/{table}/chat")["messages"]
        assert [message["text"] for message in said] == ["salve"]


def test_the_branches_of_a_study_come_along() -> None:
    host, table = begin(Memory())
    post(host, table)
    record = ask(host, "GET", f"tables/{table}/record")
    study = ask(host, "POST", "study", {"document": record}, 201)["table"]["id"]
    tree = [{"at": 1, "entries": [], "comment": "a good beginning"}]
    ask(host, "PUT", f"tables/{study}/tree", {"version": 0, "tree": tree})
    there, around = another_device()
    ask(there, "POST", "local/games", copy_of(host), 201)
    for one in (there, opened(around)):
        assert ask(one, "GET", f"tables/{study}/tree") == {"version": 1, "tree": tree}


def test_a_bot_that_has_the_turn_in_the_file_begins_to_think() -> None:
    here = Memory()
    host, table = begin(here)
    while not here.thoughts:
        post(host, table)
    there, around = another_device()
    ask(there, "POST", "local/games", copy_of(host), 201)
    assert around.thoughts == here.thoughts


@pytest.mark.parametrize(("hours_here", "hours_there"), [(30, 0), (0, 30)])
def test_a_clock_goes_on_where_it_was(hours_here: int, hours_there: int) -> None:
    here = Memory()
    host = opened(here)
    wait(host, here, hours_here)
    ask(host, "POST", "session", {"name": "Livia"}, 201)
    seats = [{"kind": "me"}, {"kind": "me", "name": "Ben"}]
    clock = {"kind": "turn", "seconds": 300}
    body = {"seats": seats, "start": True, "board": "cyprus", "clock": clock}
    view = ask(host, "POST", "tables", body, 201)
    table = view["table"]["id"]
    first = view["game"]["decision"]["seat"]
    here.time += 10
    copy = copy_of(host)
    there, around = another_device()
    wait(there, around, hours_there)
    ask(there, "POST", "local/games", copy, 201)
    assert ask(there, "GET", f"tables/{table}")["table"]["clock"]["left"] == 290
    for seconds, left in ((280, None), (20, "turn")):
        for _ in range(seconds // 10):
            around.time += 10
            tick(there)
        assert ask(there, "GET", f"tables/{table}")["table"]["seats"][first]["left"] == left


def wait(host: Host, around: Memory, hours: int) -> None:
    """A page is open so long."""
    for _ in range(hours * 360):
        around.time += 10
        tick(host)


def tick(host: Host) -> None:
    run(host.tick())


def of_another_game(copy: Any) -> None:
    copy["games"][0]["game"]["start"]["game"] = "mine"


def entries_of_another_game(copy: Any) -> None:
    for entry in copy["games"][0]["game"]["entries"]:
        entry["game"] = "mine"


def entries_in_disorder(copy: Any) -> None:
    copy["games"][0]["game"]["entries"][0]["number"] = 7


def entries_without_a_key(copy: Any) -> None:
    del copy["games"][0]["game"]["entries"][0]["key"]


def two_names(copy: Any) -> None:
    copy["games"][0]["table"]["row"]["id"] = "mine"


def twice(copy: Any) -> None:
    copy["games"].append(copy["games"][0])


def a_time_that_is_none(copy: Any) -> None:
    copy["games"][0]["table"]["row"]["created"] = "today"


def a_name_that_is_none(copy: Any) -> None:
    copy["games"][0]["table"]["row"]["name"] = ["x"]


def a_seat_too_few(copy: Any) -> None:
    copy["games"][0]["table"]["seats"].pop()


def a_seat_that_is_none(copy: Any) -> None:
    copy["games"][0]["table"]["seats"][0]["seat"] = 5


def an_actor_that_is_none(copy: Any) -> None:
    copy["games"][0]["table"]["row"]["actor"] = 9


def a_status_that_is_none(copy: Any) -> None:
    copy["games"][0]["table"]["row"]["status"] = "lost"


def a_board_that_is_another(copy: Any) -> None:
    copy["games"][0]["table"]["row"]["plan"]["board"] = "atlantis"


def a_board_under_a_wrong_name(copy: Any) -> None:
    text = files("viae.data").joinpath("boards/cyprus.json").read_text("utf-8")
    copy["boards"] = [{"id": "x" * 40, "body": json.loads(text)}]


def chat_that_is_none(copy: Any) -> None:
    copy["games"][0]["table"]["chat"] = [{"number": 1, "news": {"kind": "chat"}}]


FAULTS: list[Callable[[Any], None]] = [
    of_another_game,
    entries_of_another_game,
    entries_in_disorder,
    entries_without_a_key,
    two_names,
    twice,
    a_time_that_is_none,
    a_name_that_is_none,
    a_seat_too_few,
    a_seat_that_is_none,
    an_actor_that_is_none,
    a_status_that_is_none,
    a_board_that_is_another,
    a_board_under_a_wrong_name,
    chat_that_is_none,
]


@pytest.mark.parametrize("spoil", FAULTS)
def test_a_file_with_a_fault_is_refused_and_changes_nothing(spoil: Callable[[Any], None]) -> None:
    host, table = begin(Memory())
    post(host, table)
    copy = copy_of(host)
    spoil(copy)
    there, around = another_device()
    before = json.dumps(list(around.stored.items()), default=str)
    error = ask(there, "POST", "local/games", copy, 422)["error"]
    assert error["code"] == "copies.broken"
    assert json.dumps(list(around.stored.items()), default=str) == before
    assert ask(there, "GET", "me/tables")["tables"] == []
