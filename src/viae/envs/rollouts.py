"""Rollouts: many games as numpy arrays, for learning at the speed of the engine.

`rollouts` plays whole games, with random entries inside the compiled core or with bots, and yields
them in batches of arrays. `Tables` plays many games side by side, one entry each at a time, with a
policy of your own.

>>> batch = next(rollouts(board="italia", players=2, games=4, seed=1, observe=0.1))
>>> batch.games, batch.returns.shape, batch.dones.sum()
(4, (4, 2), np.int64(4))
>>> row = batch.observed[0]
>>> bool(batch.masks([row])[0, batch.actions[row]])
True
"""

from __future__ import annotations

import warnings
from array import array
from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING, Final

import numpy as np

from viae.bots import Course, Seated, check_bot
from viae.envs.actions import ActionSpace, action_space
from viae.envs.bulk import Bulk
from viae.envs.episode import Agreement, Episode
from viae.envs.observation import Layout, layout, observer
from viae.envs.rewards import check_reward, rewards
from viae.errors import IllegalEntry, SetupError, ViaeError
from viae.progress import MOST_ENTRIES
from viae.rules import codes, roles
from viae.rules.playout import Dice, random_start
from viae.rules.trace import ACTORS, Trace, mark, play_traced, suggestion
from viae.rules.turn import apply, legal

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from viae.rules.figures import Board
    from viae.rules.state import State

NO_LIMIT: Final = 1_000_000
FEW: Final = 24  # observations that are made sooner one by one than in bulk
CHANCE: Final = roles.CHANCE  # the player of a row that reveals a card


class Codebook:
    """The indices of whole arrays of codes: a hash without collisions, found by trying.

    Looking up a code in a dictionary takes several times as long as playing with it.
    """

    def __init__(self, space: ActionSpace) -> None:
        known = np.array([space.code(index) for index in range(space.size)], dtype=np.uint32)
        draw = np.random.default_rng(0)
        bits = int(space.size).bit_length() + 2
        tries = 0
        while True:
            self._factor = np.uint32(draw.integers(1 << 32, dtype=np.uint64) | 1)
            self._shift = np.uint32(32 - bits)
            at = self._at(known)
            if np.bincount(at).max() == 1:
                break
            tries += 1
            if tries % 400 == 0:
                bits += 1
        self._table = np.zeros(1 << bits, dtype=np.int32)
        self._table[at] = np.arange(space.size)

    def _at(self, found: NDArray[np.uint32]) -> NDArray[np.uint32]:
        return found * self._factor >> self._shift

    def indices(self, found: list[int]) -> NDArray[np.int32]:
        """The indices of codes, in their order."""
        return self._table.take(self._at(numbers(found)))


def numbers(found: list[int]) -> NDArray[np.uint32]:
    """A list of numbers as an array; the standard library reads lists faster than numpy does."""
    return np.frombuffer(array("I", found), dtype=np.uint32)


@lru_cache(maxsize=64)
def codebook(space: ActionSpace) -> Codebook:
    """The codebook of an action space, made once and shared."""
    return Codebook(space)


