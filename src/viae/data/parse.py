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

from viae.data.cards import load_cards
from viae.data.fields import Fields, describe, listed, suggest
from viae.errors import BoardError, Faults
from viae.rules.figures import Board, City, Path, Province

KINDS = ("land", "sea")
PLAYERS = (2, 6)  # R1.1
COLOR = re.compile("#[0-9A-Fa-f]{6}")
PATH_ID = re.compile(r"[a-z0-9]+([-~][a-z0-9]+)*")
PALETTE = (
    "#ae2a37", "#4a5796", "#edb249", "#7c885a", "#7ba439", "#9a7335",
    "#dfc349", "#165ea2", "#79548a", "#776d39", "#6b9671", "#ba622c",
)  # fmt: skip


def parse_board(obj: object, what: str) -> Board:
    """The board that a parsed JSON value describes; BoardError names all its faults.

    `what` is the name of the board or file in the error's text.
    """
    faults: Faults = []
    board = check_board(obj, faults)
    if faults:
        raise BoardError(what, faults)
    return board


def check_board(obj: object, faults: Faults) -> Board:
    """As `parse_board`, but adds to `faults`; with any of them the board is not to be used."""
    required = ("id", "name", "capital", "provinces", "cities", "paths")
    fields = Fields(obj, "board", faults, required, ("recommended_players",))
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


def _where(item: object, kind: str, number: int) -> str:
    """How faults name a member of a list: by its id, else by its place."""
    if isinstance(item, dict) and isinstance(item.get("id"), str) and item["id"]:
        return f"{kind} {describe(item['id'])}"
    return f"{kind} number {number + 1}"


def _players(fields: Fields) -> tuple[int, int]:
    value = fields.values.get("recommended_players", list(PLAYERS))
    given = describe(value)
    least, most = PLAYERS
    if isinstance(value, list) and len(value) == 2:
        low, high = value
        if type(low) is int and type(high) is int and least <= low <= high <= most:
            return low, high
        given = f"[{describe(low)}, {describe(high)}]"
    fields.fault(
        f'"recommended_players" must be the fewest and the most players, from {least} to {most},'
        f" such as [3, 5], not {given}"
    )
    return PLAYERS


def _province(item: object, number: int, faults: Faults) -> Province:
    where = _where(item, "province", number)
    optional = ("numeral", "color", "named_on_board")
    fields = Fields(item, where, faults, ("id", "name"), optional)
    color = PALETTE[number % len(PALETTE)]
    return Province(
        id=fields.word("id"),
        name=fields.text("name", ""),
        numeral=fields.text("numeral", None),
        color=fields.matching("color", COLOR, 'a color such as "#4a5796"', color),
        named_on_board=fields.flag("named_on_board", True),
    )


