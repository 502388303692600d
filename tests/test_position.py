"""Positions: any moment can be written and set up again; whatever is wrong with one is named."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records import TERMS, check_faults, nested, play_on, random_game, record, spoil
from viae import Game, PositionError, ViaeError
from viae.rules import roles

Position = dict[str, Any]
KEYS = ["viae", "board", "variant", "options", "tokens", "markers", "display", "unseen", "turn"]
KEYS += ["magnus", "concordia", "last_turns", "players"]
GOODS = ["brick", "food", "tool", "wine", "cloth"]
SEEDS = st.integers(0, 2**32)


def faults_of(document: object) -> list[str]:
    """What is wrong with a position."""
    with pytest.raises(PositionError) as caught:
        Game.from_position(document)  # type: ignore[arg-type]
    check_faults(caught.value)
    assert caught.value.what == "position"
    return [str(fault) for fault in caught.value.faults]


def only_fault(document: object) -> str:
    """The single thing that is wrong with a position."""
    (fault,) = faults_of(document)
    return fault


@cache
def _positions() -> dict[str, Position]:
    """Some moments of real games, by name."""
    late = Game.from_record(record("games", 2), upto=300)  # four players, intermediate scoring
    teams = Game.from_record(record("games", 8), upto=400)
    inside = Game.from_record(record("games", 1), upto=120)
    while "entries" in late.position():
        late.undo()
    while "entries" in teams.position():
        teams.undo()
    while "entries" not in inside.position():
        inside.undo()
    return {
        "fresh": Game.new("imperium", "concordia", ["Livia", "Marcus"], seed=7).position(),
        "late": late.position(),
        "teams": teams.position(),
        "over": Game.from_record(record("games", 0)).position(),
        "inside": inside.position(),
    }


def position(name: str = "fresh") -> Position:
    """A right position, free to be changed."""
    return copy.deepcopy(_positions()[name])


# Round trip


@given(SEEDS, st.sampled_from(["concordia", "venus", "venus-team"]))
@settings(max_examples=80)
def test_any_moment_can_be_written_and_set_up_again(seed: int, variant: str) -> None:
    game = random_game(seed, variant, "manual")
    written = game.position()
    again = Game.from_position(json.dumps(written), chance="manual")
    assert again.state.key() == game.state.key()
    assert again.legal() == game.legal()
    assert again.scores() == game.scores()
    assert (again.actor, again.turn, again.over) == (game.actor, game.turn, game.over)
    assert (again.players, again.options) == (game.players, game.options)
    assert json.dumps(again.position()) == json.dumps(written)


@given(SEEDS)
@settings(max_examples=25)
def test_a_game_goes_on_from_a_position_as_it_would_have(seed: int) -> None:
    game = random_game(seed, chance="manual")
    again = Game.from_position(game.position(), chance="manual")
    one, other = random.Random(seed), random.Random(seed)
    while not game.over:
        play_on(game, one, 40)
        play_on(again, other, 40)
        assert again.state.key() == game.state.key()
    assert again.over
    assert again.result() == game.result()


@pytest.mark.parametrize(("board", "variant", "players"), TERMS)
def test_every_kind_of_game_has_positions(board: str, variant: str, players: int) -> None:
    rng = random.Random(f"{board}{variant}{players}")
    game = Game.new(board, variant, players, seed=1, chance="manual")
    for _ in range(6):
        play_on(game, rng, rng.randrange(40))
        again = Game.from_position(game.position(), chance="manual")
        assert again.state.key() == game.state.key()


def test_a_moment_inside_a_turn_is_its_start_and_the_entries_since() -> None:
    game = Game.new(players=2, seed=4)
    start = game.position()
    assert "entries" not in start
    game.play("play architect")
    game.play(next(entry for entry in game.legal() if entry.startswith("move")))
    inside = game.position()
    assert inside.pop("entries") == game.entries
    assert inside == start


def test_every_decision_of_a_turn_can_be_set_up() -> None:
    """R10: also those of the partner, of other seats and of chance."""
    seen: set[int] = set()
    for name, number in (("games", 3), ("games", 4), ("games", 8), ("legal", 9)):
        given = record(name, number)
        game = Game.from_record(given, upto=0, chance="manual")
        for entry in given["entries"]:
            game.play(entry)
            if game.state.decision not in seen or len(game.entries) % 10 == 0:
                seen.add(game.state.decision)
                again = Game.from_position(game.position(), chance="manual")
                assert again.state.key() == game.state.key()
    decisions = {*range(roles.TRIBUNE, roles.LEGATUS + 1)}
    assert seen == decisions | {roles.PLAY, roles.KEEP, roles.REVEAL, roles.OVER}


def test_a_finished_game_is_a_position_too() -> None:
    """R8: no turns are left, nobody is to act, the scores stand."""
    for number in (0, 4, 8, 9):
        played = record("games", number)
        game = Game.from_position(Game.from_record(played).position())
        assert game.position()["last_turns"] == 0
        assert (game.over, game.actor, game.legal()) == (True, None, [])
        assert game.winner == played["result"]["winner"]
        assert game.result() == played["result"]


def test_chance_draws_on_after_a_position_unless_told_not_to() -> None:
    """A position that waits for chance is finished by the game's own generator."""
    rng = random.Random(1)
    game = random_game(3, chance="manual")
    while game.actor != "*":
        play_on(game, rng, 1)
    written = game.position()
    assert Game.from_position(written, chance="manual").actor == "*"
    drawn = [Game.from_position(written, seed=seed).entries[-1] for seed in (5, 5, 6, 7, 8, 9)]
    assert all(entry.startswith("*: reveal ") for entry in drawn)
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) > 1


