"""How the server refuses: a kind, a code with its values, and every single fault."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.kit import Site, people
from viae.english import CODES
from viae.server.people.limits import LIMITS
from viae.table.errors import SENTENCES, ApiError, api_error

pytestmark = pytest.mark.anyio


def check(error: dict[str, Any]) -> dict[str, Any]:
    """The form that every error has; returns it."""
    for one in (error, *error.get("faults", [])):
        assert one["code"] in CODES, one
        assert one["code"] != "text", one
        assert set(CODES[one["code"]]) <= set(one["values"]), one
        assert isinstance(one["rule"], str)
        assert one["message"]
    assert error["kind"]
    return error


async def running(site: Site) -> tuple[Any, Any, str]:
    """A game of two people."""
    livia, marcus = await site.guest("Livia"), await site.guest("Marcus")
    made = await livia.new_table(seats=people("me", "open"), shuffle=False)
    table = made["table"]["id"]
    await marcus.post(f"/api/tables/{table}/sit", {"seat": 1})
    await livia.post(f"/api/tables/{table}/start", {})
    return livia, marcus, table


async def test_an_illegal_entry_names_the_rule_and_what_is_legal(sqlite_site: Site) -> None:
    livia, _, table = await running(sqlite_site)
    error = check((await livia.play(table, "play mason-1", number=0, status=409))["error"])
    assert (error["kind"], error["code"], error["rule"]) == ("illegal", "play.not-in-hand", "R4.1")
    assert error["values"] == {"card": "mason-1"}
    assert "play prefect" in error["legal"]


async def test_an_entry_out_of_turn_says_whose_turn_it_is(sqlite_site: Site) -> None:
    _, marcus, table = await running(sqlite_site)
    error = check((await marcus.play(table, "play prefect", number=0, status=409))["error"])
    assert (error["kind"], error["code"]) == ("out-of-turn", "turn.seat")
    assert error["values"]["seat"] == 0


async def test_what_is_no_entry_is_invalid(sqlite_site: Site) -> None:
    livia, _, table = await running(sqlite_site)
    error = check((await livia.play(table, "play perfect", number=0, status=400))["error"])
    assert (error["kind"], error["code"]) == ("invalid", "unknown.card")
    assert error["values"]["near"][0] == "prefect"


async def test_a_body_with_several_faults_names_each_place(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    plan = {
        "seats": [{"kind": "me"}, {"kind": "robot"}],
        "clock": {"kind": "turn", "seconds": "soon"},
        "shuffle": "perhaps",
        "options": {"display": 3},
        "visibility": None,
        "colour": "red",
    }
    error = check((await livia.post("/api/tables", plan, status=422))["error"])
    assert (error["kind"], error["code"]) == ("malformed", "request.faults")
    found = {one["values"]["where"]: one["code"] for one in error["faults"]}
    assert found == {
        "seats[1].kind": "request.not-one-of",
        "clock.seconds": "request.wrong-type",
        "shuffle": "request.wrong-type",
        "options.display": "request.wrong",
        "visibility": "request.not-one-of",
        "colour": "request.unknown-key",
    }
    robot = next(one for one in error["faults"] if one["values"]["where"] == "seats[1].kind")
    assert robot["values"]["names"] == ["me", "open", "invited", "bot"]


async def test_a_body_that_is_no_json_says_where(sqlite_site: Site) -> None:
    answer = await sqlite_site.nobody().client.post(
        "/api/session", content=b'{"name": }', headers={"Content-Type": "application/json"}
    )
    (fault,) = check(answer.json()["error"])["faults"]
    assert (fault["code"], fault["values"]["number"]) == ("request.not-json", 10)


async def test_a_faulty_board_names_every_fault_with_its_place(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    board = {"id": "x", "name": 3, "capital": "roma", "provinces": [], "cities": 1, "paths": []}
    error = check((await livia.post("/api/tables", {"board_file": board}, status=422))["error"])
    assert (error["kind"], error["code"]) == ("malformed", "board.faults")
    assert {"value.no-text", "value.no-list"} == {one["code"] for one in error["faults"]}


async def test_a_faulty_record_names_its_faults(sqlite_site: Site) -> None:
    livia = await sqlite_site.guest("Livia")
    document = {"board": "imperium", "entries": 7}
    error = check((await livia.post("/api/study", {"document": document}, status=422))["error"])
    assert error["code"] == "record.faults"
    assert "key.missing" in {one["code"] for one in error["faults"]}


async def test_a_wrong_password_has_a_code(sqlite_site: Site) -> None:
    body = {"name": "Nobody", "password": "long enough"}
    error = check(
        (await sqlite_site.nobody().post("/api/session/sign-in", body, status=401))["error"]
    )
    assert (error["kind"], error["code"]) == ("wrong-password", "account.wrong-password")


async def test_paths_and_methods_that_are_not_there(sqlite_site: Site) -> None:
    client = sqlite_site.nobody().client
    error = check((await client.get("/api/moon")).json()["error"])
    assert (error["kind"], error["code"]) == ("unknown", "request.not-found")
    error = check((await client.put("/api/session")).json()["error"])
    assert (error["kind"], error["code"]) == ("method", "request.method")


def test_every_limit_has_a_code_with_the_time_to_wait() -> None:
    for limit in LIMITS.values():
        assert CODES[limit.code] == ("seconds",)


def test_every_code_of_the_server_is_used() -> None:
    """A sentence that nobody says is dead."""
    from pathlib import Path

    import viae.local
    import viae.server
    import viae.table

    sources = "".join(
        file.read_text()
        for package in (viae.local, viae.server, viae.table)
        for file in Path(package.__path__[0]).rglob("*.py")
        if file.name != "errors.py"
    )
    put_together = {f"table.{status}" for status in ("started", "finished", "abandoned", "closed")}
    put_together |= {f"{one}.faults" for one in ("board", "record", "position", "setup")}
    unused = [code for code in SENTENCES if f'"{code}"' not in sources and code not in put_together]
    assert unused == []


def test_an_unforeseen_error_of_the_library_tells_nothing_of_itself() -> None:
    from viae.errors import ViaeError

    error = api_error(ViaeError("secret"))
    assert isinstance(error, ApiError)
    assert "secret" not in json.dumps(error.to_json())
