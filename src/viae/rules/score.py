"""Scoring: the points of a seat god by god, of a team, and who wins (R9)."""

from typing import Final

from viae.rules import goods, roles
from viae.rules.bits import count
from viae.rules.state import State

CONCORDIA_POINTS: Final = 7


def multipliers(state: State, seat: int) -> list[int]:
    """What the cards of each god up to Venus are multiplied with, if the game were scored now.

    Minerva has none: what her cards score depends on the card (R9.7), see `minerva`.
    """
    setup = state.setup
    houses = state.houses[seat]
    kinds = 0
    for mask in setup.good_masks:
        if houses & mask:
            kinds += 1
    provinces = 0
    # R9.4: provinces with two own houses (15 houses make 14 points at the most); in team play
    # provinces with a house of both partners.
    shared = 0
    other = state.houses[setup.partner[seat]]
    for mask in setup.atlas.province_masks:
        here = houses & mask
        if here:
            provinces += 1
            if setup.team:
                if other & mask:
                    shared += 1
            elif here & (here - 1):
                shared += 2
    return [
        wealth(state, seat) // 10,
        count(houses & ~setup.good_masks[goods.BRICK]),
        provinces,
        2 * kinds,
        2 * (len(state.land[seat]) + len(state.sea[seat])),
        0,
        shared,
    ]


def wealth(state: State, seat: int) -> int:
    """The coins of a seat, and what its goods are worth at their prices."""
    return state.coins[seat] + state.setup.terms.value(state.goods[seat])


def minerva(state: State, seat: int) -> int:
    """The points of the specialists: houses of their goods, each times what the card says."""
    setup = state.setup
    faces = setup.faces
    owned = state.owned[seat]
    houses = state.houses[seat]
    points = 0
    for card in faces.specialists:
        if owned >> card & 1:
            points += faces.points[card] * count(houses & setup.good_masks[faces.good[card]])
    return points


def by_god(state: State, seat: int) -> list[int]:
    """Points in the order of `roles.GODS`, if the game were scored now."""
    masks = state.setup.faces.god_masks
    owned = state.owned[seat]
    points = multipliers(state, seat)
    for god in range(len(points)):
        points[god] *= count(owned & masks[god])
    points[roles.MINERVA] = minerva(state, seat)
    points.append(CONCORDIA_POINTS if state.concordia == seat else 0)
    return points


def total(state: State, seat: int) -> int:
    """All points of a seat."""
    return sum(by_god(state, seat))


def totals(state: State) -> list[int]:
    """The points of every side: of each player, or in team play of each team (R9.10)."""
    setup = state.setup
    points = [total(state, seat) for seat in range(setup.players)]
    if setup.team:
        half = setup.sides
        return [points[team] + points[team + half] for team in range(half)]
    return points


def winner(state: State) -> int:
    """The side that is ahead; ties go by the Praefectus Magnus, to the right (R9.11)."""
    points = totals(state)
    best = max(points)
    seat = state.magnus
    while points[seat % state.setup.sides] != best:
        seat = (seat - 1) % state.setup.players
    return seat % state.setup.sides