# Canonical form


@given(SEEDS)
@settings(max_examples=40)
def test_a_position_is_written_in_canonical_order(seed: int) -> None:
    game = random_game(seed)
    written = game.position()
    extra = [key for key in ("scored", "copied", "entries") if key in written]
    assert list(written) == KEYS + extra
    decks = 5 if len(written["players"]) == 6 else len(written["players"])
    assert list(written["unseen"]) == [str(deck) for deck in range(1, decks + 1)]
    for deck in written["unseen"].values():
        assert deck == sorted(deck)
    assert set(written["markers"].values()) <= {"coins"}
    for player in written["players"]:
        assert list(player) == ["name", "coins", "goods", "hand", "pile", "houses", "colonists"]
        assert player["hand"] == sorted(player["hand"])
        assert player["houses"] == sorted(player["houses"])
        assert list(player["goods"]) == [good for good in GOODS if player["goods"].get(good)]
        colonists = [(one["kind"], one["at"]) for one in player["colonists"]]
        assert colonists == sorted(colonists)


@given(SEEDS)
@settings(max_examples=40)
def test_the_order_of_a_given_position_does_not_matter(seed: int) -> None:
    """Only the pile and the display have an order of their own."""
    rng = random.Random(seed)
    written = random_game(seed).position()

    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: value[key] for key in rng.sample([*value], len(value))}
        return rng.sample(value, len(value))

    given = shuffled(written)
    for key in ("tokens", "markers", "unseen"):
        given[key] = shuffled(given[key])
    given["unseen"] = {key: shuffled(deck) for key, deck in given["unseen"].items()}
    given["players"] = [shuffled(player) for player in given["players"]]
    for player in given["players"]:
        for key in ("goods", "hand", "houses", "colonists"):
            player[key] = shuffled(player[key])
        player["colonists"] = [shuffled(one) for one in player["colonists"]]
    assert Game.from_position(given).position() == written


def test_what_is_zero_or_empty_may_be_left_out_or_written() -> None:
    written = position()
    short = copy.deepcopy(written)
    for key in ("options", "markers", "concordia", "last_turns"):
        del short[key]
    for player in short["players"]:
        for key in ("name", "houses"):
            del player[key]
    names = {seat: player["name"] for seat, player in enumerate(written["players"])}
    for seat, name in names.items():
        short["players"][seat]["name"] = name
    assert Game.from_position(short).position() == written
    long = copy.deepcopy(written)
    long["options"] = {"display": "cloth"}
    long["markers"] = {"gallia": "goods"}
    long["copied"] = {}
    long["entries"] = []
    long["players"][0]["goods"] = {good: long["players"][0]["goods"][good] for good in GOODS}
    assert Game.from_position(long).position() == written


def test_colonists_not_listed_are_in_the_store() -> None:
    """R3.1: a colonist in the store takes a space from the goods."""
    written = position()
    written["players"][0]["colonists"] = [land("roma"), sea("roma")]
    written["players"][0]["goods"] = {"wine": 8}
    game = Game.from_position(written)
    game.play("play mercator")
    assert not any(entry.startswith("buy") for entry in game.legal())


def test_names_may_be_left_out() -> None:
    written = position()
    del written["players"][1]["name"]
    assert Game.from_position(written).players == ["Livia", "player 1"]


def test_reading_a_position_leaves_it_alone() -> None:
    written = position("inside")
    game = Game.from_position(written)
    play_on(game, random.Random(1), 30)
    assert written == position("inside")


def test_a_written_position_is_independent_of_the_game() -> None:
    game = Game.from_position(position("inside"))
    written = game.position()
    written["entries"].clear()
    written["players"][0]["hand"].clear()
    written["tokens"].clear()
    assert game.position() == position("inside")


# Strict reading


