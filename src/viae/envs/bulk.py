"""Many observations at once: snapshots taken inside the core, turned into vectors by numpy.

The vectors are those of `viae.envs.observation`, number for number. Made by the hundred they take a
fraction of the time, because Python only takes the snapshots.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from viae.envs.observation import DECISION_AT, PILE_UNIT, Layout
from viae.rules import codes, frames, goods, roles
from viae.rules.state import HOUSES
from viae.rules.trace import HEADER, Snapshots, snap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from viae.rules.setup import Setup
    from viae.rules.state import State

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float32]

CHUNK: Final = 256  # moments turned into vectors at a time: few enough for the processor's cache
# The words of a snapshot before those of the seats, see `viae.rules.trace.snap`.
WORDS: Final = (
    "seat",
    "turn",
    "actor",
    "magnus",
    "magnus_used",
    "concordia",
    "last_turns",
    "decision",
    "together",
    "detail",
    "steps",
    "building",
    "used",
    "suggested",
    "markers",
    "unseen",
    "display",
    "pending",
    "idle_land",
    "idle_sea",
)
# One for each seat, then the points of each seat.
SEAT_WORDS: Final = ("coins", "goods", "hand", "houses", "copied", "scored", "pile", "land", "sea")
_PLACE_OF: Final = np.array([DECISION_AT.get(one, 0) for one in range(32)])
_SHIFTS: Final = np.arange(goods.KINDS) * goods.FIELD


class Bulk:
    """Collects moments of games on the same terms, and makes their vectors when asked."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._scale: Floats = np.empty(layout.size, dtype=np.float32)
        for name, view in layout.split(self._scale).items():
            view[...] = 1 / layout.parts[name].unit
        self.clear()

    def clear(self) -> None:
        """Forget all moments."""
        self._chunks = [_Chunk()]

    def add(self, state: State, seat: int, suggested: int = -1) -> None:
        """Take down what a seat sees now."""
        snap(state, seat, suggested, self.shots())
        self.taken(state.setup, 1)

    def shots(self) -> Snapshots:
        """Where the next snapshots go; say afterwards with `taken` how many there were."""
        if len(self._chunks[-1].game_of) >= CHUNK:
            self._chunks.append(_Chunk())
        return self._chunks[-1].shots

    def taken(self, setup: Setup, number: int) -> None:
        """So many snapshots were taken of a game."""
        chunk = self._chunks[-1]
        if not chunk.setups or chunk.setups[-1] is not setup:
            chunk.setups.append(setup)
        chunk.game_of += [len(chunk.setups) - 1] * number

    def vectors(self) -> Floats:
        """The vectors of all moments, in their order."""
        number = sum(len(chunk.game_of) for chunk in self._chunks)
        made: Floats = np.zeros((number, self.layout.size), dtype=np.float32)
        first = 0
        for chunk in self._chunks:
            part = made[first : first + len(chunk.game_of)]
            if len(part):
                _Filling(self.layout, chunk.shots, part).fill()
                self._lay_tokens(chunk, part)
                part *= self._scale
            first += len(part)
        return made

    def _lay_tokens(self, chunk: _Chunk, made: Floats) -> None:
        """What never changes in a game: the beginning of what lies on the table."""
        rows = np.stack([_tokens(setup) for setup in chunk.setups])
        first = self.layout.table
        made[:, first : first + rows.shape[1]] = rows[chunk.game_of]


class _Chunk:
    """Moments that are turned into vectors together."""

    def __init__(self) -> None:
        self.shots = Snapshots()
        self.setups: list[Setup] = []
        self.game_of: list[int] = []


@lru_cache(maxsize=1024)
def _tokens(setup: Setup) -> NDArray[np.bool_]:
    """The parts `tokens`, `marker_goods` and `options` of a game."""
    terms = setup.terms
    kinds = np.array([*setup.city_good, *setup.marker_good])[:, None] == np.arange(goods.KINDS)
    return np.append(kinds, terms.switched)


def _numbers(found: list[int]) -> Ints:
    """A list as an array; the standard library reads lists faster than numpy does."""
    return np.frombuffer(array("Q", found), dtype=np.int64)


