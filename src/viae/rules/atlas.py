"""Atlas: what follows from a board alone, worked out once: neighbours, distances, reach.

Colonists pass over occupied paths (R5.2), so how far a colonist gets does not depend on the others:
the reach of every place for every number of steps is a ready-made table.

A *place* is where a colonist stands: city `c` is place `c`, path `p` is place `cities + p`.
Land and sea paths are numbered apart, each from 0.
"""

from typing import Final

from viae.rules import codes
from viae.rules.figures import Board

MAX_STEPS: Final = 6  # a player has six colonists (R2.4)


class Reach:
    """The paths that a colonist can move to: as a mask, as codes, and where each code stands.

    `cities` is the mask of the cities at their ends.
    """

    def __init__(self, kind: int, place: int, paths: list[int], ends: list[int]) -> None:
        self.mask: int = 0
        self.cities: int = 0
        self.codes: list[int] = []
        self.rank: list[int] = [-1] * len(ends)
        for path in paths:
            self.mask |= 1 << path
            self.cities |= ends[path]
            self.rank[path] = len(self.codes)
            self.codes.append(codes.move(kind, place, path))


class Atlas:
    """The tables of one board; nothing in them changes during a game."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.city_ids: list[str] = [city.id for city in board.cities]
        self.city_index: dict[str, int] = {city: i for i, city in enumerate(self.city_ids)}
        self.cities: int = len(self.city_ids)
        self.capital: int = self.city_index[board.capital]
        self.letters: list[str] = [city.letter or "" for city in board.cities]
        self.province_ids: list[str] = [province.id for province in board.provinces]
        self.province_index: dict[str, int] = {p: i for i, p in enumerate(self.province_ids)}
        self.provinces: int = len(self.province_ids)
        # Cities of each province; the capital never holds a house, so it belongs to none here.
        self.province_members: list[list[int]] = [[] for _ in self.province_ids]
        self.province_masks: list[int] = [0] * self.provinces
        for c, city in enumerate(board.cities):
            if c != self.capital:
                p = self.province_index[city.province]
                self.province_members[p].append(c)
                self.province_masks[p] |= 1 << c
        self.path_ids: list[list[str]] = []
        self.path_index: list[dict[str, int]] = []
        # ends[kind][place]: mask of the cities next to a colonist there; 0 inside a city (R5.2).
        self.ends: list[list[int]] = []
        # at_city[kind][city]: the paths that end there.
        self.at_city: list[list[list[int]]] = []
        # distance[kind][place][path]: steps of a shortest way, 0 where there is none.
        self.distance: list[list[list[int]]] = []
        # reach[kind][place][steps]: the paths where a colonist may stop.
        self.reach: list[list[list[Reach]]] = []
        for kind, name in ((codes.LAND, "land"), (codes.SEA, "sea")):
            self._chart(kind, name)
        self.build_codes: list[int] = [codes.build(c) for c in range(self.cities)]
        self.settle_codes: list[list[int]] = [
            [codes.settle(kind, c) for c in range(self.cities)] for kind in (codes.LAND, codes.SEA)
        ]
        self.produce_codes: list[int] = [codes.produce(p) for p in range(self.provinces)]
        self.letter_cities: dict[str, list[int]] = {}
        for c, letter in enumerate(self.letters):
            if letter:
                self.letter_cities.setdefault(letter, []).append(c)

    def _chart(self, kind: int, name: str) -> None:
        paths = [path for path in self.board.paths if path.kind == name]
        ends = [(self.city_index[path.ends[0]], self.city_index[path.ends[1]]) for path in paths]
        at_city: list[list[int]] = [[] for _ in range(self.cities)]
        for p, (a, b) in enumerate(ends):
            at_city[a].append(p)
            at_city[b].append(p)
        beside: list[list[int]] = [
            [q for city in ends[p] for q in at_city[city] if q != p] for p in range(len(paths))
        ]
        ids = [path.id for path in paths]
        self.path_ids.append(ids)
        self.path_index.append({path: i for i, path in enumerate(ids)})
        masks = [1 << a | 1 << b for a, b in ends]
        self.ends.append([0] * self.cities + masks)
        self.at_city.append(at_city)
        distance: list[list[int]] = []
        reach: list[list[Reach]] = []
        for place in range(self.cities + len(paths)):
            row = [0] * len(paths)
            home = place - self.cities  # the path a colonist stands on cannot be its goal
            edge = list(at_city[place]) if home < 0 else list(beside[home])
            steps = 1
            while edge:
                onward: list[int] = []
                for p in edge:
                    if row[p] == 0 and p != home:
                        row[p] = steps
                        onward.extend(beside[p])
                edge = onward
                steps += 1
            distance.append(row)
            reach.append([])
            for limit in range(MAX_STEPS + 1):
                near = [p for p in range(len(paths)) if 0 < row[p] <= limit and paths[p].can_stop]
                reach[place].append(Reach(kind, place, near, masks))
        self.distance.append(distance)
        self.reach.append(reach)
