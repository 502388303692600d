"""A drawing: a list of simple shapes, written as SVG or painted into an array of pixels.

Painting uses Pillow, which brings its own font and everything else it needs.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from viae.extras import missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PIL.ImageDraw import ImageDraw

Point = tuple[float, float]

FONTS: Final = "'Source Sans 3', 'Source Sans Pro', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
FINE: Final = 2  # painted this much larger, then reduced: smooth edges
NOT_IN_FONT: Final = {ord("Æ"): "AE", ord("æ"): "ae", ord("×"): "x"}  # of Pillow's own font
ANCHORS: Final = {
    "start": "ls",
    "middle": "ms",
    "end": "rs",
}  # Pillow's: left, middle, right; baseline


class Shape(NamedTuple):
    """One shape; `kind` says which of the other fields mean something."""

    kind: str  # disc, line, area, box or text
    points: tuple[Point, ...]
    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    size: float = 0.0  # radius of a disc, height of a text, radius of rounded corners
    dash: tuple[float, float] | None = None
    text: str = ""
    anchor: str = "start"
    bold: bool = False


class Drawing:
    """Shapes in the order in which they are painted."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.width = width
        self.height = height
        self.ground = ground
        self.shapes: list[Shape] = []

    def disc(
        self, at: Point, radius: float, fill: str, stroke: str = "none", width: float = 0.0
    ) -> None:
        """A circle."""
        self.shapes.append(Shape("disc", (at,), fill, stroke, width, radius))

    def line(
        self,
        points: Sequence[Point],
        stroke: str,
        width: float,
        dash: tuple[float, float] | None = None,
    ) -> None:
        """A line through points."""
        self.shapes.append(Shape("line", tuple(points), stroke=stroke, width=width, dash=dash))

    def area(
        self, points: Sequence[Point], fill: str, stroke: str = "none", width: float = 0.0
    ) -> None:
        """A polygon; a wide stroke of the same colour rounds its corners."""
        self.shapes.append(Shape("area", tuple(points), fill, stroke, width))

    def box(
        self,
        left: float,
        top: float,
        wide: float,
        high: float,
        fill: str,
        stroke: str = "none",
        width: float = 0.0,
        corner: float = 0.0,
    ) -> None:
        """A rectangle, its corners perhaps rounded."""
        corners = ((left, top), (left + wide, top + high))
        self.shapes.append(Shape("box", corners, fill, stroke, width, corner))

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        fill: str,
        anchor: str = "start",
        bold: bool = False,
        halo: str = "none",
    ) -> None:
        """A line of text; `at` is on its baseline."""
        width = 3.0 if halo != "none" else 0.0
        self.shapes.append(Shape("text", (at,), fill, halo, width, size, None, text, anchor, bold))

    # SVG

    def svg(self, title: str) -> str:
        """The drawing as an SVG document."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family={quoteattr(FONTS)}>'
        )
        ground = f'<rect width="{self.width}" height="{self.height}" fill="{self.ground}"/>'
        shapes = [_svg(shape) for shape in self.shapes]
        return "\n".join([head, f"<title>{escape(title)}</title>", ground, *shapes, "</svg>\n"])

    # Pixels

    def paint(self, onto: Any = None) -> Any:
        """The drawing as a picture of Pillow, `FINE` times as large; on top of another if given."""
        image_module, draw_module = _pillow()
        if onto is None:
            size = (self.width * FINE, self.height * FINE)
            image = image_module.new("RGB", size, self.ground)
        else:
            image = onto.copy()
        draw = draw_module.Draw(image)
        for shape in self.shapes:
            _PAINT[shape.kind](draw, shape)
        return image


def pixels(picture: Any) -> NDArray[np.uint8]:
    """A picture of `paint` in its true size, as an array: height × width × red, green, blue."""
    return np.array(picture.reduce(FINE), dtype=np.uint8)


def _pillow() -> tuple[Any, Any]:
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise missing("pictures need Pillow", "pettingzoo") from None
    return Image, ImageDraw


def _n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def _look(shape: Shape) -> str:
    look = f' fill="{shape.fill}"'
    if shape.stroke != "none":
        look += f' stroke="{shape.stroke}" stroke-width="{_n(shape.width)}"'
    return look


def _svg(shape: Shape) -> str:
    x, y = shape.points[0]
    look = _look(shape)
    if shape.kind == "disc":
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(shape.size)}"{look}/>'
    if shape.kind == "box":
        right, bottom = shape.points[1]
        corner = f' rx="{_n(shape.size)}"' if shape.size else ""
        size = f'width="{_n(right - x)}" height="{_n(bottom - y)}"'
        return f'<rect x="{_n(x)}" y="{_n(y)}" {size}{corner}{look}/>'
    if shape.kind == "text":
        style = f' font-size="{_n(shape.size)}"'
        if shape.anchor != "start":
            style += f' text-anchor="{shape.anchor}"'
        if shape.bold:
            style += ' font-weight="700"'
        if shape.stroke != "none":
            style += ' paint-order="stroke" stroke-linejoin="round"'
        return f'<text x="{_n(x)}" y="{_n(y)}"{style}{look}>{escape(shape.text)}</text>'
    points = " ".join(f"{_n(px)},{_n(py)}" for px, py in shape.points)
    tag = "polygon" if shape.kind == "area" else "polyline"
    dash = f' stroke-dasharray="{_n(shape.dash[0])} {_n(shape.dash[1])}"' if shape.dash else ""
    return f'<{tag} points="{points}"{look}{dash} stroke-linejoin="round"/>'


def _large(points: Sequence[Point]) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in points]


def _colour(name: str) -> str | None:
    return None if name == "none" else name


def _paint_disc(draw: ImageDraw, shape: Shape) -> None:
    x, y = shape.points[0]
    reach = shape.size + shape.width / 2  # SVG draws a stroke on both sides of the edge
    corners = _large([(x - reach, y - reach), (x + reach, y + reach)])
    draw.ellipse(corners, _colour(shape.fill), _colour(shape.stroke), _pen(shape))


def _paint_box(draw: ImageDraw, shape: Shape) -> None:
    (left, top), (right, bottom) = shape.points
    half = shape.width / 2
    corners = _large([(left - half, top - half), (right + half, bottom + half)])
    fill, stroke = _colour(shape.fill), _colour(shape.stroke)
    draw.rounded_rectangle(corners, shape.size * FINE, fill, stroke, _pen(shape))


def _pen(shape: Shape) -> int:
    return max(1, round(shape.width * FINE)) if shape.stroke != "none" else 0


def _paint_area(draw: ImageDraw, shape: Shape) -> None:
    points = _large(shape.points)
    if len(points) > 2:
        draw.polygon(points, _colour(shape.fill))
    if shape.stroke != "none":
        _paint_stroke(draw, [*points, points[0]], shape.stroke, _pen(shape))


def _paint_stroke(draw: ImageDraw, points: list[Point], stroke: str, pen: int) -> None:
    draw.line(points, stroke, pen)
    if pen > 2:  # round joints
        half = pen / 2
        for x, y in points:
            draw.ellipse((x - half, y - half, x + half, y + half), stroke)


def _paint_line(draw: ImageDraw, shape: Shape) -> None:
    points = _large(shape.points)
    if shape.dash is None:
        _paint_stroke(draw, points, shape.stroke, _pen(shape))
        return
    on, off = shape.dash[0] * FINE, shape.dash[1] * FINE
    for piece in _dashes(points, on, off):
        draw.line(piece, shape.stroke, _pen(shape), joint="curve")


def _dashes(points: list[Point], on: float, off: float) -> list[list[Point]]:
    """The pieces of a line that are drawn."""
    pieces: list[list[Point]] = [[points[0]]]
    drawn, left = True, on
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        gone = 0.0
        while length - gone > left:
            gone += left
            at = (ax + (bx - ax) * gone / length, ay + (by - ay) * gone / length)
            if drawn:
                pieces[-1].append(at)
            else:
                pieces.append([at])
            drawn = not drawn
            left = on if drawn else off
        left -= length - gone
        if drawn:
            pieces[-1].append((bx, by))
    return [piece for piece in pieces if len(piece) > 1]


@lru_cache(maxsize=32)
def _font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size * FINE)


def _paint_text(draw: ImageDraw, shape: Shape) -> None:
    at = _large(shape.points)[0]
    # The font comes in one weight: a bold text is drawn with a thin edge of its own colour.
    edge = 0.22 * FINE if shape.bold else 0.0
    font, anchor = _font(shape.size), ANCHORS[shape.anchor]
    text = shape.text.translate(NOT_IN_FONT)
    if shape.stroke != "none":
        width = shape.width / 2 * FINE + edge
        draw.text(at, text, shape.stroke, font, anchor, stroke_width=width)
    draw.text(at, text, shape.fill, font, anchor, stroke_width=edge)


_PAINT: Final = {
    "disc": _paint_disc,
    "box": _paint_box,
    "area": _paint_area,
    "line": _paint_line,
    "text": _paint_text,
}
