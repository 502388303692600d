"""The boards that come with Viae: what they hold, and how a board is found and loaded."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path as File
from typing import Any

import pytest

import viae.data
from viae.data import board_figures, board_names, load_board, load_cards, parse_board
from viae.errors import BoardError
from viae.rules.figures import Board

BOARDS = ("imperium", "italia", "hellas", "ionium", "ionium-small", "cyprus")
FOLDER = File(viae.data.__file__).parent / "boards"


def read(name: str) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return parsed


def letters(board: Board) -> dict[str | None, int]:
    return dict(Counter(city.letter for city in board.cities))


def test_r1_2_names_the_boards() -> None:
    assert board_names() == BOARDS
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(f"{n}.json" for n in BOARDS)


@pytest.mark.parametrize(
    ("name", "provinces", "cities", "land", "sea", "capital", "players"),
    [
        ("imperium", 12, 31, 44, 35, "roma", (3, 5)),
        ("italia", 11, 26, 40, 23, "roma", (2, 4)),
        ("hellas", 10, 26, 27, 31, "athenae", (2, 4)),
        ("ionium", 12, 31, 42, 35, "athenae", (3, 5)),
        ("ionium-small", 9, 23, 31, 22, "athenae", (2, 3)),
        ("cyprus", 12, 31, 44, 27, "antiochia", (4, 6)),
    ],
)
def test_what_each_board_holds(
    name: str,
    provinces: int,
    cities: int,
    land: int,
    sea: int,
    capital: str,
    players: tuple[int, int],
) -> None:
    board = load_board(name)
    assert board.id == name
    assert len(board.provinces) == provinces
    assert len(board.cities) == cities
    assert Counter(path.kind for path in board.paths) == {"land": land, "sea": sea}
    assert board.capital == capital
    assert board.recommended_players == players


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("imperium", {"A": 7, "B": 8, "C": 10, "D": 5, None: 1}),
        ("italia", {"A": 7, "B": 8, "C": 10, None: 1}),
        ("hellas", {"A": 7, "B": 8, "C": 10, None: 1}),
        ("ionium", {"A": 7, "B": 8, "C": 10, "D": 5, None: 1}),
        ("ionium-small", {"A": 7, "C": 10, "D": 5, None: 1}),
        ("cyprus", {"A": 7, "B": 8, "C": 10, "D": 5, None: 1}),
    ],
)
def test_r2_1_a_letter_has_as_many_cities_as_tokens(
    name: str, expected: dict[str | None, int]
) -> None:
    board = load_board(name)
    assert letters(board) == expected
    for letter, tokens in load_cards().tokens.items():
        assert letters(board).get(letter, 0) in (0, sum(tokens.values()))


@pytest.mark.parametrize("name", BOARDS)
def test_the_loaded_board_holds_the_figures_of_its_file(name: str) -> None:
    board, file = load_board(name), read(name)
    assert list(file) == [
        "id", "name", "recommended_players", "capital", "provinces", "cities", "paths",
    ]  # fmt: skip
    for key in ("provinces", "cities", "paths"):
        for thing, written in zip(getattr(board, key), file[key], strict=True):
            for field, value in written.items():
                loaded = getattr(thing, field)
                assert (list(loaded) if field == "ends" else loaded) == value


@pytest.mark.parametrize("name", BOARDS)
def test_every_thing_stands_on_a_line_of_its_own(name: str) -> None:
    lines = (FOLDER / f"{name}.json").read_text(encoding="utf-8").splitlines()
    file = read(name)
    for key in ("provinces", "cities", "paths"):
        for thing in file[key]:
            line = "  " + json.dumps(thing, ensure_ascii=False)
            assert line in lines or line + "," in lines


@pytest.mark.parametrize("name", BOARDS)
def test_every_city_can_be_reached_from_the_capital(name: str) -> None:
    board = load_board(name)
    reached = {board.capital}
    for _ in board.cities:
        for path in board.paths:
            if reached & {*path.ends}:
                reached |= {*path.ends}
    assert reached == {city.id for city in board.cities}


@pytest.mark.parametrize("name", BOARDS)
def test_paths_are_named_by_their_ends_in_order(name: str) -> None:
    for path in load_board(name).paths:
        assert path.id.removesuffix("~2") == "~".join(path.ends)
        assert path.ends == tuple(sorted(path.ends))


@pytest.mark.parametrize(
    ("name", "south", "north", "west", "east"),
    [
        ("imperium", 28, 55, -11, 38),
        ("italia", 36, 47, 6, 19),
        ("hellas", 35, 41, 19, 27),
        ("ionium", 35, 43, 13, 30),
        ("ionium-small", 35, 43, 19, 30),
        ("cyprus", 33, 40, 31, 40),
    ],
)
def test_cities_lie_where_their_board_is(
    name: str, south: int, north: int, west: int, east: int
) -> None:
    cities = load_board(name).cities
    assert all(south < city.lat < north and west < city.lon < east for city in cities)
    assert len({(city.lat, city.lon) for city in cities}) == len(cities)


def test_a_city_on_two_boards_lies_at_one_place() -> None:
    for name, lat, lon in (("roma", 41.9, 12.5), ("athenae", 38.0, 23.7), ("croton", 39.1, 17.1)):
        for board in map(load_board, BOARDS):
            for city in board.cities:
                if city.id == name:
                    assert abs(city.lat - lat) < 0.1
                    assert abs(city.lon - lon) < 0.1


def test_a_land_and_a_sea_path_may_share_an_id() -> None:
    paths = [path for path in load_board("imperium").paths if path.id == "roma~syracusae"]
    assert [path.kind for path in paths] == ["land", "sea"]


def test_ionium_has_a_doubled_sea_lane() -> None:
    ends = ("messana", "neapolis")
    lanes = [path for path in load_board("ionium").paths if path.ends == ends]
    assert [(lane.kind, lane.id) for lane in lanes] == [
        ("sea", "messana~neapolis"),
        ("sea", "messana~neapolis~2"),
    ]
    for board in map(load_board, BOARDS):
        joined = Counter((path.kind, path.ends) for path in board.paths)
        doubled = [joint for joint, count in joined.items() if count > 1]
        assert doubled == ([("sea", ends)] if board.id == "ionium" else [])


def test_r5_2_only_the_strip_of_ionium_cannot_be_stopped_on() -> None:
    strips = [
        (board.id, path.kind, path.id)
        for board in map(load_board, BOARDS)
        for path in board.paths
        if not path.can_stop
    ]
    assert strips == [("ionium", "land", "apollonia~brundisium")]


def test_r1_2_ionium_small_is_ionium_without_its_b_cities() -> None:
    board = read("ionium")
    gone = {city["id"] for city in board["cities"] if city["letter"] == "B"}
    provinces = {city["province"] for city in board["cities"] if city["id"] in gone}
    assert provinces == {"campania", "calabria", "sicilia"}
    board["id"], board["name"] = "ionium-small", "Ionium (small)"
    board["recommended_players"] = [2, 3]  # it is smaller to bring few players closer together
    board["cities"] = [city for city in board["cities"] if city["id"] not in gone]
    board["provinces"] = [one for one in board["provinces"] if one["id"] not in provinces]
    board["paths"] = [path for path in board["paths"] if not gone & {*path["ends"]}]
    assert read("ionium-small") == board


def test_a_built_in_board_is_loaded_once() -> None:
    assert load_board("italia") is load_board("italia")


def test_a_board_survives_pickling() -> None:
    board = load_board("cyprus")
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301 - written in this line


@pytest.mark.parametrize("as_text", [True, False])
def test_a_board_of_ones_own_loads_from_a_path(tmp_path: File, as_text: bool) -> None:
    own = read("hellas") | {"id": "my-hellas", "name": "My Hellas"}
    file = tmp_path / "own.json"
    file.write_text(json.dumps(own), encoding="utf-8")
    board = load_board(str(file) if as_text else file)
    assert board == parse_board(own, "own")
    assert (board.id, board.name) == ("my-hellas", "My Hellas")
    assert board.cities == load_board("hellas").cities


def test_a_changed_file_is_read_anew(tmp_path: File) -> None:
    file = tmp_path / "own.json"
    for name in ("First", "Second"):
        file.write_text(json.dumps(read("hellas") | {"name": name}), encoding="utf-8")
        assert load_board(file).name == name


def test_a_name_goes_before_a_file_of_that_name(
    tmp_path: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "italia").write_text("not a board")
    assert load_board("italia").id == "italia"
    with pytest.raises(BoardError, match="not JSON"):
        load_board("./italia")


def test_a_byte_order_mark_does_no_harm(tmp_path: File) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps(read("hellas")), encoding="utf-8-sig")
    assert board_figures(load_board(file)) == board_figures(load_board("hellas"))


def test_optional_keys_have_defaults() -> None:
    own = read("imperium")
    del own["recommended_players"]
    for province in own["provinces"]:
        for key in ("numeral", "color", "named_on_board"):
            del province[key]
    for city in own["cities"]:
        del city["inscription"]
    board = parse_board(own, "own")
    assert board.recommended_players == (2, 6)
    assert {province.numeral for province in board.provinces} == {None}
    assert {province.named_on_board for province in board.provinces} == {True}
    assert len({province.color for province in board.provinces}) == 12
    assert all(city.inscription == city.name for city in board.cities)


def test_loading_takes_no_heavy_imports() -> None:
    """`import viae` has a budget of time; these modules would use up most of it."""
    heavy = ["difflib", "importlib.resources", "pathlib", "unicodedata", "typing_extensions"]
    code = (
        "import sys; before = set(sys.modules); import viae.data;"
        "viae.data.load_board('imperium'); viae.data.load_cards();"
        f"print([name for name in {heavy} if name in set(sys.modules) - before])"
    )
    search = os.pathsep.join(entry for entry in sys.path if entry)
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": search},
    )
    assert done.stdout.strip() == "[]"