@dataclass(frozen=True)
class Batch:
    """Whole games, one after the other; every entry is a row, revealed cards included."""

    space: ActionSpace
    layout: Layout
    players: NDArray[np.int8]  # who decided: a seat, or CHANCE
    actions: NDArray[np.int32]  # what was played
    starts: NDArray[np.int64]  # the first row of each game, and the number of rows at the end
    returns: NDArray[np.float32]  # of each game: the reward of every seat
    finished: NDArray[np.bool_]  # of each game: played to its end, not abandoned
    legal: NDArray[np.int32]  # legal actions, those of one row after those of another
    offsets: NDArray[np.int64]  # where those of each row begin, and where the last end
    observed: NDArray[np.int64]  # the rows that have an observation
    observations: NDArray[np.float32]  # of these rows, as the deciding seat sees it

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.returns)

    @property
    def dones(self) -> NDArray[np.bool_]:
        """True in the last row of each game."""
        dones = np.zeros(len(self.actions), dtype=np.bool_)
        dones[self.starts[1:] - 1] = True
        return dones

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What each seat gets for each row: the returns in the last row of a game, else nothing."""
        found = np.zeros((len(self.actions), self.returns.shape[1]), dtype=np.float32)
        found[self.starts[1:] - 1] = self.returns
        return found

    def game_of(self, rows: ArrayLike) -> NDArray[np.int64]:
        """The number of the game that each row belongs to."""
        return np.searchsorted(self.starts, np.asarray(rows), side="right") - 1

    def outcomes(self, rows: ArrayLike) -> NDArray[np.float32]:
        """What the seat that decides in each row gets in the end: the target of a value network."""
        rows = np.asarray(rows)
        found: NDArray[np.float32] = self.returns[self.game_of(rows), self.players[rows]]
        return found

    def choices(self, row: int) -> NDArray[np.int32]:
        """The legal actions of a row, if they were kept."""
        return self.legal[self.offsets[row] : self.offsets[row + 1]]

    def masks(self, rows: ArrayLike) -> NDArray[np.bool_]:
        """The legal actions of rows as masks over the whole action space."""
        rows = np.asarray(rows)
        first = self.offsets[rows]
        counts = self.offsets[rows + 1] - first
        if not counts.all():
            raise ViaeError("legal actions were kept for observed rows only; ask for legal=True")
        return dense(_stretches(self.legal, first, counts), counts, self.space.size)


def dense(found: NDArray[np.int32], counts: NDArray[np.int64], size: int) -> NDArray[np.bool_]:
    """Masks of `size` from lists of legal actions that stand one after the other."""
    masks = np.zeros((len(counts), size), dtype=np.bool_)
    masks[np.repeat(np.arange(len(counts)), counts), found] = True
    return masks


def _stretches(
    values: NDArray[np.int32], first: NDArray[np.int64], counts: NDArray[np.int64]
) -> NDArray[np.int32]:
    """Several stretches of an array, one after the other."""
    before = np.cumsum(counts) - counts
    at = np.arange(counts.sum()) + np.repeat(first - before, counts)
    found: NDArray[np.int32] = values[at]
    return found


def rollouts(
    board: str | os.PathLike[str] | Board = "imperium",
    variant: str = "concordia",
    players: int | None = None,
    options: Mapping[str, bool | str] | None = None,
    *,
    games: int | None = None,
    batch: int = 64,
    seed: int = 0,
    reward: str = "rank",
    bots: Sequence[str] | str | None = None,
    observe: float = 0.0,
    legal: bool = False,
    max_entries: int | None = MOST_ENTRIES,
) -> Iterator[Batch]:
    """Play games and yield them in batches; without `games` there is no end.

    All seats play at random, or as `bots` (one name for all seats, or one for each). `observe` is
    the share of the decisions whose observation and legal actions are kept, drawn at random; with
    `legal` the legal actions of all rows are. A game is stopped after `max_entries` (R8.3; None for
    no limit): it is not `finished`, and its returns are 0.
    """
    agreed = Agreement(board, variant, players, options)
    maker = _Maker(agreed, check_reward(reward), _seat_bots(bots, agreed.players), seed)
    maker.legal = legal
    maker.share = observe
    maker.limit = _check_limit(max_entries) or NO_LIMIT
    if not 0 <= observe <= 1:
        raise SetupError("rollouts", [f"observe is a share from 0 to 1, not {observe}"])
    played = 0
    while games is None or played < games:
        number = batch if games is None else min(batch, games - played)
        yield maker.make(number)
        played += number


def _check_limit(max_entries: int | None) -> int | None:
    if max_entries is not None and max_entries < 1:
        fault = f"max_entries is at least 1, or None for no limit, not {max_entries}"
        raise SetupError("rollouts", [fault])
    return max_entries


def _seat_bots(bots: Sequence[str] | str | None, players: int) -> list[str]:
    """A name for each seat; none at all where everybody plays at random inside the core."""
    if bots is None:
        return []
    named = [check_bot(name) for name in ([bots] if isinstance(bots, str) else bots)]
    if len(named) == 1:
        named *= players
    if len(named) != players:
        fault = f"{len(named)} bots for {players} players; name one for all, or one for each"
        raise SetupError("rollouts", [fault])
    return named


class _Rows:
    """The rows of a batch while it is made: an array for each game."""

    def __init__(self, layout: Layout) -> None:
        self.starts = [0]
        self.actions: list[NDArray[np.int32]] = []
        self.marks: list[NDArray[np.uint32]] = []
        self.legal: list[NDArray[np.int32]] = []
        self.observed: list[int] = []
        self.bulk = Bulk(layout)

    def add(self, trace: Trace, book: Codebook) -> None:
        """Turn the trace of a game into arrays."""
        self.starts.append(self.starts[-1] + len(trace.played))
        first = self.starts[-2]
        self.observed += [first + row for row in trace.watched]
        self.actions.append(book.indices(trace.played))
        self.marks.append(numbers(trace.marks))
        self.legal.append(book.indices(trace.choices))


class _Maker:
    """Plays games and gathers their rows."""

    def __init__(self, agreed: Agreement, reward: str, bots: list[str], seed: int) -> None:
        self.agreed = agreed
        self.reward = reward
        self.bots = bots
        self.dice = Dice(seed)
        self.space = action_space(agreed.board, agreed.variant)
        self.codebook = codebook(self.space)
        self.layout = layout(agreed.board, agreed.variant, agreed.players)
        self.legal = False
        self.share = 0.0
        self.limit = NO_LIMIT
        self._due = 0.0  # how much of a game with the higher number of `_span` is due

    def make(self, games: int) -> Batch:
        """A batch of this many games."""
        rows = _Rows(self.layout)
        returns: list[list[float]] = []
        finished: list[bool] = []
        for _ in range(games):
            state = random_start(self.agreed.terms, self.dice)
            trace = Trace()
            if self.bots:
                self._play_bots(state, trace, rows.bulk)
            else:
                self._play_random(state, trace, rows.bulk)
            over = state.decision == roles.OVER
            finished.append(over)
            returns.append(rewards(state, self.reward) if over else [0.0] * self.agreed.players)
            # Game by game, as long as the lists are in the processor's cache.
            rows.add(trace, self.codebook)
        marks = np.concatenate(rows.marks)
        counts = marks // ACTORS
        if not self.legal:
            kept = np.zeros_like(counts)
            kept[rows.observed] = counts[rows.observed]
            counts = kept
        offsets = np.zeros(len(marks) + 1, dtype=np.int64)
        np.cumsum(counts, out=offsets[1:])
        return Batch(
            space=self.space,
            layout=self.layout,
            players=(marks % ACTORS).astype(np.int8) + np.int8(CHANCE),
            actions=np.concatenate(rows.actions),
            starts=np.array(rows.starts, dtype=np.int64),
            returns=np.array(returns, dtype=np.float32),
            finished=np.array(finished, dtype=np.bool_),
            legal=np.concatenate(rows.legal),
            offsets=offsets,
            observed=np.array(rows.observed, dtype=np.int64),
            observations=rows.bulk.vectors(),
        )

    def _play_random(self, state: State, trace: Trace, bulk: Bulk) -> None:
        """Random entries, all inside the core."""
        play_traced(state, self.dice, trace, self.legal, self.limit, bulk.shots(), self._span())
        if trace.watched:
            bulk.taken(state.setup, len(trace.watched))

    def _span(self) -> int:
        """One more than the most entries between two observations: on average all but the share.

        A whole number seldom gives the share exactly: some games get the next higher one.
        """
        if not self.share:
            return 0
        low = floor(2 / self.share)
        more, fewer = 2 / low, 2 / (low + 1)  # the shares of both
        self._due += (more - self.share) / (more - fewer)
        higher = self._due > 0.999999
        self._due -= higher
        return low - 1 + higher

    def _play_bots(self, state: State, trace: Trace, bulk: Bulk) -> None:
        log: list[tuple[int, int]] = []
        course = Course(state.copy(), log)
        seats = [Seated(name, self.dice.roll(), course=course, timed=False) for name in self.bots]
        try:
            self._play_seats(state, trace, bulk, seats, log)
        finally:
            for seat in seats:
                seat.close()
        for fault in (fault for seat in seats for fault in seat.faults):
            told = f"bot “{fault.name}” at seat {fault.seat} was replaced: {fault.text}"
            warnings.warn(told, RuntimeWarning, stacklevel=2)

    def _play_seats(
        self,
        state: State,
        trace: Trace,
        bulk: Bulk,
        seats: list[Seated],
        log: list[tuple[int, int]],
    ) -> None:
        span = self._span()
        gap = self.dice.below(span) if span else self.limit
        code = codes.DONE_CODE
        for row in range(self.limit):
            if state.decision == roles.OVER:
                return
            found = legal(state)
            watched = gap == 0 and state.actor != CHANCE
            if watched:
                trace.watched.append(row)
                bulk.add(state, state.actor, suggestion(code))
            gap = gap - 1 if gap else self.dice.below(span)
            code = self._choose(state, found, seats)
            log.append((state.actor, code))
            trace.played.append(code)
            trace.marks.append(mark(len(found), state.actor))
            if self.legal or watched:
                trace.choices += found
            apply(state, code)

    def _choose(self, state: State, found: list[int], seats: list[Seated]) -> int:
        if state.actor == CHANCE:
            return found[self.dice.below(len(found))]
        return seats[state.actor].decide(state, found)


def _flat(table: Episode) -> NDArray[np.float32]:
    state = table.state
    return observer(state.setup).flat(state, state.actor, table.suggested)


class Tables:
    """Many games side by side, for a policy that decides for all of them at once.

    At every table it is some seat's turn to decide: `players` says whose. A step plays an action at
    every table; where a game ends, its rewards are returned and the next game begins at once.

    >>> tables = Tables(2, board="italia", players=2, seed=1)
    >>> tables.players, tables.observe().shape == (2, tables.layout.size)
    (array([0, 0], dtype=int8), True)
    >>> found, offsets = tables.legal()
    >>> rewards, dones = tables.step(found[offsets[:-1]])
    >>> rewards.tolist(), dones.tolist()
    ([[0.0, 0.0], [0.0, 0.0]], [False, False])
    """

    def __init__(
        self,
        tables: int,
        board: str | os.PathLike[str] | Board = "imperium",
        variant: str = "concordia",
        players: int | None = None,
        options: Mapping[str, bool | str] | None = None,
        *,
        seed: int = 0,
        reward: str = "rank",
        max_entries: int | None = MOST_ENTRIES,
    ) -> None:
        agreed = Agreement(board, variant, players, options)
        self.reward = check_reward(reward)
        self.max_entries = _check_limit(max_entries)
        self.space = action_space(agreed.board, agreed.variant)
        self.layout = layout(agreed.board, agreed.variant, agreed.players)
        self.seats = agreed.players
        self._codebook = codebook(self.space)
        self._bulk = Bulk(self.layout)
        self.tables = [Episode(agreed) for _ in range(tables)]
        dice = Dice(seed)
        for table in self.tables:
            table.reset(dice.roll())

    @property
    def players(self) -> NDArray[np.int8]:
        """The seat that decides at each table."""
        return np.array([table.state.actor for table in self.tables], dtype=np.int8)

    def observe(self, at: Sequence[int] | None = None) -> NDArray[np.float32]:
        """What the deciding seat of each table sees, or of some of the tables."""
        tables = self.tables if at is None else [self.tables[number] for number in at]
        if 0 < len(tables) < FEW:
            return np.stack([_flat(table) for table in tables])
        self._bulk.clear()
        for table in tables:
            self._bulk.add(table.state, table.state.actor, table.suggested)
        return self._bulk.vectors()

    def legal(self, at: Sequence[int] | None = None) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """All legal actions, table after table, and where those of each table begin and end."""
        found: list[int] = []
        offsets = [0]
        for table in self.tables if at is None else [self.tables[number] for number in at]:
            found += table.legal()
            offsets.append(len(found))
        return self._codebook.indices(found), np.array(offsets, dtype=np.int64)

    def masks(self) -> NDArray[np.bool_]:
        """The legal actions of each table as a mask over the whole action space."""
        found, offsets = self.legal()
        return dense(found, np.diff(offsets), self.space.size)

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Play an action at each table: the rewards of all seats, and where the game has ended.

        A game that has grown to `max_entries` (None: no limit) ends without a result and rewards.
        """
        got = np.zeros((len(self.tables), self.seats), dtype=np.float32)
        dones = np.zeros(len(self.tables), dtype=np.bool_)
        chosen = np.asarray(actions).tolist()
        for row, (table, action) in enumerate(zip(self.tables, chosen, strict=True)):
            code = self.space.code(action)
            if code not in table.legal():
                raise IllegalEntry(f"table {row}: “{self.space.text(action)}” is not legal now")
            table.play(code)
            if table.over:
                got[row] = rewards(table.state, self.reward)
            elif len(table.log) != self.max_entries:
                continue
            dones[row] = True
            table.reset()
        return got, dones
