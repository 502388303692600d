"""Connections that send half a request, or nothing at all, are closed after a while."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

PATIENCE = 30.0  # seconds for a whole request to arrive


class PatientProtocol(HttpToolsProtocol):
    """HTTP with a limit on the time that a request takes to arrive."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        self._wait()
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self._came()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._came()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._came()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._late is None:
            self._late = asyncio.get_running_loop().call_later(PATIENCE, self._close)

    def _came(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        self._late = None
        self.transport.abort()
