"""Tables before and after the game: create one, start it, play the same again."""

from __future__ import annotations

import base64

from viae.data import parse_board
from viae.rules.playout import Dice
from viae.table import clock as clocks
from viae.table.bots import check_bot
from viae.table.errors import Conflict, Forbidden
from viae.table.game import TableGame
from viae.table.play import Play
from viae.table.requests import TableWish
from viae.table.rows import SeatRow, TableRow
from viae.table.seats import Seats, need_host, need_open, requested_seats
from viae.table.shapes import Visibility
from viae.table.terms import TableTerms
from viae.table.titles import LONGEST_TITLE, new_title, next_title
from viae.table.transaction import Store, TableSnapshot, TableTransaction, Work
from viae.table.types.basics import Document

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id(token: bytes) -> str:
    """An id that cannot be guessed: a letter or digit for each of these random bytes."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in token)


class Tables:
    """Creates tables and starts their games."""

    def __init__(self, store: Store, play: Play, seats: Seats, most_open: int) -> None:
        self.store = store
        self.play = play
        self.seats = seats
        self.most_open = most_open

    async def create(self, person: str, name: str, request: TableWish) -> TableSnapshot:
        """Create a table; it starts at once if requested and all seats are taken."""
        options = request.check()
        given = request.board_file
        board = parse_board(given, "board_file") if given is not None else None
        if request.key is not None:
            known = await self.store.made_before(person, request.key)
            if known is not None:
                return await self.store.look(known)
        terms = TableTerms(
            board=board.id if board else request.board,
            board_file=self.store.board_key(given) if given is not None else None,
            variant=request.variant,
            options=options,
            clock=request.clock,
            live_score=request.live_score,
            open_hands=request.open_hands,
            shuffle=request.shuffle,
            rated=request.rated and not request.hints,
            hints=request.hints,
        )
        table = new_id(self.store.token(16))
        async with self.store.work() as work:
            await check_limit(work, person, self.most_open)
            seats = await requested_seats(work, request.seats, person, name)
            if given is not None:
                await work.keep_board(self.store.board_key(given), given)
            title = request.name or new_title(self.store.token(8), await work.titles(person))
            row = new_row(self.store, table, person, title, terms, len(seats), request.visibility)
            row.create_key = request.key
            await work.insert(row, seats)
        if request.start and all(seat.kind in ("person", "bot") for seat in seats):
            return await self.start(table, person, None)
        return await self.store.look(table)

    async def start(self, table: str, person: str, fill: str | None) -> TableSnapshot:
        """Start the game; `fill` names a bot for the seats that are still open."""
        bot = check_bot(fill) if fill else None
        async with self.store.transaction(table, person) as transaction:
            need_open(transaction.table)
            need_host(transaction.table, person)
            seats = transaction.table.seats
            for one in seats:
                if one.kind in ("open", "invited") and bot is not None:
                    seats[one.seat] = SeatRow(one.seat, "bot", bot=bot)
            empty = [one.seat for one in seats if one.kind in ("open", "invited")]
            if empty:
                raise Conflict("table.seats-empty", seats=empty)
            if transaction.table.terms.shuffle:
                seats[:] = _shuffled(self.store, seats)
                for number, one in enumerate(seats):
                    one.seat = number
            transaction.change_seats()
            board = await transaction.work.board(transaction.table.terms)
            names = [one.shown_name for one in seats]
            secret = self.store.token(32)
            game = TableGame.new(transaction.table.terms, names, secret, board)
            # The board has a row of its own, so that its name is enough here.
            document = {**game.start_document(), "board": transaction.table.terms.board}
            await begin(transaction, game, document)
            transaction.tell({"kind": "started", "at": transaction.now, "seats": names})
            self.play.settle(transaction)
        return transaction.table

    async def rematch(self, table: str, person: str, name: str) -> TableSnapshot:
        """A new table on the same terms, everybody one seat further; at most one for each game."""
        async with self.store.transaction(table, person) as transaction:
            if transaction.table.status not in ("finished", "abandoned"):
                raise Conflict("table.not-over")
            if person not in {one.person for one in transaction.table.seats}:
                raise Forbidden("table.players-only")
            known = transaction.table.row.rematch
            if known is None:
                new = new_id(self.store.token(16))
                old = transaction.table
                seats = _again(old, person)
                row = new_row(
                    self.store,
                    new,
                    person,
                    next_title(old.row.name),
                    old.terms,
                    len(seats),
                    old.row.visibility,
                )
                await transaction.work.insert(row, seats)
                transaction.set(rematch=new)
                transaction.tell({"kind": "rematch", "at": transaction.now, "table": new})
        if known is None:
            return await self.store.look(new)
        other = await self.store.look(known)
        if other.status == "open" and not other.seats_of(person):
            return await self.seats.sit(known, person, name, None)
        return other


async def check_limit(work: Work, person: str, most_open: int) -> None:
    """Refuse if the user has too many open tables already."""
    if await work.hosted(person) >= most_open:
        raise Conflict("limit.open-tables", limit=most_open)


def new_row(
    store: Store,
    table: str,
    host: str,
    name: str,
    terms: TableTerms,
    players: int,
    visibility: Visibility,
) -> TableRow:
    """A new table, which nobody has written yet."""
    return TableRow(
        id=table,
        name=name[:LONGEST_TITLE],
        kind="study" if terms.study else "play",
        status="open",
        host=host,
        visibility=visibility,
        key=base64.urlsafe_b64encode(store.token(12)).decode(),
        board=terms.board,
        variant=terms.variant,
        pace=terms.clock.pace,
        players=players,
        plan=terms.to_json(),
        created=store.now(),
    )


async def begin(transaction: TableTransaction, game: TableGame, document: Document) -> None:
    """Start the game of a table; the document is what it is restored from."""
    transaction.table.game = game
    await transaction.work.start(transaction.table.id, document, game.secret)
    hands = clocks.begin(transaction.table.clock, len(transaction.table.seats))
    transaction.set(status="running", started=transaction.now, hands=hands.to_json())


def _shuffled(store: Store, seats: list[SeatRow]) -> list[SeatRow]:
    """The same seats in any order."""
    order = list(range(len(seats)))
    Dice(int.from_bytes(store.token(8))).shuffle(order)
    return [seats[number] for number in order]


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
