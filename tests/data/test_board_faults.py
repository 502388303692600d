"""What the loader says about boards that cannot be played on: every fault, each in a sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path as File
from typing import Any

import pytest

import viae.data
from viae.data import load_board, parse_board
from viae.errors import BoardError

Json = dict[str, Any]
FOLDER = File(viae.data.__file__).parent / "boards"


def imperium() -> Json:
    parsed: Json = json.loads((FOLDER / "imperium.json").read_text(encoding="utf-8"))
    return parsed


def island() -> Json:
    """The smallest kind of board: five cities of letter D around a capital, joined by land."""
    cities = ["roma", "ostia", "alba", "gabii", "veii", "tibur"]
    return {
        "id": "latium",
        "name": "Latium",
        "capital": "roma",
        "provinces": [{"id": "latium", "name": "Latium"}],
        "cities": [
            {
                "id": city,
                "name": city.title(),
                "province": "latium",
                "letter": None if city == "roma" else "D",
                "lat": 41.9,
                "lon": 12.5,
            }
            for city in cities
        ],
        "paths": [
            {"id": f"{one}~{other}", "kind": "land", "ends": [one, other]}
            for one, other in pairwise(cities)
        ],
    }


def faults_of(obj: object) -> list[str]:
    try:
        parse_board(obj, "test")
    except BoardError as error:
        return [str(fault) for fault in error.faults]
    return []


def the(board: Json, section: str, word: str) -> Json:
    found: Json = next(item for item in board[section] if item["id"] == word)
    return found


def test_the_boards_used_here_have_no_faults() -> None:
    assert faults_of(imperium()) == []
    assert faults_of(island()) == []


KEYS = "id, name, capital, provinces, cities and paths"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (7, "7"),
        (10**400, "1e15 or more"),
        ("roma", '"roma"'),
        ("x" * 99, '"' + "x" * 39 + '…"'),
        ("a\nb\ud800", r'"a\nb\ud800"'),
        ([], "[]"),
        ([1, 2], "[…]"),
        ((1, 2), "<tuple>"),
    ],
)
def test_a_board_must_be_an_object(value: object, shown: str) -> None:
    assert faults_of(value) == [f"must be an object with the keys {KEYS}, not {shown}"]


def test_the_error_says_what_was_read() -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(island() | {"name": ""}, "own.json")
    assert caught.value.what == "own.json"
    assert str(caught.value) == ('own.json: 1 fault\n  - "name" must be a text of one line, not ""')


def test_every_missing_key_is_named() -> None:
    missing = ["id", "name", "capital", "provinces", "cities", "paths"]
    assert faults_of({}) == [f'the key "{key}" is missing' for key in missing]


Change = Callable[[Json], object]

FAULTS: dict[str, tuple[Change, str]] = {
    "an unknown key is named with a near match": (
        lambda b: b.update(recomended_players=[2, 4]),
        'the key "recomended_players" is unknown; did you mean recommended_players?',
    ),
    "an unknown key without a near match gets the list": (
        lambda b: the(b, "provinces", "asia").update(x=1),
        ('provinces[asia]: the key "x" is unknown; the known keys are id, name, numeral, color and'
        " named_on_board"),
    ),
    "a board id must be a word": (
        lambda b: b.update(id="My Board"),
        ('"id" must be in lower-case letters a to z and digits, its words joined by'
        ' hyphens, such as "my-board", not "My Board"'),
    ),
    "a name must be a text": (
        lambda b: b.update(name=5),
        '"name" must be a text of one line, not 5',
    ),
    "a name must not be blank": (
        lambda b: the(b, "cities", "isca").update(name="  "),
        'cities[isca]: "name" must be a text of one line, not "  "',
    ),
    "a name must be printable": (
        lambda b: the(b, "cities", "isca").update(name="Is\nca"),
        r'cities[isca]: "name" must be a text of one line, not "Is\nca"',
    ),
    "a numeral is a text or null": (
        lambda b: the(b, "provinces", "asia").update(numeral=10),
        'provinces[asia]: "numeral" must be a text of one line or null, not 10',
    ),
    "a color has six digits": (
        lambda b: the(b, "provinces", "asia").update(color="red"),
        'provinces[asia]: "color" must be a color such as "#4a5796", not "red"',
    ),
    "a flag is true or false": (
        lambda b: the(b, "provinces", "asia").update(named_on_board="yes"),
        'provinces[asia]: "named_on_board" must be true or false, not "yes"',
    ),
    "recommended players are in order": (
        lambda b: b.update(recommended_players=[5, 3]),
        ('"recommended_players" must be the fewest and the most players, from 2 to 6, such'
        " as [3, 5], not [5, 3]"),
    ),
    "recommended players are two numbers": (
        lambda b: b.update(recommended_players=4),
        ('"recommended_players" must be the fewest and the most players, from 2 to 6, such'
        " as [3, 5], not 4"),
    ),
    "a list must be a list": (
        lambda b: b.update(paths={}),
        '"paths" must be a list of at least one object, not {}',
    ),
    "a list must not be empty": (
        lambda b: b.update(cities=[]),
        '"cities" must be a list of at least one object, not []',
    ),
    "a member of a list must be an object": (
        lambda b: b["paths"].append("roma~ostia"),
        'paths[79]: must be an object with the keys id, kind and ends, not "roma~ostia"',
    ),
    "a member without an id is named by its place": (
        lambda b: b["provinces"].append({"name": "Nova"}),
        'provinces[12]: the key "id" is missing',
    ),
    "the capital must be a city": (
        lambda b: b.update(capital="rome"),
        '"capital" must be the id of a city, not "rome"; did you mean roma?',
    ),
    "a latitude is at most 90": (
        lambda b: the(b, "cities", "isca").update(lat=90.5),
        'cities[isca]: "lat" must be a number from -90 to 90, not 90.5',
    ),
    "a longitude is a number": (
        lambda b: the(b, "cities", "isca").update(lon="12"),
        'cities[isca]: "lon" must be a number from -180 to 180, not "12"',
    ),
    "true is no number": (
        lambda b: the(b, "cities", "isca").update(lon=True),
        'cities[isca]: "lon" must be a number from -180 to 180, not true',
    ),
    "NaN is no number": (
        lambda b: the(b, "cities", "isca").update(lat=float("nan")),
        'cities[isca]: "lat" must be a number from -90 to 90, not nan',
    ),
    "a huge number is out of range": (
        lambda b: the(b, "cities", "isca").update(lat=-(10**400)),
        'cities[isca]: "lat" must be a number from -90 to 90, not -1e15 or less',
    ),
    "a province must exist": (
        lambda b: the(b, "cities", "isca").update(province="brittania"),
        ('cities[isca]: "province" must be the id of a province, not "brittania"; did you mean'
        ' britannia?'),
    ),
    "a province needs a city": (
        lambda b: b["provinces"].append({"id": "nova", "name": "Nova"}),
        ('provinces[nova]: there is no city in it; a province needs at least one city besides the'
        " capital (R2.2)"),
    ),
    "a path joins two different cities": (
        lambda b: b["paths"].append({"id": "roma~roma", "kind": "sea", "ends": ["roma", "roma"]}),
        'paths[sea roma~roma]: "ends" must be two different cities, not "roma" twice',
    ),
    "a path ends in cities of the board": (
        lambda b: b["paths"].append({"id": "roma~rom", "kind": "sea", "ends": ["roma", "rom"]}),
        'paths[sea roma~rom]: "ends" must be ids of cities, not "rom"; did you mean roma?',
    ),
    "ends are two": (
        lambda b: b["paths"].append({"id": "x", "kind": "sea", "ends": ["roma", "isca", "tyros"]}),
        ('paths[sea x]: "ends" must be two ids of cities, such as ["massilia", "roma"], not'
        " […]"),
    ),
    "an end is not blank": (
        lambda b: b["paths"].append({"id": "x", "kind": "sea", "ends": ["roma", ""]}),
        ('paths[sea x]: "ends" must be two ids of cities, such as ["massilia", "roma"], not'
        ' ["roma", ""]'),
    ),
    "ends are needed": (
        lambda b: b["paths"].append({"id": "x", "kind": "sea"}),
        'paths[sea x]: the key "ends" is missing',
    ),
    "a path goes by land or sea": (
        lambda b: b["paths"].append({"id": "x", "kind": "Sea", "ends": ["roma", "isca"]}),
        'paths[x]: "kind" must be "land" or "sea", not "Sea"; did you mean sea?',
    ),
    "a kind is a text": (
        lambda b: b["paths"].append({"id": "y", "kind": 1, "ends": ["roma", "isca"]}),
        'paths[y]: "kind" must be "land" or "sea", not 1',
    ),
    "a path id has no spaces": (
        lambda b: b["paths"].append({"id": "via appia", "kind": "sea", "ends": ["roma", "isca"]}),
        ('paths[sea via appia]: "id" must be two city ids joined by "~", such as "massilia~roma" or'
        ' "massilia~roma~2", not "via appia"'),
    ),
    "a path and a city need different ids": (
        lambda b: b["paths"].append({"id": "roma", "kind": "sea", "ends": ["roma", "isca"]}),
        'paths[sea roma]: a city has the same id; a path needs its own',
    ),
    "can_stop is true or false": (
        lambda b: b["paths"][0].update(can_stop=None),
        'paths[land alexandria~cyrene]: "can_stop" must be true or false, not null',
    ),
    "two paths of a kind need different ids": (
        lambda b: b["paths"].append({"id": "roma~syracusae", "kind": "sea",
                                     "ends": ["roma", "syracusae"]}),
        ('paths[sea roma~syracusae]: 2 of them have this id; each needs its own, such as'
        ' "roma~syracusae~2" for the second'),
    ),
    "two provinces need different ids": (
        lambda b: b["provinces"].append({"id": "asia", "name": "Asia Minor"}),
        "provinces[asia]: 2 of them have this id; each needs its own",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "sentence"), FAULTS.values(), ids=FAULTS.keys())
def test_one_fault_one_sentence(change: Change, sentence: str) -> None:
    board = imperium()
    change(board)
    assert faults_of(board) == [sentence]


def test_all_these_faults_are_found_at_once() -> None:
    board = imperium()
    apart = ("a list must be a list", "a list must not be empty")  # they hide what they replace
    for name, (change, _) in FAULTS.items():
        if name not in apart:
            change(board)
    found = faults_of(board)
    # Later changes overwrite some earlier ones, at the same key of the same thing.
    missed = {name for name, (_, sentence) in FAULTS.items() if sentence not in found}
    assert missed == {
        *apart,
        "recommended players are in order",
        "a name must not be blank",
        "a latitude is at most 90",
        "NaN is no number",
        "a longitude is a number",
    }


def test_r2_1_a_letter_must_be_known() -> None:
    board = imperium()
    the(board, "cities", "isca")["letter"] = "E"
    assert faults_of(board) == [
        'cities[isca]: "letter" must be "A", "B", "C", "D" or null, not "E"',
        (
            "letter A: 6 cities have it, but there are 7 tokens; it must be on 7 cities or on none"
            " (R2.1)"
        ),
    ]


def test_r2_1_a_letter_on_one_city() -> None:
    board = island()
    the(board, "cities", "ostia")["letter"] = "A"
    assert faults_of(board) == [
        "letter A: 1 city has it, but there are 7 tokens; it must be on 7 cities or on none (R2.1)",
        (
            "letter D: 4 cities have it, but there are 5 tokens; it must be on 5 cities or on none"
            " (R2.1)"
        ),
    ]


def test_r2_1_the_capital_has_no_letter() -> None:
    board = island()
    the(board, "cities", "roma")["letter"] = "D"
    assert faults_of(board) == [
        'cities[roma]: the capital has no token, so its "letter" must be null, not "D" (R2.1)',
        (
            "letter D: 6 cities have it, but there are 5 tokens; it must be on 5 cities or on none"
            " (R2.1)"
        ),
    ]


def test_r2_1_only_the_capital_has_no_letter() -> None:
    board = island()
    the(board, "cities", "ostia")["letter"] = None
    assert faults_of(board) == [
        (
            'cities[ostia]: only the capital, roma, has the "letter" null; this city needs A, B, C'
            " or D (R2.1)"
        ),
        (
            "letter D: 4 cities have it, but there are 5 tokens; it must be on 5 cities or on none"
            " (R2.1)"
        ),
    ]


def test_the_capital_alone_makes_no_province() -> None:
    board = island()
    board["provinces"].append({"id": "urbs", "name": "Urbs"})
    the(board, "cities", "roma")["province"] = "urbs"
    assert faults_of(board) == [
        (
            "provinces[urbs]: there is no city in it; a province needs at least one city besides"
            " the capital (R2.2)"
        )
    ]


def test_cities_of_one_id() -> None:
    board = island()
    the(board, "cities", "tibur")["id"] = "veii"
    del board["paths"][-1]
    assert faults_of(board) == ["cities[veii]: 2 of them have this id; each needs its own"]


def test_a_wrong_id_is_one_fault_however_often_it_is_used() -> None:
    board = json.loads(json.dumps(island()).replace('"tibur"', '"Tibur!"'))
    assert faults_of(board) == [
        (
            'cities[Tibur!]: "id" must be in lower-case letters a to z and digits, its words joined'
            ' by hyphens, such as "tibur", not "Tibur!"'
        )
    ]


def test_an_id_without_letters_gets_a_ready_made_example() -> None:
    board = island() | {"id": "日本"}
    assert 'such as "leptis-magna", not "日本"' in faults_of(board)[0]


def test_every_city_can_be_reached() -> None:
    board = island()
    del board["paths"][2]
    sentence = (
        'there is no way from the capital, "roma", to "gabii", "veii" and "tibur": land and'
        " sea paths together must connect all cities"
    )
    assert faults_of(board) == [sentence]
    # The city without a letter stands in for a capital that is missing or wrong.
    del board["capital"]
    assert faults_of(board) == ['the key "capital" is missing', sentence]
    board["cities"][1]["letter"] = None
    assert not any("no way" in fault for fault in faults_of(board))


def test_land_and_sea_together_join_the_cities() -> None:
    board = island()
    board["paths"][2]["kind"] = "sea"
    assert faults_of(board) == []


def test_r5_2_a_colonist_can_stop_beside_every_city() -> None:
    board = island()
    board["paths"][-1]["can_stop"] = False
    assert faults_of(board) == [
        (
            'no path at "tibur" lets a colonist stop: every city except the capital needs a path'
            ' without "can_stop": false (R5.2)'
        )
    ]


def test_the_capital_needs_no_path_to_stop_on() -> None:
    board = island()
    board["paths"][0]["can_stop"] = False
    assert faults_of(board) == []


def test_a_strip_can_be_passed() -> None:
    board = island()
    board["paths"][3]["can_stop"] = False
    assert faults_of(board) == []


def test_a_colonist_can_come_to_every_city() -> None:
    """Beyond the strip there is only sea, and no sea colonist can start there."""
    board = island()
    board["paths"][3]["can_stop"] = False
    board["paths"][4]["kind"] = "sea"
    assert faults_of(board) == [
        (
            'at "veii" and "tibur" no colonist can ever reach a path where it can stop: paths of'
            " one kind must connect such a path to the capital or to a city where a house can be"
            " built (R5.2, R5.5)"
        )
    ]


def write(folder: File, content: bytes) -> File:
    file = folder / "own.json"
    file.write_bytes(content)
    return file


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "not JSON: the text is empty; a JSON object is needed"),
        (b" \n", "not JSON: the text is empty; a JSON object is needed"),
        (b'{"id":\n  "a" "b"}', "not JSON: line 2, column 7: Expecting ',' delimiter"),
        (b'{"id": "\xff"}', "not JSON: the text is not in UTF-8: line 1 has the byte 0xff"),
        (b"\n\n\xe4", "not JSON: the text is not in UTF-8: line 3 has the byte 0xe4"),
        (b"[" * 100_000, "not JSON: the brackets are nested too deeply"),
        (
            b'{"a":' * 40_000,
            "not JSON: the brackets are nested too deeply",
        ),
        (b"1" * 5_000, "not JSON: a number has too many digits"),
        (b" " * 300_000, "the file is too large: the limit is 256 KB"),
    ],
)
def test_files_that_hold_no_json(tmp_path: File, content: bytes, sentence: str) -> None:
    file = write(tmp_path, content)
    with pytest.raises(BoardError) as caught:
        load_board(file)
    assert [*map(str, caught.value.faults)] == [sentence]
    assert caught.value.what == str(file)


@pytest.mark.parametrize("content", [b'{"id": "a",}', b"[1, \n ]"])
def test_a_comma_too_many_is_pointed_out(tmp_path: File, content: bytes) -> None:
    with pytest.raises(BoardError, match=r"not JSON: line \d, column \d+: .*comma"):
        load_board(write(tmp_path, content))


def test_a_key_that_stands_twice_is_named_with_all_other_faults(tmp_path: File) -> None:
    text = json.dumps(island() | {"name": ""})
    text = text.replace('"id": "ostia",', '"id": "ostia", "lat": 1, "lat": 2,')
    text = text.replace("{", '{"capital": "roma", ', 1)
    with pytest.raises(BoardError) as caught:
        load_board(write(tmp_path, text.encode()))
    assert [*map(str, caught.value.faults)] == [
        'the key "lat" appears 3 times in one object, that of "ostia"',
        'the key "capital" appears 2 times in one object, that of "latium"',
        '"name" must be a text of one line, not ""',
    ]


def test_a_directory_is_no_board(tmp_path: File) -> None:
    with pytest.raises(BoardError) as caught:
        load_board(tmp_path)
    assert [*map(str, caught.value.faults)] == ["this is a directory; a board is one JSON file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_or_a_device_is_never_read(tmp_path: File) -> None:
    """Nobody writes to the pipe: opening it the usual way would wait for ever."""
    os.mkfifo(tmp_path / "pipe.json")
    for path in (tmp_path / "pipe.json", File("/dev/zero")):
        with pytest.raises(BoardError, match="regular file"):
            load_board(path)


def test_a_board_of_a_file_keeps_its_document_in_canonical_form(tmp_path: File) -> None:
    document = island()
    board = load_board(write(tmp_path, json.dumps(document, indent=4).encode()))
    assert json.loads(board.document) == document
    assert board.document.startswith('{"capital":"roma","cities":[{"id":"roma","lat":')
    assert board == parse_board(document, "board")
    assert load_board("imperium").document == ""


BOARDS = "the boards are imperium, italia, hellas, ionium, ionium-small and cyprus"
OWN = "and the path of a JSON file with a board of your own works too"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("imperiun", "; did you mean imperium?"),
        ("Imperium", "; did you mean imperium?"),
        ("ionium_small", "; did you mean ionium-small?"),
        ("atlantis", ""),
        ("", ""),
        ("x" * 100, ""),
    ],
)
def test_an_unknown_name_is_answered_with_the_known_ones(name: str, hint: str) -> None:
    with pytest.raises(BoardError) as caught:
        load_board(name)
    assert [*map(str, caught.value.faults)] == [
        f"there is no board or file of this name; {BOARDS}, {OWN}{hint}"
    ]


def test_a_missing_file_is_answered_likewise(tmp_path: File) -> None:
    with pytest.raises(BoardError) as caught:
        load_board(tmp_path / "cypros.json")
    assert [*map(str, caught.value.faults)] == [
        f"there is no such file; {BOARDS}, {OWN}; did you mean cyprus?"
    ]


@pytest.mark.parametrize("path", ["a\0b", "\ud800", "x" * 5_000, "/dev/null/own.json"])
def test_paths_that_cannot_be_opened(path: str) -> None:
    with pytest.raises(BoardError, match="the file cannot be read: ") as caught:
        load_board(path)
    assert len(caught.value.faults) == 1
    assert str(caught.value).encode()


@pytest.mark.parametrize("value", [None, 0, True, b"imperium", ["imperium"]])
def test_what_is_neither_name_nor_path_is_refused(value: Any) -> None:
    with pytest.raises(BoardError, match="a board is a name or the path of a file, not"):
        load_board(value)


def test_lists_that_are_too_long_are_not_looked_into(tmp_path: File) -> None:
    board = island()
    board["cities"] += [{}] * 10_000
    board["paths"] += [{}] * 1_000
    file = write(tmp_path, json.dumps(board).encode())
    with pytest.raises(BoardError) as caught:
        load_board(file)
    assert [fault.code for fault in caught.value.faults] == ["board.too-many"] * 2


def test_very_many_faults_are_cut_off(tmp_path: File) -> None:
    board = island()
    board["paths"] += [{"id": f"{number}", "kind": "x", "ends": []} for number in range(100)]
    file = write(tmp_path, json.dumps(board).encode())
    with pytest.raises(BoardError) as caught:
        load_board(file)
    *faults, last = caught.value.faults
    assert len(faults) == 100
    assert (last.code, last.values["number"]) == ("faults.more", 100)


def test_texts_and_ids_have_a_limit(tmp_path: File) -> None:
    board = island()
    board["name"] = "x" * 101
    board["provinces"][0]["id"] = "x" * 100_000
    file = write(tmp_path, json.dumps(board).encode())
    with pytest.raises(BoardError) as caught:
        load_board(file)
    assert [fault.code for fault in caught.value.faults].count("value.too-long") == 2
    assert len(str(caught.value)) < 10_000
