"""Sessions: a signed cookie identifies the user, a token shows that a request is from our page."""

from __future__ import annotations

import hmac
import secrets
from typing import Any
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from viae.server.people.accounts import Accounts, User
from viae.server.store.database import Database
from viae.server.store.models import Fact

COOKIE = "viae"
AGE = 400 * 86_400  # as long as browsers keep a cookie
CSRF = "x-viae-csrf"


async def make_secret(db: Database) -> str:
    """The secret of this installation: made once, the same for all processes of a database."""
    make = insert_sqlite if db.sqlite else insert_postgresql
    async with db.write() as connection:
        await connection.execute(
            make(Fact)
            .values(key="secret", value=secrets.token_urlsafe(48))
            .on_conflict_do_nothing()
        )
        wanted = select(Fact.value).where(Fact.key == "secret")
        return str((await connection.execute(wanted)).scalar_one())


class Sessions:
    """Makes and reads cookies."""

    def __init__(self, people: Accounts, secret: str, origins: list[str]) -> None:
        self.accounts = people
        self._secret = secret.encode()
        self._cookies = URLSafeTimedSerializer(secret, salt="viae.session")
        self.origins = {origin.rstrip("/").lower() for origin in origins}

    def cookie(self, person: User) -> str:
        """The cookie of a user."""
        return str(self._cookies.dumps([person.id, person.epoch]))

    async def read(self, cookie: str | None) -> User | None:
        """The user of a cookie; None if it is missing, forged or of a session that has ended."""
        if not cookie or len(cookie) > 500:
            return None
        try:
            found: Any = self._cookies.loads(cookie, max_age=AGE)
        except BadSignature:
            return None
        if not (isinstance(found, list) and len(found) == 2):
            return None
        person = await self.accounts.find(str(found[0]))
        return person if person is not None and person.epoch == found[1] else None

    def token(self, person: User) -> str:
        """The token that a page sends with every request that changes something."""
        message = f"csrf:{person.id}:{person.epoch}".encode()
        return hmac.new(self._secret, message, "sha256").hexdigest()[:40]

    def is_token(self, person: User, token: str | None) -> bool:
        given = (token or "").encode("utf-8", "replace")
        return hmac.compare_digest(self.token(person).encode(), given)

    def own_origin(self, origin: str | None, host: str | None, fetch_site: str | None) -> bool:
        """Whether a request comes from one of our pages, or not from a browser at all."""
        if origin is None:
            return fetch_site in (None, "same-origin", "none")
        given = origin.rstrip("/").lower()
        if given in self.origins:
            return True
        try:
            return bool(host) and urlsplit(given).netloc == (host or "").lower()
        except ValueError:
            return False
