"""What users choose about notifications, and the ways in which they are notified."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.server.notify.addresses import Allowed
from viae.server.notify.push import Push, check_keys
from viae.server.notify.shapes import ChannelView, Form, Kind, NoticeChoices, NoticesView
from viae.server.notify.webhooks import new_secret
from viae.server.people.accounts import User
from viae.server.people.mail import Mail
from viae.server.store.database import Database
from viae.server.store.models import Channel, Delivery, NoticeSettings, Person
from viae.server.store.present import need_present
from viae.table.create import new_id
from viae.table.errors import Conflict, Forbidden, Unknown

MOST = 20  # ways to notify one user
USUAL: NoticeChoices = {
    "language": "en",
    "zone": "UTC",
    "turns": "days",
    "ended": True,
    "after": 1,
    "quiet_from": None,
    "quiet_to": None,
    "mail": "off",
    "digest_at": 8 * 60,
}
CHOICES = tuple(NoticeSettings.__table__.columns[name] for name in USUAL)


class NewChannel(NamedTuple):
    """A channel to be added."""

    kind: Kind
    form: Form
    address: str
    keys: dict[str, str]
    name: str


class Channels:
    """The settings of all users."""

    def __init__(self, db: Database, mail: Mail, push: Push, allowed: Allowed, secret: str) -> None:
        self.db = db
        self.mail = mail
        self.push = push
        self.allowed = allowed
        self.wake: Callable[[], None] = lambda: None  # something waits to be delivered
        self._signer = URLSafeSerializer(secret, salt="viae.unsubscribe")

    # Reading

    async def view(self, user: User) -> NoticesView:
        """Everything about the notifications of a user."""
        chosen = select(*CHOICES).where(NoticeSettings.person == user.id)
        email = select(Person.email).where(Person.id == user.id)
        key = await self.push.public()  # first: it may be written, which needs a connection, too
        async with self.db.read() as connection:
            row = (await connection.execute(chosen)).first()
            return {
                "settings": choices_of(row),
                "channels": await _listed(connection, user.id),
                "push_key": key,
                "mail": self.mail.ready,
                "email": (await connection.execute(email)).scalar(),
            }

    # Writing

    async def choose(self, user: User, chosen: NoticeChoices) -> None:
        """Keep the settings of a user; mail is a way to notify that follows from them."""
        make = insert_sqlite if self.db.sqlite else insert_postgresql
        kept = (
            make(NoticeSettings)
            .values(person=user.id, **chosen)
            .on_conflict_do_update(index_elements=["person"], set_=dict(chosen))
        )
        email = select(Person.email).where(Person.id == user.id)
        async with self.db.write() as connection:
            await need_present(connection, [user.id])
            if chosen["mail"] != "off":
                if not self.mail.ready:
                    raise Conflict("mail.none")
                if (await connection.execute(email)).scalar() is None:
                    raise Conflict("notify.no-email")
                await self._add(connection, user.id, NewChannel("mail", "plain", "", {}, ""))
            else:
                await connection.execute(
                    delete(Channel).where(Channel.person == user.id, Channel.kind == "mail")
                )
            await connection.execute(kept)

    async def add_push(self, user: User, endpoint: str, p256dh: str, auth: str, name: str) -> str:
        """Notify a browser from now on; whoever used it before is not notified there any more."""
        keys = check_keys(p256dh, auth)
        await self.allowed.admit(endpoint)
        async with self.db.write() as connection:
            await need_present(connection, [user.id])
            await connection.execute(
                delete(Channel).where(
                    Channel.digest == _digest("push", endpoint), Channel.person != user.id
                )
            )
            new = NewChannel("push", "plain", endpoint, keys, name)
            return await self._add(connection, user.id, new)

    async def add_webhook(
        self, user: User, form: Form, url: str, room: str | None, token: str | None
    ) -> tuple[str, str | None]:
        """Notify a webhook from now on; its id, and the secret that signs what it is sent."""
        if user.account is None:
            raise Forbidden("notify.account")
        await self.allowed.admit(url)
        keys: dict[str, str] = {}
        if form == "plain":
            keys["secret"] = new_secret()
        if form == "matrix":
            if not room or not token or not token.isascii() or not token.isprintable():
                raise Conflict("notify.matrix")
            keys |= {"room": room, "token": token}
        name = urlsplit(url).hostname or ""
        async with self.db.write() as connection:
            await need_present(connection, [user.id])
            new = NewChannel("webhook", form, url, keys, name[:64])
            made = await self._add(connection, user.id, new)
        return made, keys.get("secret")

    async def _add(self, connection: AsyncConnection, person: str, new: NewChannel) -> str:
        """Add a channel, or renew the one with this address."""
        digest = _digest(new.kind, new.address + new.keys.get("room", ""))
        known = select(Channel.id).where(Channel.person == person, Channel.digest == digest)
        found = (await connection.execute(known)).scalar()
        if found is not None:
            if new.kind != "mail":
                renewed = {"form": new.form, "keys": new.keys, "name": new.name, "fault": None}
                await connection.execute(
                    update(Channel).where(Channel.id == found).values(**renewed)
                )
            return str(found)
        count = select(func.count()).where(Channel.person == person)
        if (await connection.execute(count)).scalar_one() >= MOST:
            raise Conflict("notify.too-many", limit=MOST)
        make = insert_sqlite if self.db.sqlite else insert_postgresql
        values = {**new._asdict(), "person": person, "digest": digest, "created": time.time()}
        made = make(Channel).values(id=new_id(secrets.token_bytes(16)), **values)
        # The same one may be added twice at the same moment.
        changes = {"keys": made.excluded["keys"]}
        made = made.on_conflict_do_update(index_elements=["person", "digest"], set_=changes)
        return str((await connection.execute(made.returning(Channel.id))).scalar_one())

    async def remove(self, user: User, channel: str) -> None:
        """Take a way to be notified away."""
        async with self.db.write() as connection:
            await self._remove(connection, channel, user.id)

    async def _remove(self, connection: AsyncConnection, channel: str, person: str) -> None:
        gone = (
            delete(Channel)
            .where(Channel.id == channel, Channel.person == person)
            .returning(Channel.kind)
        )
        kind = (await connection.execute(gone)).scalar()
        if kind is None:
            raise Unknown("notify.unknown")
        if kind == "mail":
            await connection.execute(
                update(NoticeSettings).where(NoticeSettings.person == person).values(mail="off")
            )

    async def try_out(self, user: User, channel: str) -> None:
        """Send a notification that says nothing, to see whether it arrives."""
        known = select(Channel.id).where(Channel.id == channel, Channel.person == user.id)
        now = time.time()
        make = insert_sqlite if self.db.sqlite else insert_postgresql
        fresh = {"kind": "test", "number": 0, "at": now, "due": now, "attempts": 0}
        async with self.db.write() as connection:
            if (await connection.execute(known)).scalar() is None:
                raise Unknown("notify.unknown")
            await connection.execute(
                make(Delivery)
                .values(channel=channel, subject="test", claimed_until=0.0, **fresh)
                .on_conflict_do_update(index_elements=["channel", "subject"], set_=fresh)
            )
        self.wake()

    # Unsubscribing by a link

    def link(self, channel: str) -> str:
        """The part of a link that takes this channel away."""
        return str(self._signer.dumps(channel))

    async def unsubscribe(self, token: str) -> None:
        """Take away the channel that a link names; it may be gone already."""
        try:
            channel = str(self._signer.loads(token))
        except BadSignature:
            raise Forbidden("notify.wrong-link") from None
        owner = select(Channel.person).where(Channel.id == channel)
        async with self.db.write() as connection:
            person = (await connection.execute(owner)).scalar()
            if person is not None:
                await self._remove(connection, channel, person)


def choices_of(row: Any) -> NoticeChoices:
    """The settings in a row that may be missing."""
    if row is None:
        return USUAL
    return cast("NoticeChoices", {name: getattr(row, name) for name in USUAL})


async def _listed(connection: AsyncConnection, person: str) -> list[ChannelView]:
    wanted = (
        select(
            Channel.id,
            Channel.kind,
            Channel.form,
            Channel.name,
            Channel.created,
            Channel.used,
            Channel.fault,
        )
        .where(Channel.person == person)
        .order_by(Channel.created)
    )
    rows = (await connection.execute(wanted)).all()
    return [cast("ChannelView", dict(row._mapping)) for row in rows]


def _digest(kind: str, address: str) -> str:
    return hashlib.sha256(f"{kind} {address}".encode()).hexdigest()
