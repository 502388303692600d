"""Webhooks: plain JSON, signed as Standard Webhooks says; Discord, Slack and Matrix.

<https://www.standardwebhooks.com>: there are libraries in many languages that check a signature.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

import orjson

from viae.server.notify.shapes import PlainNotice

SECRET = "whsec_"  # noqa: S105 - before every secret
# What Discord would take for its markup.
MARKUP = re.compile(r"([\\*_~`|>#\[\]()@-])")


class Request(NamedTuple):
    """A request to be sent."""

    method: str
    url: str
    body: bytes
    headers: dict[str, str]


def new_secret() -> str:
    """A secret to sign with."""
    return SECRET + base64.b64encode(secrets.token_bytes(24)).decode()


def sign(secret: str, message: str, timestamp: int, body: bytes) -> str:
    """The signature of a message, for the header `webhook-signature`."""
    key = base64.b64decode(secret.removeprefix(SECRET))
    content = f"{message}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()


def request_for(
    form: str, address: str, keys: Mapping[str, str], notice: PlainNotice, now: float
) -> Request:
    """The request that tells a webhook of a notice."""
    headers = {"Content-Type": "application/json"}
    url = notice["table"]["url"] if notice["table"] else None
    if form == "plain":
        body = orjson.dumps(notice)
        stamp = int(now)
        headers |= {
            "webhook-id": notice["id"],
            "webhook-timestamp": str(stamp),
            "webhook-signature": sign(keys["secret"], notice["id"], stamp, body),
        }
        return Request("POST", address, body, headers)
    if form == "discord":
        said = MARKUP.sub(r"\\\1", notice["text"]) + (f"\n{url}" if url else "")
        content = {"content": said, "allowed_mentions": {"parse": []}}
        return Request("POST", address, orjson.dumps(content), headers)
    if form == "slack":
        said = notice["text"].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        content = {"text": said + (f"\n<{url}>" if url else "")}
        return Request("POST", address, orjson.dumps(content), headers)
    # The id of the notice makes a repeated delivery one message: the homeserver knows it already.
    room, message = quote(keys["room"], safe=""), quote(notice["id"], safe="")
    where = f"{address.rstrip('/')}/_matrix/client/v3/rooms/{room}/send/m.room.message/{message}"
    content = {"msgtype": "m.text", "body": notice["text"] + (f"\n{url}" if url else "")}
    headers["Authorization"] = f"Bearer {keys['token']}"
    return Request("PUT", where, orjson.dumps(content), headers)
