from __future__ import annotations

import pickle
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

np = pytest.importorskip("numpy")

from tests.support import table  # noqa: E402
from viae import Game  # noqa: E402
from viae.data import board_names, load_board  # noqa: E402
from viae.envs.episode import Agreement, Episode  # noqa: E402
from viae.envs.observation import (  # noqa: E402
    COIN_UNIT,
    DECISION_NAMES,
    PILE_UNIT,
    POINT_UNIT,
    Observer,
    flat,
    layout,
    observation_size,
    observe,
)
from viae.options import DEFAULTS, PLAYERS, terms_for  # noqa: E402
from viae.progress import Progress, Start  # noqa: E402
from viae.rules import codes, goods, roles  # noqa: E402
from viae.rules.playout import Dice, random_start  # noqa: E402
from viae.rules.turn import apply, legal  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from viae.rules.state import State

ROOT = Path(__file__).parents[2]
TERMS = [(variant, n) for variant, numbers in PLAYERS.items() for n in numbers]
OPTIONS: dict[str, bool | str] = {
    "intermediate_scoring": True,
    "colonist_income": "2x",
    "display": "wine",
}


def random_game(board: str, variant: str, players: int, seed: int) -> Iterator[State]:
    """Every moment of a random game, chance's included."""
    options = dict(DEFAULTS) if variant == "venus-team" or seed % 2 else OPTIONS
    dice = Dice(seed)
    state = random_start(terms_for(load_board(board), variant, players, options), dice)
    while state.decision != roles.OVER:
        yield state
        found = legal(state)
        apply(state, found[dice.below(len(found))])
    yield state


@pytest.mark.parametrize(("board", "variant"), list(product(board_names(), PLAYERS)))
def test_the_parts_fill_the_vector_exactly(board: str, variant: str) -> None:
    for players in PLAYERS[variant]:
        plan = layout(load_board(board), variant, players)
        counted = np.zeros(plan.size)
        for view in plan.split(counted).values():
            view[...] += 1  # what is written to a part is written to the vector
        assert (counted == 1).all()


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_length_and_bounds_hold_through_whole_games(variant: str, players: int) -> None:
    plan = layout(load_board("imperium"), variant, players)
    size = observation_size(load_board("imperium"), variant, players)
    for state in random_game("imperium", variant, players, players):
        vector = flat(state, state.turn)
        assert vector.shape == (size,)
        assert vector.dtype == np.float32
        assert (vector >= 0).all()
        assert (vector <= plan.high).all()


def test_what_a_seat_sees_at_the_start() -> None:
    game = Game.new("imperium", "concordia", 3, seed=5)
    seen = observe(game.state, 1)
    assert (seen["coins"] * COIN_UNIT).tolist() == [6, 7, 5]
    assert (seen["goods"] * 12).tolist() == [[1, 2, 1, 1, 1]] * 3
    assert seen["seat"].tolist() == [0, 1, 0]
    assert seen["actor"].tolist() == seen["turn"].tolist() == [0, 0, 1]  # seat 0 sits last
    assert seen["magnus"].tolist() == [0, 1, 0]
    assert seen["hand"].sum(axis=1).tolist() == [7, 7, 7]
    assert seen["pile"].sum() == seen["top"].sum() == seen["houses"].sum() == 0
    assert (seen["houses_left"] * 15).tolist() == [15, 15, 15]
    capital = game.state.setup.atlas.capital
    assert (seen["land"][:, capital] * 3).tolist() == [1, 1, 1]
    assert seen["display"].sum(axis=1).tolist() == [1] * 7
    assert seen["tokens"].sum() == len(game.board.cities) - 1
    assert seen["decision"].tolist() == [float(name == "play") for name in DECISION_NAMES]
    assert seen["options"].tolist() == [0, 0, 0]


