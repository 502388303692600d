"""Rollouts are games of the rules: every row, every legal action, every reward."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from tests.bots.asking import registered
from viae.bots import Observation
from viae.data import board_names, load_board
from viae.envs.actions import action_space
from viae.envs.bulk import CHUNK, Bulk
from viae.envs.observation import flat, layout
from viae.envs.rewards import REWARDS, rewards
from viae.envs.rollouts import CHANCE, FEW, Batch, Tables, codebook, rollouts
from viae.errors import IllegalEntry, SetupError, ViaeError
from viae.options import DEFAULTS, PLAYERS, terms_for
from viae.progress import MOST_ENTRIES
from viae.rules import roles
from viae.rules.playout import Dice, playout, random_start
from viae.rules.state import State
from viae.rules.trace import ACTORS, Snapshots, Trace, mark, play_traced, suggestion
from viae.rules.turn import apply, legal

EVERY = [(variant, players) for variant, counts in PLAYERS.items() for players in counts]


def start(variant: str, players: int, dice: Dice, board: str = "imperium") -> State:
    return random_start(terms_for(load_board(board), variant, players, DEFAULTS), dice)


def one(**given: Any) -> Batch:
    """All games in one batch."""
    (batch,) = rollouts(batch=given["games"], **given)
    return batch


# Traces


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_a_trace_is_what_a_playout_plays(variant: str, players: int) -> None:
    silent, traced = Dice(5), Dice(5)
    state = start(variant, players, silent)
    number = playout(state, silent)
    other = start(variant, players, traced)
    again = other.copy()
    trace = Trace()
    assert play_traced(other, traced, trace, True, 1_000_000, Snapshots(), 0) == number
    assert other.key() == state.key()
    offset = 0
    for code, marked in zip(trace.played, trace.marks, strict=True):
        found = legal(again)
        assert marked == mark(len(found), again.actor)
        assert divmod(marked, ACTORS) == (len(found), again.actor - roles.CHANCE)
        assert trace.choices[offset : offset + len(found)] == found
        offset += len(found)
        apply(again, code)
    assert offset == len(trace.choices)
    assert again.key() == state.key()


def test_a_trace_stops_at_its_limit_and_goes_on() -> None:
    whole, parts = Dice(1), Dice(1)
    first, second = Trace(), Trace()
    shots = Snapshots()
    play_traced(start("concordia", 3, whole), whole, first, False, 1_000_000, shots, 0)
    state = start("concordia", 3, parts)
    while play_traced(state, parts, second, False, 7, shots, 0):
        pass
    assert second.played == first.played
    assert second.marks == first.marks
    assert second.choices == second.watched == shots.words == []


# Codes and indices


@pytest.mark.parametrize("board", board_names())
@pytest.mark.parametrize("variant", PLAYERS)
def test_the_codebook_knows_every_action(board: str, variant: str) -> None:
    space = action_space(load_board(board), variant)
    book = codebook(space)
    known = [space.code(index) for index in range(space.size)]
    assert book.indices(known).tolist() == list(range(space.size))
    assert book.indices([]).tolist() == []


# Batches


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_a_batch_replays(variant: str, players: int) -> None:
    """The rows, their legal actions and observations, and the returns are those of the rules."""
    batch = one(
        variant=variant, players=players, games=3, seed=8, observe=0.05, legal=True, reward="margin"
    )
    dice = Dice(8)
    space = batch.space
    watched = dict(zip(batch.observed.tolist(), batch.observations, strict=True))
    row = 0
    # The set-ups come from the same dice as the entries, so each is found by playing on.
    for game in range(3):
        state = start(variant, players, dice)
        assert row == batch.starts[game]
        suggested = -1
        while state.decision != roles.OVER:
            found = legal(state)
            assert batch.players[row] == state.actor
            assert batch.choices(row).tolist() == space.indices(found)
            if row in watched:
                assert np.array_equal(watched.pop(row), flat(state, state.actor, suggested))
            code = space.code(int(batch.actions[row]))
            suggested = suggestion(code)
            apply(state, code)
            row += 1
        assert batch.returns[game].tolist() == rewards(state, "margin")
        dice = _dice_after(variant, players, game + 1)
    assert not watched
    assert row == batch.starts[3] == len(batch.actions)


def _dice_after(variant: str, players: int, games: int) -> Dice:
    """The dice of the batch above after some games: set-ups, gaps and entries rolled."""
    from viae.envs.episode import Agreement
    from viae.envs.rollouts import _Maker

    maker = _Maker(Agreement(variant=variant, players=players), "margin", [], 8)
    maker.share = 0.05
    maker.make(games)
    return maker.dice


def test_rewards_and_dones_stand_in_the_last_row_of_a_game() -> None:
    batch = one(players=3, games=5, seed=1)
    last = np.flatnonzero(batch.dones)
    assert last.tolist() == (batch.starts[1:] - 1).tolist()
    assert np.array_equal(batch.rewards[last], batch.returns)
    assert np.count_nonzero(np.delete(batch.rewards, last, axis=0)) == 0
    assert batch.finished.all()
    assert batch.games == 5


def test_rows_know_their_game_and_its_outcome() -> None:
    batch = one(players=4, games=6, seed=2, observe=0.03, reward="rank")
    rows = batch.observed
    games = batch.game_of(rows)
    for row, game, outcome in zip(rows, games, batch.outcomes(rows), strict=True):
        assert batch.starts[game] <= row < batch.starts[game + 1]
        assert outcome == batch.returns[game, batch.players[row]]


def test_masks_are_the_legal_actions() -> None:
    batch = one(players=2, games=2, seed=3, observe=0.1)
    masks = batch.masks(batch.observed)
    for row, mask in zip(batch.observed, masks, strict=True):
        assert np.flatnonzero(mask).tolist() == sorted(batch.choices(row).tolist())
        assert mask[batch.actions[row]]


def test_legal_actions_are_kept_where_asked_for() -> None:
    batch = one(players=2, games=2, seed=3, observe=0.1)
    bare = np.setdiff1d(np.arange(len(batch.actions)), batch.observed)
    assert len(batch.choices(int(bare[0]))) == 0
    with pytest.raises(ViaeError, match="legal=True"):
        batch.masks(bare[:1])
    full = one(players=2, games=2, seed=3, observe=0.1, legal=True)
    assert np.array_equal(full.actions, batch.actions)
    assert full.masks(bare[:1]).any()
    assert len(full.legal) > len(batch.legal)


def test_observations_are_a_share_of_all_decisions() -> None:
    for share in (1 / 64, 0.1, 0.5):
        batch = one(players=3, games=40 if share < 0.5 else 5, seed=4, observe=share)
        found = len(batch.observed) / np.count_nonzero(batch.players != CHANCE)
        assert found == pytest.approx(share, rel=0.15)
        assert (batch.players[batch.observed] != CHANCE).all()
    batch = one(players=2, games=1, seed=4, observe=1)
    assert batch.observed.tolist() == np.flatnonzero(batch.players != CHANCE).tolist()
    assert one(players=2, games=1, seed=4).observations.shape == (0, batch.layout.size)


@pytest.mark.parametrize("bots", [None, "random"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.8, 0.95])
def test_any_share_can_be_observed(share: float, bots: str | None) -> None:
    games = 40 if bots is None else 20
    batch = next(rollouts(board="italia", players=2, games=games, seed=1, observe=share, bots=bots))
    assert len(batch.observed) / (batch.players != CHANCE).sum() == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("bots", [None, "random"])
def test_the_same_seed_gives_the_same_batch(reward: str, bots: str | None) -> None:
    given: dict[str, Any] = {"games": 3, "reward": reward, "bots": bots, "observe": 0.05}
    first, again, other = one(seed=1, **given), one(seed=1, **given), one(seed=2, **given)
    assert np.array_equal(first.actions, again.actions)
    assert np.array_equal(first.observations, again.observations)
    assert np.array_equal(first.returns, again.returns)
    assert not np.array_equal(first.actions[:50], other.actions[:50])


def test_games_come_in_batches() -> None:
    sizes = [batch.games for batch in rollouts(players=2, games=7, batch=3)]
    assert sizes == [3, 3, 1]
    endless = rollouts(players=2, batch=1)
    first, second = next(endless), next(endless)
    assert not np.array_equal(first.actions[:50], second.actions[:50])


class Sulking:
    """A bot that does not want to play."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, observation: Observation) -> int:
        raise RuntimeError("not today")


