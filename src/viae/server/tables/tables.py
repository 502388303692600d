"""Tables before and after the game: create, list, sit, leave, start, rematch, import, chat."""

from __future__ import annotations

import hashlib
import random
import secrets
import time
from typing import Any

import orjson
from sqlalchemy import and_, exists, func, insert, or_, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from viae.data import board_names, parse_board
from viae.errors import refusal
from viae.game import Game
from viae.position import is_position
from viae.server.bots.names import check_bot
from viae.server.errors import Conflict, Forbidden, Malformed
from viae.server.people.text import tidy
from viae.server.store.models import BoardFile, Entry, Member, News, Person, Seat, Start, Table
from viae.server.store.news import ChatNews
from viae.server.store.rows import SeatRow, TableRow, read_news, seat_rows
from viae.server.store.transaction import TableSnapshot, TableStore, TableTransaction
from viae.server.tables.play import Play
from viae.server.tables.requests import SeatRequest, TableRequest
from viae.server.tables.types import ChatMessage, SeatView, TableView, Visibility
from viae.table import clock as clocks
from viae.table.game import TableGame
from viae.table.terms import TableTerms
from viae.table.types import Document

PAGE = 50
MOST_ENTRIES = 20_000  # of an imported record; the longest random games have some thousands
CHAT_SHOWN = 200


def new_id() -> str:
    """An id that cannot be guessed: 16 letters and digits."""
    alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(alphabet) for _ in range(16))