def test_a_key_that_stands_twice_is_refused_at_any_depth() -> None:
    text = json.dumps(position())
    for key in ("turn", "coins", "at", "wine"):
        name = f'"{key}": '
        at = text.index(name)
        faults = faults_of(f"{text[:at]}{name}null, {text[at:]}")
        assert faults == [f'the key "{key}" appears 2 times in one object']


def test_a_json_string_that_contains_a_position_is_refused() -> None:
    wrapped = json.dumps(json.dumps(position()))
    assert "a JSON string that contains JSON" in only_fault(wrapped)


@pytest.mark.parametrize("number", [0, 1])
def test_two_colonists_never_go_back_to_the_store(number: int) -> None:
    """R2.4: everybody begins with two on the board."""
    written = position()
    written["players"][1]["colonists"] = [land("roma")] * number
    fault = only_fault(written)
    assert fault.startswith(f"players[1].colonists: {number} colonist")
    assert "too few" in fault
    assert "R2.4" in fault


# Optional keys


def test_scored_belongs_to_intermediate_scoring() -> None:
    """R7: null for those who have not played a tribune yet."""
    game = Game.new(players=3, options={"intermediate_scoring": True}, seed=2)
    assert game.position()["scored"] == [None, None, None]
    game.play("play prefect")
    game.play(game.legal()[0])
    game.play("play tribune")
    game.play("done")
    points = game.position()["scored"]
    assert points[0] is None
    assert isinstance(points[1], int)
    again = Game.from_position(game.position())
    assert again.state.scored == game.state.scored


@pytest.mark.parametrize("scored", [[12, None, 9, 0], [None] * 4, [0] * 4, [0, 0, 0, None]])
def test_scores_so_far_are_set_up(scored: list[int | None]) -> None:
    written = {**position("late"), "scored": scored}
    assert Game.from_position(written).position()["scored"] == scored


def test_scored_left_out_means_that_nobody_was_scored() -> None:
    written = position("late")
    del written["scored"]
    assert Game.from_position(written).position()["scored"] == [None] * 4


@pytest.mark.parametrize(
    "scored",
    [
        *([1, 2, 3, 4], [0, 0, 0, 1], [0, 0, 0], [0] * 5, [], {}, None, 3, "0000", True),
        *([True, 0, 0, None], [-1, 0, 0, None], [1.5, 0, 0, None], ["1", 0, 0, None]),
    ],
    ids=repr,
)
def test_wrong_scores_are_named(scored: object) -> None:
    """R7: once everybody was scored the scores are set back to 0."""
    assert only_fault({**position("late"), "scored": scored}).startswith('"scored"')


def test_without_the_option_nothing_is_scored() -> None:
    assert "R7" in only_fault({**position(), "scored": [None, None]})


def with_top_cards(*tops: str) -> Position:
    """A position of two teams in which each seat has played a card."""
    written = Game.new("hellas", "venus-team", 4, seed=1).position()
    for player, top in zip(written["players"], tops, strict=True):
        player["hand"].remove(top)
        player["pile"].append(top)
    return written


def test_copied_tells_who_chose_the_top_card_of_a_pile() -> None:
    """R10.9: the partner of the one who chose it cannot choose it, the same seat can."""
    written = with_top_cards("prefect", "prefect", "diplomat", "mercator")
    written["players"][2]["pile"].remove("diplomat")
    written["players"][2]["hand"].append("diplomat")
    written["turn"] = 2
    free = Game.from_position(written)
    free.play("play diplomat")
    assert free.legal() == ["copy 1", "copy 3", "done"]
    game = Game.from_position({**written, "copied": {"3": [0]}})
    assert game.position()["copied"] == {"3": [0]}
    game.play("play diplomat")
    assert game.legal() == ["copy 1", "done"]
    same = Game.from_position({**written, "copied": {"3": [2]}})
    same.play("play diplomat")
    assert same.legal() == ["copy 1", "copy 3", "done"]


@pytest.mark.parametrize(
    ("copied", "named"),
    [
        ({"3": [1]}, "copied"),
        ({"3": [3]}, "copied"),
        ({"3": [0, 2]}, "copied"),
        ({"3": [0, 0]}, "copied"),
        ({"3": [4]}, "copied"),
        ({"3": [-1]}, "copied"),
        ({"3": [True]}, "copied"),
        ({"3": ["0"]}, "copied"),
        ({"3": 0}, "copied"),
        ({"3": None}, "copied"),
        ({"4": [0]}, "4"),
        ({"03": [0]}, "03"),
        ({"": [0]}, "seat"),
        ({3: [0]}, "3"),
        ({"2": [1]}, "copied"),
        ([], '"copied"'),
        (None, '"copied"'),
        ("3", '"copied"'),
    ],
    ids=repr,
)
def test_wrong_copies_are_named(copied: object, named: str) -> None:
    """R10.9: of opponents only, no diplomat, one seat of a team."""
    written = with_top_cards("prefect", "prefect", "diplomat", "mercator")
    fault = only_fault({**written, "copied": copied})
    assert "copied" in fault
    assert named in fault


