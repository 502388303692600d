"""Facts: the figures of one game in words, worked out from the data and not from the rules' tables.

The conformance kit judges the rules, so it takes prices, costs, neighbours and distances from the
data files by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from viae.data import load_cards
from viae.rules.figures import Board, CardFace

KINDS = ("land", "sea")
STORE = 12
COLONISTS = 3  # of each kind
HOUSES = 15
DISPLAY = 7
START_GOODS = {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1}  # R2.4
COLONIST_COST = {"food": 1, "tool": 1}
SPECIALISTS = ("mason", "farmer", "smith", "vintner", "weaver")


class Facts:
    """What is fixed in one game."""

    def __init__(
        self,
        board: Board,
        variant: str,
        players: int,
        options: Mapping[str, bool | str],
        tokens: Mapping[str, str],
    ) -> None:
        cards = load_cards()
        self.board = board
        self.variant = variant
        self.players = players
        self.team = variant == "venus-team"
        self.sides = players // 2 if self.team else players
        self.intermediate = bool(options["intermediate_scoring"])
        self.double_income = options["colonist_income"] == "2x"
        self.surcharges = cards.surcharges[str(options["display"])]
        self.goods = tuple(good.id for good in cards.goods)
        self.price = {good.id: good.price for good in cards.goods}
        self.house_coins = {good.id: good.house_coins for good in cards.goods}
        self.faces: dict[str, CardFace] = cards.faces
        # R2.3: decks I to N; team play has four decks for four players and five for six.
        self.decks = {n: cards.decks[variant][n] for n in range(1, min(players, 5) + 1)}
        self.sale_cards = frozenset(card for deck in self.decks.values() for card in deck)
        first, second = variant, variant
        if self.team:
            first, second = "venus-team-first", "venus-team-second"
        self.starting_hands = [
            tuple(sorted(cards.hands[first if seat < self.sides else second]))
            for seat in range(players)
        ]
        self.token = dict(tokens)
        self.capital = board.capital
        self.province = {city.id: city.province for city in board.cities}
        self.marker_good: dict[str, str] = {}
        for city, good in self.token.items():  # R2.2: the most expensive good of the province
            shown = self.marker_good.setdefault(self.province[city], good)
            if self.price[good] > self.price[shown]:
                self.marker_good[self.province[city]] = good
        coins = {good.id: good.marker_coins for good in cards.goods}
        self.marker_coins = {p: coins[good] for p, good in self.marker_good.items()}
        self.roads = roads_of(board)

    def partner(self, seat: int) -> int:
        """The partner opposite; without teams the player (R2.6)."""
        return (seat + self.sides) % self.players if self.team else seat

    def role(self, card: str) -> str:
        """What a card lets one do; all specialists are one role, a double card is `double`."""
        face = self.faces[card]
        if face.sides:
            return "double"
        return "specialist" if face.role in SPECIALISTS else face.role

    def house_cost(self, city: str) -> dict[str, int]:
        """The goods a house costs (R5.2)."""
        good = self.token[city]
        return {"food": 1} if good == "brick" else {"brick": 1, good: 1}


class Roads:
    """The paths of a board, and how far it is from anywhere to a path."""

    def __init__(self, board: Board) -> None:
        self.ends = {(path.kind, path.id): path.ends for path in board.paths}
        self.closed = {(path.kind, path.id) for path in board.paths if not path.can_stop}
        self.at: dict[tuple[str, str], list[str]] = {}
        for path in board.paths:
            for city in path.ends:
                self.at.setdefault((path.kind, city), []).append(path.id)
        self._distances: dict[tuple[str, str], dict[str, int]] = {}

    def steps(self, kind: str, start: str, goal: str) -> int | None:
        """Steps of a shortest way onto the path `goal`, None without one."""
        known = self._distances.get((kind, start))
        if known is None:
            known = self._distances[kind, start] = self._walk(kind, start)
        return known.get(goal)

    def beside(self, kind: str, place: str) -> tuple[str, ...]:
        """The cities a colonist can build in: the ends of its path, none from inside a city."""
        return self.ends.get((kind, place), ())

    def _walk(self, kind: str, start: str) -> dict[str, int]:
        """Go from city to city; a step leads onto a path, the next one through either end."""
        cities = set(self.ends.get((kind, start), (start,)))
        seen = set(cities)
        found: dict[str, int] = {}
        steps = 0
        while cities:
            steps += 1
            onward: set[str] = set()
            for city in cities:
                for path in self.at.get((kind, city), ()):
                    if path != start and path not in found:
                        found[path] = steps
                        onward.update(self.ends[kind, path])
            cities = onward - seen
            seen |= cities
        return found


@lru_cache(maxsize=16)
def roads_of(board: Board) -> Roads:
    """The roads of a board, worked out once."""
    return Roads(board)
