"""Playing at a table: entries, undo, proposals to undo, resigning, running out of time.

Each function is one transaction. An answer that counts is written before it is acknowledged, and
one that comes too late gets the present view.
"""

from __future__ import annotations

from sqlalchemy import select

from viae.rules import roles
from viae.server.bots.names import check_bot
from viae.server.errors import Conflict, Forbidden, KeyReused, Malformed, Stale
from viae.server.store.models import Entry
from viae.server.store.transaction import Held, Ledger, Loaded
from viae.server.tables import ratings
from viae.table import clock as clocks
from viae.table.game import UNDO, TableGame
from viae.table.history import describe_entry, describe_undo
from viae.table.types import PlayedItem
from viae.table.view import result

RUNNING = "running"


class Play:
    """What people, bots and the clock do at running tables."""

    def __init__(self, ledger: Ledger, stand_in: str) -> None:
        self.ledger = ledger
        self.stand_in = stand_in

    # Entries

    async def post(
        self, table: str, person: str, number: int, entry: str, key: str
    ) -> tuple[Loaded, int]:
        """Play an entry for whoever this person decides for; the number of its row.

        The same post again is acknowledged again and plays nothing.
        """
        async with self.ledger.hold(table, person) as held:
            desk = running(held.table)
            if number != desk.rows:
                return held.table, await self._again(held, number, entry, key)
            seats = held.table.acting_seats(person)
            if not seats:
                raise Forbidden("you have no seat at this table to play for")
            code = desk.code_of(entry, seats)
            before = desk.state.copy()
            row = held.add_entry(desk.play(code), person, key)
            told = [describe_entry(before, desk.state, desk.entries[-1], row)]
            self._finish(held, told)
        return held.table, row

    async def _again(self, held: Held, number: int, text: str, key: str) -> int:
        """The number of an entry that was posted before; Stale if it was not."""
        wanted = select(Entry.number, Entry.text).where(
            Entry.game == held.table.id, Entry.key == key
        )
        found = (await held.connection.execute(wanted)).first()
        if found is None:
            latest = held.desk.rows
            raise Stale(
                f"decision {number} has been made already; the present one is {latest}"
                if number < latest
                else f"there is no decision {number} yet; the present one is {latest}",
                number=latest,
            )
        said = found.text.partition(": ")[2] or found.text
        if found.number != number or said != _canonical(held.desk, text):
            raise KeyReused("this key was used for another entry; make a new one for each")
        return int(found.number)

    def _finish(self, held: Held, told: list[PlayedItem]) -> None:
        """After entries: let chance draw, set clock and bots, tell everybody."""
        desk = held.desk
        while desk.state.actor == roles.CHANCE and not held.table.plan.get("manual_chance"):
            before = desk.state.copy()
            number = held.add_entry(desk.draw(held.table.secret), None, None)
            told.append(describe_entry(before, desk.state, desk.entries[-1], number))
        if held.table.row["proposal"] is not None:
            held.set(proposal=None)
        held.tell("entries", {"entries": told})
        self.settle(held)

    def settle(self, held: Held, back: bool = False) -> None:
        """Bring clock, waiting bot and status in line with who decides now."""
        desk = held.desk
        table = held.table
        if desk.over and table.status == RUNNING and not table.analysis:
            held.set(status="finished", finished=held.now, result=result(desk.state))
            held.set(actor=None, deadline=None)
            held.set(hands=clocks.stop(table.clock, _hands(table), held.now).to_json())
            held.wait_for_bot(None)
            held.to_wake.update(person for person in _owners(table))
            held.rated = ratings.is_rated(table)
            held.tell("finished", {"result": table.row["result"]})
            return
        seat = desk.actor
        bot = None if seat is None or table.analysis else table.seats[seat].played_by
        timed = seat if bot is None and not table.analysis else None
        hands = clocks.move_on(table.clock, _hands(table), timed, desk.turns, held.now, back)
        before = table.row["actor"]
        held.set(actor=seat, hands=hands.to_json(), deadline=hands.deadline)
        waited = before is not None and (held.seats_changed or table.seats[before].played_by)
        if bot is not None and seat is not None:
            held.wait_for_bot((seat, bot))
        elif waited:
            held.wait_for_bot(None)
        for one in {before, seat} - {None}:
            held.to_wake.update({table.seats[one].person or ""} - {""})

    async def bot_plays(self, table: str, number: int, seat: int, codes: list[int]) -> bool:
        """Write what a bot decided; False if the decision is not the bot's any more."""
        async with self.ledger.hold(table) as held:
            if held.table.status != RUNNING:
                return False
            desk = held.desk
            if desk.rows != number or desk.actor != seat or not held.table.seats[seat].played_by:
                return False
            told = []
            for code in codes:
                before = desk.state.copy()
                row = held.add_entry(desk.play(code), None, None)
                told.append(describe_entry(before, desk.state, desk.entries[-1], row))
            self._finish(held, told)
        return True

    # Undo

    async def undo(
        self, table: str, person: str, number: int, to: int | None, key: str
    ) -> tuple[Loaded, int]:
        """Take back one's own entries, past no reveal and no decision of another."""
        async with self.ledger.hold(table, person) as held:
            desk = running(held.table)
            if number != desk.rows:
                goal = len(desk.entries) if to is None else to
                row = await self._again_undo(held, number, goal, key)
                return held.table, row
            seats = held.table.acting_seats(person)
            if not seats:
                raise Forbidden("you have no seat at this table to play for")
            earliest = undo_limit(held.table, person)
            last = len(desk.entries)
            goal = last - 1 if to is None else to
            if not 0 <= goal < last:
                raise Conflict("there is nothing to take back" if not last else _range(last))
            if goal < earliest:
                raise Conflict(
                    "this goes back past a reveal or another's decision: propose it to the others",
                    earliest=earliest if earliest < last else None,
                )
            self._undo(held, goal, person, key, seats)
        return held.table, number

    async def _again_undo(self, held: Held, number: int, to: int, key: str) -> int:
        try:
            return await self._again(held, number, f"{UNDO} {to}", key)
        except KeyReused:
            wanted = select(Entry.number, Entry.text).where(
                Entry.game == held.table.id, Entry.key == key
            )
            found = (await held.connection.execute(wanted)).one()
            if found.number == number and found.text.startswith(UNDO):
                return int(found.number)
            raise

    def _undo(
        self, held: Held, to: int, person: str | None, key: str | None, seats: list[int]
    ) -> None:
        desk = held.desk
        by = None
        if seats and len(desk.entries) > to:
            by = desk.actor_of(desk.entries[to])
        row = held.add_entry(desk.undo(to), person, key)
        if held.table.row["proposal"] is not None:
            held.set(proposal=None)
        held.tell("entries", {"entries": [describe_undo(to, row, by)]})
        self.settle(held, back=True)

    async def propose(self, table: str, person: str, number: int, to: int) -> Loaded:
        """Ask the others to go back further; with nobody else to ask it happens at once."""
        async with self.ledger.hold(table, person) as held:
            desk = running(held.table)
            _need_player(held.table, person)
            if number != desk.rows:
                raise Stale("the game has gone on; propose again", number=desk.rows)
            if not 0 <= to < len(desk.entries):
                raise Conflict(_range(len(desk.entries)))
            while to and desk.actor_of(desk.entries[to]) is None:
                to -= 1  # to a decision of somebody, not of chance
            others = [one for one in held.table.people() if one != person]
            if not others:
                self._undo(held, to, person, None, [])
            else:
                proposal = {"to": to, "by": person, "accepted": [person], "asked": others}
                held.set(proposal=proposal)
                held.tell("proposal", {"to": to, "by": _seat_of(held.table, person)})
        return held.table

    async def answer(self, table: str, person: str, accept: bool) -> Loaded:
        """Accept or decline a proposal; the last one to accept brings the game back."""
        async with self.ledger.hold(table, person) as held:
            running(held.table)
            _need_player(held.table, person)
            proposal = held.table.row["proposal"]
            if proposal is None:
                raise Conflict("nothing is proposed at present")
            seat = _seat_of(held.table, person)
            if not accept:
                held.set(proposal=None)
                held.tell("answer", {"seat": seat, "accept": False, "to": proposal["to"]})
                return held.table
            if person not in proposal["accepted"]:
                proposal = {**proposal, "accepted": [*proposal["accepted"], person]}
                held.set(proposal=proposal)
                held.tell("answer", {"seat": seat, "accept": True, "to": proposal["to"]})
            if set(held.table.people()) <= set(proposal["accepted"]):
                self._undo(held, int(proposal["to"]), None, None, [])
        return held.table

    # Leaving a running game, and coming back

    async def resign(self, table: str, person: str, seat: int | None, bot: str | None) -> Loaded:
        """Give a seat to a bot for good; without anybody left the game is abandoned (R8.3)."""
        name = check_bot(bot) if bot else self.stand_in
        async with self.ledger.hold(table, person) as held:
            running(held.table)
            mine = held.table.seats_of(person)
            if not mine:
                raise Forbidden("you have no seat at this table")
            wanted = mine if seat is None else [seat]
            for one in wanted:
                if one not in mine:
                    raise Forbidden(f"seat {one} is not yours")
                self._replace(held, one, name, "resigned")
        return held.table

    def _replace(self, held: Held, seat: int, bot: str, reason: str) -> None:
        sitting = held.table.seats[seat]
        if sitting.left == "resigned":
            raise Conflict("this seat was resigned already")
        sitting.stand_in = bot
        sitting.left = reason
        held.change_seats()
        held.tell("seats", {"seat": seat, "left": reason, "stand_in": bot})
        proposal = held.table.row["proposal"]
        if not held.table.people() and reason == "resigned":
            held.set(status="abandoned", finished=held.now, actor=None, deadline=None)
            held.set(proposal=None)
            held.wait_for_bot(None)
            held.tell("abandoned", {})
            held.to_wake.update(_owners(held.table))
            return
        self.settle(held)
        if proposal and set(held.table.people()) <= set(proposal["accepted"]):
            self._undo(held, int(proposal["to"]), None, None, [])

    async def time_is_up(self, table: str, now: float) -> bool:
        """Let a bot take over the seat whose time has run out; False if it has not."""
        async with self.ledger.hold(table, now=now) as held:
            deadline = held.table.row["deadline"]
            if held.table.status != RUNNING or deadline is None or deadline > now:
                return False
            hands = _hands(held.table)
            if hands.seat is None:
                return False
            self._replace(held, hands.seat, self.stand_in, "time")
        return True

    async def come_back(self, table: str, person: str, seat: int | None) -> Loaded:
        """Take a seat back that a bot took over because the time had run out."""
        async with self.ledger.hold(table, person) as held:
            running(held.table)
            mine = [one for one in held.table.seats_of(person) if seat is None or one == seat]
            if not mine:
                raise Forbidden("you have no such seat at this table")
            gone = [one for one in mine if held.table.seats[one].left == "time"]
            if not gone:
                raise Conflict("no bot plays for you here, or you resigned, which is for good")
            if held.table.clock.kind == "player":
                raise Conflict("your time for this game is used up")
            for one in gone:
                held.table.seats[one].stand_in = None
                held.table.seats[one].left = None
                held.tell("seats", {"seat": one, "left": None, "stand_in": None})
            held.change_seats()
            self.settle(held)
        return held.table


