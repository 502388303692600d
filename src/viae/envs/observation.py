"""What a seat sees, as numbers: named parts and one flat vector of fixed length.

All that has happened is open in this game: every card was bought and played in front of everybody,
stores and coins lie on the table. What nobody sees is the future: the order of the sale cards does
not exist before a card is revealed, so `unseen` is a set, and the dice are no part of a state. The
vector is made from the state alone, so it cannot hold either.

The vector begins with a row for each seat, all of the same width: the observer's own first, then
clockwise. Then comes what lies on the table, then the moment: who decides what. Absolute is only
`seat`, the observer's own number, which the entry `copy SEAT` speaks of.

>>> from viae import Game
>>> game = Game.new(seed=1, players=3)
>>> observe(game.state, seat=1)["coins"] * COIN_UNIT
array([6., 7., 5.], dtype=float32)
>>> flat(game.state, seat=1).shape == (observation_size(game.board, "concordia", 3),)
True
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from viae.options import DEFAULTS, terms_for
from viae.rules import codes, frames, goods, roles, score
from viae.rules.bits import count, has, single
from viae.rules.faces import DISPLAY
from viae.rules.state import BEGIN_TURN, COLONISTS, HOLE, HOUSES, STORE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from viae.rules.figures import Board
    from viae.rules.setup import Setup
    from viae.rules.state import State

OBSERVATION_VERSION: Final = 1
COIN_UNIT: Final = 32.0  # coins are divided by this, points by POINT_UNIT: neither has a limit
POINT_UNIT: Final = 64.0
PILE_UNIT: Final = 64.0  # the top card of a pile counts this much, each one below it one less
INCOME_UNIT: Final = 5.0  # the higher income of a mercator (R5.4)
TURNS_UNIT: Final = 6.0  # seats at a full table
HIGHEST: Final = 2.0**20  # the bound given for numbers without a limit

# The decisions, in the order of part `decision`; specialists never decide (R5.8).
CARRIED: Final = [
    role for role in range(len(roles.NAMES)) if role not in {roles.SPECIALIST, roles.DOUBLE}
]
DECISIONS: Final = (*CARRIED, roles.PLAY, roles.KEEP, roles.REVEAL, roles.OVER)
DECISION_NAMES: Final = (*(roles.NAMES[r] for r in CARRIED), "play", "keep", "reveal", "over")
DECISION_AT: Final = {decision: at for at, decision in enumerate(DECISIONS)}
_KINDS: Final = len(DECISIONS)


class Part(NamedTuple):
    """A named part of the vector.

    `start` and `stop` are within the row of a seat if `rows`, else within the whole vector. The
    vector holds counts divided by `unit`, none above `high`.
    """

    rows: bool
    start: int
    stop: int
    shape: tuple[int, ...]
    unit: float
    high: float


class Layout:
    """Where everything lies in the vector of one board, variant and number of players."""

    def __init__(self, board: Board, variant: str, players: int) -> None:
        terms = terms_for(board, variant, players, DEFAULTS)
        atlas = terms.atlas
        self._of = (board, variant, players)
        self.players = players
        self.cards: int = len(terms.faces.ids)
        self.cities: int = atlas.cities
        self.provinces: int = atlas.provinces
        self.places: list[int] = [atlas.cities + len(ids) for ids in atlas.path_ids]
        self.parts: dict[str, Part] = {}
        self._at = 0
        self._row()
        self.width: int = self._at  # of a seat's row
        self.table: int = self.width * players
        self._at = self.table
        self._table()
        self.moment: int = self._at
        largest = max(len(members) for members in atlas.province_members)
        self._moment(terms.team, largest + 2)
        self.size: int = self._at
        self.high: NDArray[np.float32] = np.empty(self.size, dtype=np.float32)
        scale: NDArray[np.float32] = np.empty(self.size, dtype=np.float32)
        for name, view in self.split(self.high).items():
            view[...] = self.parts[name].high
        for name, view in self.split(scale).items():
            view[...] = 1 / self.parts[name].unit
        # For the parts that are counted in bytes: all of a row from the goods on, and the moment.
        self.row_scale = scale[self.parts["goods"].start : self.width]
        self.moment_scale = scale[self.moment :]

    def _add(
        self, name: str, *shape: int, unit: float = 1.0, high: float = 1.0, rows: bool = False
    ) -> None:
        start = self._at
        self._at += prod(shape)
        if rows:
            shape = (self.players, *shape)
        self.parts[name] = Part(rows, start, self._at, shape, unit, high)

    def _row(self) -> None:
        self._add("coins", unit=COIN_UNIT, high=HIGHEST, rows=True)
        self._add("points", len(roles.GODS), unit=POINT_UNIT, high=HIGHEST, rows=True)
        self._add("scored", unit=POINT_UNIT, high=HIGHEST, rows=True)
        self._add("has_scored", rows=True)
        self._add("goods", goods.KINDS, unit=STORE, rows=True)
        self._add("houses_left", unit=HOUSES, rows=True)
        self._add("hand", self.cards, rows=True)
        self._add("top", self.cards, rows=True)
        self._add("pile", self.cards, unit=PILE_UNIT, rows=True)
        self._add("houses", self.cities, rows=True)
        self._add("land", self.places[codes.LAND], unit=COLONISTS, rows=True)
        self._add("sea", self.places[codes.SEA], unit=COLONISTS, rows=True)

    def _table(self) -> None:
        self._add("tokens", self.cities, goods.KINDS)
        self._add("marker_goods", self.provinces, goods.KINDS)
        self._add("options", len(DEFAULTS))
        self._add("markers", self.provinces)
        self._add("unseen", self.cards)
        self._add("display", DISPLAY, self.cards)
        self._add("taken", DISPLAY)

    def _moment(self, team: bool, batch: int) -> None:
        players = self.players
        self._add("seat", players)
        self._add("turn", players)
        self._add("actor", players)
        self._add("magnus", players)
        self._add("magnus_used", 1)
        self._add("concordia", players)
        self._add("last_turns", 1, unit=TURNS_UNIT)
        self._add("decision", _KINDS)
        self._add("pending", players, _KINDS)
        self._add("answering", 2)
        self._add("together", 1)
        self._add("steps", 1, unit=2 * COLONISTS)
        self._add("building", 1)
        self._add("idle_land", self.places[codes.LAND], unit=COLONISTS)
        self._add("idle_sea", self.places[codes.SEA], unit=COLONISTS)
        self._add("traded", goods.KINDS)
        self._add("used", 1, unit=2 * COLONISTS)
        self._add("through", 1, unit=PILE_UNIT)
        self._add("income", players, unit=INCOME_UNIT)
        self._add("batch", players, goods.KINDS, unit=batch)
        if team:
            self._add("copied", players, players)
            self._add("suggested", self.cards)

    def split(self, vector: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The named parts of a vector (or of many: the last axis is split), as views of it."""
        before = vector.shape[:-1]
        rows = vector[..., : self.table].reshape((*before, self.players, self.width))
        found: dict[str, NDArray[Any]] = {}
        for name, part in self.parts.items():
            if part.rows and len(part.shape) == 1:  # a single number for each seat
                found[name] = rows[..., part.start]
            elif part.rows:
                found[name] = rows[..., part.start : part.stop]
            else:
                found[name] = vector[..., part.start : part.stop].reshape((*before, *part.shape))
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return layout, self._of


