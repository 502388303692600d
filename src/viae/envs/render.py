"""Pictures of a moment: as text, as an SVG drawing of the board, and as an array of pixels."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any, Final

from viae.data import load_cards
from viae.envs.chart import DISC, HEIGHT, LABEL, MARKER, WIDTH, chart, hull, regular
from viae.envs.drawing import Drawing, pixels
from viae.envs.observation import DECISION_AT, DECISION_NAMES
from viae.rules import codes, goods, roles, score
from viae.rules.bits import count, has, members
from viae.rules.state import COLONISTS, HOLE, HOUSES, STORE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from viae.envs.chart import Chart, Point
    from viae.rules.figures import Board
    from viae.rules.state import State

# Colour, and the ink of what stands on it. Seats carry their number, goods a shape and a letter:
# nothing is told by colour alone.
SEATS: Final = (
    ("#ae2e17", "#ffffff"),
    ("#1857a0", "#ffffff"),
    ("#ecc930", "#2a251e"),
    ("#6f9a6b", "#16210f"),
    ("#b187de", "#21142f"),
    ("#232321", "#ffffff"),
)
GOODS: Final = (
    ("#a8481f", "#ffffff"),
    ("#e0a526", "#211a08"),
    ("#6a7681", "#ffffff"),
    ("#5c1f4a", "#ffffff"),
    ("#82b4ee", "#0c1a2c"),
)
GODS: Final = {
    "vesta": "#a84e24",
    "jupiter": "#86621a",
    "saturnus": "#4f6b2c",
    "mercurius": "#2a6477",
    "mars": "#8f2f35",
    "minerva": "#5a4a8c",
    "venus": "#96406f",
}
TINTS: Final = ("#dfe3c6", "#efdccb", "#f1e6bd", "#dfd8e4", "#d0e1d6", "#ecd3b6")
EDGES: Final = ("#9aa56a", "#c79670", "#c5aa4e", "#a394b4", "#7ba994", "#bf9358")
SEA, PAGE, PANEL, LINE = "#c4d7dc", "#ece5d8", "#fbf8f1", "#d9d0be"
INK, INK2, ACCENT, COIN, CITY = "#2a251e", "#62594b", "#0a6b63", "#d8a62a", "#fffdf7"
ROAD, LANE = "#8a5a33", "#27647f"
NUMERALS: Final = ("", "I", "II", "III", "IV", "V")
PANEL_WIDTH: Final = 350
DISPLAY_HEIGHT: Final = 124
FULL: Final = (int(WIDTH) + PANEL_WIDTH, int(HEIGHT) + DISPLAY_HEIGHT)


def svg(state: State, names: Sequence[str]) -> str:
    """The moment as an SVG document."""
    drawing = Drawing(*FULL, SEA)
    drawing.shapes += _ground(state.setup.atlas.board).shapes
    _moment(drawing, state, names)
    return drawing.svg(_headline(state, names))


def rgb(state: State, names: Sequence[str]) -> NDArray[np.uint8]:
    """The moment as an array of pixels: height, width, and red, green, blue."""
    drawing = Drawing(*FULL, SEA)
    _moment(drawing, state, names)
    return pixels(drawing.paint(_painted_ground(state.setup.atlas.board)))


def _headline(state: State, names: Sequence[str]) -> str:
    setup = state.setup
    words = [setup.atlas.board.name, setup.faces.variant]
    if state.decision == roles.OVER:
        best = score.winner(state)
        won = f"team {chr(ord('A') + best)}" if setup.team else names[best]
        return " · ".join([*words, f"over: {won} wins"])
    decision = DECISION_NAMES[DECISION_AT[state.decision]]
    if state.actor < 0:
        return " · ".join([*words, "a card is revealed"])
    words.append(f"turn of {names[state.turn]}")
    return " · ".join([*words, f"{names[state.actor]} decides: {decision}"])


# What does not change: the ground, the paths, the names


@lru_cache(maxsize=16)
def _ground(board: Board) -> Drawing:
    drawing = Drawing(*FULL, SEA)
    plan = chart(board)
    for number, points in enumerate(plan.provinces):
        tint, edge = TINTS[number % 6], EDGES[number % 6]
        drawing.area(hull(points), edge, edge, 66)
        drawing.area(hull(points), tint, tint, 63)
    for kind, name in ((codes.LAND, "land"), (codes.SEA, "sea")):
        paths = [path for path in board.paths if path.kind == name]
        for path, way in zip(paths, plan.ways[kind], strict=True):
            dash = None if kind == codes.LAND else (6.0, 4.0)
            drawing.line(way.curve, "#f7f2e6", 4.6)
            drawing.line(way.curve, ROAD if kind == codes.LAND else LANE, 2.2, dash)
            if path.can_stop:
                _stand(drawing, kind, way.stand)
    for label in plan.province_labels:
        drawing.text(label.at, label.text, LABEL + 1.5, "#5d5343", label.anchor, halo="#f7f2e6")
    for number, label in enumerate(plan.labels):
        size = LABEL + 2 if number == plan.capital else LABEL
        drawing.text(label.at, label.text, size, INK, label.anchor, bold=True, halo="#f7f2e6")
    if plan.turned:
        _north(drawing, plan.turned)
    return drawing


@lru_cache(maxsize=16)
def _painted_ground(board: Board) -> Any:
    return _ground(board).paint()


def _stand(drawing: Drawing, kind: int, at: Point) -> None:
    """Where a colonist can stand: round on land, a lens on the sea."""
    x, y = at
    if kind == codes.LAND:
        drawing.disc(at, 4.2, CITY, ROAD, 1.4)
    else:
        lens = [(x - 7, y), (x, y - 4), (x + 7, y), (x, y + 4)]
        drawing.area(lens, CITY, LANE, 1.4)


def _north(drawing: Drawing, turned: int) -> None:
    x, y = 34, HEIGHT - 40
    s, c = sin(radians(turned)), cos(radians(turned))
    tip, foot = (x + 18 * s, y - 18 * c), (x - 14 * s, y + 14 * c)
    drawing.line([foot, tip], INK2, 1.6)
    drawing.area(
        [tip, (x + 7 * s - 5 * c, y - 7 * c - 5 * s), (x + 7 * s + 5 * c, y - 7 * c + 5 * s)], INK2
    )
    drawing.text((x, y + 28), "north", 9, INK2, "middle")


# What does


def _moment(drawing: Drawing, state: State, names: Sequence[str]) -> None:
    plan = chart(state.setup.atlas.board)
    _cities(drawing, state, plan)
    _markers(drawing, state, plan)
    _colonists(drawing, state, plan)
    _header(drawing, state, names)
    _display(drawing, state)
    _players(drawing, state, names)


def _good(drawing: Drawing, kind: int, at: Point, size: float) -> None:
    """A good as its shape with its letter, `size` from the middle to the edge."""
    x, y = at
    fill, ink = GOODS[kind]
    edge, width = "#ffffff", size / 12
    if kind == goods.BRICK:
        drawing.box(x - size, y - size * 0.7, 2 * size, 1.4 * size, fill, edge, width, size / 6)
    elif kind == goods.FOOD:
        drawing.disc(at, size * 0.92, fill, edge, width)
    elif kind == goods.TOOL:
        drawing.area(regular(at, size, 6, 0.0), fill, edge, width)
    elif kind == goods.WINE:
        cup = [(x - size, y - size * 0.85), (x + size, y - size * 0.85), (x, y + size)]
        drawing.area(cup, fill, edge, width)
    else:
        drawing.area(regular(at, size * 1.08, 4), fill, edge, width)
    # A cup is narrow below, so its letter is smaller and stands higher.
    low, large = (0.04, 0.9) if kind == goods.WINE else (0.4, 1.05)
    letter = goods.NAMES[kind][0].upper()
    drawing.text((x, y + size * low), letter, size * large, ink, "middle", bold=True)


def _coin(drawing: Drawing, at: Point, radius: float, text: str) -> None:
    drawing.disc(at, radius, COIN, "#8a6612", 1)
    drawing.text((at[0], at[1] + radius * 0.4), text, radius * 1.15, "#2a1e00", "middle", bold=True)


def _house(drawing: Drawing, seat: int, at: Point, size: float) -> None:
    x, y = at
    fill, ink = SEATS[seat]
    walls = [(-0.8, 0.9), (-0.8, -0.15), (0.0, -1.0), (0.8, -0.15), (0.8, 0.9)]
    outline = [(x + dx * size, y + dy * size) for dx, dy in walls]
    drawing.area(outline, fill, "#ffffff", 2.4)
    drawing.area(outline, fill, "#1b1813", 0.7)
    drawing.text((x, y + size * 0.68), str(seat), size * 1.3, ink, "middle", bold=True)


def _colonist(drawing: Drawing, seat: int, kind: int, at: Point, size: float) -> None:
    """A person on land, a ship at sea."""
    x, y = at
    fill, ink = SEATS[seat]
    if kind == codes.LAND:
        body = [(-0.75, 1.0), (-0.42, -0.1), (0.42, -0.1), (0.75, 1.0)]
        head = (x, y - size * 0.55)
        outline = [(x + dx * size, y + dy * size) for dx, dy in body]
        drawing.area(outline, "#ffffff", "#ffffff", 2.6)
        drawing.disc(head, size * 0.48, "#ffffff", "#ffffff", 2.6)
        drawing.area(outline, fill, "#1b1813", 0.7)
        drawing.disc(head, size * 0.48, fill, "#1b1813", 0.7)
    else:
        hull_points = [(-1.2, 0.05), (1.2, 0.05), (0.75, 1.0), (-0.75, 1.0)]
        sail = [(0.0, -1.15), (0.85, -0.1), (-0.85, -0.1)]
        for points in (hull_points, sail):
            outline = [(x + dx * size, y + dy * size) for dx, dy in points]
            drawing.area(outline, "#ffffff", "#ffffff", 2.6)
        for points in (hull_points, sail):
            outline = [(x + dx * size, y + dy * size) for dx, dy in points]
            drawing.area(outline, fill, "#1b1813", 0.7)
    drawing.text((x, y + size * 0.9), str(seat), size * 1.05, ink, "middle", bold=True)


def _cities(drawing: Drawing, state: State, plan: Chart) -> None:
    board = plan.board
    number = {province.id: i for i, province in enumerate(board.provinces)}
    for city, at in enumerate(plan.cities):
        edge = EDGES[number[board.cities[city].province] % 6]
        if city == plan.capital:
            drawing.disc(at, DISC + 2, CITY, INK, 2)
            _temple(drawing, at)
            continue
        drawing.disc(at, DISC, CITY, INK, 3.4)
        drawing.disc(at, DISC - 0.4, CITY, edge, 2)
        _good(drawing, state.setup.city_good[city], at, 8.6)
        owners = [s for s in range(state.setup.players) if has(state.houses[s], city)]
        _crown(drawing, owners, at)


def _crown(drawing: Drawing, owners: list[int], at: Point) -> None:
    """Houses stand on an arc above their city, in the order of the seats."""
    radius, step = (19.8, 36) if len(owners) <= 4 else (23.0, 33)
    for i, seat in enumerate(owners):
        angle = radians((i - (len(owners) - 1) / 2) * step)
        place = (at[0] + radius * sin(angle), at[1] - radius * cos(angle))
        _house(drawing, seat, place, 6.4)


def _temple(drawing: Drawing, at: Point) -> None:
    x, y = at
    drawing.area([(x - 9, y - 4), (x, y - 10), (x + 9, y - 4)], INK)
    for dx in (-6.5, -2.2, 2.2, 6.5):
        drawing.line([(x + dx, y - 3), (x + dx, y + 5)], INK, 2)
    drawing.line([(x - 9, y + 6.8), (x + 9, y + 6.8)], INK, 2.4)


def _markers(drawing: Drawing, state: State, plan: Chart) -> None:
    for province, at in enumerate(plan.markers):
        coins = has(state.markers, province)
        edge = EDGES[province % 6]
        drawing.area(
            regular(at, MARKER, 8, radians(22.5)), CITY if not coins else "#efe0b4", edge, 2
        )
        if coins:
            _coin(drawing, at, 8, str(state.setup.marker_coins[province]))
        else:
            _good(drawing, state.setup.marker_good[province], at, 7)


def _colonists(drawing: Drawing, state: State, plan: Chart) -> None:
    """On the paths, beside the cities, and in rows beside the capital."""
    cities = state.setup.atlas.cities
    waiting: list[tuple[int, int]] = []
    inside: dict[int, int] = {}
    for seat in range(state.setup.players):
        for kind, places in ((codes.LAND, state.land[seat]), (codes.SEA, state.sea[seat])):
            for place in places:
                if place >= cities:
                    _colonist(drawing, seat, kind, plan.ways[kind][place - cities].stand, 9.6)
                elif place == plan.capital:
                    waiting.append((seat, kind))
                else:
                    x, y = plan.cities[place]
                    n = inside[place] = inside.get(place, 0) + 1
                    side = -1 if n % 2 else 1
                    at = (x + side * (15 + 11 * ((n - 1) // 2)), y + 12)
                    _colonist(drawing, seat, kind, at, 7)
    left, top, right, bottom = plan.tray
    rows = 2 if len(waiting) <= 12 else 3
    in_row = max(6, -(-len(waiting) // rows))
    for i, (seat, kind) in enumerate(waiting):
        x = left + (right - left) * (i % in_row + 0.5) / in_row
        y = top + (bottom - top) * (i // in_row + 0.5) / rows
        _colonist(drawing, seat, kind, (x, y), 7 if rows == 2 else 5.6)


def _header(drawing: Drawing, state: State, names: Sequence[str]) -> None:
    drawing.box(0, 0, WIDTH, 28, PANEL)
    drawing.line([(0, 28), (WIDTH, 28)], LINE, 1)
    drawing.text((12, 19), _headline(state, names), 13.5, INK, bold=True)
    drawing.text((WIDTH - 12, 19), _ending(state), 12, INK2, "end")


def _ending(state: State) -> str:
    if state.decision == roles.OVER or state.concordia < 0:
        left = count(state.unseen)
        return f"{left} card{'' if left == 1 else 's'} still to come"
    return f"last turns: {state.last_turns}"


def _display(drawing: Drawing, state: State) -> None:
    """The cards for sale: name, deck, cost and surcharge, gods."""
    faces = state.setup.faces
    cards = load_cards()
    surcharges = cards.surcharges[str(state.setup.terms.agreed[-1])]
    drawing.box(0, HEIGHT, WIDTH, DISPLAY_HEIGHT, PAGE)
    drawing.line([(0, HEIGHT), (WIDTH, HEIGHT)], LINE, 1)
    wide = (WIDTH - 16) / 7
    for position, surcharge in enumerate(surcharges):
        left, top = 8 + position * wide + 3, HEIGHT + 8
        drawing.box(left, top, wide - 6, DISPLAY_HEIGHT - 16, PANEL, LINE, 1, 6)
        card = state.display[position] if position < len(state.display) else HOLE
        if card != HOLE:
            face = cards.faces[faces.ids[card]]
            band = GODS[face.gods[0]]
            drawing.box(left, top, wide - 6, 24, band, band, 1, 5)
            name = "/".join(word.capitalize() for word in face.role.split("/"))
            size = 12.5 if len(name) < 14 else 9.5
            drawing.text((left + 7, top + 16.5), name, size, "#ffffff", bold=True)
            drawing.text((left + wide - 12, top + 16), NUMERALS[face.deck], 9.5, "#ffffff", "end")
            _price(drawing, (left + 14, top + 45), face.cost)
            gods = ", ".join(god.capitalize() for god in face.gods)
            drawing.text((left + 7, top + 99), gods, 9.5 if len(gods) < 20 else 8, INK2)
        drawing.line([(left + 7, top + 60), (left + wide - 13, top + 60)], LINE, 1)
        drawing.text((left + 7, top + 80), "+" if surcharge else "no surcharge", 11, INK2)
        _price(drawing, (left + 26, top + 76), surcharge)


def _price(drawing: Drawing, at: Point, names: Iterable[str]) -> None:
    x, y = at
    for name in names:
        if name == "any":
            drawing.disc((x, y), 8.4, PANEL, INK2, 1.2)
            drawing.text((x, y + 4), "?", 11, INK2, "middle", bold=True)
        else:
            _good(drawing, goods.NAMES.index(name), (x, y), 9)
        x += 23


def _players(drawing: Drawing, state: State, names: Sequence[str]) -> None:
    left, width, height = WIDTH, PANEL_WIDTH, FULL[1]
    drawing.box(left, 0, width, height, PAGE)
    drawing.line([(left, 0), (left, height)], LINE, 1)
    players = state.setup.players
    each = min(160.0, (height - 12) / players)
    for seat in range(players):
        _player(drawing, state, seat, names[seat], (left + 8, 8 + seat * each), each - 6)


def _player(drawing: Drawing, state: State, seat: int, name: str, at: Point, high: float) -> None:
    left, top = at
    width = PANEL_WIDTH - 16
    decides = state.actor == seat
    drawing.box(left, top, width, high, PANEL, ACCENT if decides else LINE, 2 if decides else 1, 8)
    fill, ink = SEATS[seat]
    drawing.disc((left + 20, top + 19), 11, fill, "#1b1813", 0.8)
    drawing.text((left + 20, top + 24), str(seat), 14, ink, "middle", bold=True)
    drawing.text((left + 38, top + 24), name, 14, INK, bold=True)
    tags = _tags(state, seat)
    drawing.text((left + 44 + len(name) * 7.6, top + 23.5), tags, 10, ACCENT, bold=True)
    _coin(drawing, (left + width - 118, top + 19), 9, "")
    drawing.text((left + width - 105, top + 24), str(state.coins[seat]), 14, INK, bold=True)
    _house(drawing, seat, (left + width - 72, top + 19), 8)
    built = count(state.houses[seat])
    drawing.text((left + width - 61, top + 24), str(built), 14, INK, bold=True)
    points = str(score.total(state, seat))
    drawing.text((left + width - 10, top + 25), points, 17, INK, "end", bold=True)
    _store(drawing, state, seat, (left + 10, top + 37))
    roomy = high > 130
    _texts(
        drawing,
        (left + 10, top + 75),
        [
            ("hand", _wrap(_card_names(state, state.hands[seat]), 64, 3 if roomy else 2)),
            ("pile", _wrap(_pile_names(state, seat), 64, 2 if roomy else 1)),
            ("gods", _wrap(_god_names(state, seat), 64, 1) if roomy else []),
        ],
    )


def _texts(drawing: Drawing, at: Point, paragraphs: list[tuple[str, list[str]]]) -> None:
    """Short paragraphs, each with a word before it."""
    left, y = at
    for what, lines in paragraphs:
        if lines:
            drawing.text((left, y), what, 9.5, INK2, bold=True)
        for line in lines:
            drawing.text((left + 28, y), line, 10, INK)
            y += 12.5


def _tags(state: State, seat: int) -> str:
    tags = []
    if state.setup.team:
        tags.append(f"team {chr(ord('A') + seat % state.setup.sides)}")
    if state.turn == seat and state.decision != roles.OVER:
        tags.append("in turn")
    if state.magnus == seat:
        tags.append("magnus")
    if state.concordia == seat:
        tags.append("Concordia")
    return " · ".join(tags)


def _store(drawing: Drawing, state: State, seat: int, at: Point) -> None:
    """The twelve spaces: goods, colonists that wait, and what is free (R3.1)."""
    left, top = at
    step = (PANEL_WIDTH - 36) / STORE
    held = [k for k in range(goods.KINDS) for _ in range(goods.count(state.goods[seat], k))]
    waiting = [codes.LAND] * (COLONISTS - len(state.land[seat]))
    waiting += [codes.SEA] * (COLONISTS - len(state.sea[seat]))
    for space in range(STORE):
        x = left + space * step
        drawing.box(x, top, step - 3, step - 3, "#f3eee3", LINE, 1, 4)
        middle = (x + (step - 3) / 2, top + (step - 3) / 2)
        if space < len(held):
            _good(drawing, held[space], middle, 8.2)
        elif space - len(held) < len(waiting):
            _colonist(drawing, seat, waiting[space - len(held)], middle, 7.4)


def _card_names(state: State, mask: int) -> list[str]:
    """Card ids of a mask, equal ones counted."""
    faces = state.setup.faces
    tally: dict[str, int] = {}
    for card in members(mask):
        tally[faces.ids[card]] = tally.get(faces.ids[card], 0) + 1
    return [name if number == 1 else f"{name} ×{number}" for name, number in tally.items()]


def _pile_names(state: State, seat: int) -> list[str]:
    """The pile, its top card first."""
    return [state.setup.faces.ids[card] for card in reversed(state.piles[seat])] or ["empty"]


def _god_names(state: State, seat: int) -> list[str]:
    """What each god is worth now."""
    points = score.by_god(state, seat)
    return [f"{god} {n}" for god, n in zip(roles.GODS, points, strict=True) if n] or ["none"]


def _wrap(words: list[str], width: int, lines: int) -> list[str]:
    """Words in at most this many lines; what does not fit is counted."""
    found: list[str] = [""]
    for at, word in enumerate(words):
        left = len(words) - at
        longer = f"{found[-1]}, {word}" if found[-1] else word
        if len(longer) <= width - (0 if len(found) < lines or left == 1 else 8):
            found[-1] = longer
        elif len(found) < lines:
            found[-1] += ","
            found.append(word)
        else:
            found[-1] += f" … +{left}"
            break
    return found


# As text


def ansi(state: State, names: Sequence[str]) -> str:
    """The moment as plain text, about thirty lines."""
    lines = [_headline(state, names), ""]
    lines += _seat_lines(state, names)
    lines += ["", *_display_lines(state), "", *_province_lines(state), ""]
    lines += _colonist_lines(state, names)
    return "\n".join(lines) + "\n"


def _seat_lines(state: State, names: Sequence[str]) -> list[str]:
    wide = max(len(name) for name in names)
    letters = " ".join(f"{name[0].upper():>2}" for name in goods.NAMES)
    head = f"    {'':<{wide}} coins  {letters}  room  houses  hand  pile  top of it"
    lines = [f"{head:<78} points"]
    for seat in range(state.setup.players):
        held = [goods.count(state.goods[seat], kind) for kind in range(goods.KINDS)]
        on_board = len(state.land[seat]) + len(state.sea[seat])
        room = STORE - 2 * COLONISTS + on_board - sum(held)
        pile = state.piles[seat]
        row = (
            f"{'>' if state.actor == seat else ' '} {seat} {names[seat]:<{wide}} "
            f"{state.coins[seat]:>5}  {' '.join(f'{n:>2}' for n in held)}  {room:>4}  "
            f"{count(state.houses[seat]):>3}/{HOUSES}  {count(state.hands[seat]):>4}  "
            f"{len(pile):>4}  {state.setup.faces.ids[pile[-1]] if pile else '-'}"
        )
        tags = _tags(state, seat)
        lines.append(f"{row:<78} {score.total(state, seat):>6}  {tags}".rstrip())
    return lines


def _display_lines(state: State) -> list[str]:
    cards = load_cards()
    surcharges = cards.surcharges[str(state.setup.terms.agreed[-1])]
    lines = [f"display ({_ending(state)})"]
    for position, card in enumerate(state.display):
        if card == HOLE:
            lines.append(f"  {position + 1}  (taken)")
            continue
        face = cards.faces[state.setup.faces.ids[card]]
        cost = ", ".join(face.cost)
        extra = "".join(f" + {name}" for name in surcharges[position])
        lines.append(f"  {position + 1}  {face.id:<24} {cost}{extra}")
    return lines


def _province_lines(state: State) -> list[str]:
    """A line for each province: marker, and its cities with good and owners."""
    setup = state.setup
    atlas = setup.atlas
    lines = []
    for province, inside in enumerate(atlas.province_members):
        if has(state.markers, province):
            marker = f"{setup.marker_coins[province]} coin" + "s" * (
                setup.marker_coins[province] > 1
            )
        else:
            marker = f"gives {goods.NAMES[setup.marker_good[province]]}"
        cities = []
        for city in inside:
            owners = "".join(str(s) for s in range(setup.players) if has(state.houses[s], city))
            good = goods.NAMES[setup.city_good[city]]
            cities.append(f"{atlas.city_ids[city]} {good}" + (f" [{owners}]" if owners else ""))
        lines.append(f"{atlas.province_ids[province]:<12} {marker:<12} {', '.join(cities)}")
    return lines


def _colonist_lines(state: State, names: Sequence[str]) -> list[str]:
    atlas = state.setup.atlas
    lines = []
    for seat, name in enumerate(names):
        told = []
        for kind, word, places in (
            (codes.LAND, "land", state.land[seat]),
            (codes.SEA, "sea", state.sea[seat]),
        ):
            known = [*atlas.city_ids, *atlas.path_ids[kind]]
            told += [f"{word} {known[place]}" for place in places]
        lines.append(f"{name}: {', '.join(told) or 'no colonist on the board'}")
    return lines