class Tables:
    """Everything about tables except the game itself."""

    def __init__(self, store: TableStore, play: Play, most_open: int) -> None:
        self.store = store
        self.play = play
        self.most_open = most_open

    # Creating

    async def create(self, person: str, name: str, request: TableRequest) -> TableSnapshot:
        """Create a table; it starts at once if requested and all seats are taken."""
        options = request.check()
        given = request.board_file
        board = parse_board(given, "board_file") if given is not None else None
        if request.key is not None:
            known = await self._made_before(person, request.key)
            if known is not None:
                return known
        terms = TableTerms(
            board=board.id if board else request.board,
            board_file=_digest(given) if given is not None else None,
            variant=request.variant,
            options=options,
            clock=request.clock.clock(),
            live_score=request.live_score,
            open_hands=request.open_hands,
            shuffle=request.shuffle,
            rated=request.rated,
        )
        table = new_id()
        async with self.store.db.write() as connection:
            await self._not_too_many(connection, person)
            seats = await _seat_people(connection, request.seats, person, name)
            if given is not None:
                await self._keep_board(connection, given)
            try:
                await self._insert(
                    connection,
                    table,
                    person,
                    request.name or f"{name}’s table",
                    terms,
                    seats,
                    visibility=request.visibility,
                    create_key=request.key,
                )
            except IntegrityError:
                raise Conflict("table.key-in-use") from None
        if request.start and all(seat.kind in ("person", "bot") for seat in seats):
            return await self.start(table, person, None)
        return await self.store.look(table)

    async def _made_before(self, person: str, key: str) -> TableSnapshot | None:
        wanted = select(Table.id).where(Table.host == person, Table.create_key == key)
        async with self.store.db.read() as connection:
            found = (await connection.execute(wanted)).scalar()
        return None if found is None else await self.store.look(found)

    async def _not_too_many(self, connection: AsyncConnection, person: str) -> None:
        wanted = (
            select(func.count())
            .select_from(Table)
            .where(Table.host == person, Table.status.in_(("open", "running")))
        )
        if (await connection.execute(wanted)).scalar_one() >= self.most_open:
            raise Conflict("limit.open-tables", limit=self.most_open)

    async def _keep_board(self, connection: AsyncConnection, body: Document) -> None:
        make = insert_sqlite if self.store.db.sqlite else insert_postgresql
        await connection.execute(
            make(BoardFile).values(id=_digest(body), body=body).on_conflict_do_nothing()
        )

    async def _insert(
        self,
        connection: AsyncConnection,
        table: str,
        host: str,
        name: str,
        terms: TableTerms,
        seats: list[SeatRow],
        *,
        visibility: Visibility,
        create_key: str | None = None,
    ) -> None:
        await connection.execute(
            insert(Table).values(
                id=table,
                name=name[:80],
                kind="study" if terms.study else "play",
                status="open",
                host=host,
                visibility=visibility,
                key=secrets.token_urlsafe(12),
                board=terms.board,
                variant=terms.variant,
                pace=terms.clock.pace,
                players=len(seats),
                plan=terms.to_json(),
                create_key=create_key,
                created=time.time(),
            )
        )
        await connection.execute(insert(Seat), seat_rows(table, seats))

    # Finding

    async def listed(
        self,
        status: str,
        *,
        board: str | None = None,
        variant: str | None = None,
        pace: str | None = None,
        before: float | None = None,
    ) -> list[TableView]:
        """Public tables, newest first."""
        wanted = select(Table.id).where(Table.visibility == "public", Table.kind == "play")
        wanted = wanted.where(Table.status == status)
        if board is not None:
            wanted = wanted.where(Table.board == board)
        if variant is not None:
            wanted = wanted.where(Table.variant == variant)
        if pace is not None:
            wanted = wanted.where(Table.pace == pace)
        if before is not None:
            wanted = wanted.where(Table.created < before)
        return await self._described(wanted.order_by(Table.created.desc()).limit(PAGE))

    async def of_person(self, person: str, status: str | None) -> list[TableView]:
        """The tables where a user sits, hosts or is invited, newest first."""
        sits = exists().where(Seat.table == Table.id, Seat.person == person)
        wanted = select(Table.id).where(or_(sits, Table.host == person), Table.status != "closed")
        if status is not None:
            wanted = wanted.where(Table.status == status)
        return await self._described(wanted.order_by(Table.created.desc()).limit(PAGE))

    async def turns_of(self, person: str) -> list[TableView]:
        """The tables that wait for a user's decision, the most urgent first."""
        mine = exists().where(
            Seat.table == Table.id,
            Seat.seat == Table.actor,
            Seat.person == person,
            Seat.kind == "person",
            Seat.stand_in.is_(None),
        )
        wanted = (
            select(Table.id)
            .where(Table.status == "running", Table.kind == "play", mine)
            .order_by(Table.deadline.is_(None), Table.deadline, Table.created)
            .limit(PAGE)
        )
        return await self._described(wanted)

    async def _described(self, wanted: Any) -> list[TableView]:
        async with self.store.db.read() as connection:
            ids = list((await connection.execute(wanted)).scalars())
            if not ids:
                return []
            rows = (
                await connection.execute(select(*Table.__table__.columns).where(Table.id.in_(ids)))
            ).all()
            seats = (
                await connection.execute(
                    select(
                        Seat.table,
                        Seat.seat,
                        Seat.kind,
                        Seat.person,
                        Seat.name,
                        Seat.bot,
                        Seat.stand_in,
                        Seat.left,
                    )
                    .where(Seat.table.in_(ids))
                    .order_by(Seat.table, Seat.seat)
                )
            ).all()
        by_table: dict[str, list[SeatRow]] = {}
        for row in seats:
            by_table.setdefault(row[0], []).append(SeatRow(*row[1:]))
        found = {row.id: TableSnapshot(row.id, TableRow(*row), by_table[row.id]) for row in rows}
        return [described(found[one]) for one in ids]

    # Access

    async def enter(self, table: str, person: str, key: str) -> TableSnapshot:
        """Join a table by its link."""
        snapshot = await self.store.look(table)
        given = key.encode("utf-8", "replace")
        if snapshot.study or not secrets.compare_digest(snapshot.row.key.encode(), given):
            return await self.store.see(table, person)
        make = insert_sqlite if self.store.db.sqlite else insert_postgresql
        async with self.store.db.write() as connection:
            await connection.execute(
                make(Member).values(table_id=table, person=person).on_conflict_do_nothing()
            )
        return snapshot

    # Seats

    async def sit(self, table: str, person: str, name: str, seat: int | None) -> TableSnapshot:
        """Take an open seat, or the one reserved for this user."""
        async with self.store.transaction(table, person) as transaction:
            _need_open(transaction.table)
            seats = transaction.table.seats
            if transaction.table.seats_of(person):
                raise Conflict("table.sits-already")
            kept = [one for one in seats if one.kind == "invited" and one.person == person]
            free = [one for one in seats if one.kind == "open"]
            wanted = [*kept, *free]
            if seat is not None:
                wanted = [one for one in wanted if one.seat == seat]
            if not wanted:
                raise Conflict("table.full" if seat is None else "table.seat-taken")
            self._seat(transaction, wanted[0].seat, SeatRow(wanted[0].seat, "person", person, name))
        return transaction.table

    async def leave(self, table: str, person: str) -> TableSnapshot:
        """Leave before the game starts. The host's place goes to the next; the last closes."""
        async with self.store.transaction(table, person) as transaction:
            _need_open(transaction.table)
            mine = transaction.table.seats_of(person)
            if not mine:
                raise Conflict("table.no-seat")
            for seat in mine:
                self._seat(transaction, seat, SeatRow(seat, "open"))
            people = transaction.table.people()
            if not people:
                transaction.set(status="closed", finished=transaction.now)
                transaction.tell({"kind": "closed", "at": transaction.now})
            elif transaction.table.row.host == person:
                transaction.set(host=people[0])
                transaction.tell(
                    {
                        "kind": "host",
                        "at": transaction.now,
                        "seat": transaction.table.seats_of(people[0])[0],
                    }
                )
        return transaction.table

    async def change_seat(
        self, table: str, person: str, name: str, seat: int, request: SeatRequest
    ) -> TableSnapshot:
        """The host chooses who sits in a seat; people who already sit stay."""
        async with self.store.transaction(table, person) as transaction:
            _need_open(transaction.table)
            _need_host(transaction.table, person)
            if not 0 <= seat < len(transaction.table.seats):
                raise Malformed("table.seat-unknown", limit=len(transaction.table.seats) - 1)
            now = transaction.table.seats[seat]
            if now.kind == "person" and now.person != person:
                raise Conflict("table.seat-occupied")
            if request.kind != "me" and transaction.table.seats_of(person) == [seat]:
                raise Conflict("table.only-seat")
            made = await _seat_row(transaction.connection, seat, request, person, name)
            self._seat(transaction, seat, made)
        return transaction.table

    def _seat(self, transaction: TableTransaction, seat: int, sitting: SeatRow) -> None:
        transaction.table.seats[seat] = sitting
        transaction.change_seats()
        transaction.tell(
            {
                "kind": "seats",
                "at": transaction.now,
                "seat": seat,
                "sits": sitting.kind,
                "name": sitting.name,
            }
        )

    async def close(self, table: str, person: str) -> TableSnapshot:
        """The host closes a table that has not started."""
        async with self.store.transaction(table, person) as transaction:
            _need_open(transaction.table)
            _need_host(transaction.table, person)
            transaction.set(status="closed", finished=transaction.now)
            transaction.tell({"kind": "closed", "at": transaction.now})
        return transaction.table

    # Starting

    async def start(self, table: str, person: str, fill: str | None) -> TableSnapshot:
        """Start the game; `fill` names a bot for the seats that are still open."""
        bot = check_bot(fill) if fill else None
        async with self.store.transaction(table, person) as transaction:
            _need_open(transaction.table)
            _need_host(transaction.table, person)
            seats = transaction.table.seats
            for one in seats:
                if one.kind in ("open", "invited") and bot is not None:
                    seats[one.seat] = SeatRow(one.seat, "bot", bot=bot)
            empty = [one.seat for one in seats if one.kind in ("open", "invited")]
            if empty:
                raise Conflict("table.seats-empty", seats=empty)
            if transaction.table.terms.shuffle:
                random.SystemRandom().shuffle(seats)
                for number, one in enumerate(seats):
                    one.seat = number
            transaction.change_seats()
            board = await self.store.board(transaction.connection, transaction.table.terms)
            names = [one.shown_name for one in seats]
            secret = secrets.token_bytes(32)
            game = TableGame.new(transaction.table.terms, names, secret, board)
            # The board has a row of its own, so that its name is enough here.
            document = {**game.start_document(), "board": transaction.table.terms.board}
            await self._begin(transaction, game, document)
            transaction.tell({"kind": "started", "at": transaction.now, "seats": names})
            self.play.settle(transaction)
        return transaction.table

    async def _begin(
        self, transaction: TableTransaction, game: TableGame, document: Document
    ) -> None:
        """Start the game of a table; the document is what it is restored from."""
        transaction.table.game = game
        await transaction.connection.execute(
            insert(Start).values(
                game=transaction.table.id, document=document, secret=game.secret.hex()
            )
        )
        hands = clocks.begin(transaction.table.clock, len(transaction.table.seats))
        transaction.set(status="running", started=transaction.now, hands=hands.to_json())

    # After the game

    async def rematch(self, table: str, person: str, name: str) -> TableSnapshot:
        """A new table on the same terms, everybody one seat further; at most one for each game."""
        async with self.store.transaction(table, person) as transaction:
            if transaction.table.status not in ("finished", "abandoned"):
                raise Conflict("table.not-over")
            if person not in {one.person for one in transaction.table.seats}:
                raise Forbidden("table.players-only")
            known = transaction.table.row.rematch
            if known is None:
                new = new_id()
                seats = _again(transaction.table, person)
                await self._insert(
                    transaction.connection,
                    new,
                    person,
                    transaction.table.row.name,
                    transaction.table.terms,
                    seats,
                    visibility=transaction.table.row.visibility,
                )
                transaction.set(rematch=new)
                transaction.tell({"kind": "rematch", "at": transaction.now, "table": new})
        if known is None:
            return await self.store.look(new)
        other = await self.store.look(known)
        if other.status == "open" and not other.seats_of(person):
            return await self.sit(known, person, name, None)
        return other

    # Study

    async def analyse(
        self,
        person: str,
        name: str,
        document: Document,
        board_file: Document | None,
        upto: int | None,
        manual: bool,
    ) -> TableSnapshot:
        """A private table for one user, to study a record or a position."""
        carried = document.get("board")
        if board_file is None and isinstance(carried, dict):
            board_file = carried
        board = parse_board(board_file, "board") if board_file is not None else None
        if board is None and document.get("board") not in board_names():
            raise Malformed("study.board", names=board_names())
        entries = document.get("entries")
        if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
            raise Malformed("study.too-long", limit=MOST_ENTRIES)
        if is_position(document):
            game = Game.from_position(document, chance="manual", board=board)
        else:
            game = Game.from_record(document, upto=upto, chance="manual", board=board)
        start = {key: value for key, value in document.items() if key not in ("meta", "legal")}
        start = {**start, "board": game.board.id, "entries": []}  # the board has a row of its own
        start.pop("result", None)
        start.pop("tree", None)
        terms = TableTerms(
            board=game.board.id,
            board_file=_digest(board_file) if board_file is not None else None,
            variant=game.variant,
            options=dict(game.options),
            open_hands=True,
            manual_chance=manual,
            study=True,
        )
        seats = [
            SeatRow(number, "person", person, _seat_name(one, number))
            for number, one in enumerate(game.players)
        ]
        table = new_id()
        async with self.store.db.write() as connection:
            await self._not_too_many(connection, person)
            if board_file is not None:
                await self._keep_board(connection, board_file)
            await self._insert(
                connection,
                table,
                person,
                f"Study by {name}",
                terms,
                seats,
                visibility="link",
            )
        async with self.store.transaction(table, person) as transaction:
            secret = secrets.token_bytes(32)
            begun = TableGame.restore(start, (), terms, secret, game.board)
            await self._begin(transaction, begun, start)
            for entry in game.entries:
                transaction.game.read(entry)
                transaction.add_entry(entry, person, None)
            transaction.tell(
                {
                    "kind": "started",
                    "at": transaction.now,
                    "seats": [one.shown_name for one in seats],
                }
            )
            self.play.settle(transaction)
        return transaction.table

    # Chat

    async def say(self, table: str, person: str, name: str, text: str, key: str | None) -> int:
        """Send a chat message; returns its number."""
        try:
            async with self.store.transaction(table, person) as transaction:
                if transaction.table.status == "closed":
                    raise Conflict("table.closed")
                seats = transaction.table.seats_of(person)
                news: ChatNews = {
                    "kind": "chat",
                    "at": transaction.now,
                    "text": text,
                    "name": name,
                    "seat": seats[0] if seats else None,
                }
                return transaction.tell(news, person, key)
        except IntegrityError:
            wanted = select(News.number).where(
                and_(News.table == table, News.person == person, News.key == key)
            )
            async with self.store.db.read() as connection:
                return int((await connection.execute(wanted)).scalar_one())

    async def chat(self, table: str) -> list[ChatMessage]:
        """The latest chat messages, oldest first."""
        wanted = (
            select(News.number, News.kind, News.body, News.at)
            .where(News.table == table, News.kind == "chat")
            .order_by(News.number.desc())
            .limit(CHAT_SHOWN)
        )
        async with self.store.db.read() as connection:
            rows = (await connection.execute(wanted)).all()
        said = [read_news(*row) for row in reversed(rows)]
        return [
            {
                "number": one.number,
                "text": one.news["text"],
                "name": one.news["name"],
                "seat": one.news["seat"],
                "at": one.news["at"],
            }
            for one in said
            if one.news["kind"] == "chat"
        ]

    async def times(self, table: str, first: int, last: int) -> list[tuple[int, float]]:
        """When rows of a game were written."""
        wanted = (
            select(Entry.number, Entry.at)
            .where(Entry.game == table, Entry.number >= first, Entry.number < last)
            .order_by(Entry.number)
        )
        async with self.store.db.read() as connection:
            return [(row.number, row.at) for row in (await connection.execute(wanted)).all()]


