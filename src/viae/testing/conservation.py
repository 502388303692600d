"""Conservation: laws that a single state must fulfil, whatever was played before."""

from __future__ import annotations

from collections import Counter

from viae.testing.facts import COLONISTS, DISPLAY, HOUSES, KINDS, STORE, Facts
from viae.testing.laws import need
from viae.testing.table import Table


class Conservation:
    """Checks tables of one game."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        starting = [card for hand in facts.starting_hands for card in hand]
        self.all_cards = sorted([*facts.sale_cards, *starting])
        self.deck_of = {card: number for number, deck in facts.decks.items() for card in deck}
        # Found right before: most entries leave cards or board as they are.
        self._right_cards: tuple[object, ...] = ()
        self._right_board: tuple[object, ...] = ()

    def check(self, table: Table) -> None:
        """Raise a violation of the first law that does not hold."""
        cards = (table.unseen, table.display, table.owned, table.hands, table.piles)
        if cards != self._right_cards:
            self._cards(table)
            self._decks(table)
            self._right_cards = cards
        self._display(table)
        board = (table.houses, table.crowd, table.colonists, table.occupied)
        if board != self._right_board:
            self._houses(table)
            self._colonists(table)
            self._paths(table)
            self._right_board = board
        self._store(table)
        self._seats(table)
        self._end(table)

    def _cards(self, table: Table) -> None:
        facts = self.facts
        everywhere = [*table.unseen, *(card for card in table.display if card)]
        for owned in table.owned:
            everywhere += owned
        everywhere.sort()
        if everywhere != self.all_cards:
            found, right = Counter(everywhere), Counter(self.all_cards)
            lost, many = sorted(right - found), sorted(found - right)
            need(False, "cards", f"nowhere: {lost}; too often: {many}")
        for seat, owned in enumerate(table.owned):
            held = sorted([*table.hands[seat], *table.piles[seat]])
            if held != list(owned):
                need(False, "cards", f"seat {seat} owns {owned}, but hand and pile are {held}")
            start = tuple(card for card in owned if card not in facts.sale_cards)
            if start != facts.starting_hands[seat]:
                need(False, "cards", f"seat {seat} has the starting cards {start}")
            if "tribune" not in table.hands[seat]:
                need(False, "cards", f"the tribune of seat {seat} is not in hand (R4.2)")

    def _display(self, table: Table) -> None:
        size = len(table.display)
        if size > DISPLAY:
            need(False, "display", f"{size} positions")
        if table.unseen and (size < DISPLAY) != (table.actor == "*"):
            need(False, "display", f"{size} positions, cards are unseen, {table.actor} is to act")

    def _decks(self, table: Table) -> None:
        """R2.3: no card of a deck is out while a lower deck has unseen ones."""
        if table.unseen:
            decks = self.deck_of
            current = min(decks[card] for card in table.unseen)
            out = [card for card in table.display if card and decks[card] > current]
            need(not out, "display", f"{out} are out while deck {current} has unseen cards")

    def _houses(self, table: Table) -> None:
        crowd: dict[str, int] = {}
        for seat, houses in enumerate(table.houses):
            if len(houses) > HOUSES:
                need(False, "houses", f"seat {seat} has {len(houses)} houses")
            if self.facts.capital in houses:
                need(False, "houses", f"seat {seat} has a house in the capital (R2.1)")
            for city in houses:
                crowd[city] = crowd.get(city, 0) + 1
        if crowd != table.crowd:
            wrong = sorted(set(crowd.items()) ^ set(table.crowd.items()))
            need(False, "houses", f"the numbers of houses in the cities are off: {wrong}")

    def _colonists(self, table: Table) -> None:
        facts = self.facts
        for kind in KINDS:
            for seat, places in enumerate(table.colonists[kind]):
                if len(places) > COLONISTS:
                    need(False, "colonists", f"seat {seat} has {len(places)} {kind} colonists")
                for place in places:
                    at_home = place == facts.capital or place in table.houses[seat]
                    if not at_home and (kind, place) not in facts.roads.ends:
                        need(False, "colonists", f"a {kind} colonist of seat {seat} in {place}")

    def _paths(self, table: Table) -> None:
        roads = self.facts.roads
        for kind in KINDS:
            taken = [p for one in table.colonists[kind] for p in one if (kind, p) in roads.ends]
            if len(set(taken)) < len(taken):
                need(False, "paths", f"two colonists on one {kind} path: {sorted(taken)}")
            if table.occupied[kind] != set(taken):
                wrong = sorted(table.occupied[kind] ^ set(taken))
                need(False, "paths", f"{kind} paths taken by no colonist, or not marked: {wrong}")
            for path in taken:
                if (kind, path) in roads.closed:
                    need(False, "paths", f"a colonist stopped on the {kind} path {path}")

    def _store(self, table: Table) -> None:
        land, sea = table.colonists["land"], table.colonists["sea"]
        for seat, held in enumerate(table.goods):
            waiting = len(KINDS) * COLONISTS - len(land[seat]) - len(sea[seat])
            if sum(held) + waiting > STORE or min(held) < 0:
                counts = dict(zip(self.facts.goods, held, strict=True))
                need(False, "store", f"seat {seat}: {counts} and {waiting} colonists (R3.1)")

    def _seats(self, table: Table) -> None:
        players = self.facts.players
        if min(table.coins) < 0:
            need(False, "coins", f"somebody has less than none: {table.coins}")
        if not 0 <= table.magnus < players:
            need(False, "magnus", f"it is with seat {table.magnus}")
        if not 0 <= table.turn < players:
            need(False, "turn", f"seat {table.turn} is in turn")
        if isinstance(table.actor, int) and table.actor >= players:
            need(False, "actor", f"seat {table.actor} is to act")
        if not table.markers <= self.facts.marker_good.keys():
            need(False, "markers", f"coins on {sorted(table.markers)}")

    def _end(self, table: Table) -> None:
        left = table.last_turns
        if table.concordia is None:
            if left is not None or table.actor is None:
                need(False, "concordia", "over without a trigger (R8.1)")
            if max(map(len, table.houses)) == HOUSES:
                need(False, "concordia", "15 houses, and nobody has the card (R8.1)")
            if not table.unseen and not any(table.display):
                need(False, "concordia", "the last card was taken, nobody has the card (R8.1)")
            return
        need(table.concordia in range(self.facts.players), "concordia", "no seat holds it")
        right = left is not None and 0 <= left <= self.facts.sides
        need(right, "concordia", f"{left} turns are left")
        need((left == 0) == (table.actor is None), "concordia", "over, with turns left")