@lru_cache(maxsize=256)
def layout(board: Board, variant: str, players: int) -> Layout:
    """The layout of the vector, made once and shared."""
    return Layout(board, variant, players)


def observation_size(board: Board, variant: str, players: int) -> int:
    """The length of the vector."""
    return layout(board, variant, players).size


@lru_cache(maxsize=1024)
def observer(setup: Setup) -> Observer:
    """The observer of a game; each game has its own, since its tokens differ."""
    return Observer(setup)


def flat(state: State, seat: int, suggested: int = -1) -> NDArray[np.float32]:
    """The vector of a seat, see `Observer.flat`."""
    return observer(state.setup).flat(state, seat, suggested)


def observe(state: State, seat: int, suggested: int = -1) -> dict[str, NDArray[np.float32]]:
    """The named parts of what a seat sees."""
    watching = observer(state.setup)
    return watching.layout.split(watching.flat(state, seat, suggested))


class _Counts(dict[int, bytes]):
    """Packed goods as five bytes, worked out once for every store that occurs."""

    def __missing__(self, packed: int) -> bytes:
        self[packed] = found = bytes(goods.counts(packed))
        return found


_COUNTS: Final = _Counts()
# The bits of a byte as eight bytes.
_BITS: Final = [bytes(has(value, bit) for bit in range(8)) for value in range(256)]