def test_points_are_those_of_the_game() -> None:
    *_, state = random_game("italia", "venus", 4, 8)
    game = Game(Progress(Start(state, DEFAULTS, list("abcd"))), Dice(0))
    points = observe(state, 2)["points"] * POINT_UNIT
    totals = [one.total for one in game.scores()]
    assert points.sum(axis=1).tolist() == totals[2:] + totals[:2]


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_every_seat_sees_the_same_table_from_its_own_chair(variant: str, players: int) -> None:
    plan = layout(load_board("cyprus"), variant, players)
    by_seat = ["turn", "actor", "magnus", "concordia", "pending", "income", "batch"]
    by_seat += [name for name, part in plan.parts.items() if part.rows]
    for moment, state in enumerate(random_game("cyprus", variant, players, 1)):
        if moment % 9:
            continue
        first = observe(state, 0)
        for seat in range(1, players):
            seen = observe(state, seat)
            for name, value in first.items():
                if name in by_seat:
                    assert np.array_equal(np.roll(seen[name], seat, axis=0), value), name
                elif name == "copied":
                    rolled = np.roll(seen[name], (seat, seat), axis=(0, 1))
                    assert np.array_equal(rolled, value)
                elif name != "seat":
                    assert np.array_equal(seen[name], value), name


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_two_moments_look_alike_exactly_when_they_are(variant: str, players: int) -> None:
    """Nothing that matters is missing: the vector tells apart all that the rules tell apart."""
    looks: dict[bytes, object] = {}
    keys: dict[object, bytes] = {}
    setup: Any = None
    for seed in range(3):
        for state in random_game("hellas", variant, players, seed):
            if setup is not state.setup:
                setup = state.setup
                looks, keys = {}, {}  # tokens tell games apart already
            look, key = flat(state, 0).tobytes(), state.key()
            assert looks.setdefault(look, key) == key
            assert keys.setdefault(key, look) == look


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_what_is_kept_from_earlier_moments_never_shows(variant: str, players: int) -> None:
    """Rows are kept until they change: they must equal those made from nothing."""
    for moment, state in enumerate(random_game("ionium", variant, players, 6)):
        seat = moment % players
        assert np.array_equal(flat(state, seat), Observer(state.setup).flat(state, seat))


def test_a_vector_belongs_to_whoever_asked_for_it() -> None:
    state = Game.new(seed=2).state
    before = flat(state, 0)
    kept = before.copy()
    before[:] = 7
    assert np.array_equal(flat(state, 0), kept)


def test_the_vector_holds_all_that_a_position_does() -> None:
    """Read back from the numbers alone: coins, goods, cards, houses, colonists, display."""
    for moment, state in enumerate(random_game("imperium", "venus", 4, 4)):
        if moment % 25:
            continue
        seen = observe(state, 0)
        faces = state.setup.faces
        for seat in range(4):
            assert round(float(seen["coins"][seat] * COIN_UNIT)) == state.coins[seat]
            counts = [goods.count(state.goods[seat], kind) for kind in range(goods.KINDS)]
            assert (seen["goods"][seat] * 12).round().astype(int).tolist() == counts
            assert mask(seen["hand"][seat]) == state.hands[seat]
            assert mask(seen["houses"][seat]) == state.houses[seat]
            order = {card: value for card, value in enumerate(seen["pile"][seat]) if value}
            assert tuple(sorted(order, key=order.__getitem__)) == state.piles[seat]
            if order:
                assert max(order.values()) == 1.0 == PILE_UNIT / 64
            for name, places in (("land", state.land[seat]), ("sea", state.sea[seat])):
                standing = (seen[name][seat] * 3).round().astype(int)
                assert tuple(np.repeat(np.arange(standing.size), standing)) == places
        assert mask(seen["unseen"]) == state.unseen
        assert mask(seen["markers"]) == state.markers
        shown = [int(row.argmax()) for row in seen["display"] if row.any()]
        assert shown == [card for card in state.display if card >= 0]
        assert len(faces.ids) == seen["unseen"].size


def mask(ones: Any) -> int:
    return sum(1 << int(i) for i in np.flatnonzero(ones))


