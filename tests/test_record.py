"""Records: written and read again they are the same; whatever is wrong with one is named."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import viae.data
from tests.records import (
    SOME_TERMS,
    TERMS,
    check_faults,
    nested,
    new_game,
    play_on,
    record,
    spoil,
)
from viae import Game, RecordError, SetupError, ViaeError
from viae.data import board_names, load_board
from viae.errors import BoardPathWarning
from viae.record import ReadRecord

Record = dict[str, Any]
GODS = ["vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva", "venus", "concordia"]
KEYS = ["viae", "board", "variant", "options", "players", "tokens", "display", "entries"]


@cache
def _opening() -> Record:
    game = Game.new("imperium", "concordia", ["Livia", "Marcus"], seed=7)
    return play_on(game, random.Random(7), 30).record()


def opening() -> Record:
    """The first thirty entries of a game of two."""
    return copy.deepcopy(_opening())


def finished() -> Record:
    """A whole game of two."""
    return record("games", 0)


def finished_in_teams() -> Record:
    """A whole game of two teams."""
    return record("games", 8)


def faults_of(document: object) -> list[str]:
    """What is wrong with a record."""
    with pytest.raises(RecordError) as caught:
        Game.from_record(document)  # type: ignore[arg-type]
    check_faults(caught.value)
    assert caught.value.what == "record"
    return [str(fault) for fault in caught.value.faults]


def only_fault(document: object) -> str:
    """The single thing that is wrong with a record."""
    (fault,) = faults_of(document)
    return fault


# Round trip


@pytest.mark.parametrize(("board", "variant", "players"), TERMS)
def test_a_record_replays_to_the_same_game(board: str, variant: str, players: int) -> None:
    rng = random.Random(f"{board} {variant} {players}")
    game = play_on(Game.new(board, variant, players, seed=rng.randrange(99)), rng, 150)
    written = game.record()
    again = Game.from_record(json.dumps(written))
    assert again.state.key() == game.state.key()
    assert again.record() == written
    assert again.position() == game.position()


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_a_random_game_survives_being_written(seed: int) -> None:
    rng = random.Random(seed)
    game = play_on(new_game(rng, chance="manual"), rng, rng.randrange(700))
    again = Game.from_record(json.dumps(game.record()), chance="manual")
    assert again.state.key() == game.state.key()
    assert again.record() == game.record()
    assert again.over == game.over


def test_the_keys_of_a_record_stand_in_order() -> None:
    assert list(opening()) == [*KEYS, "meta"]
    assert list(Game.from_record(finished()).record()) == [*KEYS, "result"]


def test_a_record_holds_nothing_that_has_not_happened() -> None:
    fresh = Game.new(seed=1)
    assert fresh.record()["entries"] == []
    assert len(fresh.record()["display"]) == 7
    assert "result" not in fresh.record()


def test_tokens_name_every_city_but_the_capital() -> None:
    for board in board_names():
        game = Game.new(board, seed=3)
        cities = {city.id for city in game.board.cities} - {game.board.capital}
        assert set(game.record()["tokens"]) == cities


def test_only_changed_options_are_written() -> None:
    assert Game.new(seed=1, options={"display": "cloth"}).record()["options"] == {}
    changed: dict[str, bool | str] = {
        "display": "wine",
        "colonist_income": "2x",
        "intermediate_scoring": True,
    }
    assert Game.new(seed=1, options=changed).record()["options"] == changed


def test_defaults_written_out_are_accepted() -> None:
    written = opening()
    written["options"] = {
        "intermediate_scoring": False,
        "colonist_income": "5+1",
        "display": "cloth",
    }
    assert Game.from_record(written).record() == opening()


def test_options_may_be_left_out() -> None:
    written = opening()
    del written["options"]
    assert Game.from_record(written).record() == opening()


def test_a_result_has_all_gods_of_each_seat() -> None:
    result = Game.from_record(finished()).record()["result"]
    assert [list(gods) for gods in result["gods"]] == [GODS, GODS]
    assert "teams" not in result


def test_a_result_in_teams_names_the_winning_team() -> None:
    """R9.10: a team's points are the sum of its partners'."""
    result = Game.from_record(finished_in_teams()).record()["result"]
    scores = result["scores"]
    assert result["teams"] == [scores[0] + scores[2], scores[1] + scores[3]]
    assert result["winner"] == 0


def test_the_seed_and_other_extras_are_kept_under_meta() -> None:
    assert opening()["meta"] == {"seed": 7}
    written = opening()
    written["meta"] = {"site": "here", "clocks": [1, 2.5, None], "deep": nested(50)}
    assert Game.from_record(written).record() == written


def test_without_a_seed_there_is_no_meta() -> None:
    assert "meta" not in Game.new().record()


def test_names_of_players_are_free() -> None:
    names = ["Ælia", "bot:greedy", "", "Ælia", "\u202e"]
    written = Game.new(players=names, seed=1).record()
    assert Game.from_record(json.dumps(written)).players == names


def test_entries_are_read_forgivingly_and_written_canonically() -> None:
    written = opening()
    written["entries"] = [f" {entry.upper()} ".replace(" ", "\t ") for entry in written["entries"]]
    assert Game.from_record(written).record() == opening()


def test_reading_a_record_leaves_it_alone() -> None:
    written = finished()
    game = Game.from_record(written)
    game.undo()
    game.meta["new"] = 1
    game.players[0] = "somebody"
    assert written == finished()


def test_a_written_record_is_independent_of_the_game() -> None:
    game = Game.from_record(opening())
    written = game.record()
    for key in ("options", "players", "tokens", "display", "entries", "meta"):
        written[key].clear()
    assert game.record() == opening()


def test_a_record_as_bytes_is_read_too() -> None:
    assert Game.from_record(json.dumps(opening()).encode()).record() == opening()  # type: ignore[arg-type]


# Boards of files


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A board file under the name of a board that comes with Viae, and yet another board."""
    document = json.loads((Path(viae.data.__file__).parent / "boards/italia.json").read_text())
    document["name"] = "Italia"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(document, indent=2))
    return file


