"""Outside bots: accounts that are marked as bots, their tokens, and the ladder.

A token stands for an account without a cookie, and only for what its scopes allow. It is shown once
and stored as a hash.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass

from sqlalchemy import and_, delete, exists, insert, select, update
from sqlalchemy.sql import func

from viae.server.people.accounts import MARK, Accounts, User, rating_json
from viae.server.people.sessions import Session, Sessions
from viae.server.store.models import Person, Rating, Seat, Table
from viae.server.store.models import Token as TokenRow
from viae.server.store.present import need_present
from viae.table.create import new_id
from viae.table.errors import Conflict, Forbidden, Unknown
from viae.table.shapes import BotView, TokenView

PREFIX = "viae_"
MOST = 20  # tokens of one account
TRUSTED = 10.0  # seconds for which a token is kept in memory
TOUCH = 3600.0
SCOPES = ("watch", "play", "chat", "tables")
# What a token may be used for; everything else needs a cookie.
ALLOWED: dict[tuple[str, str], str] = {
    **{
        ("GET", path): "watch"
        for path in (
            "/api/session",
            "/api/catalogue",
            "/api/boards/{board}",
            "/api/leaderboard",
            "/api/ladder",
            "/api/people/{person_id}",
            "/api/statistics",
            "/api/events",
            "/api/me/tables",
            "/api/me/turns",
            "/api/tables",
            "/api/tables/{table}",
            "/api/tables/{table}/chat",
            "/api/tables/{table}/history",
            "/api/tables/{table}/moments",
            "/api/tables/{table}/position",
            "/api/tables/{table}/record",
        )
    },
    **{
        ("POST", f"/api/tables/{{table}}/{what}"): "play"
        for what in (
            *("enter", "sit", "leave", "entries", "preview", "undo", "undo/proposal"),
            *("undo/answer", "resign", "return", "rematch"),
        )
    },
    ("POST", "/api/tables/{table}/chat"): "chat",
    ("POST", "/api/tables"): "tables",
    ("POST", "/api/tables/{table}/start"): "tables",
    ("PUT", "/api/tables/{table}/seats/{seat}"): "tables",
    ("DELETE", "/api/tables/{table}"): "tables",
}


@dataclass(frozen=True, slots=True)
class _Known:
    """A token in memory."""

    id: str
    person: str
    scopes: frozenset[str]
    until: float


class Tokens:
    """Makes, reads, lists and revokes tokens."""

    def __init__(self, accounts: Accounts, sessions: Sessions) -> None:
        self.accounts = accounts
        self.sessions = sessions
        self.db = accounts.db
        self._recent: dict[str, _Known] = {}
        sessions.doubted.append(self._recent.clear)

    async def become_bot(self, user: User) -> User:
        """Mark an account as a bot, for good; only before its first game."""
        if user.account is None:
            raise Conflict("bot.needs-account")
        if user.bot:
            return user
        sat = select(func.count()).where(Seat.person == user.id, Seat.kind == "person")
        async with self.db.write() as connection:
            if (await connection.execute(sat)).scalar_one():
                raise Conflict("bot.has-played")
            marked = update(Person).where(Person.id == user.id, Person.deleted.is_(None))
            changed = marked.values(bot=True, name=user.name + MARK)
            if not (await connection.execute(changed)).rowcount:
                raise Unknown("person.unknown")
            await self.sessions.changed(connection, user.id)
        self.accounts.forget(user.id)
        found = await self.accounts.find(user.id)
        assert found is not None
        return found

    async def create(self, user: User, name: str, scopes: list[str]) -> tuple[str, TokenView]:
        """A new token: as it is sent, and as it is listed."""
        if not user.bot:
            raise Forbidden("token.bots-only")
        count = select(func.count()).where(TokenRow.person == user.id)
        token = PREFIX + secrets.token_urlsafe(32)
        made: TokenView = {
            "id": new_id(secrets.token_bytes(16)),
            "name": name,
            "scopes": [one for one in SCOPES if one in scopes],
            "created": time.time(),
            "used": None,
        }
        async with self.db.write() as connection:
            await need_present(connection, [user.id])
            if (await connection.execute(count)).scalar_one() >= MOST:
                raise Conflict("token.too-many", limit=MOST)
            await connection.execute(
                insert(TokenRow).values(
                    **{**made, "scopes": " ".join(made["scopes"])},
                    token=_hashed(token),
                    person=user.id,
                )
            )
        return token, made

    async def listed(self, user: User) -> list[TokenView]:
        """The tokens of a user, newest first."""
        wanted = (
            select(TokenRow.id, TokenRow.name, TokenRow.scopes, TokenRow.created, TokenRow.used)
            .where(TokenRow.person == user.id)
            .order_by(TokenRow.created.desc())
        )
        async with self.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            {
                "id": row.id,
                "name": row.name,
                "scopes": row.scopes.split(),
                "created": row.created,
                "used": row.used,
            }
            for row in rows
        ]

    async def revoke(self, user: User, token: str) -> bool:
        """Revoke a token: it works no more, and its connections are closed, on every server."""
        async with self.db.write() as connection:
            gone = await connection.execute(
                delete(TokenRow).where(TokenRow.id == token, TokenRow.person == user.id)
            )
            if gone.rowcount and self.sessions.announce is not None:
                await self.sessions.announce(connection, user.id, [token])
        if gone.rowcount:
            self.sessions.ended(user.id, [token])
        return bool(gone.rowcount)

    async def read(self, header: str) -> Session | None:
        """The session of an Authorization header; None if its token is wrong or revoked."""
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer" or not token.startswith(PREFIX) or len(token) > 100:
            return None
        hashed = _hashed(token)
        known = self._recent.get(hashed)
        if known is None or known.until <= time.monotonic() or not self.sessions.trusted():
            known = await self._look_up(hashed)
            if known is None:
                return None
        user = await self.accounts.find(known.person)
        if user is None or self.sessions.has_ended(known.id):
            return None
        return Session(known.id, user, known.scopes)

    async def _look_up(self, hashed: str) -> _Known | None:
        wanted = select(TokenRow.id, TokenRow.person, TokenRow.scopes, TokenRow.used)
        async with self.db.read() as connection:
            row = (await connection.execute(wanted.where(TokenRow.token == hashed))).first()
        if row is None:
            self._recent.pop(hashed, None)
            return None
        now = time.time()
        if row.used is None or row.used < now - TOUCH:
            async with self.db.write() as connection:
                await connection.execute(
                    update(TokenRow).where(TokenRow.id == row.id).values(used=now)
                )
        if len(self._recent) > 5_000:
            self._recent.clear()
        scopes = frozenset(row.scopes.split())
        known = _Known(row.id, row.person, scopes, time.monotonic() + TRUSTED)
        self._recent[hashed] = known
        return known

    async def ladder(self, variant: str, limit: int = 200) -> list[BotView]:
        """All outside bots that have played a variant, the strongest first, then the others."""
        rated = and_(Rating.who == "person:" + Person.id, Rating.variant == variant)
        playing = (
            select(func.count())
            .select_from(Seat)
            .join(Table, Table.id == Seat.table)
            .where(Seat.person == Person.id, Seat.kind == "person", Table.status == "running")
            .scalar_subquery()
        )
        token = exists().where(TokenRow.person == Person.id)
        wanted = (
            select(
                Person.id,
                Person.name,
                Rating.variant,
                Rating.who,
                Rating.mu,
                Rating.sigma,
                Rating.games,
                playing.label("playing"),
            )
            .outerjoin(Rating, rated)
            .where(Person.bot.is_(True), Person.deleted.is_(None), token | Rating.who.is_not(None))
            .order_by(Rating.mu.is_(None), Rating.mu.desc(), Person.created)
            .limit(limit)
        )
        async with self.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            {
                "id": row.id,
                "name": row.name,
                "playing": row.playing,
                "rating": None if row.who is None else rating_json(row),
            }
            for row in rows
        ]


def scope_of(method: str, path: str) -> str | None:
    """The scope that a request needs; None if no token may make it."""
    return ALLOWED.get(("GET" if method == "HEAD" else method, path))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
