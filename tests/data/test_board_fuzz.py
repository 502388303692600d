"""Whatever a board file holds, the loader answers with a board or with BoardError."""

from __future__ import annotations

import copy
import json
from pathlib import Path as File
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import viae.data
from viae.data import board_figures, board_names, load_board, load_cards, parse_board
from viae.english import CODES
from viae.errors import BoardError
from viae.rules.figures import Board

FOLDER = File(viae.data.__file__).parent / "boards"
FILES = {name: (FOLDER / f"{name}.json").read_bytes() for name in board_names()}
KEYS = ["id", "name", "capital", "provinces", "cities", "paths"]
WORDS = [*KEYS, "ends", "kind", "can_stop", "letter", "roma", "athenae", "asia", "sea", "land"]
WORDS += ["A", "D", "", "Roma", "a b", "\ud800"]

texts = st.sampled_from(WORDS) | st.text(
    st.characters(codec=None, exclude_categories=()), max_size=8
)
numbers = st.integers() | st.floats() | st.sampled_from([10**400, -(10**400), 2, 6, 91, 181])
scalars = st.none() | st.booleans() | numbers | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
slow = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def check_faults(error: BoardError) -> None:
    """Faults are sentences of one line each that any terminal can show."""
    assert error.faults
    for why in error.faults:
        assert set(why.values) - {"where"} == set(CODES[why.code]), why
        assert json.loads(json.dumps(why.values)) == why.values
    for fault in map(str, error.faults):
        assert fault.isprintable()
        assert len(fault) < 3_000
    assert str(error).encode().decode() == str(error)


def check_sound(board: Board) -> None:
    """What the rules take for granted about a board."""
    cities = {city.id: city for city in board.cities}
    provinces = {province.id for province in board.provinces}
    assert len(cities) == len(board.cities)
    assert len(provinces) == len(board.provinces)
    assert len({(path.kind, path.id) for path in board.paths}) == len(board.paths)
    assert [city.id for city in board.cities if city.letter is None] == [board.capital]
    assert {city.province for city in board.cities if city.letter} == provinces
    for letter, tokens in load_cards().tokens.items():
        places = sum(city.letter == letter for city in board.cities)
        assert places in (0, sum(tokens.values()))
    beside = set()
    for path in board.paths:
        assert path.kind in ("land", "sea")
        assert path.ends[0] != path.ends[1]
        assert {*path.ends} <= {*cities}
        assert path.id not in cities
        if path.can_stop:
            beside |= {*path.ends}
    assert {*cities} - {board.capital} <= beside


def check(obj: object) -> None:
    before = copy.deepcopy(obj)
    try:
        board = parse_board(obj, "test")
    except BoardError as error:
        check_faults(error)
    else:
        check_sound(board)
        written = json.loads(json.dumps(board_figures(board)))
        assert board_figures(parse_board(written, "test")) == board_figures(board)
    assert obj == before or "nan" in repr(before)


def places(value: object, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside a JSON value."""
    found = [way] if way else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*way, key))
    if isinstance(value, list):
        for number, inner in enumerate(value):
            found += places(inner, (*way, number))
    return found


PLACES = {name: places(json.loads(file)) for name, file in FILES.items()}


@slow
@given(values)
def test_any_json_value(value: object) -> None:
    check(value)


@slow
@given(st.fixed_dictionaries(dict.fromkeys(KEYS, values)))
def test_any_values_under_the_right_keys(value: object) -> None:
    check(value)


@slow
@given(st.data())
def test_a_real_board_with_a_few_changes(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(board_names()))
    board = json.loads(FILES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        *way, last = data.draw(st.sampled_from(PLACES[name]))
        inner: Any = board
        try:
            for step in way:
                inner = inner[step]
            change = data.draw(st.sampled_from(["replace", "delete", "double", "add"]))
            if change == "replace":
                inner[last] = data.draw(values)
            elif change == "delete":
                del inner[last]
            elif change == "double" and isinstance(inner, list):
                inner.append(copy.deepcopy(inner[last]))
            elif change == "add" and isinstance(inner, dict):
                inner[data.draw(texts)] = data.draw(values)
        except (LookupError, TypeError):
            continue  # an earlier change took the place away
    check(board)


@slow
@given(st.data())
def test_a_real_file_with_a_few_other_bytes(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(FILES[data.draw(st.sampled_from(board_names()))])
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(len(content), start + 40)))
        content[start:end] = data.draw(st.binary(max_size=6))
    file = tmp_path_factory.getbasetemp() / "fuzzed.json"
    file.write_bytes(content)
    try:
        check_sound(load_board(file))
    except BoardError as error:
        check_faults(error)


@slow
@given(st.text() | st.sampled_from(WORDS))
def test_any_name(name: str) -> None:
    try:
        load_board(f"no-such-folder/{name}.json")
    except BoardError as error:
        check_faults(error)
    else:
        pytest.fail("there is no such file")