def test_a_record_carries_its_board_unless_the_board_comes_with_viae(mine: Path) -> None:
    game = play_on(Game.new(mine, players=2, seed=1), random.Random(1), 20)
    document = json.loads(mine.read_text())
    mine.unlink()
    for written in (game.record(), game.position()):
        assert written["board"] == document
        text = json.dumps(written["board"], separators=(",", ":"), ensure_ascii=False)
        assert text == json.dumps(
            document, separators=(",", ":"), sort_keys=True, ensure_ascii=False
        )
    again = Game.from_record(json.dumps(game.record()))
    assert again.state.key() == game.state.key()
    assert again.record() == game.record()
    assert Game.from_position(game.position()).position() == game.position()
    assert Game.new("italia", seed=1).record()["board"] == "italia"


def test_a_record_replays_on_its_own_board_whatever_the_file_says_now(mine: Path) -> None:
    """The name is a label: neither a changed file nor a board of ours takes its place."""
    game = play_on(Game.new(mine, players=2, seed=1), random.Random(1), 20)
    document = json.loads(mine.read_text())
    assert document["id"] == "italia"
    moved = next(city for city in document["cities"] if city["id"] != document["capital"])
    moved["name"] = "Nova"
    mine.write_text(json.dumps(document))
    again = Game.from_record(game.record())
    assert again.board == game.board
    assert again.board not in (load_board(mine), load_board("italia"))


def test_every_fault_of_a_board_in_a_record_is_named(mine: Path) -> None:
    written = Game.new(mine, players=2, seed=1).record()
    written["board"]["capital"] = "rome"
    written["board"]["cities"][0]["lat"] = 100
    assert [fault.partition(":")[0] for fault in faults_of(written)] == [
        f"board.cities[{written['board']['cities'][0]['id']}]",
        "board",
    ]


def test_an_old_record_with_a_path_is_read_with_a_warning(mine: Path) -> None:
    game = play_on(Game.new(mine, players=2, seed=1), random.Random(1), 20)
    old = {**game.record(), "board": str(mine)}
    with pytest.warns(BoardPathWarning, match="Save the game again"):
        again = Game.from_record(old)
    assert again.record() == game.record()
    # It replays without the file too, if the board is handed over.
    mine.unlink()
    assert "mine.json" in only_fault(old)
    assert Game.from_record(old, board=game.board).record() == game.record()