def running(table: Loaded) -> TableGame:
    """The game of a table that is being played; Conflict if it is not."""
    if table.desk is None:
        raise Conflict("the game has not begun yet", status=table.status)
    if table.status != RUNNING:
        raise Conflict(f"the game is {table.status}", status=table.status)
    return table.desk


def undo_limit(table: Loaded, person: str | None) -> int:
    """How far somebody can go back alone; the number of entries if not at all."""
    assert table.desk is not None
    if table.analysis:
        return 0 if table.acting_seats(person) else len(table.desk.entries)
    return table.desk.undo_alone(table.acting_seats(person))


def _hands(table: Loaded) -> clocks.ClockState:
    return clocks.from_json(table.row["hands"])


def _owners(table: Loaded) -> set[str]:
    return {seat.person for seat in table.seats if seat.person}


def _seat_of(table: Loaded, person: str) -> int:
    return table.seats_of(person)[0]


def _need_player(table: Loaded, person: str) -> None:
    if person not in table.people():
        raise Forbidden("only those who play here can do this")


def _range(entries: int) -> str:
    if not entries:
        return "there is nothing to take back"
    return f"“to” is a number of entries from 0 to {entries - 1}"


def _canonical(desk: TableGame, text: str) -> str:
    """An entry as it was written down, if it is one at all."""
    from viae.errors import EntryError
    from viae.rules import notation

    if text.startswith(UNDO):
        return text
    try:
        setup = desk.state.setup
        return notation.show(setup, notation.parse(setup, notation.split_actor(text)[1]))
    except EntryError:
        raise Malformed("this is no entry") from None
