"""What is stored about a user: handed out to them, and deleted when they want it.

Games belong to everybody who played them, so they stay, without the name. A deletion that was
interrupted goes on when a server starts.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from typing import Any, TypeAlias

from sqlalchemy import delete, select, update

from viae.bots.ratings import shown
from viae.server.people.accounts import Accounts, User
from viae.server.people.sessions import Session, Sessions
from viae.server.process.logs import log
from viae.server.store.models import (
    Channel,
    Entry,
    GameAnalysis,
    Member,
    News,
    NoticeSettings,
    Person,
    Personal,
    PuzzleAnswerRow,
    Rating,
    RecoveryCode,
    Seat,
    Start,
    StudyTree,
    Table,
    Token,
)
from viae.server.store.seated import tables_of
from viae.server.store.transaction import TableStore
from viae.server.store.work import StoreWork
from viae.table.errors import Conflict, Unknown
from viae.table.play import Play
from viae.table.seats import Seats

Exported: TypeAlias = dict[str, Any]  # a document for people, not for programs
NAMED = ("started", "seats", "chat")  # news with names in them


class PersonalData:
    """Exports and deletes what is stored about users."""

    def __init__(
        self,
        store: TableStore,
        accounts: Accounts,
        sessions: Sessions,
        play: Play,
        seats: Seats,
    ) -> None:
        self.store = store
        self.db = store.db
        self.accounts = accounts
        self.sessions = sessions
        self.play = play
        self.seats = seats

    # Export

    async def export(self, session: Session) -> Exported:
        """Everything that is stored about a user."""
        me = session.user.id
        person = select(
            Person.id,
            Person.name,
            Person.account,
            Person.email,
            Person.public_name,
            Person.bot,
            Person.created,
            Person.disabled,
        )
        tables = select(
            Table.id,
            Table.name,
            Table.kind,
            Table.status,
            Table.board,
            Table.variant,
            Table.host,
            Table.created,
            Table.started,
            Table.finished,
            Table.result,
        ).where(Table.id.in_(tables_of(me)))
        seats = select(Seat.table.label("table"), Seat.seat, Seat.kind, Seat.name, Seat.left)
        entries = select(Entry.game, Entry.number, Entry.text, Entry.at)
        said = select(News.table.label("table"), News.number, News.body, News.at)
        wanted: dict[str, Any] = {
            "tables": tables.order_by(Table.created),
            "seats": seats.where(Seat.person == me),
            "notifications": select(*NoticeSettings.__table__.columns).where(
                NoticeSettings.person == me
            ),
            "channels": select(
                Channel.id, Channel.kind, Channel.form, Channel.name, Channel.created, Channel.used
            ).where(Channel.person == me),
            "puzzles": select(
                PuzzleAnswerRow.puzzle,
                PuzzleAnswerRow.score,
                PuzzleAnswerRow.change,
                PuzzleAnswerRow.at,
            ).where(PuzzleAnswerRow.person == me),
            "personal": select(*Personal.__table__.columns).where(Personal.person == me),
            "tokens": select(Token.id, Token.name, Token.scopes, Token.created, Token.used).where(
                Token.person == me
            ),
            "entered": select(Member.table.label("table")).where(Member.person == me),
            "reviews": select(
                GameAnalysis.game, GameAnalysis.number, GameAnalysis.nodes, GameAnalysis.since
            ).where(GameAnalysis.person == me),
            "trees": select(StudyTree.table.label("table"), StudyTree.tree, StudyTree.at)
            .join(Table, Table.id == StudyTree.table)
            .where(Table.host == me),
        }
        found: Exported = {"viae_export": 1, "made": time.time()}
        sessions = await self.sessions.listed(session)
        async with self.db.read() as connection:
            row = (await connection.execute(person.where(Person.id == me))).one()
            found["person"] = dict(row._mapping)
            found["sessions"] = sessions
            for name, statement in wanted.items():
                rows = (await connection.execute(statement)).all()
                found[name] = [
                    {str(key): row._mapping[key] for key in row._mapping} for row in rows
                ]
            found["entries"] = []
            for table in sorted(str(one["id"]) for one in found["tables"]):
                played = entries.where(Entry.game == table, Entry.person == me)
                rows = (await connection.execute(played.order_by(Entry.number))).all()
                found["entries"] += [dict(row._mapping) for row in rows]
                await asyncio.sleep(0)  # there may be very many: others come in between
            mine = (
                await connection.execute(select(Rating).where(Rating.who == f"person:{me}"))
            ).all()
            found["ratings"] = [
                {"variant": row.variant, "rating": shown(row.mu), "games": row.games}
                for row in mine
            ]
            chat = (
                await connection.execute(said.where(News.person == me, News.kind == "chat"))
            ).all()
        found["chat"] = [
            {"table": row.table, "number": row.number, "text": row.body["text"], "at": row.at}
            for row in chat
        ]
        return found

    # Deletion

    async def delete(self, user: User, password: str | None) -> None:
        """Delete a user: nobody can sign in from here on, bots take over the seats."""
        if user.account is not None:
            await self.accounts.check_password(user, password or "")
        async with self.db.write() as connection:
            await connection.execute(
                update(Person)
                .where(Person.id == user.id)
                .values(
                    account=None,
                    look=None,
                    password=None,
                    email=None,
                    public_name=False,
                    deleted=time.time(),
                )
            )
            for gone in (RecoveryCode, Channel, NoticeSettings, Personal, PuzzleAnswerRow):
                await connection.execute(delete(gone).where(gone.person == user.id))
            ended = await self.sessions.end_in(connection, user.id)
            mine = select(Token.id).where(Token.person == user.id)
            tokens = list((await connection.execute(mine)).scalars())
            await connection.execute(delete(Token).where(Token.person == user.id))
            if tokens and self.sessions.announce is not None:
                await self.sessions.announce(connection, user.id, tokens)
            ended += tokens
        self.sessions.ended(user.id, ended)
        await self._clear(user.id, user.name)

    async def go_on(self) -> None:
        """Finish deletions that were interrupted."""
        wanted = select(Person.id, Person.name).where(
            Person.deleted.is_not(None), Person.name != ""
        )
        async with self.db.read() as connection:
            left = (await connection.execute(wanted)).all()
        for person, name in left:
            await self._clear(person, name)

    async def _clear(self, person: str, name: str) -> None:
        """Leave all tables and remove the name everywhere; the row of the user is the last."""
        await self._leave(person)
        wanted = tables_of(person)
        spoke = select(News.table).where(News.person == person).distinct()
        async with self.db.read() as connection:
            tables = set((await connection.execute(wanted)).scalars())
            tables.update((await connection.execute(spoke)).scalars())
        for table in sorted(tables):
            await self._clear_table(table, person, name)
        async with self.db.write() as connection:
            await connection.execute(delete(Member).where(Member.person == person))
            await connection.execute(delete(Rating).where(Rating.who == f"person:{person}"))
            await connection.execute(update(Person).where(Person.id == person).values(name=""))
        log().info("person.deleted", person=person)

    async def _leave(self, person: str) -> None:
        wanted = select(Table.id, Table.kind).where(
            Table.id.in_(tables_of(person)), Table.status.in_(("open", "running"))
        )
        async with self.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        for row in rows:
            with contextlib.suppress(Conflict, Unknown):  # another process goes on with it, too
                await self._leave_table(row.id, row.kind, person)

    async def _leave_table(self, table: str, kind: str, person: str) -> None:
        if kind == "study":
            async with self.db.write() as connection:
                await connection.execute(delete(Table).where(Table.id == table))
            self.store.forget(table)
            return
        snapshot = await self.store.look(table)
        if snapshot.status == "open":
            with contextlib.suppress(Conflict):  # the game may begin at this moment
                if snapshot.seats_of(person):
                    await self.seats.leave(table, person)
                elif snapshot.row.host == person:
                    await self.seats.close(table, person)
            snapshot = await self.store.look(table)
        for seat in snapshot.seats_of(person):
            if snapshot.status == "running" and snapshot.seats[seat].left != "resigned":
                snapshot = await self.play.resign(table, person, seat, None)

    async def _clear_table(self, table: str, person: str, name: str) -> None:
        """Remove the name of a user from one table."""
        news = select(News.number, News.kind, News.body, News.person).where(
            News.table == table, News.kind.in_(NAMED)
        )
        start = select(Start.document).where(Start.game == table)
        async with self.store.transaction(table) as transaction:
            assert isinstance(transaction.work, StoreWork)
            connection = transaction.work.connection
            names = {name}
            theirs = transaction.table.row.host == person
            for seat in transaction.table.seats:
                if seat.person == person:
                    theirs = True
                    names.add(seat.name or name)
                    seat.name = ""
                    if seat.kind == "invited":
                        seat.kind, seat.person, seat.name = "open", None, None
            transaction.change_seats()
            shown = transaction.table.row.name
            named = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
            if theirs and named.search(shown):  # “Livia’s table”
                transaction.table.row.name = named.sub("…", shown)
                await connection.execute(
                    update(Table).where(Table.id == table).values(name=transaction.table.row.name)
                )
            document = (await connection.execute(start)).scalar()
            if document is not None and isinstance(document.get("players"), list):
                players = ["" if one in names else one for one in document["players"]]
                await connection.execute(
                    update(Start)
                    .where(Start.game == table)
                    .values(document={**document, "players": players})
                )
            for row in (await connection.execute(news)).all():
                body = _without(row.kind, row.body, names, row.person == person)
                if body != row.body:
                    await connection.execute(
                        update(News)
                        .where(News.table == table, News.number == row.number)
                        .values(body=body)
                    )


def _without(kind: str, body: dict[str, Any], names: set[str], theirs: bool) -> dict[str, Any]:
    """News without the name of a user, and without what they said."""
    if kind == "chat":
        return {**body, "name": "", "text": ""} if theirs else body
    if kind == "started":
        return {**body, "seats": ["" if one in names else one for one in body["seats"]]}
    return {**body, "name": ""} if body.get("name") in names else body