# Strict reading


def test_a_key_that_stands_twice_is_refused_at_any_depth() -> None:
    """A reader that takes the last of two would let a false result hide before the true one."""
    written = json.dumps(finished())
    for key, first in (
        ("result", '{"scores": [999]}'),
        ("winner", "7"),
        ("mars", "99"),
        ("isca", '"wine"'),
    ):
        name = f'"{key}":'
        assert name in written
        twice = written.replace(name, f"{name} {first}, {name}")
        faults = faults_of(twice)
        assert faults
        assert all(f'the key "{key}" appears 2 times in one object' in fault for fault in faults)
        assert faults_of(twice.encode()) == faults


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_only_python_takes_for_a_number_is_no_json(word: str) -> None:
    """Other programs could not read it, nor what is written of it."""
    written = json.dumps({**opening(), "meta": {f"{word}": 1}}, indent=1)
    Game.from_record(written)
    for text in (spoilt := written.replace(f'"{word}": 1', f'"{word}": {word}'), spoilt.encode()):
        (fault,) = faults_of(text)
        lines = spoilt.splitlines()
        at = next(number for number, line in enumerate(lines, 1) if f": {word}" in line)
        column = lines[at - 1].index(f": {word}") + 3
        assert fault == f"not JSON: line {at}, column {column}: Expecting value"


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_key_that_stands_twice_is_found(data: st.DataObject) -> None:
    """Whatever two values it has, equal or not, and wherever it is."""
    spots = [(key, value) for key, value in objects(opening()) if key]
    chosen, _ = data.draw(st.sampled_from(spots))
    written = json.dumps(opening())
    name = f"{json.dumps(chosen)}:"
    at = data.draw(st.sampled_from([m.start() for m in re.finditer(re.escape(name), written)]))
    twice = f"{written[:at]}{name} null, {written[at:]}"
    assert any(
        json.dumps(chosen) in fault and "appears 2 times" in fault for fault in faults_of(twice)
    )


def objects(value: object) -> Iterator[tuple[str, object]]:
    """All keys of all objects inside a JSON value."""
    if isinstance(value, dict):
        yield from value.items()
        for inner in value.values():
            yield from objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


def test_a_json_string_that_contains_a_record_is_refused() -> None:
    text = json.dumps(opening())
    for wrapped in (json.dumps(text), json.dumps(json.dumps(text)), json.dumps("")):
        assert "a JSON string that contains JSON" in only_fault(wrapped)


def test_a_position_is_said_to_be_one() -> None:
    assert only_fault(Game.new(seed=1).position()).startswith("this is a position, not a record")


@pytest.mark.parametrize("upto", [-1, 1.0, True, "3", None, [], 10**6])
def test_upto_is_a_number_of_entries(upto: Any) -> None:
    if upto is None:
        assert len(Game.from_record(opening(), upto).entries) == len(opening()["entries"])
        return
    with pytest.raises(SetupError, match="upto is a whole number from 0 to "):
        Game.from_record(opening(), upto)


# Variations


def test_a_tree_of_variations_is_read() -> None:
    written = opening()
    written["tree"] = [
        {"at": 0, "entries": ["0: play tribune"], "comment": "why not?", "marks": ["!"]},
        {
            "at": 2,
            "entries": [written["entries"][2], written["entries"][3]],
            "tree": [{"at": 1, "entries": [written["entries"][3]]}],
        },
    ]
    plain = {key: value for key, value in written.items() if key != "tree"}
    assert Game.from_record(written).record() == Game.from_record(plain).record()
    lines = {branch.where: branch.line for branch in ReadRecord(written).tree}
    assert lines == {
        "tree[0]": ["0: play tribune"],
        "tree[1]": written["entries"][:4],
        "tree[1].tree[0]": written["entries"][:4],
    }


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        ({}, "tree: the variations are a list of branches, not {}"),
        ([1], 'tree[0]: a branch is an object with "at" and "entries", not 1'),
        ([{"entries": []}], 'tree[0]: the key "at" is missing'),
        ([{"at": 0}], 'tree[0]: the key "entries" is missing'),
        ([{"at": -1, "entries": []}], 'tree[0]: "at" is a number of entries from 0 to '),
        ([{"at": True, "entries": []}], 'tree[0]: "at" is a number'),
        ([{"at": 10**6, "entries": []}], 'tree[0]: "at" is a number'),
        ([{"at": 0, "entries": {}}], 'tree[0]: "entries" is a list of entries, not {}'),
        ([{"at": 0, "entries": [3]}], "tree[0].entries[0]: an entry is a text"),
        ([{"at": 0, "entries": [], "comment": 1}], "tree[0].comment: a comment is a text, not 1"),
        ([{"at": 0, "entries": [], "marks": ""}], 'tree[0]: "marks" is a list'),
        ([{"at": 0, "entries": [], "color": 1}], 'tree[0]: the key "color" is unknown'),
        ([{"at": 0, "entries": [], "tree": 1}], "tree[0].tree: the variations are a list"),
        (
            [{"at": 0, "entries": [], "tree": [{"at": 1, "entries": []}]}],
            'tree[0].tree[0]: "at" is a number of entries from 0 to 0, not 1',
        ),
    ],
    ids=repr,
)
def test_a_wrong_tree_is_named_with_its_place(tree: object, said: str) -> None:
    assert only_fault({**opening(), "tree": tree}).startswith(said)


