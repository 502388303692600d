"""Turns the JSON of a board into a Board, or names every fault that it has.

The format, one object:

    id, name             the board's own; ids are lower-case words joined by hyphens
    recommended_players  [fewest, most], advice to show (default [2, 6])
    capital              the id of a city
    provinces            a list of {id, name, numeral (default null), color (default from a
                         palette), named_on_board (default true)}
    cities               a list of {id, name, inscription (default the name), province, letter
                         (null for the capital), lat, lon}
    paths                a list of {id, kind ("land" or "sea"), ends [city, city], can_stop
                         (default true)}; a land and a sea path may share an id
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

from viae.data.cards import load_cards
from viae.data.fields import SHOWN, Fields, describe, near
from viae.data.strict import canonical
from viae.errors import BoardError, Faults, Refusal, refusal
from viae.rules.figures import Board, City, Path, Province

KINDS = ("land", "sea")
PLAYERS = (2, 6)  # R1.1
MOST = {"provinces": 40, "cities": 60, "paths": 128}  # more than any board needs (R2.1)
COLOR = re.compile("#[0-9A-Fa-f]{6}")
PATH_ID = re.compile(r"[a-z0-9]+([-~][a-z0-9]+)*")
PALETTE = (
    "#ae2a37", "#4a5796", "#edb249", "#7c885a", "#7ba439", "#9a7335",
    "#dfc349", "#165ea2", "#79548a", "#776d39", "#6b9671", "#ba622c",
)  # fmt: skip

NOTHING = Board("", "", PLAYERS, "", (), (), ())


def parse_board(obj: object, what: str) -> Board:
    """The board that a parsed JSON value describes; BoardError names all its faults.

    `what` is the name of the board or file in the error's text.
    """
    faults: Faults = []
    board = check_board(obj, faults)
    if faults:
        raise BoardError(what, faults)
    return keep_document(board, obj)


def keep_document(board: Board, document: object) -> Board:
    """The board together with its document, which records and positions carry."""
    return replace(board, document=canonical(document))


def check_board(obj: object, faults: Faults) -> Board:
    """As `parse_board`, but adds to `faults`; with any of them the board is not to be used."""
    required = ("id", "name", "capital", "provinces", "cities", "paths")
    if large := _too_large(obj):
        faults += large
        return NOTHING
    fields = Fields(obj, "", faults, required, ("recommended_players",))
    board = Board(
        id=fields.word("id"),
        name=fields.text("name", ""),
        recommended_players=_players(fields),
        capital=fields.word("capital"),
        provinces=tuple(
            _province(item, number, faults) for number, item in enumerate(fields.items("provinces"))
        ),
        cities=tuple(
            _city(item, number, faults) for number, item in enumerate(fields.items("cities"))
        ),
        paths=tuple(
            _path(item, number, faults) for number, item in enumerate(fields.items("paths"))
        ),
    )
    faults += _same_ids(board)
    # A list that is absent is one fault, not one for each thing that refers to it.
    if board.cities:
        faults += _wrong_capital(board)
        faults += _wrong_letters(board)
    if board.cities and board.provinces:
        faults += _wrong_provinces(board)
    if board.cities and board.paths:
        faults += _wrong_ends(board)
        faults += _cut_off(board)
    return board


def _too_large(obj: object) -> list[Refusal]:
    """Lists that are longer than any board's; nothing in them is checked."""
    faults = []
    for section, most in MOST.items():
        things = obj.get(section) if isinstance(obj, dict) else None
        if isinstance(things, list) and len(things) > most:
            many = refusal("board.too-many", key=section, number=len(things), limit=most)
            faults.append(many)
    return faults


def _where(item: object, section: str, number: int) -> str:
    """How faults name a member of a list: by its id, else by its place."""
    if isinstance(item, dict) and isinstance(item.get("id"), str) and item["id"]:
        return place_in(section, item["id"])
    return f"{section}[{number}]"


def place_in(section: str, word: str) -> str:
    """The member of a list that has an id."""
    return f"{section}[{describe(word)[1:-1]}]"


def _players(fields: Fields) -> tuple[int, int]:
    value = fields.values.get("recommended_players", list(PLAYERS))
    given = describe(value)
    least, most = PLAYERS
    if isinstance(value, list) and len(value) == 2:
        low, high = value
        if type(low) is int and type(high) is int and least <= low <= high <= most:
            return low, high
        given = f"[{describe(low)}, {describe(high)}]"
    fields.fault(refusal("board.players", low=least, limit=most, value=given))
    return PLAYERS