def test_a_bot_that_fails_is_replaced_and_told() -> None:
    with registered("sulking", Sulking):
        rows = rollouts(players=2, games=1, seed=1, bots=["random", "sulking"], max_entries=30)
        with pytest.warns(RuntimeWarning, match=r"bot “sulking” at seat 1 was replaced: Runtime"):
            batch = next(rows)
    assert len(batch.actions) == 30


@pytest.mark.parametrize("bots", [None, "random"])
def test_a_game_that_grows_too_long_is_abandoned(bots: str | None) -> None:
    """R8.3"""
    batch = one(players=3, games=4, seed=1, bots=bots, max_entries=25, observe=0.2)
    assert np.diff(batch.starts).tolist() == [25] * 4
    assert not batch.finished.any()
    assert not batch.returns.any()
    (usual, free) = (
        one(players=2, games=1, seed=1, bots=bots, **given) for given in ({}, {"max_entries": None})
    )
    assert usual.finished.all()
    assert np.array_equal(usual.actions, free.actions)
    assert batch.observed.max() < len(batch.actions)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"observe": 1.5}, "a share from 0 to 1"),
        ({"max_entries": 0}, "at least 1, or None for no limit, not 0"),
        ({"reward": "gold"}, "reward is"),
        ({"players": 7}, "R1.1"),
        ({"bots": "nobody"}, "no bot"),
        ({"bots": ["random", "random"]}, "2 bots for 3 players"),
    ],
)
def test_wrong_wishes_are_named(given: dict[str, Any], fault: str) -> None:
    with pytest.raises(SetupError, match=fault):
        next(rollouts(**given))


