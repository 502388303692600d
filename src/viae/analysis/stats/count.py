"""Counting games: everything that statistics need, in sums that can be added up and stored.

A prepared file holds these sums, so a page about 100,000 games is made without reading one of them.
Records are read as they are: nothing is replayed, and nothing but the standard library is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Final

from viae.errors import ViaeError

if TYPE_CHECKING:
    from viae.analysis.stats.documents import StatisticsPage

FORMAT: Final = 1
CARDS_DEEP: Final = 5  # cards of an opening
HOUSES_DEEP: Final = 4
RARE: Final = 0.0005  # the share of games below which a prepared file leaves out a line
ALL: Final = "*"  # the seat that stands for all

# How often, with how many points altogether, how many wins.
Sum = list[float]


class Group:
    """The games on one board, of one variant, with one number of players."""

    def __init__(self) -> None:
        self.games = 0
        self.turns = 0.0
        self.points = 0.0
        self.winner_points = 0.0
        self.length: dict[int, int] = {}
        self.scores: dict[int, int] = {}
        self.seats: dict[int, Sum] = {}
        self.gods: dict[str, Sum] = {}  # points of all, of winners, cards of all, of winners
        self.cards: dict[str, Sum] = {}
        self.first_cards: dict[str, Sum] = {}  # "seat|card card card"
        self.first_houses: dict[str, Sum] = {}

    def to_json(self) -> dict[str, Any]:
        """As a prepared file holds it."""
        return dict(vars(self))

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Group:
        """What `to_json` gave."""
        group = cls()
        for name, value in stored.items():
            if name not in vars(group):
                raise ViaeError(f"“{name}” is not known here; prepare the file again")
            whole = name in ("length", "scores", "seats")
            setattr(group, name, {int(k): v for k, v in value.items()} if whole else value)
        return group


Counts = dict[tuple[str, str, int], Group]


def _add(sums: dict[Any, Sum], key: Any, *values: float) -> None:
    old = sums.get(key)
    if old is None:
        sums[key] = list(values)
    else:
        for i, value in enumerate(values):
            old[i] += value


def count(records: Iterable[Mapping[str, Any]], counts: Counts | None = None) -> Counts:
    """Add finished games to counts; a game without a result is left out."""
    gods = _gods_of_cards()
    found: Counts = {} if counts is None else counts
    for record in records:
        result = record.get("result")
        if not isinstance(result, Mapping):
            continue
        try:
            _count(record, result, found, gods)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError) as problem:
            raise ViaeError(f"this is no record of a finished game: {problem!r}") from problem
    return found


def _count(
    record: Mapping[str, Any],
    result: Mapping[str, Any],
    counts: Counts,
    gods: Mapping[str, list[str]],
) -> None:
    board = record["board"]
    name = str(board["name"]) if isinstance(board, Mapping) else str(board)
    scores: list[int] = result["scores"]
    players = len(scores)
    key = (name, str(record["variant"]), players)
    group = counts.get(key)
    if group is None:
        group = counts[key] = Group()
    sides = len(result.get("teams") or scores)
    cards: list[list[str]] = [[] for _ in scores]
    houses: list[list[str]] = [[] for _ in scores]
    bought: list[list[str]] = [[] for _ in scores]
    for entry in record["entries"]:
        actor, _, words = entry.partition(": ")
        if words.startswith("play "):
            cards[int(actor)].append(words.split()[1])
        elif words.startswith("build "):
            houses[int(actor)].append(words[6:])
        elif words.startswith("purchase "):
            bought[int(actor)].append(words.split()[1])
    turns = sum(map(len, cards)) / players
    group.games += 1
    group.turns += turns
    _tick(group.length, int(turns))
    for seat, points in enumerate(scores):
        won = 1.0 if seat % sides == result["winner"] else 0.0
        group.points += points
        group.winner_points += points * won
        _tick(group.scores, points // 10 * 10)
        _add(group.seats, seat, 1.0, points, won)
        for card in dict.fromkeys(bought[seat]):
            _add(group.cards, card, 1.0, points, won)
        owned: dict[str, int] = {}
        for card in bought[seat]:
            for god in gods.get(card, ()):
                owned[god] = owned.get(god, 0) + 1
        for god, by_god in result["gods"][seat].items():
            number = owned.get(god, 0)
            _add(group.gods, god, by_god, by_god * won, number, number * won)
        for path, sums, deep in (
            (cards[seat], group.first_cards, CARDS_DEEP),
            (houses[seat], group.first_houses, HOUSES_DEEP),
        ):
            for length in range(1, min(deep, len(path)) + 1):
                line = " ".join(path[:length])
                _add(sums, f"{ALL}|{line}", 1.0, points, won)
                _add(sums, f"{seat}|{line}", 1.0, points, won)


def _tick(sums: dict[int, int], key: int) -> None:
    sums[key] = sums.get(key, 0) + 1


def _gods_of_cards() -> dict[str, list[str]]:
    from viae.data import load_board
    from viae.options import DEFAULTS, terms_for
    from viae.rules import roles

    found: dict[str, list[str]] = {}
    for variant, players in (("concordia", 5), ("venus", 5), ("venus-team", 6)):
        faces = terms_for(load_board("imperium"), variant, players, DEFAULTS).faces
        for card, name in enumerate(faces.ids):
            found[name] = [roles.GODS[god] for god in faces.gods[card]]
    return found


def merge(counts: Counts, more: Counts) -> None:
    """Add counts to counts."""
    for key, group in more.items():
        if key in counts:
            add_group(counts[key], group)
        else:
            counts[key] = group


def add_group(own: Group, more: Group) -> None:
    """Add the sums of a group to those of another."""
    for name, value in vars(more).items():
        mine = getattr(own, name)
        if not isinstance(value, dict):
            setattr(own, name, mine + value)
            continue
        for one, sums in value.items():
            if isinstance(sums, list):
                _add(mine, one, *sums)
            else:
                mine[one] = mine.get(one, 0) + sums


# Prepared files


def prune(counts: Counts, least: float, most: float = inf) -> None:
    """Leave out lines of openings that hardly anybody played.

    These are lines of less than this share of the games, and of fewer than `most` games.
    """
    for group in counts.values():
        rare = min(most, least * group.games)
        group.first_cards = {key: one for key, one in group.first_cards.items() if one[0] >= rare}
        group.first_houses = {key: one for key, one in group.first_houses.items() if one[0] >= rare}


def write_counts(counts: Counts, page: StatisticsPage | None = None) -> str:
    """A prepared file; with the first page of it, a browser can show that at once."""
    groups = [
        {"board": board, "variant": variant, "players": players, "sums": group.to_json()}
        for (board, variant, players), group in sorted(counts.items())
    ]
    stored: dict[str, Any] = {"viae_statistics": FORMAT, "groups": groups}
    if page is not None:
        stored["page"] = page
    return json.dumps(stored, separators=(",", ":"))


def read_counts(text: str) -> Counts:
    """The counts of a prepared file."""
    stored = json.loads(text)
    if not isinstance(stored, dict) or stored.get("viae_statistics") != FORMAT:
        raise ViaeError("this is no prepared file of statistics that this version can read")
    return {
        (one["board"], one["variant"], one["players"]): Group.from_json(one["sums"])
        for one in stored["groups"]
    }
