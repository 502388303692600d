"""Web Push: the keys of this server, and messages that only the browser of a user can read."""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping
from email.utils import parseaddr
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import orjson
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from viae.server.notify.shapes import PushNotice
from viae.server.notify.webhooks import Request
from viae.server.store.database import Database
from viae.server.store.models import Fact
from viae.table.errors import Conflict

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec  # loaded when it is first needed

KEPT = 3 * 86_400  # seconds for which the push service keeps a message
SIGNED = 12 * 3600  # seconds for which a signature is valid
NOBODY = "mailto:nobody@viae.invalid"  # .invalid is nobody's (RFC 2606)


def contact_of(public_url: str | None, mail_from: str | None) -> str:
    """Whom a push service can write to: an address of mail, else the site (RFC 8292, 2.1).

    Every signature needs one, and py_vapid takes no port, no path and no name without a dot.
    """
    sender = parseaddr(mail_from or "")[1]
    if "." in sender.partition("@")[2]:
        return f"mailto:{sender}"
    found = urlsplit(public_url or "")
    host = found.hostname or ""
    if "." not in host.strip("."):  # a name of a local network, or an address of IPv6
        return NOBODY
    return f"https://{host}" if found.scheme == "https" else f"mailto:postmaster@{host}"


class Push:
    """The keys of this server (VAPID, RFC 8292); the same for all processes of a database."""

    def __init__(self, db: Database, contact: str) -> None:
        self.db = db
        self.contact = contact  # whom a push service can write to
        self._private: ec.EllipticCurvePrivateKey | None = None

    async def _key(self) -> ec.EllipticCurvePrivateKey:
        """The private key: made when it is first needed, and kept in the database."""
        if self._private is not None:
            return self._private
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        made = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        make = insert_sqlite if self.db.sqlite else insert_postgresql
        async with self.db.write() as connection:
            new = make(Fact).values(key="vapid", value=made.decode()).on_conflict_do_nothing()
            await connection.execute(new)
            wanted = select(Fact.value).where(Fact.key == "vapid")
            kept = str((await connection.execute(wanted)).scalar_one())
        found = serialization.load_pem_private_key(kept.encode(), None)
        assert isinstance(found, ec.EllipticCurvePrivateKey)
        self._private = found
        return found

    async def public(self) -> str:
        """The public key, with which browsers subscribe."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = (await self._key()).public_key()
        return _text(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def request_for(
        self, endpoint: str, keys: Mapping[str, str], notice: PushNotice
    ) -> Request:
        """The request that has the push service wake a browser."""
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        pusher = WebPusher({"endpoint": endpoint, "keys": dict(keys)})
        found = urlsplit(endpoint)
        claims = {
            "sub": self.contact,
            "aud": f"{found.scheme}://{found.netloc}",
            "exp": int(time.time()) + SIGNED,
        }
        headers = {
            **Vapid02(await self._key()).sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "normal",
        }
        if notice["table"]:  # a later message about a table replaces one that still waits
            headers["Topic"] = notice["table"][:32]
        return Request("POST", endpoint, pusher.encode(orjson.dumps(notice))["body"], headers)


def check_keys(p256dh: str, auth: str) -> dict[str, str]:
    """The keys of a subscription; Conflict if nothing can be encrypted with them."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        if len(_bytes(auth)) != 16:
            raise ValueError
    except ValueError:
        raise Conflict("notify.push-keys") from None
    return {"p256dh": p256dh, "auth": auth}


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
