"""The protocol page: every request and every message is there, and its examples are true."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from pydantic import TypeAdapter

from tests.server import codes, examples
from tests.server.kit import Site
from tests.table.test_choices import NEEDED
from viae.server.http.schemas.live import MESSAGES, REQUESTS
from viae.table import errors
from viae.table.errors import ApiError
from viae.table.news import News
from viae.table.shapes import View

pytestmark = pytest.mark.anyio
TEXT = examples.PAGE.read_text()


def section(title: str) -> str:
    """The text under a heading."""
    found = re.search(
        rf"^#+ {re.escape(title)}\b.*?\n(.*?)(?=^#+ |\Z)", TEXT, re.DOTALL | re.MULTILINE
    )
    assert found, title
    return found[1]


def first_cells(text: str) -> list[str]:
    """What stands in code in the first column of the tables."""
    rows = re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
    return [word for row in rows for word in re.findall(r"`([^`]+)`", row)]


async def test_every_request_is_on_the_page(sqlite_site: Site) -> None:
    document = sqlite_site.app.openapi()
    there = {
        f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item
    }
    groups = (
        "Session",
        "Account",
        "Notifications",
        "Outside bots",
        "People",
        "Catalogue",
        "Tables",
        "Play",
        "Analysis",
        "Puzzles",
        "Operation",
    )
    told = [word for group in groups for word in first_cells(section(group))]
    assert sorted(told) == sorted(there)


def test_every_error_is_on_the_page() -> None:
    kinds = {
        one.kind
        for one in vars(errors).values()
        if isinstance(one, type) and issubclass(one, ApiError) and one is not ApiError
    }
    told = set(re.findall(r"^\| `([a-z-]+)` \| \d", TEXT, re.MULTILINE))
    assert told == kinds


def test_every_code_is_written_down() -> None:
    """`make codes` writes both."""
    assert codes.LIST.read_text() == codes.list_text()
    assert codes.PAGE.read_text() == codes.page_text()


def mapping(form: TypeAdapter[Any]) -> set[str]:
    """What tells the members of a union apart."""
    return set(form.json_schema()["discriminator"]["mapping"])


def test_every_message_of_a_client_is_on_the_page() -> None:
    types = mapping(REQUESTS)
    assert set(first_cells(section("From the client"))) == types
    assert types <= {name.removeprefix("client ") for name in examples.names(TEXT)}


def test_every_message_of_the_server_is_on_the_page() -> None:
    assert set(first_cells(section("From the server"))) == mapping(MESSAGES)
    kinds = mapping(TypeAdapter(News))
    assert set(first_cells(section("News"))) == kinds
    assert {f"news {kind}" for kind in kinds} <= set(examples.names(TEXT))


def test_every_kind_of_entry_is_on_the_page_with_its_fields() -> None:
    rows = dict(re.findall(r"^\| (`[a-z`, ]+) \| (.*) \|$", section("Legal entries"), re.MULTILINE))
    for kind, fields in NEEDED.items():
        row = next(text for names, text in rows.items() if f"`{kind}`" in names)
        for field in fields:
            assert f"`{field}`" in row, (kind, field)


async def test_the_examples_are_what_the_server_sends(sqlite_site: Site) -> None:
    found = await examples.collect(sqlite_site)
    told = {match["name"]: json.loads(match["json"]) for match in examples.BLOCK.finditer(TEXT)}
    assert set(told) == set(found), set(told) ^ set(found)
    for name, example in told.items():
        same_form(examples.shorten(found[name]), example, name)
    TypeAdapter(View).validate_python(found["view"])


def same_form(sent: Any, told: Any, where: str) -> None:
    """The same keys and types; which city comes first and who wins may differ."""
    if isinstance(told, dict):
        assert isinstance(sent, dict), where
        name = where.rpartition(".")[2]
        if name in examples.MAPS or name.isdigit():
            if sent and told:
                same_form(next(iter(sent.values())), next(iter(told.values())), f"{where}.*")
            return
        assert set(sent) == set(told), where
        for key in told:
            same_form(sent[key], told[key], f"{where}.{key}")
    elif isinstance(told, list):
        assert isinstance(sent, list), where
        if sent and told and not where.endswith(("entries", "changes", "legal", "blocked")):
            same_form(sent[0], told[0], f"{where}.0")
    elif told is not None and sent is not None:
        numbers = (int, float)
        alike = isinstance(sent, numbers) and isinstance(told, numbers)
        assert alike or type(sent) is type(told), (where, sent, told)
