"""The OpenAPI document: complete, and no request it allows, or does not, breaks the server."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from tests.server.conftest import open_site
from tests.server.kit import Site, Somebody, people
from viae.server.http.openapi import written

ROOT = Path(__file__).parents[2]
EXAMPLES = int(os.environ.get("VIAE_TEST_EXAMPLES", "12"))


class Fuzzed:
    """The application in a loop of its own, with a person, a table and a game to aim at."""

    site: Site
    person: Somebody
    table: str

    def __init__(self, database: str) -> None:
        self.loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, args=(database,))
        self._thread.start()
        assert self._ready.wait(30)

    def _run(self, database: str) -> None:
        self.loop.run_until_complete(self._live(database))
        self.loop.close()

    async def _live(self, database: str) -> None:
        async with open_site(database) as self.site:
            self.person = await self.site.guest("Livia")
            made = await self.person.new_table(seats=people("me", "me:Ben"), start=True)
            self.table = made["table"]["id"]
            self._ready.set()
            await self._stop.wait()

    def ask(self, case: Any) -> tuple[int, str]:
        return asyncio.run_coroutine_threadsafe(self._ask(case), self.loop).result(20)

    async def _ask(self, case: Any) -> tuple[int, str]:
        sent = case.as_transport_kwargs(base_url="http://test")
        headers = {**dict(sent.get("headers") or {}), "X-Viae-Csrf": self.person.csrf}
        cookies = f"viae={self.person.client.cookies['viae']}"
        headers = {name: _latin(value) for name, value in headers.items()} | {"Cookie": cookies}
        answer = await self.site.nobody().client.request(
            sent["method"],
            sent["url"],
            params=sent.get("params"),
            json=sent.get("json"),
            content=sent.get("data") if isinstance(sent.get("data"), bytes) else None,
            headers=headers,
        )
        return answer.status_code, answer.text

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)


def _latin(value: object) -> str:
    return str(value).encode("latin-1", "replace").decode("latin-1")


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory, sqlite_template: object) -> Iterator[Fuzzed]:
    import shutil

    path = tmp_path_factory.mktemp("fuzz") / "fuzz.db"
    shutil.copy(str(sqlite_template), path)
    found = Fuzzed(f"sqlite:///{path}")
    yield found
    found.close()


def test_the_document_in_the_docs_is_that_of_the_server() -> None:
    said = (ROOT / "docs" / "openapi.json").read_text()
    assert said == written(), "docs/openapi.json is stale: run `make api`"


def test_no_request_breaks_the_server(fuzzed: Fuzzed) -> None:
    schema = schemathesis.openapi.from_dict(fuzzed.site.app.openapi())
    tried = 0
    for result in schema.get_all_operations():
        strategy = result.ok().as_strategy()  # type: ignore[union-attr]

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=strategy)
        def attempt(case: Any) -> None:
            nonlocal tried
            tried += 1
            if case.path_parameters and "table" in case.path_parameters and tried % 3:
                case.path_parameters["table"] = fuzzed.table
            status, text = fuzzed.ask(case)
            assert status < 500 or (status == 503 and "/readyz" in case.path), (case, text)
            if status >= 400 and case.path != "/metrics":
                assert '"error"' in text

        attempt()
    assert tried >= EXAMPLES * 20
