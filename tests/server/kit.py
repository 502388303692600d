"""People who use the server in tests: over HTTP in this process, or over the network."""

from __future__ import annotations

import random
import uuid
from typing import Any

import httpx
from fastapi import FastAPI

from viae.server.process.server import Server

BASE = "http://test"


class Somebody:
    """A browser without a screen: keeps its cookie and sends its token along."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.csrf: str | None = None
        self.id = ""
        self.name = ""

    async def ask(self, method: str, path: str, body: Any = None, **query: Any) -> httpx.Response:
        headers = {"X-Viae-Csrf": self.csrf} if self.csrf else {}
        return await self.client.request(
            method, path, json=body, params=query or None, headers=headers
        )

    async def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return _checked(await self.ask("GET", path, **query), status)

    async def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return _checked(await self.ask("POST", path, {} if body is None else body), status)

    async def put(self, path: str, body: Any, status: int = 200) -> Any:
        return _checked(await self.ask("PUT", path, body), status)

    async def patch(self, path: str, body: Any, status: int = 200) -> Any:
        return _checked(await self.ask("PATCH", path, body), status)

    async def delete(self, path: str, status: int = 200, **query: Any) -> Any:
        return _checked(await self.ask("DELETE", path, **query), status)

    async def be_guest(self, name: str) -> Somebody:
        self._know(await self.post("/api/session", {"name": name}, 201))
        return self

    def _know(self, session: Any) -> None:
        self.csrf = session["csrf"]
        self.id, self.name = session["person"]["id"], session["person"]["name"]

    async def register(self, name: str, password: str = "correct horse") -> Somebody:  # noqa: S107
        body = {"name": name, "password": password}
        self._know(await self.post("/api/accounts", body, 201))
        return self

    async def new_table(self, status: int = 201, **plan: Any) -> Any:
        return await self.post("/api/tables", plan, status)

    async def view(self, table: str, status: int = 200) -> Any:
        return await self.get(f"/api/tables/{table}", status)

    async def play(
        self,
        table: str,
        entry: str | None = None,
        status: int = 200,
        number: int | None = None,
        key: str | None = None,
        choose: random.Random | None = None,
    ) -> Any:
        """Play an entry, any legal one if none is named."""
        if entry is None or number is None:
            view = await self.view(table)
            number = view["game"]["number"] if number is None else number
            if entry is None:
                legal = [one["entry"] for one in view["you"]["legal"]]
                assert legal, "there is nothing to decide"
                entry = (choose or random.Random(number)).choice(legal)
        body = {"number": number, "entry": entry, "key": key or new_key()}
        return await self.post(f"/api/tables/{table}/entries", body, status)


class Site:
    """An application in this process."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.server: Server = app.state.server

    def nobody(self, address: str = "127.0.0.1") -> Somebody:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=True, client=(address, 123))
        return Somebody(httpx.AsyncClient(transport=transport, base_url=BASE))

    async def guest(self, name: str) -> Somebody:
        return await self.nobody().be_guest(name)


def new_key() -> str:
    return uuid.uuid4().hex


def _checked(response: httpx.Response, status: int) -> Any:
    assert response.status_code == status, f"{response.status_code}: {response.text[:2000]}"
    return response.json()


def people(*kinds: str) -> list[dict[str, Any]]:
    """Seats in short: `me`, `open`, a bot's name, `me:NAME`, `invited:NAME`."""
    seats: list[dict[str, Any]] = []
    for kind in kinds:
        word, _, name = kind.partition(":")
        if word in ("me", "open", "invited"):
            seats.append({"kind": word, **({"name": name} if name else {})})
        else:
            seats.append({"kind": "bot", "bot": kind})
    return seats
