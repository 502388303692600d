"""Playing at a table: entries, undo, proposals to undo, resigning, running out of time.

Each function is one transaction. An entry is written before it is acknowledged, and one that
comes too late is answered with the present view.
"""

from __future__ import annotations

from sqlalchemy import select

from viae.errors import EntryError
from viae.server.bots.names import check_bot
from viae.server.errors import Conflict, Forbidden, Invalid, KeyReused, Stale
from viae.server.store.models import Entry
from viae.server.store.transaction import TableSnapshot, TableStore, TableTransaction
from viae.server.tables import ratings
from viae.server.tables.types import Left, ProposalView
from viae.table import clock as clocks
from viae.table.game import Row, TableGame
from viae.table.history import UNDO

RUNNING = "running"


class Play:
    """What people, bots and the clock do at running tables."""

    def __init__(self, store: TableStore, stand_in: str) -> None:
        self.store = store
        self.stand_in = stand_in

    # Entries

    async def post(
        self, table: str, person: str, number: int, entry: str, key: str
    ) -> tuple[TableSnapshot, int]:
        """Play an entry for whoever this person decides for; the number of its row.

        The same post again is acknowledged again and plays nothing.
        """
        async with self.store.transaction(table, person) as transaction:
            game = running(transaction.table)
            if number != game.rows:
                return transaction.table, await self._again(transaction, number, entry, key)
            seats = transaction.table.acting_seats(person)
            if not seats:
                raise Forbidden("table.no-seat")
            self._write(transaction, game.play(entry, seats), person, key)
        return transaction.table, number

    async def _again(self, transaction: TableTransaction, number: int, text: str, key: str) -> int:
        """The number of an entry that was posted before; Stale if it was not."""
        wanted = select(Entry.number, Entry.text).where(
            Entry.game == transaction.table.id, Entry.key == key
        )
        found = (await transaction.connection.execute(wanted)).first()
        if found is None:
            latest = transaction.game.rows
            raise Stale(
                "turn.decided" if number < latest else "turn.not-yet",
                details={"number": latest},
                number=number,
                now=latest,
            )
        said = found.text.partition(": ")[2] or found.text
        if found.number != number or said != _canonical(transaction.game, text):
            raise KeyReused("turn.key-reused")
        return int(found.number)

    def _write(
        self,
        transaction: TableTransaction,
        rows: list[Row],
        person: str | None,
        key: str | None,
        back: bool = False,
    ) -> None:
        """Write rows that were played, the first by this person; set clock and bots, tell all."""
        for row in rows:
            transaction.add_entry(row.text, person, key)
            person = key = None
        if transaction.table.row.proposal is not None:
            transaction.set(proposal=None)
        transaction.tell(
            {"kind": "entries", "at": transaction.now, "entries": [row.item for row in rows]}
        )
        self.settle(transaction, back)

    def settle(self, transaction: TableTransaction, back: bool = False) -> None:
        """Update clock, waiting bot and status for the seat that decides now."""
        game = transaction.game
        table = transaction.table
        if game.over and table.status == RUNNING and not table.study:
            result = game.result()
            transaction.set(status="finished", finished=transaction.now, result=result)
            transaction.set(actor=None, deadline=None)
            transaction.set(
                hands=clocks.stop(table.clock, _hands(table), transaction.now).to_json()
            )
            transaction.wait_for_bot(None)
            transaction.to_wake.update(person for person in _owners(table))
            transaction.rated = ratings.is_rated(table)
            transaction.tell({"kind": "finished", "at": transaction.now, "result": result})
            return
        seat = game.actor
        bot = None if seat is None or table.study else table.seats[seat].played_by
        timed = seat if bot is None and not table.study else None
        hands = clocks.move_on(table.clock, _hands(table), timed, game.turns, transaction.now, back)
        before = table.row.actor
        transaction.set(actor=seat, hands=hands.to_json(), deadline=hands.deadline)
        waited = before is not None and (transaction.seats_changed or table.seats[before].played_by)
        if bot is not None and seat is not None:
            transaction.wait_for_bot((seat, bot))
        elif waited:
            transaction.wait_for_bot(None)
        for one in (before, seat):
            person = None if one is None else table.seats[one].person
            if person:
                transaction.to_wake.add(person)

    async def bot_plays(self, table: str, number: int, seat: int, codes: list[int]) -> bool:
        """Write what a bot decided; False if the decision is not the bot's any more."""
        async with self.store.transaction(table) as transaction:
            if transaction.table.status != RUNNING:
                return False
            game = transaction.game
            if (
                game.rows != number
                or game.actor != seat
                or not transaction.table.seats[seat].played_by
            ):
                return False
            self._write(transaction, game.play_codes(codes), None, None)
        return True

    # Undo

    async def undo(
        self, table: str, person: str, number: int, to: int | None, key: str
    ) -> tuple[TableSnapshot, int]:
        """Take back a user's own entries, but no revealed card and no decision of others."""
        async with self.store.transaction(table, person) as transaction:
            game = running(transaction.table)
            if number != game.rows:
                goal = len(game.entries) if to is None else to
                row = await self._again_undo(transaction, number, goal, key)
                return transaction.table, row
            seats = transaction.table.acting_seats(person)
            if not seats:
                raise Forbidden("table.no-seat")
            earliest = game.undo_limit(seats)
            last = len(game.entries)
            goal = last - 1 if to is None else to
            if not 0 <= goal < last:
                raise _out_of_range(last)
            if goal < earliest:
                reached = earliest if earliest < last else None
                raise Conflict("undo.ask-others", details={"earliest": reached})
            self._write(transaction, [game.undo(goal, seats)], person, key, back=True)
        return transaction.table, number

    async def _again_undo(
        self, transaction: TableTransaction, number: int, to: int, key: str
    ) -> int:
        try:
            return await self._again(transaction, number, f"{UNDO} {to}", key)
        except KeyReused:
            wanted = select(Entry.number, Entry.text).where(
                Entry.game == transaction.table.id, Entry.key == key
            )
            found = (await transaction.connection.execute(wanted)).one()
            if found.number == number and found.text.startswith(UNDO):
                return int(found.number)
            raise

    def _undo_agreed(
        self, transaction: TableTransaction, to: int, person: str | None = None
    ) -> None:
        """Go back as everybody agreed; `person` is a user who had nobody to ask."""
        self._write(transaction, [transaction.game.undo(to)], person, None, back=True)

    async def propose(self, table: str, person: str, number: int, to: int) -> TableSnapshot:
        """Propose to the others to go back further; with nobody to ask it happens at once."""
        async with self.store.transaction(table, person) as transaction:
            game = running(transaction.table)
            _need_player(transaction.table, person)
            if number != game.rows:
                raise Stale("turn.gone-on", details={"number": game.rows})
            if not 0 <= to < len(game.entries):
                raise _out_of_range(len(game.entries))
            to = game.undo_target(to)
            others = [one for one in transaction.table.people() if one != person]
            if not others:
                self._undo_agreed(transaction, to, person)
            else:
                proposal: ProposalView = {
                    "to": to,
                    "by": person,
                    "accepted": [person],
                    "asked": others,
                }
                transaction.set(proposal=proposal)
                transaction.tell(
                    {
                        "kind": "proposal",
                        "at": transaction.now,
                        "to": to,
                        "by": _seat_of(transaction.table, person),
                    }
                )
        return transaction.table

    async def answer(self, table: str, person: str, accept: bool) -> TableSnapshot:
        """Accept or decline a proposal; the game goes back when the last player accepts."""
        async with self.store.transaction(table, person) as transaction:
            running(transaction.table)
            _need_player(transaction.table, person)
            proposal = transaction.table.row.proposal
            if proposal is None:
                raise Conflict("undo.no-proposal")
            seat = _seat_of(transaction.table, person)
            if not accept:
                transaction.set(proposal=None)
                transaction.tell(
                    {
                        "kind": "answer",
                        "at": transaction.now,
                        "seat": seat,
                        "accept": False,
                        "to": proposal["to"],
                    }
                )
                return transaction.table
            if person not in proposal["accepted"]:
                proposal = {**proposal, "accepted": [*proposal["accepted"], person]}
                transaction.set(proposal=proposal)
                transaction.tell(
                    {
                        "kind": "answer",
                        "at": transaction.now,
                        "seat": seat,
                        "accept": True,
                        "to": proposal["to"],
                    }
                )
            if set(transaction.table.people()) <= set(proposal["accepted"]):
                self._undo_agreed(transaction, proposal["to"])
        return transaction.table

    # Leaving a running game, and coming back

    async def resign(
        self, table: str, person: str, seat: int | None, bot: str | None
    ) -> TableSnapshot:
        """Give a seat to a bot for good; without anybody left the game is abandoned (R8.3)."""
        name = check_bot(bot) if bot else self.stand_in
        async with self.store.transaction(table, person) as transaction:
            running(transaction.table)
            mine = transaction.table.seats_of(person)
            if not mine:
                raise Forbidden("table.no-seat")
            wanted = mine if seat is None else [seat]
            for one in wanted:
                if one not in mine:
                    raise Forbidden("table.not-your-seat")
                self._replace(transaction, one, name, "resigned")
        return transaction.table

    def _replace(self, transaction: TableTransaction, seat: int, bot: str, reason: Left) -> None:
        sitting = transaction.table.seats[seat]
        if sitting.left == "resigned":
            raise Conflict("seat.resigned")
        sitting.stand_in = bot
        sitting.left = reason
        transaction.change_seats()
        transaction.tell(
            {"kind": "seats", "at": transaction.now, "seat": seat, "left": reason, "stand_in": bot}
        )
        proposal = transaction.table.row.proposal
        if not transaction.table.people() and reason == "resigned":
            transaction.set(status="abandoned", finished=transaction.now, actor=None, deadline=None)
            transaction.set(proposal=None)
            transaction.wait_for_bot(None)
            transaction.tell({"kind": "abandoned", "at": transaction.now})
            transaction.to_wake.update(_owners(transaction.table))
            return
        self.settle(transaction)
        if proposal and set(transaction.table.people()) <= set(proposal["accepted"]):
            self._undo_agreed(transaction, proposal["to"])

    async def time_is_up(self, table: str, now: float) -> bool:
        """Let a bot take over the seat whose time has run out; False if it has not."""
        async with self.store.transaction(table, now=now) as transaction:
            deadline = transaction.table.row.deadline
            if transaction.table.status != RUNNING or deadline is None or deadline > now:
                return False
            hands = _hands(transaction.table)
            if hands.seat is None:
                return False
            self._replace(transaction, hands.seat, self.stand_in, "time")
        return True

    async def come_back(self, table: str, person: str, seat: int | None) -> TableSnapshot:
        """Take back a seat that a bot took over because the time had run out."""
        async with self.store.transaction(table, person) as transaction:
            running(transaction.table)
            mine = [
                one for one in transaction.table.seats_of(person) if seat is None or one == seat
            ]
            if not mine:
                raise Forbidden("table.not-your-seat")
            gone = [one for one in mine if transaction.table.seats[one].left == "time"]
            if not gone:
                raise Conflict("seat.not-replaced")
            if transaction.table.clock.kind == "player":
                raise Conflict("seat.time-used-up")
            for one in gone:
                transaction.table.seats[one].stand_in = None
                transaction.table.seats[one].left = None
                transaction.tell(
                    {
                        "kind": "seats",
                        "at": transaction.now,
                        "seat": one,
                        "left": None,
                        "stand_in": None,
                    }
                )
            transaction.change_seats()
            self.settle(transaction)
        return transaction.table


def running(table: TableSnapshot) -> TableGame:
    """The game of a table that is being played; Conflict if it is not."""
    if table.game is None:
        raise Conflict("table.not-begun")
    if table.status != RUNNING:
        raise Conflict(f"table.{table.status}")
    return table.game


def _hands(table: TableSnapshot) -> clocks.ClockState:
    return clocks.from_json(table.row.hands)


def _owners(table: TableSnapshot) -> set[str]:
    return {seat.person for seat in table.seats if seat.person}


def _seat_of(table: TableSnapshot, person: str) -> int:
    return table.seats_of(person)[0]


def _need_player(table: TableSnapshot, person: str) -> None:
    if person not in table.people():
        raise Forbidden("table.players-only")


def _out_of_range(entries: int) -> Conflict:
    if not entries:
        return Conflict("undo.nothing")
    return Conflict("undo.range", limit=entries - 1)


def _canonical(game: TableGame, text: str) -> str:
    """An entry as it was written down, if it is one at all."""
    try:
        return game.canonical(text)
    except EntryError as problem:
        raise Invalid(problem.refusal) from None
