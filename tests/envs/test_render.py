from __future__ import annotations

import re
import sys
from math import hypot
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

np = pytest.importorskip("numpy")

from tests.support import table  # noqa: E402
from viae import Game  # noqa: E402
from viae.data import board_names, load_board  # noqa: E402
from viae.envs import render  # noqa: E402
from viae.envs.chart import DISC, HEIGHT, WIDTH, chart  # noqa: E402
from viae.envs.drawing import Drawing, pixels  # noqa: E402
from viae.errors import ViaeError  # noqa: E402
from viae.extras import command  # noqa: E402
from viae.options import DEFAULTS, PLAYERS, terms_for  # noqa: E402
from viae.rules.playout import Dice, playout, random_start  # noqa: E402

if TYPE_CHECKING:
    from viae.rules.state import State

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [f"player_{seat}" for seat in range(6)]


def moment(board: str, variant: str, players: int, entries: int) -> State:
    """A moment of a random game."""
    dice = Dice(entries)
    state = random_start(terms_for(load_board(board), variant, players, DEFAULTS), dice)
    playout(state, dice, entries)
    return state


def texts(drawing: str) -> list[str]:
    root = ET.fromstring(drawing)  # noqa: S314 - our own
    return [element.text or "" for element in root.iter(f"{SVG}text")]


# Where things lie


@pytest.mark.parametrize("name", board_names())
def test_cities_lie_apart_and_inside_the_frame(name: str) -> None:
    plan = chart(load_board(name))
    for i, (x, y) in enumerate(plan.cities):
        assert DISC < x < WIDTH - DISC
        assert DISC < y < HEIGHT - DISC
        for other in plan.cities[:i]:
            assert hypot(x - other[0], y - other[1]) > 2.5 * DISC


@pytest.mark.parametrize("name", board_names())
def test_every_path_runs_from_city_to_city_and_keeps_clear_of_the_others(name: str) -> None:
    board = load_board(name)
    plan = chart(board)
    index = {city.id: i for i, city in enumerate(board.cities)}
    for kind, word in enumerate(("land", "sea")):
        paths = [path for path in board.paths if path.kind == word]
        assert len(paths) == len(plan.ways[kind])
        for path, way in zip(paths, plan.ways[kind], strict=True):
            ends = [index[end] for end in path.ends]
            assert way.curve[0] == pytest.approx(plan.cities[ends[0]])
            assert way.curve[-1] == pytest.approx(plan.cities[ends[1]])
            for i, city in enumerate(plan.cities):
                if i not in ends:
                    near = min(hypot(city[0] - x, city[1] - y) for x, y in way.curve)
                    assert near > DISC, (path.id, board.cities[i].id)


@pytest.mark.parametrize("name", board_names())
def test_no_two_colonists_hide_each_other(name: str) -> None:
    plan = chart(load_board(name))
    stands = [way.stand for ways in plan.ways for way in ways]
    for i, (x, y) in enumerate(stands):
        for other in stands[:i]:
            assert hypot(x - other[0], y - other[1]) > 14


def test_a_long_country_is_turned_and_north_is_shown() -> None:
    assert chart(load_board("italia")).turned
    assert not chart(load_board("imperium")).turned
    assert "north" in texts(render.svg(Game.new("italia", players=2, seed=1).state, NAMES))


def test_a_chart_is_always_the_same() -> None:
    board = load_board("hellas")
    chart.cache_clear()
    first = chart(board)
    chart.cache_clear()
    assert chart(board).markers == first.markers
    assert chart(board).ways == first.ways


# SVG


@pytest.mark.parametrize("name", board_names())
@pytest.mark.parametrize("variant", PLAYERS)
def test_the_drawing_names_every_city_and_province(name: str, variant: str) -> None:
    players = max(PLAYERS[variant])
    state = moment(name, variant, players, 300)
    found = texts(render.svg(state, NAMES[:players]))
    board = load_board(name)
    assert {city.inscription for city in board.cities} <= set(found)
    assert {province.name.upper() for province in board.provinces} <= set(found)
    assert set(NAMES[:players]) <= set(found)


def test_a_house_and_a_colonist_show_where_they_are() -> None:
    game = table(seats={0: {"houses": [], "colonists": ["land roma"]}})
    built = table(seats={0: {"houses": ["massilia"], "colonists": ["sea massilia~roma"]}})
    before, after = render.svg(game.state, NAMES[:3]), render.svg(built.state, NAMES[:3])
    added = set(after.splitlines()) - set(before.splitlines())
    plan = chart(game.board)
    massilia = [city.id for city in game.board.cities].index("massilia")
    x, y = plan.cities[massilia]
    seas = [path.id for path in game.board.paths if path.kind == "sea"]
    stand = plan.ways[1][seas.index("massilia~roma")].stand
    near_city = near_stand = False
    for line in added:
        element = ET.fromstring(line)  # noqa: S314 - our own
        if element.tag == "text" and element.text == "0":
            at = (float(element.attrib["x"]), float(element.attrib["y"]))
            near_city |= hypot(at[0] - x, at[1] - (y - 20)) < 8
            near_stand |= hypot(at[0] - stand[0], at[1] - stand[1]) < 12
    assert near_city
    assert near_stand


