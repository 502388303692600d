"""Guests, accounts, passwords, profiles and the leaderboard."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import and_, exists, func, insert, literal_column, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.bots.ratings import POINTS, PROVISIONAL, shown
from viae.server.people.names import look
from viae.server.process.audit import audit
from viae.server.store.database import Database
from viae.server.store.models import News, Person, Rating, Seat, Table
from viae.server.store.seated import sits_at
from viae.table.create import new_id
from viae.table.errors import Conflict, Forbidden, NameTaken, Unknown, WrongPassword
from viae.table.ratings import fixed_bots
from viae.table.shapes import FinishedGame, Profile, RatingMoment, RatingView, UserView
from viae.table.views import outcome

if TYPE_CHECKING:
    from viae.server.people.sessions import Sessions

MARK = " (bot)"  # behind the name of an outside bot, so that everybody sees it
HISTORY = 500  # rated games that a profile looks back
RATED = News.kind == literal_column("'rated'")  # written out, so that its index is used
# Seconds for which users and sessions are kept in memory. Every process is told when a session ends
# or a user changes earlier.
TRUSTED = 60.0
# The hash of no password: checking against it takes as long as against a real one.
HASHER = PasswordHasher()


@dataclass(frozen=True, slots=True)
class User:
    """A user: a guest or an account."""

    id: str
    name: str
    account: str | None
    bot: bool = False

    def to_json(self) -> UserView:
        found: UserView = {"id": self.id, "name": self.name, "account": self.account is not None}
        if self.bot:
            found["bot"] = True
        return found


USER = (Person.id, Person.name, Person.account, Person.bot)  # the columns of a User
MAY_SIGN_IN = and_(Person.deleted.is_(None), Person.disabled.is_(None))


class Accounts:
    """All users of the database."""

    sessions: Sessions  # set by the process that has them

    def __init__(self, db: Database) -> None:
        self.db = db
        self._recent: dict[str, tuple[float, User]] = {}
        self.changes = 0  # of users: whoever was read before one may have changed since
        self._decoy: str | None = None
        self._hashing = asyncio.Semaphore(2)  # argon2 takes memory on purpose

    async def find(self, person: str) -> User | None:
        """The user with this id."""
        known = self._recent.get(person)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        wanted = select(*USER).where(Person.id == person, MAY_SIGN_IN)
        changes = self.changes
        async with self.db.read() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else self.remember(User(*row), changes)

    def remember(self, user: User, changes: int) -> User:
        """Keep a user in memory for a while who was read after so many changes, if still so."""
        if changes == self.changes:
            if len(self._recent) > 20_000:
                self._recent.clear()
            self._recent[user.id] = (time.monotonic() + TRUSTED, user)
        return user

    def forget(self, person: str) -> None:
        """Read the user again when they are next needed."""
        self.changes += 1
        self._recent.pop(person, None)

    def forget_all(self) -> None:
        """Read everybody again when they are next needed."""
        self.changes += 1
        self._recent.clear()

    async def new_guest(self, name: str) -> User:
        """Create a guest, who has only a name."""
        _need_unmarked(name)
        guest = User(new_id(secrets.token_bytes(16)), name, None)
        async with self.db.write() as connection:
            await _need_own_look(connection, name, None)
            await connection.execute(
                insert(Person).values(id=guest.id, name=name, created=time.time())
            )
        return guest

    async def register(self, person: User | None, name: str, password: str) -> User:
        """Create an account. A guest becomes the account and keeps all seats and games."""
        _need_unmarked(name)
        if person is not None and person.account is not None:
            raise Conflict("account.exists")
        hashed = await self.hash_password(password)
        try:
            async with self.db.write() as connection:
                await _need_own_look(connection, name, person)
                if person is None:
                    made = new_id(secrets.token_bytes(16))
                    await connection.execute(
                        insert(Person).values(
                            id=made,
                            name=name,
                            account=name.casefold(),
                            look=look(name),
                            password=hashed,
                            created=time.time(),
                        )
                    )
                else:
                    made = person.id
                    changed = (
                        update(Person)
                        .where(Person.id == made, Person.deleted.is_(None))
                        .values(
                            name=name, account=name.casefold(), look=look(name), password=hashed
                        )
                    )
                    if not (await connection.execute(changed)).rowcount:
                        raise Unknown("person.unknown")
                    await connection.execute(
                        update(Seat)
                        .where(Seat.person == made, Seat.name == person.name)
                        .values(name=name)
                    )
                    sat = select(Seat.table).where(Seat.person == made)
                    await connection.execute(
                        update(Table).where(Table.id.in_(sat)).values(version=Table.version + 1)
                    )
        except IntegrityError:
            raise NameTaken("account.name-taken", name=name) from None
        self.forget(made)
        found = await self.find(made)
        assert found is not None
        return found

    async def sign_in(self, name: str, password: str) -> User:
        """The account with this name and password."""
        wanted = select(Person.id, Person.password, Person.disabled).where(
            Person.account == name.casefold()
        )
        async with self.db.read() as connection:
            row = (await connection.execute(wanted)).first()
        right = await self._verify(row.password if row else None, password)
        if row is None or not right:
            audit("sign-in.refused", name=name)
            raise WrongPassword("account.wrong-password")
        if row.disabled is not None:
            audit("sign-in.disabled", name=name)
            raise Forbidden("account.disabled")
        self.forget(row.id)
        found = await self.find(row.id)
        assert found is not None
        return found

    async def rename(self, person: User, name: str) -> User:
        """Rename a guest; an account keeps its name."""
        mark = MARK if person.bot else ""
        name = name.removesuffix(mark)
        _need_unmarked(name)
        if person.account is not None and name.casefold() != person.account:
            raise Conflict("account.keeps-name")
        async with self.db.write() as connection:
            await _need_own_look(connection, name, person)
            changed = update(Person).where(Person.id == person.id, Person.deleted.is_(None))
            if not (await connection.execute(changed.values(name=name + mark))).rowcount:
                raise Unknown("person.unknown")
            await self.sessions.changed(connection, person.id)
        self.forget(person.id)
        return User(person.id, name + mark, person.account, person.bot)

    async def set_public_name(self, person: User, public: bool) -> None:
        """Say whether files of public games name this account; guests are never named."""
        if person.account is None:
            raise Conflict("account.guest-name")
        async with self.db.write() as connection:
            await connection.execute(
                update(Person)
                .where(Person.id == person.id, Person.deleted.is_(None))
                .values(public_name=public)
            )

    async def change_password(self, person: User, old: str, new: str) -> None:
        """Change the password; all sessions end."""
        await self.check_password(person, old)
        await self.set_password(person.id, await self.hash_password(new))

    async def check_password(self, person: User, password: str) -> None:
        """Refuse unless this is the password of the account."""
        if person.account is None:
            raise Conflict("account.guest-password")
        await self.sign_in(person.account, password)

    async def set_password(self, person: str, hashed: str) -> None:
        """Set a password and end all sessions, together."""
        async with self.db.write() as connection:
            await connection.execute(
                update(Person)
                .where(Person.id == person, Person.deleted.is_(None))
                .values(password=hashed)
            )
            ended = await self.sessions.end_in(connection, person)
        self.sessions.ended(person, ended)

    async def hash_password(self, password: str) -> str:
        """The hash under which a password is stored."""
        async with self._hashing:
            return await asyncio.to_thread(HASHER.hash, password)

    async def _verify(self, hashed: str | None, password: str) -> bool:
        """Whether the password is right; as slow for an unknown name as for a known one."""
        if self._decoy is None:
            self._decoy = await self.hash_password("nobody has this password")
        async with self._hashing:
            return await asyncio.to_thread(_matches, hashed or self._decoy, password)

    # Profiles

    async def profile(self, person: str) -> Profile:
        """Name, ratings and the latest finished public games of a user."""
        found = await self.find(person)
        if found is None:
            raise Unknown("person.unknown")
        rated = select(Rating).where(Rating.who == f"person:{person}").order_by(Rating.variant)
        games = (
            select(Table.id, Table.name, Table.board, Table.variant, Table.finished, Table.result)
            .where(
                Table.id.in_(sits_at(person)),
                Table.status == "finished",
                Table.visibility == "public",
            )
            .order_by(Table.finished.desc())
            .limit(50)
        )
        moments = (
            select(News.body, News.at, Seat.seat, Table.variant)
            .join(Seat, Seat.table == News.table)
            .join(Table, Table.id == News.table)
            .where(Seat.person == person, Seat.kind == "person", RATED)
            .order_by(News.at.desc())
            .limit(HISTORY)
        )
        async with self.db.read() as connection:
            ratings = (await connection.execute(rated)).all()
            rated_games = (await connection.execute(moments)).all()
            played = (await connection.execute(games)).all()
            wanted = select(Seat.table, Seat.seat, Seat.left).where(
                Seat.table.in_([row.id for row in played]), Seat.person == person
            )
            seats: dict[str, list[tuple[int, str | None]]] = {}
            for table, seat, left in (await connection.execute(wanted)).all():
                seats.setdefault(table, []).append((seat, left))
        return {
            "person": found.to_json(),
            "ratings": [rating_json(row) for row in ratings],
            "history": _moments(rated_games[::-1]),
            "games": [
                cast(
                    FinishedGame,
                    {**row._mapping, "outcome": outcome(row.result, seats[row.id])},
                )
                for row in played
            ],
        }

    async def leaderboard(self, variant: str, limit: int = 100) -> list[RatingView]:
        """The strongest accounts and bots; those whose rating is provisional come after them."""
        who = or_(
            Rating.who.like("bot:%"),
            exists().where(
                and_(Person.id == func.substr(Rating.who, 8), Person.account.is_not(None))
            ),
        )
        wanted = (
            select(Rating)
            .where(Rating.variant == variant, Rating.games > 0, who)
            .order_by((Rating.games < PROVISIONAL), Rating.mu.desc(), Rating.who)
            .limit(limit)
        )
        async with self.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
            ids = [row.who[7:] for row in rows if row.who.startswith("person:")]
            names = dict(
                (
                    await connection.execute(
                        select(Person.id, Person.name).where(Person.id.in_(ids))
                    )
                ).all()
            )
        bots = fixed_bots(variant)
        known = {one["id"] for one in bots}
        found: list[RatingView] = [
            {**rating_json(row), "name": names.get(row.who[7:], row.who.partition(":")[2])}
            for row in rows
            if not (row.who.startswith("bot:") and row.who[4:] in known)
        ]
        found += bots
        return sorted(found, key=lambda one: (one["provisional"], -one["rating"]))


def _need_unmarked(name: str) -> None:
    if look(name).endswith(look(MARK)):
        raise Conflict("account.bot-name")


async def _need_own_look(connection: AsyncConnection, name: str, person: User | None) -> None:
    """Refuse a name that looks like that of somebody else's account."""
    alike = or_(Person.look == look(name), Person.account == name.casefold())
    wanted = select(Person.id).where(alike)
    taken = set((await connection.execute(wanted)).scalars())
    if taken - ({person.id} if person is not None else set()):
        raise NameTaken("account.name-taken", name=name)


def rating_json(row: Any) -> RatingView:
    """A rating as people see it."""
    kind, _, name = row.who.partition(":")
    return {
        "variant": row.variant,
        "kind": kind,
        "id": name,
        "rating": shown(row.mu),
        "deviation": round(POINTS * row.sigma),
        "games": row.games,
        "provisional": row.games < PROVISIONAL,
        "fixed": False,
    }


def _moments(rows: Sequence[Any]) -> list[RatingMoment]:
    """The ratings of a person after their rated games."""
    return [
        {"variant": row.variant, "at": row.at, "rating": one["after"]}
        for row in rows
        for one in row.body["ratings"]
        if one["seat"] == row.seat
    ]


def _matches(hashed: str, password: str) -> bool:
    try:
        return HASHER.verify(hashed, password)
    except (Argon2Error, InvalidHashError):
        return False