def _city(item: object, number: int, faults: Faults) -> City:
    required = ("id", "name", "province", "letter", "lat", "lon")
    fields = Fields(item, _where(item, "city", number), faults, required, ("inscription",))
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
    where = _where(item, "path", number)
    kind = item.get("kind") if isinstance(item, dict) else None
    if kind in KINDS:
        where = f"{kind} {where}"
    fields = Fields(item, where, faults, ("id", "kind", "ends"), ("can_stop",))
    form = 'two city ids joined by "~", such as "massilia~roma" or "massilia~roma~2"'
    return Path(
        id=fields.matching("id", PATH_ID, form, ""),
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
    fields.fault(f'"ends" must be two ids of cities, such as ["massilia", "roma"], not {given}')
    return "", ""


def _repeated(ids: Iterable[str]) -> list[tuple[str, int]]:
    return [(word, count) for word, count in Counter(ids).items() if word and count > 1]


def _same_ids(board: Board) -> list[str]:
    """Ids must be unique: entries name things by them. Paths are named by kind and id."""
    faults = []
    for plural, things in (("provinces", board.provinces), ("cities", board.cities)):
        for word, count in _repeated(thing.id for thing in things):
            faults.append(f"{count} {plural} have the id {describe(word)}: each needs its own")
    for kind in KINDS:
        for word, count in _repeated(path.id for path in board.paths if path.kind == kind):
            faults.append(
                f"{count} {kind} paths have the id {describe(word)}: each needs its own, such as"
                f" {describe(word + '~2')} for the second"
            )
    # An architect's entry names a colonist's place by a city or a path (`move land roma ...`).
    cities = {city.id for city in board.cities}
    return faults + [
        f"{_named(path)}: a city has the same id; a path needs its own"
        for path in board.paths
        if path.id and path.id in cities
    ]


def _named(path: Path) -> str:
    return f"{path.kind} path {describe(path.id)}".lstrip()


def _wrong_capital(board: Board) -> list[str]:
    """The capital exists and is exactly the city without a letter (R2.1)."""
    cities = {city.id: city for city in board.cities}
    if not board.capital:
        return []
    if board.capital not in cities:
        hint = suggest(board.capital, cities)
        return [f'board: "capital" must be the id of a city, not {describe(board.capital)}{hint}']
    faults = []
    letters = listed(load_cards().tokens, "or")
    for city in cities.values():
        where = f"city {describe(city.id)}"
        if city.id == board.capital and city.letter:
            faults.append(
                f'{where}: the capital has no token (R2.1), so its "letter" must be null,'
                f" not {describe(city.letter)}"
            )
        if city.id != board.capital and city.letter is None:
            faults.append(
                f'{where}: only the capital {describe(board.capital)} has the "letter" null;'
                f" this city needs {letters} (R2.1)"
            )
    return faults


def _wrong_letters(board: Board) -> list[str]:
    """Every token of a letter goes to one city of that letter (R2.1)."""
    faults = []
    cities = Counter(city.letter for city in board.cities)
    for letter, tokens in load_cards().tokens.items():
        count, places = sum(tokens.values()), cities[letter]
        if places not in (0, count):
            faults.append(
                f"letter {letter}: {places} {'city has' if places == 1 else 'cities have'} it but"
                f" there are {count} tokens; it must be on {count} cities or on none (R2.1)"
            )
    return faults


def _wrong_provinces(board: Board) -> list[str]:
    """Every city lies in a province; every province has a city for its bonus marker (R2.2)."""
    faults = []
    provinces = [province.id for province in board.provinces if province.id]
    for city in board.cities:
        if city.province and city.province not in provinces:
            hint = suggest(city.province, provinces)
            faults.append(
                f'city {describe(city.id)}: "province" must be the id of a province,'
                f" not {describe(city.province)}{hint}"
            )
    inhabited = {city.province for city in board.cities if city.id != board.capital}
    right = "it needs at least one that is not the capital (R2.2)"
    return faults + [
        f"province {describe(word)}: no city lies in it; {right}"
        for word in dict.fromkeys(provinces)
        if word not in inhabited
    ]


def _wrong_ends(board: Board) -> list[str]:
    """A path joins two different cities of the board."""
    faults = []
    cities = [city.id for city in board.cities if city.id]
    for path in board.paths:
        one, other = path.ends
        for end in dict.fromkeys(path.ends):
            if end and end not in cities:
                hint = suggest(end, cities)
                faults.append(
                    f'{_named(path)}: "ends" must be ids of cities, not {describe(end)}{hint}'
                )
        if one and one == other:
            faults.append(
                f'{_named(path)}: "ends" must be two different cities, not {describe(one)} twice'
            )
    return faults


def _cut_off(board: Board) -> list[str]:
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
    faults = []

    def note(bad: set[str], wrong: str, right: str) -> None:
        if bad:
            shown = listed(shown for city, shown in cities.items() if city in bad)
            faults.append(f"{wrong} {shown}: {right}")

    note(
        cities.keys() - reached,
        f"no way leads from the capital {cities[capital]} to",
        "paths of land and sea together must join all cities",
    )
    note(
        reached - stops - homes,
        "a colonist can stop on no path at",
        'every city but the capital needs a path without "can_stop": false (R5.2)',
    )
    if all(path.kind for path in paths):
        note(
            (reached & stops) - homes,
            "no colonist can ever come to a path where it can stop at",
            "paths of one kind must join such a path to the capital or to a city where a house can"
            " be built (R5.2, R5.5)",
        )
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