def test_an_empty_pile_was_not_copied() -> None:
    written = Game.new("hellas", "venus-team", 4, seed=1).position()
    assert "seat 3" in only_fault({**written, "copied": {"3": [0]}})


def test_outside_team_play_nothing_counts_as_copied() -> None:
    assert "R10.9" in only_fault({**position(), "copied": {"1": [0]}})


# Not a position at all


@pytest.mark.parametrize("document", [None, True, 0, [], "null", "[]", "1", print], ids=repr)
def test_a_position_is_an_object(document: object) -> None:
    assert "object" in only_fault(document)


@pytest.mark.parametrize("document", ["", "{", "nope", '{"viae": 1,}', b"\xff", "[" * 100_000])
def test_what_is_no_json_is_said_to_be_none(document: str) -> None:
    assert only_fault(document).startswith("not JSON")


@pytest.mark.parametrize("key", KEYS)
def test_deep_nesting_and_huge_numbers_are_faults_like_any_other(key: str) -> None:
    for value in (nested(3_000), [nested(3_000)], {"a": nested(3_000)}, 10**5_000):
        assert faults_of({**position(), key: value})


@pytest.mark.parametrize("key", ["name", "coins", "goods", "hand", "pile", "houses", "colonists"])
def test_deep_nesting_and_huge_numbers_of_a_seat_are_faults_too(key: str) -> None:
    for value in (nested(3_000), {"wine": nested(3_000)}, 10**5_000, -(10**5_000)):
        written = position()
        written["players"][1][key] = value
        assert all("players[1]" in fault for fault in faults_of(written))


# Keys and types


NEEDED = [key for key in KEYS if key not in ("options", "markers", "concordia", "last_turns")]


def test_every_missing_key_is_named() -> None:
    faults = faults_of({})
    for key in NEEDED:
        assert f'the key "{key}" is missing' in faults


@pytest.mark.parametrize("key", NEEDED)
def test_a_missing_key_is_named(key: str) -> None:
    written = position()
    del written[key]
    assert f'the key "{key}" is missing' in faults_of(written)


@pytest.mark.parametrize("key", ["coins", "hand"])
def test_a_missing_key_of_a_seat_is_named(key: str) -> None:
    written = position()
    del written["players"][1][key]
    assert f'players[1]: the key "{key}" is missing' in faults_of(written)


def test_unknown_keys_are_named_with_what_was_perhaps_meant() -> None:
    written = {**position(), "marker": {}, "zzz": 1}
    written["players"][0]["coin"] = 3
    written["players"][1]["stock"] = []
    faults = faults_of(written)
    assert len(faults) == 4
    for named in (
        '"marker" is unknown; did you mean markers?',
        '"zzz"',
        "players[0]: ",
        "players[1]: ",
    ):
        assert sum(named in fault for fault in faults) == 1


WRONG: list[object] = [None, True, -1, 1.5, float("nan"), 99, "x", [None], [[]], {"a": None}]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("key", [*KEYS, "entries"])
def test_a_value_of_the_wrong_type_is_named_with_its_key(key: str, wrong: object) -> None:
    if wrong is None and key in ("concordia", "last_turns"):
        return
    faults = " ".join(faults_of({**position(), key: wrong}))
    names = {"options": "option", "tokens": "token", "players": "seat"}
    assert key in faults or names.get(key, key) in faults


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("key", ["name", "coins", "goods", "hand", "pile", "houses", "colonists"])
def test_a_value_of_the_wrong_type_is_named_with_its_seat(key: str, wrong: object) -> None:
    if (key, wrong) in (("name", "x"), ("coins", 99)):
        return
    written = position()
    written["players"][1][key] = wrong
    faults = faults_of(written)
    assert all(fault.startswith("players[1]") for fault in faults)
    assert any(key[:-1] in fault for fault in faults)


def test_somebody_has_to_play() -> None:
    assert "players" in only_fault({**position(), "players": []})


@pytest.mark.parametrize("wrong", [None, 1, "Livia", []])
def test_a_seat_is_an_object(wrong: object) -> None:
    written = position()
    written["players"][1] = wrong
    assert any("players" in fault for fault in faults_of(written))


# What cannot be (each fault names its rule where there is one)


def change(key: str, value: object) -> Callable[[Position], None]:
    return lambda written: written.__setitem__(key, value)


def of_seat(seat: int, key: str, value: object) -> Callable[[Position], None]:
    return lambda written: written["players"][seat].__setitem__(key, value)