def _province(item: object, number: int, faults: Faults) -> Province:
    where = _where(item, "provinces", number)
    optional = ("numeral", "color", "named_on_board")
    fields = Fields(item, where, faults, ("id", "name"), optional)
    color = PALETTE[number % len(PALETTE)]
    wrong = refusal("value.no-color", key="color", value=describe(fields.values.get("color")))
    return Province(
        id=fields.word("id"),
        name=fields.text("name", ""),
        numeral=fields.text("numeral", None),
        color=fields.matching("color", COLOR, wrong, color),
        named_on_board=fields.flag("named_on_board", True),
    )


def _city(item: object, number: int, faults: Faults) -> City:
    required = ("id", "name", "province", "letter", "lat", "lon")
    fields = Fields(item, _where(item, "cities", number), faults, required, ("inscription",))
    name = fields.text("name", "")
    return City(
        id=fields.word("id"),
        name=name,
        inscription=fields.text("inscription", name),
        province=fields.word("province"),
        letter=fields.choice("letter", (*load_cards().tokens, None)),
        lat=fields.number("lat", -90, 90),
        lon=fields.number("lon", -180, 180),
    )


def _path(item: object, number: int, faults: Faults) -> Path:
    where = _where(item, "paths", number)
    kind = item.get("kind") if isinstance(item, dict) else None
    if kind in KINDS and isinstance(item, dict) and item.get("id"):
        where = where.replace("[", f"[{kind} ", 1)
    fields = Fields(item, where, faults, ("id", "kind", "ends"), ("can_stop",))
    wrong = refusal("value.no-path-id", key="id", value=describe(fields.values.get("id")))
    return Path(
        id=fields.matching("id", PATH_ID, wrong, ""),
        kind=fields.choice("kind", KINDS) or "",
        ends=_ends(fields),
        can_stop=fields.flag("can_stop", True),
    )


def _ends(fields: Fields) -> tuple[str, str]:
    if not fields.has("ends"):
        return "", ""
    value = fields.values["ends"]
    given = describe(value)
    if isinstance(value, list) and len(value) == 2:
        one, other = value
        if isinstance(one, str) and isinstance(other, str) and one and other:
            return one, other
        given = f"[{describe(one)}, {describe(other)}]"
    fields.fault(refusal("board.ends", value=given))
    return "", ""


def _repeated(ids: Iterable[str]) -> list[tuple[str, int]]:
    return [(word, count) for word, count in Counter(ids).items() if word and count > 1]


def _same_ids(board: Board) -> list[Refusal]:
    """Ids must be unique: entries name things by them. Paths are named by kind and id."""
    faults = []
    for section, things in (("provinces", board.provinces), ("cities", board.cities)):
        for word, count in _repeated(thing.id for thing in things):
            where = place_in(section, word)
            faults.append(refusal("board.same-id", number=count).within(where))
    for kind in KINDS:
        for word, count in _repeated(path.id for path in board.paths if path.kind == kind):
            where = place_in("paths", f"{kind} {word}")
            example = f"{word}~2"[:SHOWN]
            faults.append(
                refusal("board.same-path-id", number=count, example=example).within(where)
            )
    # An architect's entry names a colonist's place by a city or a path (`move land roma ...`).
    cities = {city.id for city in board.cities}
    return faults + [
        refusal("board.path-named-as-city").within(_named(path))
        for path in board.paths
        if path.id and path.id in cities
    ]


def _named(path: Path) -> str:
    return place_in("paths", f"{path.kind} {path.id}".lstrip())


def _wrong_capital(board: Board) -> list[Refusal]:
    """The capital exists and is exactly the city without a letter (R2.1)."""
    cities = {city.id: city for city in board.cities}
    capital = describe(board.capital)
    if not board.capital:
        return []
    if board.capital not in cities:
        return [refusal("board.no-capital", value=capital, near=near(board.capital, cities))]
    faults = []
    letters = list(load_cards().tokens)
    for city in cities.values():
        where = place_in("cities", city.id)
        if city.id == board.capital and city.letter:
            letter = describe(city.letter)
            faults.append(refusal("board.capital-letter", "R2.1", value=letter).within(where))
        if city.id != board.capital and city.letter is None:
            faults.append(
                refusal("board.no-letter", "R2.1", city=board.capital, names=letters).within(where)
            )
    return faults