def test_a_batch_can_travel() -> None:
    batch = one(players=2, games=1, seed=1, observe=0.1)
    again = pickle.loads(pickle.dumps(batch))  # noqa: S301 - just written
    assert again.space is batch.space
    assert np.array_equal(again.actions, batch.actions)


# Observations in bulk


@pytest.mark.parametrize(("variant", "players"), EVERY)
@pytest.mark.parametrize("other", [False, True], ids=["default", "other-options"])
def test_observations_in_bulk_are_those_made_one_by_one(
    variant: str, players: int, other: bool
) -> None:
    """At every moment, for any seat, in any game, with any options."""
    options = dict(DEFAULTS)
    if other:
        options |= {"display": "wine", "colonist_income": "2x"}
        options["intermediate_scoring"] = variant != "venus-team"
    board = load_board(board_names()[players % 6])
    terms = terms_for(board, variant, players, options)
    bulk = Bulk(layout(board, variant, players))
    dice = Dice(players)
    single = []
    for _ in range(2):
        state = random_start(terms, dice)
        suggested = -1
        while True:
            seat = dice.below(players)
            bulk.add(state, seat, suggested)
            single.append(flat(state, seat, suggested))
            if state.decision == roles.OVER:
                break
            found = legal(state)
            code = found[dice.below(len(found))]
            suggested = suggestion(code)
            apply(state, code)
    assert len(single) > CHUNK
    different = bulk.layout.split(bulk.vectors() != np.array(single))
    assert [name for name, part in different.items() if part.any()] == []


def test_a_bulk_can_be_empty_and_used_again() -> None:
    bulk = Bulk(layout(load_board("italia"), "concordia", 2))
    assert bulk.vectors().shape == (0, bulk.layout.size)
    state = start("concordia", 2, Dice(1), "italia")
    bulk.add(state, 0)
    assert bulk.vectors().tolist() == [flat(state, 0).tolist()]
    bulk.clear()
    bulk.add(state, 1)
    assert bulk.vectors().tolist() == [flat(state, 1).tolist()]


# Tables


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_tables_play_on_and_on(variant: str, players: int) -> None:
    tables = Tables(3, variant=variant, players=players, board="ionium-small", seed=1)
    rng = np.random.default_rng(1)
    ended = np.zeros(3, dtype=int)
    while ended.min() < 1:
        found, offsets = tables.legal()
        assert (tables.players >= 0).all()
        at = offsets[:-1] + (rng.random(3) * np.diff(offsets)).astype(int)
        got, dones = tables.step(found[at])
        ended += dones
        assert got[~dones].any() == np.False_
        for row in np.flatnonzero(dones):
            assert got[row].sum() == pytest.approx(0, abs=1e-6)
            assert got[row].max() == 1


@pytest.mark.parametrize("number", [4, FEW])
def test_tables_show_what_the_deciding_seats_see(number: int) -> None:
    tables = Tables(number, players=2, seed=2)
    rng = np.random.default_rng(1)
    for _ in range(40):
        masks = tables.masks()
        seen = tables.observe()
        for row, table in enumerate(tables.tables):
            assert np.array_equal(seen[row], flat(table.state, table.state.actor))
            legal_there = tables.space.indices(table.legal())
            assert np.flatnonzero(masks[row]).tolist() == sorted(legal_there)
        assert np.array_equal(tables.observe([2, 0]), seen[[2, 0]])
        found, offsets = tables.legal([3])
        assert found.tolist() == tables.space.indices(tables.tables[3].legal())
        assert offsets.tolist() == [0, len(found)]
        tables.step([rng.choice(np.flatnonzero(mask)) for mask in masks])


def test_tables_refuse_an_illegal_action() -> None:
    tables = Tables(2, players=2)
    wrong = tables.space.parse("produce gallia")
    right = int(tables.legal()[0][0])
    with pytest.raises(IllegalEntry, match="table 1: “produce gallia” is not legal now"):
        tables.step([right, wrong])


def test_a_table_gives_up_a_game_that_grows_too_long() -> None:
    """R8.3"""
    assert Tables(1, players=2).max_entries == MOST_ENTRIES
    tables = Tables(1, players=2, max_entries=10)
    for number in range(1, 21):
        got, dones = tables.step(tables.legal()[0][:1])
        assert dones[0] == (number % 10 == 0)
        assert not got.any()
