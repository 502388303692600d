"""Connections that are slow on purpose are closed, and so are those that send endless headers.

A request has to arrive within a while, and whoever gets an answer has to read it. What stands
before the body of a request is short.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

PATIENCE = 30.0  # seconds for a whole request to arrive
# Seconds in which somebody who reads an answer must take some of it. The system keeps megabytes
# for a slow connection and asks for more only when a good part of them is gone.
READING = 120.0
HEAD = 32 << 10  # bytes of address and headers


class PatientProtocol(HttpToolsProtocol):
    """HTTP with limits on the time that a request and its answer take, and on its headers."""

    _late: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _head = 0  # bytes of the address and of complete headers
    _begun = 0  # bytes that came since the first part of headers that are not complete yet
    _heading = False  # whether its headers are not complete yet

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._came()
        self.resume_writing()
        super().connection_lost(exc)

    # The request

    def data_received(self, data: bytes) -> None:
        heading = self._heading
        super().data_received(data)
        if heading and self._heading:  # all of it was headers
            self._begun += len(data)
            if self._begun > HEAD:
                self._close()

    def on_message_begin(self) -> None:
        self._wait()
        self._head, self._begun, self._heading = 0, 0, True
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._measure(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._measure(name + value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._heading = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._came()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._came()
        super().handle_websocket_upgrade()

    def _measure(self, part: bytes) -> None:
        self._head += len(part)
        if self._head > HEAD:
            raise ValueError("the headers are too long")  # it is answered with 400

    def _wait(self) -> None:
        if self._late is None:
            self._late = asyncio.get_running_loop().call_later(PATIENCE, self._close)

    def _came(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    # The answer

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_again(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        super().resume_writing()

    def _look_again(self, left: int) -> None:
        loop = asyncio.get_running_loop()
        self._stuck = loop.call_later(READING, self._is_read, left)

    def _is_read(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if left < before:
            self._look_again(left)
        else:
            self._close()

    def _close(self) -> None:
        self._late = self._stuck = None
        self.transport.abort()