def test_a_tree_may_be_deep() -> None:
    tree: list[Any] = []
    for _ in range(3_000):
        tree = [{"at": 0, "entries": [], "tree": tree}]
    assert len(ReadRecord({**opening(), "tree": tree}).tree) == 3_000


def test_a_game_from_a_position_has_no_record() -> None:
    game = Game.from_position(Game.new(seed=1).position())
    with pytest.raises(ViaeError, match="save its position"):
        game.record()


# Not a record at all


@pytest.mark.parametrize(
    "document",
    [
        *(None, True, 0, 1.5, [], [{}], (), frozenset({1}), print),
        *("null", "true", "12", '"text"', "[]", "1e9"),
    ],
    ids=repr,
)
def test_a_record_is_an_object(document: object) -> None:
    assert "object" in only_fault(document)


@pytest.mark.parametrize(
    "document",
    [
        *("", " ", "{", "}", "{]", "{'viae': 1}", '{"viae": 1,}', '{"viae": 1}{}', "nope", "\0"),
        *('{"viae": 01}', '{"a": "\x01"}', "\ud800", b"\xff\xfe\xfd", b""),
    ],
    ids=ascii,
)
def test_what_is_no_json_is_said_to_be_none(document: str | bytes) -> None:
    assert only_fault(document).startswith("not JSON")


@pytest.mark.parametrize("depth", [500, 900, 950, 970, 980, 985, 990, 1_000, 100_000])
def test_deep_nesting_is_a_fault_like_any_other(depth: int) -> None:
    assert faults_of('{"viae": ' + "[" * depth + "]" * depth + "}")
    assert faults_of("[" * depth + "]" * depth)
    assert faults_of('{"a":' * depth + "1" + "}" * depth)


@pytest.mark.parametrize(
    "key", ["viae", "board", "variant", "options", "players", "tokens", "display", "entries"]
)
def test_deep_nesting_in_any_key_is_a_fault_like_any_other(key: str) -> None:
    assert key[:4] in " ".join(faults_of({**opening(), key: nested(3_000)}))
    assert faults_of({**opening(), key: [nested(3_000)]})


def test_huge_numbers_are_faults_like_any_other() -> None:
    text = json.dumps(opening())
    for digits in (30, 4_300, 4_301, 100_000):
        assert faults_of(text.replace('"viae": 1', '"viae": 1' + "0" * digits))
    for number in (10**400, 10**5_000, -(10**5_000), float("inf"), float("nan")):
        for key in KEYS:
            assert key in " ".join(faults_of({**opening(), key: number}))


# Keys and types


def test_every_missing_key_is_named() -> None:
    faults = faults_of({})
    for key in KEYS:
        assert sum(f'"{key}" is missing' in fault for fault in faults) == (key != "options")


@pytest.mark.parametrize("key", [key for key in KEYS if key != "options"])
def test_a_missing_key_is_named(key: str) -> None:
    written = opening()
    del written[key]
    assert only_fault(written) == f'the key "{key}" is missing'