# What nobody can see


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_neither_the_seed_nor_the_cards_to_come_can_be_seen(variant: str, players: int) -> None:
    """Two tables in one situation with different dice: every seat sees the same on both.

    The dice are all that differs between them, and all that the cards to come depend on.
    """
    agreement = Agreement("italia", variant, players)
    first, second = Episode(agreement), Episode(agreement)
    first.reset(seed=11)
    second.reset(seed=99, position=first.progress.position())
    dice = Dice(7)
    futures = 0
    while not first.over:
        for seat in range(players):
            one = flat(first.state, seat, first.suggested)
            other = flat(second.state, seat, second.suggested)
            assert np.array_equal(one, other)
        assert sorted(first.legal()) == sorted(second.legal())
        code = first.legal()[dice.below(len(first.legal()))]
        first.play(code)
        second.play(code)
        if first.state.display != second.state.display:  # chance has spoken, and differently
            futures += 1
            second.reset(seed=100 + futures, position=first.progress.position())
    assert futures > 1


def test_an_observation_comes_from_the_state_alone() -> None:
    """The order of the cards to come is not in the state, so it cannot be in the vector."""
    game = Game.new("hellas", "concordia", 3, seed=1)
    other = Game.from_position(game.position(), seed=2)
    dice = Dice(3)
    while game.entries == other.entries and not game.over:
        for seat in range(3):
            assert np.array_equal(flat(game.state, seat), flat(other.state, seat))
        entry = game.legal()[dice.below(len(game.legal()))]
        game.play(entry)
        other.play(entry)
    differs = next(i for i, entry in enumerate(game.entries) if entry != other.entries[i])
    assert game.entries[differs].startswith("*: reveal")


# The parts that only some moments have


def test_a_suggestion_is_heard_by_the_whole_table_until_it_is_answered() -> None:
    """R10.8: it is said at the table and binds nobody."""
    game = table(variant="venus-team", players=4)
    seat = Episode(Agreement("imperium", "venus-team", 4))
    seat.reset(position=game.position())

    def play(text: str) -> None:
        from viae.rules import notation

        seat.play(notation.parse(seat.state.setup, text))

    play("play legatus")
    assert seat.suggested == -1
    play("suggest mercator")
    card = seat.state.setup.faces.index["mercator"]
    for observer in range(4):
        seen = observe(seat.state, observer, seat.suggested)
        assert np.flatnonzero(seen["suggested"]).tolist() == [card]
    assert seat.state.actor == 2
    play("play prefect")
    assert seat.suggested == -1
    assert not observe(seat.state, 2, seat.suggested)["suggested"].any()


def test_an_architect_shows_steps_and_who_has_not_moved() -> None:
    game = Game.new("imperium", "concordia", 2, seed=1)
    game.play("play architect")
    seen = observe(game.state, 0)
    capital = game.state.setup.atlas.capital
    assert seen["steps"] * 6 == 2
    assert np.flatnonzero(seen["idle_land"]).tolist() == [capital]
    move = next(entry for entry in game.legal() if entry.startswith("move land"))
    game.play(move)
    seen = observe(game.state, 0)
    assert not seen["idle_land"].any()
    assert np.flatnonzero(seen["idle_sea"]).tolist() == [capital]


def test_a_mercator_shows_income_and_what_was_traded() -> None:
    game = Game.new("imperium", "concordia", 2, seed=1)
    game.play("play mercator")
    game.play("sell 1 wine")
    seen = observe(game.state, 1)
    assert np.flatnonzero(seen["traded"]).tolist() == [goods.WINE]
    assert (seen["income"] * 5).tolist() == [0, 3]  # the actor is the other one


