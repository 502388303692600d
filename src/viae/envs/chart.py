"""The layout of a drawn board: cities at their true places, paths, labels, markers.

Worked out once for a board from latitudes and longitudes alone, always the same way: a Mercator
map, turned where that makes it much larger; cities that are too close move apart a little; every
path takes the bend that keeps clear of the others; labels and markers look for free room.
"""

from __future__ import annotations

from functools import lru_cache
from math import asinh, cos, hypot, pi, radians, sin, tan
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from viae.rules import codes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from viae.rules.figures import Board

Point = tuple[float, float]

WIDTH: Final = 940.0
HEIGHT: Final = 680.0
MARGIN: Final = (46.0, 68.0, 46.0, 46.0)  # left, top, right, bottom
DISC: Final = 15.0  # the radius of a city
APART: Final = 62.0  # between two cities
STAND: Final = 11.0  # room for a colonist on a path
TURNS: Final = tuple(range(-40, 41, 4))
WORTH_TURNING: Final = 1.2  # north stays above unless the map gets larger by this
BENDS: Final = (0.0, 0.12, -0.12, 0.22, -0.22, 0.34, -0.34, 0.48, -0.48, 0.62, -0.62)
PIECES: Final = 14  # of a curve
STANDS: Final = (7, 6, 8, 5, 9)  # after which of them a colonist can stand, the middle first
LETTER: Final = 0.62  # the width of a capital letter, in sizes
LABEL: Final = 10.5
MARKER: Final = 13.0


class Way(NamedTuple):
    """A path: its curve, and where a colonist stands, if one can."""

    kind: int
    curve: tuple[Point, ...]
    stand: Point


class Label(NamedTuple):
    """A text with the point it hangs on and the side it runs to."""

    text: str
    at: Point
    anchor: str


class Box(NamedTuple):
    """A rectangle that is taken."""

    left: float
    top: float
    right: float
    bottom: float


def overlap(box: Box, others: NDArray[np.float64]) -> float:
    """The area a rectangle shares with others, one of them in each row."""
    across = np.minimum(box.right, others[:, 2]) - np.maximum(box.left, others[:, 0])
    down = np.minimum(box.bottom, others[:, 3]) - np.maximum(box.top, others[:, 1])
    return float(np.sum(np.maximum(across, 0) * np.maximum(down, 0)))


def beyond(box: Box) -> float:
    """How far a rectangle sticks out of the frame."""
    across = max(0.0, 4 - box.left) + max(0.0, box.right - WIDTH + 4)
    return across + max(0.0, 36 - box.top) + max(0.0, box.bottom - HEIGHT + 4)


def around(at: Point, half: float) -> Box:
    """The square about a point."""
    return Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)


