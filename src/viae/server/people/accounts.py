"""Guests, accounts, passwords, profiles and the leaderboard."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any, cast

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import and_, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from viae.server.errors import Conflict, NameTaken, Unknown, WrongPassword
from viae.server.store.database import Database
from viae.server.store.models import Person, Rating, Seat, Table
from viae.server.tables.create import new_id
from viae.server.tables.types import FinishedGame, Profile, RatingView, UserView

TRUSTED = 10.0  # seconds for which a user is kept in memory
# The hash of no password: checking against it takes as long as against a real one.
HASHER = PasswordHasher()


@dataclass(frozen=True, slots=True)
class User:
    """A user: a guest or an account."""

    id: str
    name: str
    account: str | None
    epoch: int

    def to_json(self) -> UserView:
        return {"id": self.id, "name": self.name, "account": self.account is not None}


class Accounts:
    """All users of the database."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._recent: dict[str, tuple[float, User]] = {}
        self._decoy: str | None = None
        self._hashing = asyncio.Semaphore(2)  # argon2 takes memory on purpose

    async def find(self, person: str) -> User | None:
        """The user with this id."""
        known = self._recent.get(person)
        now = time.monotonic()
        if known is not None and known[0] > now:
            return known[1]
        wanted = select(Person.id, Person.name, Person.account, Person.epoch)
        async with self.db.read() as connection:
            row = (await connection.execute(wanted.where(Person.id == person))).first()
        if row is None:
            return None
        found = User(*row)
        if len(self._recent) > 20_000:
            self._recent.clear()
        self._recent[person] = (now + TRUSTED, found)
        return found

    def _forget(self, person: str) -> None:
        self._recent.pop(person, None)

    async def new_guest(self, name: str) -> User:
        """Create a guest, who has only a name."""
        guest = User(new_id(), name, None, 0)
        async with self.db.write() as connection:
            await connection.execute(
                insert(Person).values(id=guest.id, name=name, epoch=0, created=time.time())
            )
        return guest

    async def register(self, person: User | None, name: str, password: str) -> User:
        """Create an account. A guest becomes the account and keeps all seats and games."""
        if person is not None and person.account is not None:
            raise Conflict("account.exists")
        hashed = await self._hash(password)
        try:
            async with self.db.write() as connection:
                if person is None:
                    made = new_id()
                    await connection.execute(
                        insert(Person).values(
                            id=made,
                            name=name,
                            account=name.casefold(),
                            password=hashed,
                            epoch=0,
                            created=time.time(),
                        )
                    )
                else:
                    made = person.id
                    await connection.execute(
                        update(Person)
                        .where(Person.id == made)
                        .values(name=name, account=name.casefold(), password=hashed)
                    )
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
        self._forget(made)
        found = await self.find(made)
        assert found is not None
        return found

    async def sign_in(self, name: str, password: str) -> User:
        """The account with this name and password."""
        wanted = select(Person.id, Person.password).where(Person.account == name.casefold())
        async with self.db.read() as connection:
            row = (await connection.execute(wanted)).first()
        right = await self._verify(row.password if row else None, password)
        if row is None or not right:
            raise WrongPassword("account.wrong-password")
        self._forget(row.id)
        found = await self.find(row.id)
        assert found is not None
        return found

    async def rename(self, person: User, name: str) -> User:
        """Rename a guest; an account keeps its name."""
        if person.account is not None and name.casefold() != person.account:
            raise Conflict("account.keeps-name")
        async with self.db.write() as connection:
            await connection.execute(update(Person).where(Person.id == person.id).values(name=name))
        self._forget(person.id)
        return User(person.id, name, person.account, person.epoch)

    async def change_password(self, person: User, old: str, new: str) -> User:
        """Change the password; all other sessions end."""
        if person.account is None:
            raise Conflict("account.guest-password")
        await self.sign_in(person.account, old)
        hashed = await self._hash(new)
        async with self.db.write() as connection:
            await connection.execute(
                update(Person)
                .where(Person.id == person.id)
                .values(password=hashed, epoch=Person.epoch + 1)
            )
        self._forget(person.id)
        found = await self.find(person.id)
        assert found is not None
        return found

    async def end_sessions(self, person: User) -> None:
        """Sign out everywhere."""
        async with self.db.write() as connection:
            await connection.execute(
                update(Person).where(Person.id == person.id).values(epoch=Person.epoch + 1)
            )
        self._forget(person.id)

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(HASHER.hash, password)

    async def _verify(self, hashed: str | None, password: str) -> bool:
        """Whether the password is right; as slow for an unknown name as for a known one."""
        if self._decoy is None:
            self._decoy = await self._hash("nobody has this password")
        async with self._hashing:
            return await asyncio.to_thread(_matches, hashed or self._decoy, password)

    # Profiles

    async def profile(self, person: str) -> Profile:
        """Name, ratings and the latest finished public games of a user."""
        found = await self.find(person)
        if found is None:
            raise Unknown("person.unknown")
        rated = select(Rating).where(Rating.who == f"person:{person}").order_by(Rating.variant)
        sat = exists().where(and_(Seat.table == Table.id, Seat.person == person))
        games = (
            select(Table.id, Table.name, Table.board, Table.variant, Table.finished, Table.result)
            .where(sat, Table.status == "finished", Table.visibility == "public")
            .order_by(Table.finished.desc())
            .limit(50)
        )
        async with self.db.read() as connection:
            ratings = (await connection.execute(rated)).all()
            played = (await connection.execute(games)).all()
        return {
            "person": found.to_json(),
            "ratings": [rating_json(row) for row in ratings],
            "games": [cast(FinishedGame, dict(row._mapping)) for row in played],
        }

    async def leaderboard(self, variant: str, limit: int = 100) -> list[RatingView]:
        """The strongest accounts and bots; a rating counts from the fifth game on."""
        who = or_(
            Rating.who.like("bot:%"),
            exists().where(and_(Rating.who == "person:" + Person.id, Person.account.is_not(None))),
        )
        wanted = (
            select(Rating)
            .where(Rating.variant == variant, Rating.games >= 5, who)
            .order_by(Rating.ordinal.desc())
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
        return [
            {**rating_json(row), "name": names.get(row.who[7:], row.who.partition(":")[2])}
            for row in rows
        ]


def rating_json(row: Any) -> RatingView:
    """A rating as people see it: three deviations below the mean."""
    kind, _, name = row.who.partition(":")
    return {
        "variant": row.variant,
        "kind": kind,
        "id": name,
        "rating": round(row.ordinal, 2),
        "mu": round(row.mu, 3),
        "sigma": round(row.sigma, 3),
        "games": row.games,
    }


def _matches(hashed: str, password: str) -> bool:
    try:
        return HASHER.verify(hashed, password)
    except (Argon2Error, InvalidHashError):
        return False