def _bits(masks: Ints, width: int) -> NDArray[np.uint8]:
    """The bits of masks along a new last axis."""
    as_bytes = np.ascontiguousarray(masks, dtype="<i8").view(np.uint8).reshape(*masks.shape, 8)
    return np.unpackbits(as_bytes, axis=-1, bitorder="little")[..., :width]


class _Filling:
    """Writes the counts of snapshots into vectors; units come later."""

    def __init__(self, plan: Layout, shots: Snapshots, made: Floats) -> None:
        self.plan = plan
        self.shots = shots
        self.named = plan.split(made)
        self.counts = made.reshape(-1)
        number = len(made)
        players = plan.players
        words = _numbers(shots.words).reshape(number, -1)
        self.header: dict[str, Ints] = {name: words[:, at] for at, name in enumerate(WORDS)}
        seats = words[:, HEADER:].reshape(number, -1, players)
        self.seats: dict[str, Ints] = {name: seats[:, at] for at, name in enumerate(SEAT_WORDS)}
        self.points = seats[:, len(SEAT_WORDS) :].reshape(number, players, len(roles.GODS))
        self.rows = np.arange(number)
        self.seat = self.header["seat"]
        # The seats clockwise from the observer, and where each seat stands in that order.
        self.order = (self.seat[:, None] + np.arange(players)) % players
        self.place = (np.arange(players) - self.seat[:, None]) % players

    def fill(self) -> None:
        """Everything but what is fixed for a game."""
        self._seats()
        self._cards()
        self._places()
        self._table()
        self._moment()
        self._decision()
        self._pending()
        if "copied" in self.plan.parts:
            self._team()

    def _turned(self, values: Ints) -> Ints:
        """Values of the seats, the observer's first."""
        found: Ints = values[self.rows[:, None], self.order]
        return found

    def _place(self, seat: Ints) -> Ints:
        """Where a seat stands from each observer's point of view."""
        return (seat - self.seat) % self.plan.players

    def _seats(self) -> None:
        named, seats = self.named, self.seats
        named["coins"][...] = self._turned(seats["coins"])
        named["points"][...] = self._turned(self.points)
        scored = self._turned(seats["scored"])
        named["scored"][...] = np.maximum(scored - 1, 0)
        named["has_scored"][...] = scored > 0
        named["goods"][...] = self._turned(seats["goods"])[..., None] >> _SHIFTS & goods.FIELD_MASK
        named["hand"][...] = _bits(self._turned(seats["hand"]), self.plan.cards)
        houses = _bits(self._turned(seats["houses"]), self.plan.cities)
        named["houses"][...] = houses
        named["houses_left"][...] = HOUSES - houses.sum(axis=-1, dtype=np.int64)

    def _stretches(self, lengths: Ints) -> tuple[Ints, Ints, Ints]:
        """For each item of stretches of some lengths: row, column of `lengths`, place in it."""
        flat = lengths.reshape(-1)
        before = np.cumsum(flat) - flat
        of = np.repeat(np.arange(flat.size), flat)
        within = np.arange(of.size) - before[of]
        row, column = np.divmod(of, lengths.shape[1])
        return row, column, within

    def _at(self, part: str, row: Ints, seat: Ints) -> Ints:
        """Where a part of a seat's row begins among all counts."""
        plan = self.plan
        return row * plan.size + self.place[row, seat] * plan.width + plan.parts[part].start

    def _cards(self) -> None:
        """Piles and display."""
        plan = self.plan
        cards = _numbers(self.shots.cards)
        piles = self.seats["pile"]
        lengths = np.column_stack((piles, self.header["display"]))
        row, column, within = self._stretches(lengths)
        piled = column < plan.players
        r, s, card = row[piled], column[piled], cards[piled]
        above = piles[r, s] - 1 - within[piled]
        self.counts[self._at("pile", r, s) + card] = int(PILE_UNIT) - above
        top = above == 0
        self.counts[self._at("top", r[top], s[top]) + card[top]] = 1
        r, position, card = row[~piled], within[~piled], cards[~piled]
        there = card > 0
        self.named["display"][r[there], position[there], card[there] - 1] = 1
        self.named["taken"][r[~there], position[~there]] = 1

    def _places(self) -> None:
        """Colonists; several may stand at one place."""
        plan = self.plan
        players = plan.players
        header, seats = self.header, self.seats
        idle = (header["idle_land"], header["idle_sea"])
        lengths = np.column_stack((seats["land"], seats["sea"], *idle))
        row, column, _ = self._stretches(lengths)
        place = _numbers(self.shots.places)
        first = np.empty_like(row)
        for kind, name in ((codes.LAND, "land"), (codes.SEA, "sea")):
            seat = column - kind * players
            theirs = (seat >= 0) & (seat < players) & (column < 2 * players)
            first[theirs] = self._at(name, row[theirs], seat[theirs])
            moving = column == 2 * players + kind
            first[moving] = row[moving] * plan.size + plan.parts[f"idle_{name}"].start
        np.add.at(self.counts, first + place, np.float32(1))

    def _table(self) -> None:
        plan, header = self.plan, self.header
        self.named["markers"][...] = _bits(header["markers"], plan.provinces)
        self.named["unseen"][...] = _bits(header["unseen"], plan.cards)

    def _moment(self) -> None:
        named, header, rows = self.named, self.header, self.rows
        named["seat"][rows, self.seat] = 1
        named["turn"][rows, self._place(header["turn"])] = 1
        named["magnus"][rows, self._place(header["magnus"])] = 1
        named["magnus_used"][:, 0] = header["magnus_used"]
        decides = header["actor"] >= 2
        named["actor"][rows[decides], self._place(header["actor"] - 2)[decides]] = 1
        ending = header["concordia"] > 0
        named["concordia"][rows[ending], self._place(header["concordia"] - 1)[ending]] = 1
        named["last_turns"][ending, 0] = header["last_turns"][ending] - 1
        named["decision"][rows, _PLACE_OF[header["decision"]]] = 1
        named["together"][:, 0] = header["together"]

    def _decision(self) -> None:
        """What the decision is about, beyond what lies on the table."""
        named, header, rows = self.named, self.header, self.rows
        decision, detail, used = header["decision"], header["detail"], header["used"]
        actor = self._place(header["actor"] - 2)
        answers = (decision == roles.PLAY) & (detail > 0)
        named["answering"][rows[answers], detail[answers] - 1] = 1
        moving = decision == roles.ARCHITECT
        named["steps"][moving, 0] = header["steps"][moving]
        named["building"][moving, 0] = header["building"][moving]
        trading = decision == roles.MERCATOR
        named["income"][rows[trading], actor[trading]] = detail[trading]
        named["traded"][trading] = _bits(used[trading], goods.KINDS)
        keeping = decision == roles.KEEP
        self._batches(rows[keeping], actor[keeping], detail[keeping])
        through = (decision == roles.DIPLOMAT) | (decision == roles.MAGISTER)
        named["through"][through, 0] = detail[through] + 1
        other = (decision < roles.PLAY) & ~(moving | trading | through)
        named["used"][other, 0] = used[other]

    def _pending(self) -> None:
        """The parts of the turn that come later, see `viae.rules.frames`."""
        row, _, _ = self._stretches(self.header["pending"][:, None])
        parts = _numbers(self.shots.frames)
        decision, detail = parts & frames.DECISION_MASK, parts >> frames.DETAIL_SHIFT
        actor = parts >> frames.ACTOR_SHIFT & frames.ACTOR_MASK
        place = (actor - self.seat[row]) % self.plan.players
        self.named["pending"][row, place, _PLACE_OF[decision]] = 1
        keeping = decision == roles.KEEP
        self._batches(row[keeping], place[keeping], detail[keeping])
        trading = decision == roles.MERCATOR
        self.named["income"][row[trading], place[trading]] = detail[trading]

    def _batches(self, row: Ints, place: Ints, batch: Ints) -> None:
        self.named["batch"][row, place] = batch[:, None] >> _SHIFTS & goods.FIELD_MASK

    def _team(self) -> None:
        chosen = _bits(self._turned(self.seats["copied"]), self.plan.players)
        self.named["copied"][...] = chosen[
            self.rows[:, None, None], np.arange(self.plan.players)[:, None], self.order[:, None]
        ]
        said = self.header["suggested"] > 0
        self.named["suggested"][self.rows[said], self.header["suggested"][said] - 1] = 1
