"""Sessions: a random cookie stands for a row, and a token shows that a request is from our page.

The row holds a hash of the cookie, so a stolen database signs nobody in. Sessions are kept in
memory for a minute; one that has ended is told to every process at once.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.people.accounts import MAY_SIGN_IN, TRUSTED, USER, Accounts, User
from viae.server.store.database import Database
from viae.server.store.models import Fact, Person
from viae.server.store.models import Session as SessionRow
from viae.server.store.models import Token as TokenRow
from viae.server.store.present import need_present
from viae.table.create import new_id
from viae.table.shapes import SessionView

COOKIE = "viae"
AGE = 400 * 86_400  # as long as browsers keep a cookie
CSRF = "x-viae-csrf"
TOUCH = 3600.0  # seconds after which the time of the last use is written again
MOST = 50  # sessions of one user; the one that was not used for longest ends
REMEMBERED = 300.0  # seconds for which it is known that a session has ended

# Tells the other processes, in the transaction that ends the sessions of a user.
Announce = Callable[[AsyncConnection, str, list[str]], Awaitable[None]]


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


@dataclass(frozen=True, slots=True)
class Session:
    """A user who is signed in, in one browser."""

    id: str
    user: User
    scopes: frozenset[str] | None = None  # what a token may do; None: a cookie, which may do all


@dataclass(frozen=True, slots=True)
class _Known:
    """A session in memory."""

    id: str
    person: str
    until: float


class Sessions:
    """Begins, reads, lists and ends sessions."""

    def __init__(self, accounts: Accounts, secret: str, origins: list[str]) -> None:
        self.accounts = accounts
        self.db = accounts.db
        self.announce: Announce | None = None
        self.listeners: list[Callable[[str, list[str]], None]] = []  # a user, ended sessions
        self.doubted: list[Callable[[], None]] = []
        self.trusted: Callable[[], bool] = lambda: True  # whether this process hears of all ends
        self._secret = secret.encode()
        self.origins = {origin.rstrip("/").lower() for origin in origins}
        self._recent: dict[str, _Known] = {}
        self._ended: dict[str, float] = {}

    async def begin(
        self, user: User, agent: str, instead_of: Session | None = None
    ) -> tuple[Session, str]:
        """Begin a session, which may replace another one; the session and its cookie."""
        cookie = secrets.token_urlsafe(32)
        session = Session(new_id(secrets.token_bytes(16)), user)
        now = time.time()
        async with self.db.write() as connection:
            await need_present(connection, [user.id])
            surplus = (
                select(SessionRow.id)
                .where(SessionRow.person == user.id)
                .order_by(SessionRow.used.desc())
                .offset(MOST - 1)
            )
            ended = list((await connection.execute(surplus)).scalars())
            await self._end(connection, user.id, ended)
            if instead_of is not None:
                await self._end(connection, instead_of.user.id, [instead_of.id])
            await connection.execute(
                insert(SessionRow).values(
                    id=session.id,
                    token=_hashed(cookie),
                    person=user.id,
                    agent=agent[:200],
                    created=now,
                    used=now,
                )
            )
        self.ended(user.id, ended)
        if instead_of is not None:
            self.ended(instead_of.user.id, [instead_of.id])
        return session, cookie

    async def read(self, cookie: str | None) -> Session | None:
        """The session of a cookie; None if it is missing, forged or of a session that has ended."""
        if not cookie or len(cookie) > 100:
            return None
        token = _hashed(cookie)
        known = self._recent.get(token)
        if known is None or known.until <= time.monotonic() or not self.trusted():
            known = await self._look_up(token)
            if known is None:
                return None
        user = await self.accounts.find(known.person)
        # Whoever reads on does so at once: no end can come in between.
        if user is None or known.id in self._ended:
            return None
        return Session(known.id, user)

    async def _look_up(self, token: str) -> _Known | None:
        wanted = (
            select(SessionRow.id.label("session"), SessionRow.used, *USER)
            .join(Person, SessionRow.person == Person.id)
            .where(SessionRow.token == token, MAY_SIGN_IN)
        )
        changes = self.accounts.changes
        async with self.db.read() as connection:
            row = (await connection.execute(wanted)).first()
        now = time.time()
        if row is None or row.used < now - AGE:
            self._recent.pop(token, None)
            return None
        if row.used < now - TOUCH:
            async with self.db.write() as connection:
                await connection.execute(
                    update(SessionRow).where(SessionRow.id == row.session).values(used=now)
                )
        if len(self._recent) > 20_000:
            self._recent.clear()
        user = self.accounts.remember(User(*row[2:]), changes)  # who is needed next
        known = _Known(row.session, user.id, time.monotonic() + TRUSTED)
        self._recent[token] = known
        return known

    async def listed(self, session: Session) -> list[SessionView]:
        """All sessions of a user, the one used last first."""
        wanted = (
            select(SessionRow.id, SessionRow.agent, SessionRow.created, SessionRow.used)
            .where(SessionRow.person == session.user.id)
            .order_by(SessionRow.used.desc())
        )
        async with self.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            {
                "id": row.id,
                "agent": row.agent,
                "created": row.created,
                "used": row.used,
                "current": row.id == session.id,
            }
            for row in rows
        ]

    async def end(self, person: str, session: str | None = None) -> list[str]:
        """End a session of a user, or all of them; those that have ended."""
        async with self.db.write() as connection:
            ended = await self.end_in(connection, person, session)
        self.ended(person, ended)
        return ended

    async def end_in(
        self, connection: AsyncConnection, person: str, session: str | None = None
    ) -> list[str]:
        """The same in a transaction; `ended` is to be called after its commit."""
        wanted = select(SessionRow.id).where(SessionRow.person == person)
        if session is not None:
            wanted = wanted.where(SessionRow.id == session)
        ended = list((await connection.execute(wanted)).scalars())
        await self._end(connection, person, ended)
        return ended

    async def _end(self, connection: AsyncConnection, person: str, ended: list[str]) -> None:
        if not ended:
            return
        await connection.execute(delete(SessionRow).where(SessionRow.id.in_(ended)))
        if self.announce is not None:
            await self.announce(connection, person, ended)

    async def changed(self, connection: AsyncConnection, person: str) -> None:
        """Tell the other processes, in a transaction, that a user has changed."""
        if self.announce is not None:
            await self.announce(connection, person, [])

    def ended(self, person: str, sessions: list[str]) -> None:
        """Sessions have ended, here or in another process; if none, only the user has changed."""
        self.accounts.forget(person)
        if not sessions:
            return
        now = time.monotonic()
        if len(self._ended) > 10_000:
            self._ended = {one: at for one, at in self._ended.items() if at > now - REMEMBERED}
        self._ended.update((one, now) for one in sessions)
        for listener in self.listeners:
            listener(person, sessions)

    def has_ended(self, session: str) -> bool:
        """Whether a session or a token is known to have ended."""
        return session in self._ended

    def doubt(self) -> None:
        """Messages may have been lost: trust nothing in memory."""
        self._recent.clear()
        self.accounts.forget_all()
        for doubt in self.doubted:
            doubt()

    async def missing(self, sessions: Sequence[str]) -> set[str]:
        """Those of these sessions that have ended."""
        found: set[str] = set()
        async with self.db.read() as connection:
            for first in range(0, len(sessions), 1000):
                some = sessions[first : first + 1000]
                for row in (SessionRow, TokenRow):
                    wanted = select(row.id).where(row.id.in_(some))
                    found.update((await connection.execute(wanted)).scalars())
        return set(sessions) - found

    async def drop_old(self) -> None:
        """Delete the rows of cookies that no browser has any more."""
        async with self.db.write() as connection:
            await connection.execute(delete(SessionRow).where(SessionRow.used < time.time() - AGE))

    def token(self, session: Session) -> str:
        """The token that a page sends with every request that changes something."""
        message = f"csrf:{session.id}".encode()
        return hmac.new(self._secret, message, "sha256").hexdigest()[:40]

    def is_token(self, session: Session, token: str | None) -> bool:
        given = (token or "").encode("utf-8", "replace")
        return hmac.compare_digest(self.token(session).encode(), given)

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


def _hashed(cookie: str) -> str:
    # A cookie is random and long: no slow hash is needed.
    return hashlib.sha256(cookie.encode("utf-8", "replace")).hexdigest()
