"""Account: what everybody owns by the kit's own books, with the cause of every change."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from viae.testing import scoring
from viae.testing.facts import COLONISTS, KINDS, START_GOODS, STORE, Facts
from viae.testing.laws import Violation, need
from viae.testing.table import Table


@dataclass(slots=True)
class Seat:
    """What one player owns."""

    coins: int
    goods: dict[str, int]  # every good, in price order
    hand: list[str]  # sorted
    pile: list[str]  # bottom to top
    houses: set[str]
    colonists: dict[str, list[str]]  # places by kind, sorted
    copied: set[int]  # who chose the top card of this pile (R10.9)
    scored: int | None  # intermediate scoring; None before the first tribune

    def on_board(self) -> int:
        """Colonists in cities and on paths."""
        return sum(len(self.colonists[kind]) for kind in KINDS)

    def free_spaces(self) -> int:
        """Spaces of the store without good or colonist (R3.1)."""
        return STORE - (len(KINDS) * COLONISTS - self.on_board()) - sum(self.goods.values())


class Account:
    """The books of one game, opened as R2 says."""

    def __init__(self, facts: Facts, display: list[str]) -> None:
        self.facts = facts
        self.seats = [self._open(seat) for seat in range(facts.players)]
        self.markers: set[str] = set()
        self.display: list[str | None] = list(display)
        self.unseen = sorted(facts.sale_cards - set(display))
        self.turn = 0
        self.magnus = facts.players - 1  # R2.7
        self.concordia: int | None = None
        self.last_turns: int | None = None  # this turn included
        # What the present entry booked, and the sum of each cause over the game.
        self.booked: list[tuple[int, str, int, str]] = []
        self.coin_causes: Counter[str] = Counter()
        self.goods_causes: Counter[str] = Counter()
        self.coin_causes["start"] = sum(seat.coins for seat in self.seats)
        self.goods_causes["start"] = sum(sum(seat.goods.values()) for seat in self.seats)

    def _open(self, seat: int) -> Seat:
        facts = self.facts
        return Seat(
            coins=5 + seat % facts.sides,  # R2.5: in team play by teams
            goods={good: START_GOODS[good] for good in facts.goods},
            hand=list(facts.starting_hands[seat]),
            pile=[],
            houses=set(),
            colonists={kind: [facts.capital] for kind in KINDS},
            copied=set(),
            scored=None,
        )

    # Booking

    def book_coins(self, seat: int, amount: int, cause: str) -> None:
        """Coins from the bank, or to it."""
        self.seats[seat].coins += amount
        self.coin_causes[cause] += amount
        self.booked.append((seat, "coins", amount, cause))
        need(self.seats[seat].coins >= 0, "coins", f"seat {seat} cannot pay {-amount} ({cause})")

    def pay(self, seat: int, amount: int, cause: str) -> None:
        """Own coins first, what is lacking from the partner (R10.2)."""
        lacking = max(0, amount - self.seats[seat].coins) if self.facts.team else 0
        self.book_coins(seat, lacking - amount, cause)
        if lacking:
            self.book_coins(self.facts.partner(seat), -lacking, cause)

    def book_goods(self, seat: int, amounts: Mapping[str, int], sign: int, cause: str) -> None:
        """Goods into a store (sign 1) or out of it (-1)."""
        own = self.seats[seat].goods
        for good, number in amounts.items():
            own[good] += sign * number
            self.goods_causes[cause] += sign * number
            self.booked.append((seat, good, sign * number, cause))
            need(own[good] >= 0, "goods", f"seat {seat} lacks {good} ({cause})")
        need(self.seats[seat].free_spaces() >= 0, "store", f"seat {seat} is over 12 ({cause})")

    def trigger_end(self, seat: int) -> None:
        """Whoever is first gets the Concordia card; every other side has one more turn (R8)."""
        if self.concordia is None:
            self.concordia = seat
            self.last_turns = self.facts.sides

    def add_card(self, seat: int, card: str) -> None:
        """A card into the hand."""
        insort(self.seats[seat].hand, card)

    def crowd(self, city: str) -> int:
        """How many houses stand in a city."""
        return sum(city in seat.houses for seat in self.seats)

    def score(self, seat: int) -> dict[str, int]:
        """The points of a seat by R9, god by god."""
        return scoring.points(self.facts, self.seats, seat, self.concordia)

    # Comparing

    def compare(self, table: Table) -> None:
        """Raise a violation where the table differs from the books."""
        for seat, own in enumerate(self.seats):
            if own.coins != table.coins[seat]:
                causes = self._causes(seat, ("coins",))
                text = f"seat {seat} has {table.coins[seat]}, by the books {own.coins} ({causes})"
                raise Violation("coins", text)
            if list(own.goods.values()) != table.goods[seat]:
                causes = self._causes(seat, self.facts.goods)
                text = f"seat {seat} has {table.goods[seat]}, by the books {own.goods} ({causes})"
                raise Violation("goods", text)
            _compare(SEAT, _of_seat(own), _at_seat(table, seat), f"seat {seat}: ")
        _compare(BOARD, self._of_board(), _on_board(table), "")

    def _of_board(self) -> tuple[object, ...]:
        return (
            self.markers,
            self.display,
            tuple(self.unseen),
            self.turn,
            self.magnus,
            self.concordia,
            self.last_turns,
            self.coin_causes.total(),
            self.goods_causes.total(),
        )

    def _causes(self, seat: int, what: tuple[str, ...]) -> str:
        """What this entry booked for a seat."""
        named = [
            f"{amount:+d} {thing} {cause}"
            for whose, thing, amount, cause in self.booked
            if whose == seat and thing in what
        ]
        return ", ".join(named) or "nothing booked"

    # Writing

    def position(self, head: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
        """The position at the start of a turn as RECORD describes it; `head` opens it."""
        facts = self.facts
        decks = {card: number for number, deck in facts.decks.items() for card in deck}
        unseen: dict[str, list[str]] = {str(number): [] for number in facts.decks}
        for card in self.unseen:
            unseen[str(decks[card])].append(card)
        position: dict[str, Any] = {
            **head,
            "tokens": facts.token,
            "markers": dict.fromkeys(self.markers, "coins"),
            "display": self.display,
            "unseen": unseen,
            "turn": self.turn,
            "magnus": self.magnus,
            "concordia": self.concordia,
            "last_turns": self.last_turns,
            "players": [_write(seat, name) for seat, name in zip(self.seats, names, strict=True)],
        }
        if facts.intermediate:
            position["scored"] = [seat.scored for seat in self.seats]
        copied = {str(s): sorted(seat.copied) for s, seat in enumerate(self.seats) if seat.copied}
        if copied:
            position["copied"] = copied
        return position


def _write(seat: Seat, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "coins": seat.coins,
        "goods": {good: number for good, number in seat.goods.items() if number},
        "hand": seat.hand,
        "pile": seat.pile,
        "houses": sorted(seat.houses),
        "colonists": [{"kind": kind, "at": at} for kind in KINDS for at in seat.colonists[kind]],
    }


# What is compared besides the coins and goods of a seat: the law, and how it is put.
SEAT = (
    ("cards", "the hand is"),
    ("cards", "the pile is"),
    ("houses", "houses are in"),
    ("colonists", "those on land are at"),
    ("colonists", "those on sea are at"),
    ("copied", "the top card was chosen by"),
    ("scores", "the intermediate score is"),
)
BOARD = (
    ("markers", "coins lie on"),
    ("display", "the display is"),
    ("cards", "unseen are"),
    ("turn", "in turn is"),
    ("magnus", "it is held by"),
    ("concordia", "the card is held by"),
    ("concordia", "turns left are"),
    ("coins", "in the game are"),
    ("goods", "in the game are"),
)


def _of_seat(own: Seat) -> tuple[object, ...]:
    land, sea = own.colonists["land"], own.colonists["sea"]
    return (tuple(own.hand), own.pile, own.houses, land, sea, own.copied, own.scored)


def _at_seat(table: Table, seat: int) -> tuple[object, ...]:
    return (
        table.hands[seat],
        table.piles[seat],
        table.houses[seat],
        table.colonists["land"][seat],
        table.colonists["sea"][seat],
        table.copied[seat],
        table.scored[seat],
    )


def _on_board(table: Table) -> tuple[object, ...]:
    return (
        table.markers,
        table.display,
        table.unseen,
        table.turn,
        table.magnus,
        table.concordia,
        table.last_turns,
        sum(table.coins),
        sum(map(sum, table.goods)),
    )


def _compare(
    what: tuple[tuple[str, str], ...],
    books: tuple[object, ...],
    table: tuple[object, ...],
    who: str,
) -> None:
    if books == table:
        return
    for (law, text), right, found in zip(what, books, table, strict=True):
        if right != found:
            raise Violation(law, f"{who}{text} {_show(found)}, by the books {_show(right)}")


def _show(value: object) -> str:
    return str(sorted(value)) if isinstance(value, (set, frozenset)) else str(value)
