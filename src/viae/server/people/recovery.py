"""Recovering an account: by a link in a mail, or by codes that were shown once.

A link carries a signed token that holds a trace of the password. So it works once: the new password
leaves another trace.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from typing import Any, Literal, NamedTuple

from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import delete, func, insert, select, update

from viae.server.people.accounts import Accounts, User
from viae.server.people.limits import Limits
from viae.server.people.mail import Letter, Mail
from viae.server.people.words import words
from viae.server.process.logs import log
from viae.server.store.models import Person, RecoveryCode
from viae.server.store.present import need_present
from viae.table.errors import Conflict, Forbidden
from viae.table.shapes import AccountView

Purpose = Literal["recover", "confirm"]
AGES: dict[Purpose, int] = {"recover": 3600, "confirm": 7 * 86_400}  # seconds a link works
CODES = 8
STOP = 3.0  # seconds for links that are being sent when the server stops
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that look alike


class _Credentials(NamedTuple):
    """What recovers an account, and what is recovered."""

    email: str | None
    password: str | None


class Recovery:
    """Codes, addresses and links that recover accounts."""

    def __init__(
        self, accounts: Accounts, mail: Mail, limits: Limits, secret: str, address: str | None
    ) -> None:
        self.accounts = accounts
        self.db = accounts.db
        self.mail = mail
        self.limits = limits
        self.address = address  # of our pages, as people type it
        self.sending: set[asyncio.Task[None]] = set()
        self._signers = {
            purpose: URLSafeTimedSerializer(secret, salt=f"viae.{purpose}") for purpose in AGES
        }

    async def account(self, user: User) -> AccountView:
        """How an account can be recovered."""
        about = select(Person.email, Person.created, Person.public_name).where(Person.id == user.id)
        codes = select(func.count()).where(RecoveryCode.person == user.id)
        async with self.db.read() as connection:
            row = (await connection.execute(about)).one()
            left = (await connection.execute(codes)).scalar_one()
        return {
            "person": user.to_json(),
            "created": row.created,
            "email": row.email,
            "codes": left,
            "mail": self.mail.ready,
            "public_name": row.public_name,
        }

    # Codes

    async def new_codes(self, user: User, password: str) -> list[str]:
        """New codes; the old ones work no more. They are shown once and stored as hashes."""
        await self.accounts.check_password(user, password)
        codes = ["-".join(_letters(5) for _ in range(3)) for _ in range(CODES)]
        rows = [{"person": user.id, "code": _hashed(code)} for code in codes]
        async with self.db.write() as connection:
            await need_present(connection, [user.id])
            await connection.execute(delete(RecoveryCode).where(RecoveryCode.person == user.id))
            await connection.execute(insert(RecoveryCode), rows)
        return codes

    async def by_code(self, name: str, code: str, password: str) -> User:
        """Set a new password by a code; the code works no more, and all sessions end."""
        hashed = await self.accounts.hash_password(password)
        wanted = select(Person.id).where(Person.account == name.casefold()).scalar_subquery()
        used = (
            delete(RecoveryCode)
            .where(RecoveryCode.person == wanted, RecoveryCode.code == _hashed(code))
            .returning(RecoveryCode.person)
        )
        async with self.db.write() as connection:
            person = (await connection.execute(used)).scalar()
            if person is None:
                raise Forbidden("recovery.wrong-code")
        return await self._set(person, hashed)

    # Mail

    async def set_email(self, user: User, password: str, email: str | None, language: str) -> None:
        """Take an address away, or send a link to a new one, which confirms it."""
        await self.accounts.check_password(user, password)
        if email is None:
            async with self.db.write() as connection:
                await connection.execute(
                    update(Person).where(Person.id == user.id).values(email=None)
                )
            return
        if not self.mail.ready:
            raise Conflict("mail.none")
        self.limits.take("letters", f"to:{email.casefold()}")
        row = await self._row(user.id)
        assert row is not None
        link = self._link("confirm", user.id, _trace(row), email)
        subject, text = words(language, "confirm", name=user.name, link=link)
        try:
            await self.mail.send(Letter(email, subject, text))
        except OSError as problem:
            log().error("mail.fault", problem=str(problem)[:200])
            raise Conflict("mail.not-sent") from None

    async def confirm(self, token: str) -> None:
        """Take the address that a link confirms."""
        found = self._read("confirm", token, 3)
        row = await self._row(found[0])
        if row is None or _trace(row) != found[1]:
            raise Forbidden("recovery.wrong-link")
        async with self.db.write() as connection:
            await connection.execute(
                update(Person)
                .where(Person.id == found[0], Person.deleted.is_(None))
                .values(email=found[2])
            )

    def send_link(self, name: str, language: str) -> None:
        """Send a link to the address of an account; nobody is told whether there is one.

        All of it is done later: the time of the answer must not tell either.
        """
        if not self.mail.ready:
            raise Conflict("mail.none")
        self.limits.take("letters", f"account:{name.casefold()}")
        task = asyncio.create_task(self._send_link(name, language))
        self.sending.add(task)
        task.add_done_callback(self.sending.discard)

    async def _send_link(self, name: str, language: str) -> None:
        try:
            letter = await self._letter(name, language)
            if letter is not None:
                await self.mail.send(letter)
        except Exception as problem:  # noqa: BLE001 - nobody waits for it
            log().error("mail.fault", problem=str(problem)[:200])

    async def _letter(self, name: str, language: str) -> Letter | None:
        wanted = select(Person.id, Person.name).where(Person.account == name.casefold())
        async with self.db.read() as connection:
            known = (await connection.execute(wanted)).first()
        row = await self._row(known.id) if known is not None else None
        if known is None or row is None or row.email is None:
            return None
        link = self._link("recover", known.id, _trace(row))
        subject, text = words(language, "recover", name=known.name, link=link)
        return Letter(row.email, subject, text)

    async def run(self) -> None:
        """Until cancelled; what is being sent then may leave, if it does not take long."""
        try:
            await asyncio.Event().wait()
        finally:
            if self.sending:
                await asyncio.wait(self.sending, timeout=STOP)

    async def by_link(self, token: str, password: str) -> User:
        """Set a new password by the link of a mail."""
        found = self._read("recover", token, 2)
        hashed = await self.accounts.hash_password(password)
        row = await self._row(found[0])
        if row is None or _trace(row) != found[1]:
            raise Forbidden("recovery.wrong-link")
        return await self._set(found[0], hashed)

    async def _set(self, person: str, hashed: str) -> User:
        await self.accounts.set_password(person, hashed)
        found = await self.accounts.find(person)
        if found is None:
            raise Forbidden("recovery.wrong-link")
        return found

    async def _row(self, person: str) -> _Credentials | None:
        wanted = select(Person.email, Person.password).where(
            Person.id == person, Person.account.is_not(None)
        )
        async with self.db.read() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else _Credentials(*row)

    def _link(self, purpose: Purpose, *values: str) -> str:
        # After the #, so that it stands in no log of a server.
        return f"{self.address}/account#{purpose}={self._signers[purpose].dumps(values)}"

    def _read(self, purpose: Purpose, token: str, values: int) -> list[str]:
        try:
            found: Any = self._signers[purpose].loads(token, max_age=AGES[purpose])
        except BadSignature:
            raise Forbidden("recovery.wrong-link") from None
        if not isinstance(found, list) or len(found) != values:
            raise Forbidden("recovery.wrong-link")
        return [str(value) for value in found]


def _trace(row: _Credentials) -> str:
    """A trace of an account's password and address, which changes with them."""
    return hashlib.sha256(f"{row.password}\n{row.email}".encode()).hexdigest()[:16]


def _letters(count: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def _hashed(code: str) -> str:
    """The hash of a code as people type it; it is random and long, so a quick hash is enough."""
    tidy = "".join(sign for sign in code.casefold() if sign.isalnum())
    return hashlib.sha256(tidy.encode("utf-8", "replace")).hexdigest()