def test_the_headline_says_who_decides_what() -> None:
    game = Game.new("italia", "concordia", 2, seed=1)
    game.play("play architect")
    drawing = render.svg(game.state, ["Livia", "Marcus & Co"])
    assert "Italia · concordia · turn of Livia · Livia decides: architect" in texts(drawing)
    assert "Marcus & Co" in texts(drawing)


def test_the_end_says_who_has_won() -> None:
    state = moment("italia", "concordia", 2, 1_000_000)
    assert any("wins" in text for text in texts(render.svg(state, NAMES[:2])))
    team = moment("italia", "venus-team", 4, 1_000_000)
    assert any("over: team " in text for text in texts(render.svg(team, NAMES[:4])))


def test_a_card_that_is_being_revealed_is_told() -> None:
    state = moment("italia", "concordia", 3, 0)
    while state.actor >= 0:
        playout(state, Dice(len(state.display) + state.coins[0] + state.turn), 1)
    assert "a card is revealed" in render.ansi(state, NAMES[:3])


def test_marker_and_display_follow_the_game() -> None:
    game = table(markers=["hispania"], display=["mason-1"], unseen=[])
    found = texts(render.svg(game.state, NAMES[:3]))
    assert "Mason" in found
    assert "no surcharge" in found
    assert "0 cards still to come" in found


# Pixels


@pytest.mark.parametrize(("variant", "players"), [("concordia", 2), ("venus-team", 6)])
def test_pixels_show_the_same_scene(variant: str, players: int) -> None:
    pytest.importorskip("PIL")
    state = moment("cyprus", variant, players, 200)
    picture = render.rgb(state, NAMES[:players])
    assert picture.shape == (render.FULL[1], render.FULL[0], 3)
    assert picture.dtype == np.uint8
    assert np.array_equal(picture, render.rgb(state, NAMES[:players]))
    sea = tuple(int(render.SEA[i : i + 2], 16) for i in (1, 3, 5))
    assert (picture[HEIGHT_ROW, :30] == sea).all()
    panel = picture[4:, int(WIDTH) :]
    for seat in range(players):
        colour = tuple(int(render.SEATS[seat][0][i : i + 2], 16) for i in (1, 3, 5))
        assert (panel == colour).all(axis=2).sum() > 150  # the player's disc


HEIGHT_ROW = int(HEIGHT) - 6


def test_every_kind_of_shape_is_painted() -> None:
    pytest.importorskip("PIL")
    drawing = Drawing(60, 60, "#ffffff")
    drawing.disc((10, 10), 6, "#ff0000")
    drawing.box(24, 4, 12, 12, "#00ff00", "#000000", 1, 2)
    drawing.area([(44, 4), (56, 4), (50, 16)], "#0000ff")
    drawing.line([(4, 30), (56, 30)], "#ff00ff", 4, (6, 6))
    drawing.line([(4, 40), (30, 40), (56, 44)], "#00ffff", 3)
    drawing.text((30, 56), "VIAE", 12, "#000000", "middle", bold=True, halo="#eeeeee")
    seen = pixels(drawing.paint())
    assert tuple(seen[10, 10]) == (255, 0, 0)
    assert tuple(seen[10, 30]) == (0, 255, 0)
    assert tuple(seen[7, 50]) == (0, 0, 255)
    dashes = (seen[30, :, 1] < 128).astype(int)
    assert np.count_nonzero(np.diff(dashes)) >= 8  # on and off and on
    assert tuple(seen[40, 20]) == (0, 255, 255)
    assert (seen[46:57, 15:45].max(axis=2) < 80).sum() > 20  # letters
    assert (seen == 0xEE).all(axis=2).any()  # and their halo


def test_without_pillow_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ViaeError, match=re.escape(command("pettingzoo"))):
        Drawing(4, 4, "#ffffff").paint()


# Text


def test_the_text_shows_the_whole_table() -> None:
    game = table(
        players=2,
        seats={0: {"houses": ["massilia"], "colonists": ["land roma"], "pile": ["mercator"]}},
        markers=["hispania"],
        magnus=1,
    )
    shown = render.ansi(game.state, ["Livia", "Marcus"])
    assert shown.splitlines()[0].startswith("Imperium · concordia · turn of Livia")
    assert "massilia cloth [0]" in shown
    assert "Livia: land roma" in shown
    assert "Marcus: land roma, sea roma" in shown
    assert any(line.startswith("hispania") and "coin" in line for line in shown.splitlines())
    row = next(line for line in shown.splitlines() if line.startswith("> 0 Livia"))
    assert "mercator" in row
    assert "magnus" in next(line for line in shown.splitlines() if "1 Marcus" in line)


def test_a_card_taken_in_this_turn_is_told() -> None:
    game = table(seats={0: {"goods": dict.fromkeys(("brick", "food", "tool", "wine", "cloth"), 1)}})
    game.play("play senator")
    game.play(next(entry for entry in game.legal() if entry.startswith("purchase")))
    assert "(taken)" in render.ansi(game.state, NAMES[:3])
    render.svg(game.state, NAMES[:3])


def test_the_text_fits_a_terminal() -> None:
    for variant, players in (("concordia", 5), ("venus-team", 6)):
        shown = render.ansi(moment("imperium", variant, players, 500), NAMES[:players])
        assert len(shown.splitlines()) < 45
        assert all(len(line) < 170 for line in shown.splitlines())