def test_goods_that_do_not_fit_show_as_a_batch() -> None:
    """R3.3: the choice of what to keep, here with one space for two kinds of goods."""
    game = table(
        seats={0: {"goods": {"food": 5}, "houses": ["brigantium"], "colonists": []}}, magnus=2
    )
    game.play("play prefect")
    game.play("produce hispania")  # food of Brigantium, a tool of the marker
    assert game.legal() == ["keep 1 food", "keep 1 tool"]
    batch = observe(game.state, 0)["batch"][0]
    largest = max(len(inside) for inside in game.state.setup.atlas.province_members)
    assert (batch * (largest + 2)).round().tolist() == [0, 1, 1, 0, 0]


def test_cards_taken_in_this_turn_leave_their_place_empty() -> None:
    game = table(seats={0: {"goods": dict.fromkeys(goods.NAMES, 1)}})
    game.play("play senator")
    entry = next(entry for entry in game.legal() if entry.startswith("purchase"))
    position = game.state.display.index(game.state.setup.faces.index[entry.split()[1]])
    game.play(entry)
    seen = observe(game.state, 0)
    assert np.flatnonzero(seen["taken"]).tolist() == [position]
    assert not seen["display"][position].any()


def test_the_end_shows_who_has_the_concordia_card_and_how_many_turns_are_left() -> None:
    game = table(players=3, concordia=1, last_turns=2, turn=2, display=[], unseen=[])
    seen = observe(game.state, 0)
    assert seen["concordia"].tolist() == [0, 1, 0]
    assert seen["last_turns"] * 6 == pytest.approx(2)


def test_intermediate_scores_show_only_with_the_option() -> None:
    """R7."""
    game = table(players=3, options={"intermediate_scoring": True}, scored=[12, None, None], turn=1)
    seen = observe(game.state, 2)
    assert seen["has_scored"].tolist() == [0, 1, 0]
    assert (seen["scored"] * POINT_UNIT).tolist() == [0, 12, 0]
    assert seen["options"].tolist() == [1, 0, 0]
    plain = observe(table(players=3).state, 2)
    assert not plain["has_scored"].any()


def test_a_copied_card_shows_who_chose_it() -> None:
    """R10.9."""
    game = table(
        variant="venus-team",
        players=4,
        seats={3: {"pile": ["mercator"]}},
        copied={"3": [0]},
    )
    copied = observe(game.state, 2)["copied"]
    assert np.argwhere(copied).tolist() == [[1, 2]]  # from seat 2: seat 3 is next, 0 after it


def test_a_layout_travels_between_processes_as_one_shared_object() -> None:
    plan = layout(load_board("italia"), "venus", 3)
    assert pickle.loads(pickle.dumps(plan)) is plan  # noqa: S301 - our own


def test_many_vectors_are_split_at_once() -> None:
    states = [Game.new("italia", "venus", 3, seed=seed).state for seed in range(4)]
    plan = layout(load_board("italia"), "venus", 3)
    seen = plan.split(np.stack([flat(state, 0) for state in states]))
    assert seen["coins"].shape == (4, 3)
    assert seen["display"].shape == (4, 7, plan.cards)
    assert seen["land"].shape == (4, 3, plan.places[codes.LAND])


def test_the_documented_parts_are_the_true_ones() -> None:
    """Names in order, units, and all sizes."""
    page = (ROOT / "docs" / "research" / "observations.md").read_text(encoding="utf-8")
    plan = layout(load_board("imperium"), "venus-team", 4)
    told: dict[str, str] = {}
    for names, unit in re.findall(r"^\| (`[a-z_`, ]+`) \|[^|]+\|([^|]*)\|", page, re.MULTILINE):
        told |= dict.fromkeys(re.findall(r"[a-z_]+", names), unit.strip())
    assert list(told) == list(plan.parts)
    for name, unit in told.items():
        if unit != "the largest":
            assert float(unit or 1) == plan.parts[name].unit, name
    for board in board_names():
        row = re.search(rf"^\| {board} \|(.*)\|$", page, re.MULTILINE)
        assert row is not None
        sizes = [observation_size(load_board(board), variant, n) for variant, n in TERMS]
        assert [int(cell) for cell in row[1].split("|")] == sizes
    assert ", ".join(DECISION_NAMES) in page
