"""Playing at a table: entries, undo, proposals to undo, resigning, running out of time.

Each function is one transaction. An entry is written before it is acknowledged, and one that
comes too late is answered with the present view.
"""

from __future__ import annotations

from collections.abc import Sequence

from viae.errors import EntryError
from viae.table import clock as clocks
from viae.table.bots import check_bot
from viae.table.errors import Conflict, Forbidden, Invalid, KeyReused, Stale
from viae.table.game import Row, TableGame
from viae.table.history import UNDO
from viae.table.shapes import Left, ProposalView
from viae.table.transaction import Store, TableSnapshot, TableTransaction
from viae.table.types.choices import Preview
from viae.table.types.game import Result
from viae.table.types.terms import Help

RUNNING = "running"
MOST_HELP = 1_000  # notes of a game


class Play:
    """What people, bots and the clock do at running tables."""

    def __init__(self, store: Store, stand_in: str) -> None:
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
            actor = game.actor
            rows = game.play(entry, seats)
            if actor is not None and not transaction.table.study:
                hands = clocks.decided(_hands(transaction.table), actor)
                transaction.set(hands=hands.to_json())
            self._write(transaction, rows, person, key)
        return transaction.table, number

    def play_all(self, transaction: TableTransaction, person: str, entries: Sequence[str]) -> None:
        """Play entries of a turn one after the other in a transaction, until the turn is over."""
        game = transaction.game
        turn = game.turns
        for entry in entries:
            if game.turns != turn or game.actor is None:
                return
            seats = transaction.table.acting_seats(person)
            hands = clocks.decided(_hands(transaction.table), game.actor)
            transaction.set(hands=hands.to_json())
            self._write(transaction, game.play(entry, seats), person, None)

    async def _again(self, transaction: TableTransaction, number: int, text: str, key: str) -> int:
        """The number of an entry that was posted before; Stale if it was not."""
        found = await transaction.work.posted(transaction.table.id, key)
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
        return found.number

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
        hands = _hands(table)
        before = table.row.actor
        bot_waited = before is not None and table.seats[before].played_by is not None
        for sat in table.seats:
            if sat.left == "turn" and (game.over or not hands.is_lent(sat.seat, game.turns)):
                sat.stand_in = sat.left = None  # the turn that a bot played is over
                transaction.change_seats()
        if game.over and table.status == RUNNING and not table.study:
            self._finish(transaction, game.result())
            return
        seat = game.actor
        sitting = None if seat is None or table.study else table.seats[seat]
        bot = sitting.played_by if sitting else None
        pausing = (
            sitting is not None
            and sitting.left == "time"
            and game.state.turn == seat
            and not hands.is_lent(sitting.seat, game.turns)
        )
        hands = clocks.move_on(
            table.clock,
            hands,
            seat if sitting is not None and (bot is None or pausing) else None,
            game.turns,
            transaction.uptime,
            number=game.rows,
            back=back,
            pausing=pausing,
        )
        transaction.set(actor=seat, hands=hands.to_json(), deadline=hands.deadline)
        if bot is not None and seat is not None and not pausing:
            transaction.wait_for_bot((seat, bot))
        elif bot_waited or transaction.seats_changed:
            transaction.wait_for_bot(None)
        for one in (before, seat):
            person = None if one is None else table.seats[one].person
            if person:
                transaction.to_wake.add(person)

    def _finish(self, transaction: TableTransaction, result: Result) -> None:
        """End the game with this result."""
        table = transaction.table
        hands = clocks.stop(table.clock, _hands(table), transaction.uptime)
        transaction.set(status="finished", finished=transaction.now, result=result)
        transaction.set(actor=None, deadline=None, hands=hands.to_json(), proposal=None)
        transaction.wait_for_bot(None)
        transaction.to_wake.update(_owners(table))
        transaction.rated = is_rated(table)
        transaction.tell({"kind": "finished", "at": transaction.now, "result": result})

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
                or _hands(transaction.table).seat == seat  # the game waits for a person
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
            earliest = transaction.table.undo_limit(seats)
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
            found = await transaction.work.posted(transaction.table.id, key)
            if found and found.number == number and found.text.startswith(UNDO):
                return found.number
            raise

    async def go(
        self, table: str, person: str, number: int, to: int, entries: Sequence[str]
    ) -> TableSnapshot:
        """Go back to the first `to` entries of a study, and on along another line from there."""
        async with self.store.transaction(table, person) as transaction:
            game = running(transaction.table)
            if not transaction.table.study:
                raise Conflict("study.line")
            seats = transaction.table.acting_seats(person)
            if not seats:
                raise Forbidden("table.no-seat")
            if number != game.rows:
                raise Stale("turn.gone-on", details={"number": game.rows})
            last = len(game.entries)
            if not 0 <= to <= last:
                raise _out_of_range(last)
            rehearsal = game.copy()  # a line that cannot be played changes nothing
            if to < last:
                rehearsal.undo(to, seats)
            rehearsal.follow(entries)
            rows = [game.undo(to, seats)] if to < last else []
            rows.extend(game.follow(entries))
            if rows:
                self._write(transaction, rows, person, None, back=to < last)
        return transaction.table

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

    # Hints

    async def help(self, table: str, person: str, number: int) -> TableSnapshot:
        """Note that somebody asks for a hint: against bots alone, or where the table allows it."""
        async with self.store.transaction(table, person) as transaction:
            game = running(transaction.table)
            _need_player(transaction.table, person)
            allowed = transaction.table.terms.hints or transaction.table.people() == [person]
            if not allowed or is_rated(transaction.table):
                raise Forbidden("table.no-help")
            if number != game.rows:
                raise Stale("turn.gone-on", details={"number": game.rows})
            plan = transaction.table.row.plan
            noted = plan.get("help", [])
            one: Help = {"seat": _seat_of(transaction.table, person), "at": len(game.entries)}
            if one not in noted and len(noted) < MOST_HELP:
                transaction.set(plan={**plan, "help": [*noted, one]})
        return transaction.table

    # Leaving a running game, and coming back

    async def resign(
        self, table: str, person: str, seat: int | None, bot: str | None
    ) -> TableSnapshot:
        """Give a seat to a bot for good. When everybody has resigned, the game ends (R8.3)."""
        name = check_bot(bot) if bot else self.stand_in
        async with self.store.transaction(table, person) as transaction:
            running(transaction.table)
            mine = transaction.table.seats_of(person)
            if not mine:
                raise Forbidden("table.no-seat")
            playing = [one for one in mine if transaction.table.seats[one].left != "resigned"]
            wanted = (playing or mine) if seat is None else [seat]
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
        people = [one for one in transaction.table.seats if one.kind == "person"]
        if all(one.left == "resigned" for one in people):
            self._finish(transaction, _result_after_resigning(transaction.table))
            return
        self.settle(transaction)
        if proposal and set(transaction.table.people()) <= set(proposal["accepted"]):
            self._undo_agreed(transaction, proposal["to"])

    async def time_is_up(self, table: str) -> bool:
        """Let a bot play the turn of a seat whose time has run out; False if it has not."""
        async with self.store.transaction(table) as transaction:
            found = transaction.table
            deadline = found.row.deadline
            if found.status != RUNNING or deadline is None or deadline > transaction.uptime:
                return False
            hands = _hands(found)
            seat = hands.seat
            if seat is None:
                return False
            after = clocks.run_out(found.clock, hands)
            transaction.set(hands=after.to_json())
            if hands.pausing:  # nobody came back for the seat, so the bot plays
                self.settle(transaction)
            else:
                left: Left = "time" if clocks.lost_the_seat(after, seat) else "turn"
                self._replace(transaction, seat, self.stand_in, left)
        return True

    async def show_until(self, table: str, person: str, number: int, seconds: float) -> None:
        """Let the time of this person start once their page has shown the moves of others."""
        async with self.store.transaction(table, person) as transaction:
            running(transaction.table)
            hands = _hands(transaction.table)
            if hands.seat in transaction.table.acting_seats(person):
                later = clocks.show_until(hands, number, seconds, transaction.uptime)
                if later != hands:
                    transaction.set(hands=later.to_json(), deadline=later.deadline)

    async def come_back(self, table: str, person: str, seat: int | None) -> TableSnapshot:
        """Take back a seat that a bot has because the time ran out three times in a row.

        A turn that the bot was given already it plays to its end.
        """
        async with self.store.transaction(table, person) as transaction:
            game = running(transaction.table)
            mine = [
                one for one in transaction.table.seats_of(person) if seat is None or one == seat
            ]
            if not mine:
                raise Forbidden("table.not-your-seat")
            gone = [one for one in mine if transaction.table.seats[one].left == "time"]
            if not gone:
                raise Conflict("seat.not-replaced")
            for one in gone:
                hands = _hands(transaction.table)
                sitting = transaction.table.seats[one]
                if hands.is_lent(one, game.turns):
                    sitting.left = "turn"
                else:
                    sitting.stand_in = sitting.left = None
                transaction.set(hands=clocks.decided(hands, one).to_json())
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