def test_every_unknown_key_is_named_with_what_was_perhaps_meant() -> None:
    faults = faults_of({**opening(), "entires": [], "Board": "x", "zzz": 1, "": 2})
    assert len(faults) == 4
    assert '"entires" is unknown; did you mean entries?' in faults[0]
    assert '"Board" is unknown; did you mean board?' in faults[1]
    assert '"zzz"' in faults[2]


RIGHT: dict[str, list[object]] = {
    "meta": [{}, {"a": None}, {"a": {}}],
    "options": [{}],
    "entries": [[]],
}
WRONG: list[object] = [None, True, False, 0, 1, -1, 1.0, 1.5, float("nan"), "", "x", "1"]
WRONG += [[], [None], [[]], [1], ["x"], {}, {"a": None}, {"a": {}}]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("key", [*KEYS, "result", "meta"])
def test_a_value_of_the_wrong_type_is_named_with_its_key(key: str, wrong: object) -> None:
    if any(type(wrong) is type(right) and wrong == right for right in RIGHT.get(key, [])):
        assert Game.from_record({**opening(), key: wrong}).players == ["Livia", "Marcus"]
        return
    if key == "viae" and type(wrong) is int and wrong == 1:
        return
    faults = " ".join(faults_of({**opening(), key: wrong}))
    names = {"options": "option", "entries": "entr", "tokens": "token"}
    assert names.get(key, key) in faults


@pytest.mark.parametrize("wrong", [None, True, 5, "done", {}])
def test_legal_is_a_list(wrong: object) -> None:
    assert '"legal"' in only_fault({**opening(), "legal": wrong})


@pytest.mark.parametrize("version", [0, 2, -1, 1.5, "1", None, [1], True, 1.0])
def test_another_version_is_not_read(version: object) -> None:
    """True and 1.0 equal 1 in Python, but a version is a whole number."""
    assert only_fault({**opening(), "viae": version}).startswith('"viae" is ')


# Header


@pytest.mark.parametrize("board", ["roma", "Imperium", "../imperium", "", ".", "\0", "/"])
def test_an_unknown_board_is_named(board: str) -> None:
    assert "board" in only_fault({**opening(), "board": board})


@pytest.mark.parametrize("variant", ["Concordia", "salsa", "venus team", ""])
def test_an_unknown_variant_is_named(variant: str) -> None:
    assert "concordia, venus, venus-team" in only_fault({**opening(), "variant": variant})


@pytest.mark.parametrize(
    ("variant", "players"),
    [("concordia", 1), ("concordia", 6), ("venus", 1), ("venus", 6)]
    + [("venus-team", number) for number in (1, 2, 3, 5, 7, 8)],
)
def test_the_variant_must_fit_the_number_of_players(variant: str, players: int) -> None:
    """R1.1: two to five players, in teams four or six."""
    written = {**opening(), "variant": variant, "players": ["x"] * players, "entries": []}
    assert f"not {players} (R1.1)" in " ".join(faults_of(written))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"display": "silk"}, "display"),
        ({"display": True}, "display"),
        ({"colonist_income": "2X"}, "colonist_income"),
        ({"colonist_income": 2}, "colonist_income"),
        ({"intermediate_scoring": 1}, "intermediate_scoring"),
        ({"intermediate_scoring": 0}, "intermediate_scoring"),
        ({"intermediate_scoring": None}, "intermediate_scoring"),
        ({"intermediate_scoring": "true"}, "intermediate_scoring"),
        ({"salt": True}, "salt"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, object], named: str) -> None:
    assert named in only_fault({**opening(), "options": options})


def test_there_is_no_intermediate_scoring_in_teams() -> None:
    """R1.3: the option does not exist in team play, but may be said to be off."""
    written = finished_in_teams()
    written["options"] = {"intermediate_scoring": False}
    Game.from_record(written)
    written["options"] = {"intermediate_scoring": True}
    assert "R1.3" in only_fault(written)


# Tokens (R2.1)


def test_every_fault_of_the_tokens_is_named() -> None:
    """R2.1: each city but the capital has a token, which is a good."""
    written = opening()
    tokens = written["tokens"]
    del tokens["isca"]
    tokens["massilia"] = "salt"
    tokens["athenae"] = None
    tokens["tyros"] = {}
    tokens["roma"] = "wine"
    tokens["atlantis"] = "wine"
    faults = faults_of(written)
    assert len(faults) == 6
    for city in ("isca", "massilia", "athenae", "tyros", "roma", "atlantis"):
        assert sum(city in fault for fault in faults) == 1


