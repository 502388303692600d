"""Mail: sent by the SMTP server of the settings, where there is one."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

PATIENCE = 20.0  # seconds for an answer of the SMTP server
# A mail server that is slow holds up nothing but mail.
_threads = ThreadPoolExecutor(4, thread_name_prefix="mail")
PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to one address."""

    to: str
    subject: str
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)


class Mail:
    """Sends mail.

    `smtps://` is encrypted from the beginning. `smtp://` is encrypted where the server offers it;
    with a user and a password it has to.
    """

    def __init__(self, url: str | None, sender: str | None) -> None:
        self.sender = sender or ""
        self._url = urlsplit(url) if url else None

    @property
    def ready(self) -> bool:
        """Whether this server sends mail."""
        return self._url is not None

    async def send(self, letter: Letter) -> None:
        """Send a mail; an exception says why the SMTP server did not take it."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(_threads, self._send, letter)

    def _send(self, letter: Letter) -> None:
        url = self._url
        assert url is not None
        message = EmailMessage()
        message["From"] = self.sender
        message["To"] = letter.to
        message["Subject"] = letter.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2].rstrip("> "))
        message["Auto-Submitted"] = "auto-generated"
        for name, value in letter.headers.items():
            message[name] = value
        message.set_content(letter.text)
        host, port = url.hostname or "", url.port or PORTS[url.scheme]
        line: smtplib.SMTP
        if url.scheme == "smtps":
            context = ssl.create_default_context()
            line = smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=context)
        else:
            line = smtplib.SMTP(host, port, timeout=PATIENCE)
        with line:
            line.ehlo()
            if url.scheme == "smtp" and (url.username or line.has_extn("starttls")):
                line.starttls(context=ssl.create_default_context())
            if url.username:
                line.login(unquote(url.username), unquote(url.password or ""))
            line.send_message(message)