def _wrong_letters(board: Board) -> list[Refusal]:
    """Every token of a letter goes to one city of that letter (R2.1)."""
    faults = []
    cities = Counter(city.letter for city in board.cities)
    for letter, tokens in load_cards().tokens.items():
        count, places = sum(tokens.values()), cities[letter]
        if places not in (0, count):
            faults.append(
                refusal("board.letter-count", "R2.1", letter=letter, number=places, limit=count)
            )
    return faults


def _wrong_provinces(board: Board) -> list[Refusal]:
    """Every city lies in a province; every province has a city for its bonus marker (R2.2)."""
    faults = []
    provinces = [province.id for province in board.provinces if province.id]
    for city in board.cities:
        if city.province and city.province not in provinces:
            wrong, meant = describe(city.province), near(city.province, provinces)
            where = place_in("cities", city.id)
            faults.append(refusal("board.no-province", value=wrong, near=meant).within(where))
    inhabited = {city.province for city in board.cities if city.id != board.capital}
    return faults + [
        refusal("board.empty-province", "R2.2").within(place_in("provinces", word))
        for word in dict.fromkeys(provinces)
        if word not in inhabited
    ]


def _wrong_ends(board: Board) -> list[Refusal]:
    """A path joins two different cities of the board."""
    faults = []
    cities = [city.id for city in board.cities if city.id]
    for path in board.paths:
        one, other = path.ends
        for end in dict.fromkeys(path.ends):
            if end and end not in cities:
                wrong, meant = describe(end), near(end, cities)
                faults.append(refusal("board.no-end", value=wrong, near=meant).within(_named(path)))
        if one and one == other:
            faults.append(refusal("board.same-ends", value=describe(one)).within(_named(path)))
    return faults


def _cut_off(board: Board) -> list[Refusal]:
    """Every city can be reached from the capital, and a house can be built in every other one."""
    cities = {city.id: describe(city.id) for city in board.cities if city.id}
    capital = board.capital
    if capital not in cities:
        candidates = [city.id for city in board.cities if city.id and city.letter is None]
        if len(candidates) != 1:
            return []
        capital = candidates[0]
    paths = [path for path in board.paths if path.ends[0] in cities and path.ends[1] in cities]
    stops = {end for path in paths if path.can_stop for end in path.ends}
    reached, homes = _reached(capital, paths), _homes(capital, paths)

    def named(bad: set[str]) -> list[str]:
        return [shown for city, shown in cities.items() if city in bad]

    faults = []
    if far := named(cities.keys() - reached):
        faults.append(refusal("board.cut-off", city=cities[capital], cities=far))
    if no_stop := named(reached - stops - homes):
        faults.append(refusal("board.no-stop", "R5.2", cities=no_stop))
    if all(path.kind for path in paths) and (no_home := named((reached & stops) - homes)):
        faults.append(refusal("board.no-home", "R5.2, R5.5", cities=no_home))
    return faults


def _reached(capital: str, paths: list[Path]) -> set[str]:
    """All cities that paths of either kind join to the capital."""
    neighbours: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        for end in path.ends:
            neighbours[end] += path.ends
    reached, waiting = {capital}, [capital]
    while waiting:
        for city in neighbours[waiting.pop()]:
            if city not in reached:
                reached.add(city)
                waiting.append(city)
    return reached


def _homes(capital: str, paths: list[Path]) -> set[str]:
    """The capital and all cities where a house can be built: where colonists can be settled.

    A colonist keeps to the paths of its kind (R5.2); either kind can start from a home (R5.5).
    """
    ways = defaultdict(list)
    for path in paths:
        for end in path.ends:
            ways[path.kind, end].append(path)
    homes = {capital}
    waiting = [(kind, capital) for kind in KINDS]
    passed = set(waiting)
    while waiting:
        kind, city = waiting.pop()
        for path in ways[kind, city]:
            if path.can_stop:
                homes.update(path.ends)
            for end in path.ends:
                for step in [(way, end) for way in KINDS if way == kind or path.can_stop]:
                    if step not in passed:
                        passed.add(step)
                        waiting.append(step)
    return homes