def test_the_tokens_of_a_letter_are_counted() -> None:
    """R2.1: one token more of a good means one less of another, both are named."""
    written = opening()
    tokens = written["tokens"]
    letters = {city.id: city.letter for city in load_board("imperium").cities}
    city, good = next(iter(tokens.items()))
    tokens[city] = "cloth" if good != "cloth" else "brick"
    faults = faults_of(written)
    assert len(faults) == 2
    assert all(f"letter {letters[city]}" in fault and "R2.1" in fault for fault in faults)


def test_tokens_of_one_letter_may_be_swapped_those_of_two_not() -> None:
    written = {**opening(), "entries": []}
    letters = {city.id: city.letter for city in load_board("imperium").cities}
    tokens: dict[str, str] = written["tokens"]
    first, *others = tokens
    for other in others:
        swapped = {**tokens, first: tokens[other], other: tokens[first]}
        if letters[first] == letters[other] or tokens[first] == tokens[other]:
            assert Game.from_record({**written, "tokens": swapped}).record()["tokens"] == swapped
        else:
            assert "R2.1" in faults_of({**written, "tokens": swapped})[0]


# Display (R2.3)


def deal(change: Callable[[list[Any]], object]) -> Record:
    """A record whose display was changed."""
    written = {**opening(), "entries": []}
    written["display"] = [
        *("architect-1", "colonist-1", "diplomat-1", "farmer-1", "mason-1", "mercator-1"),
        "prefect-1",
    ]
    Game.from_record(written)
    change(written["display"])
    return written


@pytest.mark.parametrize(
    ("at", "card", "named"),
    [
        (0, "tribune", "tribune"),
        (0, "prefect", "prefect"),
        (6, "consul-2", "consul-2"),
        (6, "smith-3", "smith-3"),
        (0, "magister-1", "magister-1"),
        (0, "prefect/architect-1", "prefect/architect-1"),
        (3, "nonsense", "nonsense"),
        (3, "Farmer-1", "Farmer-1"),
        (3, "", '""'),
        (3, None, "display"),
        (3, 3, "3"),
        (3, ["farmer-1"], "display"),
        (3, {}, "display"),
        (6, "mason-1", "twice"),
    ],
)
def test_a_wrong_card_in_the_display_is_named(at: int, card: object, named: str) -> None:
    """R2.3: the first cards come from the first deck, and no card twice."""
    fault = only_fault(deal(lambda display: display.__setitem__(at, card)))
    assert fault.startswith("display: ")
    assert named in fault


@pytest.mark.parametrize("number", [0, 1, 6, 8, 20])
def test_the_display_is_dealt_seven_cards(number: int) -> None:
    wrong = only_fault(deal(lambda d: d.__setitem__(slice(None), (d * 3)[:number])))
    assert '"display" is a list of the first 7 cards' in wrong


def test_all_wrong_cards_of_the_display_are_named() -> None:
    faults = faults_of(deal(lambda d: d.__setitem__(slice(3), ["tribune", None, "weaver-2"])))
    assert len(faults) == 3


def test_a_first_deck_of_fewer_than_seven_cards_is_followed_by_the_second() -> None:
    """R2.3: deck II begins where deck I ends, wherever a variant has fewer than seven in deck I."""
    for _, variant, players in SOME_TERMS:
        written = Game.new("imperium", variant, players, seed=5).record()
        display = written["display"]
        decks = [card.rpartition("-")[2] for card in display]
        assert decks == sorted(decks)
        if len(set(decks)) > 1:
            swapped = [display[-1], *display[1:-1], display[0]]
            assert "R2.3" in faults_of({**written, "display": swapped})[0]


# Entries


def changed_entry(at: int, entry: object) -> Record:
    written = opening()
    written["entries"][at] = entry
    return written