def described(table: TableSnapshot, person: str | None = None) -> TableView:
    """A table for lists and views; the key of its link only for those who sit there."""
    row, terms = table.row, table.terms
    seats: list[SeatView] = [
        {
            "seat": one.seat,
            "kind": one.kind,
            "person": one.person,
            "name": one.name,
            "bot": one.bot,
            "stand_in": one.stand_in,
            "left": one.left,
        }
        for one in table.seats
    ]
    found: TableView = {
        "id": table.id,
        "name": row.name,
        "kind": row.kind,
        "status": row.status,
        "host": row.host,
        "visibility": row.visibility,
        "board": row.board,
        "board_file": terms.board_file,
        "variant": row.variant,
        "options": terms.options,
        "players": row.players,
        "pace": row.pace,
        "clock": clocks.shown(terms.clock, clocks.from_json(row.hands)),
        "live_score": terms.live_score,
        "open_hands": terms.open_hands,
        "shuffle": terms.shuffle,
        "rated": terms.rated,
        "seats": seats,
        "actor": row.actor,
        "number": row.number,
        "news": row.news,
        "proposal": row.proposal,
        "result": row.result,
        "rematch": row.rematch,
        "created": row.created,
        "started": row.started,
        "finished": row.finished,
    }
    if person is not None and (table.seats_of(person) or row.host == person):
        found["key"] = row.key
    return found


