"""A web server of our own that keeps what it is sent: webhooks, and a push service."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

from aiohttp import web

from tests.waiting import until


class Heard(NamedTuple):
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Answers 204, or as `answers` says for the next requests."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.answers: list[web.Response] = []
        self.url = ""
        self.before_answer: Callable[[], None] | None = None

    async def _take(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.heard.append(Heard(request.method, request.raw_path, headers, body))
        if self.before_answer is not None:
            self.before_answer()
        return self.answers.pop(0) if self.answers else web.Response(status=204)

    async def wait_for(self, count: int) -> list[Heard]:
        """What came, once it is so many requests."""
        await until(lambda: len(self.heard) >= count, f"{count} requests")
        return self.heard


@contextlib.asynccontextmanager
async def receiver() -> AsyncIterator[Receiver]:
    """A receiver at a free port, while the block runs."""
    found = Receiver()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", found._take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    found.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield found
    finally:
        await runner.cleanup()