def test_an_entry_that_is_no_text_is_named() -> None:
    written = opening()
    written["entries"][2:5] = [None, 5, ["0: done"]]
    faults = faults_of(written)
    assert [fault[:10] for fault in faults] == ["entries[2]", "entries[3]", "entries[4]"]


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ("0: dance", "unknown verb"),
        ("0: play", "play CARD"),
        ("0: play prefct", "prefect"),
        ("0: ", "needs a verb"),
        ("", "actor"),
        ("play prefect", "actor"),
        ("7: play prefect", "unknown actor"),
        ("Livia: play prefect", "unknown actor"),
        ("1: play prefect", "out of turn"),
        ("*: reveal mason-1", "out of turn"),
        ("0: play consul-2", "R4.1"),
        ("0: done", "R4.1"),
        ("0: play prefect as mercator", "R5.11"),
        ("0: play prefect\x1b[31m", "unknown card"),
        ("0: play \ud800", "unknown card"),
        ("0: " + "play " * 10_000, "play CARD"),
    ],
)
def test_an_entry_that_cannot_be_played_is_named_with_its_number(entry: str, named: str) -> None:
    fault = only_fault(changed_entry(0, entry))
    assert fault.startswith("entries[0] (")
    assert named in fault


def test_the_number_of_a_wrong_entry_counts_from_zero_as_in_the_list() -> None:
    assert only_fault(changed_entry(17, "0: dance")).startswith("entries[17] (0: dance)")


def test_a_dropped_or_doubled_entry_does_not_pass() -> None:
    written = finished()
    for at in range(0, len(written["entries"]), 13):
        dropped = copy.deepcopy(written)
        del dropped["entries"][at]
        assert faults_of(dropped)


def test_nothing_is_played_after_the_end() -> None:
    written = finished()
    written["entries"].append("0: play tribune")
    fault = only_fault(written)
    assert f"entries[{len(written['entries']) - 1}]" in fault
    assert "R8.1" in fault


def test_a_reveal_must_be_an_unseen_card_of_the_current_deck() -> None:
    written = finished()
    at = next(i for i, entry in enumerate(written["entries"]) if entry.startswith("*"))
    seen = written["display"][0]
    written["entries"][at] = f"*: reveal {seen}"
    assert "R2.3" in only_fault(written)


# Result


def test_a_finished_game_may_be_written_without_a_result() -> None:
    written = finished()
    result = written.pop("result")
    assert Game.from_record(written).record()["result"] == result


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("scores", [0, 0]),
        ("scores", []),
        ("scores", [1]),
        ("scores", None),
        ("scores", "12"),
        ("scores", {}),
        ("scores", [None, None]),
        ("winner", 1),
        ("winner", 2),
        ("winner", -1),
        ("winner", None),
        ("winner", "0"),
        ("winner", False),
        ("winner", 0.0),
        ("winner", []),
        ("teams", [1, 2]),
        ("teams", None),
        ("gods", None),
        ("gods", []),
        ("gods", [{}, {}]),
        ("gods", [1, 2]),
        ("gods", {}),
        ("gods", "x"),
        ("gods", [[[[]]], 10**300]),
    ],
)
def test_a_wrong_result_is_named(key: str, wrong: object) -> None:
    written = finished()
    assert written["result"]["winner"] == 0
    written["result"][key] = wrong
    fault = " ".join(faults_of(written))
    assert fault.startswith("result")
    assert key in fault


@pytest.mark.parametrize("number", ["float", "bool"])
def test_points_are_whole_numbers(number: str) -> None:
    """1 == 1.0 == True in Python, yet points are neither fractions nor yes and no."""
    written = finished()
    if number == "float":
        written["result"]["gods"][0]["vesta"] += 0.0
    else:
        gods = next(gods for gods in written["result"]["gods"] if gods["concordia"] == 0)
        gods["concordia"] = False
    assert "gods" in " ".join(faults_of(written))


def test_the_seats_whose_gods_are_wrong_are_named() -> None:
    written = finished()
    written["result"]["gods"][0]["mars"] += 2
    del written["result"]["gods"][1]["venus"]
    faults = faults_of(written)
    assert ["gods[0]" in fault for fault in faults] == [True, False]
    assert ["gods[1]" in fault for fault in faults] == [False, True]