def also(seat: int, key: str, *values: object) -> Callable[[Position], None]:
    return lambda written: written["players"][seat][key].extend(values)


def land(at: str) -> dict[str, str]:
    return {"kind": "land", "at": at}


def sea(at: str) -> dict[str, str]:
    return {"kind": "sea", "at": at}


START = {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1}
IMPOSSIBLE: dict[str, tuple[Callable[[Position], None], str]] = {
    "version": (change("viae", 2), '"viae" is 2'),
    "unknown board": (change("board", "atlantis"), "atlantis"),
    "unknown variant": (change("variant", "minerva"), "minerva"),
    "unknown option": (change("options", {"salt": 1}), "salt"),
    "turn": (change("turn", 2), '"turn" is a seat from 0 to 1, not 2'),
    "turn below": (change("turn", -1), '"turn"'),
    "turn as yes": (change("turn", True), '"turn"'),
    "magnus": (change("magnus", 5), '"magnus" is a seat from 0 to 1, not 5'),
    "magnus as text": (change("magnus", "1"), '"magnus"'),
    "unknown marker": (change("markers", {"atlantis": "coins"}), 'no province "atlantis"'),
    "side of a marker": (change("markers", {"gallia": "tails"}), "gallia shows coins or goods"),
    "unknown deck": (lambda p: p["unseen"].update({"3": []}), "unseen: decks 1 to 2"),
    "deck in other words": (lambda p: p["unseen"].update({"02": []}), '"02"'),
    "twice unseen": (lambda p: p["unseen"]["2"].append("consul-2"), "consul-2 is listed twice"),
    "coins": (of_seat(1, "coins", -1), "players[1].coins: coins"),
    "half a coin": (of_seat(1, "coins", 0.5), "players[1].coins: coins"),
    "no coins": (of_seat(1, "coins", None), "players[1].coins: coins"),
    "coins without end": (of_seat(1, "coins", 10**30), "players[1].coins: coins"),
    "unknown good": (of_seat(0, "goods", {"salt": 1}), 'players[0].goods: unknown good "salt"'),
    "negative good": (
        of_seat(0, "goods", {"wine": -1}),
        "players[0].goods.wine: must be a whole number, 0 or more",
    ),
    "half a good": (
        of_seat(0, "goods", {"wine": 0.5}),
        "players[0].goods.wine: must be a whole number, 0 or more",
    ),
    "a good as yes": (
        of_seat(0, "goods", {"wine": True}),
        "players[0].goods.wine: must be a whole number, 0 or more",
    ),
    "goods beyond the store": (of_seat(0, "goods", {**START, "wine": 4}), "R3.1"),
    "one good beyond the store": (of_seat(0, "goods", {"wine": 10**20}), "R3.1"),
    "tribune in the pile": (
        lambda p: (p["players"][0]["hand"].remove("tribune"), also(0, "pile", "tribune")(p))[1],
        "R4.2",
    ),
    "three prefects": (also(1, "hand", "prefect"), "players[1]: prefect appears too often"),
    "a missing starting card": (
        lambda p: p["players"][1]["hand"].remove("senator"),
        "players[1]: the starting card senator is missing",
    ),
    "a card of another variant": (also(0, "hand", "magister-1"), "magister-1"),
    "an unknown card": (also(0, "pile", "prefct"), 'players[0].pile: "prefct"'),
    "no card": (also(0, "hand", 3), "players[0].hand"),
    "a deck not in play": (also(0, "hand", "prefect-3"), "prefect-3 is in play, but deck 3 is not"),
    "unknown city": (of_seat(0, "houses", ["atlantis"]), 'no city "atlantis"'),
    "a city that is none": (of_seat(0, "houses", [3]), "players[0].houses"),
    "house in the capital": (of_seat(0, "houses", ["roma"]), "the capital, roma"),
    "two houses": (of_seat(0, "houses", ["isca", "isca"]), "two houses in isca"),
    "colonist of no kind": (
        of_seat(0, "colonists", [{"kind": "air", "at": "roma"}]),
        "players[0].colonists: a colonist is",
    ),
    "colonist nowhere": (
        of_seat(0, "colonists", [{"kind": "sea"}]),
        "players[0].colonists: a colonist is",
    ),
    "colonist with a name": (
        of_seat(0, "colonists", [{**sea("roma"), "name": "Gaius"}]),
        "players[0].colonists: a colonist is",
    ),
    "colonist on an unknown path": (of_seat(0, "colonists", [sea("a~b")]), 'sea path "a~b"'),
    "sea colonist on a land path": (
        of_seat(0, "colonists", [sea("aquileia~vindobona")]),
        'no city or sea path "aquileia~vindobona"',
    ),
    "colonist in a city without an own house": (
        of_seat(0, "colonists", [land("roma"), sea("isca")]),
        "R5.5",
    ),
    "two colonists on a path": (
        of_seat(0, "colonists", [sea("massilia~roma")] * 2),
        "sea path massilia~roma",
    ),
    "last turns without the Concordia card": (change("last_turns", 1), "R8.1"),
    "Concordia card without a reason": (
        lambda p: p.update({"concordia": 0, "last_turns": 1, "turn": 1}),
        "R8.1",
    ),
    "entries that are no list": (change("entries", "0: play prefect"), '"entries"'),
    "an entry that is none": (change("entries", [None]), '"entries"'),
    "an invalid entry": (change("entries", ["0: dance"]), "entries[0] (0: dance): unknown verb"),
    "an illegal entry": (change("entries", ["0: done"]), "R4.1"),
    "an entry out of turn": (change("entries", ["1: play prefect"]), "out of turn"),
    "an entry of nobody": (change("entries", ["play prefect"]), "names its actor"),
    "a whole turn": (change("entries", ["0: play senator", "0: done"]), "finish the turn"),
    "a whole turn and the beginning of the next": (
        change("entries", ["0: play senator", "0: done", "1: play tribune"]),
        "finish the turn",
    ),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_an_impossible_position_is_refused(what: str) -> None:
    spoil_it, named = IMPOSSIBLE[what]
    written = position()
    spoil_it(written)
    fault = only_fault(written)
    assert named in fault


def test_more_than_three_colonists_of_a_kind_are_too_many() -> None:
    """R2.4: three of each kind."""
    written = position()
    written["players"][0]["colonists"] = [land("roma")] * 4 + [sea("roma")] * 3
    assert "4 land colonists are too many; there are 3 (R2.4)" in only_fault(written)


def test_sixteen_houses_are_too_many() -> None:
    """R2.4: fifteen houses each."""
    written = position("over")
    free = [city for city in written["tokens"] if city not in written["players"][0]["houses"]]
    houses = written["players"][0]["houses"]
    houses += free[: 16 - len(houses)]
    assert "16 houses are too many; there are 15 (R2.4)" in only_fault(written)


def test_no_colonist_stands_where_none_can_stop() -> None:
    """R5.2: a path with can_stop false can only be passed."""
    game = Game.new("ionium", players=2, seed=1)
    path = next(path for path in game.board.paths if not path.can_stop)
    written = game.position()
    start = written["players"][0]["colonists"][0]
    written["players"][0]["colonists"] = [start, {"kind": path.kind, "at": path.id}]
    fault = only_fault(written)
    assert path.id in fault
    assert "R5.2" in fault


def test_colonists_of_two_players_do_not_share_a_path() -> None:
    """R5.2: a move ends on a path without any colonist."""
    written = position()
    for player in written["players"]:
        player["colonists"] = [sea("massilia~roma"), land("roma")]
    fault = only_fault(written)
    assert "players[1]" in fault
    assert "seat 0" in fault
    assert "sea path massilia~roma" in fault


def test_a_land_and_a_sea_path_of_one_name_are_two_paths() -> None:
    """R5.2: one colonist on each is fine."""
    for board in ("italia", "hellas", "ionium", "cyprus", "imperium"):
        game = Game.new(board, players=2, seed=1)
        ids = {path.id for path in game.board.paths if path.kind == "land" and path.can_stop}
        both = [path.id for path in game.board.paths if path.kind == "sea" and path.id in ids]
        for path in both:
            written = game.position()
            written["players"][0]["colonists"] = [land(path), sea(path)]
            assert Game.from_position(written).position() == written


def test_the_store_has_room_for_what_the_colonists_leave() -> None:
    """R3.1: twelve spaces less the colonists in the store."""
    written = position()
    for on_board in range(2, 7):
        places = [land("roma")] * min(3, on_board) + [sea("roma")] * max(0, on_board - 3)
        written["players"][0]["colonists"] = places
        written["players"][0]["goods"] = {"wine": 6 + on_board}
        assert Game.from_position(written).position() == written
        written["players"][0]["goods"] = {"wine": 7 + on_board}
        assert f"has {6 + on_board} spaces" in only_fault(written)


# Cards (R2.3)


def test_every_card_on_sale_is_somewhere() -> None:
    written = position()
    written["unseen"]["2"].remove("consul-2")
    assert any("consul-2 is missing" in fault for fault in faults_of(written))


def test_no_card_is_in_two_places() -> None:
    written = position()
    card = written["display"][0]
    written["players"][0]["hand"].append(card)
    written["players"][1]["pile"].append(card)
    assert f"{card} is in 3 places" in faults_of(written)


def test_a_card_on_the_display_twice_is_in_two_places() -> None:
    written = position()
    first, second, *_ = written["display"]
    written["display"][1] = first
    faults = faults_of(written)
    assert f"{first} is in 2 places" in faults
    assert any(f"{second} is missing" in fault for fault in faults)


def test_starting_cards_are_not_on_sale() -> None:
    written = position()
    written["display"][0] = "senator"
    assert any("senator" in fault and "starting card" in fault for fault in faults_of(written))


def test_the_display_has_seven_positions_and_is_refilled() -> None:
    """R5.6: fewer than seven cards only when none is unseen."""
    written = position()
    card = written["display"].pop()
    written["players"][0]["hand"].append(card)
    assert "R5.6" in only_fault(written)
    written = position("late")
    while any(written["unseen"].values()):
        deck = next(deck for deck in written["unseen"].values() if deck)
        written["players"][0]["hand"].append(deck.pop())
    written["players"][0]["hand"].append(written["display"].pop())
    assert len(written["display"]) < 7
    assert Game.from_position(written).position()["display"] == written["display"]


def test_eight_cards_are_too_many_for_the_display() -> None:
    written = position()
    deck = next(deck for deck in written["unseen"].values() if deck)
    written["display"].append(deck.pop(0))
    assert any("7 positions" in fault for fault in faults_of(written))


def test_a_later_deck_waits_for_the_earlier_one() -> None:
    """R2.3: deck II lies below deck I."""
    written = Game.new(variant="venus", players=3, seed=1).position()
    assert written["unseen"]["1"] or written["unseen"]["2"]
    lowest = next(number for number, deck in written["unseen"].items() if deck)
    card = written["unseen"]["3"].pop()
    written["players"][0]["hand"].append(card)
    fault = only_fault(written)
    assert card in fault
    assert f"deck {lowest}" in fault
    assert "R2.3" in fault


def test_unseen_cards_lie_in_their_own_deck() -> None:
    written = position()
    written["unseen"]["1"].append(written["unseen"]["2"].pop())
    assert any("does not belong to deck 1" in fault for fault in faults_of(written))


def test_partners_have_different_starting_hands() -> None:
    """R2.6: the first half of the seats holds the architect, the second the diplomat."""
    written = Game.new("hellas", "venus-team", 4, seed=1).position()
    for seat, (right, wrong) in ((0, ("architect", "diplomat")), (3, ("diplomat", "architect"))):
        hand = written["players"][seat]["hand"]
        hand[hand.index(right)] = wrong
    faults = faults_of(written)
    assert len(faults) == 4
    for seat, missing, strange in ((0, "architect", "diplomat"), (3, "diplomat", "architect")):
        assert f"players[{seat}]: the starting card {missing} is missing" in faults
        assert (
            f"players[{seat}]: {strange} is not one of the starting cards of this seat (R2.6)"
            in faults
        )


# The end (R8)


def emptied() -> Position:
    """The last position before the end of a game of four: the display is about to be empty."""
    game = Game.from_record(record("games", 2))
    while game.position()["concordia"] is not None:
        game.undo()
    while "entries" in game.position():
        game.undo()
    return game.position()


def test_the_concordia_card_and_the_turns_left_are_set_up() -> None:
    """R8.1: every other player has one more turn."""
    game = Game.from_record(record("games", 0), chance="manual")
    seen = []
    while game.position()["concordia"] is not None:
        written = game.position()
        seen.append(written["last_turns"])
        assert Game.from_position(written, chance="manual").state.key() == game.state.key()
        game.undo()
    assert set(seen) == {0, 1}


def test_an_empty_display_means_that_somebody_has_the_concordia_card() -> None:
    written = position("over")
    if written["display"]:
        written["players"][0]["hand"] += written["display"]
        written["display"] = []
    for deck in written["unseen"].values():
        written["players"][0]["hand"] += deck
        deck.clear()
    written["concordia"] = None
    written["last_turns"] = None
    assert "R8.1" in faults_of(written)[0]


def test_fifteen_houses_mean_that_somebody_has_the_concordia_card() -> None:
    written = position()
    written["players"][1]["houses"] = [*written["tokens"]][:15]
    assert "seat 1 has 15 houses" in only_fault(written)
    written["concordia"] = 1
    written["last_turns"] = 1
    assert Game.from_position(written).position()["last_turns"] == 1


@pytest.mark.parametrize("left", [None, -1, 2, 99, True, 1.0, "1", []])
def test_the_turns_left_are_fewer_than_the_players(left: object) -> None:
    """R8.1: null only while nobody holds the Concordia card."""
    written = position()
    written["players"][1]["houses"] = [*written["tokens"]][:15]
    written["concordia"] = 1
    written["last_turns"] = left
    assert '"last_turns" is a number from 0 to 1' in only_fault(written)


def test_in_team_play_each_other_team_has_one_more_turn() -> None:
    """R8.2: with three teams at most two turns are left."""
    written = Game.new("hellas", "venus-team", 6, seed=1).position()
    written["players"][4]["houses"] = [*written["tokens"]][:15]
    written.update({"concordia": 4, "last_turns": 2, "turn": 2})
    assert Game.from_position(written).position()["last_turns"] == 2
    written["last_turns"] = 3
    assert "from 0 to 2" in faults_of(written)[0]


@pytest.mark.parametrize(
    ("turn", "left", "right"),
    [
        *((0, 1, False), (1, 1, False), (2, 1, True)),
        *((0, 2, False), (1, 2, True), (2, 2, False)),
        *((0, 0, True), (1, 0, True), (2, 0, True)),  # over: nobody is in turn
    ],
)
def test_the_turns_left_end_before_the_holder_of_the_concordia_card(
    turn: int, left: int, right: bool
) -> None:
    """R8.1: every *other* player has one more turn, so the holder has none."""
    written = Game.new(players=3, seed=1).position()
    written["players"][0]["houses"] = [*written["tokens"]][:15]
    written.update({"concordia": 0, "last_turns": left, "turn": turn})
    if right:
        assert Game.from_position(written).over == (left == 0)
    else:
        assert "R8.1" in only_fault(written)


def test_a_finished_game_takes_no_entries() -> None:
    fault = only_fault({**position("over"), "entries": ["0: play tribune"]})
    assert "R8.1" in fault


# Everything at once


def test_everything_that_is_wrong_is_named() -> None:
    written = position()
    for spoil_it, _ in (IMPOSSIBLE[what] for what in SEVERAL):
        spoil_it(written)
    faults = faults_of(written)
    for what in SEVERAL:
        assert any(IMPOSSIBLE[what][1] in fault for fault in faults), what


SEVERAL = [
    *("turn", "magnus", "side of a marker", "twice unseen", "coins", "negative good"),
    *("three prefects", "house in the capital", "colonist nowhere"),
    "last turns without the Concordia card",
]


@pytest.mark.parametrize(
    ("key", "value"),
    [("viae", 2), ("options", {"salt": 1}), ("tokens", {"isca": "brick"}), ("tokens", None)],
)
def test_a_wrong_header_does_not_hide_the_rest(key: str, value: object) -> None:
    """Where board, variant and number of seats are known, so is what is wrong with a seat."""
    written = position()
    written[key] = value
    written["turn"] = 7
    written["players"][0]["coins"] = -1
    written["players"][1]["houses"] = ["roma"]
    written["display"] = []
    faults = faults_of(written)
    for named in ('"turn"', "players[0].coins", "players[1].houses: no house", "display"):
        assert any(named in fault for fault in faults), named


@pytest.mark.parametrize(
    ("key", "value"), [("board", "atlantis"), ("variant", "minerva"), ("variant", "venus-team")]
)
def test_coins_and_goods_are_checked_on_any_board_in_any_variant(key: str, value: str) -> None:
    """What needs neither the board nor the cards can always be told."""
    written = position()
    written[key] = value
    written["players"][0]["coins"] = -1
    written["players"][1]["goods"] = {"salt": 1}
    written["players"][1]["purse"] = 3
    faults = faults_of(written)
    for named in ("players[0].coins", "players[1].goods: unknown good", "players[1]: the key"):
        assert any(named in fault for fault in faults), named


@pytest.mark.parametrize("text", ["\ud800", "\x1b[31m", "a\nb", "\u202e", "\x85", "x" * 5_000])
def test_faults_can_be_printed_whatever_the_position_holds(text: str) -> None:
    written = position()
    written[text] = text
    for key in ("markers", "unseen", "copied"):
        written[key] = {text: text}
    written["display"] = [text]
    for key in ("goods", "hand", "pile", "houses", "colonists", text):
        written["players"][0][key] = {text: text} if key == "goods" else [text]
    assert len(faults_of(written)) > 8


def test_a_position_has_no_past() -> None:
    game = Game.from_position(position())
    assert game.entries == []
    with pytest.raises(ViaeError, match="nothing to undo"):
        game.undo()


# At random


@given(st.data())
@settings(max_examples=250)
def test_a_spoilt_position_loads_or_says_what_is_wrong(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([*_positions()]))
    try:
        game = Game.from_position(spoil(position(name), data), seed=1)
    except PositionError as error:
        check_faults(error)
    else:
        written = game.position()
        assert Game.from_position(json.dumps(written), seed=1).position() == written
        play_on(game, random.Random(1), 25)


@given(st.text(max_size=60) | st.binary(max_size=60))
@settings(max_examples=100)
def test_any_text_is_refused(text: str | bytes) -> None:
    faults_of(text)