class Chart:
    """The drawing's geometry for one board; indices are those of the board and its atlas."""

    def __init__(self, board: Board) -> None:
        self.board = board
        index = {city.id: i for i, city in enumerate(board.cities)}
        self.capital: int = index[board.capital]
        true, self.turned = _project([(city.lat, city.lon) for city in board.cities])
        self.cities: list[Point] = _move_apart(true)
        # Beside the capital, room for the colonists that begin there.
        self.tray: Box = _tray(self.cities, self.capital)
        self._taken: list[Box] = [*(around(at, DISC + 3) for at in self.cities), self.tray]
        # ways[kind][path], as the atlas numbers them.
        self.ways: list[list[Way]] = [[], []]
        self._lay(
            [
                (kind, index[path.ends[0]], index[path.ends[1]])
                for kind, name in ((codes.LAND, "land"), (codes.SEA, "sea"))
                for path in board.paths
                if path.kind == name
            ]
        )
        self._lines = np.array(
            [around(at, 2) for ways in self.ways for way in ways for at in way.curve[2:-2:2]]
        )
        self.labels: list[Label] = [self._label(i) for i in range(len(board.cities))]
        self.provinces: list[list[Point]] = [
            [self.cities[i] for i, city in enumerate(board.cities) if city.province == province.id]
            for province in board.provinces
        ]
        self.markers: list[Point] = []
        self.province_labels: list[Label] = []
        for province, points in zip(board.provinces, self.provinces, strict=True):
            self._marker(province.name, points)

    def _lay(self, lines: list[tuple[int, int, int]]) -> None:
        """Every path looks for room, short ones first, which have the least choice."""
        at = np.array([complex(x, y) for x, y in self.cities])
        laid = _Laid(at, np.array([self.tray]))
        found: dict[int, Way] = {}
        for i in sorted(range(len(lines)), key=lambda i: abs(at[lines[i][1]] - at[lines[i][2]])):
            kind, a, b = lines[i]
            curve, stand = laid.room(a, b)
            points = [(float(point.real), float(point.imag)) for point in curve]
            found[i] = Way(kind, tuple(points), points[stand])
            self._taken.append(around(found[i].stand, STAND))
        for i in range(len(lines)):
            self.ways[lines[i][0]].append(found[i])

    def _label(self, city: int) -> Label:
        text = self.board.cities[city].inscription
        size = LABEL if city != self.capital else LABEL + 2
        wide = len(text) * size * LETTER
        x, y = self.cities[city]
        side = DISC + 4
        choices = [
            (Label(text, (x, y + DISC + size + 2), "middle"), 0.0),
            (Label(text, (x + side, y + size / 3), "start"), 40.0),
            (Label(text, (x - side, y + size / 3), "end"), 40.0),
            (Label(text, (x + 8, y + DISC + size + 2), "start"), 20.0),
            (Label(text, (x - 8, y + DISC + size + 2), "end"), 20.0),
            (Label(text, (x, y - DISC - 12), "middle"), 160.0),  # houses stand above
        ]
        taken = np.array(self._taken)

        def cost(choice: tuple[Label, float]) -> float:
            label, dislike = choice
            box = _label_box(label, wide, size)
            return dislike + overlap(box, taken) + overlap(box, self._lines) + 50 * beyond(box)

        best = min(choices, key=cost)[0]
        self._taken.append(_label_box(best, wide, size))
        return best

    def _marker(self, name: str, points: list[Point]) -> None:
        """A province's marker with its name to the right: near its cities, where there is room."""
        text = name.upper()
        wide = 2 * MARKER + 6 + len(text) * (LABEL + 1.5) * LETTER
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        taken = np.array(self._taken)

        def box(at: Point) -> Box:
            left = at[0] - MARKER - 2
            return Box(left, at[1] - MARKER - 2, left + wide + 6, at[1] + MARKER + 2)

        def cost(at: Point) -> float:
            room = box(at)
            crowded = overlap(room, taken) + overlap(room, self._lines) + 60 * beyond(room)
            away = min(_distance((at[0] + wide / 3, at[1]), city) for city in points)
            return crowded + 1.2 * away + 0.5 * _distance(at, middle)

        places = [
            (middle[0] + dx, middle[1] + dy)
            for dx in range(-150, 151, 10)
            for dy in range(-120, 121, 10)
        ]
        x, y = min(places, key=cost)
        self.markers.append((x, y))
        label = Label(text, (x + MARKER + 5, y + (LABEL + 1.5) / 3), "start")
        self.province_labels.append(label)
        self._taken.append(box((x, y)))


@lru_cache(maxsize=16)
def chart(board: Board) -> Chart:
    """The chart of a board, made once and shared."""
    return Chart(board)


def _distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _fit(points: list[Point]) -> tuple[float, list[Point]]:
    """Scaled and shifted into the frame, with the scale."""
    left, top, right, bottom = MARGIN
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, high = max(xs) - min(xs) or 1e-9, max(ys) - min(ys) or 1e-9
    scale = min((WIDTH - left - right) / wide, (HEIGHT - top - bottom) / high)
    x0 = left + (WIDTH - left - right - wide * scale) / 2
    y0 = top + (HEIGHT - top - bottom - high * scale) / 2
    return scale, [(x0 + (x - min(xs)) * scale, y0 + (y - min(ys)) * scale) for x, y in points]


def _project(places: list[tuple[float, float]]) -> tuple[list[Point], int]:
    """The places on the map, and by how many degrees it is turned."""
    flat = [(radians(lon), -asinh(tan(radians(lat)))) for lat, lon in places]
    upright, found = _fit(flat)
    turned, largest = 0, upright * WORTH_TURNING
    for degrees in TURNS:
        c, s = cos(radians(degrees)), sin(radians(degrees))
        scale, points = _fit([(x * c - y * s, x * s + y * c) for x, y in flat])
        if scale > largest:
            found, turned, largest = points, degrees, scale
    return found, turned


