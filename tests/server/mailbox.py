"""A mail server of our own: keeps what it is sent."""

from __future__ import annotations

import contextlib
import email
import re
import socket
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import default
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.waiting import HANG


class Mailbox:
    """The handler of the server; `refusals` are its answers to the next letters."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.refusals: list[str] = []
        self.url = ""

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - its name there
        if self.refusals:
            return self.refusals.pop(0)
        content = envelope.content
        assert isinstance(content, bytes)
        read: Any = email.message_from_bytes(content, policy=default)
        self.letters.append(cast("EmailMessage", read))
        return "250 OK"

    def text(self, number: int = -1) -> str:
        """The text of a letter."""
        return str(self.letters[number].get_content())

    def link(self, number: int = -1) -> str:
        """The link in a letter."""
        found = re.search(r"https?://\S+", self.text(number))
        assert found, self.text(number)
        return found[0]


@contextlib.contextmanager
def mailbox() -> Iterator[Mailbox]:
    """A mail server at a free port, while the block runs."""
    box = Mailbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port, ready_timeout=HANG)
    controller.start()
    try:
        box.url = f"smtp://127.0.0.1:{port}"
        yield box
    finally:
        controller.stop()