def test_everything_wrong_with_a_result_is_named() -> None:
    written = finished_in_teams()
    result = written["result"]
    result["scores"][0] += 1
    result["winner"] = 1
    result["teams"][0] += 1
    result["gods"][0]["mars"] += 1
    faults = faults_of(written)
    assert len(faults) == 4
    for named, fault in zip(("scores", "winner", "teams", "gods"), faults, strict=True):
        assert named in fault


@pytest.mark.parametrize("key", ["scores", "winner", "teams", "gods"])
def test_a_result_lacks_nothing(key: str) -> None:
    written = finished_in_teams()
    del written["result"][key]
    assert key in " ".join(faults_of(written))


def test_a_result_has_nothing_more() -> None:
    written = finished()
    written["result"]["reason"] = "time"
    assert '"reason"' in only_fault(written)


def test_a_game_that_is_not_finished_has_no_result() -> None:
    """R8.3: an abandoned game has none either."""
    written = finished()
    written["entries"].pop()
    assert "not finished" in only_fault(written)
    written["entries"].clear()
    assert "not finished" in only_fault(written)


def test_without_verifying_a_wrong_result_is_passed_over() -> None:
    written = finished()
    right = copy.deepcopy(written["result"])
    written["result"]["scores"] = [0, 0]
    assert Game.from_record(written, verify=False).record()["result"] == right
    assert Game.from_record(written, upto=5).entries == written["entries"][:5]


# Everything at once


def test_faults_of_all_parts_are_named_together() -> None:
    written: Record = opening()
    written["viae"] = 3
    written["variant"] = "minerva"
    written["options"] = {"display": "salt"}
    written["tokens"]["isca"] = "salt"
    written["entries"][0] = 0
    written["result"] = {"scores": "none"}
    written["meta"] = []
    written["colour"] = "red"
    faults = faults_of(written)
    for named in ("3", "minerva", "display", "isca", "entries[0]", "scores", "winner", "meta"):
        assert any(named in fault for fault in faults), named
    assert any("colour" in fault for fault in faults)


@pytest.mark.parametrize("wrong", ["tokens", "viae", "options"])
def test_a_wrong_display_is_named_beside_other_faults(wrong: str) -> None:
    written = opening()
    if wrong == "tokens":
        written["tokens"]["isca"] = "salt"
    elif wrong == "viae":
        written["viae"] = 3
    else:
        written["options"] = {"display": "salt"}
    written["display"] = ["tribune"]
    assert len(faults_of(written)) == 2


@pytest.mark.parametrize("text", ["\ud800", "\x1b[31m", "a\nb", "\u202e", "\x85", "x" * 5_000])
def test_faults_can_be_printed_whatever_the_record_holds(text: str) -> None:
    written = opening()
    written["tokens"][text] = text
    written["options"] = {text: text}
    written[text] = text
    written["result"] = {text: text}
    written["entries"] = text
    assert len(faults_of(written)) >= 5
    for key in ("board", "variant", "players", "display", "viae"):
        assert faults_of({**opening(), key: text})
        assert faults_of({**opening(), key: [text]})


# At random


@cache
def _to_spoil() -> list[Record]:
    short = [record("legal", number) for number in (0, 5, 8)]
    for one in short:
        del one["result"]
        one["entries"] = one["entries"][:40]
        one["legal"] = one["legal"][:2]
    return [opening(), finished(), finished_in_teams(), *short]


@given(st.data())
@settings(max_examples=250)
def test_a_spoilt_record_loads_or_says_what_is_wrong(data: st.DataObject) -> None:
    document = spoil(data.draw(st.sampled_from(_to_spoil())), data)
    try:
        game = Game.from_record(document)
    except RecordError as error:
        check_faults(error)
    else:
        assert Game.from_record(game.record()).record() == game.record()


@given(st.data())
@settings(max_examples=150)
def test_a_spoilt_text_loads_or_says_what_is_wrong(data: st.DataObject) -> None:
    text = json.dumps(_to_spoil()[0], ensure_ascii=data.draw(st.booleans()))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        other = data.draw(st.text(max_size=5) | st.sampled_from("[]{},:\"'"))
        text = text[:start] + other + text[end:]
    try:
        Game.from_record(text)
    except RecordError as error:
        check_faults(error)


@given(st.text(max_size=60) | st.binary(max_size=60))
@settings(max_examples=100)
def test_any_text_is_refused(text: str | bytes) -> None:
    faults_of(text)