def _move_apart(true: list[Point]) -> list[Point]:
    """Cities closer than `APART` push each other away, and are drawn back to their true place."""
    home = np.array([complex(x, y) for x, y in true])
    left, top, right, bottom = MARGIN
    places = home
    for _ in range(200):
        away = places[:, None] - places[None, :]
        gap = np.abs(away)
        push = np.where((gap > 0) & (gap < APART), (APART - gap) / 4 / np.maximum(gap, 1e-9), 0)
        moved = places + np.sum(away * push, axis=1) + (home - places) * 0.05
        x = np.clip(moved.real, left, WIDTH - right)
        places = x + 1j * np.clip(moved.imag, top, HEIGHT - bottom)
    return [(float(at.real), float(at.imag)) for at in places]


def _curve(a: complex, b: complex, bend: float) -> NDArray[np.complex128]:
    """A curve between two cities that swerves by a share of its length."""
    t = np.linspace(0, 1, PIECES + 1)
    control = (a + b) / 2 + 1j * (b - a) * bend
    curve: NDArray[np.complex128] = (1 - t) ** 2 * a + 2 * (1 - t) * t * control + t**2 * b
    return curve


class _Laid:
    """The paths that lie there already, and where the next one has room."""

    def __init__(self, cities: NDArray[np.complex128], tray: NDArray[np.float64]) -> None:
        self.cities = cities
        self.tray = tray
        self.stands: NDArray[np.complex128] = np.empty(0, dtype=np.complex128)
        self.curves: NDArray[np.complex128] = np.empty((0, PIECES - 3), dtype=np.complex128)

    def room(self, a: int, b: int) -> tuple[NDArray[np.complex128], int]:
        """The best curve between two cities, and the point of it where a colonist stands."""
        others = np.delete(self.cities, (a, b))
        least, best = 1e9, (self.cities, 0)
        for bend in BENDS:
            curve = _curve(self.cities[a], self.cities[b], bend)
            bent = 30 * abs(bend) + self._along(curve, others)
            for stand in STANDS:
                cost = bent + 4 * abs(stand - PIECES // 2) + self._at(curve[stand])
                if cost < least:
                    least, best = cost, (curve, stand)
        curve, stand = best
        self.stands = np.append(self.stands, curve[stand])
        self.curves = np.vstack((self.curves, curve[2:-2]))
        return best

    def _along(self, curve: NDArray[np.complex128], others: NDArray[np.complex128]) -> float:
        """Too close to cities it does not go to, or to where others stand."""
        cities = np.min(np.abs(others[:, None] - curve[None, :]), axis=1)
        stands = np.min(np.abs(self.stands[:, None] - curve[None, 2:-2]), axis=1)
        return float(4 * np.sum(np.maximum(30 - cities, 0)) + np.sum(np.maximum(16 - stands, 0)))

    def _at(self, stand: complex) -> float:
        """Too close to other standing places, other paths, the tray, the frame."""
        box = around((stand.real, stand.imag), STAND)
        stands = np.sum(np.maximum(27 - np.abs(self.stands - stand), 0))
        lines = np.sum(np.maximum(16 - np.min(np.abs(self.curves - stand), axis=1), 0))
        return float(12 * stands + lines) + 0.3 * overlap(box, self.tray) + 60 * beyond(box)


def _tray(cities: list[Point], capital: int) -> Box:
    """Room for two rows of six small colonists beside the capital, where the fewest cities are."""
    x, y = cities[capital]
    choices = [
        Box(x + DISC + 6, y - 16, x + DISC + 92, y + 18),
        Box(x - DISC - 92, y - 16, x - DISC - 6, y + 18),
        Box(x - 43, y + DISC + 18, x + 43, y + DISC + 52),
        Box(x - 43, y - DISC - 42, x + 43, y - DISC - 8),
    ]

    discs = np.array([around(at, DISC + 22) for at in cities])
    return min(choices, key=lambda box: 100 * beyond(box) + overlap(box, discs))


def hull(points: Sequence[Point]) -> list[Point]:
    """The convex hull, for the ground of a province."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(way: Sequence[Point]) -> list[Point]:
        edge: list[Point] = []
        for at in way:
            while len(edge) >= 2 and _cross(edge[-2], edge[-1], at) <= 0:
                edge.pop()
            edge.append(at)
        return edge[:-1]

    return half(ordered) + half(ordered[::-1])


def _cross(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def regular(at: Point, radius: float, corners: int, first: float = -pi / 2) -> list[Point]:
    """A regular polygon."""
    angles = [first + 2 * pi * i / corners for i in range(corners)]
    return [(at[0] + radius * cos(angle), at[1] + radius * sin(angle)) for angle in angles]


def _label_box(label: Label, wide: float, size: float) -> Box:
    x, y = label.at
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[label.anchor]
    return Box(left - 1, y - size * 0.8, left + wide + 1, y + size * 0.2)
