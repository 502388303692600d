"""What `viae admin` does: accounts, tables, announcements, servers. It works on the database."""

from __future__ import annotations

import time
from typing import TypedDict, cast

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.errors import ViaeError
from viae.server.process.audit import audit
from viae.server.process.orders import Sign, give, servers
from viae.server.store.database import Database
from viae.server.store.models import Person, Seat, Session, Table

LONGEST = 300  # characters of an announcement


class AccountLine(TypedDict):
    """A user in the list."""

    id: str
    name: str
    account: bool
    bot: bool
    created: float
    disabled: float | None
    seats: int
    used: float | None


class TableLine(TypedDict):
    """A table in the list."""

    id: str
    name: str
    kind: str
    status: str
    visibility: str
    pace: str
    players: int
    number: int
    created: float
    finished: float | None
    host: str


class AdminError(ViaeError):
    """Something that cannot be done, in a sentence."""


class Admin:
    """The operator of an installation."""

    def __init__(self, db: Database) -> None:
        self.db = db

    async def check(self) -> None:
        """The database must have the form of this version."""
        current, newest = await self.db.revision()
        if current != newest:
            raise AdminError(
                f"the database has the form {current}, this version {newest};"
                " start `viae serve` of this version once, which migrates it"
            )

    async def accounts(self, search: str, guests: bool, limit: int) -> list[AccountLine]:
        """Accounts, the newest first; with `guests` those without a password, too."""
        tables = select(func.count()).where(Seat.person == Person.id).scalar_subquery()
        used = select(func.max(Session.used)).where(Session.person == Person.id).scalar_subquery()
        wanted = (
            select(
                Person.id,
                Person.name,
                Person.account.is_not(None).label("account"),
                Person.bot,
                Person.created,
                Person.disabled,
                tables.label("seats"),
                used.label("used"),
            )
            .where(Person.deleted.is_(None))
            .order_by(Person.created.desc())
            .limit(limit)
        )
        if not guests:
            wanted = wanted.where(Person.account.is_not(None))
        if search:
            like = f"%{search.casefold()}%"
            wanted = wanted.where(or_(func.lower(Person.name).like(like), Person.id == search))
        async with self.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [cast("AccountLine", dict(row._mapping)) for row in rows]

    async def disable(self, who: str) -> str:
        """Close an account: it cannot sign in, its sessions end, its tokens do not work."""
        async with self.db.write() as connection:
            person, name, disabled = await self._find(connection, who)
            if disabled is not None:
                raise AdminError(f"{name} is disabled already")
            await connection.execute(
                update(Person).where(Person.id == person).values(disabled=time.time())
            )
            await connection.execute(delete(Session).where(Session.person == person))
            await give(connection, "disabled", person)
        audit("account.disabled", person=person, name=name, by="operator")
        return name

    async def enable(self, who: str) -> str:
        """Open an account again."""
        async with self.db.write() as connection:
            person, name, disabled = await self._find(connection, who)
            if disabled is None:
                raise AdminError(f"{name} is not disabled")
            await connection.execute(
                update(Person).where(Person.id == person).values(disabled=None)
            )
            await give(connection, "enabled", person)
        audit("account.enabled", person=person, name=name, by="operator")
        return name

    async def _find(self, connection: AsyncConnection, who: str) -> tuple[str, str, float | None]:
        named = or_(Person.account == who.casefold().removesuffix(" (bot)"), Person.id == who)
        wanted = select(Person.id, Person.name, Person.disabled)
        row = (await connection.execute(wanted.where(named, Person.deleted.is_(None)))).first()
        if row is None:
            raise AdminError(
                f"there is no account “{who}”; `viae admin accounts` lists them, and guests are"
                " named by their id"
            )
        return row.id, row.name, row.disabled

    async def tables(self, status: str | None, search: str, limit: int) -> list[TableLine]:
        """Tables, the newest first."""
        wanted = (
            select(
                Table.id,
                Table.name,
                Table.kind,
                Table.status,
                Table.visibility,
                Table.pace,
                Table.players,
                Table.number,
                Table.created,
                Table.finished,
                Person.name.label("host"),
            )
            .join(Person, Person.id == Table.host)
            .order_by(Table.created.desc())
            .limit(limit)
        )
        if status:
            wanted = wanted.where(Table.status == status)
        if search:
            like = f"%{search.casefold()}%"
            named = (func.lower(Table.name).like(like), func.lower(Person.name).like(like))
            wanted = wanted.where(or_(*named, Table.id == search))
        async with self.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [cast("TableLine", dict(row._mapping)) for row in rows]

    async def delete_table(self, table: str) -> str:
        """Delete a table with its game, for good; its name."""
        async with self.db.write() as connection:
            wanted = select(Table.name).where(Table.id == table)
            name = (await connection.execute(wanted)).scalar()
            if name is None:
                raise AdminError(f"there is no table {table}; `viae admin tables` lists them")
            await connection.execute(delete(Table).where(Table.id == table))
            await give(connection, "deleted", table)
        audit("table.deleted", table=table, name=name, by="operator")
        return str(name)

    async def announce(self, text: str) -> None:
        """Show a text on all open pages."""
        text = " ".join(text.split())
        if not text or len(text) > LONGEST:
            raise AdminError(f"an announcement has 1 to {LONGEST} characters")
        async with self.db.write() as connection:
            await give(connection, "announce", text)
        audit("announced", text=text, by="operator")

    async def servers(self) -> list[Sign]:
        """The servers that run."""
        async with self.db.read() as connection:
            return await servers(connection)

    async def drain(self, name: str | None, resume: bool = False) -> list[str]:
        """Let a server take no more connections, or take them again; the names of those meant."""
        known = [one["name"] for one in await self.servers()]
        if name is None and len(known) > 1:
            raise AdminError(f"name one of the servers: {', '.join(known)}; or all with “*”")
        meant = known if name in (None, "*") else [one for one in known if one == name]
        if not meant:
            said = ", ".join(known) or "none runs"
            raise AdminError(f"there is no server of this name; those that run: {said}")
        async with self.db.write() as connection:
            for one in meant:
                await give(connection, "resume" if resume else "drain", one)
        audit("server.resume" if resume else "server.drain", servers=meant, by="operator")
        return meant