def preview(table: TableSnapshot, person: str, number: int, entries: Sequence[object]) -> Preview:
    """Try out entries of a user at the decision with this number; nothing is played."""
    game = running(table)
    if number != game.rows:
        raise Stale("turn.gone-on", details={"number": game.rows})
    seats = table.acting_seats(person)
    if not seats:
        raise Forbidden("table.no-seat")
    return game.preview(entries, seats)


def ranks(table: TableSnapshot, result: Result) -> list[float]:
    """The rank of each side, 0 for the best; ties as the rules break them, for the winner alone."""
    points = result["teams"] if "teams" in result else result["scores"]
    sides = len(points)
    gone = [
        any(seat.gone for seat in table.seats if seat.seat % sides == side) for side in range(sides)
    ]
    order = [(gone[side], -points[side], side != result["winner"]) for side in range(sides)]
    better = sorted(set(order))
    return [float(better.index(one)) for one in order]


def is_rated(table: TableSnapshot) -> bool:
    """Whether the result of this table counts."""
    people = [seat.person for seat in table.seats if seat.kind == "person"]
    return (
        table.terms.rated
        and not table.terms.hints
        and not table.study
        and len(people) == len(set(people))
        and len(people) >= 2
    )


def _hands(table: TableSnapshot) -> clocks.ClockState:
    return clocks.from_json(table.row.hands)


def _result_after_resigning(table: TableSnapshot) -> Result:
    """The result as the game stands: whoever resigned comes after everybody else."""
    assert table.game is not None
    result = table.game.result()
    order = ranks(table, result)
    return {**result, "winner": order.index(min(order))}


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