async def _seat_people(
    connection: AsyncConnection, requests: list[SeatRequest], person: str, name: str
) -> list[SeatRow]:
    """Seats as requested."""
    seats = []
    for number, request in enumerate(requests):
        try:
            seats.append(await _seat_row(connection, number, request, person, name))
        except Malformed as problem:
            faults = [fault.within(f"seats[{number}]") for fault in problem.faults]
            raise Malformed("request.faults", faults=faults) from None
    return seats


async def _seat_row(
    connection: AsyncConnection, seat: int, request: SeatRequest, person: str, name: str
) -> SeatRow:
    """A seat as requested; an invited account is looked up."""
    if request.kind == "me":
        return SeatRow(seat, "person", person, request.name or name)
    if request.kind == "bot":
        assert request.bot is not None
        return SeatRow(seat, "bot", bot=check_bot(request.bot))
    if request.kind == "open":
        return SeatRow(seat, "open")
    assert request.name is not None
    wanted = select(Person.id, Person.name).where(Person.account == request.name.casefold())
    found = (await connection.execute(wanted)).first()
    if found is None:
        fault = refusal("account.unknown", name=request.name, where="name")
        raise Malformed("request.faults", faults=[fault])
    return SeatRow(seat, "invited", found.id, found.name)


def _again(table: TableSnapshot, person: str) -> list[SeatRow]:
    """The seats of a rematch: everybody one seat further, others' seats reserved for them."""
    turned = [*table.seats[1:], table.seats[0]]
    seats = []
    for number, one in enumerate(turned):
        if one.kind == "bot":
            seats.append(SeatRow(number, "bot", bot=one.bot))
        elif one.person == person:
            seats.append(SeatRow(number, "person", person, one.name))
        else:
            seats.append(SeatRow(number, "invited", one.person, one.name))
    return seats


def _seat_name(name: str, seat: int) -> str:
    try:
        return tidy(name)[:32] or f"player {seat}"
    except ValueError:
        return f"player {seat}"


def _digest(document: Document | None) -> str:
    content = orjson.dumps(document, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(content).hexdigest()[:40]


def _need_open(table: TableSnapshot) -> None:
    if table.status != "open":
        status = "started" if table.status == "running" else table.status
        raise Conflict(f"table.{status}")


def _need_host(table: TableSnapshot, person: str) -> None:
    if table.row.host != person:
        raise Forbidden("table.host-only")
