"""Scoring: points, teams and winner by R9, computed from words and compared with the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from viae.testing.facts import KINDS, Facts


class Belongings(Protocol):
    """What a seat is scored for."""

    coins: int
    goods: dict[str, int]
    hand: list[str]
    pile: list[str]
    houses: set[str]
    colonists: dict[str, list[str]]


def points(
    facts: Facts, seats: Sequence[Belongings], seat: int, concordia: int | None
) -> dict[str, int]:
    """The points of a seat, god by god."""
    own = seats[seat]
    faces = [facts.faces[card] for card in [*own.hand, *own.pile]]
    goods_of_houses = [facts.token[city] for city in own.houses]
    wealth = own.coins + sum(n * facts.price[good] for good, n in own.goods.items())
    on_board = sum(len(own.colonists[kind]) for kind in KINDS)
    worth = {
        "vesta": wealth // 10,
        "jupiter": len([good for good in goods_of_houses if good != "brick"]),
        "saturnus": len(set(_provinces(facts, own.houses))),
        "mercurius": 2 * len(set(goods_of_houses)),
        "mars": 2 * on_board,
        "venus": _venus(facts, own.houses, seats[facts.partner(seat)].houses),
    }
    found = {god: each * sum(face.gods.count(god) for face in faces) for god, each in worth.items()}
    found["minerva"] = sum(
        face.points * goods_of_houses.count(face.good) for face in faces if face.good
    )
    found["concordia"] = 7 if concordia == seat else 0
    return found


def _provinces(facts: Facts, houses: Iterable[str]) -> list[str]:
    return [facts.province[city] for city in houses]


def _venus(facts: Facts, own: set[str], partners: set[str]) -> int:
    """R9.4: what one card of Venus is worth."""
    here = _provinces(facts, own)
    if facts.team:
        return len(set(here) & set(_provinces(facts, partners)))
    return min(14, 2 * len([p for p in set(here) if here.count(p) >= 2]))


def team_totals(facts: Facts, totals: list[int]) -> list[int]:
    """R9.10: what both partners have, in order of their first seat."""
    return [totals[seat] + totals[facts.partner(seat)] for seat in range(facts.sides)]


def winner(facts: Facts, totals: list[int], magnus: int) -> int:
    """R9.11: the side with the most; among equals the Magnus' holder, else who gets it next."""
    by_side = team_totals(facts, totals) if facts.team else totals
    first = [(magnus - step) % facts.players % facts.sides for step in range(facts.players)]
    return min(range(facts.sides), key=lambda side: (-by_side[side], first.index(side)))


def awards(scores: list[int]) -> list[int]:
    """R7: 2 coins to the best score, 1 to the next best."""
    ranks = sorted(set(scores), reverse=True)
    coins = {ranks[0]: 2}
    if len(ranks) > 1:
        coins[ranks[1]] = 1
    return [coins.get(score, 0) for score in scores]
