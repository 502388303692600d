"""Requests that the server sends to addresses which its users named."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any, NamedTuple

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from viae.server.notify.addresses import Allowed, NotAllowed, target_of

PATIENCE = 15.0  # seconds for the whole request
HEARD = 1 << 10  # bytes of an answer that are read


class Answer(NamedTuple):
    """What the other side said."""

    status: int
    retry_after: float | None


class Unsent(Exception):
    """There was no answer; `reason` is one of private, timeout, connection."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _CheckedResolver(AbstractResolver):
    """Resolves names and checks what they mean; the connection goes to what it returns."""

    def __init__(self, allowed: Allowed) -> None:
        self.allowed = allowed

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self.allowed.resolve(host, port)
        return [
            {
                "hostname": host,
                "host": address,
                "port": port,
                "family": socket.AF_INET6 if ":" in address else socket.AF_INET,
                "proto": 0,
                "flags": socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            }
            for address in found
            if family == socket.AF_UNSPEC or (family == socket.AF_INET6) == (":" in address)
        ]

    async def close(self) -> None:
        pass


class Outgoing:
    """Sends requests: no redirects, no cookies, no proxy, little of the answer is read."""

    def __init__(self, allowed: Allowed) -> None:
        self.allowed = allowed
        self._session: aiohttp.ClientSession | None = None

    async def send(self, method: str, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a request; Unsent if there is no answer."""
        target = target_of(url)
        try:
            if _is_address(target.host):  # names are checked when they are resolved
                self.allowed.check(target.host, target.port)
            async with self._open().request(
                method,
                URL(url, encoded=True),  # as it was given
                data=body,
                headers={"User-Agent": "Viae", **headers},
                allow_redirects=False,
            ) as answer:
                await answer.content.read(HEARD)
                return Answer(answer.status, _seconds(answer.headers.get("Retry-After")))
        except TimeoutError:
            raise Unsent("timeout") from None
        except (aiohttp.ClientError, OSError, ValueError) as problem:
            if _not_allowed(problem):
                raise Unsent("private") from None
            raise Unsent("connection") from None

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(
                resolver=_CheckedResolver(self.allowed), use_dns_cache=False, force_close=True
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                timeout=aiohttp.ClientTimeout(total=PATIENCE),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
            )
        return self._session

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()


def _is_address(host: str) -> bool:
    return ":" in host or host.replace(".", "").isdigit()


def _not_allowed(problem: Any) -> bool:
    while problem is not None:
        if isinstance(problem, NotAllowed):
            return True
        problem = getattr(problem, "os_error", None) or problem.__cause__
    return False


def _seconds(said: str | None) -> float | None:
    return float(said[:6]) if said is not None and said.isdigit() else None