# Masks, places and piles come again and again: what they look like is kept for a while.
_keep = lru_cache(maxsize=8192)


@_keep
def _tally(places: tuple[int, ...], width: int) -> bytes:
    """How many stand at each place."""
    counts = bytearray(width)
    for place in places:
        counts[place] += 1
    return bytes(counts)


@_keep
def _order(pile: tuple[int, ...], width: int) -> bytes:
    """The cards of a pile, numbered from the top down."""
    counts = bytearray(width)
    for below, card in enumerate(reversed(pile)):
        counts[card] = int(PILE_UNIT) - below
    return bytes(counts)


@_keep
def _ones(mask: int, width: int) -> bytes:
    """The bits of a mask, a byte each."""
    low_first = mask.to_bytes((width + 7) // 8, "little")
    return b"".join([_BITS[value] for value in low_first])[:width]


class Observer:
    """Turns the states of one game into vectors.

    Most entries change one seat or none, so the row of a seat is kept until something in it
    changes, and so is the table.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.layout = layout(setup.atlas.board, setup.faces.variant, setup.players)
        plan = self.layout
        self._rows: list[tuple[object, NDArray[np.float32]]] = [
            (None, np.empty(0, dtype=np.float32))
        ] * setup.players
        self._table: tuple[object, NDArray[np.float32]] = (None, self._lay_tokens())
        # Where the counts of the moment lie, from its beginning.
        self._at: dict[str, int] = {
            name: part.start - plan.moment for name, part in plan.parts.items() if not part.rows
        }

    def _lay_tokens(self) -> NDArray[np.float32]:
        """What never changes in a game."""
        plan = self.layout
        setup = self.setup
        terms = setup.terms
        vector: NDArray[np.float32] = np.zeros(plan.size, dtype=np.float32)
        named = plan.split(vector)
        for city, kind in enumerate(setup.city_good):
            if kind >= 0:
                named["tokens"][city, kind] = 1
        for province, kind in enumerate(setup.marker_good):
            named["marker_goods"][province, kind] = 1
        named["options"][:] = terms.switched
        return vector[plan.table : plan.moment].copy()

    def flat(self, state: State, seat: int, suggested: int = -1) -> NDArray[np.float32]:
        """The vector of a seat, a new array.

        `suggested` is the card a legatus suggested to the partner who is about to answer it
        (R10.8), or -1. It is said at the table, so all seats see it; the state does not keep it.
        """
        rows = [self._row(state, one) for one in range(seat, self.layout.players)]
        rows += [self._row(state, one) for one in range(seat)]
        moment = np.frombuffer(self._moment(state, seat, suggested), dtype=np.uint8)
        scaled = moment * self.layout.moment_scale
        return np.concatenate((*rows, self._on_table(state), scaled))

    # A seat's row

    def _row(self, state: State, seat: int) -> NDArray[np.float32]:
        """The row of a seat, rebuilt if anything in it has changed."""
        key = (
            state.coins[seat],
            state.goods[seat],
            state.hands[seat],
            state.piles[seat],
            state.houses[seat],
            state.land[seat],
            state.sea[seat],
            state.houses[self.setup.partner[seat]],  # counts for Venus in team play (R9.4)
            state.concordia == seat,
            state.scored[seat],
        )
        known, row = self._rows[seat]
        if key != known:
            row = self._make_row(state, seat)
            self._rows[seat] = (key, row)
        return row

    def _make_row(self, state: State, seat: int) -> NDArray[np.float32]:
        plan = self.layout
        row: NDArray[np.float32] = np.empty(plan.width, dtype=np.float32)
        numbers = [state.coins[seat] / COIN_UNIT]
        numbers += [points / POINT_UNIT for points in score.by_god(state, seat)]
        scored = state.scored[seat] if self.setup.terms.intermediate else -1
        numbers += [max(scored, 0) / POINT_UNIT, float(scored >= 0)]
        row[: len(numbers)] = numbers
        pile = state.piles[seat]
        counts = (
            _COUNTS[state.goods[seat]],
            bytes((HOUSES - count(state.houses[seat]),)),
            _ones(state.hands[seat], plan.cards),
            _ones(single(pile[-1]) if pile else 0, plan.cards),
            _order(pile, plan.cards),
            _ones(state.houses[seat], plan.cities),
            _tally(state.land[seat], plan.places[codes.LAND]),
            _tally(state.sea[seat], plan.places[codes.SEA]),
        )
        rest = np.frombuffer(b"".join(counts), dtype=np.uint8)
        np.multiply(rest, plan.row_scale, out=row[len(numbers) :])
        return row

    # The table

    def _on_table(self, state: State) -> NDArray[np.float32]:
        """Tokens, markers and display, rebuilt if anything there has changed."""
        key = (state.markers, state.unseen, state.display[:])
        known, table = self._table
        if key != known:
            plan = self.layout
            rows = [_ones(state.markers, plan.provinces), _ones(state.unseen, plan.cards)]
            rows += [
                _ones(0 if card == HOLE else single(card), plan.cards) for card in state.display
            ]
            empty = DISPLAY - len(state.display)
            rows.append(bytes(empty * plan.cards))
            rows.append(bytes([card == HOLE for card in state.display] + [False] * empty))
            changing = b"".join(rows)
            table = table.copy()
            table[-len(changing) :] = np.frombuffer(changing, dtype=np.uint8)
            self._table = (key, table)
        return table

    # The moment

    def _moment(self, state: State, seat: int, suggested: int) -> bytearray:
        plan = self.layout
        players = plan.players
        at = self._at
        counts = bytearray(plan.size - plan.moment)
        counts[at["seat"] + seat] = 1
        counts[at["turn"] + (state.turn - seat) % players] = 1
        counts[at["magnus"] + (state.magnus - seat) % players] = 1
        if state.actor >= 0:
            counts[at["actor"] + (state.actor - seat) % players] = 1
        if state.magnus_used:
            counts[at["magnus_used"]] = 1
        if state.concordia >= 0:
            counts[at["concordia"] + (state.concordia - seat) % players] = 1
            counts[at["last_turns"]] = state.last_turns
        counts[at["decision"] + DECISION_AT[state.decision]] = 1
        if state.together:
            counts[at["together"]] = 1
        self._decision(counts, state, seat)
        for part in state.pending:
            self._pending(counts, part, seat)
        if self.setup.team:
            self._team(counts, state, seat, suggested)
        return counts

    def _decision(self, counts: bytearray, state: State, seat: int) -> None:
        """What the decision is about, beyond what lies on the table."""
        at = self._at
        decision = state.decision
        row = (state.actor - seat) % self.layout.players
        if decision == roles.PLAY:
            if state.detail != BEGIN_TURN:
                counts[at["answering"] + state.detail - 1] = 1
        elif decision == roles.ARCHITECT:
            counts[at["steps"]] = state.steps
            counts[at["building"]] = state.building
            for place in state.idle_land:
                counts[at["idle_land"] + place] += 1
            for place in state.idle_sea:
                counts[at["idle_sea"] + place] += 1
        elif decision == roles.MERCATOR:
            counts[at["income"] + row] = state.detail
            if state.used:
                counts[at["traded"] + state.used.bit_length() - 1] = 1
        elif decision == roles.KEEP:
            self._batch(counts, row, state.detail)
        elif decision in {roles.DIPLOMAT, roles.MAGISTER}:
            counts[at["through"]] = state.detail + 1
        elif decision < roles.PLAY:
            counts[at["used"]] = state.used

    def _pending(self, counts: bytearray, part: int, seat: int) -> None:
        """A part of the turn that comes later, see `viae.rules.frames`."""
        at = self._at
        decision = frames.decision_of(part)
        row = (frames.actor_of(part) - seat) % self.layout.players
        counts[at["pending"] + row * len(DECISIONS) + DECISION_AT[decision]] = 1
        if decision == roles.KEEP:
            self._batch(counts, row, frames.detail_of(part))
        elif decision == roles.MERCATOR:
            counts[at["income"] + row] = frames.detail_of(part)

    def _batch(self, counts: bytearray, row: int, batch: int) -> None:
        first = self._at["batch"] + row * goods.KINDS
        counts[first : first + goods.KINDS] = _COUNTS[batch]

    def _team(self, counts: bytearray, state: State, seat: int, suggested: int) -> None:
        players = self.layout.players
        for one, chosen in enumerate(state.copied):
            if chosen:
                first = self._at["copied"] + (one - seat) % players * players
                for other in range(players):
                    counts[first + (other - seat) % players] = has(chosen, other)
        if suggested >= 0:
            counts[self._at["suggested"] + suggested] = 1
