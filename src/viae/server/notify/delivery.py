"""The delivery of notifications: claimed from the outbox, sent, and only then deleted.

A process claims all that is due on a channel, so that nobody else sends it. What is no longer true,
or not wanted, is dropped. If the process dies between sending and deleting, or the database goes
away, the claim is given free and the notification is sent once more, with the same id. Nothing is
ever lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
import smtplib
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sqlalchemy import and_, delete, or_, select, text, update

from viae.server.notify.addresses import Allowed
from viae.server.notify.channels import CHOICES, USUAL, Channels, choices_of
from viae.server.notify.push import Push
from viae.server.notify.shapes import NoticeChoices, NoticeKind, PlainNotice, PushNotice, ToldTable
from viae.server.notify.timing import after_quiet, ready_at
from viae.server.notify.webhooks import Request, request_for
from viae.server.people.mail import Letter, Mail
from viae.server.people.words import words
from viae.server.process.logs import log
from viae.server.process.metrics import Metrics
from viae.server.process.waiting import news_within
from viae.server.store.database import Database
from viae.server.store.models import (
    Channel,
    Delivery,
    NoticeSettings,
    Person,
    Personal,
    Seat,
    Table,
)

if TYPE_CHECKING:
    from viae.server.notify.outgoing import Outgoing

LOOK = 1.0  # seconds between looks at the outbox
AT_ONCE = 8  # channels served at the same time
MOST_OF_ONE = 2  # of them of one user, whose webhooks may all be slow
LEASE = 300.0  # seconds for which a claim holds
FREEING = 5.0  # seconds between looks for claims that nobody serves any more
PLANNED = 10.0  # seconds for which a plan of the turn is given time to be played
STOPPING = 5.0  # seconds for what is being sent when the server stops
FIRST_PAUSE = 30.0  # seconds before the second attempt; it doubles
LONGEST_PAUSE = 6 * 3600.0
GIVE_UP = 3 * 86_400.0  # seconds


class Waiting(NamedTuple):
    """A claimed delivery with what is known about it now."""

    row: Any
    chosen: NoticeChoices

    @property
    def true(self) -> bool:
        """Whether it is still so; who has played in the meantime need not be told."""
        row = self.row
        if row.kind != "turn":
            return True
        return bool(
            row.status == "running"
            and row.decision == row.number
            and row.seated == row.person
            and row.seat_kind == "person"
            and row.stand_in is None
        )

    @property
    def wanted(self) -> bool:
        """Whether the user wants to hear of this."""
        row, chosen = self.row, self.chosen
        if row.kind == "test":
            return True
        if row.notify == "off" or row.deleted is not None or row.disabled is not None:
            return False
        if row.kind == "ended":
            return chosen["ended"]
        usual = chosen["turns"] == "all" or (chosen["turns"] == "days" and row.pace != "live")
        return row.notify == "on" or usual


class Failed(Exception):
    """It could not be delivered."""

    def __init__(self, reason: str, later: float | None = None, gone: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.later = later  # seconds that the other side asks us to wait
        self.gone = gone  # for good: the channel does not exist any more


class Deliveries:
    """Delivers what waits in the outbox of a database; several processes may do it at once."""

    def __init__(
        self,
        db: Database,
        channels: Channels,
        metrics: Metrics,
        address: str | None,
        name: str,
    ) -> None:
        self.db = db
        self.channels = channels
        self.metrics = metrics
        self.address = address  # of our pages, as people type it
        self.name = name  # of this process, for its claims
        self.mail: Mail = channels.mail
        self.push: Push = channels.push
        self.allowed: Allowed = channels.allowed
        self._outgoing: Outgoing | None = None
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._serving: dict[str, str] = {}  # channels, and whose they are
        channels.wake = self._news.set

    async def run(self) -> None:
        """Until cancelled: look what is due, and deliver it."""
        freed = 0.0
        try:
            while True:
                self._news.clear()
                try:
                    if not freed or time.monotonic() > freed + FREEING:
                        await self._free_unserved()
                        freed = time.monotonic()
                    await self._begin(AT_ONCE - len(self._tasks))
                except Exception as problem:  # noqa: BLE001 - the database may be away for a while
                    log().error("notify.claim", problem=str(problem)[:200])
                await news_within(self._news, LOOK)
        finally:
            await self._stop()

    async def _stop(self) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOPPING)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._outgoing is not None:
            await self._outgoing.close()

    # Claims

    async def _free_unserved(self) -> None:
        """Give free what processes that ended had claimed, and own claims that a fault left."""
        others: Any = Delivery.claimed_by != self.name  # with SQLite no other process lives
        if not self.db.sqlite:
            others = text("claimed_by not in (select application_name from pg_stat_activity)")
        left = and_(
            Delivery.claimed_by == self.name, Delivery.channel.not_in(sorted(self._serving))
        )
        freed = (
            update(Delivery)
            .where(Delivery.claimed_until > 0, or_(others, left))
            .values(claimed_until=0.0)
        )
        async with self.db.write() as connection:
            await connection.execute(freed)

    async def _begin(self, limit: int) -> None:
        """Claim channels on which something is due, and serve each in a task of its own."""
        if limit <= 0:
            return
        now = time.time()
        due = and_(Delivery.due <= now, Delivery.claimed_until < now)
        found = await self._choose(due, limit)
        if not found:
            return
        claim = (
            update(Delivery)
            .where(Delivery.channel.in_(found), due)
            .values(claimed_by=self.name, claimed_until=now + LEASE)
            .returning(Delivery.channel)
        )
        async with self.db.write() as connection:
            claimed = set((await connection.execute(claim)).scalars())
        for channel in sorted(claimed):
            self._serving[channel] = found[channel]
            task = asyncio.create_task(self._serve(channel))
            self._tasks.add(task)
            task.add_done_callback(self._done)

    async def _choose(self, due: Any, limit: int) -> dict[str, str]:
        """Channels on which something is due, and whose they are: those of others come first."""
        found: dict[str, str] = {}
        for most in range(1, MOST_OF_ONE + 1):
            while len(found) < limit:
                # What comes to a channel that is being served waits until that is done.
                served = {**self._serving, **found}
                count = Counter(served.values())
                busy = [person for person in count if count[person] >= most]
                wanted = (
                    select(Delivery.channel, Channel.person)
                    .join(Channel, Channel.id == Delivery.channel)
                    .where(due, Delivery.channel.not_in(list(served)), Channel.person.not_in(busy))
                    .order_by(Delivery.due)
                    .limit(50)
                )
                async with self.db.read() as connection:
                    rows = (await connection.execute(wanted)).all()
                if not rows:
                    break
                for channel, person in rows:
                    if len(found) < limit and channel not in found and count[person] < most:
                        found[channel] = person
                        count[person] += 1
        return found

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._news.set()

    # One channel

    async def _serve(self, channel: str) -> None:
        """Deliver what is claimed on a channel."""
        try:
            now = time.time()
            ready: list[Waiting] = []
            for one in await self._claimed(channel):
                mail = one.row.channel_kind == "mail"
                when = now
                if one.row.kind != "test":
                    when = ready_at(one.row.at, one.chosen, mail)
                    when = max(when, after_quiet(now, one.chosen))
                    if one.row.plan and not one.row.plan_fault:
                        when = max(when, one.row.at + PLANNED)  # it may be played any moment
                if not one.true or not one.wanted:
                    await self._drop(one, "dropped")
                elif when > now:
                    await self._postpone(one, when)
                else:
                    ready.append(one)
            if ready:
                await self._deliver(ready, now)
        except Exception as problem:  # noqa: BLE001 - the others must go on
            log().error("notify.fault", channel=channel, problem=repr(problem))
            await self._faulty(channel)
        finally:
            self._serving.pop(channel, None)

    async def _claimed(self, channel: str) -> list[Waiting]:
        owner = and_(Seat.table == Table.id, Seat.seat == Table.actor)
        mine = and_(Personal.table == Delivery.table, Personal.person == Channel.person)
        wanted = (
            select(
                Delivery.channel,
                Delivery.subject,
                Delivery.table.label("table"),
                Delivery.kind,
                Delivery.number,
                Delivery.at,
                Delivery.attempts,
                Channel.kind.label("channel_kind"),
                Channel.form,
                Channel.address,
                Channel.keys.label("secrets"),
                Person.id.label("person"),
                Person.name,
                Person.email,
                Person.deleted,
                Person.disabled,
                Personal.notify,
                Personal.plan,
                Personal.fault.label("plan_fault"),
                Table.name.label("table_name"),
                Table.status,
                Table.number.label("decision"),
                Table.pace,
                Seat.person.label("seated"),
                Seat.kind.label("seat_kind"),
                Seat.stand_in,
                *CHOICES,
            )
            .join(Channel, Channel.id == Delivery.channel)
            .join(Person, Person.id == Channel.person)
            .outerjoin(NoticeSettings, NoticeSettings.person == Person.id)
            .outerjoin(Table, Table.id == Delivery.table)
            .outerjoin(Seat, owner)
            .outerjoin(Personal, mine)
            .where(
                Delivery.channel == channel,
                Delivery.claimed_by == self.name,
                Delivery.claimed_until > 0,
            )
            .order_by(Delivery.at)
        )
        async with self.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            Waiting(row, choices_of(row) if row.language is not None else USUAL) for row in rows
        ]

    async def _deliver(self, ready: list[Waiting], now: float) -> None:
        """Deliver, and delete what was delivered; what failed is tried again later."""
        kind = ready[0].row.channel_kind
        if kind == "mail":  # one letter for all
            try:
                await self._send_mail(ready)
            except Failed as problem:
                await self._failed(ready, problem)
                return
            await self._delivered(ready)
            return
        for place, one in enumerate(ready):
            if time.time() > now + LEASE / 2:  # the claim must not run out
                await self._free(one.row.channel)
                return
            try:
                await self._send(one)
            except Failed as problem:  # where one fails, the others would fail, too
                await self._failed(ready[place:], problem)
                return
            await self._delivered([one])

    # Sending

    async def _send(self, one: Waiting) -> None:
        row = one.row
        notice = self._notice(one)
        request: Request
        if row.channel_kind == "push":
            told: PushNotice = {
                "id": notice["id"],
                "kind": notice["kind"],
                "table": row.table,
                "title": notice["title"],
                "text": notice["text"],
            }
            request = await self.push.request_for(row.address, row.secrets, told)
        else:
            request = request_for(row.form, row.address, row.secrets, notice, time.time())
        from viae.server.notify.outgoing import Outgoing, Unsent

        if self._outgoing is None:
            self._outgoing = Outgoing(self.allowed)
        try:
            answer = await self._outgoing.send(*request)
        except Unsent as problem:
            raise Failed(problem.reason) from None
        if not 200 <= answer.status < 300:
            gone = row.channel_kind == "push" and answer.status in (404, 410)
            raise Failed(f"status {answer.status}", answer.retry_after, gone)

    async def _send_mail(self, ready: list[Waiting]) -> None:
        row, chosen = ready[0].row, ready[0].chosen
        if row.email is None or not self.mail.ready or self.address is None:
            raise Failed("no-address", gone=True)
        notices = [self._notice(one) for one in ready]
        language = chosen["language"]
        what = notices[0]["title"]
        if len(notices) > 1:
            what, _ = words(language, "several", n=str(len(notices)))
        lines = [_with_link(one) for one in notices]
        token = self.channels.link(row.channel)
        subject, body = words(
            language,
            "notices",
            subject=what,
            name=row.name,
            list="\n\n".join(lines),
            stop=f"{self.address}/unsubscribe/{token}",
        )
        headers = {
            "List-Unsubscribe": f"<{self.address}/api/unsubscribe/{token}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        try:
            await self.mail.send(Letter(row.email, subject, body, headers))
        except (OSError, smtplib.SMTPException) as problem:
            log().warning("notify.mail", problem=str(problem)[:200])
            raise Failed("mail") from None

    def _notice(self, one: Waiting) -> PlainNotice:
        row = one.row
        kind = cast("NoticeKind", row.kind)
        title, said = words(one.chosen["language"], kind, table=row.table_name or "")
        table: ToldTable | None = None
        if row.table is not None:
            url = f"{self.address}/t/{row.table}" if self.address else None
            table = {"id": row.table, "name": row.table_name, "url": url}
        stop = self.channels.link(row.channel)
        return {
            "id": _id(row),
            "kind": kind,
            "at": row.at,
            "number": row.number,
            "table": table,
            "person": {"id": row.person, "name": row.name},
            "title": title,
            "text": said,
            "unsubscribe": f"{self.address}/unsubscribe/{stop}" if self.address else None,
        }

    # Marks

    async def _delivered(self, told: list[Waiting]) -> None:
        kind, channel = told[0].row.channel_kind, told[0].row.channel
        async with self.db.write() as connection:
            await connection.execute(delete(Delivery).where(or_(*map(_same, told))))
            await connection.execute(_release(self.name, channel, told))
            await connection.execute(
                update(Channel).where(Channel.id == channel).values(used=time.time(), fault=None)
            )
        self.metrics.notices.labels(kind, "delivered").inc(len(told))

    async def _drop(self, one: Waiting, outcome: str) -> None:
        async with self.db.write() as connection:
            await connection.execute(delete(Delivery).where(_same(one)))
            await connection.execute(_release(self.name, one.row.channel, [one]))
        self.metrics.notices.labels(one.row.channel_kind, outcome).inc()

    async def _postpone(self, one: Waiting, when: float) -> None:
        async with self.db.write() as connection:
            await connection.execute(
                update(Delivery).where(_same(one)).values(due=when, claimed_until=0.0)
            )
            await connection.execute(_release(self.name, one.row.channel, [one]))

    async def _failed(self, told: list[Waiting], problem: Failed) -> None:
        """Try again later, less and less often; after days it is given up."""
        row = told[0].row
        log().warning("notify.failed", channel=row.channel, problem=problem.reason)
        self.metrics.notices.labels(row.channel_kind, "failed").inc(len(told))
        if problem.gone and row.channel_kind == "push":
            async with self.db.write() as connection:
                await connection.execute(delete(Channel).where(Channel.id == row.channel))
            return
        now = time.time()
        pause = min(FIRST_PAUSE * 2**row.attempts, LONGEST_PAUSE) * random.uniform(0.8, 1.2)
        pause = min(max(pause, problem.later or 0.0), LONGEST_PAUSE)
        for one in told:
            if problem.gone or now + pause > one.row.at + GIVE_UP:
                log().error("notify.given_up", channel=row.channel, kind=one.row.kind)
                await self._drop(one, "given_up")
        async with self.db.write() as connection:
            await connection.execute(
                update(Delivery)
                .where(or_(*map(_same, told)))
                .values(due=now + pause, attempts=Delivery.attempts + 1, claimed_until=0.0)
            )
            await connection.execute(_release(self.name, row.channel, told))
            await connection.execute(
                update(Channel).where(Channel.id == row.channel).values(fault=problem.reason)
            )

    async def _faulty(self, channel: str) -> None:
        """What cannot be sent at all counts as failed, too, so that it is given up one day."""
        with contextlib.suppress(Exception):  # without a database the claim runs out
            claimed = await self._claimed(channel)
            if claimed:
                await self._failed(claimed, Failed("fault"))

    async def _free(self, channel: str) -> None:
        """Give free what is claimed on a channel, to be tried again a little later."""
        with contextlib.suppress(Exception):  # then the claim runs out
            async with self.db.write() as connection:
                await connection.execute(
                    update(Delivery)
                    .where(Delivery.channel == channel, Delivery.claimed_by == self.name)
                    .values(claimed_until=0.0, due=time.time() + FIRST_PAUSE)
                )


def _same(one: Waiting) -> Any:
    """The delivery as it was claimed; a later one that has replaced it is another."""
    row = one.row
    return and_(
        Delivery.channel == row.channel,
        Delivery.subject == row.subject,
        Delivery.kind == row.kind,
        Delivery.number == row.number,
        Delivery.at == row.at,
    )


def _release(name: str, channel: str, told: list[Waiting]) -> Any:
    """Give free what has replaced these in the meantime."""
    subjects = [one.row.subject for one in told]
    return (
        update(Delivery)
        .where(
            Delivery.channel == channel,
            Delivery.subject.in_(subjects),
            Delivery.claimed_by == name,
            Delivery.claimed_until > 0,
        )
        .values(claimed_until=0.0)
    )


def _with_link(notice: PlainNotice) -> str:
    url = notice["table"]["url"] if notice["table"] else None
    return notice["text"] + (f"\n{url}" if url else "")


def _id(row: Any) -> str:
    """The same for every attempt to deliver the same."""
    said = f"{row.channel} {row.subject} {row.kind} {row.number} {row.at!r}"
    return hashlib.sha256(said.encode()).hexdigest()[:32]
